"""Rows of numbers that have been made of views before, found again by what they depend on (docs/environments.md)."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import BrokenInvariant

MOST: Final = 1 << 16
"""Numbers are smaller than this: rows are found by them in lists."""


class Glance:
    """What one side is shown, row by row: a game says for each row by `see` which of those made before it is.

    Rows are told in their order. `missing` are those that have to be made of the view first.
    """

    def __init__(self, rows: int) -> None:
        self.known: list[list[bytes]] = [[] for _ in range(rows)]
        """The rows by their numbers; empty where none has been made."""
        self.found: list[bytes] = []
        self.missing: list[tuple[int, int]] = []
        """Rows that are not known yet, with their numbers."""

    def see(self, row: int, number: int) -> None:
        """A row is the one that had this number before."""
        known = self.known[row]
        if number < len(known):
            made = known[number]
            if made:
                self.found.append(made)
                return
        self.missing.append((row, number))

    def begin(self) -> None:
        """Forget what was seen of another position."""
        self.found = []
        self.missing = []

    def joined(self) -> bytes:
        """The rows that were seen, one after another; nothing if some are missing."""
        return b"" if self.missing else b"".join(self.found)

    def learn(self, row: int, number: int, made: bytes) -> None:
        """Keep a row that was made of a view."""
        if not 0 <= number < MOST:
            raise BrokenInvariant(f"row {row} is known by number {number}, which is not below {MOST}")
        known = self.known[row]
        while len(known) <= number:
            known.append(b"")
        known[number] = made

"""Rows of numbers that have been made of views before, found again by what they depend on (docs/environments.md)."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

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
        self.written = BytesWriter()
        """Where rows that are known are written, one after another …"""
        self.start: i64 = 0
        """… from here on."""
        self.missing: list[tuple[int, int, int]] = []
        """Rows that are not known yet, their numbers, and how many rows these stand for."""

    def see(self, row: i64, number: i64, many: i64 = 1) -> None:
        """A row is the one that had this number before, and so are those after it, `many` in all."""
        known = self.known[row]
        if number < len(known):
            made = known[number]
            if len(made) > 0:
                self.written.write(made)
                return
        self.missing.append((row, number, many))

    def begin(self, written: BytesWriter) -> None:
        """Forget what was seen of another position; rows are written here from now on."""
        self.written = written
        self.start = len(written)
        if self.missing:
            self.missing = []

    def whole(self) -> bool:
        """Have rows been seen, all of them known? If not, what was written of them is taken back."""
        if self.missing:
            self.written.truncate(self.start)
        return len(self.written) > self.start

    def learn(self, row: int, number: int, made: bytes) -> None:
        """Keep what was made of a view for a row, or for several from it on."""
        if not 0 <= number < MOST:
            raise BrokenInvariant(f"row {row} is known by number {number}, which is not below {MOST}")
        known = self.known[row]
        while len(known) <= number:
            known.append(b"")
        known[number] = made

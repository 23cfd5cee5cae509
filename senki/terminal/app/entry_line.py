"""The line in which a file is named, to save to or to load from, or a choice is written in notation."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Input

SAVE, LOAD, WRITE = "save", "load", "write"


class EntryLine(Input):
    """A line of text, hidden until it is asked for."""

    def __init__(self) -> None:
        super().__init__(id="entry")
        self.purpose = ""
        """What the line is open for; empty while it is closed."""
        self.offers: list[str] = []

    def open(self, purpose: str, offers: list[str]) -> None:
        """Show the line with the first thing on offer."""
        self.purpose, self.offers = purpose, offers
        self.value = self.offers[0] if self.offers else ""
        self.display = True
        self.focus()

    def close(self) -> None:
        """Hide the line."""
        self.purpose = ""
        self.display = False

    def offer(self, step: int) -> None:
        """Show the next or the previous thing on offer."""
        if self.offers:
            at = self.offers.index(self.value) + step if self.value in self.offers else 0
            self.value = self.offers[at % len(self.offers)]


def free_name(stem: str) -> str:
    """A file name that is not taken yet."""
    number = 1
    while (path := Path(f"{stem}-{number}.json")).exists():
        number += 1
    return str(path)

"""Somebody at a table, as play knows them: how they are connected is no matter here."""

from __future__ import annotations

from typing import Protocol


class Visitor(Protocol):
    """Who somebody is, and how they are told something."""

    person: str
    name: str
    hinting: bool
    """The machine is at work on a hint for them."""

    def tell(self, frame: str) -> None:
        """Send a frame when the client is ready for it."""

    def close(self, code: int) -> None:
        """End the connection once what was said before is sent."""

"""What can go wrong, told to people in one line."""

from __future__ import annotations


class SenkiError(Exception):
    """Something a person gave us is wrong; the message says what, where and what to do."""


class UnknownName(SenkiError):
    """A game, scenario, side, unit or place that does not exist."""


class Malformed(SenkiError):
    """Text or a file that cannot be read as what it should be."""


class Illegal(SenkiError):
    """A choice or an outcome that the rules do not allow here."""


class Forfeit(SenkiError):
    """A player that broke the rules of playing: it said nothing, or nothing that can be played; its side loses."""

    def __init__(self, side: int, why: str) -> None:
        super().__init__(why)
        self.side = side


class BrokenInvariant(Exception):
    """A position that no sequence of legal choices can reach: a fault in the rules code."""

"""Victory (chapter 26)."""

from __future__ import annotations

from senki.games.sicily.position import SicilyPosition


def end_of_turn(p: SicilyPosition) -> None:
    """What the end of a turn settles."""


def judge(p: SicilyPosition) -> None:
    """Who has won."""

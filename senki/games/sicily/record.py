"""The record phase (2.2)."""

from __future__ import annotations

from senki.games.sicily.position import SicilyPosition


def begin_day(p: SicilyPosition) -> None:
    """What a new turn brings before its weather."""

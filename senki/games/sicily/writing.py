"""A position as JSON values; what they mean and how they are read: forms.py."""

from __future__ import annotations

from typing import Any

from senki.games.sicily.position import SicilyPosition


def write_position(p: SicilyPosition) -> dict[str, Any]:
    """A position in its JSON form."""
    return {"scenario": p.theatre.plan.name}

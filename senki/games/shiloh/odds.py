"""The odds of an attack (first version)."""

from __future__ import annotations

from senki.engine.forms import Odds
from senki.engine.option import Option
from senki.games.shiloh.position import ShilohPosition


def odds_of(p: ShilohPosition, option: Option) -> Odds | None:
    """Nothing yet."""
    return None

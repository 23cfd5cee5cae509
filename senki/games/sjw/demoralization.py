"""Demoralization (11.2, 11.3): what it forbids, and how units get over it. Combat causes it (results.py)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sjw.counters import UNITS
from senki.games.sjw.position import SjwPosition, set_demoralized
from senki.games.sjw.tables import REGAINS_UP_TO


@enforces("SJW-11.2")
def demoralized_objection(p: SjwPosition, unit: int) -> Objection | None:
    """Why a demoralized unit may not attack, assault, entrench, bridge, raid or force march."""
    return forbid("SJW-11.2", unit=UNITS[unit]) if p.demoralized[unit] else None


@enforces("SJW-11.3")
def regain_morale(p: SjwPosition, unit: int) -> None:
    """The level drops by 1 if the unit is not too tired."""
    if not p.demoralized[unit] or p.fatigue[unit] > REGAINS_UP_TO:
        return
    set_demoralized(p, unit, p.demoralized[unit] - 1)
    if p.events is not None:
        p.tell("morale_regained", "SJW-11.3", {"unit": UNITS[unit], "level": p.demoralized[unit]})

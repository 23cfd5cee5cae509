"""The declaration of maximum interdiction in the record phase (22.3); what it does to evacuation: evacuation.py."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.options import DECLARE_INTERDICTION, PASS
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.tables import RAIN, TABLES

AFTER: Final[int] = int(TABLES["interdiction"]["after"])


@enforces("SIC-22.3", "SIC-8.1")
def may_interdict(p: SicilyPosition) -> bool:
    """After so many Axis units have evacuated, and not in rain."""
    return p.gone >= AFTER and p.weather != RAIN


@enforces("SIC-22.3")
def interdiction_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """It is declared, or not."""
    return [] if option.verb in (DECLARE_INTERDICTION.verb, PASS.verb) else [forbid("SIC-22.3", "not_now")]


@enforces("SIC-22.3")
def declare_interdiction(p: SicilyPosition, option: Option) -> None:
    """The strait is under fire for this turn."""
    if option.verb != DECLARE_INTERDICTION.verb:
        return
    p.interdiction = 1
    if p.events is not None:
        p.tell("interdiction_declared", "SIC-22.3", {"turn": p.turn})

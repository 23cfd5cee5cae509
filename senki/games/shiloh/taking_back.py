"""Taking back what has been begun (3.8): a group's members, an attack, its members and its leader; not without end."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.shiloh.position import ShilohPosition
from senki.games.shiloh.tables import TAKINGS_BACK

UNCOUNTED: Final = -1
"""In `taken_back`: the game is a record of the rules that had no such clause."""


def may_take_back(p: ShilohPosition) -> bool:
    """`taking_back_objections` without the reasons, quickly."""
    return p.taken_back < TAKINGS_BACK


@enforces("SHI-3.8")
def taking_back_objections(p: ShilohPosition) -> list[Objection]:
    """So often and no more: then what has been begun is carried on."""
    return [] if may_take_back(p) else [forbid("SHI-3.8", times=str(TAKINGS_BACK))]


@enforces("SHI-3.8")
def take_back(p: ShilohPosition) -> None:
    """Something that had been begun is taken back."""
    if p.taken_back != UNCOUNTED:
        p.taken_back += 1


@enforces("SHI-3.8")
def count_anew(p: ShilohPosition) -> None:
    """A group rolls, an attack is made or a phase is over: from here on everything may be taken back again."""
    if p.taken_back != UNCOUNTED:
        p.taken_back = 0

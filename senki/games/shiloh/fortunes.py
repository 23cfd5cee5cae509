"""Fortunes of war (chapter 14): tokens for a second throw."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.position import DECISION, Step
from senki.games.shiloh.counters import SIDES
from senki.games.shiloh.options import END, KEEP, SPEND
from senki.games.shiloh.position import NO_FOW, ShilohPosition


@enforces("SHI-14.1", "SHI-14.2", "SHI-15.4")
def gain(p: ShilohPosition, side: int, clause: str) -> None:
    """A side takes a token; there is no upper limit. None are used under the optional rule."""
    if p.on(NO_FOW):
        return
    p.fow[side] += 1
    if p.events is not None:
        p.tell("fow_gained", clause, {"side": SIDES[side], "tokens": p.fow[side]})


@enforces("SHI-14.3")
def spend(p: ShilohPosition, side: int) -> None:
    """A side returns a token; each player at most one for a die."""
    p.fow[side] -= 1
    p.spent |= 1 << side
    if p.events is not None:
        p.tell("fow_spent", "SHI-14.3", {"side": SIDES[side], "tokens": p.fow[side]})


@enforces("SHI-8.9", "SHI-14.3")
def may_spend(p: ShilohPosition, side: int) -> bool:
    """Has a side a token, and has it spent none on this die?"""
    return p.fow[side] > 0 and not p.spent >> side & 1


class ThrowAgain(Step[ShilohPosition]):
    """Keep a die, or have it thrown again for a token (SHI-14.3)."""

    kind = DECISION

    def options(self, p: ShilohPosition) -> list[Option]:
        """Keep it or spend a token."""
        return [KEEP, SPEND]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        """What somebody might think of."""
        return [KEEP, SPEND, END]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        """Nothing else is asked."""
        return [] if option.verb in ("keep", "spend") else [forbid("SHI-14.3", "spend_or_keep")]

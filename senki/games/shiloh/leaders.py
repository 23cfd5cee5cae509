"""Leaders (chapter 12): what the Leader flag does to them."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import UNITS
from senki.games.shiloh.losses import take_off
from senki.games.shiloh.position import DEAD, TURNED, ShilohPosition
from senki.games.shiloh.tables import CASUALTY_ON, INEFFECTIVE_ON


@enforces("SHI-12.6")
def hit_leader(p: ShilohPosition, leader: int, die: int) -> None:
    """5 makes him ineffective, or a casualty if he was; 6 is a casualty."""
    if die >= CASUALTY_ON or (die == INEFFECTIVE_ON and p.flags[leader] & TURNED):
        if p.events is not None:
            p.tell("leader_falls", "SHI-12.6", {"unit": UNITS[leader], "die": die})
        take_off(p, leader, DEAD)
    elif die == INEFFECTIVE_ON:
        p.flags[leader] |= TURNED
        if p.events is not None:
            p.tell("leader_shaken", "SHI-12.6", {"unit": UNITS[leader], "die": die})
    elif p.events is not None:
        p.tell("leader_unhurt", "SHI-12.6", {"unit": UNITS[leader], "die": die})

"""Drawing chits and altering the order (chapters 2 and 13)."""

from __future__ import annotations

from senki.boards.plane.rects import distance
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.board import (
    ARMY,
    BRITISH,
    CHITS,
    COMMAND,
    ENTRY_TURN,
    FROZEN_TURNS,
    HQS_OF,
    IDS,
    MOUNTED_THIRD,
    PIECES,
    RATING,
    SIDE_OF,
    SIDES,
    SLACK,
)
from senki.games.monmouth.options import DELAY, JUMP, PASS
from senki.games.monmouth.position import LOST, NOBODY, WAITING, MonmouthPosition


@enforces("MON-2.1", "MON-2.4")
def fill_cup(p: MonmouthPosition) -> None:
    """Every command with a piece on the map or able to enter; the British chit stays out in turns 1 and 2."""
    p.cup = 0
    for chit in CHITS:
        if SIDE_OF[chit] == BRITISH and p.turn in FROZEN_TURNS:
            continue
        for piece in PIECES:
            if COMMAND[piece] != chit or p.place[piece] == LOST:
                continue
            if p.place[piece] != WAITING or p.turn >= ENTRY_TURN[piece]:
                p.cup |= 1 << chit
                break


def chits_in(p: MonmouthPosition) -> list[int]:
    """The commands whose chits are in the cup."""
    return [chit for chit in CHITS if p.cup >> chit & 1]


@enforces("MON-2.1")
def take_chit(p: MonmouthPosition, chit: int) -> None:
    """A chit is drawn: its command stands first; its owner may speak first."""
    p.cup &= ~(1 << chit)
    p.queue = [chit]
    p.asked = SIDE_OF[chit]
    p.passes = 0
    if p.events is not None:
        p.tell("drawn", "MON-2.1", {"unit": IDS[chit], "side": SIDES[SIDE_OF[chit]]})


@enforces("MON-13.1", "MON-13.6", "MON-13.7", "MON-1.6", "MON-2.4")
def may_try(p: MonmouthPosition, hq: int, command: int) -> bool:
    """May an HQ try for a command: its own, or as army commander that of an HQ within M/3; Fresh and on the map."""
    if not p.here(hq) or p.spent[hq] or (SIDE_OF[hq] == BRITISH and p.turn in FROZEN_TURNS):
        return False
    own = p.chit_hq(command)
    if hq == own:
        return True
    if not ARMY[hq] or SIDE_OF[hq] != SIDE_OF[command] or not p.here(own):
        return False
    return distance(p.rect(hq), p.rect(own)) <= MOUNTED_THIRD + SLACK


@enforces("MON-13.2", "MON-13.7")
def may_delay(p: MonmouthPosition, command: int) -> bool:
    """Only the drawn command is delayed, and only with another chit in the cup."""
    return len(p.queue) == 1 and p.queue[0] == command and p.cup != 0


@enforces("MON-13.3")
def may_jump(p: MonmouthPosition, command: int) -> bool:
    """A command jumps whose chit is in the cup, or pending behind another."""
    return bool(p.cup >> command & 1) or command in p.queue[1:]


@enforces("MON-13.4", "MON-13.5")
def attempts(p: MonmouthPosition, side: int) -> list[Option]:
    """What a side may do in the window: pass, or try with each HQ that may."""
    found: list[Option] = [PASS]
    for hq in HQS_OF[side]:
        for command in CHITS:
            if SIDE_OF[command] != side or not may_try(p, hq, command):
                continue
            if may_delay(p, command):
                found.append(DELAY[hq])
            if may_jump(p, command):
                found.append(JUMP[hq])
    return found


@enforces("MON-13.1", "MON-13.2", "MON-13.3")
def attempt_objections(p: MonmouthPosition, option: Option) -> list[Objection]:
    """Why an HQ may not try this now."""
    if option.verb == "pass":
        return []
    if option.verb not in ("delay", "jump"):
        return [forbid("MON-13.5")]
    hq = option.subject
    if hq not in HQS_OF[p.asked]:
        return [forbid("MON-13.5", "not_asked", unit=IDS[hq])]
    commands = [command for command in CHITS if SIDE_OF[command] == SIDE_OF[hq] and may_try(p, hq, command)]
    if not commands:
        clause = "MON-13.6" if ARMY[hq] else "MON-13.1"
        return [forbid(clause, "may_not_try", unit=IDS[hq])]
    if option.verb == "delay" and not any(may_delay(p, command) for command in commands):
        return [forbid("MON-13.2", unit=IDS[hq])]
    if option.verb == "jump" and not any(may_jump(p, command) for command in commands):
        return [forbid("MON-13.3", unit=IDS[hq])]
    return []


@enforces("MON-13.1", "MON-13.7")
def succeeds(p: MonmouthPosition, die: int) -> bool:
    """A die of at most the rating succeeds; the HQ is Spent either way."""
    hq = p.trying
    p.spent[hq] = 1
    success = die <= RATING[hq]
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": IDS[hq], "die": die, "rating": RATING[hq]}
        p.tell("altered" if success else "not_altered", "MON-13.1", facts)
    return success


@enforces("MON-13.2", "MON-13.3")
def alter(p: MonmouthPosition) -> None:
    """Delay: another chit is drawn, the first goes back. Jump: the command stands first, the others wait behind it."""
    side = SIDE_OF[p.trying]
    command = next(chit for chit in CHITS if SIDE_OF[chit] == side)
    if p.trying_jump:
        p.cup &= ~(1 << command)
        p.queue = [command, *[other for other in p.queue if other != command]]
    else:
        other = chits_in(p)[0]
        p.cup = (p.cup | 1 << command) & ~(1 << other)
        p.queue = [other]
    p.trying = NOBODY
    p.trying_jump = 0

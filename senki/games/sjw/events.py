"""Random events, rain and paralysis (chapter 14), and the end of the action cycle by the dice (chapter 15)."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.games.sjw.counters import SIDES, UNITS_OF
from senki.games.sjw.crossings import set_reach
from senki.games.sjw.ground import DRY, RAIN
from senki.games.sjw.panic import relieve_pope
from senki.games.sjw.position import LATER, SjwPosition
from senki.games.sjw.tables import TABLES
from senki.games.sjw.undertaking import NOBODY

EVENTS: Final[list[str]] = list(TABLES["events"]["results"])
"""By the sum of two dice, from 2."""
LEAST: Final = 2
_CYCLE_END: Final[dict[str, Any]] = TABLES["cycle_end"]
ENDS_FROM: Final[int] = int(_CYCLE_END["from_turn"])
ENDS_AT: Final[int] = int(_CYCLE_END["most"])
LATE_FROM: Final[int] = int(_CYCLE_END["late_turn"])
LATE_AT: Final[int] = int(_CYCLE_END["late_most"])


@enforces("SJW-14.2", "SJW-14.4", "SJW-18.3")
def begin_day(p: SjwPosition) -> None:
    """What a new day changes by itself: orders reach the units again, the rain may stop, Pope may have to go."""
    p.event, p.paralysed = 0, NOBODY
    if not p.advanced:
        return
    set_weather(p, RAIN if p.turn <= p.rain_until else DRY)
    if p.weather == RAIN and p.events is not None:
        p.tell("rain", "SJW-14.2", {"until": p.rain_until})
    relieve_pope(p)


def set_weather(p: SjwPosition, weather: int) -> None:
    """The weather of the day; zones of control reach as far as it lets them."""
    if weather != p.weather:
        p.weather = weather
        set_reach(p)


@enforces("SJW-14.1")
def has_event(p: SjwPosition) -> bool:
    """The table is used from turn 2 on."""
    return p.advanced and p.turn > 1


@enforces("SJW-14.1")
def take_event(p: SjwPosition, total: int) -> None:
    """Carry out the event of this sum."""
    p.event = total
    name = EVENTS[total - LEAST]
    if p.events is not None:
        p.tell("event", "SJW-14.1", {"total": total, "event": name})
    kind, _, what = name.partition("_")
    if kind == "rain":
        rain_falls(p, int(what))
        return
    side = SIDES.index(what)
    if kind == "paralysis":
        paralyse(p, side)
    elif kind == "advanced":
        advance_arrivals(p, side)
    else:
        delay_arrivals(p, side)


@enforces("SJW-14.2")
def rain_falls(p: SjwPosition, turns: int) -> None:
    """Rain for so many turns, this one included; on a turn that is marked for rain it changes nothing."""
    if p.turn <= p.rain_until:
        if p.events is not None:
            p.tell("rain_already", "SJW-14.2", {"until": p.rain_until})
        return
    p.rain_until = p.turn + turns - 1
    set_weather(p, RAIN)
    if p.events is not None:
        p.tell("rain", "SJW-14.2", {"until": p.rain_until})


@enforces("SJW-14.3")
def delay_arrivals(p: SjwPosition, side: int) -> None:
    """Whatever is due now, and whatever has waited, comes next turn."""
    change_arrivals(p, side, range(p.turn + 1), p.turn + 1, "arrivals_delayed")


@enforces("SJW-14.3")
def advance_arrivals(p: SjwPosition, side: int) -> None:
    """Whatever is due next turn comes now."""
    change_arrivals(p, side, range(p.turn + 1, p.turn + 2), p.turn, "arrivals_advanced")


def change_arrivals(p: SjwPosition, side: int, due: range, turn: int, told: str) -> None:
    """Arrivals that are due in these turns come in another one; if there are none nothing happens."""
    changed = 0
    for unit in UNITS_OF[side]:
        if p.hex[unit] == LATER and p.due[unit] in due:
            p.due[unit] = turn
            changed += 1
    if p.events is not None:
        facts: dict[str, str | int] = {"side": SIDES[side], "units": changed, "turn": turn}
        p.tell(told if changed else "no_arrivals", "SJW-14.3", facts)


@enforces("SJW-14.4")
def paralyse(p: SjwPosition, side: int) -> None:
    """A side's command is paralysed for this action cycle."""
    p.paralysed = side
    if p.events is not None:
        p.tell("paralysed", "SJW-14.4", {"side": SIDES[side]})


@enforces("SJW-14.4")
def is_paralysed(p: SjwPosition, side: int) -> bool:
    """Shorter marches, no force marches, no assaults; rails and raids are not affected."""
    return p.paralysed == side


@enforces("SJW-15.1")
def may_end_cycle(p: SjwPosition) -> bool:
    """Does a double 1 for the initiative call for the end die? Never in turns 1 and 2."""
    return p.advanced and p.turn >= ENDS_FROM


@enforces("SJW-15.1")
def cycle_ends(p: SjwPosition, die: int) -> bool:
    """Does the end die end the cycle at once? Late in the campaign one more face does."""
    return may_end_cycle(p) and die <= (LATE_AT if p.turn >= LATE_FROM else ENDS_AT)

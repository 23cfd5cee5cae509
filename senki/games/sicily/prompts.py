"""What a position waits for, as a message with its facts: one for every step that asks a side or the dice."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Note
from senki.engine.game import Game
from senki.engine.views import who_chooses
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.airborne import is_mandatory
from senki.games.sicily.battle import Attack
from senki.games.sicily.coastals import planned_unit
from senki.games.sicily.counters import ARMIES, SIDES, UK_ARMY, UNITS, US_ARMY
from senki.games.sicily.landing import WHENCE
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.relief import air_limit
from senki.games.sicily.support import air_success, naval_most, navy_asked

ABOUT_THOSE_WHO_WAIT: Final = (
    "air_supply_die", "collapse_die", "coastal_draw", "drop_dice", "direction_die", "scatter", "land", "landing_die",
    "evacuation_die", "drop", "strike_die",
)  # fmt: skip
"""Steps that ask or roll for the first of those who wait."""
GOING: Final = ("go", "march_to")
BUILDING: Final = ("allocate",)


def prompt(game: Game, p: SicilyPosition, draft: Attack | None) -> Note:
    """What the position waits for; the attack that is being put together as far as it may be told."""
    if p.over:
        result = p.result
        assert result is not None
        key = "over_landing" if p.theatre.plan.goals else "over"
        return Note(key, {"side": SIDES[result.winner], "level": result.level, "points": result.points})
    name = p.step.name
    found = who_chooses(game, p)
    found["turn"] = p.turn
    found["n"] = p.task
    found["air"] = p.air
    found["active"] = SIDES[p.side]
    found.update(of_step(p, name, draft))
    return Note(variant(p, name, draft), found)


def variant(p: SicilyPosition, name: str, draft: Attack | None) -> str:
    """The message of a step; some steps ask in two ways."""
    if name == "drop" and p.waiting and not is_mandatory(p.waiting[p.task], p.flags[p.waiting[p.task]]):
        return "drop_optional"
    if name == "land":
        return "land_from" if p.task == WHENCE else "land"
    if name == "allocate" and draft is not None and draft.targets:
        return "allocate_with"
    return name


def of_step(p: SicilyPosition, name: str, draft: Attack | None) -> dict[str, str | int]:
    """Who and what a step is about."""
    found: dict[str, str | int] = {}
    leg = p.leg
    if leg is not None and name in GOING:
        found["unit"], found["points"] = UNITS[leg.unit], leg.points
        put_hex(p, found, p.hex[leg.unit])
    elif name == "chit_draw" and p.drawing:
        found["unit"] = UNITS[p.drawing[0]]
    elif name == "port_die" and p.taken_ports:
        put_hex(p, found, p.taken_ports[0])
    elif name in ABOUT_THOSE_WHO_WAIT and p.waiting:
        unit = p.waiting[p.task if name == "drop" else 0]
        found["unit"] = UNITS[unit]
        put_hex(p, found, p.aim[unit] if p.aim[unit] != NOBODY else p.hex[unit])
        if name == "air_supply_die":
            found["most"] = air_limit(p, unit)
    elif name in BUILDING and draft is not None and draft.targets:
        put_hex(p, found, draft.targets[0])
        found["units"] = " ".join(UNITS[unit] for unit in draft.units)
    elif name in ("numbers", "number_dice"):
        found["army"] = ARMIES[US_ARMY if p.numbers[US_ARMY] == NOBODY else UK_ARMY]
    elif name == "plan_landing":
        unit = planned_unit(p)
        found["unit"] = UNITS[unit]
        put_hex(p, found, p.aim[unit])
    elif name == "divide":
        found["points"] = p.task
    elif name == "income_die":
        found["captured"] = p.captured
    found["drops"] = max(0, p.drops)
    found.update(of_combat(p))
    return found


def put_hex(p: SicilyPosition, facts: dict[str, str | int], hex: int) -> None:
    """Note a hex under both names that messages use."""
    if hex >= 0:
        facts["to"] = facts["hex"] = p.ground.names[hex]


def due(p: SicilyPosition, after: Aftermath) -> int:
    """How much a side has still to meet: hexes while it goes back, steps while it loses them, else its number."""
    if p.step.name == "retreat":
        return after.togo
    if p.step.name == "lose":
        return after.steps + after.toll
    return after.numbers[0] if after.losing == after.side else after.numbers[1]


def of_combat(p: SicilyPosition) -> dict[str, str | int]:
    """The combat under way: its hex, what has been committed, what has still to be met."""
    found: dict[str, str | int] = {}
    battle, after = p.battle, p.aftermath
    if battle is not None:
        named = battle.to_name[0] if battle.to_name else battle.targets[0]
        put_hex(p, found, named)
        if p.step.name == "naval_points":
            found["army"], found["most"] = ARMIES[navy_asked(battle)], naval_most(p, battle)
        elif p.step.name == "air_die":
            found["most"] = air_success(p)
    if after is not None:
        put_hex(p, found, after.targets[0])
        found["attack"], found["defence"] = after.numbers[0], after.numbers[1]
        found["n"] = due(p, after)
        if after.been:
            put_hex(p, found, after.been[-1])
        if after.going:
            found["unit"] = UNITS[after.going[0]]
            found["units"] = " ".join(UNITS[unit] for unit in after.going)
        elif after.advancing:
            found["unit"] = UNITS[after.advancing[0]]
    return found

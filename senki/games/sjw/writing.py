"""A position as JSON values; what they mean and how they are read: forms.py."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.lexicon import Names
from senki.engine.tasks import first_of, kind_of, second_of
from senki.games.sjw.campaign import Campaign, Start
from senki.games.sjw.counters import COUNT, CSA, IS_TROOP, SIDES, UNITS, USA
from senki.games.sjw.crossings import SPAN_KINDS, hexes_of
from senki.games.sjw.flow import STEP_NAMES
from senki.games.sjw.ground import DRY, Ground
from senki.games.sjw.position import (
    CAUSES,
    FLAG_NAMES,
    LATER,
    OFF_MAP,
    OUT,
    SPARE,
    STATION_STATES,
    SWITCHES,
    TURNS_TO_ACT,
    WHOLE,
    SjwPosition,
)
from senki.games.sjw.sound import COUNTED, HEX, LEADER, NOTHING, STATION, TASKS, UNIT
from senki.games.sjw.tables import WORKS
from senki.games.sjw.undertaking import BATTLE_KINDS, NOBODY, Battle, March

WEATHERS: Final = ["dry", "rain"]
MARCHING_KINDS: Final = ["inf", "cav"]


def start_of(plan: Campaign, unit: int) -> Start | None:
    """How a scenario sets a counter up, or lets it arrive; none if it does not have it."""
    for start in plan.setup:
        if start.unit == unit:
            return start
    return plan.arrival(unit)


def limit_names(plan: Campaign) -> Names:
    """The limits of a scenario by clause and kind, with a number where these are not enough."""
    names: list[str] = []
    for limit in plan.limits:
        name = f"{limit.clause} {limit.kind}"
        names.append(name if name not in names else f"{name} {limit.number}")
    return Names("limit", "limits", names)


def write_position(p: SjwPosition) -> dict[str, Any]:
    """A position in its JSON form, complete: what is empty or as at the start of every scenario is left out."""
    names, scene = p.ground.names, p.theatre
    limits = limit_names(scene.plan).ids
    found: dict[str, Any] = {
        "scenario": scene.plan.name,
        "turn": p.turn,
        "side": SIDES[p.side],
        "to_act": TURNS_TO_ACT[p.to_act],
        "units": {UNITS[unit]: write_unit(p, unit, limits) for unit in range(COUNT) if is_told(p, unit)},
        "to_come": [STEP_NAMES[step] for step in reversed(p.stack)],
        "spans": [write_span(p.ground, span) for span in p.spans],
    }
    stations = [number for number in range(len(p.stations)) if p.stations[number] != WHOLE]
    told: dict[str, Any] = {
        "switches": [name for number, name in enumerate(SWITCHES) if p.switches >> number & 1],
        "map": p.ground.text,
        "stations": {names[p.ground.stations[number]]: STATION_STATES[p.stations[number]] for number in stations},
        "lost_depots": [names[scene.depots[number]] for number in range(len(p.depots)) if not p.depots[number]],
        "controlled": [names[scene.objectives[number]] for number in range(len(p.control)) if p.control[number]],
        "tried": [[names[hex] for hex in hexes_of(span)] for span in p.tried],
        "span_turn": p.span_turn,
        "losses": {SIDES[side]: write_losses(p, side) for side in (CSA, USA) if write_losses(p, side)},
        "routs": {SIDES[side]: p.routs[side] for side in (CSA, USA) if p.routs[side]},
        "weather": WEATHERS[p.weather] if p.weather != DRY else "",
        "rain_until": p.rain_until,
        "paralysed": SIDES[p.paralysed] if p.paralysed != NOBODY else "",
        "event": p.event,
        "panic_turn": p.panic_turn,
        "rail_halves": p.rail_used,
        "task": write_task(p) if p.task else "",
        "waiting": write_units(p.waiting),
    }
    for name, value in told.items():
        if value:
            found[name] = value
    march, battle = p.march, p.battle
    if march is not None:
        found["march"] = write_march(p.ground, march)
    if battle is not None:
        found["battle"] = write_battle(p.ground, battle)
    return found


def is_told(p: SjwPosition, unit: int) -> bool:
    """Of those who are not in the game, and of substitutes at rest, there is nothing to say unless a limit is over."""
    return p.hex[unit] not in (OUT, SPARE) or p.freed[unit] != 0


def write_unit(p: SjwPosition, unit: int, limits: list[str]) -> dict[str, Any]:
    """A counter: its place, of a unit that lives its manpower and fatigue, and whatever else there is to say."""
    place = p.hex[unit]
    found: dict[str, Any] = {"hex": p.ground.names[place]} if place >= 0 else {"box": OFF_MAP[-place]}
    if IS_TROOP[unit] and (place >= 0 or place == LATER):
        found["manpower"], found["fatigue"] = p.manpower[unit], p.fatigue[unit]
        start = start_of(p.theatre.plan, unit)
        if p.works[unit] or (start is not None and start.works):
            found["works"] = WORKS[p.works[unit]]
    if p.flags[unit]:
        found["states"] = [name for number, name in enumerate(FLAG_NAMES) if p.flags[unit] >> number & 1]
    if p.demoralized[unit]:
        found["demoralized"] = p.demoralized[unit]
    if p.due[unit] or place == LATER:
        found["due"] = p.due[unit]
    if p.parent[unit] != NOBODY:
        found["parent"] = UNITS[p.parent[unit]]
    if p.freed[unit]:
        found["freed"] = [name for number, name in enumerate(limits) if p.freed[unit] >> number & 1]
    return found


def write_units(units: list[int]) -> list[str]:
    """Counters by their names."""
    return [UNITS[unit] for unit in units]


def write_span(ground: Ground, span: int) -> dict[str, Any]:
    """A bridge that is not simply one of the map."""
    return {"kind": SPAN_KINDS[kind_of(span)], "between": [ground.names[hex] for hex in hexes_of(span)]}


def write_losses(p: SjwPosition, side: int) -> dict[str, int]:
    """What a side has lost, by cause."""
    found: dict[str, int] = {}
    for number, cause in enumerate(CAUSES):
        lost = p.losses[len(CAUSES) * side + number]
        if lost:
            found[cause] = lost
    return found


def write_task(p: SjwPosition) -> str:
    """What the awaited step is about, in the words it takes."""
    first, second = TASKS[p.stack[-1]]
    words = [write_word(p, first_of(p.task), first)]
    if second != NOTHING:
        words.append(write_word(p, second_of(p.task), second))
    return " ".join(words)


def write_word(p: SjwPosition, number: int, kind: str) -> str:
    """A counter, a hex, or how many."""
    if kind in (UNIT, LEADER):
        return UNITS[number]
    if kind == COUNTED:
        return str(number)
    hexes = p.ground.stations if kind == STATION else p.theatre.depots
    return p.ground.names[number if kind == HEX else hexes[number]]


def write_march(ground: Ground, march: March) -> dict[str, Any]:
    """A march under way."""
    told: dict[str, Any] = {
        "unit": UNITS[march.unit] if march.unit != NOBODY else "",
        "leader": UNITS[march.leader] if march.leader != NOBODY else "",
        "companion": UNITS[march.companion] if march.companion != NOBODY else "",
        "named": write_units(march.named),
        "rolled": {kind: march.rolled[number] for number, kind in enumerate(MARCHING_KINDS) if march.rolled[number]},
        "start": ground.names[march.start] if march.start != NOBODY else "",
        "before": march.before,
        "half_points": march.points,
        "by_rail": march.by_rail,
        "moved": march.moved,
        "halted": march.halted,
        "forced": march.forced,
        "riders": write_units(march.riders),
        "to_ask": [ground.names[hex] for hex in march.to_ask],
    }
    return {name: value for name, value in told.items() if value}


def write_battle(ground: Ground, battle: Battle) -> dict[str, Any]:
    """A combat under way."""
    found: dict[str, Any] = {
        "kind": BATTLE_KINDS[battle.kind],
        "side": SIDES[battle.side],
        "target": ground.names[battle.target],
        "defenders": write_units(battle.defenders),
        "froms": [ground.names[hex] for hex in battle.hexes],
    }
    told: dict[str, Any] = {
        "attackers": write_units(battle.attackers),
        "half_points": battle.points,
        "leader": UNITS[battle.leader] if battle.leader != NOBODY else "",
        "grand": UNITS[battle.grand] if battle.grand != NOBODY else "",
        "most": battle.most,
        "refused": battle.refused,
        "artillery_die": battle.artillery_die,
        "attacker_die": battle.attacker_die,
        "defender_die": battle.defender_die,
        "difference": battle.difference,
        "retreating": write_units(battle.retreating),
        "steps": battle.steps,
        "been": [ground.names[hex] for hex in battle.been],
        "evading": battle.evading,
        "voluntary": battle.voluntary,
        "may_advance": battle.may_advance,
        "rout": battle.rout,
    }
    for name, value in told.items():
        if value:
            found[name] = value
    return found

"""A position as JSON values; what they mean and how they are read: forms.py."""

from __future__ import annotations

from typing import Any, Final

from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.battle import Attack, Battle
from senki.games.sicily.counters import ARMIES, COUNT, DEPOTS, HEX, IS_DEPOT, MORALE, NATIONS, SIDES, STEPS, UNITS
from senki.games.sicily.flow import STEP_NAMES
from senki.games.sicily.ground import Ground
from senki.games.sicily.moving import NOBODY, Leg
from senki.games.sicily.options import LINES
from senki.games.sicily.position import (
    DEAD,
    FLAG_NAMES,
    LEDGER,
    OFF_MAP,
    OUT,
    REPLACEMENTS,
    STATUS,
    SUPPLIED,
    SWITCHES,
    WAITING,
    SicilyPosition,
)
from senki.games.sicily.tables import FAIR, WEATHER

PERMITS: Final = ["us_regiments", "us_battalions", "uk_regiments", "uk_battalions"]
"""End-runs that are left, as they are written."""


def write_position(p: SicilyPosition) -> dict[str, Any]:
    """A position in its JSON form, complete: what is empty or as at the start of every scenario is left out."""
    ground = p.ground
    found: dict[str, Any] = {
        "scenario": p.theatre.plan.name,
        "turn": p.turn,
        "side": SIDES[p.side],
        "units": {UNITS[unit]: write_unit(p, unit) for unit in range(COUNT) if is_told(p, unit)},
        "to_come": [STEP_NAMES[step] for step in reversed(p.stack)],
        "held": [ground.names[ground.places[number]] for number in range(len(p.held)) if p.held[number]],
        "boundary": LINES[p.boundary],
        "us_limit": bool(p.us_limit),
        "supply": write_account(ARMIES, p.supply),
        "packs": write_account(ARMIES[:2], p.packs),
        "permits": write_some(PERMITS, p.permits),
        "groups": p.groups,
        "collapse": p.collapse,
        "gone": p.gone,
        "dropped_last": p.dropped_last,
    }
    if p.drops != NOBODY:
        found["drops"] = p.drops
    if not p.axis_air:
        found["axis_air"] = False
    told: dict[str, Any] = {
        "special": bool(p.special),
        "switches": write_bits(SWITCHES, p.switches),
        "map": ground.text,
        "opens": {ground.names[ground.ports[number]]: turn for number, turn in enumerate(p.opens) if turn},
        "lost_sources": write_bits([ground.names[hex] for hex in ground.sources], p.lost_sources),
        "limit_until": p.limit_until,
        "linked": p.linked,
        "delayed": bool(p.delayed),
        "ledger": write_some(LEDGER, p.ledger),
        "tactical": p.tactical,
        "replacements": write_some(REPLACEMENTS, p.replacements),
        "replaced": write_bits(NATIONS, p.replaced),
        "weather": WEATHER[p.weather] if p.weather != FAIR else "",
        "captured": p.captured,
        "air": p.air,
        "bombers": p.bombers,
        "bombing": bool(p.bombing),
        "naval": write_some(ARMIES[:2], p.naval),
        "interdiction": bool(p.interdiction),
        "numbers": {ARMIES[army]: number for army, number in enumerate(p.numbers) if number != NOBODY},
        "sums": write_some(ARMIES[:2], p.sums),
        "runs": write_some(PERMITS, p.runs),
        "ran": write_bits(ARMIES, p.ran),
        "entered": p.entered,
        "ferried": write_ferried(p),
        "shipped": write_some([UNITS[depot] for depot in DEPOTS], p.shipped),
        "port_call": bool(p.port_call),
        "depots_back": write_bits(ARMIES, p.depots_back),
        "task": p.task,
        "waiting": write_units(p.waiting),
        "drawing": write_units(p.drawing),
        "taken_ports": write_hexes(ground, p.taken_ports),
        "ready": {UNITS[unit]: write_place(ground, p.stood[number]) for number, unit in enumerate(p.ready)},
        "attacks": [write_attack(ground, attack) for attack in p.attacks],
    }
    for name, value in told.items():
        if value:
            found[name] = value
    leg, draft, battle, aftermath = p.leg, p.draft, p.battle, p.aftermath
    if leg is not None:
        found["leg"] = write_leg(ground, leg)
    if draft is not None:
        found["draft"] = write_attack(ground, draft)
    if battle is not None:
        found["battle"] = write_battle(ground, battle)
    if aftermath is not None:
        found["aftermath"] = write_aftermath(ground, aftermath)
    return found


def is_told(p: SicilyPosition, unit: int) -> bool:
    """Of who is not in the game there is nothing to say, unless he was to come once and is lost now."""
    return p.hex[unit] != OUT or p.flags[unit] != 0 or p.since[unit] != 0 or p.aim[unit] != NOBODY


def write_unit(p: SicilyPosition, unit: int) -> dict[str, Any]:
    """A counter: its place, and whatever else there is to say."""
    place = p.hex[unit]
    found: dict[str, Any] = {"hex": p.ground.names[place]} if place >= 0 else {"box": OFF_MAP[-place]}
    if p.left[unit] != (0 if place == DEAD and not IS_DEPOT[unit] else STEPS[unit]):
        found["left"] = p.left[unit]
    if p.chit[unit] != NOBODY:
        found["chit"] = p.chit[unit] + 1
    if p.morale[unit] != MORALE[unit]:
        found["morale"] = p.morale[unit]
    if p.flags[unit]:
        found["states"] = write_bits(FLAG_NAMES, p.flags[unit])
    if p.status[unit] != SUPPLIED:
        found["status"] = STATUS[p.status[unit]]
    if p.since[unit]:
        found["since"] = p.since[unit]
    printed = p.ground.number(HEX[unit]) if place == WAITING and HEX[unit] else NOBODY
    if p.aim[unit] != printed:
        found["aim"] = p.ground.names[p.aim[unit]] if p.aim[unit] != NOBODY else ""
    return found


def write_bits(names: list[str], bits: int) -> list[str]:
    """What is set, by name."""
    return [name for number, name in enumerate(names) if bits >> number & 1]


def write_account(names: list[str], account: list[int]) -> dict[str, int]:
    """All of an account, by name."""
    return {name: account[number] for number, name in enumerate(names)}


def write_some(names: list[str], account: list[int]) -> dict[str, int]:
    """What is not nought in an account, by name."""
    return {name: account[number] for number, name in enumerate(names) if account[number]}


def write_ferried(p: SicilyPosition) -> dict[str, list[int]]:
    """Who has left from each exit in this phase: Italians, Germans."""
    found: dict[str, list[int]] = {}
    for number, hex in enumerate(p.ground.exits):
        both = p.ferried[2 * number : 2 * number + 2]
        if hex >= 0 and any(both):
            found[p.ground.names[hex]] = both
    return found


def write_units(units: list[int]) -> list[str]:
    """Counters by their names."""
    return [UNITS[unit] for unit in units]


def write_hexes(ground: Ground, hexes: list[int]) -> list[str]:
    """Hexes by their numbers."""
    return [ground.names[hex] for hex in hexes]


def write_place(ground: Ground, place: int) -> str:
    """A hex by its number, a place off the map by its name."""
    return ground.names[place] if place >= 0 else OFF_MAP[-place]


def write_leg(ground: Ground, leg: Leg) -> dict[str, Any]:
    """A unit on the move."""
    told: dict[str, Any] = {
        "unit": UNITS[leg.unit],
        "points": leg.points,
        "start": ground.names[leg.start] if leg.start != NOBODY else "",
        "moved": leg.moved,
        "left_zone": leg.left_zone,
        "halted": leg.halted,
    }
    found = {name: value for name, value in told.items() if value}
    found["allowance"] = leg.allowance
    return found


def write_attack(ground: Ground, attack: Attack) -> dict[str, Any]:
    """An attack of the list."""
    return {
        "targets": write_hexes(ground, attack.targets),
        "units": write_units(attack.units),
        "places": write_hexes(ground, attack.places),
    }


def write_battle(ground: Ground, battle: Battle) -> dict[str, Any]:
    """The attack that is being resolved."""
    found: dict[str, Any] = {
        "side": SIDES[battle.side],
        "targets": write_hexes(ground, battle.targets),
        "attackers": write_units(battle.attackers),
        "defenders": write_units(battle.defenders),
    }
    told: dict[str, Any] = {
        "to_name": write_hexes(ground, battle.to_name),
        "asked": battle.asked,
        "attack_guns": write_units(battle.attack_guns),
        "defence_guns": write_units(battle.defence_guns),
        "air": battle.air,
        "naval": battle.naval,
        "naval_rolls": battle.naval_rolls,
        "naval_hits": battle.naval_hits,
    }
    for name, value in told.items():
        if value:
            found[name] = value
    return found


def write_aftermath(ground: Ground, after: Aftermath) -> dict[str, Any]:
    """Losses, retreats and advances under way."""
    found: dict[str, Any] = {
        "side": SIDES[after.side],
        "numbers": after.numbers[:],
        "targets": write_hexes(ground, after.targets),
        "attackers": write_units(after.attackers),
        "defenders": write_units(after.defenders),
    }
    ends = [*after.path_starts[1:], len(after.paths)]
    told: dict[str, Any] = {
        "breakthrough": after.breakthrough,
        "stage": after.stage,
        "losing": SIDES[after.losing] if after.losing != NOBODY else "",
        "posts": write_hexes(ground, after.posts),
        "steps": after.steps,
        "hit": UNITS[after.hit] if after.hit != NOBODY else "",
        "stacks": write_hexes(ground, after.stacks),
        "going": write_units(after.going),
        "been": write_hexes(ground, after.been),
        "togo": after.togo,
        "toll": after.toll,
        "parted": write_units(after.parted),
        "parted_been": write_hexes(ground, after.parted_been),
        "parted_togo": after.parted_togo,
        "paths": [
            write_hexes(ground, after.paths[start:end]) for start, end in zip(after.path_starts, ends, strict=False)
        ],
        "vacated": write_hexes(ground, after.vacated),
        "reaches": after.reaches[:],
        "free": after.free[:],
        "retired": after.retired,
        "winner": SIDES[after.winner] if after.winner != NOBODY else "",
        "advancing": write_units(after.advancing),
        "way": write_hexes(ground, after.way),
    }
    if after.hexes != NOBODY:
        found["hexes"] = after.hexes
    for name, value in told.items():
        if value:
            found[name] = value
    return found

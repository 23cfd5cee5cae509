"""Retreats (7.6, 7.5.5): hex by hex along the best ways back, with what enemies on them cost."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.retreats import Retreat, next_steps
from senki.boards.hexes.search import SHUT
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.bridges import wreck_bridges
from senki.games.sjw.commands import commands, move_leader
from senki.games.sjw.counters import SIDE_OF, UNITS
from senki.games.sjw.crossings import prices
from senki.games.sjw.entering import move_unit
from senki.games.sjw.limits import RETREAT_HOW, closed
from senki.games.sjw.manpower import destroy, lose
from senki.games.sjw.options import RETREAT_TO
from senki.games.sjw.position import EVADING, RETREATING, SjwPosition, leaders_in
from senki.games.sjw.steps import RETREAT, ROUTS
from senki.games.sjw.tables import TABLES
from senki.games.sjw.undertaking import NOBODY, Battle
from senki.games.sjw.zones import in_any_zone

HEXES: Final[int] = int(TABLES["retreat"]["hexes"])
ZONE_LOSS: Final[int] = int(TABLES["retreat"]["zone_loss"])
ENEMY_LOSS: Final[int] = int(TABLES["retreat"]["enemy_loss"])
HELD_BY_ENEMY: Final = 100
"""A hex with enemies weighs more than any number of zones."""
UNKNOWN: Final = -1


class WayBack(Retreat):
    """The retreat of a unit from a combat."""

    def __init__(self, p: SjwPosition, unit: int) -> None:
        self.p = p
        self.own: int = SIDE_OF[unit]
        self.prices: vec[i16] = prices(p, self.own)
        self.shut: list[bool] = closed(p, unit)
        self.burdens: dict[int, int] = {}

    @enforces("SJW-7.6.1", "SJW-2.4.5", "SJW-14.2")
    def is_open(self, place: int, to: int) -> bool:
        """Whatever the ground costs, over a side it may cross, into a hex the scenario allows."""
        return not self.shut[to] and self.prices[place] != SHUT

    @enforces("SJW-7.6.2")
    def burden(self, to: int) -> int:
        """Enemies in a hex first, then their zones without a friend there."""
        found = self.burdens.get(to, UNKNOWN)
        if found == UNKNOWN:
            found = HELD_BY_ENEMY if self.p.presence.units(1 - self.own, to) else 0
            found += 1 if is_zone_without_friend(self.p, self.own, to) else 0
            self.burdens[to] = found
        return found

    @enforces("SJW-7.6.2", "SJW-7.6.3")
    def may_end(self, hex: int) -> bool:
        """Not among enemies."""
        return not self.p.presence.units(1 - self.own, hex)


@enforces("SJW-7.6.3")
def is_zone_without_friend(p: SjwPosition, side: int, hex: int) -> bool:
    """An enemy zone, and no friend there; units of the same stack are friends where they have ended their retreat."""
    return in_any_zone(p, side, hex) and not p.presence.units(side, hex)


@enforces("SJW-7.6.1", "SJW-7.6.2")
def ways_back(p: SjwPosition, battle: Battle, unit: int) -> list[int]:
    """The next hexes of a unit's best ways back."""
    if unit == under_way(battle):
        return next_steps(p.ground, battle.been, battle.steps, WayBack(p, unit), battle.target)
    return next_steps(p.ground, [battle.target], HEXES, WayBack(p, unit), battle.target)


def under_way(battle: Battle) -> int:
    """The unit in the middle of its retreat, or NOBODY if the owner says who is next."""
    return battle.retreating[0] if battle.been else NOBODY


@enforces("SJW-7.6.1", "SJW-7.6.5")
def go_back(p: SjwPosition, battle: Battle) -> None:
    """The next step of a retreat: where there is only one way it is taken, otherwise the owner is asked."""
    unit = under_way(battle)
    if unit != NOBODY:
        hexes = ways_back(p, battle, unit) if battle.steps else []
        if not hexes:
            end_retreat(p, battle, unit)
            p.push(ROUTS)
        else:
            step_or_ask(p, battle, [unit], [hexes])
        return
    units: list[int] = []
    ways: list[list[int]] = []
    for each in battle.retreating[:]:
        hexes = ways_back(p, battle, each)
        if hexes:
            units.append(each)
            ways.append(hexes)
        else:
            cut_off(p, battle, each)
    if units:
        step_or_ask(p, battle, units, ways)
    else:
        p.push(ROUTS)


def step_or_ask(p: SjwPosition, battle: Battle, units: list[int], ways: list[list[int]]) -> None:
    """Take the only step there is, or ask."""
    if len(units) == 1 and len(ways[0]) == 1:
        step_back(p, battle, units[0], ways[0][0])
    else:
        p.push(RETREAT)


@enforces("SJW-7.6.5")
def cut_off(p: SjwPosition, battle: Battle, unit: int) -> None:
    """A unit that can end nowhere is eliminated."""
    battle.retreating.remove(unit)
    if p.events is not None:
        p.tell("cut_off", "SJW-7.6.5", {"unit": UNITS[unit], "at": p.ground.names[p.hex[unit]]})
    destroy(p, unit, cause_of(battle))


def cause_of(battle: Battle) -> int:
    """How losses on the way back are booked."""
    return EVADING if battle.evading else RETREATING


@enforces("SJW-7.6.1", "SJW-7.6.3", "SJW-7.6.4", "SJW-7.7.2")
def step_back(p: SjwPosition, battle: Battle, unit: int, to: int) -> None:
    """One hex back, with what it costs to pass enemies and their zones; the retreat goes on."""
    if under_way(battle) == NOBODY:
        battle.retreating.remove(unit)
        battle.retreating.insert(0, unit)
        battle.been = [battle.target]
        battle.steps = HEXES
    side = SIDE_OF[unit]
    loss = ZONE_LOSS if is_zone_without_friend(p, side, to) else 0
    loss += ENEMY_LOSS if p.presence.units(1 - side, to) else 0
    battle.been.append(to)
    battle.steps -= 1
    move_unit(p, unit, to, RETREAT_HOW, [])
    lose(p, unit, loss, cause_of(battle))
    if p.hex[unit] < 0:
        stop(battle, unit)
    p.push(ROUTS)


@enforces("SJW-7.6.6", "SJW-10.3")
def end_retreat(p: SjwPosition, battle: Battle, unit: int) -> None:
    """A unit has gone back far enough; leaders with no other unit of theirs in the combat hex have gone with it."""
    stop(battle, unit)
    for leader in leaders_in(p, SIDE_OF[unit], battle.target):
        if commands(p, leader, unit) and not any(commands(p, leader, other) for other in battle.retreating):
            facts: dict[str, str | int] = {"leader": UNITS[leader], "unit": UNITS[unit]}
            move_leader(p, leader, p.hex[unit], "went_along", "SJW-7.6.6", facts)
    wreck_bridges(p, unit)


def stop(battle: Battle, unit: int) -> None:
    """A unit's retreat is over."""
    battle.retreating.remove(unit)
    battle.been = []
    battle.steps = 0


def going(p: SjwPosition, battle: Battle) -> list[int]:
    """Who may go next: the unit under way, or any that has still to go."""
    unit = under_way(battle)
    return [unit] if unit != NOBODY else battle.retreating


def retreat_options(p: SjwPosition, battle: Battle) -> list[Option]:
    """The steps the owner may choose from."""
    words = p.ground.words
    return [words.two(RETREAT_TO, unit, to) for unit in going(p, battle) for to in ways_back(p, battle, unit)]


def retreat_candidates(p: SjwPosition, battle: Battle) -> list[Option]:
    """Every step to a neighbour."""
    words = p.ground.words
    return [words.two(RETREAT_TO, unit, to) for unit in going(p, battle) for to in p.ground.around[p.hex[unit]]]


@enforces("SJW-7.6.1", "SJW-7.6.2")
def retreat_objections(p: SjwPosition, battle: Battle, option: Option) -> list[Objection]:
    """Why a unit may not go back this way."""
    if option.verb != "retreat":
        return [forbid("SJW-7.6.1", "not_now")]
    unit, to = option.subject, option.target
    name, where = UNITS[unit], p.ground.names[to]
    if unit not in going(p, battle):
        return [forbid("SJW-7.6.1", "other_retreats", unit=name)]
    if to in ways_back(p, battle, unit):
        return []
    d = p.ground.direction(p.hex[unit], to)
    if to == battle.target or to in battle.been:
        return [forbid("SJW-7.6.2", "been_there", unit=name, to=where)]
    if d < 0 or not WayBack(p, unit).is_open(6 * p.hex[unit] + d, to):
        return [forbid("SJW-7.6.1", "no_way_back", unit=name, to=where)]
    return [forbid("SJW-7.6.2", "worse_way_back", unit=name, to=where)]

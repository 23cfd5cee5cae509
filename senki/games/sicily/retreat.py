"""Retreats (17.17, 17.20, 7.1): hex by hex, away from the enemy, with what zones of control on the way cost."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.fields import nearest
from senki.boards.hexes.retreats import Retreat, next_hexes
from senki.boards.hexes.search import SHUT
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.areas import note_side_of_limit
from senki.games.sicily.capture import enter
from senki.games.sicily.counters import ALLIES, ARMY, MECHANIZED, MOVEMENT, UNITS, UNITS_OF
from senki.games.sicily.ground import FOOT, WHEELS
from senki.games.sicily.losses import eliminate
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import RETREAT_TO, RETREAT_UNIT
from senki.games.sicily.position import SicilyPosition, has_units, in_enemy_zone, put, units_in
from senki.games.sicily.steps import RETREAT
from senki.games.sicily.tables import RAIN

FAR: Final = 99
"""No enemy is farther away."""
ZONE_STEPS: Final = 1
"""What entering an enemy zone costs a stack."""
ATTACKERS_WENT: Final = 1
DEFENDERS_WENT: Final = 2


@enforces("SIC-17.17", "SIC-17.19", "SIC-16.4", "SIC-8.1")
def passes(p: SicilyPosition, unit: int, place: int) -> bool:
    """May a unit cross a side in a retreat or an advance? Terrain it can never enter bars it; unbridged rivers only in
    rain. The Allied prices say so for both sides: they shut nothing else."""
    kind = WHEELS if MECHANIZED[unit] else FOOT
    prices: vec[i16] = p.ground.price[4 * kind + 2 * ALLIES + int(p.weather == RAIN)]
    return prices[place] != SHUT


@enforces("SIC-15.4", "SIC-17.17")
def holds_other_army(p: SicilyPosition, unit: int, side: int, hex: int) -> bool:
    """Are units of the other Allied army in a hex?"""
    if side != ALLIES:
        return False
    return any(ARMY[other] != ARMY[unit] for other in units_in(p, side, hex))


class WayBack(Retreat):
    """The next hex of units that go back together."""

    def __init__(self, p: SicilyPosition, a: Aftermath, units: list[int], been: list[int]) -> None:
        self.p = p
        self.side: int = a.losing
        self.units = units
        self.been = been
        self.posts: list[int] = a.posts
        self.routed: bool = is_rout(a)
        self.away: int = p.ground.distance(been[0], been[-1])

    @enforces("SIC-17.17", "SIC-17.20")
    def is_open(self, place: int, to: int) -> bool:
        """Land without enemies that all of them may enter, no hex they or others leave; in a rout farther away."""
        p = self.p
        if p.ground.sea[to] or p.presence.units(1 - self.side, to) or to in self.been or to in self.posts:
            return False
        if self.routed and p.ground.distance(self.been[0], to) <= self.away:
            return False
        for unit in self.units:
            if not passes(p, unit, place) or holds_other_army(p, unit, self.side, to):
                return False
        return True

    @enforces("SIC-17.17", "SIC-17.20")
    def burden(self, to: int) -> int:
        """As far as possible from the nearest enemy, then free of his zones; whoever chases a rout is free of both."""
        if self.routed:
            return 0
        away = nearest(self.p.ground, to, self.p.hex, UNITS_OF[1 - self.side], FAR)
        return 2 * (FAR - away) + int(is_costly(self.p, self.side, to))


@enforces("SIC-17.20")
def is_rout(a: Aftermath) -> bool:
    """Does the defender go back before a breakthrough?"""
    return a.breakthrough and a.losing != a.side


@enforces("SIC-17.17")
def is_costly(p: SicilyPosition, side: int, hex: int) -> bool:
    """An enemy zone, and no friendly unit there that negates it."""
    return in_enemy_zone(p, side, hex) and not has_units(p, side, hex)


@enforces("SIC-17.17", "SIC-17.20")
def chooser(a: Aftermath) -> int:
    """Who picks the hexes: the owner, in a breakthrough the attacker."""
    return a.side if is_rout(a) else a.losing


def ways_back(p: SicilyPosition, a: Aftermath, units: list[int], been: list[int]) -> list[int]:
    """The hexes to which units may go next."""
    return next_hexes(p.ground, been[-1], WayBack(p, a, units, been))


@enforces("SIC-17.15", "SIC-17.17")
def stack_of(p: SicilyPosition, a: Aftermath, post: int) -> list[int]:
    """Who goes back from a hex: of the attackers those who took part, of the defenders everybody there."""
    units = units_in(p, a.losing, post)
    return [unit for unit in units if unit in a.attackers] if a.losing == a.side else units


def is_way_open(p: SicilyPosition, a: Aftermath) -> bool:
    """Is there a hex to which anybody could go?"""
    for post in a.posts:
        for unit in stack_of(p, a, post):
            if ways_back(p, a, [unit], [post]):
                return True
    return False


def farthest(p: SicilyPosition, a: Aftermath, most: int) -> int:
    """How many hexes, up to so many, the stack that gets farthest can go."""
    best = 0
    for post in a.posts:
        units = [unit for unit in stack_of(p, a, post) if MOVEMENT[unit]]
        if units and best < most:
            best = max(best, _depth(p, a, units, [post], most))
    return best


def _depth(p: SicilyPosition, a: Aftermath, units: list[int], been: list[int], most: int) -> int:
    if not most:
        return 0
    best = 0
    hexes = ways_back(p, a, units, been)
    if not hexes and len(units) > 1:
        for unit in units:
            best = max(best, _depth(p, a, [unit], been, most))
        return best
    for to in hexes:
        best = max(best, 1 + _depth(p, a, units, [*been, to], most - 1))
        if best == most:
            break
    return best


@enforces("SIC-17.17", "SIC-7.1")
def next_group(p: SicilyPosition, a: Aftermath) -> None:
    """Who goes back next: a unit of a stack that has parted, or the stack of the next hex; garrisons are lost."""
    if a.parted:
        a.going, a.been, a.togo = [a.parted.pop(0)], a.parted_been[:], a.parted_togo
        return
    a.parted_been, a.parted_togo = [], 0
    post = a.stacks.pop(0)
    a.going, a.been, a.togo = stack_of(p, a, post), [post], a.hexes
    for unit in a.going[:]:
        if is_garrison(unit) and ways_back(p, a, [unit], a.been):
            a.going.remove(unit)
            if p.events is not None:
                p.tell("garrison_lost", "SIC-7.1", {"unit": UNITS[unit], "hex": p.ground.names[post]})
            eliminate(p, unit)


@enforces("SIC-7.1")
def is_garrison(unit: int) -> bool:
    """A unit that never moves."""
    return MOVEMENT[unit] == 0


@enforces("SIC-17.17", "SIC-17.20")
def go_back(p: SicilyPosition, a: Aftermath) -> None:
    """The next hex of those who go back: the only one there is, or one to be chosen; without one they part, or lose in
    steps what they could not go."""
    if not a.going or not a.togo:
        end_group(a)
        return
    hexes = ways_back(p, a, a.going, a.been)
    if len(hexes) == 1:
        step_back(p, a, hexes[0])
    elif hexes:
        p.push(RETREAT)
    elif len(a.going) > 1 and any(ways_back(p, a, [unit], a.been) for unit in a.going):
        part(p, a)
    else:
        a.toll, a.togo = a.togo, 0
        if p.events is not None:
            p.tell("cut_off", "SIC-17.17", {"unit": UNITS[a.going[0]], "hex": p.ground.names[a.been[-1]], "n": a.toll})


def part(p: SicilyPosition, a: Aftermath) -> None:
    """The stack is no longer together: each unit goes for itself."""
    if p.events is not None:
        p.tell("parted", "SIC-17.17", {"hex": p.ground.names[a.been[-1]]})
    a.parted, a.parted_been, a.parted_togo = a.going, a.been, a.togo
    a.going, a.been, a.togo = [], [], 0


def end_group(a: Aftermath) -> None:
    """Those who went back together have gone far enough, or nobody of them is left; their path is kept."""
    if a.going and len(a.been) > 1:
        a.path_starts.append(len(a.paths))
        a.paths += a.been
    a.going, a.been, a.togo = [], [], 0


@enforces("SIC-17.17", "SIC-1.12", "SIC-15.1a")
def step_back(p: SicilyPosition, a: Aftermath, to: int) -> None:
    """One hex back, together; an enemy zone there without a friend costs a step."""
    a.toll = ZONE_STEPS if is_costly(p, a.losing, to) else 0
    a.retired |= ATTACKERS_WENT if a.losing == a.side else DEFENDERS_WENT
    origin = p.ground.names[a.been[-1]]
    a.been.append(to)
    a.togo -= 1
    for unit in a.going:
        put(p, unit, to)
        if p.events is not None:
            p.tell("retreated", "SIC-17.17", {"unit": UNITS[unit], "origin": origin, "to": p.ground.names[to]})
        enter(p, unit, to)
        note_side_of_limit(p, unit, False)
    if a.toll and p.events is not None:
        p.tell("zone_passed", "SIC-17.17", {"to": p.ground.names[to]})


def is_parted(a: Aftermath) -> bool:
    """Does a unit go back by itself because its stack had to part?"""
    return bool(a.parted_been)


def way_to(p: SicilyPosition, a: Aftermath, to: int) -> Option:
    """The option to go there."""
    words = p.ground.words
    return words.two(RETREAT_UNIT, a.going[0], to) if is_parted(a) else words.one(RETREAT_TO, to)


def retreat_options(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """The hexes to choose from."""
    return [way_to(p, a, to) for to in ways_back(p, a, a.going, a.been)]


def retreat_candidates(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """Every neighbour."""
    return [way_to(p, a, to) for to in p.ground.around[a.been[-1]]]


@enforces("SIC-17.17", "SIC-17.20", "SIC-15.4")
def retreat_objections(p: SicilyPosition, a: Aftermath, option: Option) -> list[Objection]:
    """Why they may not go back there."""
    if option.verb != ("retreat_unit" if is_parted(a) else "retreat"):
        return [forbid("SIC-17.17", "not_while_retreating")]
    if is_parted(a) and option.subject != a.going[0]:
        return [forbid("SIC-17.17", "other_goes_back", unit=UNITS[option.subject])]
    to = option.target
    if to in ways_back(p, a, a.going, a.been):
        return []
    where, here = p.ground.names[to], a.been[-1]
    d = p.ground.direction(here, to)
    if d == NOBODY:
        return [forbid("SIC-17.17", "retreat_too_far", to=where)]
    found = barred(p, a, 6 * here + d, to)
    return found or [forbid("SIC-17.17", "worse_way_back", to=where)]


def barred(p: SicilyPosition, a: Aftermath, place: int, to: int) -> list[Objection]:
    """What closes a neighbouring hex to those who go back."""
    where = p.ground.names[to]
    found: list[Objection] = []
    if to in a.been or to in a.posts:
        found.append(forbid("SIC-17.17", "hex_left", to=where))
    if p.presence.units(1 - a.losing, to):
        found.append(forbid("SIC-17.17", "enemy_behind", to=where))
    for unit in a.going:
        if not passes(p, unit, place):
            found.append(forbid("SIC-17.17", "no_way_back", unit=UNITS[unit], to=where))
        elif holds_other_army(p, unit, a.losing, to):
            found.append(forbid("SIC-15.4", "other_army_behind", to=where))
            break
    if is_rout(a) and p.ground.distance(a.been[0], to) <= p.ground.distance(a.been[0], a.been[-1]):
        found.append(forbid("SIC-17.20", "not_away", to=where))
    return found

"""Advance after combat (17.19, 17.20, 4.11, 15.3): into the hex that was left, then after the loser."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.areas import in_own_area, note_side_of_limit
from senki.games.sicily.capture import enter
from senki.games.sicily.counters import MECH_INF, TANK, TYPE, UNITS
from senki.games.sicily.landing import come_ashore
from senki.games.sicily.losing import is_afloat
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import ADVANCE_TO, DONE, STOP
from senki.games.sicily.position import SicilyPosition, in_enemy_zone, put, units_in
from senki.games.sicily.retreat import ATTACKERS_WENT, DEFENDERS_WENT, holds_other_army, is_garrison, passes
from senki.games.sicily.returning import way_home
from senki.games.sicily.stacking import has_room
from senki.games.sicily.steps import ADVANCE

MORE_AFTER_BREAKTHROUGH: Final = 1


@enforces("SIC-17.19", "SIC-17.20")
def note_vacated(p: SicilyPosition, a: Aftermath, number: int) -> None:
    """Which hexes the loser has left, and how far and how freely the winner may follow: as far as he went along his
    path; as far as he should have gone, anywhere, if he was eliminated."""
    for post in a.posts:
        if p.presence.units(a.losing, post):
            continue
        gone = longest_path(a, post)
        a.vacated.append(post)
        a.free.append(int(gone == 0))
        more = MORE_AFTER_BREAKTHROUGH if a.breakthrough and a.losing != a.side else 0
        a.reaches.append((gone or number) + more)


def path(a: Aftermath, number: int) -> list[int]:
    """A path of retreat."""
    end = a.path_starts[number + 1] if number + 1 < len(a.path_starts) else len(a.paths)
    return a.paths[a.path_starts[number] : end]


def longest_path(a: Aftermath, post: int) -> int:
    """How many hexes anybody who is left went back from a hex."""
    best = 0
    for number in range(len(a.path_starts)):
        hexes = path(a, number)
        if hexes[0] == post:
            best = max(best, len(hexes) - 1)
    return best


def forget_vacated(a: Aftermath) -> None:
    """Nobody advances into these hexes."""
    a.vacated, a.reaches, a.free, a.path_starts, a.paths = [], [], [], [], []


@enforces("SIC-17.19")
def choose_winner(p: SicilyPosition, a: Aftermath, camps: list[int]) -> None:
    """The attacker, if a defending hex was left and he has not gone back himself; else the defender likewise. Everybody
    in the winner's hexes may advance."""
    if a.vacated and not a.retired & ATTACKERS_WENT:
        a.winner = a.side
    else:
        forget_or_turn(p, a)
    if a.winner == NOBODY:
        return
    for post in camps if a.winner == a.side else a.targets:
        for unit in units_in(p, a.winner, post):
            if not is_garrison(unit) and (not is_afloat(p, unit) or p.aim[unit] in a.vacated):
                a.advancing.append(unit)


@enforces("SIC-17.19")
def forget_or_turn(p: SicilyPosition, a: Aftermath) -> None:
    """The attackers have gone back or are lost: the defender may follow them, unless he has gone back, too."""
    paths, starts = a.paths, a.path_starts
    forget_vacated(a)
    if a.retired & DEFENDERS_WENT:
        return
    a.paths, a.path_starts = paths, starts
    note_vacated(p, a, a.numbers[0])
    if a.vacated:
        a.winner = 1 - a.side


# where a unit may go


def first_hexes(p: SicilyPosition, a: Aftermath, unit: int) -> list[int]:
    """The vacated hexes a unit may enter."""
    return [to for to in a.vacated if not entry_faults(p, a, unit, to)]


@enforces("SIC-17.19", "SIC-17.20")
def onward(p: SicilyPosition, a: Aftermath) -> list[int]:
    """Where the unit on its way may go next."""
    unit = a.advancing[0]
    if way_faults(p, a, unit):
        return []
    return [
        to for to in p.ground.around[p.hex[unit]]
        if not leaves_path(a, unit, to) and not entry_faults(p, a, unit, to)
    ]  # fmt: skip


@enforces("SIC-17.19")
def way_faults(p: SicilyPosition, a: Aftermath, unit: int) -> list[Objection]:
    """Why a unit on its way has to stop: it is as far as it may go, or has entered an enemy zone after the first
    hex."""
    found: list[Objection] = []
    if len(a.way) >= a.reaches[a.vacated.index(a.way[0])]:
        found.append(forbid("SIC-17.19", "advanced_enough", unit=UNITS[unit], n=str(len(a.way))))
    if len(a.way) > 1 and in_enemy_zone(p, a.winner, p.hex[unit]):
        found.append(forbid("SIC-17.19", "stopped_by_zone", unit=UNITS[unit]))
    return found


@enforces("SIC-17.19")
def leaves_path(a: Aftermath, unit: int, to: int) -> bool:
    """Is a next hex off the path of retreat for a unit that has to keep to it? Tanks and mechanized infantry may leave
    it; of a loser who was eliminated there is none. Nobody goes back to where he has been."""
    if to in a.way:
        return True
    if TYPE[unit] in (TANK, MECH_INF) or a.free[a.vacated.index(a.way[0])]:
        return False
    done = len(a.way)
    for number in range(len(a.path_starts)):
        hexes = path(a, number)
        if len(hexes) > done and hexes[:done] == a.way and hexes[done] == to:
            return False
    return True


@enforces("SIC-17.19", "SIC-15.3", "SIC-15.4", "SIC-16.9", "SIC-4.11")
def entry_faults(p: SicilyPosition, a: Aftermath, unit: int, to: int) -> list[Objection]:
    """Why a unit may not advance into a hex beside it: enemies, ground, the other army, its area, no room. Who comes
    from the sea finds room."""
    ground, here = p.ground, p.hex[unit]
    facts = {"unit": UNITS[unit], "to": ground.names[to]}
    d = ground.direction(here, to)
    if d == NOBODY:
        return [forbid("SIC-17.19", "not_beside", **facts)]
    found: list[Objection] = []
    if p.presence.units(1 - a.winner, to):
        found.append(forbid("SIC-17.19", "enemy_ahead", **facts))
    if not passes(p, unit, 6 * here + d):
        found.append(forbid("SIC-17.19", "no_way_ahead", **facts))
    if holds_other_army(p, unit, a.winner, to):
        found.append(forbid("SIC-15.4", "other_army_ahead", **facts))
    if not in_own_area(p, unit, to) and not is_homeward(p, unit, to):
        found.append(forbid("SIC-15.3", "advance_area", **facts))
    if not is_afloat(p, unit) and not has_room(p, unit, to):
        found.append(forbid("SIC-16.9", "no_room_ahead", **facts))
    return found


@enforces("SIC-15.3")
def is_homeward(p: SicilyPosition, unit: int, to: int) -> bool:
    """Does a hex of the other area bring a unit that is there nearer to its own? One at home has no business there."""
    costs = way_home(p, unit)
    return costs[to] < costs[p.hex[unit]] and p.ground.land[p.hex[unit]]


@enforces("SIC-17.18")
def can_only_land(p: SicilyPosition, a: Aftermath) -> list[int]:
    """Units in the sea that can enter their landing hex: they would be lost there."""
    return [unit for unit in a.advancing if is_afloat(p, unit) and first_hexes(p, a, unit)]


# what is asked


def advance_or_ask(p: SicilyPosition, a: Aftermath) -> bool:
    """Who is on his way stops where he can go no farther; the owner is asked while anybody can advance. True if
    nobody can."""
    if a.way:
        if onward(p, a):
            p.push(ADVANCE)
        else:
            stop(a)
        return False
    a.advancing = [unit for unit in a.advancing if p.hex[unit] >= 0]
    able = [unit for unit in a.advancing if first_hexes(p, a, unit)]
    if not able:
        return True
    landing = can_only_land(p, a)
    if landing == able and (len(able) == 1 or max(a.reaches) == 1):
        advance(p, a, able[0], a.vacated[0])
    else:
        p.push(ADVANCE)
    return False


def stop(a: Aftermath) -> None:
    """The unit on its way stays where it is."""
    a.advancing.pop(0)
    a.way = []


@enforces("SIC-17.19", "SIC-1.12", "SIC-15.1", "SIC-15.1a", "SIC-4.5")
def advance(p: SicilyPosition, a: Aftermath, unit: int, to: int) -> None:
    """One hex forward, free of charge; US units may cross their limit."""
    if a.advancing[0] != unit:
        a.advancing.remove(unit)
        a.advancing.insert(0, unit)
    a.way.append(to)
    origin = p.ground.names[p.hex[unit]]
    put(p, unit, to)
    if p.events is not None:
        p.tell("advanced", "SIC-17.19", {"unit": UNITS[unit], "origin": origin, "to": p.ground.names[to]})
    if is_afloat(p, unit):
        come_ashore(p, unit)
    else:
        enter(p, unit, to)
    note_side_of_limit(p, unit, True)


def take_up(p: SicilyPosition, a: Aftermath, option: Option) -> None:
    """What the winner has said."""
    if option.verb == "advance":
        advance(p, a, option.subject, option.target)
    elif option.verb == "stop":
        stop(a)
    else:
        a.advancing = []


def advance_options(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """The next hexes of the unit on its way, or that it stops; else who enters a vacated hex, or that nobody does."""
    words = p.ground.words
    if a.way:
        return [*[words.two(ADVANCE_TO, a.advancing[0], to) for to in onward(p, a)], STOP]
    found = [words.two(ADVANCE_TO, unit, to) for unit in a.advancing for to in first_hexes(p, a, unit)]
    return found if can_only_land(p, a) else [*found, DONE]


def advance_candidates(p: SicilyPosition, a: Aftermath) -> list[Option]:
    """Everybody who won into every hex beside him, and the two ways to end it."""
    words = p.ground.words
    found = [words.two(ADVANCE_TO, unit, to) for unit in a.advancing for to in p.ground.around[p.hex[unit]]]
    return [*found, STOP, DONE]


@enforces("SIC-17.19", "SIC-17.18")
def advance_objections(p: SicilyPosition, a: Aftermath, option: Option) -> list[Objection]:
    """Why the winner may not do that."""
    if option.verb == "advance":
        return unit_objections(p, a, option.subject, option.target)
    if option.verb == "stop" and a.way:
        return []
    if option.verb == "done" and not a.way:
        return [forbid("SIC-17.18", "would_be_lost", unit=UNITS[unit]) for unit in can_only_land(p, a)]
    return [forbid("SIC-17.19", "not_while_advancing")]


def unit_objections(p: SicilyPosition, a: Aftermath, unit: int, to: int) -> list[Objection]:
    """Why a unit may not advance there."""
    name, where = UNITS[unit], p.ground.names[to]
    if unit not in a.advancing:
        return [forbid("SIC-17.19", "may_not_advance", unit=name)]
    if not a.way:
        found = entry_faults(p, a, unit, to)
        return found if to in a.vacated else [forbid("SIC-17.19", "not_vacated", to=where), *found]
    if unit != a.advancing[0]:
        return [forbid("SIC-17.19", "other_advances", unit=UNITS[a.advancing[0]])]
    found = way_faults(p, a, unit)
    if leaves_path(a, unit, to):
        found.append(forbid("SIC-17.19", "off_the_path", unit=name, to=where))
    return found + entry_faults(p, a, unit, to)

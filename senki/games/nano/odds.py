"""What a choice would bring (chapters 7, 9 and 10): the reckoning of a battle, reach, and threats."""

from __future__ import annotations

from senki.engine.forms import Note, Odds, OddsLine, OddsResult, Reach
from senki.engine.option import Option
from senki.games.nano.board import MOUNTAIN, NORTH, ROAD, SIDE_OF, SIDES, SOUTH, TOWNS, UNIT, UNITS, UNITS_OF
from senki.games.nano.combat import battle_points, loser_of, strength
from senki.games.nano.movement import SUCCESS, legal_moves, move, needs_roll
from senki.games.nano.options import INITIATIVE_ROLL, MOUNTAIN_ROLL, MOVE
from senki.games.nano.position import NanoPosition, attacks_at, holds
from senki.games.nano.retreat import retreats


def odds_of(p: NanoPosition, option: Option) -> Odds | None:
    """What a battle brings that is chosen now, or one that a move leads to if nothing else changes."""
    town = option.target
    if option.verb == "battle":
        return reckon(p, town, Note("battle", {"town": TOWNS[town]}))
    if option.verb not in ("move", "mountain") or not holds(p, 1 - SIDE_OF[option.subject], town):
        return None
    after = p.copy()
    move(after, option.subject, town)
    attacks = after.came_by[option.subject] >= 0
    facts: dict[str, str | int] = {"unit": UNITS[option.subject], "town": TOWNS[town]}
    odds = reckon(after, town, Note("attack" if attacks else "defence", facts))
    odds.lines.append(OddsLine("fought_later", "", "NANO-9.1"))
    if needs_roll(p, option):
        on_the_road(odds, option)
    odds.also.append(OddsResult("rounds_end", rounds_end_chance(), clause="NANO-5.2"))
    return odds


def reckon(p: NanoPosition, town: int, title: Note) -> Odds:
    """The battle in a contested town as it stands: strengths, what changes them, who loses and what it is worth."""
    attacker = SOUTH if attacks_at(p, SOUTH, town) else NORTH
    south, north = strength(p, SOUTH, town), strength(p, NORTH, town)
    attack, defence = (south, north) if attacker == SOUTH else (north, south)
    loser = loser_of(south, north)
    points = battle_points(south, north, loser, loser == attacker)
    result: dict[str, str | int] = {"side": SIDES[loser], "points": points}
    odds = Odds(
        title,
        [line for side in (attacker, 1 - attacker) for line in strength_lines(p, side, town)],
        [OddsResult("loses", 1.0, SIDES[1 - loser], result, "NANO-9.3")],
        also=[fate(p, unit, loser) for unit in UNITS_OF[loser] if p.town[unit] == town and not retreats(p, unit)],
        sums=[
            OddsLine("sum_attack", str(attack), "NANO-9.2", SIDES[attacker]),
            OddsLine("difference", signed(attack - defence), "NANO-9.3"),
            OddsLine("sum_defence", str(defence), "NANO-9.2", SIDES[1 - attacker]),
        ],
    )
    if attack == defence:
        odds.lines.append(OddsLine("equal", "", "NANO-9.3"))
    if loser == attacker and defence - attack > 1:
        odds.lines.append(OddsLine("attacker_loses", "1", "NANO-9.5", facts={"difference": defence - attack}))
    return odds


def signed(number: int) -> str:
    """A difference with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


def strength_lines(p: NanoPosition, side: int, town: int) -> list[OddsLine]:
    """The units of a side that count, and those that do not because they retreated in this phase."""
    here = [unit for unit in UNITS_OF[side] if p.town[unit] == town]
    spent = [unit for unit in here if p.marked >> unit & 1]
    fresh = [unit for unit in here if unit not in spent]
    lines = [OddsLine("units", str(len(fresh)), "NANO-9.2", SIDES[side], named(side, fresh))]
    if spent:
        lines.append(OddsLine("retreated", "0", "NANO-10.9", SIDES[side], named(side, spent)))
    return lines


def named(side: int, units: list[int]) -> dict[str, str | int]:
    """The facts of a line about some units of a side."""
    return {"side": SIDES[side], "units": " ".join(UNITS[unit] for unit in units)}


def fate(p: NanoPosition, unit: int, loser: int) -> OddsResult:
    """A beaten unit without a retreat is eliminated."""
    return OddsResult("no_retreat", 1.0, SIDES[1 - loser], {"unit": UNITS[unit]}, "NANO-10.7")


def on_the_road(odds: Odds, option: Option) -> None:
    """A move over a mountain road comes to the battle only if its die allows it."""
    hits = 0
    for face, weight in enumerate(MOUNTAIN_ROLL.weights, 1):
        if face >= SUCCESS:
            hits += weight
    arrives = hits / MOUNTAIN_ROLL.total
    for result in odds.results + odds.also:
        result.chance *= arrives
    unit = option.subject
    facts: dict[str, str | int] = {"unit": UNITS[unit]}
    odds.results.append(OddsResult("held_up", 1.0 - arrives, SIDES[1 - SIDE_OF[unit]], facts, "NANO-7.2"))
    odds.lines.insert(0, OddsLine("mountain_road", f"{SUCCESS}+", "NANO-7.2", SIDES[SIDE_OF[unit]], facts))


def rounds_end_chance() -> float:
    """How often the next initiative roll ends the action rounds: when the South die shows a 1."""
    ends = 0
    for outcome, weight in zip(INITIATIVE_ROLL.outcomes, INITIATIVE_ROLL.weights, strict=True):
        if outcome.subject == 1:
            ends += weight
    return ends / INITIATIVE_ROLL.total


def reach_later(p: NanoPosition, unit: int, moves: int) -> list[Reach]:
    """The towns a unit comes to with the second move of a 6, by a way without a die where there is one."""
    if moves < 2:
        return []
    here = p.town[unit]
    first = [option.target for option in legal_moves(p, SIDE_OF[unit]) if option.subject == unit]
    found: dict[int, Reach] = {}
    dice: dict[int, int] = {}
    for via in first:
        after = p.copy()
        move(after, unit, via)
        for option in legal_moves(after, SIDE_OF[unit]):
            to = option.target
            if option.subject != unit or to == here or to in first:
                continue
            rolls = int(MOUNTAIN[ROAD[here][via]]) + int(MOUNTAIN[ROAD[via][to]])
            if to not in found or rolls < dice[to]:
                dice[to] = rolls
                cost = " · ".join(["2", *[f"{SUCCESS}+"] * rolls])
                found[to] = Reach(TOWNS[to], cost, TOWNS[via], "move", MOVE[unit][via].text)
    return [found[to] for to in sorted(found)]


def threatened(p: NanoPosition, side: int) -> list[str]:
    """The towns an enemy of a side could enter with one normal move."""
    return [TOWNS[town] for town in sorted({option.target for option in legal_moves(p, 1 - side)})]


def unit_number(piece: str) -> int:
    """The number of a unit by its name; -1 if there is none."""
    return UNIT.get(piece, -1)

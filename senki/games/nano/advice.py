"""What a sensible player values: the chance to win, estimated from who stands where and what the turn would pay.

The estimate is a small network trained on games between machine players (tools/train_nano.py writes advice.json). It
knows no rule: battles and objectives at hand are counted by the rules themselves and handed to it.
"""

from __future__ import annotations

import json
from importlib import resources
from math import exp
from typing import Final

from senki.engine.game import Advice
from senki.engine.option import Option
from senki.games.nano.board import (
    BLUE_CIRCLES,
    FREDERICKSBURG,
    LAST_TURN,
    MOUNTAIN,
    NORTH,
    OFF,
    RED_CIRCLES,
    ROAD,
    SOUTH,
    TOWNS,
    TRIANGLE_VP,
    TRIANGLES,
    UNITS_OF,
    VALUE,
    VP_MAX,
    VP_MIN,
    VP_TO_WIN,
)
from senki.games.nano.combat import battle_points, loser_of, strength
from senki.games.nano.flow import OBJECTIVE_CONTROL
from senki.games.nano.movement import move
from senki.games.nano.position import NOBODY, NanoPosition, attacks_at, contested_towns

NEITHER: Final = -1
REMEMBERED: Final = 20_000
"""How many placements of a side are remembered: some megabytes."""
IS_TRIANGLE: Final[list[bool]] = [town in TRIANGLES for town in range(len(TOWNS))]


def standing(p: NanoPosition, side: int) -> list[int]:
    """The towns of a side's units on the map, one entry a unit."""
    towns: list[int] = []
    for unit in UNITS_OF[side]:
        if p.town[unit] != OFF:
            towns.append(p.town[unit])
    return towns


def battles_at_hand(p: NanoPosition, holder: list[int]) -> int:
    """VP of the battles at hand if they were fought as they stand; `holder` notes who keeps each town then."""
    points = 0
    for town in contested_towns(p):
        south, north = strength(p, SOUTH, town), strength(p, NORTH, town)
        loser = loser_of(south, north)
        attacker = SOUTH if attacks_at(p, SOUTH, town) else NORTH
        points += battle_points(south, north, loser, loser == attacker)
        holder[town] = 1 - loser
    return points


def objectives_at_hand(holder: list[int], triangles: int) -> int:
    """What objective control would pay with towns held so and this surplus of South units in the triangles."""
    net = TRIANGLE_VP if triangles >= 0 else 0
    for town in BLUE_CIRCLES:
        if holder[town] == SOUTH:
            net += VALUE[town]
    for town in RED_CIRCLES:
        if holder[town] == NORTH:
            net += VALUE[town]
    return net


def on_track(vp: int) -> int:
    """VP kept within the track."""
    return max(VP_MIN, min(VP_MAX, vp))


def facts(p: NanoPosition, south: list[int], north: list[int]) -> list[float]:
    """What the network is told besides the places of the units, each about -1 … 1."""
    holder = [NEITHER] * len(TOWNS)
    triangles = corps = 0
    for town in south:
        holder[town] = SOUTH
        triangles += IS_TRIANGLE[town]
    for town in north:
        holder[town] = NORTH
        triangles -= IS_TRIANGLE[town]
        corps += town == FREDERICKSBURG
    battles = battles_at_hand(p, holder)
    pay = objectives_at_hand(holder, triangles)
    vp = on_track(p.vp + battles)
    if OBJECTIVE_CONTROL in p.stack:
        vp = on_track(vp + pay)
    turns_left = LAST_TURN - p.turn
    initiative = 0.0
    if p.acting != NOBODY:
        initiative = (1.0 if p.own_die == 6 else 0.5) * (1 if p.acting == SOUTH else -1)
    return [
        turns_left / 6,
        vp / 9,
        (vp - VP_TO_WIN + 0.5) / (turns_left + 1),
        pay / 4,
        pay * turns_left / 24,
        min(max(triangles, -3), 3) / 3,
        1.0 if p.entered_gap else 0.0,
        0.0 if p.entered_gap else corps / 2,
        battles / 3,
        initiative,
    ]


class Network:
    """One hidden layer over the places of both sides and the facts; the facts also count directly.

    A search meets the same places again and again, so what they add to the hidden layer is remembered.
    """

    def __init__(self, weights: dict[str, list[list[float]]]) -> None:
        self.south: list[list[float]] = weights["south"]
        self.north: list[list[float]] = weights["north"]
        self.facts: list[list[float]] = weights["facts"]
        self.hidden: list[float] = weights["hidden"][0]
        self.output: list[float] = weights["output"][0]
        self.direct: list[float] = weights["direct"][0]
        self.south_sums: dict[tuple[int, ...], list[float]] = {}
        self.north_sums: dict[tuple[int, ...], list[float]] = {}

    def chance(self, south: list[int], north: list[int], told: list[float]) -> float:
        """The chance that the South wins."""
        total = self.direct[len(told)]
        some: list[int] = []
        for i in range(len(told)):
            if told[i] != 0.0:
                some.append(i)
                total += self.direct[i] * told[i]
        from_south = sums(south, self.south, self.south_sums)
        from_north = sums(north, self.north, self.north_sums)
        for j in range(len(self.hidden)):
            here = self.hidden[j] + from_south[j] + from_north[j]
            column = self.facts[j]
            for i in some:
                here += column[i] * told[i]
            if here > 0.0:
                total += self.output[j] * here
        return 1.0 / (1.0 + exp(-min(max(total, -30.0), 30.0)))


def sums(towns: list[int], columns: list[list[float]], known: dict[tuple[int, ...], list[float]]) -> list[float]:
    """What units in these towns add to each hidden number."""
    key = tuple(towns)
    found = known.get(key)
    if found is None:
        found = []
        for column in columns:
            total = 0.0
            for town in towns:
                total += column[town]
            found.append(total)
        if len(known) >= REMEMBERED:
            known.clear()
        known[key] = found
    return found


def read_network() -> Network:
    """The trained network that ships with the game."""
    return Network(json.loads(resources.files("senki.games.nano").joinpath("advice.json").read_text("utf-8")))


NETWORK: Final = read_network()


def south_chance(p: NanoPosition) -> float:
    """The chance that the South wins, as far as can be seen from here."""
    if p.result is not None:
        return 1.0 if p.result.winner == SOUTH else 0.0
    south, north = standing(p, SOUTH), standing(p, NORTH)
    return NETWORK.chance(south, north, facts(p, south, north))


class NanoAdvice(Advice[NanoPosition]):
    """Advice for Shenandoah Nano."""

    def value(self, p: NanoPosition, side: int) -> float:
        """The estimated chance of a side to win; a march over a mountain road counts half done."""
        chance = south_chance(p)
        if p.mover != NOBODY:
            there = p.copy()
            move(there, p.mover, p.heading)
            chance = (chance + south_chance(there)) / 2
        return chance if side == SOUTH else 1.0 - chance

    def distinct(self, p: NanoPosition, options: list[Option]) -> list[Option]:
        """Like units in like states are told apart only by their ids: keep one of each."""
        seen: set[tuple[str, int, int, int]] = set()
        kept: list[Option] = []
        for option in options:
            unit = option.subject
            if unit < 0:
                kept.append(option)
                continue
            here = p.town[unit]
            if option.verb == "mountain" and not MOUNTAIN[ROAD[here][option.target]]:
                continue  # on an ordinary road it is just a normal move
            like = (option.verb, here, p.came_by[unit], option.target)
            if like not in seen:
                seen.add(like)
                kept.append(option)
        return kept

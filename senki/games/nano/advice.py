"""What a sensible player values: the chance to win, estimated from who stands where and what the turn would pay.

The estimate is a small network trained on games between machine players (`senki train nano` writes network.json). It
knows no rule: battles and objectives at hand are counted by the rules themselves and handed to it.
"""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice
from senki.engine.network import Network, packaged_network
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
    SIDE_OF,
    SOUTH,
    TOWNS,
    TRIANGLE_VP,
    TRIANGLES,
    UNITS,
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


EFFORT: Final = (0, 120, 6_500, 40_000)
"""Nodes a decision, by level."""
FACTS: Final = [
    "turns_left", "points", "points_a_turn", "pay", "pay_to_come", "triangles", "in_gap", "corps", "battles",
    "initiative",
]  # fmt: skip
"""The names of `facts`."""
STATE: Final = [
    "south_acts", "north_acts", "two_moves", "passed", "objectives_to_come", "south_gone", "north_gone",
    "north_returns", "ahead",
]  # fmt: skip
FEATURES: Final[list[str]] = [
    *(f"south {town}" for town in TOWNS), *(f"north {town}" for town in TOWNS), *FACTS,
    *(f"south attacks {town}" for town in TOWNS), *(f"north attacks {town}" for town in TOWNS),
    *(f"turn {turn}" for turn in range(1, LAST_TURN + 1)), *STATE,
]  # fmt: skip
"""What the network is told, in order: units by town, the facts, attackers by town, the turn and its state."""
FACTS_AT: Final = 2 * len(TOWNS)
ATTACKS_AT: Final = FACTS_AT + len(FACTS)
TURN_AT: Final = ATTACKS_AT + 2 * len(TOWNS)
STATE_AT: Final = TURN_AT + LAST_TURN


def features_of(p: NanoPosition) -> list[float]:
    """A position as the network sees it."""
    row = [0.0] * len(FEATURES)
    south, north = standing(p, SOUTH), standing(p, NORTH)
    for town in south:
        row[town] += 1.0
    for town in north:
        row[len(TOWNS) + town] += 1.0
    at = FACTS_AT
    for fact in facts(p, south, north):
        row[at] = fact
        at += 1
    for unit in range(len(UNITS)):
        if p.came_by[unit] >= 0:
            row[ATTACKS_AT + SIDE_OF[unit] * len(TOWNS) + p.town[unit]] += 1.0
    row[TURN_AT + p.turn - 1] = 1.0
    at = STATE_AT
    if p.acting != NOBODY:
        row[at + p.acting] = 1.0
        row[at + 2] = 1.0 if p.moves_left > 1 else 0.0
        row[at + 3] = 1.0 if p.passed else 0.0
    row[at + 4] = 1.0 if OBJECTIVE_CONTROL in p.stack else 0.0
    row[at + 5] = (len(UNITS_OF[SOUTH]) - len(south)) / 2
    row[at + 6] = (len(UNITS_OF[NORTH]) - len(north)) / 4
    for turn in p.returns:
        if 0 < turn <= p.turn + 1:
            row[at + 7] += 0.5
    row[at + 8] = 1.0 if p.vp >= VP_TO_WIN else 0.0
    return row


class NanoAdvice(Advice[NanoPosition]):
    """Advice for Shenandoah Nano."""

    def __init__(self, network: Network | None = None) -> None:
        super().__init__(network or packaged_network("senki.games.nano", "nano", FEATURES))

    def effort(self, level: int) -> int:
        """A beginner, some looks, half a second, some seconds."""
        return EFFORT[level - 1]

    def feature_names(self) -> list[str]:
        """Units and attackers by town, facts, turn and state."""
        return FEATURES

    def features(self, p: NanoPosition) -> list[float]:
        """A position as the network sees it."""
        return features_of(p)

    def value(self, p: NanoPosition, side: int) -> float:
        """The estimated chance of a side to win; a march over a mountain road counts half done."""
        chance = self.south_chance(p)
        if p.mover != NOBODY:
            there = p.copy()
            move(there, p.mover, p.heading)
            chance = (chance + self.south_chance(there)) / 2
        return chance if side == SOUTH else 1.0 - chance

    def south_chance(self, p: NanoPosition) -> float:
        """The chance that the South wins, as far as can be seen from here."""
        if p.result is not None:
            return 1.0 if p.result.winner == SOUTH else 0.0
        network = self.network
        assert network is not None, "Nano ships with a network"
        return network.chance(features_of(p))

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

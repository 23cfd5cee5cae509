"""The worked figures of the rules: ground, columns, FoEs, contact, sight, command, retreat, occupation, costs."""

import json
from pathlib import Path
from typing import Any

import pytest

from senki import find_game
from senki.boards.plane.rects import Rect, distance, front_touch
from senki.boards.plane.roads import along, total
from senki.boards.plane.sight import Arc
from senki.games.monmouth.board import (
    COLUMN_ARC,
    DEPTH,
    FIELD,
    FOOT,
    FOOT_THIRD,
    GAP,
    GROUNDS,
    HILL_IDS,
    HQ_SIDE,
    LENGTH,
    MOUNTED_THIRD,
    NUMBER,
    OBJECTIVES,
    ROAD,
    ROADS,
    SIGHT,
)  # fmt: skip
from senki.games.monmouth.columns import Column, column_rect
from senki.games.monmouth.contact import attack_contact, opposed_side, side_length
from senki.games.monmouth.flank import behind_front
from senki.games.monmouth.foe import in_arc
from senki.games.monmouth.movement import Trial
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.retreat import Flight
from senki.games.monmouth.turning import turned_to_face
from senki.games.monmouth.victory import may_occupy, meets

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "monmouth_vectors.json").read_text(encoding="utf-8")
)["vectors"]
GAME = find_game("monmouth")


def of_kind(kind: str) -> list[dict[str, Any]]:
    found = [vector for vector in VECTORS if vector["kind"] == kind]
    assert found, f"no vectors of kind {kind}"
    return found


def rect(pose: dict[str, Any]) -> Rect:
    width, depth = {"line": (LENGTH, DEPTH), "column": (DEPTH, LENGTH), "hq": (HQ_SIDE, HQ_SIDE)}[pose["formation"]]
    return Rect(pose["x"], pose["y"], round(pose["facing"] * 10), width, depth)


def position(**poses: dict[str, Any]) -> MonmouthPosition:
    blocks = {name: {"pose": [pose["x"], pose["y"], pose["facing"]]} for name, pose in poses.items()}
    p = GAME.read({"blocks": blocks, "to_come": ["turn_end"]}, "position")
    assert isinstance(p, MonmouthPosition)
    return p


@pytest.mark.parametrize("vector", of_kind("ground"))
def test_ground(vector: dict[str, Any]) -> None:
    counts = FIELD.counts(rect(vector["pose"]), FIELD.grounds)
    on_hills = FIELD.counts(rect(vector["pose"]), FIELD.heights)
    for kind, count in vector["samples"].items():
        assert abs(counts[GROUNDS.index(kind)] - count) <= 1
    assert GROUNDS[FIELD.ground(rect(vector["pose"]))] == vector["ground"]
    hill = FIELD.hill(rect(vector["pose"]))
    assert (HILL_IDS[hill] if hill >= 0 else None) == vector["hill"]
    for name, count in vector["hill_samples"].items():
        assert abs(on_hills[HILL_IDS.index(name)] - count) <= 1


@pytest.mark.parametrize("vector", of_kind("road_column"))
def test_road_column(vector: dict[str, Any]) -> None:
    road = ROAD[vector["road"]]
    way = ROADS.path(road, -COLUMN_ARC, road, vector["road_distance"])
    assert total(way) == pytest.approx(COLUMN_ARC + vector["road_distance"])
    head = along(way, COLUMN_ARC + vector["road_distance"])
    assert ROADS.x(head.road, head.end) == pytest.approx(vector["head"][0], abs=0.06)
    assert ROADS.y(head.road, head.end) == pytest.approx(vector["head"][1], abs=0.06)
    found = column_rect(Column(road, vector["road_distance"], road, vector["road_distance"] - COLUMN_ARC))
    if vector["pose"] is None:
        assert FIELD.mostly_on_map(found)
    else:
        assert (found.x, found.y, found.turn / 10) == pytest.approx(
            (vector["pose"]["x"], vector["pose"]["y"], vector["pose"]["facing"]), abs=0.11
        )


@pytest.mark.parametrize("vector", of_kind("foe"))
def test_foe(vector: dict[str, Any]) -> None:
    arc = Arc(rect(vector["owner"]), FOOT_THIRD, SIGHT)
    assert abs(arc.samples_of(rect(vector["piece"]), 81) - vector["samples_in"]) <= 1
    assert in_arc(arc, rect(vector["piece"])) == vector["in_foe"]


@pytest.mark.parametrize("vector", of_kind("attack_contact"))
def test_attack_contact(vector: dict[str, Any]) -> None:
    attacker, target = rect(vector["attacker"]), rect(vector["target"])
    assert front_touch(attacker, target, GAP) == pytest.approx(vector["contact_yd"], abs=0.05)
    assert side_length(target, opposed_side(attacker, target)) == vector["side_yd"]
    assert attack_contact(attacker, target) == vector["attack"]
    offset = target.ahead(attacker.x, attacker.y) - target.half_depth
    assert offset == pytest.approx(vector["front_line_offset"], abs=0.05)
    assert behind_front(attacker, target) == vector["flank"]


@pytest.mark.parametrize("vector", of_kind("turn_in_contact"))
def test_turn_in_contact(vector: dict[str, Any]) -> None:
    p = position(guards=vector["piece"], wayne=vector["enemy"])
    found = turned_to_face(p, NUMBER["guards"], NUMBER["wayne"])
    wanted = vector["result"]
    assert (found.x, found.y, found.turn / 10) == pytest.approx((wanted["x"], wanted["y"], wanted["facing"]))


@pytest.mark.parametrize("vector", of_kind("visible_in_arc"))
def test_visible_in_arc(vector: dict[str, Any]) -> None:
    viewer, target = rect(vector["viewer"]), rect(vector["target"])
    seen = Arc(viewer, FOOT, SIGHT).samples_of(target, 81)
    assert abs(seen - vector["samples_seen"]) <= 1
    assert (seen >= 40) == vector["targetable"]
    if "gap_yd" in vector:
        assert distance(viewer, target) == pytest.approx(vector["gap_yd"], abs=0.05)


@pytest.mark.parametrize("vector", of_kind("command_range"))
def test_command_range(vector: dict[str, Any]) -> None:
    gap = distance(rect(vector["hq"]), rect(vector["piece"]))
    assert gap == pytest.approx(vector["gap_yd"], abs=0.05)
    assert (gap <= MOUNTED_THIRD) == vector["in_command"]


@pytest.mark.parametrize("vector", of_kind("retreat_push"))
def test_retreat_push(vector: dict[str, Any]) -> None:
    friends = vector["friends"]
    p = position(grey=vector["retreating"], guards=friends["B"], grenadiers=friends["C"], dragoons=friends["supporter"])
    flight = Flight(p, NUMBER["grey"], round(vector["end"]["facing"] * 10))
    assert not flight.barred
    assert (flight.end.x, flight.end.y) == pytest.approx((vector["end"]["x"], vector["end"]["y"]), abs=0.06)
    ends = dict(zip(flight.pushed, flight.push_rects, strict=True))
    assert set(ends) == {NUMBER["guards"], NUMBER["grenadiers"]}
    assert ends[NUMBER["guards"]].x == pytest.approx(vector["pushed"]["B"]["x"], abs=0.11)
    assert ends[NUMBER["grenadiers"]].x == pytest.approx(vector["pushed"]["C"]["x"], abs=0.11)


@pytest.mark.parametrize("vector", of_kind("retreat_barred"))
def test_retreat_barred(vector: dict[str, Any]) -> None:
    flight = Flight(position(grey=vector["piece"]), NUMBER["grey"], vector["bearing"] * 10)
    assert flight.at(FOOT_THIRD).y == pytest.approx(vector["end_y"], abs=0.06)
    assert flight.barred == "map"


@pytest.mark.parametrize("vector", of_kind("occupies"))
def test_occupies(vector: dict[str, Any]) -> None:
    p = position(grey=vector["piece"])
    grey = NUMBER["grey"]
    assert (may_occupy(p, grey) and meets(p, grey, OBJECTIVES.index(vector["objective"]))) == vector["occupies"]


@pytest.mark.parametrize("vector", of_kind("move_cost"))
def test_move_cost(vector: dict[str, Any]) -> None:
    p = position(grey={"x": 5000.0, "y": 2300.0, "facing": 90.0})
    trial = Trial(p, NUMBER["grey"], p.rect(NUMBER["grey"]), None, False)
    assert trial.rate == vector["rate"]
    trial.advanced, trial.rotations, trial.slowed = vector["advance"], vector["rotations"], bool(vector["reductions"])
    assert trial.cost == pytest.approx(vector["cost"], abs=0.06)
    assert (trial.cost <= trial.rate) == vector["legal"]

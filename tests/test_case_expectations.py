"""What a case may expect of hidden things, of a plane and of fights: each fails where the game differs."""

from pathlib import Path
from typing import Any

import pytest

from senki.engine.cases import run_case
from senki.engine.forms import Case, convert

POSITION = {
    "turn": 3,
    "blocks": {
        "lee": {"pose": [4600, 3300]},
        "scott": {"pose": [4700, 3600, 90]},
        "guards": {"pose": [6500, 3600, 270]},
        "cornwallis": {"pose": [7050, 1150]},
    },
    "active": "lee",
    "to_come": ["act"],
}
ATTACK = "move scott advance 90 1624 attack B3"


def complaint(expect: dict[str, Any]) -> str:
    raw = {"game": "monmouth", "name": "case", "clauses": [], "position": POSITION, "expect": expect}
    return run_case(Path("case.json"), convert(raw, Case, "case")).complaint


@pytest.mark.parametrize(
    ("holds", "fails"),
    [
        ({"refused": {"sit guards": {"key": "other_command"}}}, {"refused": {"sit guards": {"key": "not_there"}}}),
        ({"odds": {ATTACK: {"unhurt": 0.312}}}, {"odds": {ATTACK: {"unhurt": 0.3}}}),
        ({"hides": {"british": True}}, {"hides": {"british": False}}),
        ({"seen": {"colonial": {"blocks": {"guards": {"pose": None}}}}}, {"seen": {"colonial": {"turn": 4}}}),
        ({"imagined": {"british": [{"turn": 3}]}}, {"imagined": {"british": [{"turn": 3}, {"turn": 4}]}}),
        (
            {"judged": [{"piece": "scott", "to": [4800, 3600, 90], "finds": {"cost": 100.0, "objections": []}}]},
            {"judged": [{"piece": "scott", "to": [4800, 3600, 90]}]},
        ),
        ({"zones": {"B3": {"kind": "foe"}, "lee": {}}}, {"zones": {"B3": None}}),
        (
            {"looked": [{"from": [4700, 3700], "to": [5700, 3700], "finds": {"clear": True, "length": 1000.0}}]},
            {"looked": [{"from": [4700, 3700], "to": [5700, 3700], "finds": {"objections": ["MON-10.2"]}}]},
        ),
    ],
)
def test_an_expectation_holds_or_fails(holds: dict[str, Any], fails: dict[str, Any]) -> None:
    assert complaint(holds) == ""
    assert f"expect.{next(iter(fails))}" in complaint(fails)


@pytest.mark.parametrize(
    ("expect", "unknown"),
    [
        ({"refused": {"end": {"clause": "MON-99.1"}}}, "there is no clause 'MON-99.1'"),
        ({"odds": {ATTACK: {"unhrut": 0.5}}}, "there is no result 'unhrut'"),
        ({"hides": {"east": True}}, "there is no side 'east'"),
        ({"seen": {"british": {"trun": 3}}}, "there is no field 'trun'"),
        ({"imagined": {"british": [{"trun": 3}]}}, "there is no field 'trun'"),
        ({"judged": [{"piece": "scot", "to": [1, 1]}]}, "there is no piece 'scot'"),
        ({"judged": [{"piece": "scott", "to": [1, 1], "finds": {"cots": 1}}]}, "there is no field 'cots'"),
        ({"zones": {"B30": None}}, "there is no piece 'B30'"),
        ({"looked": [{"from": [1, 1], "to": [2, 2], "finds": {"claer": True}}]}, "there is no field 'claer'"),
    ],
)
def test_an_expectation_names_only_what_the_game_knows(expect: dict[str, Any], unknown: str) -> None:
    assert unknown in complaint(expect)


def test_an_event_is_for_those_it_is_told_to() -> None:
    raw = {"game": "monmouth", "name": "case", "clauses": [], "position": POSITION, "play": ["move scott advance 90 5"]}
    for only, holds in ((None, True), (["colonial"], False)):
        case = raw | {"expect": {"events": [{"kind": "moved", "only": only}]}}
        assert run_case(Path("case.json"), convert(case, Case, "case")).passed is holds

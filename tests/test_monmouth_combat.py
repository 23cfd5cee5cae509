"""The exact chances of a fight between two Fresh pieces, against the table of the rules (to three places)."""

from collections import defaultdict

import pytest

from senki import find_game
from senki.engine.position import CHANCE
from senki.games.monmouth.board import NUMBER, SIDE_OF
from senki.games.monmouth.position import LOST, MonmouthPosition

GAME = find_game("monmouth")
FRONT = {"attacker": [5000, 3500, 90], "defender": [5176, 3500, 270]}
BEHIND = {"attacker": [5352, 3500, 270], "defender": [5176, 3500, 270]}
IN_WOODS = {"attacker": [4724, 2900, 90], "defender": [4900, 2900, 270]}


def combat(attacker: str, defender: str, poses: dict[str, list[int]]) -> MonmouthPosition:
    p = GAME.read(
        {
            "turn": 3,
            "blocks": {
                attacker: {"pose": poses["attacker"]},
                defender: {"pose": poses["defender"]},
                "cornwallis": {"pose": [7050, 300]},
            },
            "engaged": [[attacker, defender, 1]],
            "to_come": ["combat_step"],
        },
        "position",
    )
    assert isinstance(p, MonmouthPosition)
    p.settle()
    return p


def fates(attacker: str, defender: str, poses: dict[str, list[int]]) -> list[float]:
    """Chances: only the defender leaves, only the attacker, both; attacker destroyed, defender destroyed."""
    a, d = NUMBER[attacker], NUMBER[defender]
    found = [0.0] * 5
    waiting: dict[MonmouthPosition, float] = {combat(attacker, defender, poses): 1.0}
    start = next(iter(waiting))
    home = {a: start.x[a], d: start.x[d]}
    while waiting:
        following: dict[MonmouthPosition, float] = defaultdict(float)
        for p, share in waiting.items():
            if p.turn > 3 or p.over:
                gone = [p.place[n] == LOST or p.x[n] != home[n] for n in (a, d)]
                found[0] += share * (gone[1] and not gone[0])
                found[1] += share * (gone[0] and not gone[1])
                found[2] += share * (gone[0] and gone[1])
                found[3] += share * (p.place[a] == LOST)
                found[4] += share * (p.place[d] == LOST)
                continue
            if p.waits_for == CHANCE:
                roll = p.roll()
                effects: dict[int, float] = defaultdict(float)
                sample = {}
                for outcome, weight, effect in zip(roll.outcomes, roll.weights, roll.effects, strict=True):
                    effects[effect] += weight / roll.total
                    sample[effect] = outcome
                for effect, chance in effects.items():
                    after = p.copy()
                    after.play(sample[effect])
                    following[after] += share * chance
            else:
                stay = next(option for option in p.options() if option.verb == "stay")
                after = p.copy()
                after.play(stay)
                following[after] += share
        waiting = {p: share for p, share in following.items() if share > 1e-9}
    return found


@pytest.mark.parametrize(
    ("attacker", "defender", "poses", "wanted"),
    [
        ("grey", "scott", FRONT, [0.294, 0.294, 0.411, 0.232, 0.232]),
        ("grey", "scott", IN_WOODS, [0.177, 0.521, 0.302, 0.294, 0.109]),
        ("guards", "scott", FRONT, [0.580, 0.126, 0.294, 0.132, 0.320]),
        ("grey", "dickinson", FRONT, [0.450, 0.069, 0.481, 0.151, 0.532]),
        ("dragoons", "scott", FRONT, [0.177, 0.508, 0.316, 0.294, 0.070]),
        ("grey", "morgan", FRONT, [0.964, 0.004, 0.031, 0.000, 0.996]),
        ("grey", "oswald", FRONT, [0.294, 0.544, 0.161, 0.232, 0.455]),
    ],
)
def test_check_values(attacker: str, defender: str, poses: dict[str, list[int]], wanted: list[float]) -> None:
    assert SIDE_OF[NUMBER[attacker]] != SIDE_OF[NUMBER[defender]]
    assert fates(attacker, defender, poses) == pytest.approx(wanted, abs=0.0011)


def test_a_flanker() -> None:
    """A regular in the rear of a regular; its way back is free, the flanked one's is not straight but open."""
    only_defender, only_attacker, both, *_ = fates("grey", "scott", BEHIND)
    assert (only_defender, only_attacker, both) == pytest.approx((0.636, 0.074, 0.290), abs=0.0011)

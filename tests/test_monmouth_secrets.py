"""What the rules of Monmouth themselves say, asked of the truth, tells nothing of who stands behind a block."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from senki import find_game
from senki.engine.forms import to_json
from senki.games.monmouth.board import BAGGAGE, IDS, NUMBER, TYPE
from senki.games.monmouth.hiding import imagine, swapped
from senki.games.monmouth.position import RESERVE, MonmouthPosition

GAME = find_game("monmouth")


def position(blocks: dict[str, Any], **more: Any) -> MonmouthPosition:
    form = {"turn": 3, "blocks": blocks, "active": "lee", "to_come": ["act"], **more}
    p = GAME.read(form, "position")
    assert isinstance(p, MonmouthPosition)
    return p


def twins(blocks: dict[str, Any], one: str, other: str, **more: Any) -> list[MonmouthPosition]:
    """A position and the same with two blocks bearing each other's names."""
    p = position(blocks, **more)
    return [p, swapped(p, NUMBER[one], NUMBER[other])]


def said(p: MonmouthPosition, text: str) -> list[tuple[str, str, dict[str, str]]]:
    return [(o.clause, o.key, o.facts) for o in p.objections(GAME.parse(text, p))]


SIDE_BY_SIDE = {"grey": {"pose": [4000, 3500, 270]}, "guards": {"pose": [4000, 2620, 270]}}
IN_THE_OPEN = {"grey": {"pose": [6400, 3550, 270]}, "guards": {"pose": [6400, 2670, 270]}}
GAP_BETWEEN = {"grey": {"pose": [4000, 3720, 270]}, "guards": {"pose": [4000, 2380, 270]}}
BY_THE_ROAD = {"grey": {"pose": [3700, 2900, 270]}, "guards": {"pose": [3700, 2000, 270]}}


@pytest.mark.parametrize(
    ("clause", "enemies", "own", "text"),
    [
        ("MON-3.5", SIDE_BY_SIDE, {"scott": [3000, 3060, 90]}, "move scott advance 90 1400"),
        ("MON-3.6", GAP_BETWEEN, {"scott": [3000, 3050, 90]}, "move scott advance 90 1000"),
        ("MON-5.5", BY_THE_ROAD, {"oswald": [4278, 2495, 90]}, "move oswald column rd_craig+"),
        ("MON-7.4", IN_THE_OPEN, {"scott": [4800, 3200, 90]}, "move scott advance 90 900"),
        ("MON-8.4", SIDE_BY_SIDE, {"scott": [3467, 2300, 0]}, "move scott advance 0 760"),
        ("MON-3.9", SIDE_BY_SIDE, {"lee": [3000, 3060]}, "ride lee to 4600 3060"),
    ],
)
def test_of_two_blocks_the_one_named_goes_by_what_everybody_sees(
    clause: str, enemies: dict[str, Any], own: dict[str, Any], text: str
) -> None:
    """The lower number, whoever stands behind it: not the one that comes first in the list of the forces."""
    blocks = {"lee": {"pose": [600, 3500]}, **enemies, **{name: {"pose": pose} for name, pose in own.items()}}
    more = {"selected": "lee", "to_come": ["ride"]} if text.startswith("ride") else {}
    told = [said(p, text) for p in twins(blocks, "grey", "guards", **more)]
    assert told[0] == told[1]
    assert told[0][0][0] == clause and "B3" in told[0][0][2].values()


def test_who_is_attacked_without_a_word_goes_by_what_everybody_sees() -> None:
    """Both meet the same length of the front: the lower number is the target."""
    blocks = {"lee": {"pose": [2600, 3500]}, "scott": {"pose": [3000, 3060, 90]}, **SIDE_BY_SIDE}
    for p in twins(blocks, "grey", "guards"):
        p.play(GAME.parse("move scott advance 90 824", p))
        assert p.name(p.engaged[0].target) == "B3"
        judged = GAME.judge(p, 1, "scott", [3824, 3060, 90])
        assert judged is None, "it has acted"
    targets = [GAME.judge(p, 1, "scott", [3824, 3060, 90]) for p in twins(blocks, "grey", "guards")]
    assert [judged.target for judged in targets if judged is not None] == ["B3", "B3"]


def test_a_judgement_names_the_field_of_an_unseen_block_be_it_a_train_or_not() -> None:
    """Far from anybody who could tell, a train is feared like any other block in line."""
    blocks = {
        "cornwallis": {"pose": [7000, 3500]}, "dragoons": {"pose": [6700, 3500, 270]},
        "scott": {"pose": [3600, 3500, 90]}, "colonial_baggage": {"pose": [800, 3500, 90]},
    }  # fmt: skip
    found = [
        GAME.judge(p, 0, "dragoons", [4400, 3500, 270])
        for p in twins(blocks, "scott", "colonial_baggage", active="cornwallis")
    ]
    assert to_json(found[0]) == to_json(found[1])
    assert found[0] is not None and found[0].enters == ["C2"]


def test_why_guns_may_not_fire_at_an_unseen_block_says_the_same_of_a_train() -> None:
    blocks = {
        "lee": {"pose": [600, 3500]}, "oswald": {"pose": [1500, 3500, 90]},
        "grey": {"pose": [5000, 3500, 270]}, "british_baggage": {"pose": [7000, 600, 270]},
    }  # fmt: skip
    told = [said(p, "bombard oswald B4 90") for p in twins(blocks, "grey", "british_baggage")]
    assert told[0] == told[1]
    assert told[0][0][:2] == ("MON-10.9", "MON-10.9")


def test_what_is_imagined_of_reserves_does_not_hang_on_the_truth_and_holds_no_train() -> None:
    blocks: dict[str, Any] = {
        "lee": {"pose": [900, 3500]}, "washington": {"pose": [1500, 3500]}, "cornwallis": {"pose": [7050, 300]},
        "guards": {"pose": [6900, 800, 270]}, "colonial_baggage": {"pose": [900, 2500, 0]},
        "maxwell": {"pose": [2000, 3500, 90]}, "scott": {"place": "reserve", "held_by": "lee"},
        "wayne": {"place": "reserve", "held_by": "washington"}, "morgan": {"place": "reserve", "held_by": "lee"},
    }  # fmt: skip
    more = {"switches": {"hidden_reserves": "on", "spent_reveals_identity": "off"}, "to_come": ["turn_end"]}
    for other in ("maxwell", "dickinson", "morgan"):
        pair = twins(blocks, "scott", other, **more)
        pair[1].held_by[NUMBER["wayne"]] = NUMBER["lee"]
        for lot in range(40):
            dreams = [imagine(p, 0, Random(lot)) for p in pair]
            assert GAME.write(dreams[0]) == GAME.write(dreams[1])
            held = [IDS[n] for n in range(len(TYPE)) if dreams[0].place[n] == RESERVE and TYPE[n] == BAGGAGE]
            assert held == []

"""What the machine player of Shiloh wants: where its headquarters belongs, its gunboats and its landing."""

import pytest

from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.games.shiloh.advice import ShilohAdvice
from senki.games.shiloh.counters import CSA, HQ_OF, USA
from senki.games.shiloh.forms import GROUND
from senki.games.shiloh.plan import plan_for, worth_of_hex
from senki.games.shiloh.position import ShilohPosition

ADVICE = ShilohAdvice()


@pytest.fixture(scope="module")
def shiloh() -> Game:
    return find_game("shiloh")


def position(game: Game, step: str, units: dict[str, dict[str, object]], **more: object) -> ShilohPosition:
    p = game.read({"turn": 5, "to_come": [step], "units": units} | more, "test")
    assert isinstance(p, ShilohPosition)
    p.settle()
    return p


def wanted(p: ShilohPosition) -> list[str]:
    return [option.text for option in ADVICE.distinct(p, p.options())]


@pytest.mark.parametrize(
    ("states", "shaver", "choice"),
    [([], "0720", "keep"), ([], "1010", "flip"), (["inactive"], "0720", "flip"), (["inactive"], "1010", "keep")],
)
def test_headquarters_follow_the_troops_and_settle_with_them(
    shiloh: Game, states: list[str], shaver: str, choice: str
) -> None:
    p = position(shiloh, "offer_flip", {"CSA-HQ": {"hex": "0422", "states": states}, "Shaver": {"hex": shaver}})
    assert wanted(p) == [choice]


def test_headquarters_go_where_they_serve_more_but_not_up_to_the_enemy(shiloh: Game) -> None:
    hq: dict[str, object] = {"hex": "0422", "states": ["inactive"]}
    p = position(shiloh, "movement", {"CSA-HQ": hq, "Shaver": {"hex": "1014"}, "1/1": {"hex": "1010"}})
    behind, near, beside = (worth_of_hex(p, [HQ_OF[CSA]], GROUND.board.number(at)) for at in ("0422", "0817", "1011"))
    assert near > behind
    assert near > beside


@pytest.mark.parametrize(("gunboats", "last", "may_end"), [("1910", None, True), (None, "1609", False)])
def test_gunboats_come_once_and_then_sail_as_they_like(
    shiloh: Game, gunboats: str | None, last: str | None, may_end: bool
) -> None:
    boats: dict[str, object] = {"hex": gunboats} if gunboats else {"due": 7, "box": "later"}
    units = {"Gunboats": boats, "Shaver": {"hex": "0125"}}
    if last:
        units["Art/9"] = {"hex": last, "states": ["moved"]}
    p = position(shiloh, "reinforcements", units, side="usa", turn=7)
    assert p.step.name == "movement"
    found = wanted(p)
    assert any(text.startswith("sail") for text in found)
    assert ("end" in found) == may_end


def test_the_landing_is_guarded_before_the_enemy_is_at_its_gate(shiloh: Game) -> None:
    p = position(shiloh, "movement", {"Shaver": {"hex": "0818"}, "1/1": {"hex": "0810"}}, side="usa")
    plan = plan_for(p.ground)
    assert 14 < plan.goal[CSA][GROUND.board.number("0818")] < 22
    assert plan.danger(p, USA) > 0


def test_in_the_first_morning_the_camps_are_what_counts(shiloh: Game) -> None:
    at: dict[str, dict[str, object]] = {"Shaver": {"hex": "1612"}, "1/1": {"hex": "1408"}}
    beside = at | {"1/1": {"hex": "1611"}}
    gain: dict[str, float] = {}
    for scenario in ("first_morning", "battle"):
        free, kept = (position(shiloh, "movement", units, turn=4, scenario=scenario) for units in (at, beside))
        gain[scenario] = ADVICE.value(free, CSA) / ADVICE.value(kept, CSA)
    assert gain["first_morning"] > 1.5 > gain["battle"], "a camp without enemies beside it"
    camp, field = GROUND.board.number("1612"), GROUND.board.number("1509")
    morning = position(shiloh, "movement", at, turn=2, scenario="first_morning")
    whole = position(shiloh, "movement", at, turn=2)
    plan = plan_for(GROUND)
    assert plan.ground_worth(morning, USA, camp) > plan.ground_worth(morning, USA, field), (
        "the North stays by its camps"
    )
    assert plan.ground_worth(whole, USA, camp) < plan.ground_worth(whole, USA, field), "and else by the landing"

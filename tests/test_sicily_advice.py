"""What the machine sets out to do in Sicily, and how a few plans are tried against each other."""

from __future__ import annotations

from random import Random

import pytest

from senki.engine.game import Operation
from senki.engine.option import Option
from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.games.sicily.advice import SicilyAdvice
from senki.games.sicily.counters import ALLIES, AXIS
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import CALL_DROPS, END_RUN, INTERDICTION, MOVE
from senki.players.operations import UNBOUNDED, Branch, OperationsPlayer, Run
from senki.players.trials import Trials

GAME = find_game("sicily")
ADVICE = SicilyAdvice()


def start(scenario: str) -> SicilyPosition:
    p = GAME.start(scenario, GAME.settings({}, scenario))
    assert isinstance(p, SicilyPosition)
    p.settle()
    return p


def play_to(p: SicilyPosition, chance: Random, step: int, side: int, turn: int = 0) -> SicilyPosition:
    """Play on as a sensible player does until a side is asked something, nothing of it being under way."""
    while not p.over:
        if p.waits_for != DECISION:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
        elif p.stack[-1] == step and p.side_to_act == side and p.turn >= turn and ADVICE.operations(p, side):
            return p
        else:
            p.play(ADVICE.reply(p))
    raise AssertionError("nobody was asked")


# trials


def operations(*names: str) -> list[Operation]:
    return [Operation(name, n, 0, 1.0) for n, name in enumerate(names)]


def tried(worth: dict[str, float], runs: int) -> tuple[Trials, list[tuple[str, int]]]:
    trials = Trials(operations(*worth))
    order: list[tuple[str, int]] = []
    for made in range(runs):
        operation, dice = trials.next(made / runs)
        order.append((operation.kind, dice))
        trials.note(operation, worth[operation.kind])
    return trials, order


def test_each_plan_meets_the_same_dice_and_the_worse_half_is_put_aside() -> None:
    trials, order = tried({"a": 0.5, "b": 0.2, "c": 0.9, "d": 0.3}, 32)
    early, late = order[:16], order[16:]
    assert sorted(early) == sorted((name, dice) for name in "abcd" for dice in range(4))
    assert {name for name, _ in late} == {"a", "c"}
    assert {dice for name, dice in late if name == "a"} == {dice for name, dice in late if name == "c"}
    assert not {dice for _, dice in early} & {dice for _, dice in late}
    assert trials.ranked()[0].kind == "c"


@pytest.mark.parametrize(
    ("better", "runs", "chosen"), [(0.01, 8, "usual"), (0.02, 8, "usual"), (0.02, 64, "other"), (0.2, 8, "other")]
)
def test_what_is_done_without_thinking_is_left_for_something_clearly_better_only(
    better: float, runs: int, chosen: str
) -> None:
    trials, _ = tried({"usual": 0.5, "other": 0.5 + better}, runs)
    assert trials.ranked()[0].kind == chosen


@pytest.mark.parametrize(("pairs", "chosen"), [(4, "usual"), (16, "usual"), (64, "other")])
def test_luck_that_comes_and_goes_must_be_outweighed(pairs: int, chosen: str) -> None:
    trials = Trials(operations("usual", "other"))
    for made in range(2 * pairs):
        operation, dice = trials.next(made / (2 * pairs))
        trials.note(operation, 0.5 if operation.kind == "usual" else 0.9 if dice % 2 else 0.2)
    assert trials.ranked()[0].kind == chosen


def test_when_the_usual_is_put_aside_the_best_takes_its_place() -> None:
    trials, order = tried({"a": 0.1, "b": 0.6, "c": 0.5, "d": 0.2}, 32)
    assert {name for name, _ in order[16:]} == {"b", "c"}
    assert [one.kind for one in trials.ranked()[:2]] == ["b", "c"]


def test_two_plans_are_never_put_aside() -> None:
    _, order = tried({"a": 0.1, "b": 0.9}, 10)
    assert [name for name, _ in order] == ["a", "b"] * 5


# what is thought of


def test_what_does_best_comes_first_and_nobody_thinks_of_leaving_too_early() -> None:
    early = play_to(start("landing"), Random(1), MOVE, AXIS)
    assert [one.kind for one in ADVICE.operations(early, AXIS)] == ["counter", "hold", "delay"]
    late = play_to(start("race"), Random(1), MOVE, AXIS)
    assert [one.kind for one in ADVICE.operations(late, AXIS)] == ["withdraw", "counter", "delay", "evacuate"]
    campaign = play_to(start("campaign"), Random(1), MOVE, AXIS)
    assert [one.kind for one in ADVICE.operations(campaign, AXIS)] == ["hold", "counter", "delay"]
    assert ADVICE.operations(late, ALLIES) == []


def test_interdiction_drops_and_end_runs_are_weighed_like_a_posture() -> None:
    p = play_to(start("race"), Random(1), CALL_DROPS, ALLIES)
    assert {one.kind for one in ADVICE.operations(p, ALLIES)} == {"call_drops", "pass"}
    p = play_to(p, Random(1), END_RUN, ALLIES)
    runs = ADVICE.operations(p, ALLIES)
    assert runs[0].kind == "done" and {one.kind for one in runs[1:]} == {"run"}
    assert len({one.goal for one in runs[1:]}) == len(runs) - 1 <= 3
    for one in runs:
        option = ADVICE.follow(p, one)
        assert option is not None and option in p.options() and option.verb == one.kind
    p = play_to(p, Random(1), INTERDICTION, ALLIES)
    assert len(ADVICE.operations(p, ALLIES)) == 2


def test_what_was_decided_elsewhere_says_nothing_of_the_movement() -> None:
    p = play_to(start("race"), Random(1), END_RUN, ALLIES)
    run = ADVICE.operations(p, ALLIES)[1]
    p = play_to(p, Random(1), MOVE, ALLIES)
    assert ADVICE.follow(p, run) is None


def test_the_search_repeats_exactly_and_says_what_it_looked_at() -> None:
    p = play_to(start("landing"), Random(2), MOVE, AXIS)
    found = []
    for _ in range(2):
        player = OperationsPlayer(GAME, 7, 9000)
        option = player.choose(p.copy())
        assert player.last is not None
        found.append((option, [(one.option, one.visits, one.chance) for one in player.last.considered]))
        assert sum(one.visits for one in player.last.considered) <= player.last.nodes
    assert found[0] == found[1]


class Watched(SicilyAdvice):
    """Notes in which posture a side moves in each movement phase."""

    def __init__(self) -> None:
        super().__init__()
        self.moved: list[tuple[int, str]] = []
        self.phase = (0, 0, 0)

    def follow(self, p: SicilyPosition, operation: Operation) -> Option | None:
        phase = (p.turn, p.special, p.side)
        if p.stack[-1] == MOVE and phase != self.phase:
            self.phase = phase
            self.moved.append((p.side, operation.kind))
        return super().follow(p, operation)


@pytest.mark.interpreted
def test_a_posture_is_tried_now_and_everything_else_moved_as_usual() -> None:
    p, advice = play_to(start("landing"), Random(1), MOVE, AXIS), Watched()
    tried = advice.operations(p, AXIS)[1]
    run = Run(p.copy(), advice, Random(1), UNBOUNDED)
    assert 0.0 <= run.try_out(Branch(), tried, 1) <= 1.0
    assert tried.kind == "hold"
    usual = [(ALLIES, "assault"), (AXIS, "counter")]
    assert advice.moved == [(AXIS, "hold"), *usual, *usual]


def test_what_is_asked_beside_movement_gets_a_part_of_the_plays() -> None:
    p = play_to(start("race"), Random(1), CALL_DROPS, ALLIES)
    asked = ADVICE.share(p)
    move = ADVICE.share(play_to(p, Random(1), MOVE, ALLIES))
    assert 0.0 < asked < move < ADVICE.share(play_to(start("landing"), Random(1), MOVE, ALLIES)) == 1.0


def test_the_armies_link_up_early() -> None:
    """A line of posts from the US coast to the east coast: on turn 3, as it happened, or a little later."""
    p = play_to(start("campaign"), Random(0), MOVE, ALLIES, turn=5)
    assert 3 <= p.linked <= 5

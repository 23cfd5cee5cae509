"""Tournaments: standings follow from the games, tests stop when they should, nothing that was played is lost."""

import json
from math import log, sqrt
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from senki.engine.option import Option
from senki.lab.simulate import Plan, Trial
from senki.lab.tournament import (
    ELO,
    SCORES,
    Entrant,
    Meeting,
    log_ratio,
    meetings,
    sequential,
    share_of,
    standings,
    strengths_of,
)
from senki.players.guests import Guest, Situation
from senki.terminal.main import main

STRONG, WEAK = Entrant("strong", "greedy"), Entrant("weak", "random")
PLAN = Plan("nano", "campaign", ("greedy", "random"), 1, pairs=True)


def meeting(winners: list[int], first: Entrant = STRONG, second: Entrant = WEAK) -> Meeting:
    """Games with these winners, by side."""
    trials = [Trial(index, 0, ("", ""), [], [], winner=winner) for index, winner in enumerate(winners)]
    return Meeting(first, second, PLAN, trials)


def points(*rows: list[float]) -> Any:
    """What each got off each other."""
    return np.array(rows)


def test_a_player_is_scored_whatever_side_it_sits_on() -> None:
    games = meeting([0, 1, 0, 0, -1, 1, 1, 0])
    assert games.counted() == (4, 1, 3)
    assert games.scores_in_order() == [1.0, 0.5, 0.75, 0.0]
    assert games.first_side() == 4.5 / 8


def test_pairs_count_up_to_the_first_that_is_missing_and_without_those_that_failed() -> None:
    games = meeting([0, 1, 0, 0, 1, 0, 0, 1])
    games.trials[3].failure = "not over after 9 steps"
    assert games.scores_in_order() == [1.0, 0.0, 1.0]
    del games.trials[4]
    assert games.scores_in_order() == [1.0]


def test_everybody_meets_everybody_once_with_the_same_dice() -> None:
    entrants = [Entrant(name, "greedy") for name in "abcd"]
    found = meetings(entrants, PLAN)
    names = [f"{one.first.name}{one.second.name}" for one in found]
    assert names == ["ab", "ac", "ad", "bc", "bd", "cd"]
    assert {one.plan.dice(6) for one in found} == {one.plan.dice(7) for one in found} == {PLAN.dice(6)}


def test_three_of_four_points_are_191_elo_and_the_error_is_that_of_a_share() -> None:
    strengths, errors = strengths_of(points([0, 7500], [2500, 0]))
    assert (strengths[0] - strengths[1]) * ELO == pytest.approx(400 * log(3) / log(10), abs=0.1)
    # The difference of two strengths that mirror each other has twice the error of one.
    assert 2 * errors[0] == pytest.approx(sqrt(1 / (10_000 * 0.75 * 0.25)), rel=1e-3)


def test_who_wins_everything_is_strong_but_not_infinitely_and_nobody_knows_how_strong() -> None:
    strengths, errors = strengths_of(points([0, 40], [0, 0]))
    assert 400 < (strengths[0] - strengths[1]) * ELO < 1200
    assert 1.96 * errors[0] * ELO > 150


def test_strengths_come_by_way_of_others() -> None:
    """a and c never met, but a beats b as b beats c."""
    strengths, errors = strengths_of(points([0, 64, 0], [36, 0, 64], [0, 36, 0]))
    assert strengths[0] - strengths[1] == pytest.approx(strengths[1] - strengths[2], rel=0.01)
    assert errors[0] == pytest.approx(errors[2]) and errors[0] > errors[1]


def test_standings_are_in_order_of_strength() -> None:
    middle = Entrant("middle", "greedy")
    played = [
        meeting([1, 0] * 10, WEAK, STRONG),
        meeting([0, 0] * 8 + [1, 0] * 2, WEAK, middle),
        meeting([0, 1] * 3 + [0, 0] * 7, STRONG, middle),
    ]
    found = standings([WEAK, middle, STRONG], played)
    assert [one.entrant.name for one in found] == ["strong", "middle", "weak"]
    assert (found[0].won, found[0].drawn, found[0].lost, found[0].games) == (33, 0, 7, 40)
    assert sum(one.elo for one in found) == pytest.approx(0)
    assert all(one.low < one.elo < one.high for one in found)


def test_the_likelihood_ratio_is_near_that_of_a_normal_mean() -> None:
    seen = dict(zip(SCORES, (100, 10, 220, 20, 130), strict=True))
    total = sum(seen.values())
    mean = sum(score * pairs for score, pairs in seen.items()) / total
    spread = sum(pairs * (score - mean) ** 2 for score, pairs in seen.items()) / total
    low, high = share_of(0), share_of(30)
    near = total * (high - low) * (2 * mean - low - high) / (2 * spread)
    assert log_ratio(seen, low, high) == pytest.approx(near, rel=0.02)


def pairs_of(elo: float, seed: int) -> list[float]:
    """Pairs of somebody who is so much better."""
    chance, share = Random(seed), share_of(elo)
    return [((chance.random() < share) + (chance.random() < share)) / 2 for _ in range(2500)]


def test_a_sequential_test_finds_what_is_so_and_stops_there() -> None:
    right = 0
    for seed in range(12):
        for elo, truth in ((0.0, 0), (60.0, 1)):
            scores = pairs_of(elo, seed)
            verdict = sequential(scores, 0, 60)
            assert verdict.pairs < len(scores)
            assert sequential(scores[: verdict.pairs - 1], 0, 60).accepted is None
            right += verdict.accepted == truth
    assert right >= 21


def play(*words: str) -> int:
    """Run a tournament of Nano by the command."""
    return main(["tournament", "nano", "--workers", "1", *words])


TWO = ("--player", "strong=greedy", "--player", "weak=random")


class Cheat(Guest):
    """Chooses what nobody offered."""

    def choose(self, situation: Situation) -> Option:
        return Option("cheat", "cheat")


def test_a_game_lost_by_rule_is_a_loss_and_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--player", "greedy", "--player", f"cheat={__name__}:Cheat", "--games", "2")
    assert play(*words, "--json") == 0
    [told] = json.loads(capsys.readouterr().out)["meetings"]
    assert (told["won"], told["lost"], told["failures"], told["forfeits"]) == (2, 0, 0, 2)
    assert play(*words) == 0
    assert "Lost by rule: 2. The first: Cheat loses by rule: it chose" in capsys.readouterr().out
    assert play(*words, "--lang", "ja") == 0
    assert "規定による負け：2ゲーム。最初の例：Cheat は規定により負け：" in capsys.readouterr().out


def test_the_replay_of_a_game_lost_by_rule_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    series = ["--south", "greedy", "--north", f"{__name__}:Cheat", "--games", "1", "--records", "--workers", "1"]
    assert main(["simulate", "nano", *series, "--out", str(tmp_path / "one.json"), "--json"]) == 0
    [lost] = json.loads(capsys.readouterr().out)["forfeits"]
    assert lost["index"] == 0 and lost["why"].startswith("Cheat loses by rule: it chose")
    assert main(["replay", str(tmp_path / "one.json"), "--lang", "ja"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("規定による負け：Cheat は規定により負け：")


def test_a_tournament_goes_on_where_it_was_broken_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken.1"
    assert play(*TWO, "--player", "greedy", "--games", "6", "--json", "--out", str(whole)) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["players"] for one in told["meetings"]] == [
        ["strong", "weak"],
        ["strong", "greedy"],
        ["weak", "greedy"],
    ]
    assert told["meetings"][0] == {
        "players": ["strong", "weak"],
        "won": 6,
        "drawn": 0,
        "lost": 0,
        "failures": 0,
        "forfeits": 0,
    }
    assert play(*TWO, "--games", "2", "--out", str(broken)) == 0
    first = (broken / "strong-weak" / "part-00000.parquet").read_bytes()
    capsys.readouterr()
    assert play(*TWO, "--player", "greedy", "--games", "6", "--json", "--out", str(broken)) == 0
    again = json.loads(capsys.readouterr().out)
    assert (broken / "strong-weak" / "part-00000.parquet").read_bytes() == first
    assert (again["standings"], again["meetings"]) == (told["standings"], told["meetings"])


def test_a_test_ends_a_meeting_early_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert play(*TWO, "--sprt", "0,200", "--games", "60", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sprt"]["accepted"] == 1
    assert told["meetings"][0]["won"] == 2 * told["sprt"]["pairs"] < 60
    assert play(*TWO, "--sprt", "0,200", "--games", "60", "--lang", "ja") == 0
    assert "判定：strongはweakより0ではなく200Elo強い" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--player", "greedy"), "a tournament needs two players at least"),
        (("--player", "greedy", "--player", "greedy"), "two players have the name 'greedy'"),
        (("--player", "a=greedy", "--player", "b=nobody"), "there is no player 'nobody'"),
        ((*TWO, "--games", "5"), "--games 5: each dice are played twice"),
        ((*TWO, "--sprt", "20,0"), "the lower one first"),
        ((*TWO, "--sprt", "twenty"), "should be two Elo differences"),
        ((*TWO, "--player", "greedy", "--sprt", "0,20"), "--sprt tests one player against another"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(*words) == 2
    said = capsys.readouterr().err
    assert told in said and said.count("\n") == 1


def test_games_of_another_tournament_are_not_mixed_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(*TWO, "--games", "2", "--out", str(tmp_path)) == 0
    assert play(*TWO, "--games", "2", "--seed", "8", "--out", str(tmp_path)) == 2
    assert "holds another series (seed 1, not 8)" in capsys.readouterr().err
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert play(*TWO, "--games", "2", "--out", str(tmp_path / "file")) == 2
    assert "cannot be written" in capsys.readouterr().err

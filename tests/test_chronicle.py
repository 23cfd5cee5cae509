"""The chronicle: what is noted of a game is what happened in it, and noting it changes nothing."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import senki
from senki.engine.errors import Malformed
from senki.engine.position import CHANCE
from senki.engine.registry import game_keys
from senki.lab.chronicle import AT_PIECE, Chronicle, telling_of
from senki.lab.results import read_results
from senki.lab.simulate import Plan, play_trial
from senki.players.levels import make_player
from senki.terminal.main import main
from senki.workshop.boards import board_of, lay_out

SHORT = {
    "nano": "campaign",
    "shiloh": "first_morning",
    "monmouth": "monmouth",
    "sjw": "stuarts_raid",
    "sicily": "landing",
}
SAME_POINTS = ("nano", "shiloh", "sjw", "sicily")
"""Games whose result has the points of the lead; Monmouth's farms decide before its points do."""


@pytest.mark.parametrize("key", game_keys())
def test_the_card_of_every_game_speaks_of_events_there_are(key: str) -> None:
    game = senki.find_game(key)
    telling = telling_of(game.package)
    assert telling.fights and telling.losses and telling.lead
    for kind in (*telling.fights, *telling.losses):
        assert game.messages.has(f"event.{kind}"), kind
    facts = {kind: fact.removesuffix(AT_PIECE) for kind, fact in telling.fights.items()}
    facts |= {kind: fact for kind, fact in telling.losses.items() if isinstance(fact, str)}
    for kind, fact in facts.items():
        assert fact in game.messages.holes(f"event.{kind}"), kind


def test_a_card_whose_section_says_something_else_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senki.lab.chronicle.read_toml", lambda package, name: {"chronicle": "here"})
    with pytest.raises(Malformed, match=r"\[chronicle\] should be a table"):
        telling_of("a.game.of.nobody")


def test_a_game_whose_card_has_no_section_is_played_and_only_its_dice_are_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan("nano", "campaign", ("greedy", "greedy"), seed=3, chronicle=True, luck=True)
    told = play_trial(plan, 0)
    monkeypatch.setattr("senki.lab.chronicle.read_toml", lambda package, name: {})
    monkeypatch.setattr("senki.lab.chronicle.telling_of", telling_of.__wrapped__)
    untold = play_trial(plan, 0)
    assert told.fights and told.lead and (untold.fights, untold.losses, untold.lead) == ([], [], [])
    assert (untold.moves_hash, untold.luck, untold.failure) == (told.moves_hash, told.luck, "")


@pytest.mark.parametrize("key", SHORT)
def test_what_is_noted_of_a_game_is_on_its_board_and_in_its_turns(key: str) -> None:
    game = senki.find_game(key)
    plan = Plan(key, SHORT[key], ("greedy", "greedy"), seed=3, chronicle=True)
    trial = next(trial for index in range(40) if (trial := play_trial(plan, index)).losses)
    assert trial.fights
    assert [turn for turn, _ in trial.lead] == list(range(1, trial.turns + 1))
    assert {turn for turn, *_ in (*trial.fights, *trial.losses)} <= set(range(trial.turns + 1))
    assert {side for _, side, _ in trial.losses} <= {0, 1} and all(amount > 0 for *_, amount in trial.losses)
    layout = lay_out(board_of(game, SHORT[key]), "en")
    if "field" in layout:
        for _, place in trial.fights:
            x, y = (int(part) for part in place.split())
            assert 0 <= x <= layout["field"]["width"] and 0 <= y <= layout["field"]["height"]
    else:
        assert {place for _, place in trial.fights} <= {one["id"] for one in layout.get("hexes") or layout["places"]}
    if key in SAME_POINTS:
        assert trial.lead[-1][1] == trial.points
    assert trial.luck == []


def test_a_battle_of_nano_is_noted_where_it_was_and_who_fell_in_it_on_his_side() -> None:
    """The rules tell it; what turn it was they told before."""
    game = senki.find_game("nano")
    p = game.start("campaign", {})
    chronicle = Chronicle(game, p)
    p.tell("turn_began", "NANO-4.1", {"turn": 2})
    p.tell("battle", "NANO-9.3", {"town": "front_royal", "attacker": "south", "south": 9, "north": 3, "loser": "north"})
    p.tell("eliminated", "NANO-10.7", {"unit": "N3", "town": "front_royal"})
    p.tell("turn_began", "NANO-4.1", {"turn": 3})
    chronicle.hear(p)
    assert chronicle.fights == [(2, "front_royal")]
    assert chronicle.losses == [(2, game.side("north"), 1.0)]
    assert chronicle.lead == [(2, 0)]


@pytest.mark.parametrize("key", ["nano", "sjw"])
def test_listening_changes_no_game(key: str) -> None:
    plan = Plan(key, SHORT[key], ("greedy", "random"), seed=5)
    for index in range(3):
        plain, heard = play_trial(plan, index), play_trial(replace(plan, chronicle=True, luck=True), index)
        assert (heard.digest, heard.moves_hash) == (plain.digest, plain.moves_hash)
        assert heard.luck[0] == -heard.luck[1] != 0 and not plain.luck


def test_the_luck_of_a_roll_is_nought_on_average_whatever_comes() -> None:
    game = senki.find_game("nano")
    p = game.start("campaign", {})
    p.settle()
    players = [make_player("greedy", game, side) for side in (0, 1)]
    chance, rolls, lucky = Random(2), 0, 0
    while not p.over and rolls < 40:
        if p.waits_for != CHANCE:
            p.play(players[p.side_to_act].choose(p))
            continue
        roll, found = p.roll(), []
        for outcome in roll.outcomes:
            chronicle = Chronicle(game, p)
            chronicle.weigh(p, roll, outcome)
            found.append(chronicle.luck)
        weighed = sum(luck * weight for luck, weight in zip(found, roll.weights, strict=True))
        assert weighed / roll.total == pytest.approx(0, abs=1e-9)
        rolls, lucky = rolls + 1, lucky + (max(found) > 0)
        p.play(roll.pick(int(chance.random() * roll.total)))
    assert rolls == 40 and lucky > 20


def test_the_command_writes_it_unless_told_not_to(tmp_path: Path) -> None:
    series = ["simulate", "nano", "--south", "greedy", "--north", "greedy", "--games", "2", "--workers", "1", "--out"]
    assert main([*series, str(tmp_path / "heard.parquet"), "--luck"]) == 0
    assert main([*series, str(tmp_path / "plain.parquet"), "--no-chronicle"]) == 0
    heard, plain = (read_results(tmp_path / name)[1].to_pylist() for name in ("heard.parquet", "plain.parquet"))
    for loud, quiet in zip(heard, plain, strict=True):
        assert loud["digest"] == quiet["digest"]
        assert loud["fights"][0]["place"] and loud["lead"][-1] == {"turn": 7, "points": loud["points"]}
        assert loud["south_luck"] == -loud["north_luck"]
        assert (quiet["fights"], quiet["losses"], quiet["lead"], quiet["south_luck"]) == ([], [], [], None)

"""What others may build on: players and games of their own, and games that travel between processes."""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest

from senki import find_game, game_keys, new
from senki.engine.errors import Forfeit, Malformed, UnknownName
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import DECISION, Position
from senki.lab.simulate import Plan, play_trial
from senki.players.guests import Guest, Situation, guest_class
from senki.players.levels import make_player


class First(Guest):
    """Takes what is offered first, and looks at what it is given."""

    def choose(self, situation: Situation) -> Option:
        assert len(situation.view.choices) == len(situation.options)
        assert situation.imagine(self.chance).side_to_act == situation.side
        return situation.options[0]


class Cheat(Guest):
    """Names what nobody offered."""

    def choose(self, situation: Situation) -> Option:
        return Option("move", "move S1 washington")


class NoGuest:
    """Not what a player is."""


def far(key: str, steps: int) -> Position:
    """A position some random steps into a game."""
    game = find_game(key)
    chance = Random(steps)
    scenario = game.begin_with
    p: Position = game.start(scenario, game.settings({}, scenario))
    p.settle()
    for _ in range(steps):
        if p.over:
            break
        options = p.options()
        p.play(options[int(chance.random() * len(options))])
    return p


@pytest.mark.parametrize("key", game_keys())
def test_positions_travel(key: str) -> None:
    for steps in (0, 7, 60):
        p = far(key, steps)
        twin = pickle.loads(pickle.dumps(p))
        assert twin == p and type(twin) is type(p) and twin.options() == p.options()
        assert copy.copy(p) == p and copy.deepcopy(p) == p and copy.copy(p) is not p
        for option, same in zip(p.options(), pickle.loads(pickle.dumps(p.options())), strict=True):
            assert (option.text, option.verb, option.facts, option.subject, option.target, option.extra) == (
                same.text, same.verb, same.facts, same.subject, same.target, same.extra,
            )  # fmt: skip
            assert type(same) is type(option)


def test_games_and_what_a_roll_says_travel() -> None:
    game = find_game("nano")
    assert pickle.loads(pickle.dumps(game)) is game and copy.deepcopy(game) is game
    p = far("nano", 0)
    while p.waits_for == DECISION:
        p.play(p.options()[0])
    roll = pickle.loads(pickle.dumps(p.roll()))
    assert roll.outcomes == p.roll().outcomes and roll.weights == p.roll().weights


def test_a_match_travels_with_its_dice_its_log_and_what_may_be_taken_back() -> None:
    match = new("nano", seed=5, seats={"south": "Ewell"}, entropy="ours")
    for _ in range(12):
        if match.position.waits_for == DECISION:
            match.play(match.position.options()[0])
        else:
            match.roll()
    twin = pickle.loads(pickle.dumps(match))
    assert twin.record() == match.record() and twin.position == match.position
    assert [event.to_json() for event in twin.log] == [event.to_json() for event in match.log]
    while match.position.waits_for == DECISION:
        for one in (match, twin):
            one.play(one.position.options()[0])
    assert [event.to_json() for event in twin.roll()] == [event.to_json() for event in match.roll()]


def test_a_guest_plays_and_is_held_to_what_is_offered() -> None:
    plan = Plan("nano", "campaign", (f"{__name__}:First", "random"), 3)
    assert play_trial(plan, 0).winner in (0, 1)
    with pytest.raises(Forfeit, match="Cheat loses by rule: it chose <move S1 washington>, which is not offered at"):
        make_player(f"{__name__}:Cheat", find_game("nano"), 1).choose(far("nano", 0))


@pytest.mark.parametrize("key", ["monmouth", "sicily", "shiloh"])
def test_a_guest_sees_no_more_than_its_side(key: str) -> None:
    game = find_game(key)
    for steps in (5, 40, 90):
        p = far(key, steps)
        if p.waits_for != DECISION:
            p.play(p.options()[0])
        if p.waits_for != DECISION:
            continue
        situation = Situation(game, p)
        side = situation.side
        assert situation.view == game.view(p, side)
        assert game.view(situation.imagine(Random(1)), side) == situation.view
        assert not [value for value in vars_of(situation) if isinstance(value, Position)]


def vars_of(thing: object) -> list[object]:
    """Everything that can be read off an object by name."""
    return [getattr(thing, name) for name in dir(thing) if not name.startswith("_")]


def test_what_is_no_player_is_told_in_one_line() -> None:
    for spec, wrong, kind in (
        ("nowhere.at_all:Player", "the player at nowhere.at_all cannot be loaded", UnknownName),
        (f"{__name__}:Nobody", "there is no class 'Nobody' in", UnknownName),
        (f"{__name__}:NoGuest", "should be a subclass of senki.players.guests.Guest", Malformed),
    ):
        with pytest.raises(kind, match=wrong):
            guest_class(spec)


def test_a_game_is_found_once() -> None:
    assert find_game("nano") is find_game("nano") and isinstance(find_game("nano"), Game)
    with pytest.raises(UnknownName, match="there is no game 'chess'; games are: "):
        find_game("chess")

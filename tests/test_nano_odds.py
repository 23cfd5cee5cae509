"""The odds Nano tells must be what its rules do."""

from __future__ import annotations

from random import Random

from senki.engine.forms import Overlay
from senki.engine.position import CHANCE, Position
from senki.engine.registry import find_game
from senki.engine.soundness import Inspector
from senki.games.nano.board import SIDE_OF, SIDES, TOWNS, UNIT
from senki.games.nano.combat import fight
from senki.games.nano.position import NanoPosition

GAME = find_game("nano")


def positions(seed: int, most: int = 400) -> list[NanoPosition]:
    """The positions of a random game in which somebody chooses."""
    chance = Random(seed)
    p: Position = GAME.start("campaign", {})
    p.settle()
    found = []
    while not p.over and len(found) < most:
        if p.waits_for == CHANCE:
            p.play(p.roll().pick(chance.randrange(p.roll().total)))
            continue
        assert isinstance(p, NanoPosition)
        found.append(p.copy())
        options = p.options()
        p.play(options[chance.randrange(len(options))])
    return found


def test_the_odds_of_a_battle_are_what_comes_of_it() -> None:
    battles = 0
    for seed in range(12):
        for p in positions(seed):
            for option in p.options():
                odds = GAME.odds(p, option)
                if option.verb != "battle":
                    continue
                assert odds is not None
                after = p.copy()
                fight(after, option.target)
                (result,) = odds.results
                assert result.facts["side"] == SIDES[after.loser]
                # The marker stops at the end of its track; the points do not.
                if 0 < after.vp < 9:
                    assert result.facts["points"] == after.vp - p.vp
                battles += 1
    assert battles > 20


def test_an_attack_over_a_mountain_road_comes_off_half_the_time() -> None:
    rolled = 0
    for seed in range(12):
        for p in positions(seed):
            for option in p.options():
                odds = GAME.odds(p, option)
                if odds is None or len(odds.results) == 1:
                    continue
                after = p.copy()
                after.play(option)
                assert after.waits_for == CHANCE
                arrived = 0
                for outcome in after.roll().outcomes:
                    then = after.copy()
                    then.play(outcome)
                    arrived += then.town[option.subject] == option.target
                assert [result.chance for result in odds.results] == [arrived / 6, 1 - arrived / 6]
                rolled += 1
    assert rolled > 10


def test_reach_later_is_what_two_moves_of_a_six_can_do() -> None:
    asked = 0
    for seed in range(10):
        for p in positions(seed):
            if p.step.name != "act" or p.own_die != 6:
                assert GAME.later(p, "S1") == []
                continue
            for piece, unit in UNIT.items():
                if SIDE_OF[unit] != p.acting or p.town[unit] < 0:
                    continue
                now = {option.target for option in p.options() if option.verb == "move" and option.subject == unit}
                reached = set()
                for option in p.options():
                    if option.verb != "move" or option.subject != unit:
                        continue
                    after = p.copy()
                    after.play(option)
                    if after.waits_for == CHANCE:
                        after.play(after.roll().outcomes[5])
                    if after.step.name == "second_move":
                        reached |= {o.target for o in after.options() if o.verb == "move" and o.subject == unit}
                wanted = {TOWNS[town] for town in reached - now - {p.town[unit]}}
                assert {one.place for one in GAME.later(p, piece)} == wanted
                asked += 1
    assert asked > 30


def test_the_way_to_a_later_town_begins_with_a_move_and_ends_there() -> None:
    gone = 0
    for seed in range(10):
        for p in positions(seed):
            if p.step.name != "act" or p.own_die != 6:
                continue
            offered = {option.text: option for option in p.options()}
            for piece, unit in UNIT.items():
                for reach in GAME.later(p, piece):
                    after = p.copy()
                    after.play(offered[reach.first])
                    assert TOWNS[offered[reach.first].target] == reach.via
                    if after.waits_for == CHANCE:
                        after.play(after.roll().outcomes[5])
                    assert after.step.name == "second_move"
                    assert f"move {piece} {reach.place}" in {option.text for option in after.options()}
                    assert after.town[unit] == offered[reach.first].target
                    gone += 1
    assert gone > 100


def test_threats_are_the_enemys_next_moves_and_a_spectator_has_no_enemy() -> None:
    p = positions(3)[20]
    assert GAME.overlay(p, -1, "threats", "") == Overlay()
    assert GAME.overlay(p, 0, "threats", "").places
    assert GAME.overlay(p, 0, "threats", "") != GAME.overlay(p, 1, "threats", "")


def test_the_inspector_reads_every_reckoning() -> None:
    inspector = Inspector(GAME)
    for p in positions(5):
        inspector.decision(p)

"""A position in words alone: whole, bounded, in both languages, and with every option in reach."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from random import Random

import pytest

import senki
from senki.engine.data import LANGUAGES
from senki.engine.forms import View
from senki.engine.game import Game
from senki.engine.position import CHANCE, Position
from senki.engine.registry import game_keys
from senki.lab.prose import MOST_OPTIONS, aims_text, describe, legend, options, ranges
from senki.lab.words import WORDS

NUMBERED = re.compile(r"^(\d+)\. ", re.M)
FOLDED = re.compile(r": (\d+) options, numbers (\d+)")


def played(game: Game, scenario: str, choices: int) -> Position:
    """The position after so many random choices, where a side is to choose."""
    p: Position = game.start(scenario, game.settings({}, scenario))
    p.settle()
    chance = Random(5)
    while not p.over and (choices > 0 or p.waits_for == CHANCE):
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
        else:
            choices -= 1
            p.play(p.draw(chance))
    return p


def view_of(key: str, scenario: str | None = None, choices: int = 0) -> tuple[Game, View]:
    game = senki.find_game(key)
    p = played(game, game.scenario(scenario).id, choices)
    return game, game.view(p, p.side_to_act)


def numbers_in(lines: list[str]) -> list[int]:
    """The numbers of the options that are listed one by one."""
    return [int(number) for number in NUMBERED.findall("\n".join(lines))]


@pytest.mark.parametrize("key", game_keys())
def test_every_game_is_told_in_both_languages(key: str) -> None:
    game = senki.find_game(key)
    for scenario in game.scenarios:
        for choices in (0, 7, 40):
            p = played(game, scenario.id, choices)
            for side in {p.side_to_act, -1}:
                view = game.view(p, side)
                for lang in LANGUAGES:
                    told = describe(game, view, lang)
                    assert game.prompt(view, lang) in told and game.title[lang] in told
                    assert "{" not in told and len(told) < 24_000
                    for piece in view.pieces:
                        if piece.place is not None or piece.pose:
                            assert game.piece_name(piece.id, lang) in told
                    if len(view.choices) <= MOST_OPTIONS:
                        assert all(f" {choice.text} – " in told for choice in view.choices)
                    aims = game.aims(game.seen(p, side), side) if side >= 0 else []
                    assert aims_text(game, aims, lang).count("\n") == len(aims)
            if p.over:
                break


def test_the_first_choice_of_nano_reads_like_this() -> None:
    game, view = view_of("nano")
    assert describe(game, view, "en").startswith(
        "Shenandoah Nano. You play South.\nTurn: 1 of 7 (21 May)\nVictory points: 0 of 9 (South wins at 7)\n"
    )
    assert "1. place S1 staunton – S1 in Staunton" in describe(game, view, "en")
    assert "あなたは南軍を担当する。" in describe(game, view, "ja")


def test_an_attack_says_where_it_comes_from() -> None:
    game = senki.find_game("nano")
    for choices in range(8, 40):
        p = played(game, "campaign", choices)
        view = game.view(p, p.side_to_act)
        for piece in view.pieces:
            if piece.toward is not None and piece.place is not None:
                place, origin = game.place_name(piece.place, "en"), game.place_name(piece.toward, "en")
                assert f"- {place}, attacking from {origin}: " in describe(game, view, "en")
                return
    raise AssertionError("nobody attacked")


def crowded(chosen: int = 40) -> tuple[Game, View]:
    """A view of Shiloh with many options."""
    game = senki.find_game("shiloh")
    for choices in range(chosen):
        p = played(game, "battle", choices)
        if len(p.options()) > 2 * MOST_OPTIONS:
            return game, game.view(p, p.side_to_act)
    raise AssertionError("there were never many options")


def test_a_long_list_is_folded_and_nothing_is_lost() -> None:
    game, view = crowded()
    folded = options(game, view, "en")
    assert len(folded) < 25
    assert len(numbers_in(folded)) + sum(int(n) for n, _ in FOLDED.findall("\n".join(folded))) == len(view.choices)
    listed: list[int] = []
    first: int | None = 1
    while first is not None:
        page = options(game, view, "en", first=first, folds=False)
        listed += numbers_in(page)
        more = re.search(r"go on from number (\d+)", page[-1])
        first = int(more.group(1)) if more else None
    assert listed == list(range(1, len(view.choices) + 1))


def test_options_about_something() -> None:
    game, view = crowded()
    unit = next(choice.piece for choice in view.choices if choice.piece)
    about = options(game, view, "en", unit)
    expected = [number for number, choice in enumerate(view.choices, 1) if unit in choice.text.split()]
    assert set(expected) <= set(numbers_in(about)) and len(numbers_in(about)) < len(view.choices)
    assert options(game, view, "en", "nobody there") == [
        f"No option speaks of “nobody there”. There are {len(view.choices)} options."
    ]


def test_a_plane_tells_poses_and_that_others_may_be_written() -> None:
    game = senki.find_game("monmouth")
    for choices in range(1, 60):
        p = played(game, "monmouth", choices)
        view = game.view(p, p.side_to_act)
        if view.free is not None:
            told = describe(game, view, "en")
            assert "facing" in told and "These are a sample" in told
            return
    raise AssertionError("nothing could be placed freely")


@pytest.mark.parametrize("key", game_keys())
def test_the_figures_of_counters_are_explained(key: str) -> None:
    game = senki.find_game(key)
    for lang in LANGUAGES:
        assert legend(game, lang).count("\n") + 1 == len(game.reference(lang).figures)


def test_runs_of_numbers() -> None:
    assert ranges([1, 2, 3, 5, 8, 9]) == "1–3, 5, 8–9" and ranges([]) == ""
    assert ranges(range(2, 40, 2)) == "2 … 38"


def test_every_word_is_there_in_both_languages_and_used() -> None:
    sources = Path(str(resources.files("senki.lab")))
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources.glob("*.py"))
    for key, texts in WORDS.templates.items():
        assert set(texts) == set(LANGUAGES) and all(texts.values()), key
        assert f'"{key}"' in code, f"{key} is never said"

"""The reference of every game: figures from its tables, words in both languages, clauses, what is missing to win."""

from __future__ import annotations

import pytest

import senki
from senki.engine.data import LANGUAGES
from senki.engine.errors import Malformed
from senki.engine.forms import Reference
from senki.engine.game import Game
from senki.engine.position import AUTO
from senki.engine.reference import Shelf, bands, counted, read_reference
from senki.engine.registry import find_game, game_keys
from senki.games.shiloh.tables import TABLES


def clauses_of(reference: Reference) -> list[str]:
    found = [one.clause for one in [*reference.figures, *reference.markers.values()]]
    for table in reference.tables:
        found += [table.clause, *(row.clause for row in table.rows), *(note.clause for note in table.notes)]
    return [clause for clause in found if clause]


@pytest.mark.parametrize("key", game_keys())
def test_every_game_has_one_in_both_languages(key: str) -> None:
    game = find_game(key)
    known = {clause.number for section in game.rulebook.sections for clause in section.clauses}
    english, japanese = (game.reference(lang) for lang in LANGUAGES)
    for group in ("results", "terrain"):
        assert any(table.group == group for table in english.tables), group
    assert english.figures
    assert [len(table.rows) for table in english.tables] == [len(table.rows) for table in japanese.tables]
    assert all(one.title != other.title for one, other in zip(english.tables, japanese.tables, strict=True))
    assert set(clauses_of(english)) <= known
    assert all(
        "{" not in cell for one in (english, japanese) for t in one.tables for row in t.rows for cell in row.cells
    )


@pytest.mark.parametrize("key", game_keys())
def test_every_figure_on_a_counter_and_every_state_is_explained(key: str) -> None:
    game = find_game(key)
    reference = game.reference("en")
    assert set(reference.markers) <= {marker.id for marker in game.looks.markers}
    for scenario in game.scenarios:
        start = game.start(scenario.id, game.settings({}, scenario.id))
        for piece in game.view(start, 0).pieces:
            meant = [f for f in reference.figures if piece.symbol in f.symbols or "*" in f.symbols]
            assert any(len(f.values) >= len(piece.values) for f in meant), f"{piece.symbol} {piece.values}"


def test_figures_are_those_of_the_rules() -> None:
    shiloh = {table.id: table for table in find_game("shiloh").reference("en").tables}
    assert [row.cells for row in shiloh["crt"].rows] == TABLES["crt"]["rows"]
    assert shiloh["terrain"].rows[2].cells[:2] == ["2", "—"]
    sicily = {table.id: table for table in find_game("sicily").reference("en").tables}
    assert sicily["combat"].rows[5].cells[-1] == "0/4B"
    assert sicily["combat"].head[1:3] == ["… −7", "−6 … −4"]


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(Malformed, match=r"no 'crt\.nowhere'"):
        Shelf("senki.games.shiloh", "tables.toml").find("crt.nowhere")
    assert read_reference("senki.engine", "en").tables == []
    assert bands([0, 4, 7]) == ["… 3", "4 … 6", "7 …"]
    assert counted("-1..1") == ["−1", "0", "1"]


def aims(game: Game, scenario: str) -> list[str]:
    p = game.start(scenario, game.settings({}, scenario))
    found = game.aims(game.seen(p, 0), 0)
    assert {aim.side for aim in found} <= {side.id for side in game.sides}
    for aim in found:
        assert game.rulebook.text(aim.clause, "en")
        for lang in LANGUAGES:
            assert game.messages.say(f"aim.{aim.key}", aim.facts, lang)
    return [game.messages.say(f"aim.{aim.key}", aim.facts, "en") for aim in found]


@pytest.mark.parametrize("key", game_keys())
def test_what_is_missing_to_win(key: str) -> None:
    game = find_game(key)
    for scenario in game.scenarios:
        assert aims(game, scenario.id)


def test_aims_follow_the_game() -> None:
    nano = find_game("nano")
    p = nano.start("campaign", nano.settings({}))
    assert [aim.met for aim in nano.aims(p, 0)][:2] == [False, True]
    p.vp = 8  # type: ignore[attr-defined]
    assert [aim.met for aim in nano.aims(p, 0)][:2] == [True, False]
    assert any("hexes away" in said for said in aims(find_game("shiloh"), "battle"))


@pytest.mark.parametrize("key", game_keys())
def test_whatever_is_asked_carries_its_clause(key: str) -> None:
    game = find_game(key)
    start = senki.new(key, seed=1).position
    asking = {step.name for step in start.steps if step.kind != AUTO}
    assert asking == set(game.looks.clauses)
    for clause in game.looks.clauses.values():
        assert game.rulebook.text(clause, "en")
    assert game.view(start, 0).prompt.facts["clause"] == game.looks.clauses[start.step.name]


@pytest.mark.parametrize("key", game_keys())
def test_how_a_game_asks_is_said_in_its_words(key: str) -> None:
    game, start = find_game(key), senki.new(key, seed=1).position
    looks, says = game.looks, game.messages.has
    assert looks.ends, "something ends a phase or an action in every game"
    assert [verb for verb in [*looks.ends, *looks.confirms] if not says(f"option.{verb}")] == []
    for prompt, text in looks.standing.items():
        assert game.parse(text, start).text == text
        assert says(f"prompt.{prompt}") and says(f"word.asks.{prompt}"), prompt
    counted = [name.removeprefix("word.left.") for name in game.messages.templates if name.startswith("word.left.")]
    assert counted and all(says(f"prompt.{prompt}") for prompt in counted)

"""What the card of a game declares of its looks, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from senki.engine.data import LANGUAGES
from senki.engine.errors import BrokenInvariant, Malformed
from senki.engine.forms import Mark, Piece
from senki.engine.looks import Looks
from senki.engine.registry import find_game, game_keys
from senki.engine.soundness import Inspector

NAME = {"en": "name", "ja": "名前"}
PAINT = {"fill": "#a9bfd8", "ink": "#173a62"}


@pytest.mark.parametrize(
    ("card", "wrong"),
    [
        ({"marker": [{"id": "a", "name": NAME, "sign": "ABC"}]}, "longer than 2"),
        ({"marker": [{"id": "a", "name": NAME, "shape": "tent"}]}, "no shape 'tent'"),
        ({"marker": [{"id": "a", "name": NAME}, {"id": "a", "name": NAME}]}, "same id"),
        ({"marker": [{"id": one, "name": NAME, "sign": "D"} for one in "ab"]}, "same sign"),
        ({"symbol": [{"id": "leader", "look": "statue"}]}, "no look 'statue'"),
        ({"symbol": [{"id": "leader"}, {"id": "leader"}]}, "same id"),
        ({"counters": {"values": "ring"}}, "no place of values 'ring'"),
        ({"mark": [{"id": "a", "name": NAME, "tone": "pink"}]}, "no tone 'pink'"),
        ({"mark": [{"id": "a", "name": {"en": "name"}}]}, "lacks ja"),
        ({"overlay": [{"id": "a", "name": NAME, "hint": NAME, "key": "U"}]}, "the key 'U'"),
        ({"overlay": [{"id": one, "name": NAME, "hint": NAME, "key": "Z"} for one in "ab"]}, "same key"),
        ({"overlay": [{"id": "a", "name": NAME, "hint": NAME, "key": "Z", "asks": "piece"}]}, "to ask for 'piece'"),
        (
            {"overlay": [{"id": "a", "name": NAME, "hint": NAME, "key": "Z", "scenarios": ["b"]}], "scenario": []},
            "no scenario 'b'",
        ),
        ({"forces": {"dots": {"fatigue": {"most": 9}}}}, "1 to 6"),
        ({"forces": {"legend": [{"sign": "tired", "text": NAME}]}}, "no marker 'tired'"),
        ({"colour": [{"id": "a", "name": NAME, "light": PAINT, "dark": {"fill": "#777", "ink": "#fff"}}]}, "'#777'"),
        (
            {"colour": [{"id": "a", "name": NAME, "light": {"fill": "#a9bfd8", "ink": "#ffffff"}, "dark": PAINT}]},
            "contrast",
        ),
    ],
)
def test_a_card_with_a_mistake_is_refused(card: dict[str, Any], wrong: str) -> None:
    with pytest.raises(Malformed, match=wrong):
        Looks(card)


def test_a_game_that_says_nothing_has_counters_with_values_in_a_line() -> None:
    looks = Looks({})
    assert looks.values == "line" and not looks.symbols


@pytest.mark.parametrize("key", game_keys())
def test_every_column_of_the_forces_has_a_heading(key: str) -> None:
    game = find_game(key)
    for column in [*game.looks.columns, *([game.looks.group] if game.looks.group else [])]:
        for lang in LANGUAGES:
            assert game.messages.say(f"column.{column}", {"value": 1}, lang)


@pytest.mark.parametrize("key", game_keys())
def test_legends_cite_clauses_of_the_rulebook(key: str) -> None:
    game = find_game(key)
    lines = [*game.looks.legend, *[line for one in game.looks.overlays for line in one.legend]]
    assert [line.clause for line in lines if line.clause and line.clause not in game.rulebook] == []


@pytest.mark.parametrize("key", game_keys())
def test_what_lies_on_counters_is_named_in_both_languages(key: str) -> None:
    game = find_game(key)
    for one in game.looks.markers:
        assert game.name_of("marker", one.id, "ja") == one.name["ja"] != one.name["en"]


def test_the_inspector_finds_what_the_card_does_not_declare() -> None:
    game = find_game("nano")
    p = game.start(game.scenario(None).id, game.settings({}))
    p.settle()
    inspector, view = Inspector(game), game.view(p, -1)
    inspector.declared(view)
    view.marks = [Mark("depot", "luray")]
    with pytest.raises(BrokenInvariant, match="mark 'depot'"):
        inspector.declared(view)
    view.marks, view.pieces = [], [Piece("X", "north", "infantry", colour="green")]
    with pytest.raises(BrokenInvariant, match="colour 'green'"):
        inspector.declared(view)

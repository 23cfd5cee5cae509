"""A scenario may have its own pieces, switches, sheet and map."""

from pathlib import Path
from random import Random

import pytest

from senki.engine.errors import Malformed, UnknownName
from senki.engine.game import Advice, Game, Writing
from senki.engine.registry import find_game
from senki.games.nano.board import UNITS
from senki.table.http.cards import game_card

CARD = """
title = { en = "Vale", ja = "谷" }
summary = { en = "Two ways to begin.", ja = "二つの始め方。" }
credits = { en = "None.", ja = "なし。" }
rules_version = 1
board = "hexes"
hidden_information = false

[[side]]
id = "red"
name = { en = "Red", ja = "赤" }
colour = "red"

[[scenario]]
id = "whole"
title = { en = "Whole", ja = "全体" }
summary = { en = "All.", ja = "すべて。" }
pieces = ["R1", "R7"]

[[scenario]]
id = "south"
title = { en = "South", ja = "南" }
summary = { en = "One sheet.", ja = "地図1枚。" }
sheet = "s"
map = "south.hexes"
pieces = ["R7", "R8"]
switches = [SWITCHES]

[[switch]]
id = "fog"
name = { en = "Fog", ja = "霧" }
summary = { en = "Fog.", ja = "霧。" }

[[switch]]
id = "map"
file = true
name = { en = "Map", ja = "マップ" }
summary = { en = "Own map.", ja = "自作マップ。" }
"""


def vale(folder: Path, name: str, switches: str, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, its card in a package of its own."""
    package = folder / name
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "game.toml").write_text(CARD.replace("SWITCHES", switches))
    (package / "rulebook.toml").write_text("")
    (package / "messages.toml").write_text("")
    (package / "south.hexes").write_text("a small map")
    monkeypatch.syspath_prepend(str(folder))
    return Game("vale", name, Writing(dict, lambda form, where: form, lambda p: {}), Advice())


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    return vale(tmp_path, f"vale_{Random().getrandbits(60)}", '"fog"', monkeypatch)


def test_a_switch_is_set_only_where_it_belongs(game: Game) -> None:
    assert game.settings({"fog": "on"}, "whole") == {"fog": "on", "map": ""}
    assert game.settings({"fog": "on"}, "south") == {"fog": "on"}
    assert game.settings({}) == game.settings({}, "whole"), "the first scenario, if none is named"
    with pytest.raises(UnknownName, match="there is no switch 'map' in vale, south; switches are: fog"):
        game.settings({"map": "text"}, "south")
    with pytest.raises(UnknownName, match="there is no scenario 'north'"):
        game.settings({}, "north")


def test_a_scenario_has_its_own_pieces(game: Game) -> None:
    assert game.piece_ids("whole") == ["R1", "R7"]
    assert game.piece_ids("south") == ["R7", "R8"]
    assert game.all_pieces() == ["R1", "R7", "R8"]
    nano = find_game("nano")
    assert nano.piece_ids("campaign") == nano.all_pieces() == UNITS, "those of the first position, if none are named"


def test_a_scenario_has_its_own_map_and_players_theirs(game: Game) -> None:
    assert game.map_text("whole", {"map": ""}) == ""
    assert game.map_text("whole", {"map": "drawn by hand"}) == "drawn by hand"
    assert game.map_text("south", {"fog": "on"}) == "a small map"


def test_the_card_tells_what_belongs_to_a_scenario(game: Game) -> None:
    whole, south = game_card(game).scenarios
    assert (whole.sheet, whole.pieces, whole.switches) == ("", ["R1", "R7"], ["fog", "map"])
    assert (south.sheet, south.pieces, south.switches) == ("s", ["R7", "R8"], ["fog"])


def test_a_scenario_names_only_switches_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Malformed, match="scenario 'south': there is no switch 'rain'; switches are: fog, map"):
        vale(tmp_path, "vale_of_rain", '"rain"', monkeypatch)


def test_the_shipped_games_are_played_with_all_their_switches() -> None:
    for key in ("nano", "shiloh", "monmouth"):
        found = find_game(key)
        for scenario in found.scenarios:
            assert found.switches_of(scenario.id) == found.switches
            assert found.map_text(scenario.id, found.settings({}, scenario.id)) == ""

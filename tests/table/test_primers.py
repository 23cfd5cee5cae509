"""What a person reads of a game before sitting down: every game has it, in both languages, and names what there is."""

from __future__ import annotations

import httpx
import pytest

from senki.engine.errors import Malformed, UnknownName
from senki.engine.game import known_or_first
from senki.engine.position import DECISION
from senki.engine.registry import find_game, game_keys
from senki.table.http.cards import game_card
from senki.table.http.primers import PrimerForm, clauses_of, complaints, primer
from tests.table.support import Server

STARTS = [(key, scenario.id) for key in game_keys() for scenario in find_game(key).scenarios]


@pytest.mark.parametrize("key", game_keys())
def test_every_game_has_a_primer_that_names_what_there_is(key: str) -> None:
    game = find_game(key)
    found = primer(game)
    assert not list(complaints(game, found))
    assert len(list(clauses_of(found))) >= 10, "what it says can be looked up"
    texts = [point.text for point in [*found.turn, *found.know, *found.mistakes]]
    assert all(any("\u3040" <= letter <= "\u9fff" for letter in text.ja) for text in texts), "Japanese is Japanese"
    assert not any("\u3040" <= letter <= "\u9fff" for text in texts for letter in text.en)
    assert found.picture.pieces
    assert all(reading.drawn["id"] == reading.piece for reading in found.counters)


@pytest.mark.parametrize("key", game_keys())
def test_a_primer_that_names_what_there_is_not_is_refused(key: str) -> None:
    game = find_game(key)
    found = primer(game)

    def said(changed: PrimerForm) -> str:
        return " ".join(complaints(game, changed))

    point = found.know[0].model_copy(update={"clause": "XXX-1.1"})
    assert "no clause XXX-1.1" in said(found.model_copy(update={"know": [point]}))
    assert "aims should be" in said(found.model_copy(update={"aims": found.aims[::-1]}))
    assert "levels should be" in said(found.model_copy(update={"levels": found.levels[1:]}))
    assert "scenarios should be" in said(found.model_copy(update={"scenarios": found.scenarios[1:]}))
    turned = found.scenarios[0].model_copy(update={"minutes": (9, 3)})
    assert "the shorter time comes first" in said(found.model_copy(update={"scenarios": [turned]}))


@pytest.mark.parametrize(("key", "scenario"), STARTS)
def test_a_primer_counts_the_turns_of_a_scenario(key: str, scenario: str) -> None:
    game = find_game(key)
    p = game.start(scenario, game.settings({}, scenario))
    p.settle()
    track = next(track for track in game.view(p, -1).tracks if track.id == "turn")
    told = next(one.turns for one in primer(game).scenarios if one.id == scenario)
    assert told == track.spaces[-1] - track.value + 1


@pytest.mark.parametrize(("key", "scenario"), STARTS)
def test_a_newcomer_sits_where_the_first_choice_is(key: str, scenario: str) -> None:
    game = find_game(key)
    p = game.start(scenario, game.settings({}, scenario))
    p.settle()
    card = game_card(game)
    newcomer = next(one.newcomer for one in card.scenarios if one.id == scenario)
    assert newcomer in [side.id for side in game.sides]
    if p.waits_for == DECISION:
        assert newcomer == game.sides[p.side_to_act].id


def test_a_card_may_name_only_what_it_has() -> None:
    assert known_or_first(None, ["a", "b"], "newcomer") == "a"
    assert known_or_first("b", ["a", "b"], "newcomer") == "b"
    with pytest.raises(Malformed, match="newcomer: there is no 'c'; there are: a, b"):
        known_or_first("c", ["a", "b"], "newcomer")


def test_the_service_sends_a_primer_once(server: Server) -> None:
    address = f"{server.url}/api/games/shiloh/primer"
    answer = httpx.get(address)
    assert answer.status_code == 200
    assert answer.json()["scenarios"][1]["id"] == "first_morning"
    assert httpx.get(address, headers={"if-none-match": answer.headers["etag"]}).status_code == 304
    assert httpx.get(f"{server.url}/api/games/nowhere/primer").json()["code"] == "unknown"


def test_a_game_without_a_primer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("nano")
    monkeypatch.setattr(game, "package", "senki.table")
    with pytest.raises(UnknownName, match="nano has no primer"):
        primer(game)

"""The workshop over HTTP: good maps are drawn, bad ones explained, and nothing makes it fall."""

from __future__ import annotations

from xml.etree import ElementTree

import httpx
import pytest

from senki.boards.hexes.format import MAX_BYTES
from senki.workshop.checking import map_text
from tests.table.support import Server, sqlite

GAME = "shiloh"


def ask(server: Server, data: bytes, lang: str = "en", game: str = GAME) -> httpx.Response:
    return httpx.post(f"{server.url}/api/workshop/{game}/proof?lang={lang}", content=data, timeout=60)


def problems(server: Server, text: str | bytes) -> list[tuple[str, int, int]]:
    answer = ask(server, text.encode() if isinstance(text, str) else text)
    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] is False
    assert told["board"] is None
    assert told["svg"] == ""
    assert all(problem["text"]["en"] and problem["text"]["ja"] for problem in told["problems"])
    return [(problem["code"], problem["line"], problem["column"]) for problem in told["problems"]]


def at(text: str, words: str) -> tuple[int, int]:
    """Line and column of the first place where words stand."""
    before = text[: text.index(words)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def test_the_maps_and_their_words(server: Server) -> None:
    assert GAME in httpx.get(f"{server.url}/api/workshop").json()
    text = httpx.get(f"{server.url}/api/workshop/{GAME}/map")
    assert text.headers["content-type"].startswith("text/plain")
    assert text.text == map_text(GAME)
    words = httpx.get(f"{server.url}/api/workshop/{GAME}/words").json()
    assert [word["id"] for word in words["terrain"]][:3] == ["clear", "light_woods", "deep_woods"]
    assert {word["id"] for word in words["sides"] if word["directed"]} == {"slope"}
    assert httpx.get(f"{server.url}/api/workshop/nano/map").status_code == 404
    assert httpx.get(f"{server.url}/api/workshop/nowhere/words").status_code == 404


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_good_map_is_drawn(server: Server, lang: str) -> None:
    told = ask(server, map_text(GAME).encode(), lang).json()
    assert told["ok"] is True
    assert told["problems"] == []
    assert ElementTree.fromstring(told["svg"]).get("lang") == lang
    board = told["board"]
    assert (board["kind"], board["shape"], board["shifted"], len(board["hexes"])) == ("hex", "flat", "even", 439)
    church = next(hex for hex in board["hexes"] if hex["id"] == "0915")
    assert church["name"] == {"en": "Shiloh Church", "ja": "シャイロー教会"}


def test_bad_maps_are_explained(server: Server) -> None:
    text = map_text(GAME)
    line, _ = at(text, "0110 light_woods")
    assert problems(server, text.replace("0110 light_woods\n", "")) == [("hex_missing", line - 1, 1)]
    line, column = at(text, "0324 0323")
    assert problems(server, text.replace("0224 0324 0323", "0224 0323", 1)) == [("broken_line", line, column)]
    line, _ = at(text, "0103 light_woods")
    assert problems(server, text.replace("0103 light_woods", "0103 jungle")) == [("terrain", line, 6)]
    assert problems(server, text.encode("shift_jis", "replace"))[0][0] == "encoding"
    assert problems(server, b"\0" * 50)[0][0] == "control"
    assert problems(server, b"")[0][0] == "no_title"
    assert problems(server, b"#" * (MAX_BYTES + 1)) == [("too_big", 1, 1)]


def test_names_are_text_and_nothing_else(server: Server) -> None:
    text = map_text(GAME).replace("Shiloh Church |", "<script>alert(1)</script>\"&' |")
    told = ask(server, text.encode()).json()
    assert told["ok"] is True
    root = ElementTree.fromstring(told["svg"])
    assert not [e for e in root.iter() if e.tag.endswith("script")]
    assert any("<script>" in "".join(e.itertext()) for e in root.iter() if e.tag.endswith("text"))


def test_a_body_that_is_far_too_big_is_refused(server: Server) -> None:
    answer = ask(server, b"#" * 3_000_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_big")


def test_games_without_a_hex_map_have_no_workshop(server: Server) -> None:
    assert ask(server, b"hexmap 1", game="nano").status_code == 404
    assert ask(server, b"hexmap 1", game="no-game").status_code == 422


def test_an_address_may_not_ask_without_end(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(sqlite(tmp_path_factory.mktemp("tables"))) as running, httpx.Client() as client:
        codes = [client.post(f"{running.url}/api/workshop/{GAME}/proof", content=b"").status_code for _ in range(40)]
    assert codes[:10] == [200] * 10
    assert 429 in codes

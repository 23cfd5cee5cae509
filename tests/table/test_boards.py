"""Boards belong to tables: each draws the map it is played on, and what was drawn once is kept."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from time import time
from typing import Any
from xml.etree import ElementTree

import pytest

from senki import find_game
from senki.engine.forms import to_json
from senki.table.machine import proving
from senki.table.machine.drawings import Drawings, shipped_boards
from senki.table.machine.jobs import Draw
from senki.table.machine.shelf import DRAFTS_LAST, OLDEST_ON_DISK, Shelf, head_of
from senki.table.refusals import Refused
from senki.table.settings import Settings, settings_for
from senki.terminal.charts import chart_of
from senki.terminal.hexchart import HexChart
from senki.terminal.saves import Shelf as Saves
from senki.terminal.session import Session
from senki.workshop.boards import Board, board_of, boards_of
from senki.workshop.checking import map_text
from tests.table.inside import inside
from tests.table.support import Server, Somebody, sqlite, story

GAMES = Path(__file__).parent / "games"
OWN = (
    map_text("shiloh")
    .replace("Shiloh Church | シャイロー教会", "Test Chapel | 試しの礼拝堂")
    .replace("0103 light_woods", "0103 swamp")
)
BOTH = {"csa": "me", "usa": "me"}
PRIVATE = "private, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("tables")
    with Server(sqlite(folder), games=GAMES, env={"SENKI_DRAWINGS": str(folder / "drawn")}) as running:
        yield running


async def begin(who: Somebody, **wish: Any) -> dict[str, Any]:
    """A table of Shiloh, as its card."""
    made = await who.post("/tables", {"game": "shiloh", "seats": BOTH, **wish}, 201)
    card: dict[str, Any] = await who.get(f"/tables/{made['id']}")
    return card


def names(board: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {hex["id"]: hex["name"] for hex in board["hexes"] if "name" in hex}


def terrain(board: dict[str, Any], id: str) -> str:
    return next(str(hex["terrain"]) for hex in board["hexes"] if hex["id"] == id)


async def words(who: Somebody, board: str, lang: str) -> str:
    """What is written on a map."""
    answer = await who.http.get(f"/api/{board}/map.svg?lang={lang}")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/svg+xml"
    return " ".join("".join(e.itertext()) for e in ElementTree.fromstring(answer.text).iter() if e.tag.endswith("text"))


@story
async def test_a_table_names_the_board_of_its_scenario(server: Server) -> None:
    who = Somebody(server.url)
    cards = {card["key"]: card for card in await who.get("/games")}
    card = await begin(who)
    assert card["board"] == cards["shiloh"]["scenarios"][0]["board"] == f"boards/{board_of(find_game('shiloh')).key}"
    async with who.at(card["id"]) as line:
        assert line.table["board"] == card["board"]
    assert card["board"] in [one["board"] for one in await who.get("/tables?mine=1")]
    board = await who.get(f"/{card['board']}")
    assert board["kind"] == "hex" and names(board)["0915"]["ja"] == "シャイロー教会"
    assert "Shiloh Church" in await words(who, card["board"], "en")
    assert "シャイロー教会" in await words(who, card["board"], "ja")
    nano = await who.get(f"/{cards['nano']['scenarios'][0]['board']}")
    assert {"luray", "winchester"} < {place["id"] for place in nano["places"]}
    assert all(link["path"].startswith("M") for link in nano["links"]) and nano["trays"]
    # A board without a printed map is drawn by the client.
    meadow = cards["meadow"]["scenarios"][0]["board"]
    assert (await who.get(f"/{meadow}"))["kind"] == "plane"
    assert (await who.get(f"/{meadow}/map.svg", 404))["code"] == "unknown"
    await who.close()


@story
async def test_a_table_on_an_own_map_shows_that_map_and_so_does_all_that_comes_of_it(server: Server) -> None:
    who, watcher = Somebody(server.url), Somebody(server.url)
    table = await begin(who, options={"map": OWN})
    board = await watcher.get(f"/{table['board']}")
    assert names(board)["0915"] == {"en": "Test Chapel", "ja": "試しの礼拝堂"} and terrain(board, "0103") == "swamp"
    assert "Test Chapel" in await words(watcher, table["board"], "en")
    assert "試しの礼拝堂" in await words(watcher, table["board"], "ja")
    async with watcher.at(table["id"]) as line:
        assert line.table["board"] == table["board"], "a spectator's is the same"
    record = await who.get(f"/tables/{table['id']}/record")
    branch = await begin(who, branch={"table": table["id"], "at": 0})
    loaded = await begin(who, record=record)
    await who.post(f"/tables/{table['id']}/resign", {"side": "csa"})
    rematch = await who.post(f"/tables/{table['id']}/rematch", {}, 201)
    again = await who.get(f"/tables/{rematch['id']}")
    key = table["board"].rpartition("/")[2]
    for made in (branch, loaded, again):
        assert made["board"] == f"tables/{made['id']}/boards/{key}", "the same map has the same key"
        assert names(await who.get(f"/{made['board']}"))["0915"]["en"] == "Test Chapel"
    plain = await begin(who)
    assert names(await who.get(f"/{plain['board']}"))["0915"]["en"] == "Shiloh Church"
    for person in (who, watcher):
        await person.close()


def beginning_on_own_map() -> dict[str, Any]:
    """A record whose start holds an own map while its options do not say so."""
    game = find_game("shiloh")
    scenario = game.scenarios[0].id
    start = game.start(scenario, game.settings({"map": OWN}, scenario))
    start.settle()
    return {
        "game": "shiloh",
        "rules": game.rules_version,
        "scenario": scenario,
        "moves": [],
        "start": game.write(start),
    }


@story
async def test_a_record_that_begins_on_an_own_map_shows_it_though_no_option_says_so(server: Server) -> None:
    who = Somebody(server.url)
    table = await begin(who, record=beginning_on_own_map())
    assert names(await who.get(f"/{table['board']}"))["0915"]["en"] == "Test Chapel"
    assert "Test Chapel" in await words(who, table["board"], "en")
    assert (await who.get(f"/tables/{table['id']}/record"))["options"]["map"] == OWN
    await who.close()


def test_a_terminal_shows_the_own_map_of_a_record(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_bytes(to_json(beginning_on_own_map()))
    game = find_game("shiloh")
    session = Session(game, game.scenarios[0].id, {}, 1, Saves(tmp_path / "shelf"))
    session.load(file)
    chart = chart_of(game, session.scenario, session.options)
    assert isinstance(chart, HexChart)
    assert "Test Chapel" in {place.names["en"] for place in chart.map.places}


@story
async def test_scenarios_on_different_sheets_print_their_own_numbers(server: Server) -> None:
    who = Somebody(server.url)
    found = {}
    for scenario in ("north", "south", "both"):
        card = await begin(who, game="sheets", scenario=scenario)
        board = await who.get(f"/{card['board']}")
        church = next(hex for hex in board["hexes"] if hex["id"] == "0915")
        assert church["number"] in await words(who, card["board"], "en")
        found[scenario] = (church["number"], len(board["hexes"]), card["board"].rpartition("/")[2])
    assert [numbers for numbers, _, _ in found.values()] == ["N0915", "S4912", "N0915"]
    whole = found["both"][1]
    assert [hexes for _, hexes, _ in found.values()] == [whole, whole - 18, whole], "the south map ends a row earlier"
    assert len({key for _, _, key in found.values()}) == 3
    # An own map that knows no such sheets is played on as a whole.
    plain = await begin(who, game="sheets", scenario="south", options={"map": OWN})
    assert names(await who.get(f"/{plain['board']}"))["0915"]["en"] == "Test Chapel"
    await who.close()


@story
async def test_a_board_is_asked_for_once(server: Server) -> None:
    who = Somebody(server.url)
    shipped, own = await begin(who), await begin(who, options={"map": OWN})
    for card, kept in ((shipped, PRIVATE.replace("private", "public")), (own, PRIVATE)):
        tags = set()
        for what in ("", "/map.svg", "/map.svg?lang=ja"):
            path = f"/api/{card['board']}{what}"
            first = await who.http.get(path)
            assert first.status_code == 200 and first.headers["cache-control"] == kept
            tags.add(first.headers["etag"])
            again = await who.http.get(path, headers={"If-None-Match": first.headers["etag"]})
            assert again.status_code == 304 and not again.content and again.headers["cache-control"] == kept
        assert len(tags) == 3
    await who.close()


@story
async def test_an_own_map_is_found_only_through_a_table_that_is_played_on_it(server: Server) -> None:
    who, other = Somebody(server.url), Somebody(server.url)
    table = await begin(who, options={"map": OWN.replace("Test Chapel", "Secret Chapel")})
    mine = await begin(other, options={"map": OWN})
    key = table["board"].rpartition("/")[2]
    for where in (f"boards/{key}", f"tables/{mine['id']}/boards/{key}", f"tables/nowhere/boards/{key}"):
        for what in ("", "/map.svg"):
            assert (await other.get(f"/{where}{what}", 404))["code"] == "unknown"
            copy = await other.http.get(f"/api/{where}{what}", headers={"If-None-Match": f'"{key}.board.en"'})
            assert copy.status_code == 404
    assert (await other.get(f"/boards/{'0' * 32}", 404))["code"] == "unknown"
    assert (await other.get("/boards/0", 422))["code"] == "malformed"
    for person in (who, other):
        await person.close()


def test_the_key_of_a_board_is_its_content() -> None:
    shiloh = find_game("shiloh")
    scenario = shiloh.scenarios[0].id
    plain = board_of(shiloh, scenario)
    assert plain == board_of(shiloh, "a scenario of older rules", {"steady_pace": "on"}) and not plain.own
    boards = [
        plain,
        board_of(shiloh, scenario, {"map": OWN}),
        board_of(shiloh, scenario, {"map": OWN + "\n"}),
        board_of(find_game("nano")),
        Board(plain.package, plain.kind, sheet="north"),
        Board(plain.package, plain.kind, file="north"),
    ]
    assert len({board.key for board in boards}) == len(boards)
    assert boards_of(shiloh) == [plain] and shipped_boards()[plain.key] == plain


def test_where_drawings_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings(database="sqlite+aiosqlite:////var/lib/senki/tables.db").shelf == Path("/var/lib/senki/drawings")
    for elsewhere in ("postgresql+asyncpg://localhost/senki", "sqlite+aiosqlite:///:memory:"):
        assert Settings(database=elsewhere).shelf.parts[-2:] == ("senki", "drawings")
    monkeypatch.setenv("SENKI_DRAWINGS", "/srv/drawings")
    assert settings_for("127.0.0.1", 0, None, False).shelf == Path("/srv/drawings")


@story
async def test_drawings_outlive_the_service_and_a_damaged_one_is_drawn_again(tmp_path: Path) -> None:
    board = board_of(find_game("shiloh"))
    where, name = f"/api/boards/{board.key}/map.svg", f"{board.key}.map.en"
    kept = tmp_path / "drawings" / name

    async def served() -> bytes:
        with Server(sqlite(tmp_path), env={"SENKI_DRAWINGS": ""}) as running:
            who = Somebody(running.url)
            answer = await who.http.get(where)
            await who.close()
            assert answer.status_code == 200
            running.kill()
            return answer.content

    drawn = await served()
    assert kept.read_bytes() == head_of(drawn) + drawn
    assert kept.parent.stat().st_mode & 0o077 == 0, "for the service alone"
    # What lies there is what is sent: nothing is drawn again.
    marked = drawn.replace(b"</svg>", b"<!-- kept --></svg>")
    kept.write_bytes(head_of(marked) + marked)
    assert await served() == marked
    for damage in (marked[:1000], kept.read_bytes()[:-1], b""):
        kept.write_bytes(damage)
        assert await served() == drawn
        assert kept.read_bytes() == head_of(drawn) + drawn


def put_back(path: Path, seconds: float) -> None:
    """As if a file had been asked for so long ago."""
    os.utime(path, (time() - seconds,) * 2)


def test_a_shelf_lets_go_of_what_was_asked_for_longest_ago(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, 3300)
    for name, ago in (("a", 120), ("b", 60), ("c", 30)):
        shelf.put(name, name.encode() * 1000)
        put_back(tmp_path / name, ago)
    # Looked at again, the oldest is the newest.
    assert shelf.get("a") == b"a" * 1000
    (tmp_path / ".draft").write_bytes(b"half")
    put_back(tmp_path / ".draft", DRAFTS_LAST + 60)
    shelf.put("d", b"d" * 1000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c", "d"]
    put_back(tmp_path / "c", OLDEST_ON_DISK + 60)
    shelf.put("e", b"e")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "d", "e"]
    shelf.put("f", b"f" * 4000)
    assert shelf.get("f") is None, "larger than the shelf"


def test_a_folder_that_cannot_be_written_to_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    shelf = Shelf(tmp_path / "file" / "drawings")
    shelf.put("a", b"a")
    assert shelf.get("a") is None and shelf.shut


class Painter:
    """Draws when it is let, in place of worker processes."""

    def __init__(self) -> None:
        self.asked: list[tuple[Draw, str | None]] = []
        self.may = asyncio.Event()
        self.fails = False

    async def draw(self, job: Draw, address: str | None) -> bytes:
        self.asked.append((job, address))
        await self.may.wait()
        if self.fails:
            raise Refused("too_fast", because="much_to_read")
        return f"{job.board.sheet} {job.what} {job.lang}".encode().ljust(100)


@story
async def test_whoever_asks_for_the_same_drawing_waits_for_one(tmp_path: Path) -> None:
    painter = Painter()
    drawings = Drawings(painter, Shelf(tmp_path))  # type: ignore[arg-type]
    plain = board_of(find_game("shiloh"))
    asking = [asyncio.create_task(drawings.get(plain, "map", "en", "me")) for _ in range(5)]
    other = asyncio.create_task(drawings.get(plain, "map", "ja", "me"))
    while len(painter.asked) < 2:
        await asyncio.sleep(0.001)
    asking[0].cancel()
    painter.may.set()
    assert len(set(await asyncio.gather(*asking[1:]))) == 1 and asking[0].cancelled()
    assert (await other).strip() == b"map ja"
    assert [(job.lang, address) for job, address in painter.asked] == [("en", None), ("ja", None)]
    assert (await drawings.get(plain, "map", "en", "me")).strip() == b"map en" and len(painter.asked) == 2
    # One that fails is told to all who wait and tried again by the next; an own map counts for whoever asks.
    painter.fails = True
    own = board_of(find_game("shiloh"), None, {"map": OWN})
    for _ in range(2):
        told = await asyncio.gather(*(drawings.get(own, "map", "en", "me") for _ in range(3)), return_exceptions=True)
        assert [wrong.code for wrong in told if isinstance(wrong, Refused)] == ["too_fast"] * 3
    assert [address for _, address in painter.asked[2:]] == ["me", "me"]


@story
async def test_only_so_much_is_kept_in_memory(tmp_path: Path) -> None:
    painter = Painter()
    painter.may.set()
    drawings = Drawings(painter, Shelf(tmp_path), most=250)  # type: ignore[arg-type]
    boards = [Board("senki.games.shiloh", "hexes", sheet=name) for name in "abc"]
    for board in (*boards, boards[1]):
        await drawings.get(board, "map", "en", "me")
    assert [name[:32] for name in drawings.kept] == [boards[2].key, boards[1].key] and len(painter.asked) == 3
    await drawings.get(boards[0], "map", "en", "me")
    assert len(painter.asked) == 3, "it was on the shelf"


@story
async def test_nothing_is_drawn_in_the_process_of_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def draws_here(*_: object) -> str:
        raise AssertionError("drawn beside the players")

    for name in ("draw", "lay_out", "proof"):
        monkeypatch.setattr(proving, name, draws_here)
    monkeypatch.setattr("senki.workshop.boards.draw_hex_map", draws_here)
    async with inside(Settings(database=sqlite(tmp_path))) as here:
        who = Somebody(here.url)
        table = await begin(who, options={"map": OWN})
        answers = await asyncio.gather(*(who.http.get(f"/api/{table['board']}{what}") for what in ("", "/map.svg") * 3))
        assert [answer.status_code for answer in answers] == [200] * 6
        assert "Test Chapel" in answers[1].text and answers[0].json()["kind"] == "hex"
        assert not here.service.drawings.making.keys() & {f"{table['board'].rpartition('/')[2]}.map.en"}
        await who.close()

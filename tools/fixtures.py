"""Writes what the client's unit tests read: a game's entries and views, and sentences as the Python side says them.

python tools/fixtures.py [FOLDER]; the result is in the repository, so that `npm test` needs no Python.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from senki.engine.data import LANGUAGES
from senki.engine.events import Event
from senki.engine.forms import Record, plain, read_json, to_json
from senki.engine.match import verify
from senki.engine.messages import Messages
from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.table.http.cards import messages
from senki.workshop.boards import board_of, lay_out

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "tests" / "records" / "nano" / "1" / "16.json"
FOLDER = ROOT / "web" / "tests" / "fixtures"
WANTED = ("set_up", "act_with_six", "act", "second_move", "retreat")
"""Prompts of which the tests need a view."""
TEMPLATES = {
    "t.plain": {"en": "Plain {x}.", "ja": "無地{x}。"},
    "t.signed": {"en": "{x|signed} VP", "ja": "{x|signed}VP"},
    "t.many": {"en": "{n} {n|many:unit:units}", "ja": "{n}個"},
    "t.halves": {"en": "{x|halves} MP", "ja": "{x|halves}移動ポイント"},
    "t.agree": {"en": "{who|list:piece} {who|agree:attacks:attack}", "ja": "{who|list:piece}が攻撃"},
    "t.list": {"en": "in {towns|list:place}", "ja": "{towns|list:place}"},
    "t.date": {"en": "on {day|date}", "ja": "{day|date}"},
    "t.bearing": {"en": "{x|compass} ({x|whole}°)", "ja": "{x|compass}（{x|whole}°）"},
    "t.way": {"en": "goes {legs|said:t.leg}", "ja": "{legs|said:t.leg}"},
    "t.leg.face": {"en": "turns {1|compass}", "ja": "{1|compass}を向く"},
    "t.leg.advance": {"en": "{2|whole} yd {1|compass}", "ja": "{1|compass}へ{2|whole}ヤード"},
    "t.word": {"en": "{s|state}", "ja": "{s|state}"},
}
FACTS: list[tuple[str, Mapping[str, str | int]]] = [
    ("t.plain", {"x": 3}),
    ("t.plain", {"x": "a {brace}"}),
    *[("t.signed", {"x": x}) for x in (2, -1, 0)],
    *[("t.many", {"n": n}) for n in (1, 2, 0)],
    *[("t.halves", {"x": x}) for x in (1, 2, 3)],
    *[("t.agree", {"who": who}) for who in ("S1", "S1 S2")],
    ("t.list", {"towns": "luray winchester"}),
    ("t.list", {"towns": ""}),
    ("t.date", {"day": "1862-05-21"}),
    *[("t.bearing", {"x": x}) for x in ("0", "104.5", "123.7", "348.8")],
    ("t.way", {"legs": "face 110 advance 105.5 821.3"}),
    ("t.way", {"legs": ""}),
    ("t.word", {"s": "attacker"}),
    ("t.word", {"s": "unheard_of"}),
]


def game_fixture() -> dict[str, Any]:
    """A whole game: its entries as the service sends them, a view of each kind of decision, and the last view."""
    record: Record = read_json(RECORD.read_bytes(), Record, RECORD.name)
    match = verify(record)
    game = match.game
    entries = [entry(0, "", None, None, match.opening)]
    views: dict[str, Any] = {}
    for number in range(len(match.played)):
        p = match.before(number)
        if p.waits_for == DECISION:
            view = game.view(p, p.side_to_act)
            if view.prompt.key in WANTED:
                views.setdefault(view.prompt.key, plain(view))
    for number, played in enumerate(match.played, 1):
        faces = played.option.facts.get("faces") if played.side < 0 else None
        side = game.sides[played.side].id if played.side >= 0 else None
        entries.append(entry(number, played.option.text, side, faces, played.events))
    sides = [{"id": side.id, "name": side.name, "colour": side.colour} for side in game.sides]
    return {
        "record": plain(record), "entries": entries, "views": views, "sides": sides,
        "last": plain(game.view(match.position, 0)),
    }  # fmt: skip


def entry(n: int, option: str, side: str | None, faces: str | None, events: list[Event]) -> dict[str, Any]:
    """An entry as it is sent."""
    made: dict[str, Any] = {"n": n, "option": option, "events": [event.to_json() for event in events]}
    if side is not None:
        made["side"] = side
    if faces is not None:
        made["faces"] = [int(face) for face in faces.split()]
    return made


def message_fixture() -> dict[str, Any]:
    """Sentences in both languages, as the formatter of the engine makes them, with the templates they come from."""
    game = find_game("nano")
    book = messages(game).model_dump()
    book["names"]["place"] = {one["id"]: one["name"] for one in lay_out(board_of(game), "en")["places"]}
    book["templates"] = {**book["templates"], **TEMPLATES}
    said = Messages({"t": {}}, game.name_of)
    said.templates = book["templates"]
    chance = Random(1)
    events = [(f"event.{e['kind']}", facts_of(e)) for one in game_fixture()["entries"] for e in one["events"]]
    picked = FACTS + chance.sample(events, 36)
    cases = [
        {"key": key, "facts": facts, "lang": lang, "said": said.say(key, facts, lang)}
        for key, facts in picked
        for lang in LANGUAGES
    ]
    return {"book": book, "cases": cases}


def facts_of(event: dict[str, Any]) -> dict[str, Any]:
    """What an event tells beside its kind and clause."""
    return {name: value for name, value in event.items() if name not in ("kind", "clause")}


def main() -> None:
    """Write both files."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    (folder / "game.json").write_bytes(to_json(game_fixture()))
    (folder / "messages.json").write_bytes(to_json(message_fixture(), 1))


if __name__ == "__main__":
    main()

"""What a client needs to draw a game and speak of it: board geometry, names, messages, rulebook."""

from __future__ import annotations

from importlib.resources import files
from typing import Any
from xml.etree import ElementTree

from senki.engine.data import LANGUAGES
from senki.engine.game import Game
from senki.table.http.forms import ClauseForm, GameForm, MessagesForm, ScenarioForm, SectionForm, SideForm, SwitchForm
from senki.workshop import draw_map
from senki.workshop.checking import drawing_of, has_hex_map
from senki.workshop.hexboard import hex_board
from senki.workshop.planeboard import plane_board
from senki.workshop.sheet import Drawing, TownLook, read_drawing

NAMED = ("side", "place", "piece")


def game_card(game: Game) -> GameForm:
    """The card of a game."""
    return GameForm(
        key=game.key,
        title=game.title,
        summary=game.summary,
        credits=game.credits,
        board=game.board,
        rules=game.rules_version,
        hidden=game.hidden_information,
        sight=game.lines_of_sight,
        sides=[SideForm(id=side.id, name=side.name, colour=side.colour) for side in game.sides],
        scenarios=[
            ScenarioForm(id=s.id, title=s.title, summary=s.summary, sheet=s.sheet, pieces=s.pieces, switches=s.switches)
            for s in game.scenarios
        ],
        switches=[
            SwitchForm(id=s.id, name=s.name, summary=s.summary, values=s.values, default=s.default)
            for s in game.switches
        ],
    )


def rulebook(game: Game) -> list[SectionForm]:
    """The rulebook of a game, chapter by chapter."""
    return [
        SectionForm(
            id=section.number,
            title=section.title,
            clauses=[
                ClauseForm(
                    id=c.number, provenance=c.provenance, source=c.source, text=c.text, reason=c.reason, note=c.note
                )
                for c in section.clauses
            ],
        )
        for section in game.rulebook.sections
    ]


def messages(game: Game) -> MessagesForm:
    """The templates of a game, and the names of its sides, of the places of its board and of its counters."""
    ids = {
        "side": [side.id for side in game.sides],
        "place": _place_ids(game),
        "piece": game.all_pieces(),
    }
    names = {
        kind: {name: {lang: game.name_of(kind, name, lang) for lang in LANGUAGES} for name in ids[kind]}
        for kind in NAMED
    }
    return MessagesForm(templates=game.messages.templates, names=names)


def _place_ids(game: Game) -> list[str]:
    """The places with names: every place of a graph, the hexes that are called more than their number."""
    found = board(game, "en")
    hexes = [hex["id"] for hex in found.get("hexes", [])]
    named = [id for id in hexes if any(game.name_of("place", id, lang) != id for lang in LANGUAGES)]
    return [place["id"] for place in found.get("places", [])] + named


def board(game: Game, lang: str) -> dict[str, Any]:
    """The geometry of a game's board: where its places are and how its links run."""
    if has_hex_map(game.key):
        return hex_board(drawing_of(game.key))
    folder = files("senki.games").joinpath(game.key)
    if folder.joinpath("field.json").is_file():
        return plane_board(folder)
    if game.board != "graph":
        return {"kind": game.board, "places": [], "links": [], "trays": []}
    drawing = read_drawing(files("senki.games").joinpath(game.key))
    svg = ElementTree.fromstring(draw_map(game.key, lang, "page"))
    x, y, width, height = drawing.facts.sheet.box
    left, top, right, bottom = drawing.facts.sheet.frame
    return {
        "kind": "graph",
        "sheet": {"x": x, "y": y, "width": width, "height": height},
        "frame": {"x": left, "y": top, "width": right - left, "height": bottom - top},
        "places": _places(drawing),
        "links": _links(drawing, svg),
        "trays": _trays(svg),
    }


def _places(drawing: Drawing) -> list[dict[str, Any]]:
    looks = drawing.facts.town_kind
    return [
        {"id": t.id, "x": t.x, "y": t.y, "kind": t.kind, "name": t.name, "sign": _sign(looks[t.kind], t.vp)}
        for t in drawing.board.towns
    ]


def _sign(look: TownLook, worth: int) -> dict[str, Any]:
    return {"shape": look.shape, "ink": look.ink, "radius": look.radius, "inside": look.inside, "worth": worth}


def _links(drawing: Drawing, svg: ElementTree.Element) -> list[dict[str, Any]]:
    """The roads with their curves as they are drawn on the map."""
    curves: dict[str, str] = {}
    for group in svg.iter():
        road = group.get("data-road")
        if road is not None:
            line = next(part for part in group if part.get("class") == "line")
            curves[road] = line.get("d", "")
    return [
        {"from": road.start, "to": road.end, "kind": road.kind, "one_way": road.one_way, "path": curves[road.id]}
        for road in drawing.board.roads
    ]


def _trays(svg: ElementTree.Element) -> list[dict[str, Any]]:
    """The empty places on the margin for pieces off the map."""
    found = []
    for group in svg.iter():
        tray = group.get("data-tray")
        if tray is not None:
            area = next(part for part in group if part.get("class") == "tray-area")
            found.append({"id": tray, **{side: float(area.get(side, "0")) for side in ("x", "y", "width", "height")}})
    return found

"""What to know of a game before sitting down: the `primer.toml` of its folder, read, checked and filled up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from senki.engine.data import LANGUAGES, read_toml
from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import plain
from senki.engine.game import Game

LEVELS = [1, 2, 3, 4]
Text = Annotated[str, Field(min_length=1)]
Minutes = Annotated[int, Field(ge=1, le=6000)]


class Part(BaseModel):
    """A part of the file: unknown fields are mistakes."""

    model_config = ConfigDict(extra="forbid")


class Said(Part):
    """A text in each language."""

    en: Text
    ja: Text


class Aim(Part):
    """What a side wants."""

    side: str
    text: Said
    clause: str


class Point(Part):
    """A step of a turn, a thing to know, a common mistake: a heading, a few sentences, and where it is ruled."""

    title: Said
    text: Said
    clause: str = ""


class Level(Part):
    """What a level of the machine does, and how strong it is."""

    level: Literal[1, 2, 3, 4]
    text: Said


class Outline(Part):
    """A scenario: its turns, how long a game against the machine takes, and what is special about it."""

    id: str
    turns: Annotated[int, Field(ge=1, le=99)]
    minutes: tuple[Minutes, Minutes]
    text: Said


class Reading(Part):
    """A counter of the first position, large, and how to read it."""

    piece: str
    text: Said
    drawn: Any = None
    """The counter as its side sees it; the service fills this in."""


class Picture(Part):
    """A part of the map (x, y, width, height on its sheet) with the counters of the first position on it."""

    cut: tuple[float, float, float, float]
    caption: Said
    size: Annotated[float, Field(gt=0)]
    """Width of a counter on the sheet; on a plane blocks have their own."""
    at: dict[str, str | tuple[float, float, float]] = {}
    """Counters that stand elsewhere in the picture: a place or, on a plane, a pose."""
    pieces: list[Any] = []
    """The counters that stand on the map; the service fills this in."""


class PrimerForm(Part):
    """A game before sitting down."""

    year: Text
    place: Said
    about: Annotated[list[Said], Field(min_length=1)]
    aims: list[Aim]
    turn: Annotated[list[Point], Field(min_length=2)]
    know: Annotated[list[Point], Field(min_length=5, max_length=5)]
    mistakes: Annotated[list[Point], Field(min_length=2)]
    levels: list[Level]
    scenarios: list[Outline]
    counters: Annotated[list[Reading], Field(min_length=1)]
    picture: Picture


def primer(game: Game) -> PrimerForm:
    """The primer of a game with its pictures; raises Malformed, or UnknownName where there is none."""
    try:
        found = PrimerForm.model_validate(read_toml(game.package, "primer.toml"))
    except FileNotFoundError:
        raise UnknownName(f"{game.key} has no primer") from None
    except ValidationError as wrong:
        raise Malformed(f"{game.package}/primer.toml: {wrong}") from None
    for complaint in complaints(game, found):
        raise Malformed(f"{game.package}/primer.toml: {complaint}")
    pieces = opening(game)
    for name in [*(reading.piece for reading in found.counters), *found.picture.at]:
        if name not in pieces:
            raise Malformed(f"{game.package}/primer.toml: there is no counter '{name}' in the first position")
    for reading in found.counters:
        reading.drawn = pieces[reading.piece]
    for name, where in found.picture.at.items():
        pieces[name] = pieces[name] | ({"place": where} if isinstance(where, str) else {"pose": where})
    found.picture.pieces = [piece for piece in pieces.values() if piece.get("place") or piece.get("pose")]
    return found


def opening(game: Game) -> dict[str, dict[str, Any]]:
    """The counters of the scenario to begin with, each as its own side sees it before the first dice."""
    p = game.start(game.begin_with, game.settings({}, game.begin_with))
    p.settle()
    pieces: dict[str, dict[str, Any]] = {}
    for number, side in enumerate(game.sides):
        own: list[dict[str, Any]] = plain(game.view(p, number).pieces)
        pieces |= {piece["id"]: piece | {"label": label_of(game, piece)} for piece in own if piece["side"] == side.id}
    return pieces


def label_of(game: Game, piece: dict[str, Any]) -> dict[str, str]:
    """What stands on a counter in each language: its short label if it has one, else its name."""
    short = piece.get("facts", {}).get("label")
    kind, name = ("label", str(short)) if short else ("piece", piece["id"])
    return {lang: game.name_of(kind, name, lang) for lang in LANGUAGES}


def clauses_of(found: PrimerForm) -> Iterator[str]:
    """Every clause the primer names."""
    for aim in found.aims:
        yield aim.clause
    for point in [*found.turn, *found.know, *found.mistakes]:
        if point.clause:
            yield point.clause


def complaints(game: Game, found: PrimerForm) -> Iterator[str]:
    """What the file says that the game does not know, and what it leaves out."""
    for clause in clauses_of(found):
        if clause not in game.rulebook:
            yield f"the rulebook has no clause {clause}"
    for what, named, known in (
        ("aims", [aim.side for aim in found.aims], [side.id for side in game.sides]),
        ("scenarios", [one.id for one in found.scenarios], [one.id for one in game.scenarios]),
        ("levels", [one.level for one in found.levels], LEVELS),
    ):
        if named != known:
            yield f"{what} should be {known} in this order, not {named}"
    for one in found.scenarios:
        if one.minutes[0] > one.minutes[1]:
            yield f"scenario {one.id}: the shorter time comes first"


assert set(Said.model_fields) == set(LANGUAGES)

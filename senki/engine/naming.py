"""What a case may name: a kind of event, state, step, piece or field that the game does not know proves nothing."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, inspect

from senki.engine.errors import Malformed
from senki.engine.events import ONLY, Event
from senki.engine.forms import Expectation, Judgement, Piece, Sightline, Zone
from senki.engine.game import Game
from senki.engine.position import Position

NOTHING = "nothing"
NOBODY = "nobody"
EVENT_FIELDS = ("kind", "clause", ONLY)


def check_names(game: Game, p: Position, events: list[Event], expect: Expectation, where: str) -> None:
    """Raise Malformed for the first name in an expectation that the game does not know."""
    if expect.awaits is not None and expect.awaits != NOTHING:
        _known(expect.awaits, [step.name for step in p.steps], "step", f"{where}.awaits")
    sides = [side.id for side in game.sides]
    for name, side in (("side", expect.side), ("winner", expect.winner)):
        if side is not None:
            _known(side, [*sides, NOBODY], "side", f"{where}.{name}")
    for option, clauses in (expect.illegal or {}).items():
        for clause in clauses:
            _known(clause, list(game.rulebook.clauses), "clause", f"{where}.illegal.{option}")
    for option, facts in (expect.refused or {}).items():
        if "clause" in facts:
            _known(facts["clause"], list(game.rulebook.clauses), "clause", f"{where}.refused.{option}")
    for option, chances in (expect.odds or {}).items():
        for key in chances:
            if not game.messages.has(f"odds.{key}"):
                raise Malformed(f"{where}.odds.{option}: there is no result '{key}'")
    for wanted in (expect.events or []) + (expect.never or []):
        _check_event(game, events, wanted, f"{where}.events")
    if expect.states or expect.sees or expect.destinations:
        _check_pieces(game, expect, where)
    _check_free(game, expect, where)
    for place, position in _positions(expect):
        _check_form(inspect.type_info(game.form()), position, game.write(p), game.all_pieces(), f"{where}.{place}")


def _positions(expect: Expectation) -> list[tuple[str, dict[str, Any]]]:
    """Every subset of a position that is expected, with where it stands."""
    found = [("position", expect.position)] if expect.position is not None else []
    found += [(f"seen.{side}", shown) for side, shown in (expect.seen or {}).items()]
    return found + [(f"imagined.{side}", one) for side, drawn in (expect.imagined or {}).items() for one in drawn]


def _check_free(game: Game, expect: Expectation, where: str) -> None:
    """The pieces, clauses and fields of judgements, zones and lines of sight."""
    for judged in expect.judged or []:
        _known(judged.piece, game.all_pieces(), "piece", f"{where}.judged")
        _check_answer(game, Judgement, judged.finds or {}, f"{where}.judged.{judged.piece}")
    for piece, zone in (expect.zones or {}).items():
        _known(piece, game.all_pieces(), "piece", f"{where}.zones")
        _check_answer(game, Zone, zone or {}, f"{where}.zones.{piece}")
    for looked in expect.looked or []:
        _check_answer(game, Sightline, looked.finds, f"{where}.looked")


def _check_answer(game: Game, form: type[Struct], finds: dict[str, Any], where: str) -> None:
    for name in finds:
        _known(name, list(form.__struct_fields__), "field", where)
    for clause in finds.get("objections", []):
        _known(clause, list(game.rulebook.clauses), "clause", where)


def _known(name: str, names: list[str], what: str, where: str) -> None:
    if name not in names:
        raise Malformed(f"{where}: there is no {what} '{name}'")


def _check_event(game: Game, events: list[Event], wanted: dict[str, Any] | str, where: str) -> None:
    """The kind has a sentence; a fact stands in that sentence, or in an event of the kind that was told."""
    facts = {"kind": wanted} if isinstance(wanted, str) else wanted
    kind = str(facts.get("kind", ""))
    if not game.messages.has(f"event.{kind}"):
        raise Malformed(f"{where}: there is no event '{kind}'")
    told = [name for event in events if event.kind == kind for name in event.facts]
    for name in facts:
        if name not in EVENT_FIELDS:
            _known(name, [*game.messages.holes(f"event.{kind}"), *told], f"fact in the event '{kind}'", where)


def _check_pieces(game: Game, expect: Expectation, where: str) -> None:
    """Pieces, their states and the fields a view shows of them."""
    pieces = game.all_pieces()
    for piece, state in (expect.states or {}).items():
        _known(piece, pieces, "piece", f"{where}.states")
        _check_state(game, state, f"{where}.states.{piece}")
    for piece in expect.destinations or {}:
        _known(piece, pieces, "piece", f"{where}.destinations")
    for side, seen in (expect.sees or {}).items():
        for piece, fields in seen.items():
            _known(piece, pieces, "piece", f"{where}.sees.{side}")
            for name in fields or {}:
                _known(name, list(Piece.__struct_fields__), "field of a piece", f"{where}.sees.{side}.{piece}")
            if fields and "state" in fields:
                _check_state(game, fields["state"], f"{where}.sees.{side}.{piece}.state")


def _check_state(game: Game, state: str, where: str) -> None:
    if not game.messages.has(f"word.state.{state}"):
        raise Malformed(f"{where}: there is no state '{state}'")


def _check_form(shape: inspect.Type, expected: object, found: object, pieces: list[str], where: str) -> None:
    """Every expected field is one that the form of a position has, and what is keyed by pieces by pieces there are."""
    if not isinstance(expected, dict):
        return
    fields = _fields(shape)
    by_piece = isinstance(found, dict) and any(name in pieces for name in found)
    for name, value in expected.items():
        inner = found.get(name) if isinstance(found, dict) else None
        if fields is not None:
            _known(name, list(fields), "field", where)
            _check_form(fields[name], value, inner, pieces, f"{where}.{name}")
            continue
        if by_piece and name not in found:  # type: ignore[operator]
            _known(name, pieces, "piece", where)
        for part in _parts(shape):
            if isinstance(part, inspect.DictType):
                _check_form(part.value_type, value, inner, pieces, f"{where}.{name}")


def _fields(shape: inspect.Type) -> dict[str, inspect.Type] | None:
    """The fields of a form, of all forms it may be; none if it is not a form with fields."""
    forms = [part for part in _parts(shape) if isinstance(part, inspect.StructType)]
    return {field.encode_name: field.type for form in forms for field in form.fields} if forms else None


def _parts(shape: inspect.Type) -> list[inspect.Type]:
    """What a value may be."""
    return [part for kind in shape.types for part in _parts(kind)] if isinstance(shape, inspect.UnionType) else [shape]

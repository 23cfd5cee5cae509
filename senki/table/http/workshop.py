"""HTTP: the map workshop. A map is read, validated and drawn; nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from fastapi.params import Path

from senki.engine.errors import UnknownName
from senki.table.http.asking import REFUSALS, address_of, service_of
from senki.table.http.forms import MapWordsForm, ProofForm, WordForm
from senki.table.http.games import Lang
from senki.table.machine.jobs import Proof
from senki.table.refusals import Refused
from senki.workshop.checking import drawing_of, hex_maps, map_text, map_words
from senki.workshop.hexsheet import WordLook

GameKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$")]
PLAIN: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The map (docs/hexmap-format.md), in UTF-8.",
        "content": {"text/plain": {"schema": {"type": "string"}}},
    }
}
router = APIRouter(prefix="/api/workshop", tags=["workshop"], responses=REFUSALS)


@router.get("")
async def maps() -> list[str]:
    """The games whose maps can be edited."""
    return hex_maps()


@router.get("/{key}/map", responses=PLAIN, response_class=Response)
async def shipped(key: GameKey) -> Response:
    """The map that ships with a game, as text."""
    return Response(_known(map_text, key), media_type="text/plain; charset=utf-8")


@router.get("/{key}/words")
async def words(key: GameKey) -> MapWordsForm:
    """The words a map of the game may use, with their names and looks."""
    looks = _known(drawing_of, key).looks
    known = map_words(key)
    return MapWordsForm(
        terrain=[_word(look) for look in looks.terrain],
        features=[_word(look) for look in looks.feature],
        sides=[_word(look, look.id in known.directed) for look in looks.side],
        lines=[_word(look) for look in looks.line],
        places=[_word(look) for look in looks.place],
        areas=known.areas,
    )


@router.post("/{key}/proof", response_model=ProofForm, openapi_extra=BODY)
async def read_proof(request: Request, key: GameKey, lang: Lang = "en") -> Response:
    """What is wrong with a map by line and column; or, when nothing is, its drawing and its board."""
    service = service_of(request)
    _known(map_words, key)
    address = address_of(request)
    if not service.proofs.take(address):
        raise Refused("too_fast", because="many_maps")
    made = await service.errands.prove(Proof(key, await request.body(), lang), address)
    return Response(made, media_type="application/json")


def _known(ask: Any, key: str) -> Any:
    try:
        return ask(key)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None


def _word(look: WordLook, directed: bool = False) -> WordForm:
    return WordForm(id=look.id, name=look.name, look=look.look, directed=directed, marks=look.marks)

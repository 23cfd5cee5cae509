"""HTTP: what a client asks for once per game."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from fastapi.params import Path
from pydantic import TypeAdapter

from senki.engine.errors import UnknownName
from senki.engine.registry import find_game, game_keys
from senki.table.http.boards import board, game_card, messages, rulebook
from senki.table.http.forms import GameForm, MessagesForm, Problem, SectionForm
from senki.table.play.wire import ENCODER
from senki.table.refusals import Refused
from senki.workshop import draw_map

GameKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$")]
Lang = Literal["en", "ja"]
REFUSALS: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such game"},
    422: {"model": Problem, "description": "The request is malformed"},
    429: {"model": Problem, "description": "Too many requests"},
}
router = APIRouter(prefix="/api/games", tags=["games"], responses=REFUSALS)


@cache
def document(what: str, key: str, lang: str) -> tuple[bytes, str]:
    """A document about a game and its tag, made once."""
    game = find_game(key)
    makers: dict[str, Callable[[], bytes]] = {
        "board": lambda: ENCODER.encode(board(game, lang)),
        "map": lambda: draw_map(key, lang, "page").encode(),
        "rulebook": lambda: TypeAdapter(list[SectionForm]).dump_json(rulebook(game)),
        "messages": lambda: messages(game).model_dump_json().encode(),
    }
    content = makers[what]()
    return content, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


async def warm_up() -> None:
    """Make every document in the background, so that nobody waits for the drawing of a map."""
    for key in game_keys():
        for lang, whats in (("en", ("board", "messages", "map", "rulebook")), ("ja", ("map",))):
            for what in whats:
                await asyncio.to_thread(document, what, key, lang)


async def answer(request: Request, what: str, key: str, lang: str = "en", media: str = "application/json") -> Response:
    """A document, or word that the client's copy is still good."""
    try:
        content, tag = await asyncio.to_thread(document, what, key, lang)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media, headers=headers)


@router.get("")
async def games() -> list[GameForm]:
    """All games."""
    return [game_card(find_game(key)) for key in game_keys()]


@router.get("/{key}/board", response_model=dict[str, Any])
async def game_board(request: Request, key: GameKey, lang: Lang = "en") -> Response:
    """The geometry of a game's board."""
    return await answer(request, "board", key, lang)


@router.get("/{key}/map.svg", responses={200: {"content": {"image/svg+xml": {}}}}, response_class=Response)
async def game_map(request: Request, key: GameKey, lang: Lang = "en") -> Response:
    """The printed map, its inks left as variables for the page it is put in."""
    return await answer(request, "map", key, lang, "image/svg+xml")


@router.get("/{key}/rulebook", response_model=list[SectionForm])
async def game_rulebook(request: Request, key: GameKey) -> Response:
    """The clauses of the rulebook."""
    return await answer(request, "rulebook", key)


@router.get("/{key}/messages", response_model=MessagesForm)
async def game_messages(request: Request, key: GameKey) -> Response:
    """Message templates and names."""
    return await answer(request, "messages", key)

"""HTTP: what a client asks for once per game."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.params import Path
from pydantic import TypeAdapter

from senki.engine.data import LANGUAGES
from senki.engine.errors import UnknownName
from senki.engine.game import Game
from senki.engine.registry import find_game, game_keys
from senki.table.http.cards import game_card, messages, rulebook
from senki.table.http.forms import GameForm, MessagesForm, Problem, ReferenceForm, SectionForm
from senki.table.http.primers import PrimerForm, primer
from senki.table.refusals import Refused

GameKey = Annotated[str, Path(pattern="^[a-z0-9_]{1,32}$")]
Lang = Literal["en", "ja"]
REFUSALS: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such game"},
    422: {"model": Problem, "description": "The request is malformed"},
    429: {"model": Problem, "description": "Too many requests"},
}
SETTLED = 10.0
"""Seconds after a start until the documents are made."""
router = APIRouter(prefix="/api/games", tags=["games"], responses=REFUSALS)


@cache
def document(what: str, key: str) -> tuple[bytes, str]:
    """A document about a game and its tag, made once."""
    game = find_game(key)
    makers: dict[str, Callable[[], bytes]] = {
        "rulebook": lambda: TypeAdapter(list[SectionForm]).dump_json(rulebook(game)),
        "messages": lambda: messages(game).model_dump_json().encode(),
        **{f"reference-{lang}": partial(_reference, game, lang) for lang in LANGUAGES},
        "primer": lambda: primer(game).model_dump_json().encode(),
    }
    content = makers[what]()
    return content, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


def _reference(game: Game, lang: str) -> bytes:
    return msgspec.json.encode(game.reference(lang))


async def warm_up() -> None:
    """Make every document in the background, so that nobody waits for a long one; whoever comes back comes first."""
    await asyncio.sleep(SETTLED)
    for key in game_keys():
        for what in ("messages", "rulebook", "primer", *(f"reference-{lang}" for lang in LANGUAGES)):
            with suppress(UnknownName):
                await asyncio.to_thread(document, what, key)


async def answer(request: Request, what: str, key: str) -> Response:
    """A document, or word that the client's copy is still good."""
    try:
        content, tag = await asyncio.to_thread(document, what, key)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


@router.get("")
async def games() -> list[GameForm]:
    """All games."""
    return [game_card(find_game(key)) for key in game_keys()]


@router.get("/{key}/rulebook", response_model=list[SectionForm])
async def game_rulebook(request: Request, key: GameKey) -> Response:
    """The clauses of the rulebook."""
    return await answer(request, "rulebook", key)


@router.get("/{key}/reference", response_model=ReferenceForm)
async def game_reference(request: Request, key: GameKey, lang: Lang = "en") -> Response:
    """What a player looks up: result tables, terrain chart, figures on counters, markers."""
    return await answer(request, f"reference-{lang}", key)


@router.get("/{key}/messages", response_model=MessagesForm)
async def game_messages(request: Request, key: GameKey) -> Response:
    """Message templates and names."""
    return await answer(request, "messages", key)


@router.get("/{key}/primer", response_model=PrimerForm)
async def game_primer(request: Request, key: GameKey) -> Response:
    """What to know before sitting down."""
    return await answer(request, "primer", key)

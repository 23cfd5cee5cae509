"""HTTP: boards, by the hash of their content. What an address answers never changes, so it is asked for once.

A board that ships with a game is everybody's. A map of the players' own is found only through a table that is played on
it: whoever may look at the table may look at its map, and the hash alone opens nothing.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.params import Path

from senki.engine.errors import UnknownName
from senki.table.http.asking import FOR_EVER, REFUSALS, address_of, service_of
from senki.table.http.games import Lang
from senki.table.http.tables import TableId
from senki.table.refusals import Refused
from senki.table.service import Service
from senki.workshop.boards import KEY, Board, board_of

BoardKey = Annotated[str, Path(pattern=f"^[0-9a-f]{{{KEY}}}$")]
OWN_FOR_EVER = FOR_EVER.replace("public", "private")
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}
MEDIA = {"board": "application/json", "map": "image/svg+xml"}
router = APIRouter(prefix="/api", tags=["boards"], responses=REFUSALS)


async def answer(request: Request, board: Board, what: str, lang: str) -> Response:
    """A document about a board, or word that the client's copy is still good; raises Refused."""
    tag = f'"{board.key}.{what}.{lang}"'
    headers = {"ETag": tag, "Cache-Control": OWN_FOR_EVER if board.own else FOR_EVER}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = await service_of(request).drawings.get(board, what, lang, address_of(request))
    headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        content = await asyncio.to_thread(_packed, content)
    return Response(content, media_type=MEDIA[what], headers=headers)


@lru_cache(maxsize=32)
def _packed(content: bytes) -> bytes:
    """A document as it travels: a drawn map is a quarter as long so."""
    return gzip.compress(content, 6, mtime=0)


async def board_at(service: Service, table_id: str, key: str) -> Board:
    """The board of a table, if this is its key; raises Refused."""
    found = await service.store.set_up_of(table_id)
    if found is not None:
        try:
            game = service.hall.game(found[0])
        except UnknownName as wrong:
            raise Refused("unknown", why=str(wrong)) from None
        board = board_of(game, found[1], msgspec.json.decode(found[2], type=dict[str, str]))
        if board.key == key:
            return board
    raise Refused("unknown", why="there is no such board at this table")


@router.get("/boards/{key}", response_model=dict[str, Any])
async def shipped_board(request: Request, key: BoardKey, lang: Lang = "en") -> Response:
    """The geometry of a board that ships with a game, and the names of its places."""
    return await answer(request, await service_of(request).drawings.shipped_board(key), "board", lang)


@router.get("/boards/{key}/map.svg", responses=SVG, response_class=Response)
async def shipped_map(request: Request, key: BoardKey, lang: Lang = "en") -> Response:
    """Its printed map, the inks left as variables for the page it is put in."""
    return await answer(request, await service_of(request).drawings.shipped_board(key), "map", lang)


@router.get("/tables/{table_id}/boards/{key}", response_model=dict[str, Any])
async def own_board(request: Request, table_id: TableId, key: BoardKey, lang: Lang = "en") -> Response:
    """The geometry of the board of a table, and the names of its places."""
    return await answer(request, await board_at(service_of(request), table_id, key), "board", lang)


@router.get("/tables/{table_id}/boards/{key}/map.svg", responses=SVG, response_class=Response)
async def own_map(request: Request, table_id: TableId, key: BoardKey, lang: Lang = "en") -> Response:
    """Its printed map, the inks left as variables for the page it is put in."""
    return await answer(request, await board_at(service_of(request), table_id, key), "map", lang)

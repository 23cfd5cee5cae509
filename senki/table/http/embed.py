"""HTTP: finished games as other sites may show them. Nobody is asked who they are, and no cookie is read or set."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from senki.table.http.asking import REFUSALS, listing_of, service_of
from senki.table.http.forms import TableForm
from senki.table.http.tables import PAGE, TableId, card_of, log_of, look_at
from senki.table.people.identity import Person
from senki.table.play.live import LiveTable
from senki.table.refusals import Refused

router = APIRouter(prefix="/api/embed", tags=["embed"], responses=REFUSALS)
NOBODY = Person("", "")


async def finished(request: Request, table_id: str) -> LiveTable:
    """A table whose game is over; raises Refused."""
    live = await service_of(request).hall.table(table_id)
    if not live.over:
        raise Refused("forbidden", because="embed_when_over")
    return live


@router.get("/{table_id}")
async def shown_table(request: Request, table_id: TableId) -> TableForm:
    """One table whose game is over, as a stranger sees it."""
    await finished(request, table_id)
    return await card_of(service_of(request), listing_of(request), table_id, NOBODY)


@router.get("/{table_id}/log", response_model=dict[str, list[dict[str, Any]]])
async def shown_log(
    request: Request,
    table_id: TableId,
    first: Annotated[int, Query(alias="from", ge=0, le=1_000_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """The log of a finished game from an entry on."""
    return await log_of(service_of(request), await finished(request, table_id), -1, first, count)


@router.get("/{table_id}/view", response_model=dict[str, Any])
async def shown_view(
    request: Request, table_id: TableId, at: Annotated[int, Query(ge=0, le=1_000_000_000)]
) -> Response:
    """The position of a finished game after an entry of its log, as a stranger sees it."""
    return await look_at(request, await finished(request, table_id), at, -1)

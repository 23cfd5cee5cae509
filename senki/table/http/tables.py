"""HTTP: tables, their seats, their records and logs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.params import Path
from fastapi.responses import StreamingResponse

from senki.engine.errors import SenkiError
from senki.engine.forms import to_json
from senki.table.http.asking import REFUSALS, address_of, listing_of, service_of, who
from senki.table.http.forms import (
    Again,
    Archive,
    Done,
    Join,
    ListWish,
    NewName,
    NewTableAnswer,
    OneSide,
    TableForm,
)
from senki.table.http.listing import Listing
from senki.table.people.identity import Person
from senki.table.play.agreements import resign
from senki.table.play.chances import chances_of
from senki.table.play.fairness import check_record, take_help
from senki.table.play.founding import found_table, rematch
from senki.table.play.hall import seen_by
from senki.table.play.live import LiveTable, entry_from_row, read_as_log
from senki.table.play.replays import Replay, record_of
from senki.table.play.seating import archive, join, leave, rename
from senki.table.play.wire import ENCODER, Help
from senki.table.play.wishes import NewTable
from senki.table.refusals import Refused
from senki.table.service import Service
from senki.table.store.database import LAST
from senki.table.store.lists import open_tables, public_tables, tables_of, tables_to_watch
from senki.table.store.rows import Ending
from senki.table.store.schema import TABLES

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)
TableId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,24}$")]
Asker = Annotated[Person, Depends(who)]
PAGE = 1000
"""Entries in one answer."""


def link(table_id: str, side: str, token: str) -> str:
    """The address that seats a friend."""
    return f"/#/table/{table_id}?side={side}&token={token}"


@router.post("", status_code=201)
async def new_table(request: Request, wish: NewTable, person: Asker) -> NewTableAnswer:
    """Begin a table."""
    service = service_of(request)
    if service.settings.public and not person.account:
        raise Refused("sign_in", because="sign_in_to_begin")
    address = address_of(request)
    # A guest without a cookie is somebody new each time; the address stays.
    if not (service.new_tables_from.take(address) and service.new_tables.take(person.id)):
        raise Refused("too_fast", because="many_tables")
    table_id, tokens = await found_table(service.hall, person, wish, address)
    return NewTableAnswer(id=table_id, links={side: link(table_id, side, token) for side, token in tokens.items()})


@router.get("")
async def tables(
    request: Request, response: Response, person: Asker, wanted: Annotated[ListWish, Query()]
) -> list[TableForm]:
    """Lists: my tables, public tables with an open seat, public tables to watch, or all public tables in play."""
    service = service_of(request)
    if wanted.mine == "1":
        query = tables_of(person.id, wanted.state, wanted.away == "1")
    elif wanted.open == "1":
        query = open_tables()
    else:
        query = tables_to_watch(person.id) if wanted.watch == "1" else public_tables()
    if wanted.game is not None:
        query = query.where(TABLES.c.game == wanted.game)
    rows = await service.store.page(query, wanted.count, wanted.first)
    response.headers["Senki-Total"] = str(await service.store.length(query))
    return await listing_of(request).forms(rows, person)


@router.get("/{table_id}")
async def one_table(request: Request, table_id: TableId, person: Asker) -> TableForm:
    """One table."""
    return await card_of(service_of(request), listing_of(request), table_id, person)


async def card_of(service: Service, listing: Listing, table_id: str, person: Person) -> TableForm:
    """A table as somebody sees it in a list; raises Refused."""
    row = await service.store.listed(table_id)
    if row is None:
        raise Refused("unknown", because="no_table")
    for found in await listing.forms([row], person):
        return found
    raise Refused("failed", because="unreadable_table")


async def table_of(request: Request, table_id: str) -> LiveTable:
    """A live table; raises Refused."""
    return await service_of(request).hall.table(table_id)


@router.post("/{table_id}/join")
async def take_seat(request: Request, table_id: TableId, wish: Join, person: Asker) -> Done:
    """Take a seat; with a token if it waits for a friend."""
    service = service_of(request)
    live = await service.hall.table(table_id)
    if service.settings.public and not person.account and wish.token is None and not live.sides_of(person.id):
        raise Refused("sign_in", because="sign_in_to_sit")
    await join(service.hall, live, person, wish.side, wish.token)
    return Done()


@router.post("/{table_id}/leave")
async def leave_seat(request: Request, table_id: TableId, which: OneSide, person: Asker) -> Done:
    """Stand up from a seat."""
    await leave(service_of(request).hall, await table_of(request, table_id), person, which.side)
    return Done()


@router.post("/{table_id}/resign")
async def give_up(request: Request, table_id: TableId, which: OneSide, person: Asker) -> Done:
    """Give up."""
    await resign(service_of(request).hall, await table_of(request, table_id), person.id, which.side)
    return Done()


@router.post("/{table_id}/rematch", status_code=201)
async def play_again(request: Request, table_id: TableId, wish: Again, person: Asker) -> NewTableAnswer:
    """A new table for the same people."""
    made = await rematch(service_of(request).hall, table_id, person, wish.swap, address_of(request))
    return NewTableAnswer(id=made, links={})


@router.post("/{table_id}/rename")
async def rename_table(request: Request, table_id: TableId, wish: NewName, person: Asker) -> Done:
    """Give the table another name."""
    await rename(service_of(request).hall, await table_of(request, table_id), person, wish.name)
    return Done()


@router.post("/{table_id}/archive")
async def archive_table(request: Request, table_id: TableId, wish: Archive, person: Asker) -> Done:
    """Put the table away, or take it out again."""
    await archive(service_of(request).hall, await table_of(request, table_id), person, wish.archived)
    return Done()


def check_open_record(live: LiveTable) -> None:
    """A game that hides something keeps its record to itself until it is over."""
    if live.hides:
        raise Refused("forbidden", because="record_hidden")


@router.get("/{table_id}/record", response_model=dict[str, Any])
async def record(request: Request, table_id: TableId, person: Asker) -> Response:
    """The table as a record; the seed of its dice only once it is over."""
    service = service_of(request)
    live = await service.hall.table(table_id)
    check_open_record(live)
    check_record(live, person.id)
    row = await service.store.table(table_id)
    assert row is not None
    entries = [entry for entry in await service.store.entries(table_id) if entry.n <= row.n]
    ending = msgspec.json.decode(row.ending, type=Ending) if row.ending is not None else None
    made = record_of(live.game, row, live.seats, entries, ending)
    headers = {"Content-Disposition": f'attachment; filename="senki-{row.game}-{row.id}.json"'}
    return Response(to_json(made, 2), media_type="application/json", headers=headers)


@router.get("/{table_id}/log", response_model=dict[str, list[dict[str, Any]]])
async def log(
    request: Request,
    table_id: TableId,
    person: Asker,
    first: Annotated[int, Query(alias="from", ge=0, le=1_000_000_000)] = 0,
    count: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
) -> Response:
    """The log from an entry on, of what was taken back a trace; ask again after the last entry until none come."""
    service = service_of(request)
    live = await service.hall.table(table_id)
    return await log_of(service, live, live.viewpoint(live.sides_of(person.id)), first, count)


async def log_of(service: Service, live: LiveTable, side: int, first: int, count: int) -> Response:
    """A part of a table's log as a side may read it."""
    kept = [entry for entry in read_as_log(await service.store.entries(live.id)) if entry.n >= first][:count]
    entries = seen_by(live, [entry_from_row(entry, live.game) for entry in kept], side)
    last = kept[-1].n if len(kept) == count else LAST
    helped = await service.store.help_at(live.id, PAGE, first, last) if live.row.assisted else []
    told = {"entries": entries, "helped": [Help(one.n, one.kind, one.side or None) for one in helped]}
    return Response(ENCODER.encode(told), media_type="application/json")


@router.get(
    "/{table_id}/chances",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}}},
)
async def chances(request: Request, table_id: TableId, person: Asker) -> StreamingResponse:
    """The first side's chance to win after each entry, as the machine sees it: one JSON object a line."""
    service = service_of(request)
    live = await service.hall.table(table_id)
    check_open_record(live)
    await take_help(service.hall, live, person.id, "chances")
    replay = await replay_of(service, live)
    if replay.judged:
        raise Refused("pending", because="machine_at_work")
    replay.judged = True

    async def told() -> AsyncIterator[bytes]:
        try:
            work = chances_of(service.crew, service.errands, live, replay, person.id, address_of(request))
            async for step in work:
                yield ENCODER.encode(step) + b"\n"
        finally:
            replay.judged = False

    return StreamingResponse(told(), media_type="application/x-ndjson")


async def replay_of(service: Service, live: LiveTable) -> Replay:
    """The replay of a table."""
    found = service.replays.get(live.id, live.n)
    if found is None:
        row = await service.store.table(live.id)
        assert row is not None
        found = Replay(row, await service.store.entries(live.id))
    service.replays.keep(live.id, found)
    return found


@router.get("/{table_id}/view", response_model=dict[str, Any])
async def view_at(
    request: Request, table_id: TableId, at: Annotated[int, Query(ge=0, le=1_000_000_000)], person: Asker
) -> Response:
    """What I could see after an entry of the log; its choices are left out, for they can no longer be made."""
    live = await table_of(request, table_id)
    # Who plays several sides looks back as one of them: what is seen does not change with whoever is to choose now.
    sides = live.sides_of(person.id)
    return await look_at(request, live, at, sides[0] if sides else -1)


async def look_at(request: Request, live: LiveTable, at: int, side: int) -> Response:
    """The view of a side after an entry of a table's log; raises Refused."""
    service = service_of(request)
    found = await replay_of(service, live)
    try:
        looked = await found.look(service.errands, at, side, address_of(request))
    except SenkiError as wrong:
        raise Refused("failed", because="other_rules", detail=str(wrong)) from None
    return Response(looked.view, media_type="application/json")

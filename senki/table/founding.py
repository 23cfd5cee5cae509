"""Beginning a table: anew, from a record, from another table's position, or as a rematch."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import asdict, dataclass, replace
from time import time
from typing import Any

from sqlalchemy import Executable, insert, update

from senki.engine.dice import seeded_dice
from senki.engine.errors import SenkiError, UnknownName
from senki.engine.events import Event
from senki.engine.forms import Record, convert, to_json
from senki.engine.game import Game
from senki.engine.match import Match, replay, verify
from senki.table.forms import NewTable
from senki.table.hall import Hall
from senki.table.identity import Person
from senki.table.live import ending_by_rules, moves, standing
from senki.table.rows import Clock, SeatRow, TableRow
from senki.table.schema import ENTRIES, SEATS, TABLES
from senki.table.texts import TABLE_NAME, as_name
from senki.table.wire import ENCODER, Refused
from senki.workshop.checking import check_map, has_hex_map

MOST_MOVES = 20_000
"""Moves of a record that may be loaded."""
AT_ONCE = 100
"""Entries in one statement."""


@dataclass(slots=True)
class Beginning:
    """Where a table begins: what was played before, and dice that are known already (of a finished record)."""

    match: Match
    seed: str | None = None
    entropy: list[str] | None = None


async def found_table(hall: Hall, person: Person, wish: NewTable) -> tuple[str, dict[str, str]]:
    """Store a new table; returns its id and the tokens of its links; raises Refused."""
    try:
        game = hall.game(wish.game)
        scenario = game.scenario(wish.scenario).id
        game.settings(wish.options)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    check_sides(game, wish)
    beginning = await _beginning(hall, game, scenario, wish)
    row, seats = rows_of(game, beginning, person, wish)
    await hall.writer.write(*statements_for(row, seats, beginning.match))
    hall.go_on(await hall.table(row.id))
    return row.id, {seat.side: seat.token for seat in seats if seat.kind == "link"}


def rows_of(game: Game, beginning: Beginning, person: Person, wish: NewTable) -> tuple[TableRow, list[SeatRow]]:
    """A new table and its seats."""
    row = _row(secrets.token_urlsafe(9), game, beginning, person.id, wish)
    seats = wished_seats(game, row.id, person, wish)
    row.entropy = json.dumps(beginning.entropy if beginning.entropy is not None else entropy_of(seats))
    return row, seats


def check_sides(game: Game, wish: NewTable) -> None:
    """Refuse seats for sides that are not in the game."""
    unknown = set(wish.seats) - {side.id for side in game.sides}
    if unknown:
        raise Refused("unknown", why=f"there is no side '{min(unknown)}' in {game.key}")


def wished_seats(game: Game, table_id: str, person: Person, wish: NewTable) -> list[SeatRow]:
    """The seats as they were asked for; a side that was not named is open."""
    seats = []
    for side in game.sides:
        kind, _, level = wish.seats.get(side.id, "open").partition(":")
        seat = SeatRow(table_id, side.id, kind, None, "", int(level or 0), "", "")
        if kind == "me":
            seat.kind, seat.person, seat.name, seat.entropy = "person", person.id, person.name, wish.entropy or ""
        elif kind == "link":
            seat.token = secrets.token_urlsafe(12)
        seats.append(seat)
    return seats


async def _beginning(hall: Hall, game: Game, scenario: str, wish: NewTable) -> Beginning:
    if wish.record is not None and wish.branch is not None:
        raise Refused("malformed", why="a table begins from a record or from another table, not from both")
    if wish.record is None and wish.branch is None:
        return await asyncio.to_thread(begin_anew, game, scenario, wish.options)
    if wish.options:
        raise Refused("malformed", because="options_come_along")
    if wish.branch is not None:
        record = await _record_of_branch(hall, wish.branch.table, wish.branch.at)
        upto = None
    else:
        try:
            record = convert(wish.record, Record, "record")
        except SenkiError as wrong:
            raise Refused("malformed", because="bad_record", detail=str(wrong)) from None
        upto = wish.upto
    if record.game != game.key:
        raise Refused("malformed", because="record_of_other_game", game=record.game)
    if len(record.moves) > MOST_MOVES:
        raise Refused("too_big", most=MOST_MOVES)
    try:
        return await asyncio.to_thread(begin_from, record, upto)
    except SenkiError as wrong:
        raise Refused("malformed", because="bad_record", detail=str(wrong)) from None


def begin_anew(game: Game, scenario: str, options: dict[str, str]) -> Beginning:
    """The beginning of a scenario with some switches set; raises Refused, a bad file among them included."""
    if options.get("map") and has_hex_map(game.key):
        check_own_map(game, options["map"])
    try:
        return Beginning(Match(game, scenario, seeded_dice(0), {}, options=options))
    except SenkiError as wrong:
        raise Refused("malformed", because="bad_option", detail=str(wrong)) from None


def check_own_map(game: Game, text: str) -> None:
    """Refuse a map of the players' own with the first thing that is wrong with it, as the workshop would say it."""
    found, problems = check_map(game.key, text.encode())
    if found is None:
        first = problems[0]
        raise Refused(
            "malformed", because="bad_map", line=first.line, column=first.column,
            problem=first.say("en"), problem_ja=first.say("ja"),
        )  # fmt: skip


async def _record_of_branch(hall: Hall, table_id: str, at: int) -> Record:
    """The moves of another table up to one of its entries."""
    other = await hall.table(table_id)
    if other.hides:
        raise Refused("forbidden", because="branch_hidden")
    kept = moves(standing(await hall.store.entries(table_id)))
    row = other.row
    return Record(
        game=row.game,
        rules=row.rules,
        scenario=row.scenario,
        moves=[entry.option for entry in kept if entry.n <= at],
        options=row.switches,
        start=json.loads(row.origin) if row.origin is not None else None,
    )


def begin_from(record: Record, upto: int | None) -> Beginning:
    """Play a record again; raises SenkiError. Only a finished one keeps its dice: of others the seed may be known."""
    if upto is not None and upto < len(record.moves):
        return Beginning(replay(Record(**{**_fields(record), "moves": record.moves[:upto], "dice": None})))
    match = verify(record)
    if match.over and record.dice is not None and record.dice.seed is not None:
        return Beginning(match, record.dice.seed, list(record.dice.entropy))
    return Beginning(match)


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def _row(table_id: str, game: Game, beginning: Beginning, owner: str, wish: NewTable) -> TableRow:
    match = beginning.match
    p = match.position
    count = len(match.played)
    origin = ENCODER.encode(match.start_form).decode() if match.start_form is not None else None
    position = to_json(game.write(p)).decode()
    base = 0 if beginning.seed is not None else count
    ending = ending_by_rules(game, p)
    actor = p.side_to_act
    now = time()
    clock = None
    if wish.clock is not None:
        left = {side.id: wish.clock.initial for side in game.sides}
        clock = ENCODER.encode(Clock(wish.clock.initial, wish.clock.increment, left)).decode()
    return TableRow(
        id=table_id,
        game=game.key,
        rules=game.rules_version,
        scenario=match.scenario,
        name=wish.name or game.title["en"],
        public=wish.public,
        owner=owner,
        created=now,
        updated=now,
        archived=False,
        n=count,
        base=base,
        rolls=sum(played.side < 0 for played in match.played) if base == 0 else 0,
        position=position,
        origin=origin,
        start=origin if base == 0 else position,
        awaits=None if p.over else p.step.name,
        actor=game.sides[actor].id if actor >= 0 else None,
        ending=ENCODER.encode(ending).decode() if ending is not None else None,
        seed=beginning.seed if beginning.seed is not None else secrets.token_hex(32),
        entropy="[]",
        clock=clock,
        offers="[]",
        rematch=None,
        options=ENCODER.encode(match.options).decode(),
    )


def entropy_of(seats: list[SeatRow]) -> list[str]:
    """What the seats add to the dice, in the order of the sides."""
    return [seat.entropy for seat in seats if seat.entropy]


def statements_for(row: TableRow, seats: list[SeatRow], match: Match) -> list[Executable]:
    """What stores a new table with what was played before it."""
    entries = [_entry(row, 0, -1, "", match.opening)]
    for number, played in enumerate(match.played, 1):
        entries.append(_entry(row, number, played.side, played.option.text, played.events))
    return [
        insert(TABLES).values(asdict(row)),
        insert(SEATS).values([asdict(seat) for seat in seats]),
        *(insert(ENTRIES).values(entries[i : i + AT_ONCE]) for i in range(0, len(entries), AT_ONCE)),
    ]


def _entry(row: TableRow, n: int, side: int, option: str, events: list[Event]) -> dict[str, Any]:
    told = ENCODER.encode([event.to_json() for event in events]).decode()
    return {
        "table_id": row.id, "n": n, "side": side, "kind": "", "option": option, "back": None, "events": told,
        "at": row.created,
    }  # fmt: skip


async def rematch(hall: Hall, table_id: str, person: Person, swap: bool) -> str:
    """The table's rematch: the same seats, or changed over; made once for all who ask."""
    live = await hall.table(table_id)
    if not live.sides_of(person.id):
        raise Refused("forbidden", because="no_seat")
    if not live.over:
        raise Refused("pending", because="not_over")
    if live.row.rematch is not None:
        return live.row.rematch
    new_id = secrets.token_urlsafe(9)
    seats = again(live.seats, new_id, swap)
    beginning = begin_anew(live.game, live.row.scenario, live.row.switches)
    name = as_name(live.row.name, TABLE_NAME)
    wish = NewTable(game=live.game.key, seats={}, name=name, public=live.row.public)
    row = _row(new_id, live.game, beginning, person.id, wish)
    if live.clock is not None:
        left = {side.id: live.clock.initial for side in live.game.sides}
        row.clock = ENCODER.encode(Clock(live.clock.initial, live.clock.increment, left)).decode()
    live.row.rematch = new_id
    note = update(TABLES).where(TABLES.c.id == table_id).values(rematch=new_id)
    try:
        await hall.writer.write(*statements_for(row, seats, beginning.match), note)
    except BaseException:
        live.row.rematch = None
        raise
    hall.tell_seats(live)
    hall.go_on(await hall.table(new_id))
    return new_id


def again(seats: list[SeatRow], table_id: str, swap: bool) -> list[SeatRow]:
    """The same people and machines at a new table, each one seat further if sides are changed over."""
    turned = seats[1:] + seats[:1] if swap else seats
    return [
        replace(
            who, table_id=table_id, side=seat.side, entropy="", token=secrets.token_urlsafe(12) if who.token else ""
        )
        for seat, who in zip(seats, turned, strict=True)
    ]

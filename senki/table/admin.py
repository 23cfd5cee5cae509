"""Looking after the stored tables: list, export, import, repair, backup, restore."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import insert, update

from senki.engine.errors import SenkiError
from senki.engine.files import write_whole
from senki.engine.forms import Record, plain, to_json
from senki.engine.registry import find_game
from senki.table.machine.loading import begin_from
from senki.table.people.identity import Person
from senki.table.play.founding import entries_of, rows_of, statements_for
from senki.table.play.live import moves, standing
from senki.table.play.replays import played_on, record_of
from senki.table.play.wire import ENCODER
from senki.table.play.wishes import NewTable
from senki.table.store.claims import make_private
from senki.table.store.damage import in_one_line
from senki.table.store.database import Store
from senki.table.store.pens import ENTRY_COLUMNS
from senki.table.store.rows import Ending, ListRow, TableRow
from senki.table.store.schema import ENTRIES, TABLES
from senki.table.store.urls import read_url
from senki.table.texts import TABLE_NAME, as_name, check_record_texts

OWNER = "admin"


@dataclass(frozen=True)
class Finding:
    """What a look at one table showed: `well`, `differs` from its log, or `cannot` be replayed and why."""

    table: str
    state: str
    why: str = ""


async def export(store: Store, folder: Path, wanted: list[str]) -> tuple[list[Path], list[Finding]]:
    """Write the records of some tables, or of all, into a folder; the seeds of running games stay secret.

    A table that cannot be read is left out and named.
    """
    written, bad = [], []
    for listed in await chosen(store, wanted):
        path = folder / f"{listed.game}-{listed.id}.json"
        try:
            content = to_json(await _record(store, listed.id), 2)
        except (SenkiError, ValueError, LookupError, msgspec.MsgspecError) as wrong:
            bad.append(Finding(listed.id, "cannot", str(wrong)))
            continue
        write_whole(path, content)
        written.append(path)
    return written, bad


async def _record(store: Store, table_id: str) -> Record:
    row = await store.table(table_id)
    if row is None:
        raise SenkiError(f"there is no table '{table_id}'")
    ending = msgspec.json.decode(row.ending, type=Ending) if row.ending is not None else None
    return record_of(find_game(row.game), row, await store.seats(row.id), await store.entries(row.id), ending)


async def chosen(store: Store, wanted: list[str]) -> list[ListRow]:
    """The tables of these ids, or all; raises SenkiError for one that is not there."""
    rows = await store.all_tables()
    missing = set(wanted) - {row.id for row in rows}
    if missing:
        raise SenkiError(f"there is no table '{min(missing)}'")
    return [row for row in rows if not wanted or row.id in wanted]


async def bring_in(store: Store, record: Record, name: str) -> str:
    """A new table from a record, its seats open to whoever has the link; returns its id."""
    game = find_game(record.game)
    check_record_texts(plain(record))
    beginning = begin_from(record, None)
    name = as_name(name, TABLE_NAME)
    wish = NewTable(game=game.key, seats={side.id: "link" for side in game.sides}, name=name)
    row, seats = rows_of(game, beginning, Person(OWNER, ""), wish)
    async with store.engine.begin() as connection:
        for statement in statements_for(row, seats):
            await connection.execute(statement)
        entries = [dict(zip(ENTRY_COLUMNS, entry, strict=True)) for entry in entries_of(row, beginning)]
        await connection.execute(insert(ENTRIES), entries)
    return row.id


async def look_through(store: Store, mend: bool) -> list[Finding]:
    """Replay the log of every table and hold it against its snapshot; mend snapshots that differ, if so wished."""
    findings = []
    for listed in await store.all_tables():
        row = await store.table(listed.id)
        if row is None:
            continue
        try:
            findings.append(await _look_at(store, row, mend))
        except (SenkiError, ValueError, LookupError, msgspec.MsgspecError) as wrong:
            findings.append(Finding(row.id, "cannot", str(wrong)))
    return findings


async def _look_at(store: Store, row: TableRow, mend: bool) -> Finding:
    game = find_game(row.game)
    if row.rules != game.rules_version:
        return Finding(row.id, "cannot", f"rules version {row.rules}, now {game.rules_version}")
    reached = game.write(played_on(game, row, row.origin, moves(standing(await store.entries(row.id)))))
    try:
        if reached == json.loads(row.position):
            return Finding(row.id, "well")
    except ValueError:
        pass  # What is stored is no JSON at all; the log knows better.
    if mend:
        async with store.engine.begin() as connection:
            position = ENCODER.encode(reached).decode()
            await connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(position=position))
    return Finding(row.id, "differs", "mended" if mend else "")


def backup(database: str, target: Path) -> None:
    """Copy an SQLite database while it is in use; raises SenkiError."""
    url = read_url(database)
    if not url.drivername.startswith("sqlite") or not url.database:
        raise SenkiError("a PostgreSQL database is backed up with pg_dump")
    if not Path(url.database).exists():
        raise SenkiError(f"{url.database}: there is no such database")
    if target.exists():
        raise SenkiError(f"{target}: is there already; it is left as it is")
    try:
        with in_one_line(database):
            make_private(target)
            with closing(sqlite3.connect(url.database)) as source, closing(sqlite3.connect(target)) as copy:
                source.backup(copy)
    except SenkiError:
        target.unlink(missing_ok=True)
        raise


async def restore(database: str, source: Path) -> int:
    """Put a copy in the place of an SQLite database that is not there; returns its number of tables; raises SenkiError.

    The copy is made, checked and brought up to date under another name and takes its place only when it is well.
    """
    url = read_url(database)
    if not url.drivername.startswith("sqlite") or not url.database:
        raise SenkiError("a PostgreSQL database is restored with pg_restore")
    target = Path(url.database)
    taken = [path for path in (target, Path(f"{target}-wal"), Path(f"{target}-journal")) if path.exists()]
    if taken:
        raise SenkiError(f"{taken[0]}: is there already; move it away first")
    if not source.is_file():
        raise SenkiError(f"{source}: there is no such file")
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".restore-", dir=target.parent) as folder:
        copy = Path(folder) / "tables.db"
        _copy_checked(source, copy)
        store = Store(str(url.set(database=str(copy))))
        try:
            await store.open()
            tables = len(await store.all_tables())
        except SenkiError:
            raise SenkiError(f"{source}: was written by another version of Senki") from None
        finally:
            await store.close()
        with closing(sqlite3.connect(copy)) as made:
            made.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try:
            # Unlike a move, a link does not replace what somebody else may have put there meanwhile.
            os.link(copy, target)
        except FileExistsError:
            raise SenkiError(f"{target}: is there already; move it away first") from None
    return tables


def _copy_checked(source: Path, copy: Path) -> None:
    """Copy a database that is whole and ours; raises SenkiError."""
    copy.touch(0o600)
    try:
        # Read only, so that the copy that is kept is left as it is.
        given = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
        with closing(given), closing(sqlite3.connect(copy)) as made:
            given.backup(made)
            found = made.execute("PRAGMA integrity_check").fetchone()[0]
            ours = made.execute("SELECT count(*) FROM sqlite_master WHERE name IN ('tables', 'alembic_version')")
            if found != "ok":
                raise SenkiError(f"{source}: is damaged ({found})")
            if ours.fetchone()[0] != 2:
                raise SenkiError(f"{source}: is no database of Senki")
    except sqlite3.DatabaseError as wrong:
        raise SenkiError(f"{source}: cannot be read ({wrong})") from None

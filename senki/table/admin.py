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
from alembic.util import CommandError
from sqlalchemy import update
from sqlalchemy.engine import make_url

from senki.engine.errors import SenkiError
from senki.engine.files import write_whole
from senki.engine.forms import Record, to_json
from senki.engine.registry import find_game
from senki.table.forms import NewTable
from senki.table.founding import begin_from, rows_of, statements_for
from senki.table.identity import Person
from senki.table.live import moves, standing
from senki.table.replays import played_on, record_of
from senki.table.rows import Ending, TableRow
from senki.table.schema import TABLES
from senki.table.store import Store
from senki.table.wire import ENCODER

OWNER = "admin"


@dataclass(frozen=True)
class Finding:
    """What a look at one table showed: `well`, `differs` from its log, or `cannot` be replayed and why."""

    table: str
    state: str
    why: str = ""


async def export(store: Store, folder: Path, wanted: list[str]) -> list[Path]:
    """Write the records of some tables, or of all, into a folder; the seeds of running games stay secret."""
    written = []
    for row in await chosen(store, wanted):
        game = find_game(row.game)
        ending = msgspec.json.decode(row.ending, type=Ending) if row.ending is not None else None
        record = record_of(game, row, await store.seats(row.id), await store.entries(row.id), ending)
        path = folder / f"{row.game}-{row.id}.json"
        write_whole(path, to_json(record, 2))
        written.append(path)
    return written


async def chosen(store: Store, wanted: list[str]) -> list[TableRow]:
    """The tables of these ids, or all; raises SenkiError for one that is not there."""
    rows = await store.all_tables()
    missing = set(wanted) - {row.id for row in rows}
    if missing:
        raise SenkiError(f"there is no table '{min(missing)}'")
    return [row for row in rows if not wanted or row.id in wanted]


async def bring_in(store: Store, record: Record, name: str) -> str:
    """A new table from a record, its seats open to whoever has the link; returns its id."""
    game = find_game(record.game)
    beginning = begin_from(record, None)
    wish = NewTable(game=game.key, seats={side.id: "link" for side in game.sides}, name=name[:60])
    row, seats = rows_of(game, beginning, Person(OWNER, ""), wish)
    async with store.engine.begin() as connection:
        for statement in statements_for(row, seats, beginning.match):
            await connection.execute(statement)
    return row.id


async def look_through(store: Store, mend: bool) -> list[Finding]:
    """Replay the log of every table and hold it against its snapshot; mend snapshots that differ, if so wished."""
    findings = []
    for row in await store.all_tables():
        game = find_game(row.game)
        kept = moves(standing(await store.entries(row.id)))
        if row.rules != game.rules_version:
            findings.append(Finding(row.id, "cannot", f"rules version {row.rules}, now {game.rules_version}"))
            continue
        try:
            reached = game.write(played_on(game, row, row.origin, kept))
        except SenkiError as wrong:
            findings.append(Finding(row.id, "cannot", str(wrong)))
            continue
        if reached == json.loads(row.position):
            findings.append(Finding(row.id, "well"))
            continue
        findings.append(Finding(row.id, "differs", "mended" if mend else ""))
        if mend:
            async with store.engine.begin() as connection:
                position = ENCODER.encode(reached).decode()
                await connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(position=position))
    return findings


def backup(database: str, target: Path) -> None:
    """Copy an SQLite database while it is in use; raises SenkiError."""
    url = make_url(database)
    if not url.drivername.startswith("sqlite") or not url.database:
        raise SenkiError("a PostgreSQL database is backed up with pg_dump")
    if not Path(url.database).exists():
        raise SenkiError(f"{url.database}: there is no such database")
    if target.exists():
        raise SenkiError(f"{target}: is there already; it is left as it is")
    target.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(url.database) as source, sqlite3.connect(target) as copy:
        source.backup(copy)


async def restore(database: str, source: Path) -> int:
    """Put a copy in the place of an SQLite database that is not there; returns its number of tables; raises SenkiError.

    The copy is made, checked and brought up to date under another name and takes its place only when it is well.
    """
    url = make_url(database)
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
        except CommandError:
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

"""`senki admin`: looking after the tables of a service."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import TYPE_CHECKING

from senki.engine.errors import SenkiError
from senki.engine.files import read_whole
from senki.engine.forms import Record, read_json
from senki.engine.parts import PartOf
from senki.engine.registry import find_game
from senki.terminal.commands.arguments import Commands, add_json, add_language, path
from senki.terminal.commands.shown import say, show, show_json, table, tell

if TYPE_CHECKING:
    from senki.table.people.forgetting import Farewell
    from senki.table.store.database import Store
    from senki.table.store.rows import ListRow

NOT_WELL = 1


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command and its parts."""
    command = commands.add_parser("admin", help="look after the tables of a service", allow_abbrev=False)
    parts = command.add_subparsers(title="what to do", metavar="WHAT", required=True)
    listing = _part(parts, "list", "list all tables", list_tables)
    listing.add_argument("--all", action="store_true", help="those put away too")
    export = _part(parts, "export", "write tables as records", export_tables)
    export.add_argument("folder", metavar="FOLDER", type=path, help="where to write them")
    export.add_argument("ids", metavar="ID", nargs="*", help="tables (default: all)")
    bring = _part(parts, "import", "make tables from records", import_records)
    bring.add_argument("files", metavar="FILE", type=path, nargs="+", help="records")
    repair = _part(parts, "repair", "replay every table and hold it against its stored position", repair_tables)
    repair.add_argument("--write", action="store_true", help="replace stored positions that differ from their log")
    backup = _part(parts, "backup", "copy an SQLite database, in use or not", backup_database)
    backup.add_argument("file", metavar="FILE", type=path, help="the copy")
    restore = _part(parts, "restore", "make the SQLite database anew from a copy; never replaces one", restore_database)
    restore.add_argument("file", metavar="FILE", type=path, help="the copy")
    forget = _part(parts, "forget", "delete accounts, guests and tables for good", forget_some)
    forget.add_argument(
        "names",
        metavar="WHOM",
        nargs="+",
        help="a login, the id of a person or of a table (or login:…, person:…, table:…)",
    )
    sure = forget.add_mutually_exclusive_group()
    sure.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
    sure.add_argument("--yes", action="store_true", help="delete it")


def _part(
    parts: Commands, name: str, explained: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    part = parts.add_parser(name, help=explained, allow_abbrev=False)
    part.add_argument("--db", metavar="URL", help="database (default: the SQLite file in your data folder)")
    add_json(part)
    add_language(part)
    part.set_defaults(run=run)
    return part


def side_name(game: str, side: str, lang: str) -> str:
    """The name of a side, as long as the game is still there."""
    try:
        return find_game(game).name_of("side", side, lang)
    except SenkiError:
        return side


def _with_store(args: argparse.Namespace, work: Callable[[Store], Awaitable[int]], alone: bool = False) -> int:
    """Do something with the database, brought up to date first unless a service is using it.

    What must not happen beside a service wants it `alone`; raises SenkiError then.
    """
    with PartOf("serve"):
        from senki.table.settings import default_database
        from senki.table.store.claims import InUse, claimed
        from senki.table.store.damage import in_one_line
        from senki.table.store.database import Store

    database = args.db or default_database()

    async def run(may_upgrade: bool, then: Callable[[Store], Awaitable[int]] | None) -> int:
        store = Store(database)
        try:
            await store.open(may_upgrade)
            if alone:
                await store.check_writable()
            with in_one_line(database):
                return await then(store) if then is not None else 0
        finally:
            await store.close()

    if alone:
        with claimed(database):
            return asyncio.run(run(True, work))
    try:
        with claimed(database, patience=0.0):
            asyncio.run(run(True, None))
    except InUse:
        # It is in use: what its service has stored is read as it stands.
        return asyncio.run(run(False, work))
    return asyncio.run(run(True, work))


def list_tables(args: argparse.Namespace) -> int:
    """A line for each table."""

    async def work(store: Store) -> int:
        rows = [row for row in await store.all_tables() if args.all or not row.archived]
        if args.json:
            show_json([as_listed(row) for row in rows])
            return 0
        columns = ("id", "game", "name", "entries", "awaits", "updated")
        found = table("", [say(f"admin.{column}", args.lang) for column in columns])
        for row in rows:
            actor = side_name(row.game, row.actor, args.lang) if row.actor else say("admin.dice", args.lang)
            state = say("admin.over", args.lang) if row.ending is not None else f"{row.awaits} ({actor})"
            when = datetime.fromtimestamp(row.updated).isoformat(" ", "minutes")
            found.add_row(row.id, row.game, row.name, str(row.n), state, when)
        show(found)
        return 0

    return _with_store(args, work)


def as_listed(row: ListRow) -> dict[str, object]:
    """A stored table, for programs."""
    return {
        "id": row.id,
        "game": row.game,
        "name": row.name,
        "entries": row.n,
        "over": row.ending is not None,
        "awaits": row.awaits if row.ending is None else None,
        "actor": row.actor or None,
        "updated": row.updated,
        "archived": bool(row.archived),
    }


def export_tables(args: argparse.Namespace) -> int:
    """Write records and say where."""

    async def work(store: Store) -> int:
        from senki.table.admin import export

        written, bad = await export(store, args.folder, args.ids)
        if args.json:
            refused = [{"table": finding.table, "why": finding.why} for finding in bad]
            show_json({"written": [str(file) for file in written], "refused": refused})
            return NOT_WELL if bad else 0
        for file in written:
            tell(str(file))
        for finding in bad:
            tell(say("admin.cannot", args.lang, table=finding.table, why=finding.why), sys.stderr)
        return NOT_WELL if bad else 0

    return _with_store(args, work)


def import_records(args: argparse.Namespace) -> int:
    """Make a table of each record and print its id."""
    records = [(file, read_json(read_whole(file), Record, str(file))) for file in args.files]

    async def work(store: Store) -> int:
        from senki.table.admin import bring_in

        made = []
        for file, record in records:
            made.append(await bring_in(store, record, file.stem))
            if not args.json:
                tell(made[-1])
        if args.json:
            show_json({"tables": made})
        return 0

    return _with_store(args, work)


def repair_tables(args: argparse.Namespace) -> int:
    """Say which tables are not well; exit status 1 if there are any left."""

    async def work(store: Store) -> int:
        from senki.table.admin import look_through

        findings = await look_through(store, args.write)
        ill = sum(finding.state == "cannot" or (finding.state == "differs" and not args.write) for finding in findings)
        if args.json:
            odd = [finding for finding in findings if finding.state != "well"]
            show_json({"replayed": len(findings), "ill": ill, "findings": odd})
            return NOT_WELL if ill else 0
        for finding in findings:
            if finding.state != "well":
                state = finding.why if finding.why == "mended" else finding.state
                tell(say(f"admin.{state}", args.lang, table=finding.table, why=finding.why))
        tell(say("admin.replayed", args.lang, all=len(findings), ill=ill))
        return NOT_WELL if ill else 0

    # A service keeps positions in memory: it must not be mended beneath.
    return _with_store(args, work, alone=args.write)


def backup_database(args: argparse.Namespace) -> int:
    """Copy the database."""
    with PartOf("serve"):
        from senki.table.admin import backup
        from senki.table.settings import default_database

    backup(args.db or default_database(), args.file)
    if args.json:
        show_json({"written": str(args.file)})
    else:
        tell(str(args.file))
    return 0


def restore_database(args: argparse.Namespace) -> int:
    """Put a copy in the place of the database and say how many tables it holds."""
    with PartOf("serve"):
        from senki.table.admin import restore
        from senki.table.settings import default_database
        from senki.table.store.claims import claimed

    database = args.db or default_database()
    with claimed(database):
        tables = asyncio.run(restore(database, args.file))
    if args.json:
        show_json({"tables": tables})
    else:
        tell(say("admin.restored", args.lang, tables=tables))
    return 0


def forget_some(args: argparse.Namespace) -> int:
    """Say what is deleted with somebody, and delete it if so wished."""

    async def work(store: Store) -> int:
        from senki.table.people.forgetting import carry_out, farewell

        forgotten = []
        for name in args.names:
            made = await farewell(store, name)
            forgotten.append(as_forgotten(made))
            for line in [] if args.json else farewell_lines(made, args.lang):
                tell(line)
            if args.yes:
                await carry_out(store, made)
        if args.json:
            show_json({"deleted": args.yes, "whom": forgotten})
        elif not args.yes:
            tell(say("admin.forget_nothing", args.lang))
        return 0 if args.yes or args.dry_run else NOT_WELL

    return _with_store(args, work, alone=args.yes)


def as_forgotten(made: Farewell) -> dict[str, object]:
    """What is forgotten with somebody, for programs."""
    return {
        "id": made.whom,
        "login": made.login or None,
        "sessions": made.sessions,
        "addresses": made.addresses,
        "tables": made.deleted,
        "seats": [{"table": table, "side": side} for table, side in made.freed],
        "lines": made.lines,
    }


def farewell_lines(made: Farewell, lang: str) -> list[str]:
    """What is forgotten with somebody, in words."""
    whom = f"{made.login} ({made.whom})" if made.login else made.whom
    lines = [whom]
    if made.is_person:
        lines.append(say("admin.forget_person", lang, sessions=made.sessions, addresses=made.addresses))
    if made.deleted:
        lines.append(say("admin.forget_tables", lang, count=len(made.deleted), tables=" ".join(made.deleted)))
    if made.freed:
        seats = " ".join(f"{table}/{side}" for table, side in made.freed)
        lines.append(say("admin.forget_seats", lang, count=len(made.freed), seats=seats))
    if made.lines:
        lines.append(say("admin.forget_lines", lang, count=made.lines))
    return [lines[0], *(f"  {line}" for line in lines[1:])]

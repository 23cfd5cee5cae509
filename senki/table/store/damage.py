"""Databases that cannot be used: what is wrong with one, in a line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from senki.engine.errors import SenkiError

DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
DAMAGED_STATES = ("XX001", "XX002")
"""What PostgreSQL says of damaged data and indices."""
REASONS = {
    sqlite3.SQLITE_NOTADB: "it is not an SQLite database",
    sqlite3.SQLITE_CORRUPT: "it is damaged; a copy made by 'senki admin backup' can take its place",
    sqlite3.SQLITE_READONLY: "it cannot be written",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_BUSY: "another program keeps it locked",
}


def _code(wrong: BaseException | None) -> int:
    """SQLite's primary result code; 0 if it is not SQLite's error."""
    return int(getattr(wrong, "sqlite_errorcode", 0)) & 0xFF


def is_damage(wrong: BaseException | None) -> bool:
    """Does an error of the database say that its files are damaged?"""
    return _code(wrong) in DAMAGED or getattr(wrong, "sqlstate", "") in DAMAGED_STATES


@contextmanager
def in_one_line(database: str) -> Iterator[None]:
    """Turn what a database raises into a SenkiError of one line, which names the database."""
    try:
        yield
    except (
        SQLAlchemyError, sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, OSError, UnicodeError,
    ) as wrong:  # fmt: skip
        told = getattr(wrong, "orig", None) or wrong
        url = make_url(database)
        where = url.database if url.drivername.startswith("sqlite") else url.render_as_string(hide_password=True)
        said = " ".join(str(told).split()) or type(told).__name__
        raise SenkiError(f"{where}: {REASONS.get(_code(told), 'the database cannot be used')} ({said})") from None

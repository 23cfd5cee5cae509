"""The URL of a database: which there are, and what may stand in one."""

from __future__ import annotations

from inspect import signature

import asyncpg
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from senki.engine.errors import Malformed

SQLITE = "sqlite+aiosqlite"
DRIVERS = (SQLITE, "postgresql+asyncpg")
POSTGRES_OPTIONS = {*signature(asyncpg.connect).parameters, "prepared_statement_cache_size"}


def read_url(url: str) -> URL:
    """The parts of a database URL; raises Malformed."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # ValueError: a port that is no number
        raise Malformed("--db is not a database URL") from None
    if parsed.drivername not in DRIVERS:
        raise Malformed(f"--db begins with {' or '.join(f'{driver}://' for driver in DRIVERS)}")
    if parsed.drivername == SQLITE:
        if parsed.host or parsed.query or "\0" in (parsed.database or ""):
            raise Malformed(f"--db names an SQLite file by {SQLITE}:///FILE and nothing else")
        return parsed
    unknown = [name for name in parsed.query if name not in POSTGRES_OPTIONS]
    if unknown:
        raise Malformed(f"--db: a PostgreSQL URL has no option {', '.join(unknown)} here (that for TLS is ssl)")
    return parsed

"""Which tables a list shows, and in which order."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, and_, case, or_, select

from senki.table.store.rows import COACH, ListRow
from senki.table.store.schema import SEATS, SHELVED, TABLES

LISTED = [TABLES.c[field.name] for field in fields(ListRow)]
"""What lists need of a table."""
State = Literal["all", "turn", "running", "over"]
RUNNING = TABLES.c.ending.is_(None)
FREE = select(SEATS.c.side).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind.in_(("open", "link"))).exists()
"""Is there a seat that nobody has taken?"""
TAUGHT = select(SEATS.c.table_id).where(SEATS.c.kind == COACH)
"""The tables that are lessons."""


def tables_of(person: str, state: State = "all", away: bool = False) -> Select[Any]:
    """The tables a person sits at or began, those that wait for them first; or those they have put away.

    Lessons are no tables of theirs.
    """
    sits = select(SEATS.c.table_id).where(SEATS.c.person == person)
    shelved = TABLES.c.id.in_(select(SHELVED.c.table_id).where(SHELVED.c.person == person))
    put_away = or_(TABLES.c.archived, shelved)
    turn = waits_for(person)
    query = select(*LISTED).where(or_(TABLES.c.id.in_(sits), TABLES.c.owner == person))
    query = query.where(put_away if away else ~put_away, TABLES.c.id.not_in(TAUGHT))
    if state != "all":
        query = query.where({"turn": turn, "running": RUNNING, "over": ~RUNNING}[state])
    return query.order_by(case((turn, 0), else_=1))


def waits_for(person: str) -> ColumnElement[bool]:
    """Is a person to choose at a table at which everybody sits?"""
    chooses = and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.side == TABLES.c.actor, SEATS.c.person == person)
    return and_(RUNNING, select(SEATS.c.side).where(chooses).exists(), ~FREE)


def public_tables() -> Select[Any]:
    """Public tables in play."""
    return select(*LISTED).where(TABLES.c.public, ~TABLES.c.archived, RUNNING)


def open_tables() -> Select[Any]:
    """Public tables with an open seat."""
    return public_tables().where(
        select(SEATS.c.side).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "open").exists()
    )


def tables_to_watch(person: str) -> Select[Any]:
    """Public tables in play at which everybody sits, but not this person."""
    sits = select(SEATS.c.side).where(SEATS.c.table_id == TABLES.c.id, SEATS.c.person == person)
    return public_tables().where(~FREE, ~sits.exists())

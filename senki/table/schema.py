"""What is stored: tables with a snapshot of their position, and every entry of their logs, which is only added to."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
)

META = MetaData()

TABLES = Table(
    "tables",
    META,
    Column("id", String(24), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("owner", String(40), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("archived", Boolean, nullable=False),
    Column("n", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("rolls", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("origin", Text),
    Column("start", Text),
    Column("awaits", String(40)),
    Column("actor", String(40)),
    Column("ending", Text),
    Column("seed", String(128), nullable=False),
    Column("entropy", Text, nullable=False),
    Column("clock", Text),
    Column("offers", Text, nullable=False),
    Column("rematch", String(24)),
    Column("options", Text, nullable=False),
)

ENTRIES = Table(
    "entries",
    META,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("side", SmallInteger, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("option", Text, nullable=False),
    Column("back", Integer),
    Column("events", Text, nullable=False),
    Column("at", Float, nullable=False),
    # Rows of one table lie together, so its last entries are found as quickly after 2,000 moves as after two.
    sqlite_with_rowid=False,
)

SEATS = Table(
    "seats",
    META,
    Column("table_id", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("person", String(40), index=True),
    Column("name", String(40), nullable=False),
    Column("level", SmallInteger, nullable=False),
    Column("token", String(40), nullable=False),
    Column("entropy", String(64), nullable=False),
)

CHAT = Table(
    "chat",
    META,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id"), nullable=False),
    Column("at", Float, nullable=False),
    Column("name", String(40), nullable=False),
    Column("side", String(40)),
    Column("text", Text, nullable=False),
    Column("person", String(40), index=True),
    Index("ix_chat_of_table", "table_id", "id"),
)

PEOPLE = Table(
    "people",
    META,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),
    Column("password", String(200)),
    Column("email", String(200), nullable=False),
    Column("webhook", String(300), nullable=False),
    Column("created", Float, nullable=False),
    Column("confirmed", Boolean, nullable=False),
)

SESSIONS = Table(
    "sessions",
    META,
    Column("token", String(64), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, index=True),
    Column("until", Float, nullable=False),
)

CONFIRMATIONS = Table(
    "confirmations",
    META,
    Column("token", String(64), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, index=True),
    Column("email", String(200), nullable=False),
    Column("mailbox", String(200), nullable=False, index=True),
    Column("sent", Float, nullable=False),
)

SECRETS = Table(
    "secrets",
    META,
    Column("name", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

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
    UniqueConstraint,
)

from senki.table import texts

META = MetaData()

TABLES = Table(
    "tables",
    META,
    Column("id", String(texts.TABLE_ID), primary_key=True),
    Column("game", String(texts.GAME), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("scenario", String(texts.SCENARIO), nullable=False),
    Column("name", String(texts.TABLE_NAME), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("owner", String(texts.PERSON_ID), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False, index=True),
    Column("archived", Boolean, nullable=False),
    Column("n", Integer, nullable=False),
    Column("base", Integer, nullable=False),
    Column("position", Text, nullable=False),
    Column("origin", Text),
    Column("start", Text),
    Column("awaits", String(texts.STEP)),
    Column("actor", String(texts.SIDE)),
    Column("ending", Text),
    Column("seed", String(texts.SEED), nullable=False),
    Column("entropy", Text, nullable=False),
    Column("clock", Text),
    Column("offers", Text, nullable=False),
    Column("rematch", String(texts.TABLE_ID)),
    Column("options", Text, nullable=False),
    Column("dice", SmallInteger, nullable=False),
    Column("mark", String(64), nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("due", Float, index=True),
    Column("rated", SmallInteger, nullable=False, index=True),
    Column("tournament", String(texts.TABLE_ID)),
)

ENTRIES = Table(
    "entries",
    META,
    Column("table_id", String(texts.TABLE_ID), ForeignKey("tables.id"), primary_key=True),
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
    Column("table_id", String(texts.TABLE_ID), ForeignKey("tables.id"), primary_key=True),
    Column("side", String(texts.SIDE), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("person", String(texts.PERSON_ID), index=True),
    Column("name", String(texts.PERSON_NAME), nullable=False),
    Column("level", SmallInteger, nullable=False),
    Column("token", String(texts.TOKEN), nullable=False),
    Column("entropy", String(texts.ENTROPY), nullable=False),
)

CHAT = Table(
    "chat",
    META,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(texts.TABLE_ID), ForeignKey("tables.id"), nullable=False),
    Column("at", Float, nullable=False),
    Column("name", String(texts.PERSON_NAME), nullable=False),
    Column("side", String(texts.SIDE)),
    Column("text", Text, nullable=False),
    Column("person", String(40), index=True),
    Column("audience", String(12), nullable=False),
    Index("ix_chat_of_table", "table_id", "id"),
)

HELPED = Table(
    "helped",
    META,
    Column("table_id", String(texts.TABLE_ID), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("side", String(texts.SIDE), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("at", Float, nullable=False),
    sqlite_with_rowid=False,
)

SHELVED = Table(
    "shelved",
    META,
    Column("person", String(texts.PERSON_ID), primary_key=True),
    Column("table_id", String(texts.TABLE_ID), ForeignKey("tables.id"), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

VACATIONS = Table(
    "vacations",
    META,
    Column("id", Integer, primary_key=True),
    Column("person", String(texts.PERSON_ID), nullable=False, index=True),
    Column("first", Float, nullable=False),
    Column("last", Float, nullable=False),
)

PEOPLE = Table(
    "people",
    META,
    Column("id", String(texts.PERSON_ID), primary_key=True),
    Column("name", String(texts.PERSON_NAME), nullable=False),
    Column("login", String(texts.LOGIN), unique=True),
    Column("password", String(200)),
    Column("email", String(texts.EMAIL), nullable=False),
    Column("webhook", String(texts.WEBHOOK), nullable=False),
    Column("created", Float, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("hidden", Boolean, nullable=False),
)

SESSIONS = Table(
    "sessions",
    META,
    Column("token", String(64), primary_key=True),
    Column("person", String(texts.PERSON_ID), ForeignKey("people.id"), nullable=False, index=True),
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

SUBSCRIPTIONS = Table(
    "subscriptions",
    META,
    Column("browser", String(64), primary_key=True),
    Column("person", String(texts.PERSON_ID), nullable=False, index=True),
    Column("endpoint", String(texts.ENDPOINT), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("lang", String(2), nullable=False),
    Column("created", Float, nullable=False),
)

RATINGS = Table(
    "ratings",
    META,
    Column("person", String(texts.PERSON_ID), primary_key=True),
    Column("game", String(texts.GAME), primary_key=True),
    # Only added to, as entries are: of two processes that rate somebody's next game one fails and looks again.
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(texts.TABLE_ID), nullable=False, index=True),
    Column("score", Float, nullable=False),
    Column("value", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("person", "table_id", name="one_rating_of_a_table"),
)

TOURNAMENTS = Table(
    "tournaments",
    META,
    Column("id", String(texts.TABLE_ID), primary_key=True),
    Column("name", String(texts.TABLE_NAME), nullable=False),
    Column("game", String(texts.GAME), nullable=False),
    Column("scenario", String(texts.SCENARIO), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("size", SmallInteger, nullable=False),
    Column("clock", Text, nullable=False),
    Column("owner", String(texts.PERSON_ID), nullable=False, index=True),
    Column("state", String(12), nullable=False, index=True),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
)

ENTRANTS = Table(
    "entrants",
    META,
    Column("tournament", String(texts.TABLE_ID), ForeignKey("tournaments.id"), primary_key=True),
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", String(texts.PERSON_ID), index=True),
    Column("name", String(texts.PERSON_NAME), nullable=False),
    Column("seed", SmallInteger, nullable=False),
    Column("gone", Boolean, nullable=False),
    UniqueConstraint("tournament", "person", name="one_entry_of_a_person"),
)

PAIRINGS = Table(
    "pairings",
    META,
    Column("tournament", String(texts.TABLE_ID), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", SmallInteger, primary_key=True, autoincrement=False),
    Column("board", SmallInteger, primary_key=True, autoincrement=False),
    Column("again", SmallInteger, primary_key=True, autoincrement=False),
    Column("first", SmallInteger, nullable=False),
    Column("second", SmallInteger, nullable=False),
    Column("table_id", String(texts.TABLE_ID), nullable=False, index=True),
    Column("result", String(8), nullable=False),
)

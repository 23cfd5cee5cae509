"""Tables, entries, seats, chat, people, sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String(40), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False, index=True),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("base", sa.Integer, nullable=False),
        sa.Column("rolls", sa.Integer, nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("origin", sa.Text),
        sa.Column("start", sa.Text),
        sa.Column("awaits", sa.String(40)),
        sa.Column("actor", sa.String(40)),
        sa.Column("ending", sa.Text),
        sa.Column("seed", sa.String(128), nullable=False),
        sa.Column("entropy", sa.Text, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("offers", sa.Text, nullable=False),
        sa.Column("rematch", sa.String(24)),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.SmallInteger, nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("option", sa.Text, nullable=False),
        sa.Column("back", sa.Integer),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("person", sa.String(40), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.SmallInteger, nullable=False),
        sa.Column("token", sa.String(40), nullable=False),
        sa.Column("entropy", sa.String(64), nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("side", sa.String(40)),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("ix_chat_of_table", "chat", ["table_id", "id"])
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("login", sa.String(40), unique=True),
        sa.Column("password", sa.String(200)),
        sa.Column("email", sa.String(200), nullable=False),
        sa.Column("webhook", sa.String(300), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
    )


def downgrade() -> None:
    """Nothing older to go back to."""
    for name in ("secrets", "sessions", "people", "chat", "seats", "entries", "tables"):
        op.drop_table(name)

"""A club: browsers that get word, ratings, profiles that are hidden, tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables begun before count for no rating: nobody was told that they would."""
    op.add_column("tables", sa.Column("rated", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_index("ix_tables_rated", "tables", ["rated"])
    op.add_column("tables", sa.Column("tournament", sa.String(24)))
    op.add_column("people", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "subscriptions",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(24), nullable=False, index=True),
        sa.Column("score", sa.Float, nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("person", "table_id", name="one_rating_of_a_table"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("scenario", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("size", sa.SmallInteger, nullable=False),
        sa.Column("clock", sa.Text, nullable=False),
        sa.Column("owner", sa.String(40), nullable=False, index=True),
        sa.Column("state", sa.String(12), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seed", sa.SmallInteger, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
        sa.UniqueConstraint("tournament", "person", name="one_entry_of_a_person"),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(24), sa.ForeignKey("tournaments.id"), primary_key=True),
        sa.Column("round", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("board", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("again", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("first", sa.SmallInteger, nullable=False),
        sa.Column("second", sa.SmallInteger, nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False, index=True),
        sa.Column("result", sa.String(8), nullable=False),
    )


def downgrade() -> None:
    """Forget the club."""
    for name in ("pairings", "entrants", "tournaments", "ratings", "subscriptions"):
        op.drop_table(name)
    op.drop_column("people", "hidden")
    op.drop_column("tables", "tournament")
    op.drop_index("ix_tables_rated", "tables")
    op.drop_column("tables", "rated")

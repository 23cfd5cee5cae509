"""Fair company: what was agreed about the machine's help, talk of those who watch, days for a move, vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """At tables begun before, nobody agreed to help from the machine, and all talk was for everybody."""
    op.add_column("tables", sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("due", sa.Float))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("chat", sa.Column("audience", sa.String(12), nullable=False, server_default="all"))
    op.create_table(
        "helped",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shelved",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True, index=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(40), nullable=False, index=True),
        sa.Column("first", sa.Float, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Forget what was agreed, used, put away and taken off; talk of those who watch must not become everybody's."""
    op.drop_table("vacations")
    op.drop_table("shelved")
    op.drop_table("helped")
    op.execute("DELETE FROM chat WHERE audience <> 'all'")
    op.drop_column("chat", "audience")
    op.drop_index("ix_tables_due", "tables")
    op.drop_column("tables", "due")
    op.drop_column("tables", "assisted")

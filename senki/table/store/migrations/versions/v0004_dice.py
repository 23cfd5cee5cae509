"""Dice bound to the moves before them: which version a table has, and where in its game the next roll comes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables begun before go on as they began, with rolls that are counted."""
    op.add_column("tables", sa.Column("dice", sa.SmallInteger, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("mark", sa.String(64), nullable=False, server_default="0"))
    op.execute("UPDATE tables SET mark = CAST(rolls AS VARCHAR(64))")
    op.drop_column("tables", "rolls")


def downgrade() -> None:
    """Count the rolls again; only tables of the first version can go on."""
    op.add_column("tables", sa.Column("rolls", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET rolls = CAST(mark AS INTEGER) WHERE dice = 1")
    op.drop_column("tables", "mark")
    op.drop_column("tables", "dice")

"""The switches a table is played with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables begun before had every switch as it was by default."""
    op.add_column("tables", sa.Column("options", sa.Text, nullable=False, server_default="{}"))


def downgrade() -> None:
    """Forget the switches."""
    op.drop_column("tables", "options")

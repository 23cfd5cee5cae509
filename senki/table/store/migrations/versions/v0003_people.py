"""Addresses are confirmed by a letter, and a line of talk knows who said it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Addresses given before were never confirmed; of older talk only the name is known."""
    op.add_column("people", sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("chat", sa.Column("person", sa.String(40)))
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "confirmations",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("email", sa.String(200), nullable=False),
        sa.Column("mailbox", sa.String(200), nullable=False, index=True),
        sa.Column("sent", sa.Float, nullable=False),
    )


def downgrade() -> None:
    """Forget what was confirmed and who said what."""
    op.drop_table("confirmations")
    op.drop_index("ix_chat_person", "chat")
    op.drop_column("chat", "person")
    op.drop_column("people", "confirmed")

"""Indexes from which the figures of a study are counted, in place of one that nothing needs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    needed = sa.text("choice IS NULL AND number IS NOT NULL")
    op.drop_index("ix_place_study", "place")
    columns = ["study_id", "choice", "pair_id", "number"]
    op.create_index("ix_place_needed", "place", columns, sqlite_where=needed, postgresql_where=needed)
    op.create_index("ix_place_answered", "place", ["study_id", "answered", "number"])

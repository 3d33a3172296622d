"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
    )
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.create_index("ix_attempt_source", ["source", "made"], unique=False)

    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=True),
        sa.Column("key", sa.String(length=80), nullable=True),
        sa.Column("password", sa.String(length=300), nullable=True),
        sa.Column("owner", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("deleted", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("key", name=op.f("uq_person_key")),
    )
    op.create_table(
        "study",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("language", sa.String(length=20), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=False),
        sa.Column("answers_needed", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("control_every", sa.Integer(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("sign_up", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study")),
        sa.UniqueConstraint("name", name=op.f("uq_study_name")),
    )
    op.create_table(
        "invite",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("owner", sa.Boolean(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=True),
        sa.Column("revoked", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_invite_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_invite_study_id_study"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invite")),
        sa.UniqueConstraint("token", name=op.f("uq_invite_token")),
    )
    with op.batch_alter_table("invite", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invite_person_id"), ["person_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_invite_study_id"), ["study_id"], unique=False)

    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=False),
        sa.Column("label", sa.String(length=80), nullable=False),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.Column("consented", sa.Double(), nullable=True),
        sa.Column("instructed", sa.Double(), nullable=True),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=True),
        sa.Column("excluded", sa.Double(), nullable=True),
        sa.Column("excluded_because", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_member_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_member_study_id_study"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint("study_id", "person_id", name=op.f("uq_member_study_id_person_id")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index("ix_member_person", ["person_id"], unique=False)

    op.create_table(
        "pair",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("hypothesis", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("purpose", sa.String(length=10), nullable=False),
        sa.Column("truth", sa.String(length=20), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("decision", sa.String(length=20), nullable=True),
        sa.Column("decided_by", sa.Integer(), nullable=True),
        sa.Column("decided", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["decided_by"], ["person.id"], name=op.f("fk_pair_decided_by_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_pair_study_id_study"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pair")),
        sa.UniqueConstraint("study_id", "name", name=op.f("uq_pair_study_id_name")),
    )
    with op.batch_alter_table("pair", schema=None) as batch_op:
        batch_op.create_index("ix_pair_purpose", ["study_id", "purpose"], unique=False)
        batch_op.create_index("ix_pair_decided_by", ["decided_by"], unique=False)

    op.create_table(
        "visit",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.Column("expires", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_visit_person_id_person"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_visit")),
    )
    with op.batch_alter_table("visit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_visit_expires"), ["expires"], unique=False)
        batch_op.create_index(batch_op.f("ix_visit_person_id"), ["person_id"], unique=False)

    op.create_table(
        "place",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("pair_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("given", sa.Double(), nullable=True),
        sa.Column("held_until", sa.Double(), nullable=True),
        sa.Column("choice", sa.String(length=20), nullable=True),
        sa.Column("answered", sa.Double(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("measured", sa.Boolean(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("changed", sa.Integer(), nullable=False),
        sa.CheckConstraint("choice IS NULL OR member_id IS NOT NULL", name=op.f("ck_place_answered_by_somebody")),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_place_member_id_member"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["pair_id"], ["pair.id"], name=op.f("fk_place_pair_id_pair"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_place_study_id_study"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_place")),
        sa.UniqueConstraint("pair_id", "member_id", name=op.f("uq_place_pair_id_member_id")),
        sa.UniqueConstraint("pair_id", "number", name=op.f("uq_place_pair_id_number")),
    )
    with op.batch_alter_table("place", schema=None) as batch_op:
        batch_op.create_index("ix_place_member", ["member_id", "answered", "pair_id"], unique=False)
        batch_op.create_index(
            "ix_place_open",
            ["study_id", "pair_id", "id"],
            unique=False,
            sqlite_where=sa.text("choice IS NULL"),
            postgresql_where=sa.text("choice IS NULL"),
        )
        batch_op.create_index(
            "ix_place_needed",
            ["study_id", "choice", "pair_id", "number"],
            unique=False,
            sqlite_where=sa.text("choice IS NULL AND number IS NOT NULL"),
            postgresql_where=sa.text("choice IS NULL AND number IS NOT NULL"),
        )
        batch_op.create_index("ix_place_answered", ["study_id", "answered", "number"], unique=False)

"""The summary `error-kinds`."""

from __future__ import annotations

from ...core.types import Row
from ..perturbing.kinds import ERROR_KINDS, USUAL_KINDS
from ..running.tasks import summary


@summary("error-kinds")
def error_kinds(rows: list[Row]) -> list[Row]:
    """The kinds of errors that the studies of annotation schemes insert, one row each; no rows are needed."""
    return [{"kind": name, "about": ERROR_KINDS.get(name).about} for name in USUAL_KINDS]

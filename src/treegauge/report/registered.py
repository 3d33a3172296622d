"""Everything that has a name, for `treegauge list`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..annotation.constructions import CONSTRUCTIONS
from ..annotation.head_reassignment import HEAD_REASSIGNMENTS
from ..annotation.head_rules import HEAD_RULES
from ..annotation.punctuation import FAMILIES
from ..annotation.schemes import SCHEMES
from ..annotation.tagsets import TAGSETS
from ..core.errors import CallError
from ..core.registry import Registry
from ..core.types import Row
from ..evaluation.programs import PROGRAMS
from ..formats.base import FORMATS
from ..measures.shared.base import MEASURES
from ..measures.shared.prm import PRESETS
from ..models.transitions.systems import SYSTEMS
from ..parsers.base import PARSERS
from ..studies.perturbing.kinds import ERROR_KINDS
from ..studies.running.tasks import SUMMARIES, TASKS
from ..transforms.base import TRANSFORMS
from ..transforms.preparation import PREPARATIONS
from .tables import console, new_table

# By the names that `treegauge list` has for them. Each also goes by the name of its entry points (head_rules).
REGISTRIES: dict[str, Registry[Any]] = {
    "format": FORMATS,
    "transform": TRANSFORMS,
    "heads": HEAD_RULES,
    "measure": MEASURES,
    "parser": PARSERS,
    "head-reassignment": HEAD_REASSIGNMENTS,
    "scheme": SCHEMES,
    "construction": CONSTRUCTIONS,
    "tagset": TAGSETS,
    "punctuation": FAMILIES,
    "preparation": PREPARATIONS,
    "transition-system": SYSTEMS,
    "error-kind": ERROR_KINDS,
    "prm": PRESETS,
    "program": PROGRAMS,
    "task": TASKS,
    "summary": SUMMARIES,
}


def registered(kind: str | None = None) -> list[Row]:
    """Everything that has a name, or all of a kind: kind, name, one line."""
    chosen = REGISTRIES if kind is None else {_kind(kind): REGISTRIES[_kind(kind)]}
    return [
        {"kind": listed, "name": name, "description": registry.describe(member)}
        for listed, registry in chosen.items()
        for name, member in registry.items()
    ]


def _kind(given: str) -> str:
    """A kind by its name, in the singular or in the plural, or by the name of its entry points."""
    wanted = given.lower().replace("_", "-").replace(" ", "-")
    for listed, registry in REGISTRIES.items():
        if wanted in (listed, f"{listed}s", registry.group.removeprefix("treegauge.").replace("_", "-")):
            return listed
    raise CallError(f"nothing is registered as '{given}'; known: {', '.join(sorted(REGISTRIES))}")


def show_registered(rows: Sequence[Row]) -> None:
    """`treegauge list` for people."""
    table = new_table()
    table.add_labels("kind", "name")
    table.add_text("what it is")
    for row in rows:
        table.add_row(row["kind"], row["name"], row["description"])
    console().print(table)

"""The meaning of the labels of a dependency scheme, from tables in TOML files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from ..core.toml import packaged_toml

RELATION_SCHEMES = ("conll08", "ud")


@dataclass(frozen=True)
class RelationScheme:
    """The roles of labels. A label with several parts (LOC-PRD) has the role that comes first in the table; one with a
    subtype (nsubj:pass) has its own role or, if it is not in the table, that of the label without the subtype."""

    name: str
    about: str
    roles: Mapping[str, str]
    order: tuple[str, ...]
    known: dict[str, str | None] = field(default_factory=dict, compare=False)

    def role(self, label: str) -> str | None:
        """The role of a label, or None if the scheme does not have it."""
        if label not in self.known:
            self.known[label] = self._find(label)
        return self.known[label]

    def _find(self, label: str) -> str | None:
        if label in self.roles:
            return self.roles[label]
        base = label.partition(":")[0]
        if base in self.roles:
            return self.roles[base]
        parts = label.split("-")
        if len(parts) == 1 or not all(part in self.roles for part in parts):
            return None
        if "GAP" in parts:
            return self.roles["GAP"]
        return min((self.roles[part] for part in parts), key=self.order.index)


@dataclass(frozen=True)
class _RelationTable:
    """A scheme as TOML has it: the labels of each role."""

    about: str
    roles: Mapping[str, tuple[str, ...]]


@cache
def relation_schemes() -> tuple[RelationScheme, ...]:
    """The schemes that are known: CoNLL-2008 and Universal Dependencies."""
    schemes = []
    for name in RELATION_SCHEMES:
        table = packaged_toml(__package__, f"tables/{name}.toml", _RelationTable)
        roles = {label: role for role, labels in table.roles.items() for label in labels}
        schemes.append(RelationScheme(name, table.about, roles, tuple(table.roles)))
    return tuple(schemes)

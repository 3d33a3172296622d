"""Groups of function tags, and the tags of a label that belong to each group."""

from __future__ import annotations

from functools import cache

from ...core.toml import packaged_toml
from ...transforms.label_functions import category_of, functions_in

OTHER = "other"


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """The tags of each group, in the order in which they occur in labels; the last group, `other`, has all others."""
    return {**packaged_toml(__package__, "groups.toml", dict[str, tuple[str, ...]]), OTHER: ()}


def group_of(tag: str) -> str:
    """The group of a tag."""
    return next((name for name, tags in groups().items() if tag in tags), OTHER)


def tags_of_group(label: str, group: str) -> str:
    """The functions of a label that belong to a group, joined: LOC of PP-LOC-CLR-1 in form-function."""
    tags = {tag for tag in functions_in(label[len(category_of(label)) :]) if group_of(tag) == group}
    order = groups()[group]
    return "-".join(sorted(tags, key=lambda tag: (order.index(tag) if tag in order else 0, tag)))

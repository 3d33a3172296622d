"""Groups of function tags, and the tags of a label that belong to each group."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from ...transforms.label_functions import category_of, functions_in

OTHER = "other"


@cache
def groups() -> dict[str, tuple[str, ...]]:
    """The tags of each group, in the order in which they occur in labels; the last group, `other`, has all others."""
    table = tomllib.loads(files(__package__).joinpath("groups.toml").read_text("utf-8"))
    return {**{name: tuple(tags) for name, tags in table.items()}, OTHER: ()}


def group_of(tag: str) -> str:
    """The group of a tag."""
    return next((name for name, tags in groups().items() if tag in tags), OTHER)


def tags_of_group(label: str, group: str) -> str:
    """The functions of a label that belong to a group, joined: LOC of PP-LOC-CLR-1 in form-function."""
    tags = {tag for tag in functions_in(label[len(category_of(label)) :]) if group_of(tag) == group}
    order = groups()[group]
    return "-".join(sorted(tags, key=lambda tag: (order.index(tag) if tag in order else 0, tag)))

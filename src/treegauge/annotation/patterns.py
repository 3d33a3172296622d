"""Match labels and tags with the names in a table. A name matches itself, itself followed by a mark and more (NP
matches NP-SBJ), or is a pattern (`nc*`, `V[VAM]FIN`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from typing import Any

from ..core.shapes import Place
from ..core.wording import shown
from ..treebank import Text
from .head_rules import shorter

Names = tuple[str, ...]


@dataclass(frozen=True)
class Spelling:
    """How names are compared: cut at the marks in `cut`; `fold` ignores case."""

    cut: str = ""
    fold: bool = False

    def matcher(self, names: Iterable[str]) -> Callable[[str], bool]:
        """A function that decides whether a label or tag is one of these names."""
        patterns = tuple(names)
        if not patterns:
            return lambda value: False
        fits = _compiled(patterns).fullmatch

        def matches(value: str) -> bool:
            folded = value.lower() if self.fold else value
            return any(fits(short) is not None for short in shorter(folded, self.cut))

        return matches


PLAIN = Spelling()


@cache
def _compiled(names: Names) -> re.Pattern[str]:
    return re.compile("|".join(translate(name) for name in names))


def matching_share(text: Text, matches: Callable[[str], bool]) -> float:
    """The share of the rows of a column whose value matches."""
    counts = text.counts()
    return sum(number for value, number in counts.items() if matches(value)) / max(sum(counts.values()), 1)


def with_all(rows: Mapping[Any, Names], keys: Iterable[str]) -> dict[str, Names]:
    """Lists of names by key; a key that is not given has none."""
    return {key: rows.get(key, ()) for key in keys}


def check_patterns(names: Names, place: Place) -> None:
    """A name is a tag or a pattern; what follows a space are features."""
    for number, name in enumerate(names, 1):
        if name != name.strip() or not name:
            raise place.item(number).error(f"must be a tag, not {shown(name)}")

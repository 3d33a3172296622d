"""Letters for groups of systems that do not differ significantly: the compact letter display."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from string import ascii_letters

from ...core.errors import CallError


def letter_groups(names: Sequence[str], different: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The letters of each name: two names share a letter if and only if they are not among the pairs that differ.

    The groups are found by the insert-and-absorb algorithm (Piepho 2004, An algorithm for a letter-based representation
    of all-pairwise comparisons): every group is as large as it can be. The first letters belong to the names that come
    first, so names should be ranked. After z come A to Z, then a1, b1, ...
    """
    place = {name: number for number, name in enumerate(names)}
    if len(place) < len(names):
        raise CallError("letters need different names")
    groups: list[frozenset[str]] = [frozenset(names)] if names else []
    for first, second in different:
        if first not in place or second not in place or first == second:
            raise CallError(f"'{first}' and '{second}' are not two of: {', '.join(names)}")
        groups = _separated(groups, first, second)
    groups.sort(key=lambda group: sorted(place[name] for name in group))
    letters = dict(zip(groups, _letters(), strict=False))
    return {name: "".join(letters[group] for group in groups if name in group) for name in names}


def _separated(groups: Sequence[frozenset[str]], first: str, second: str) -> list[frozenset[str]]:
    """Insert: a group that has both becomes two. Absorb: groups that are part of another one are removed."""
    both = [group for group in groups if first in group and second in group]
    kept = [group for group in groups if group not in both]
    for group in (group - {name} for group in both for name in (second, first)):
        if not any(group <= larger for larger in kept):
            kept = [smaller for smaller in kept if not smaller <= group]
            kept.append(group)
    return kept


def _letters() -> Iterator[str]:
    yield from ascii_letters
    yield from (f"{letter}{number}" for number in count(1) for letter in ascii_letters)

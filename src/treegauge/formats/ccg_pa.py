"""Predicate-argument structures of CCGbank: `<s id="wsj_0202.4"> 16`, one relation per line, `<\\s>`.

A relation has the number of the argument, the number of the functor (both from 0), the category of the functor, the
slot of the argument, both words, and perhaps <XB> or <XU> for relations over a distance. The functor is the head, and
the category follows the slot: ARG2:(S[dcl]\\NP)/NP. The files have only words that are in relations; their numbers are
kept in `misc`. In the tree, a functor that modifies its argument (NP\\NP, or the determiner NP[nb]/N) depends on it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ..core.errors import DataError
from ..treebank import Treebank
from ..treebank.build import TokenRow
from .base import Format, Input, register_format
from .relations import Graph, GraphRelation, blocks_from, checked_label, read_blocks, sure_if

_FIRST = re.compile(r'<s id="([^"]*)">\s*(\d+)?\s*')
_LAST = re.compile(r"<[\\/]s>\s*")
_ROW = re.compile(r"(\d{1,6})\s+(\d{1,6})\s+(\S+)\s+(\d{1,3})\s+(\S+)\s+(\S+)((?:\s+<[A-Z]+>)*)\s*")
_STATED = "S[dcl]"  # a clause that is stated: *said* takes one and is not its modifier
_FINITE = re.compile(r"\(*S\[(dcl|q|wq|inv)\]")  # categories of a finite verb, the root of most sentences
_FEATURE = re.compile(r"\[\w+\]")


def read_ccg_pa(input: Input) -> Treebank:
    """Read predicate-argument structures of CCGbank."""
    return read_blocks(input, blocks_from(input, _begins), _read_sentence)


def _begins(line: str, before: str) -> bool:
    """Whether a sentence begins at a line; what is outside of all sentences is rejected as one."""
    return _FIRST.fullmatch(line) is not None or _LAST.fullmatch(before) is not None


def _read_sentence(lines: list[str]) -> tuple[str | None, Graph]:
    opened = _FIRST.fullmatch(lines[0])
    if opened is None or _LAST.fullmatch(lines[-1]) is None:
        raise DataError('expected <s id="..."> NUMBER, relations, and <\\s>; add what is missing')
    rows = [_fields(line) for line in lines[1:-1]]
    words: dict[int, str] = {}
    for row in rows:
        for number, form in ((int(row[0]), row[4]), (int(row[1]), row[5])):
            if words.setdefault(number, form) != form:
                raise DataError(f"word {number} is '{words[number]}' and '{form}'; give it another number")
    numbers = sorted(words)
    places = {number: place for place, number in enumerate(numbers)}
    tokens: list[TokenRow] = [{"form": words[number], "misc": f"Number={number}"} for number in numbers]
    stated = {places[int(row[1])] for row in rows if _FINITE.match(row[2])}
    return opened[1] or None, Graph(tokens, [_relation(row, places) for row in rows], roots=stated)


def _fields(line: str) -> tuple[str, ...]:
    row = _ROW.fullmatch(line)
    if row is None:
        raise DataError(f"expected ARGUMENT FUNCTOR CATEGORY SLOT and two words, found '{line.strip()}'")
    return row.groups()


def _relation(row: tuple[str, ...], places: dict[int, int]) -> GraphRelation:
    argument, functor, category, slot, _, _, distance = row
    label = f"ARG{slot}:{category}" + "".join(f":{mark.strip('<>')}" for mark in distance.split())
    modifies = modified_slot(category) == int(slot)
    return GraphRelation(checked_label(label), places[int(functor)], places[int(argument)], modifies)


@lru_cache(maxsize=1 << 12)
def modified_slot(category: str) -> int | None:
    """The slot of the word that a category modifies: X in X/X and X\\X, whatever other arguments it takes; the noun of
    a determiner; None if it does not modify any."""
    results, arguments = [_without_brackets(category)], []
    while (cut := _last_slash(results[-1])) is not None:
        arguments.append(_without_brackets(results[-1][cut + 1 :]))
        results.append(_without_brackets(results[-1][:cut]))
    for slot, (result, argument) in enumerate(zip(results[:0:-1], arguments[::-1], strict=True), 1):
        bare = _FEATURE.sub("", result)
        if (result == argument and argument != _STATED) or (bare, argument) == ("NP", "N"):
            return slot
    return None


def _last_slash(category: str) -> int | None:
    """The slash that is in no brackets; the last one, since categories group from the left."""
    depth = 0
    for place in range(len(category) - 1, -1, -1):
        depth += {")": 1, "(": -1}.get(category[place], 0)
        if depth == 0 and category[place] in "/\\":
            return place
    return None


def _without_brackets(category: str) -> str:
    """A category without brackets around all of it."""
    inner = category[1:-1]
    if not (category.startswith("(") and category.endswith(")")):
        return category
    depth = 0
    for character in inner:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return category
    return inner


def _sniff(head: bytes) -> int:
    lines = [line for line in head.decode("utf-8", "replace").split("\n")[:100] if line.strip()]
    if not lines or _FIRST.fullmatch(lines[0]) is None:
        return 0
    return sure_if(bool(_ROW.fullmatch(line) or _FIRST.fullmatch(line) or _LAST.fullmatch(line)) for line in lines)


register_format(
    Format(
        name="ccg-pa",
        description="predicates and arguments of CCGbank, one relation per line",
        read=read_ccg_pa,
        write=None,
        extensions=(".ccg-pa",),
        sniff=_sniff,
        kind="dependency",
        carries=frozenset({"head", "deprel", "deps", "id", "misc"}),
    )
)

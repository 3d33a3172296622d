"""Predicate-argument structures of the HPSG treebank (Enju), one relation per line, an empty line between sentences.

The twelve fields, separated by tabs, are the predicate (form, lemma, tag, base tag, number from 0), its class, the
argument (ARG1, ARG2, MOD ...) and the word that it is, in the same five fields. The predicate is the head, and the
class follows the argument: ARG1:verb_arg12. An argument UNKNOWN is not in the sentence and becomes an empty node. The
files have only words that are in relations; their numbers are kept in `misc`.
"""

from __future__ import annotations

import re

from ..core.errors import DataError
from ..treebank import Treebank
from ..treebank.build import TokenRow
from .base import Format, Input, register_format
from .relations import ROOT, Graph, GraphRelation, Unspoken, checked_label, read_blocks, split_blocks, sure_if

_FIELDS = 12
_NUMBER = re.compile(r"-1|\d{1,6}")
_UNKNOWN = "UNKNOWN"
_NO_PARSE = ("Empty line", "Error:")  # what the program writes in place of relations
# Classes whose first argument is the word that they modify; auxiliaries modify their second.
_MODIFIERS = re.compile(r"(adj|noun|det|punct|prep|conj|comp|relative|app|poss|lparen|coord)_.*")


def read_hpsg_pa(input: Input) -> Treebank:
    """Read predicate-argument structures of the HPSG treebank."""
    return read_blocks(input, split_blocks(input), _read_sentence)


def _read_sentence(lines: list[str]) -> tuple[str | None, Graph]:
    if len(lines) == 1 and lines[0].startswith(_NO_PARSE):
        return None, Graph()
    rows = [_fields(line) for line in lines]
    words: dict[int, tuple[str, ...]] = {}
    for row in rows:
        for word in (row[:5], row[7:]):
            number = int(word[4])
            if number >= 0 and words.setdefault(number, word) != word:
                raise DataError(f"word {number} is '{words[number][0]}' and '{word[0]}'; give it another number")
    numbers = sorted(words)
    places = {number: place for place, number in enumerate(numbers)}
    graph = Graph([_token(words[number]) for number in numbers])
    for row in rows:
        graph.relations.append(_relation(row, places, graph))
    return None, graph


def _fields(line: str) -> tuple[str, ...]:
    row = tuple(line.split("\t"))
    if len(row) != _FIELDS or not (_NUMBER.fullmatch(row[4]) and _NUMBER.fullmatch(row[11].strip())):
        raise DataError(f"expected {_FIELDS} fields separated by tabs, with numbers in the 5th and the last: '{line}'")
    return (*row[:11], row[11].strip())


def _token(word: tuple[str, ...]) -> TokenRow:
    form, lemma, tag, base, number = word
    return {"form": form, "lemma": lemma, "tag": tag, "misc": f"Base={base}|Number={number}"}


def _relation(row: tuple[str, ...], places: dict[int, int], graph: Graph) -> GraphRelation:
    kind, argument = row[5], row[6]
    head = places.get(int(row[4]), ROOT)
    dependent = places.get(int(row[11]))
    if head == ROOT:
        if dependent is None:
            raise DataError("a relation between two words that are not in the sentence")
        return GraphRelation(checked_label(argument), head, dependent)
    if dependent is None:
        graph.unspoken.append(Unspoken(row[7] or _UNKNOWN, head + 1))
        dependent = len(graph.words) + len(graph.unspoken) - 1
    modifies = argument == "MOD" or (argument == "ARG1" and _MODIFIERS.fullmatch(kind) is not None)
    modifies = modifies or (argument == "ARG2" and kind.startswith("aux_"))
    return GraphRelation(checked_label(f"{argument}:{kind}"), head, dependent, modifies)


def _sniff(head: bytes) -> int:
    lines = [line for line in head.decode("utf-8", "replace").split("\n")[:100] if line.strip()]
    rows = [line.split("\t") for line in lines if not line.startswith(_NO_PARSE)]
    return sure_if(
        len(row) == _FIELDS and bool(_NUMBER.fullmatch(row[4]) and _NUMBER.fullmatch(row[11].strip())) for row in rows
    )


register_format(
    Format(
        name="hpsg-pa",
        description="predicates and arguments of the HPSG treebank (Enju), one relation per line",
        read=read_hpsg_pa,
        write=None,
        extensions=(".hpsg-pa",),
        sniff=_sniff,
        kind="dependency",
        carries=frozenset({"head", "deprel", "deps", "empty", "lemma", "misc"}),
    )
)

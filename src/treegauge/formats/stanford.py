"""Stanford typed dependencies as relations, `nsubj(makes-8, Bell-1)`: the words of the sentence in a line, a line of
dashes, then one relation per line. The parser's own output has only the relations.

Prepositions and conjunctions may be part of the relation (prep_in, conj_and), which is written as a subtype: prep:in,
conj:and. Then these words have no head. A word with an apostrophe after its number (makes-8') is a copy, a node that is
not a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..core.errors import DataError
from ..treebank import Treebank
from ..treebank.build import TokenRow
from .base import Format, Input, register_format
from .relations import ROOT, Graph, GraphRelation, Unspoken, checked_label, read_blocks, sure_if

_RELATION = re.compile(r"([^\s()]+)\((\S+)-(\d{1,6})('*), (\S+)-(\d{1,6})('*)\)\s*")
_RULE = re.compile(r"-{3,}[\w -]*-{3,}\s*")


def read_stanford(input: Input) -> Treebank:
    """Read Stanford dependencies."""
    return read_blocks(input, _sentences(input), _read_sentence)


def _sentences(input: Input) -> Iterator[tuple[int, list[str]]]:
    """The lines of each sentence: its words, if they are given, and its relations."""
    lines: list[str] = []
    first, related = 1, False
    for number, line in enumerate(input.data.decode().split("\n"), 1):
        if _RULE.fullmatch(line):
            continue
        relation = _RELATION.fullmatch(line) is not None
        if lines and ((related and not line.strip()) or (line.strip() and not relation)):
            yield first, lines
            lines = []
        if line.strip():
            first = first if lines else number
            lines.append(line)
        related = relation
    if lines:
        yield first, lines


def _read_sentence(lines: list[str]) -> tuple[str | None, Graph]:
    matches = [_RELATION.fullmatch(line) for line in lines]
    text = [] if matches[0] else lines[0].split()
    rows = [match.groups() for match in matches if match is not None]
    mentions = {(int(number), copy): form for row in rows for form, number, copy in (row[1:4], row[4:7])}
    for row in rows:
        for form, number, copy in (row[1:4], row[4:7]):
            if mentions[int(number), copy] != form:
                raise DataError(
                    f"word {number} is '{form}' and '{mentions[int(number), copy]}'; give it another number"
                )
    spoken = {number: form for (number, copy), form in mentions.items() if number and not copy}
    forms = dict(enumerate(text, 1))
    if not all(forms.get(number) == form for number, form in spoken.items()):
        forms = spoken  # the numbers are not those of the words in the line: of other words, nothing is known
    numbers = sorted(forms)
    nodes = {(number, ""): place for place, number in enumerate(numbers)}
    unspoken = [Unspoken(form, _before(number, numbers)) for (number, copy), form in mentions.items() if copy]
    copies = [key for key in mentions if key[1]]
    nodes |= {key: len(numbers) + place for place, key in enumerate(copies)} | {(0, ""): ROOT}
    relations = [_relation(row, nodes) for row in rows]
    words: list[TokenRow] = [{"form": forms[number]} for number in numbers]
    if forms is spoken:
        for word, number in zip(words, numbers, strict=True):
            word["misc"] = f"Number={number}"
    return None, Graph(words, relations, unspoken)


def _before(number: int, numbers: list[int]) -> int:
    return sum(other <= number for other in numbers)


def _relation(row: tuple[str, ...], nodes: dict[tuple[int, str], int]) -> GraphRelation:
    head, dependent = nodes[int(row[2]), row[3]], nodes[int(row[5]), row[6]]
    if dependent == ROOT:
        raise DataError("a relation leads to word 0, which is the root; words are numbered from 1")
    return GraphRelation(checked_label(row[0].replace("_", ":", 1)), head, dependent)


def _sniff(head: bytes) -> int:
    lines = head.decode("utf-8", "replace").split("\n")[:200]
    if not any(map(_RELATION.fullmatch, lines)):
        return 0
    if any(map(_RULE.fullmatch, lines)):
        return 2
    return sure_if(_RELATION.fullmatch(line) is not None for line in lines if line.strip())


register_format(
    Format(
        name="stanford",
        description="Stanford dependencies, relations only: nsubj(makes-8, Bell-1)",
        read=read_stanford,
        write=None,
        extensions=(".stanford",),
        sniff=_sniff,
        kind="dependency",
        carries=frozenset({"head", "deprel", "deps", "empty", "misc"}),
    )
)

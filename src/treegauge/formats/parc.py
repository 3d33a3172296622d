"""The PARC 700 Dependency Bank: `sentence( id(1) ... sentence_form(...) structure( subj(make~7, Bell~2) ... ) )`.

A relation is between two nodes, `lemma~number`; `num(product~17, pl)` is a property of a node and becomes a feature.
The numbers are not those of the words. So a node is looked for among the words of the sentence: by its lemma, or by the
word that its properties have (`coord_form`, `pron_form`). If several words fit, the first one that is not taken is
chosen, and `Guessed=Yes` in `misc` says so. A name of several words is its last word, the head of the others (`unit`).
A node for which there is no word becomes an empty node. If the file does not have the sentence, the nodes themselves
are its words, in the order of their numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from ..core.errors import DataError
from ..treebank import Treebank
from ..treebank.build import TokenRow
from .base import Format, Input, register_format
from .lemmas import can_be_form_of
from .relations import Graph, GraphRelation, Unspoken, blocks_from, checked_label, read_blocks

_BEGIN = re.compile(r"sentence\(\s*")
_END = re.compile(r"\)\s*")
_FIELD = re.compile(r"\s*(id|date|validators|sentence_form)\((.*)\)\s*")
_STRUCTURE = re.compile(r"\s*structure\(\s*")
_FACT = re.compile(r"\s*(\w+)\((.+?)~(\d{0,6})\s*,\s*(.*?)\)+\s*")
_NODE = re.compile(r"(.+)~(\d{0,6})")
_FORMS = ("coord_form", "pron_form")  # properties that have the word of a node
_UNIT = "unit"
_SUBSTITUTES = frozenset({"coord", "pro"})  # lemmas that are not words
_Node = tuple[str, int]


def read_parc(input: Input) -> Treebank:
    """Read the PARC Dependency Bank."""
    return read_blocks(input, blocks_from(input, lambda line, _: _BEGIN.fullmatch(line) is not None), _read_sentence)


@dataclass
class _Structure:
    """What a sentence has: its fields, relations between nodes, and properties of nodes."""

    fields: dict[str, str] = field(default_factory=dict)
    relations: list[tuple[str, _Node, _Node]] = field(default_factory=list)
    properties: dict[_Node, dict[str, str]] = field(default_factory=dict)

    def add(self, name: str, node: _Node, value: str) -> None:
        self.properties.setdefault(node, {})
        other = _NODE.fullmatch(value)
        if other is None:
            self.properties[node][name] = re.sub(r"[\s|]+", "_", value)
            return
        dependent = other[1].strip(), _number(other[2])
        self.properties.setdefault(dependent, {})
        self.relations.append((checked_label(name), node, dependent))


def _read_sentence(lines: list[str]) -> tuple[str | None, Graph]:
    closed = sum(_END.fullmatch(line) is not None for line in lines[-2:])  # the release leaves out some of the second
    if not (_BEGIN.fullmatch(lines[0]) and closed):
        raise DataError("expected sentence( ... structure( ... ) ); add what is missing")
    structure = _Structure()
    for line in lines[1:-closed]:
        given, fact = _FIELD.fullmatch(line), _FACT.fullmatch(line)
        if fact is not None:
            structure.add(fact[1], (fact[2].strip(), _number(fact[3])), fact[4].strip())
        elif given is not None:
            structure.fields[given[1]] = given[2].strip()
        elif _STRUCTURE.fullmatch(line) is None:
            raise DataError(f"expected a relation such as subj(make~7, Bell~2), found '{line.strip()}'")
    return structure.fields.get("id") or None, _graph(structure)


def _number(digits: str) -> int:
    return int(digits) if digits else -1  # the release has a few nodes without a number


def _graph(structure: _Structure) -> Graph:
    nodes = sorted(structure.properties, key=lambda node: (node[1], node[0]))
    words = split_words(structure.fields.get("sentence_form", "")) or [lemma for lemma, _ in nodes]
    rows: list[TokenRow] = [{"form": word} for word in words]
    graph = Graph(rows)
    places = _places(nodes, structure, words, graph) if structure.fields.get("sentence_form") else None
    numbers: dict[_Node, int] = {}
    for order, node in enumerate(nodes):
        feats = "|".join(f"{name}={value}" for name, value in sorted(structure.properties[node].items())) or None
        place = order if places is None else places.get(node)
        if place is None:
            graph.unspoken.append(Unspoken(node[0], len(words), feats))
            place = len(words) + len(graph.unspoken) - 1
        else:
            rows[place].update({"lemma": node[0], "feats": feats})
        numbers[node] = place
    # Conjuncts first: one of them takes the place of a coordination for which there is no word.
    ordered = sorted(structure.relations, key=lambda relation: relation[0] != "conj")
    graph.relations += [GraphRelation(label, numbers[head], numbers[dependent]) for label, head, dependent in ordered]
    return graph


def _places(nodes: list[_Node], structure: _Structure, words: list[str], graph: Graph) -> dict[_Node, int]:
    """The word of each node that has one."""
    taken: set[int] = set()
    places: dict[_Node, int] = {}
    for node in nodes:
        properties = structure.properties[node]
        forms = [properties[name] for name in _FORMS if name in properties]
        lemma = forms[0] if forms else node[0]
        parts = lemma.split()
        if not parts or (not forms and lemma in _SUBSTITUTES):
            continue
        candidates = [place for place in _occurrences(parts, words) if taken.isdisjoint(place)]
        if not candidates:
            continue
        *rest, last = candidates[0]
        taken.update(candidates[0])
        places[node] = last
        graph.relations += [GraphRelation(_UNIT, last, part) for part in rest]
        if len(candidates) > 1:
            graph.words[last]["misc"] = "Guessed=Yes"
    return places


def _occurrences(parts: list[str], words: list[str]) -> list[range]:
    """Where a lemma of one or several words can be: as it is written, or else in another form."""
    ranges = [range(start, start + len(parts)) for start in range(len(words) - len(parts) + 1)]
    same = [places for places in ranges if [words[place].lower() for place in places] == [*map(str.lower, parts)]]
    if same:
        return same
    *before, last = parts
    return [
        places
        for places in ranges
        if [words[place] for place in places[:-1]] == before and can_be_form_of(words[places[-1]], last)
    ]


_OPENING, _CLOSING = ("``", "(", "[", '"'), ("''", ",", ";", ":", "?", "!", ")", "]", '"')
_CLITIC = re.compile(r"(.+?)(n't|'(?:s|re|ve|ll|d|m))", re.IGNORECASE)


def split_words(text: str) -> list[str]:
    """The words of a sentence, as in the Penn treebank."""
    words: list[str] = []
    for part in text.replace("\\", "").split():
        chunk, after = part, list[str]()
        while opening := next((mark for mark in _OPENING if chunk.startswith(mark) and chunk != mark), None):
            words.append(opening)
            chunk = chunk[len(opening) :]
        while closing := next((mark for mark in _CLOSING if chunk.endswith(mark) and chunk != mark), None):
            after.append(closing)
            chunk = chunk[: -len(closing)]
        clitic = _CLITIC.fullmatch(chunk)
        words += [*(clitic.groups() if clitic else [chunk]), *reversed(after)]
    return _split_stop(words)


def _split_stop(words: list[str]) -> list[str]:
    """The full stop of the sentence is a word; those of abbreviations are not."""
    for place in range(len(words) - 1, -1, -1):
        if words[place] in _CLOSING:
            continue
        if words[place].endswith(".") and len(words[place]) > 1:
            words[place : place + 1] = [words[place][:-1], "."]
        break
    return words


def _sniff(head: bytes) -> int:
    lines = [line for line in head.decode("utf-8", "replace").split("\n")[:40] if line.strip()]
    begins = any(bool(_BEGIN.fullmatch(first)) and " id(" in f" {second.strip()}" for first, second in pairwise(lines))
    return 2 * begins


register_format(
    Format(
        name="parc",
        description="PARC 700 Dependency Bank: subj(make~7, Bell~2)",
        read=read_parc,
        write=None,
        extensions=(".parc",),
        sniff=_sniff,
        kind="dependency",
        carries=frozenset({"head", "deprel", "deps", "empty", "feats", "id", "lemma", "misc"}),
    )
)

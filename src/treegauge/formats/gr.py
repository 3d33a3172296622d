"""Grammatical relations of Briscoe and Carroll, `(ncsubj oppose those _)`: a line with the words, perhaps with an id in
the line before it, then one relation per line; an empty line ends the sentence.

A relation is (type head dependent), (type subtype head dependent), for subjects (type head dependent initial), or a
property of one word, (passive based). Subtypes follow the type: ncmod:part. Words have their number, `of:9`, and names
may be several words, `NF-kappa_B/Rel:10:11`: the last of them is the head of the others (`unit`). If the file has no
numbers and a word occurs several times, the occurrence nearest to the other word of the relation is taken, unless it
already depends on that word; a conjunct belongs to the conjunction before it if it is the first one after that, and
otherwise to the next one. This is a guess, which `Guessed=Yes` says in `misc` of the dependent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..core.errors import DataError
from ..treebank import Treebank
from ..treebank.build import TokenRow
from .base import Format, Input, register_format
from .relations import Graph, GraphRelation, Unspoken, checked_label, read_blocks, split_blocks, sure_if

_TYPES = frozenset(
    [
        "ncsubj",
        "xsubj",
        "csubj",
        "subj",
        "dobj",
        "obj",
        "obj2",
        "iobj",
        "xcomp",
        "ccomp",
        "pcomp",
        "comp",
        "ncmod",
        "xmod",
        "cmod",
        "pmod",
        "mod",
        "arg_mod",
        "arg",
        "aux",
        "det",
        "conj",
        "cc",
        "ta",
        "passive",
    ]
)
_NUMBERED = re.compile(r"(.+?):(\d{1,6})(?::(\d{1,6})?)?")
_NONE = "_"
_UNIT = "unit"


def read_gr(input: Input) -> Treebank:
    """Read grammatical relations."""
    return read_blocks(input, split_blocks(input), _read_sentence)


def _read_sentence(lines: list[str]) -> tuple[str | None, Graph]:
    texts = [line for line in lines if not _is_relation(line)]
    if len(texts) > 2 or not texts or lines[: len(texts)] != texts:
        raise DataError("expected the words of a sentence in one line, then lines such as (dobj oppose changes)")
    sentence = _Sentence.of(texts[-1].split())
    rows = [row for line in lines[len(texts) :] if (row := sentence.read_row(line.strip()[1:-1].split()))]
    for row, pair in zip(rows, _chosen_pairs(rows), strict=True):
        sentence.add(row, *pair)
    return (texts[0].strip() if len(texts) == 2 else None), sentence.graph


def _is_relation(line: str) -> bool:
    return line.startswith("(") and line.rstrip().endswith(")") and line[1:].split(" ", 1)[0] in _TYPES


@dataclass(frozen=True)
class _Row:
    """A relation, and the words that its head and its dependent can be."""

    kind: str
    subtype: str
    heads: list[int]
    dependents: list[int]

    @property
    def is_ambiguous(self) -> bool:
        return len(self.heads) > 1 or len(self.dependents) > 1

    def pairs(self) -> list[tuple[int, int]]:
        return [(head, dependent) for head in self.heads for dependent in self.dependents if head != dependent]


def _chosen_pairs(rows: list[_Row]) -> list[tuple[int, int]]:
    """The two words of each relation: first of those that are certain, then of conjuncts, then of the others."""
    chosen: dict[int, tuple[int, int]] = {}
    order = sorted(range(len(rows)), key=lambda number: (len(rows[number].heads) > 1, rows[number].is_ambiguous))
    conjuncts = _conjunctions(rows)
    taken: set[tuple[int, int]] = set()
    for number in sorted(order, key=lambda number: rows[number].is_ambiguous and number not in conjuncts):
        pairs = conjuncts.get(number) or rows[number].pairs()
        chosen[number] = min(pairs, key=lambda pair: (pair[::-1] in taken, abs(pair[0] - pair[1])))
        taken.add(chosen[number])
    return [chosen[number] for number in range(len(rows))]


def _conjunctions(rows: list[_Row]) -> dict[int, list[tuple[int, int]]]:
    """The conjunction of each conjunct, where several have the same form."""
    pairs: dict[int, list[tuple[int, int]]] = {}
    conjuncts = [
        (row.dependents[0], number)
        for number, row in enumerate(rows)
        if row.kind == "conj" and len(row.heads) > 1 and len(row.dependents) == 1
    ]
    before = -1
    for place, number in sorted(conjuncts):
        heads = rows[number].heads
        after = [head for head in heads if before < head < place]  # no other conjunct is between the two
        following = [head for head in heads if head > place]
        if after or following:
            pairs[number] = [(after[-1] if after and before >= 0 else (following or after)[0], place)]
        before = place
    return pairs


@dataclass(frozen=True)
class _Sentence:
    graph: Graph
    places: dict[str, list[int]]  # where each form is
    units: set[tuple[int, int]]

    @classmethod
    def of(cls, words: list[str]) -> _Sentence:
        places: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            places.setdefault(word, []).append(place)
        rows: list[TokenRow] = [{"form": word} for word in words]
        return cls(Graph(rows), places, set())

    def read_row(self, fields: list[str]) -> _Row | None:
        """A relation and the words that it can be between; None for a property of a word, which is noted."""
        kind, *rest = fields
        if len(rest) == 1:
            (place, *_) = self._candidates(rest[0])
            self._note(place, "feats", f"{kind.capitalize()}=Yes")
            return None
        subtype, head, dependent = _parts(kind, rest)
        row = _Row(kind, subtype, self._candidates(head), self._candidates(dependent))
        if not row.pairs():
            raise DataError(f"'{dependent}' cannot depend on itself")
        return row

    def add(self, row: _Row, head: int, dependent: int) -> None:
        """Add the relation between the two words that were chosen."""
        if row.is_ambiguous:
            self._note(dependent, "misc", "Guessed=Yes")
        numbered = _NUMBERED.fullmatch(row.subtype)
        if numbered is not None:  # a word of the sentence: its number is kept, but two labels do not differ by it
            self._note(dependent, "misc", f"Subtype={numbered[2]}")
        label = row.kind if row.subtype == _NONE else f"{row.kind}:{numbered[1] if numbered else row.subtype}"
        self.graph.relations.append(GraphRelation(checked_label(label), head, dependent))

    def _candidates(self, mention: str) -> list[int]:
        """The nodes that a word in a relation can be."""
        if mention in self.places:
            return self.places[mention]
        numbered = _NUMBERED.fullmatch(mention)
        if numbered is not None:
            return [self._numbered(numbered[1], int(numbered[2]), int(numbered[3] or numbered[2]))]
        words = self.graph.words
        self.graph.unspoken.append(Unspoken(mention, len(words)))
        self.places[mention] = [len(words) + len(self.graph.unspoken) - 1]
        return self.places[mention]

    def _numbered(self, form: str, first: int, last: int) -> int:
        words = [word["form"] for word in self.graph.words]
        if not 1 <= first <= last <= len(words) or form.split("_") != "_".join(words[first - 1 : last]).split("_"):
            raise DataError(f"'{form}' is not word {first} of the sentence" + (f" to {last}" if last > first else ""))
        if last > first and (first, last) not in self.units:
            self.units.add((first, last))
            parts = range(first - 1, last - 1)
            self.graph.relations.extend(GraphRelation(_UNIT, last - 1, part) for part in parts)
        return last - 1

    def _note(self, node: int, column: str, value: str) -> None:
        if node >= len(self.graph.words):
            return
        word = self.graph.words[node]
        values = {*(word.get(column) or "").split("|"), value} - {""}  # type: ignore[attr-defined]
        word[column] = "|".join(sorted(values))  # type: ignore[literal-required]


def _parts(kind: str, rest: list[str]) -> tuple[str, str, str]:
    """The subtype, the head and the dependent."""
    if len(rest) == 2:
        return _NONE, rest[0], rest[1]
    if len(rest) != 3:
        raise DataError(f"expected 1 to 3 fields after {kind}, found {len(rest)}")
    head, dependent, subtype = rest if kind.endswith("subj") else (rest[1], rest[2], rest[0])
    return subtype, head, dependent


def _sniff(head: bytes) -> int:
    lines = head.decode("utf-8", "replace").split("\n")[:200]
    relations = [line for line in lines if line.startswith("(")]
    return sure_if(_is_relation(line) for line in relations) if not head.startswith(b"(") else 0


register_format(
    Format(
        name="gr",
        description="grammatical relations of Briscoe and Carroll: (ncsubj oppose those _)",
        read=read_gr,
        write=None,
        extensions=(".gr",),
        sniff=_sniff,
        kind="dependency",
        carries=frozenset({"head", "deprel", "deps", "empty", "feats", "id", "misc"}),
    )
)

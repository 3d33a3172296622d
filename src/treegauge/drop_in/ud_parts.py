"""The parts of a loaded CoNLL-U file, as the official UD script names them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ..measures.shared.columns import ABSENT, without_subtype
from ..measures.shared.ud_text import RunningText, line_of
from ..measures.shared.ud_words import CONTENT_RELATIONS, FUNCTIONAL_RELATIONS, universal_features

_TEXTS = ("form", "lemma", "upos", "tag", "feats")


@dataclass
class UDSpan:
    """A span of the characters, from `start` to before `end`, and the line where it is."""

    start: int
    end: int
    line: int


@dataclass(eq=False)
class UDWord:
    """A word: its ten columns, with universal features, without subtypes, and with DEPS as pairs of a head (a number)
    and the labels of a path; its head (None: root) and the function words below it. In a multiword token, `span` is
    that of the token."""

    span: UDSpan
    columns: list[Any]
    is_multiword: bool
    parent: UDWord | None = None
    functional_children: list[UDWord] = field(default_factory=list)

    @property
    def is_content_deprel(self) -> bool:
        return self.columns[7] in CONTENT_RELATIONS

    @property
    def is_functional_deprel(self) -> bool:
        return self.columns[7] in FUNCTIONAL_RELATIONS


def token_spans(text: RunningText) -> list[UDSpan]:
    """The tokens of a file."""
    lengths = [len(token or "") for token in text.spelling.decode()]
    first = [0] * len(lengths)
    for word in range(len(text.token) - 1, -1, -1):
        first[int(text.token[word])] = word
    spans, start = [], 0
    for length, word in zip(lengths, first, strict=True):
        spans.append(UDSpan(start, start + length, int(line_of(text.treebank, word).rpartition(":")[2] or 0)))
        start += length
    return spans


def sentence_spans(text: RunningText, tokens: Sequence[UDSpan]) -> list[UDSpan]:
    """The sentences of a file."""
    places = [(first, last) for first, last in pairwise(text.offsets.tolist()) if last > first]
    return [UDSpan(tokens[first].start, tokens[last - 1].end, tokens[first].line) for first, last in places]


def ud_words(text: RunningText, tokens: Sequence[UDSpan]) -> list[UDWord]:
    """The words of a file."""
    table = text.treebank.tokens
    heads = table.numbers("head").tolist()
    texts = {
        name: [value or ABSENT for value in table.text(name).decode()] for name in (*_TEXTS, "deprel", "deps", "misc")
    }
    words = []
    for number, token in enumerate(text.token.tolist()):
        form, lemma, upos, tag, feats = (texts[name][number] for name in _TEXTS)
        columns: list[Any] = [
            str(number - int(table.start[number]) + 1),
            form,
            lemma,
            upos,
            tag,
            universal_features(feats),
        ]
        columns += [str(heads[number] + 1), without_subtype(texts["deprel"][number]), _edges(texts["deps"][number])]
        words.append(UDWord(tokens[token], [*columns, texts["misc"][number]], bool(text.inside[number])))
    for number, word in enumerate(words):
        if heads[number] >= 0:
            word.parent = words[int(table.start[number]) + heads[number]]
            if word.is_functional_deprel:
                word.parent.functional_children.append(word)
    return words


def _edges(deps: str) -> list[tuple[str, list[str]]]:
    """DEPS as pairs of a head and the labels of a path."""
    pairs = [edge.partition(":") for edge in deps.split("|") if deps not in ("", ABSENT)]
    return [(head, path.split(">")) for head, _, path in pairs]

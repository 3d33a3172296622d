"""Compare the brackets of two treebanks under EVALB's parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.parallel import in_parts
from ...treebank import Text, Treebank
from ...treebank.edit import drop_tokens
from .prm import Pairs, Prm
from .words import form_classes, plain_form

_QUOTES = np.frombuffer(b"'\"/", np.uint8)
_SEED = 5


@dataclass(frozen=True, eq=False)
class Compared:
    """The result: one row per sentence (columns as in kernels.parseval); and per node, if asked for, the partner of a
    gold bracket (or -1) and which brackets count or cross."""

    rows: NDArray[np.int32]
    detail: Any

    @property
    def status(self) -> NDArray[np.int32]:
        """Per sentence 0 (compared), 1 (the words differ) or 2 (no parse)."""
        from ..kernels.parseval import STATUS

        return self.rows[:, STATUS]


def compare_brackets(
    gold: Treebank,
    test: Treebank,
    prm: Prm,
    *,
    labelled: bool = True,
    disc_only: bool = False,
    detail: bool = False,
    nested: bool = False,
) -> Compared:
    """Compare sentence by sentence; `nested` promises that no bracket has a gap. Both treebanks must be without the
    words that `deleted_alike` deletes."""
    from ..kernels.parseval import COLUMNS, Detail, Side, count_brackets

    tags, tag_class = _classes(gold, test, "tokens", "tag", _tag_spelling(prm))
    labels, label_class = _classes(gold, test, "nodes", "label", prm.cut)
    form_class = form_classes(*(side.tokens.text("form").values for side in (gold, test)), plain=bool(prm.plain_words))
    deleted = _deleted(labels, prm)
    sides: list[Any] = [
        Side(  # type: ignore[call-arg]
            *_rows(treebank),
            nested,
            tag_class[number],
            ~_member(treebank.tokens.text("tag"), () if prm.gold_deletes else prm.delete),
            _member(treebank.tokens.text("tag"), prm.quote),
            form_class[number],
            _quotes(treebank.tokens.text("form")),
            label_class[number],
            ~deleted[label_class[number]],
        )
        for number, treebank in enumerate((gold, test))
    ]
    gold_side, test_side = sides
    rows = np.zeros((len(gold), COLUMNS), np.int32)
    # The values for the brackets of a sentence that cannot be compared: they count on neither side.
    per_node = Detail(*(np.full(count if detail else 0, fill, kind) for count, kind, fill in _shapes(gold, test)))
    labels_equal, tags_equal = (_equal(_places(values), len(values), prm.equal_labels) for values in (labels, tags))
    words = _words_paired(gold, test, form_class, prm.equal_words)
    equal = (
        labels_equal,
        tags_equal,
        _equal(words, 1 + max(int(place.max()) for place in form_class), prm.equal_words),
    )
    policy = (labelled and bool(prm.labelled), bool(prm.unparsed), disc_only, prm.distinct, prm.check_words)
    longest = max(int(treebank.tokens.counts.max(initial=0)) for treebank in (gold, test))
    random = np.random.default_rng(_SEED).integers(1, 1 << 62, 2 * longest + 1)
    in_parts(
        len(gold),
        lambda begin, end: count_brackets(begin, end, gold_side, test_side, policy, equal, random, rows, per_node),
    )
    return Compared(rows, per_node)


def deleted_alike(gold: Treebank, test: Treebank, prm: Prm) -> tuple[Treebank, Treebank]:
    """Both without the words that are deleted by their form or because of gold (DELETE_WORD, GOLD_DELETES). Those that
    each side deletes by its own tags are left to `compare_brackets`."""
    if not (prm.delete_words or prm.gold_deletes):
        return gold, test
    deleted, test_deleted = (side.tokens.text("form").mask(frozenset(prm.delete_words)) for side in (gold, test))
    if prm.gold_deletes:
        deleted |= gold.tokens.text("tag").mask(frozenset(prm.delete))
        same = gold.tokens.counts == test.tokens.counts
        deleted &= same[gold.tokens.sentence]
        test_deleted = np.zeros(len(test.tokens), bool)
        test_deleted[same[test.tokens.sentence]] = deleted[same[gold.tokens.sentence]]
    return drop_tokens(gold, deleted), drop_tokens(test, test_deleted)


def sentence_lengths(gold: Treebank, prm: Prm) -> NDArray[np.int64]:
    """How many words of each sentence are not in DELETE_LABEL_FOR_LENGTH: the length that EVALB reports."""
    counted = ~gold.tokens.text("tag").mask(frozenset(prm.delete_for_length))
    return np.diff(np.concatenate(([0], np.cumsum(counted)))[gold.tokens.offsets])


def _tag_spelling(prm: Prm) -> Callable[[str], str]:
    """The form in which tags are compared."""
    if prm.cut_tags:
        return prm.cut
    return plain_form if prm.plain_words else str


def _rows(treebank: Treebank) -> tuple[Any, ...]:
    tokens, nodes = treebank.tokens, treebank.nodes
    return (
        tokens.offsets,
        nodes.offsets,
        tokens.text("tag").codes,
        tokens.text("form").codes,
        _narrow(tokens.numbers("parent")),
        nodes.text("label").codes,
        _narrow(nodes.numbers("left")),
        _narrow(nodes.numbers("right")),
        _narrow(nodes.numbers("parent")),
    )


def _narrow(column: NDArray[np.integer]) -> NDArray[np.int32]:
    """Every column in one type, so that there is one compiled version."""
    return column.astype(np.int32, copy=False)


def _shapes(gold: Treebank, test: Treebank) -> list[tuple[int, Any, int]]:
    golds, tests = len(gold.nodes), len(test.nodes)
    return [(golds, np.int32, -1), (golds, np.int32, -1), (golds, bool, 0), (tests, bool, 0), (tests, bool, 0)]


def _classes(gold: Treebank, test: Treebank, table: str, column: str, cut: Any) -> tuple[list[str], list[Any]]:
    """All distinct strings of a column in both treebanks, cut; and for each side the place of each code among them. A
    missing value is the empty string."""
    index: dict[str, int] = {}
    places = []
    for treebank in (gold, test):
        values = treebank.tables[table].text(column).values
        places.append(np.array([index.setdefault(cut(value), len(index)) for value in [*values, ""]], np.int32))
    return list(index), places


def _member(column: Text, wanted: Sequence[str] | frozenset[str]) -> NDArray[np.bool_]:
    """Which distinct values are among those wanted; the last element is for a missing value."""
    chosen = frozenset(wanted)
    return np.array([value in chosen for value in [*column.values, ""]], bool)


def _deleted(labels: Sequence[str], prm: Prm) -> NDArray[np.bool_]:
    """The labels in DELETE_LABEL, or paired by EQ_LABEL with one of them."""
    deleted = set(prm.delete)
    for first, second in prm.equal_labels:
        deleted |= {second} if first in prm.delete else set()
        deleted |= {first} if second in prm.delete else set()
    return np.array([label in deleted for label in labels], bool)


def _places(values: Sequence[str]) -> dict[str, int]:
    return {value: place for place, value in enumerate(values)}


def _equal(places: Mapping[str, int], count: int, pairs: Pairs) -> Any:
    """The pairs as a table over the values in them; `places` has the class of each value."""
    from ..kernels.parseval import Equal

    number = {value: i for i, value in enumerate(dict.fromkeys(value for pair in pairs for value in pair), 1)}
    table = np.zeros((len(number) + 1, len(number) + 1), bool)
    for first, second in pairs:
        table[number[first], number[second]] = table[number[second], number[first]] = True
    member = np.zeros(max(count, 1), np.int32)
    for value, row in number.items():
        if value in places:
            member[places[value]] = row
    return Equal(member, table)


def _words_paired(gold: Treebank, test: Treebank, classes: Sequence[NDArray[np.int32]], pairs: Pairs) -> dict[str, int]:
    """The classes of the words that EQ_WORD names."""
    words: dict[str, int] = {}
    for treebank, place in zip((gold, test), classes, strict=True) if pairs else ():
        index = treebank.tokens.text("form").index
        words |= {word: int(place[index[word]]) for pair in pairs for word in pair if word in index}
    return words


def _quotes(form: Text) -> NDArray[np.bool_]:
    """Which distinct forms are a quote or a slash; the last element is for a missing form."""
    offsets = form.values.offsets
    first = np.append(form.values.blob, np.uint8(0))[offsets[:-1]]
    return np.append((np.diff(offsets) == 1) & np.isin(first, _QUOTES), False)

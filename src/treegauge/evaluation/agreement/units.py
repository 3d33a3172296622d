"""The sentences that several people annotated, each with its trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...core.errors import DataError
from ...core.remarks import remark
from ...core.types import Int64s, Mask
from ...core.wording import counted
from ...measures.shared.edit_trees import TreeKind
from ...measures.shared.words import word_lists
from ...treebank import NOT_GIVEN, Treebank, concatenate
from ..pairing import pair_sentences
from ..sentence_keys import SentenceKeys
from .file_names import common_names

By = Literal["files", "order", "id", "words"]
_LEAST_SHARED = 0.5  # of the files of the smallest folder, of sentences, of words


@dataclass(frozen=True, eq=False)
class Units:
    """Sentences with two trees or more. `trees` has those of all annotators; `numbers` says which of them are of each
    sentence (a row) by each annotator (a column), -1: none."""

    annotators: tuple[str, ...]
    trees: Treebank
    numbers: Int64s
    by: By

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def first(self) -> Int64s:
        """The first tree of each sentence."""
        column = (self.numbers >= 0).argmax(axis=1)
        return np.asarray(self.numbers[np.arange(len(self)), column])

    @property
    def same_words(self) -> Mask:
        """The sentences that have the same words in all trees."""
        keys = SentenceKeys.of(self.trees).words
        return self._same(keys)

    @property
    def same_length(self) -> Mask:
        """The sentences that have as many words in all trees."""
        return self._same(self.trees.tokens.counts)

    def _same(self, values: np.ndarray) -> Mask:
        mine = values[self.numbers]
        return np.asarray(((mine == values[self.first][:, None]) | (self.numbers < 0)).all(axis=1))

    def select(self, sentences: Mask) -> Units:
        """Only some sentences."""
        return Units(self.annotators, self.trees, self.numbers[sentences], self.by)

    def only(self, columns: Sequence[int]) -> Units:
        """Only some annotators, and the sentences that two of them have."""
        numbers = self.numbers[:, list(columns)]
        names = tuple(self.annotators[column] for column in columns)
        return Units(names, self.trees, numbers[(numbers >= 0).sum(axis=1) > 1], self.by)


def pair_annotators(treebanks: dict[str, Treebank], kind: TreeKind) -> Units:
    """Find which trees are of the same sentence. Folders with one file per text are paired by the names of the files
    and the places of the sentences in them; otherwise sentences are paired as those of a parser are with gold."""
    sides, names = list(treebanks.values()), tuple(treebanks)
    columns, by = _by_files(sides), "files"
    if columns is None:
        columns, by = _by_sentences(sides, names)
    trees = concatenate(sides)
    start = np.cumsum([0, *(len(side) for side in sides)])
    full = np.append(_annotated(treebanks, trees, kind), False)
    numbers = np.where(columns >= 0, columns + start[:-1], -1)
    numbers = np.where(full[numbers], numbers, -1)
    kept = (numbers >= 0).sum(axis=1) > 1
    if not kept.any():
        raise DataError(f"no sentence is annotated by two of {', '.join(names)}; give trees of the same sentences")
    return Units(names, trees, numbers[kept], by)  # type: ignore[arg-type]


def _annotated(treebanks: dict[str, Treebank], trees: Treebank, kind: TreeKind) -> Mask:
    """The sentences that have words and, of dependency trees, heads: the others are not annotated yet."""
    full = np.asarray(trees.tokens.counts > 0)
    if kind == "constituents":
        return full
    heads = np.bincount(trees.tokens.sentence, trees.tokens.numbers("head") != NOT_GIVEN, len(trees)) > 0
    begin = 0
    for name, side in treebanks.items():
        missing = int((full & ~heads)[begin : begin + len(side)].sum())
        if missing == len(side):
            raise DataError(f"{side.where(0)}: {name} has words without heads, which are not trees")
        if missing:
            remark(f"{counted(missing, 'sentence')} of {name} without heads: not annotated, so counted as missing")
        begin += len(side)
    return np.asarray(full & heads)


def _by_files(sides: Sequence[Treebank]) -> Int64s | None:
    """By the names of files; None if the annotators do not have several files, or have others."""
    sources = [[source or "" for source in side.sentences.text("source").decode()] for side in sides]
    files = [list(dict.fromkeys(names)) for names in sources]
    if max(map(len, files)) < 2 or not all(map(len, files)):
        return None
    named = common_names(files)
    shared = set.intersection(*(set(names.values()) for names in named))
    some = {name for names in named for name in names.values()}
    several = {name for name in some if sum(name in names.values() for names in named) > 1}
    if not shared and len(several) < _LEAST_SHARED * min(map(len, files)):
        return None
    keys = [_places([names[source] for source in column]) for names, column in zip(named, sources, strict=True)]
    units = {key: number for number, key in enumerate(sorted({key for column in keys for key in column}))}
    numbers = np.full((len(units), len(sides)), -1, np.int64)
    for column, own in enumerate(keys):
        numbers[[units[key] for key in own], column] = np.arange(len(own))
    return numbers


def _places(names: Sequence[str]) -> list[tuple[str, int]]:
    """The file and the number within it of each sentence."""
    seen: dict[str, int] = {}
    places = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        places.append((name, seen[name]))
    return places


def _by_sentences(sides: Sequence[Treebank], names: Sequence[str]) -> tuple[Int64s, By]:
    """By order, ids or words, annotator by annotator; sentences that only later ones have are added at the end."""
    union, by = sides[0], "order"
    columns = [np.arange(len(union))]
    for number, side in enumerate(sides[1:], 1):
        if _in_order(union, side):
            columns.append(np.arange(len(side)))
            continue
        try:
            pairing = pair_sentences(union, side)
        except DataError:
            raise _other_sentences(union, side, names[:number], names[number]) from None
        by = pairing.by if pairing.by != "order" else by
        extra = np.setdiff1d(np.arange(len(side)), pairing.numbers)
        columns = [np.append(column, np.full(len(extra), -1)) for column in columns]
        columns.append(np.append(pairing.numbers, extra))
        union = concatenate([union, side.select(extra)]) if len(extra) else union
    return np.stack(columns, axis=1).astype(np.int64), by  # type: ignore[return-value]


def _in_order(union: Treebank, side: Treebank) -> bool:
    """Whether equally many sentences are in the same order: most have the same words, the others half of their words
    in common. One sentence from each is the same sentence; what its words are, is looked at later."""
    if len(union) != len(side) or len(side) == 1:
        return len(union) == len(side)
    keys = SentenceKeys.of_both(union, side)
    differ = np.flatnonzero(keys[0].words != keys[1].words)
    if len(differ) > _LEAST_SHARED * len(side):
        return False
    lists = (word_lists(treebank.select(differ).tokens) for treebank in (union, side))
    return all(
        sum((Counter(one) & Counter(other)).values()) >= _LEAST_SHARED * max(len(one), len(other))
        for one, other in zip(*lists, strict=True)
    )


def _other_sentences(union: Treebank, side: Treebank, names: Sequence[str], name: str) -> DataError:
    """The message where an annotator has no sentence that others have."""
    begins = [
        f"{' and '.join(who)} with '{SentenceKeys.of(treebank).first_words(0)}' ({treebank.where(0)})"
        if len(treebank)
        else f"{' and '.join(who)} has no sentences"
        for who, treebank in ((names, union), ([name], side))
    ]
    return DataError(
        f"no sentence of {name} has the words of one of {' and '.join(names)}: "
        f"{begins[0]}, {begins[1]}; give trees of the same sentences"
    )

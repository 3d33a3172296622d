"""The measures of the CoNLL 2018 and IWPT 2020 and 2021 shared tasks, which allow a different tokenisation."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.types import Codes, Counts, Floats, Int64s
from ..core.wording import counted
from ..treebank import Treebank
from .shared.arcs import ARC_BREAKDOWNS, ARC_MEANINGS, SIDES_NOTE, two_sided
from .shared.base import Confusion, Measure, Scores, measure, precision_recall, ratio
from .shared.items import ComparedItems
from .shared.parts import PartRows
from .shared.ud_graphs import Edges, edges_of_both, must_be_trees
from .shared.ud_items import word_items
from .shared.ud_parts import all_missing, word_confusion, word_parts
from .shared.ud_words import PairedText

_ON_WORDS = ("upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las")
_ON_CONTENT = ("clas", "mlas", "blex")
_MEANINGS = {
    **ARC_MEANINGS,
    "label": "the relation of the word to its head, without its subtype",
    "tag": "the universal tag (UPOS) of the word",
}
# The columns of the counts: spans, gold words, gold edges (as the kernels write them), and those of test.
_SPANS, _WORDS, _EDGES, _TEST_WORDS, _TEST_CONTENT, _TEST_EDGES = slice(6), slice(6, 20), slice(20, 23), 23, 24, 25


@measure("ud")
@dataclass(frozen=True, kw_only=True)
class UniversalDependencies(Measure):
    """Tokens, sentences, words, tags, UAS, LAS, CLAS, MLAS, BLEX and ELAS of raw text parsed into UD.

    Zeman et al. (2018), CoNLL 2018 shared task; Bouma, Seddah & Zeman (2020), IWPT 2020 shared task.
    Reproduces the official script conll18_ud_eval.py and its successor, eval.py of the UD tools (udtools).

    lenient  also score what the script refuses: several roots (all count as root), no root, cycles, missing heads,
             sentences without words, enhanced edges that cannot be read (left out)

    Each name is an F1, with its `_precision` and `_recall`; `_aligned` is the share of aligned words that are right.
    tokens, sentences  those with the same span in both; words: those that can be aligned
    upos xpos ufeats   aligned words with the same tag; the same universal features; alltags: all three of these
    lemmas             ... with the same lemma (a gold lemma _ matches any)
    uas las            ... with the same head; and the same relation without its subtype
    clas mlas blex     the same for content words; and tag, features and functional children; and lemma
    elas eulas         edges of enhanced graphs that are right; without subtypes

    A word, token or sentence of test belongs to the gold sentence that contains its first character. If there is
    nothing to count (elas without enhanced graphs), a score is 0, as in the script.

    In a breakdown the words that are aligned are divided: recall is over those of gold, by gold's relation, distance
    and so on, precision over those of test, by test's. `missing words` (in gold, not aligned) and `extra words` (in
    test, not aligned) are parts of their own, so that the parts add up to the whole.
    """

    lenient: bool = False

    counts = (
        "right_tokens",
        "gold_tokens",
        "test_tokens",
        "right_sentences",
        "gold_sentences",
        "test_sentences",
        "gold_words",
        "aligned_words",
        *(f"right_{name}" for name in _ON_WORDS),
        "gold_content",
        "aligned_content",
        *(f"right_{name}" for name in _ON_CONTENT),
        "gold_edges",
        "right_elas",
        "right_eulas",
        "test_words",
        "test_content",
        "test_edges",
    )
    main = ("las", "uas")
    of_gold = ("gold_tokens", "gold_sentences", "gold_words", "gold_content", "gold_edges")
    document = True
    breakdowns = (*ARC_BREAKDOWNS, "tag")
    meanings = _MEANINGS
    parts_note = f"{SIDES_NOTE}\nmissing and extra words: those of gold and of test that the alignment does not pair"
    part_counts = tuple(f"test_right_{name}" for name in (*_ON_WORDS, *_ON_CONTENT))
    has_confusion = True

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return all(side.has_dependencies and {"upos", "deprel"} <= side.tokens.columns.keys() for side in (gold, test))

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        """None: parts that have the same text are counted as in the whole."""
        return ()

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        pair = self._paired(gold, test)
        rows = np.zeros((len(gold), len(self.counts)))
        _ = pair.match  # texts that differ are an error
        _count_spans(pair, rows[:, _SPANS])
        _count_words(pair, rows[:, _WORDS])
        _add(rows[:, _TEST_WORDS], pair.places)
        _add(rows[:, _TEST_CONTENT], pair.places[pair.content[1]])
        _count_edges(pair, self.lenient, rows[:, _EDGES], rows[:, _TEST_EDGES])
        return rows

    def _paired(self, gold: Treebank, test: Treebank) -> PairedText:
        pair = PairedText.of(gold, test)
        if not self.lenient:
            must_be_trees(pair.gold)
            must_be_trees(pair.test)
        return pair

    def score(self, total: Counts) -> Scores:
        count = dict(zip(self.counts, np.moveaxis(np.asarray(total), -1, 0), strict=True))
        scores: Scores = {}
        for name in ("tokens", "sentences"):
            scores |= _named(
                name, precision_recall(count[f"right_{name}"], count[f"gold_{name}"], count[f"test_{name}"])
            )
        scores |= _named("words", precision_recall(count["aligned_words"], count["gold_words"], count["test_words"]))
        for names, base in ((_ON_WORDS, "words"), (_ON_CONTENT, "content")):
            for name in names:
                right = count[f"right_{name}"]
                scores |= _named(name, precision_recall(right, count[f"gold_{base}"], count[f"test_{base}"]))
                scores[f"{name}_aligned"] = ratio(right, count[f"aligned_{base}"])
        for name in ("elas", "eulas"):
            scores |= _named(name, precision_recall(count[f"right_{name}"], count["gold_edges"], count["test_edges"]))
        return {name: np.nan_to_num(value) for name, value in scores.items()}

    def part_scores(self, total: Counts) -> Scores:
        columns = np.moveaxis(np.asarray(total), -1, 0)
        count = dict(zip((*self.counts, *self.part_counts), columns, strict=True))
        scores: Scores = {}
        for names, base in ((_ON_WORDS, "words"), (_ON_CONTENT, "content")):
            for name in names:
                right = count[f"right_{name}"]
                sides = two_sided(right, count[f"test_right_{name}"], count[f"gold_{base}"], count[f"test_{base}"])
                scores |= _named(name, sides) | {f"{name}_aligned": ratio(right, count[f"aligned_{base}"])}
        return scores

    def part_rows(self, gold: Treebank, test: Treebank, by: str) -> dict[str, PartRows]:
        self._check_by(by)
        return word_parts(self._paired(gold, test), by, (*self.counts, *self.part_counts))

    def part_rows_missing(self, gold: Treebank, test: Treebank, sentences: Int64s, by: str) -> dict[str, PartRows]:
        return all_missing(super().part_rows_missing(gold, test, sentences, by))

    def confusion(self, gold: Treebank, test: Treebank) -> Confusion:
        return word_confusion(self._paired(gold, test))

    def items(self, gold: Treebank, test: Treebank) -> ComparedItems:
        return word_items(self._paired(gold, test))

    def counted(self, total: Counts) -> str:
        words = counted(round(float(np.asarray(total)[self.counts.index("gold_words")])), "syntactic word")
        return f"{words} of gold, with punctuation"


def _named(name: str, scores: Scores) -> Scores:
    return {name: scores["f1"], f"{name}_precision": scores["precision"], f"{name}_recall": scores["recall"]}


def _count_spans(pair: PairedText, rows: Floats) -> None:
    """Tokens and sentences: right, in gold, in test."""
    from .kernels.ud import same_spans

    gold, test = pair.gold, pair.test
    right = same_spans(gold.ends[:-1], gold.ends[1:], test.ends[:-1], test.ends[1:])
    owner = np.repeat(np.arange(len(rows)), np.diff(gold.offsets))
    _add(rows[:, 0], owner[right])
    _add(rows[:, 1], owner)
    _add(rows[:, 2], pair.token_places)
    full, full2 = (np.flatnonzero(np.diff(side.offsets)) for side in (gold, test))
    extent, extent2 = (side.ends[side.offsets] for side in (gold, test))
    right = same_spans(extent[full], extent[full + 1], extent2[full2], extent2[full2 + 1])
    _add(rows[:, 3], full[right])
    _add(rows[:, 4], full)
    _add(rows[:, 5], pair.token_places[test.offsets[full2]])


def _add(column: Floats, sentences: NDArray[np.integer]) -> None:
    column += np.bincount(sentences, minlength=len(column))


def _count_words(pair: PairedText, rows: Floats) -> None:
    """Count what is right in the aligned words."""
    from .kernels.ud import count_words

    sentence = pair.gold.treebank.tokens.sentence
    words, words2 = pair.attributes
    right = pair.right_head, pair.same_children
    count_words(sentence, pair.match, *right, words, words2, pair.kinds, pair.absent_lemma, rows)


def _count_edges(pair: PairedText, lenient: bool, rows: Floats, test_edges: Floats) -> None:
    from .kernels.ud import count_edges

    gold, test = pair.treebanks
    first, second = edges_of_both(gold, test, lenient)
    if not (first.there or second.there):
        return
    count_edges(gold.tokens.sentence, pair.match, *_edge_columns(gold, first), *_edge_columns(test, second), rows)
    test_edges += np.bincount(pair.places, weights=second.per_word(), minlength=len(test_edges))


def _edge_columns(treebank: Treebank, edges: Edges) -> tuple[NDArray[np.int64], Codes, NDArray[np.int64], Codes]:
    return treebank.tokens.start, edges.code, edges.offsets, edges.table

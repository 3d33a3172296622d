"""The measures of the CoNLL 2018 and IWPT 2020 and 2021 shared tasks, which allow a different tokenisation."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.types import Codes, Counts, Floats
from ..core.wording import counted
from ..treebank import Text, Treebank
from .shared.base import Measure, Scores, measure, precision_recall, ratio
from .shared.columns import ABSENT, one_dictionary, without_subtype
from .shared.ud_graphs import Edges, enhanced_edges, must_be_trees
from .shared.ud_text import RunningText, align_words

# fmt: off
_CONTENT = frozenset(
    {
        "nsubj", "obj", "iobj", "csubj", "ccomp", "xcomp", "obl", "vocative", "expl", "dislocated", "advcl",
        "advmod", "discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound",
        "list", "parataxis", "orphan", "goeswith", "reparandum", "root", "dep"
    }
)
_FUNCTIONAL = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})
_UNIVERSAL_FEATURES = frozenset(
    {
        "PronType", "NumType", "Poss", "Reflex", "Foreign", "Abbr", "Gender", "Animacy", "Number", "Case",
        "Definite", "Degree", "VerbForm", "Mood", "Tense", "Aspect", "Voice", "Evident", "Polarity", "Person",
        "Polite"
    }
)
# fmt: on
_ON_WORDS = ("upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las")
_ON_CONTENT = ("clas", "mlas", "blex")
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

    def fits(self, gold: Treebank, test: Treebank) -> bool:
        return all(side.has_dependencies and {"upos", "deprel"} <= side.tokens.columns.keys() for side in (gold, test))

    def choices(self, gold: Treebank, test: Treebank) -> Hashable:
        """None: parts that have the same text are counted as in the whole."""
        return ()

    def count(self, gold: Treebank, test: Treebank) -> Counts:
        pair = _Pair(RunningText(gold), RunningText(test))
        if not self.lenient:
            must_be_trees(pair.gold)
            must_be_trees(pair.test)
        rows = np.zeros((len(gold), len(self.counts)))
        match = align_words(pair.gold, pair.test)
        pair.count_spans(rows[:, _SPANS])
        place = pair.places()
        content = _count_words(gold, test, match, rows[:, _WORDS])
        _add(rows[:, _TEST_WORDS], place)
        _add(rows[:, _TEST_CONTENT], place[content])
        _count_edges(gold, test, match, place, self.lenient, rows[:, _EDGES], rows[:, _TEST_EDGES])
        return rows

    def score(self, total: Counts) -> Scores:
        count = dict(zip(self.counts, np.moveaxis(np.asarray(total), -1, 0), strict=True))
        scores: Scores = {}
        for name in ("tokens", "sentences"):
            scores |= _named(name, count[f"right_{name}"], count[f"gold_{name}"], count[f"test_{name}"])
        scores |= _named("words", count["aligned_words"], count["gold_words"], count["test_words"])
        for names, base in ((_ON_WORDS, "words"), (_ON_CONTENT, "content")):
            for name in names:
                right = count[f"right_{name}"]
                scores |= _named(name, right, count[f"gold_{base}"], count[f"test_{base}"])
                scores[f"{name}_aligned"] = ratio(right, count[f"aligned_{base}"])
        for name in ("elas", "eulas"):
            scores |= _named(name, count[f"right_{name}"], count["gold_edges"], count["test_edges"])
        return {name: np.nan_to_num(value) for name, value in scores.items()}

    def counted(self, total: Counts) -> str:
        words = counted(round(float(np.asarray(total)[self.counts.index("gold_words")])), "syntactic word")
        return f"{words} of gold, with punctuation"


def _named(name: str, right: Floats, gold: Floats, test: Floats) -> Scores:
    scores = precision_recall(right, gold, test)
    return {name: scores["f1"], f"{name}_precision": scores["precision"], f"{name}_recall": scores["recall"]}


@dataclass(frozen=True, eq=False)
class _Pair:
    """Two files with the same text."""

    gold: RunningText
    test: RunningText

    def count_spans(self, rows: Floats) -> None:
        """Tokens and sentences: right, in gold, in test."""
        from .kernels.ud import same_spans

        gold, test = self.gold, self.test
        right = same_spans(gold.ends[:-1], gold.ends[1:], test.ends[:-1], test.ends[1:])
        owner = np.repeat(np.arange(len(rows)), np.diff(gold.offsets))
        _add(rows[:, 0], owner[right])
        _add(rows[:, 1], owner)
        _add(rows[:, 2], self._token_places())
        full, full2 = (np.flatnonzero(np.diff(side.offsets)) for side in (gold, test))
        extent, extent2 = (side.ends[side.offsets] for side in (gold, test))
        right = same_spans(extent[full], extent[full + 1], extent2[full2], extent2[full2 + 1])
        _add(rows[:, 3], full[right])
        _add(rows[:, 4], full)
        _add(rows[:, 5], self._token_places()[test.offsets[full2]])

    def _token_places(self) -> Codes:
        """The gold sentence of each test token."""
        from .kernels.ud import sentence_of

        sentence: Codes = sentence_of(self.test.ends[:-1], self.gold.ends[self.gold.offsets[:-1]])
        return sentence

    def places(self) -> Codes:
        """The gold sentence of each test word."""
        return self._token_places()[self.test.token]


def _add(column: Floats, sentences: NDArray[np.integer]) -> None:
    column += np.bincount(sentences, minlength=len(column))


def universal_features(feats: str) -> str:
    """FEATS without language-specific features, in alphabetical order."""
    return "|".join(sorted(item for item in feats.split("|") if item.partition("=")[0] in _UNIVERSAL_FEATURES))


def _count_words(gold: Treebank, test: Treebank, match: Codes, rows: Floats) -> NDArray[np.bool_]:
    """Count what is right in the aligned words; return which test words are content words."""
    from .kernels.ud import CONTENT, FUNCTIONAL, RELATION, count_words, right_heads, same_children

    words, words2, (lemmas, relations) = _attributes(gold, test)
    kind = np.array(
        [CONTENT if name in _CONTENT else FUNCTIONAL if name in _FUNCTIONAL else 0 for name in relations.values],
        np.int8,
    )
    head, head2 = _absolute_heads(gold), _absolute_heads(test)
    right = right_heads(match, head, head2)
    children = same_children(match, head, words, head2, words2, kind)
    count_words(gold.tokens.sentence, match, right, children, words, words2, kind, lemmas.index.get(ABSENT, -1), rows)
    content: NDArray[np.bool_] = kind[words2[RELATION]] == CONTENT
    return content


def _attributes(gold: Treebank, test: Treebank) -> tuple[Codes, Codes, tuple[Text, Text]]:
    """What is compared in words, as codes shared by both sides: a row each for UPOS, XPOS, features, lemma, relation;
    and the columns of lemmas and relations."""
    changes: dict[str, Callable[[str], str]]
    changes = {"upos": str, "tag": str, "feats": universal_features, "lemma": str, "deprel": without_subtype}
    words, words2 = (np.empty((len(changes), len(side.tokens)), np.int32) for side in (gold, test))
    columns = {}
    for row, (name, change) in enumerate(changes.items()):
        gold_column, test_column = one_dictionary(gold.tokens.text(name), test.tokens.text(name), change)
        words[row], words2[row] = gold_column.codes, test_column.codes
        columns[name] = gold_column
    return words, words2, (columns["lemma"], columns["deprel"])


def _absolute_heads(treebank: Treebank) -> Codes:
    """Heads as rows of the whole treebank; -1 (root) and -2 (not given) are kept."""
    head = treebank.tokens.numbers("head")
    return np.where(head >= 0, head + treebank.tokens.start, head).astype(np.int32)


def _count_edges(
    gold: Treebank, test: Treebank, match: Codes, place: Codes, lenient: bool, rows: Floats, test_edges: Floats
) -> None:
    from .kernels.ud import count_edges

    labels: dict[str, int] = {}
    first, second = (enhanced_edges(side, labels, lenient) for side in (gold, test))
    if not (first.there or second.there):
        return
    count_edges(gold.tokens.sentence, match, *_edge_columns(gold, first), *_edge_columns(test, second), rows)
    test_edges += np.bincount(place, weights=second.per_word(), minlength=len(test_edges))


def _edge_columns(treebank: Treebank, edges: Edges) -> tuple[NDArray[np.int64], Codes, NDArray[np.int64], Codes]:
    return treebank.tokens.start, edges.code, edges.offsets, edges.table

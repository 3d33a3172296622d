"""A greedy transition-based parser: `learn_parser` trains one on the oracle derivations of a treebank.

At each configuration it chooses the transition, with its relation, that a linear model scores highest (Yamada and
Matsumoto 2003; Nivre 2003). The model is an averaged perceptron over the features of `features`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError, DataError
from ...core.parallel import in_parts
from ...core.types import Codes, Mask, Progress
from ...treebank import Strings, Text, Treebank
from ..perceptron.weights import MOST_CLASSES, Examples, Weights, by_frequency
from .features import (
    KNOWN,
    MORPHOLOGY,
    NONE,
    NOTHING,
    TRANSITION_TEMPLATES,
    TransitionTemplates,
    parse_transition_templates,
)
from .oracles import Derivations, derive
from .systems import System, find_system

_COLUMNS = ("form", "tag", "upos", "lemma", "feats")
_NOTHING = frozenset({"_"})  # how CoNLL writes a missing value
_BLOCK = 2000  # sentences between two reports of progress


class ParserOptions(TypedDict):
    """The options of `learn_parser`."""

    iterations: int
    minimum: int
    morphology: bool
    seed: int


@dataclass(frozen=True, eq=False)
class GreedyParser:
    """A trained parser.

    system       its transition system
    templates    the features that it uses
    vocabulary   the values of form, tag, upos, lemma and feats that training has seen
    relations    the relations; relation k is number k + 1, and 0 is none
    single_root  every tree of the training treebank has one root, so every predicted tree has one
    kinds        the transition of each class
    labels       the number of the relation of each class
    options      the options of its training
    fallback     the relations of words that no transition attaches: of a root, of other words, then of a word with
                 tag k
    """

    system: System
    templates: str
    vocabulary: tuple[Strings, ...]
    relations: Strings
    single_root: bool
    fallback: Codes
    kinds: NDArray[np.int8]
    labels: Codes
    weights: Weights
    options: ParserOptions

    def __repr__(self) -> str:
        return f"<GreedyParser: {self.system.name}, {len(self.weights.keys):,} features>"

    def parse(self, treebank: Treebank, progress: Progress | None = None) -> tuple[Codes, Text]:
        """The head of every word, from 0 in its sentence, -1 for a root, and its relation."""
        from .parsing_kernels import complete, parse_sentences

        offsets, words = treebank.tokens.offsets, self._coded(treebank)
        head, relation = np.empty(len(treebank.tokens), np.int32), np.empty(len(treebank.tokens), np.int32)
        templates, kind = parse_transition_templates(self.templates), _kind(self.system)
        model = self.weights.arrays, (self.kinds, self.labels)

        def work(begin: int, end: int) -> None:
            span = first + begin, first + end
            parse_sentences(kind, self.single_root, span, offsets, words, templates, model, head, relation)

        for first in range(0, len(treebank), _BLOCK):
            count = min(_BLOCK, len(treebank) - first)
            in_parts(count, work)
            if progress is not None:
                progress(first + count, len(treebank))
        complete(self.single_root, offsets, words[1], self.fallback, head, relation)
        return head - 1, Text(relation - 1, self.relations).compact()

    def _coded(self, treebank: Treebank) -> Codes:
        """The columns of a treebank as numbers; a value that training has not seen is unknown."""
        rows = []
        for column, values in zip(read_columns(treebank), self.vocabulary, strict=True):
            index = {value: number for number, value in enumerate(values, KNOWN)}
            table = [index.get(value, NOTHING) for value in column.values]
            rows.append(np.array([*table, NOTHING], np.int32)[column.codes])
        return np.array(rows, np.int32)


def read_columns(treebank: Treebank) -> list[Text]:
    """What a parser reads of the words. A missing fine tag is the universal one, and the other way round."""
    form, tag, universal, *others = (treebank.tokens.text(name) for name in _COLUMNS)
    return [form, _filled(tag, universal), _filled(universal, tag), *others]


def _filled(column: Text, other: Text) -> Text:
    empty = column.mask(_NOTHING, missing=True)
    if not empty.any():
        return column
    both = Text.of([*column.values, *other.values])
    codes = np.where(empty, np.append(both.codes[len(column.values) :], -1)[other.codes], column.codes)
    return Text(codes.astype(np.int32), both.values)


LEARNED_SYSTEMS = ("arc-standard", "arc-eager", "swap-eager", "swap-lazy")  # those in configuration_kernels


def _kind(system: System) -> int:
    return 2 if system.stack_only else int(system.name == "arc-eager")  # as in configuration_kernels


def learn_parser(
    treebank: Treebank,
    system: str = "swap-lazy",
    *,
    iterations: int = 10,
    minimum: int = 2,
    morphology: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> GreedyParser:
    """Train a parser on the canonical derivations of a treebank.

    iterations  the number of training passes over the derivations, each time in another order
    minimum     features seen less often are left out
    morphology  also use lemmas and morphological features
    seed        the seed of these orders
    """
    if iterations < 1 or minimum < 1:
        raise CallError(f"iterations and minimum are 1 or more, not {iterations} and {minimum}")
    if not len(treebank.tokens):
        raise DataError("there are no words to learn from")
    if system not in LEARNED_SYSTEMS:
        raise CallError(f"a parser learns the derivations of {', '.join(LEARNED_SYSTEMS)}, not those of {system}")
    derivations = derive(treebank, system)
    columns = [column.compact() for column in read_columns(treebank)]
    words = np.array([np.where(column.codes < 0, NOTHING, column.codes + KNOWN) for column in columns], np.int32)
    relations = treebank.tokens.text("deprel").compact()
    relation = relations.codes + np.int32(1)
    is_root = np.asarray(treebank.tokens.numbers("head")) == -1
    roots = np.bincount(treebank.tokens.sentence[is_root], minlength=len(treebank))
    single_root = bool((roots[treebank.tokens.counts > 0] == 1).all())
    templates = TRANSITION_TEMPLATES + MORPHOLOGY if morphology else TRANSITION_TEMPLATES
    course = _Course(derivations, words, relation, single_root, parse_transition_templates(templates))
    examples, labels = course.examples()
    return GreedyParser(
        find_system(system),
        templates,
        tuple(column.values for column in columns),
        relations.values,
        single_root,
        _fallback(is_root, words[1], relation),
        examples.kinds,
        labels,
        examples.learn(iterations, minimum, seed, progress),
        {"iterations": iterations, "minimum": minimum, "morphology": morphology, "seed": seed},
    )


def _fallback(is_root: Mask, tag: Codes, relation: Codes) -> Codes:
    """The most frequent relation of a root, of other words, and of other words by their tag."""
    tags = max(int(tag.max()) + 1, KNOWN)
    counts = np.zeros((tags, int(relation.max()) + 1), np.int64)
    np.add.at(counts, (tag[~is_root], relation[~is_root]), 1)
    relations = np.where(counts.any(axis=1), counts.argmax(axis=1), counts.sum(axis=0).argmax())
    relations[:KNOWN] = counts.sum(axis=0).argmax()
    relations[NONE] = np.bincount(relation[is_root]).argmax()
    return np.asarray(relations, np.int32)


@dataclass(frozen=True, eq=False)
class _Course:
    """What to learn from: derivations, words and relations as numbers, and the templates of features."""

    derivations: Derivations
    words: Codes
    relation: Codes
    single_root: bool
    templates: TransitionTemplates

    def examples(self) -> tuple[Examples, Codes]:
        """Every configuration with the transition to take, and the relation of each class."""
        from .feature_kernels import observe_derivations

        derivations = self.derivations
        keys, features, allowed = observe_derivations(
            _kind(derivations.system),
            self.single_root,
            derivations.treebank.tokens.offsets,
            self.words,
            self.relation,
            (derivations.offsets, derivations.transition, derivations.token),
            self.templates,
        )
        kinds, labels, gold = self._classes()
        return Examples(keys, features, gold, allowed, kinds), labels

    def _classes(self) -> tuple[NDArray[np.int8], Codes, NDArray[np.int16]]:
        """The transitions with their relations that the derivations have, the most frequent first, and which each step
        is."""
        derivations = self.derivations
        start = np.repeat(derivations.treebank.tokens.offsets[:-1], np.diff(derivations.offsets))
        arc = derivations.token >= 0
        relation = np.where(arc, self.relation[np.where(arc, start + derivations.token, 0)], 0)
        size = int(self.relation.max()) + 1
        known, gold = by_frequency(derivations.transition.astype(np.int64) * size + relation)
        if len(known) > MOST_CLASSES:
            raise DataError(f"the treebank has {size - 1:,} relations, too many for a parser to learn")
        return (known // size).astype(np.int8), (known % size).astype(np.int32), gold

"""Does a hypothesis follow from the parse of a text?

Both sides become deep relations, the same for active and passive, relative clauses, control and so on. The hypothesis
follows if the text has all relations of the hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from ..treebank import Treebank
from .analysis import Analysis
from .api import with_known_dependencies
from .deep.building import deepen
from .deep.relations import DeepTree
from .hypotheses.constructions import constructions_in
from .hypotheses.from_tree import reading_of_tree
from .hypotheses.matching import Verdict, find_verdict, unknown_word
from .hypotheses.reading import read_hypothesis
from .hypotheses.words import hypothesis_words, place_words
from .pairs import EntailmentPair
from .reading import analyses
from .texts import ParsedTexts


class AnswerRow(TypedDict):
    """An answer as `--json` prints it."""

    id: str
    gold: bool | None
    answer: bool
    found: bool
    support: list[str]
    missing: str
    constructions: list[str]


@dataclass(frozen=True)
class Answer:
    """The answer of a parse to a pair.

    found          whether the text is among the parses
    support        the relations of the text that support the hypothesis, in words
    missing        what the text does not have or say, in words; empty if the answer is yes
    constructions  what the pair is about: passive, relative clause ...
    """

    id: str
    gold: bool | None
    answer: bool
    found: bool
    support: tuple[str, ...] = ()
    missing: str = ""
    constructions: tuple[str, ...] = ()

    def row(self) -> AnswerRow:
        """An item of `answers` in `treegauge entail --check --json`."""
        return {
            "id": self.id,
            "gold": self.gold,
            "answer": self.answer,
            "found": self.found,
            "support": [*self.support],
            "missing": self.missing,
            "constructions": [*self.constructions],
        }


def deep_trees(treebank: Treebank) -> list[DeepTree | None]:
    """The deep relations of each sentence of a treebank with known dependencies; None where there is no tree."""
    return [deepen(tree) if isinstance(tree, Analysis) else None for tree in analyses(treebank, catenate=False)]


def follows(hypothesis: str, deep: DeepTree, focus: tuple[str, str] = ("", "")) -> Verdict:
    """Whether a hypothesis, read by rules, follows from a sentence; with `focus`, only what it says about two words."""
    return _verdict(hypothesis, deep, None, focus)


def answer_pairs(
    pairs: Iterable[EntailmentPair], parses: Treebank, *, hypotheses: Treebank | None = None, focus: bool = False
) -> list[Answer]:
    """The answers of the parses of the texts. Hypotheses are read by rules, or by their own parses if these are given.
    With `focus`, only what a hypothesis says about the two words of its pair must hold."""
    texts = _Trees.of(parses)
    parsed = None if hypotheses is None else _Trees.of(hypotheses)
    return [_answer(pair, texts, parsed, focus) for pair in pairs]


@dataclass(frozen=True)
class _Trees:
    """Parses of texts."""

    texts: ParsedTexts
    trees: Sequence[DeepTree | None]

    @classmethod
    def of(cls, treebank: Treebank) -> _Trees:
        known = with_known_dependencies(treebank)
        return cls(ParsedTexts.of([tree.text for tree in known]), deep_trees(known))

    def find(self, text: str) -> list[DeepTree | None]:
        return [self.trees[number] for number in self.texts.find(text)]


def _answer(pair: EntailmentPair, texts: _Trees, hypotheses: _Trees | None, focus: bool) -> Answer:
    trees = texts.find(pair.text)
    parse = next(iter(hypotheses.find(pair.hypothesis)), None) if hypotheses is not None else None
    words = (pair.word1, pair.word2) if focus else ("", "")
    verdicts = [_verdict(pair.hypothesis, tree, parse, words) for tree in trees if tree is not None]
    if not verdicts:
        missing = "the text has no tree" if trees else "the text is not among the parses"
        return Answer(pair.id, pair.answer, False, bool(trees), missing=missing)
    # In a text of several sentences, one of them may say it; otherwise the nearest miss is reported.
    best = max(verdicts, key=lambda verdict: (verdict.follows, len(verdict.support)))
    return Answer(pair.id, pair.answer, best.follows, True, best.support, best.missing, best.constructions)


def _verdict(hypothesis: str, deep: DeepTree, parse: DeepTree | None, focus: tuple[str, str]) -> Verdict:
    forms = hypothesis_words(hypothesis) if parse is None else parse.tree.forms
    words = place_words(forms, deep, divide=parse is None)
    if (form := unknown_word(words)) is not None:
        return Verdict(False, missing=f"the text does not have '{form}'")
    reading = read_hypothesis(words) if parse is None else reading_of_tree(parse, words)
    reading = reading.about(words, *focus)
    return find_verdict(reading, words, deep).with_constructions(constructions_in(reading, words, deep))

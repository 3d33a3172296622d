"""Does a hypothesis follow from the parse of a sentence?

It does if it is one of the entailments of the parse. A hypothesis that is not from a template (The man was tired)
follows if its words are connected in the parse, with subjects before their verb and objects after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict

from ..treebank import Treebank
from .analysis import Analysis
from .api import Entailments, entail
from .connected_words import UNKNOWN_WORDS, hypothesis_words, words_are_connected
from .pairs import EntailmentPair
from .reading import analyses
from .sentence_wording import wording

_BRACKET = re.compile(r"-[LR][RSC]B-")


class AnswerRow(TypedDict):
    """An answer as `--json` prints it."""

    id: str
    gold: bool | None
    answer: bool
    found: bool


class AnswerScores(TypedDict):
    """Scores of answers, in per cent; NaN where no pair has a gold answer."""

    accuracy: float
    precision: float
    recall: float
    f1: float


class CheckRow(AnswerScores):
    """Checked entailments as `--json` prints them."""

    pairs: int
    judged: int
    not_found: int
    always_yes: AnswerScores
    answers: list[AnswerRow]


@dataclass(frozen=True)
class Answer:
    """The answer of a parse to a pair; `found` is whether the text is among the parses."""

    id: str
    gold: bool | None
    answer: bool
    found: bool

    def row(self) -> AnswerRow:
        """An item of `answers` in `treegauge entail --check --json`."""
        return {"id": self.id, "gold": self.gold, "answer": self.answer, "found": self.found}


@dataclass(frozen=True)
class CheckedEntailments:
    """The answers of parses to pairs, and how good they are."""

    answers: tuple[Answer, ...]

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def judged(self) -> tuple[Answer, ...]:
        """The answers to pairs that have a gold answer."""
        return tuple(answer for answer in self.answers if answer.gold is not None)

    @property
    def not_found(self) -> int:
        """How many pairs have a text that is not among the parses."""
        return sum(not answer.found for answer in self.answers)

    def scores(self) -> AnswerScores:
        """Accuracy over all pairs with a gold answer, and precision, recall and F1 of yes, in per cent."""
        judged = self.judged
        right = sum(bool(answer.gold) and answer.answer for answer in judged)
        yes = sum(bool(answer.gold) for answer in judged)
        correct = sum(answer.gold == answer.answer for answer in judged)
        return _scores(correct, right, sum(answer.answer for answer in judged), yes, len(judged))

    def always_yes(self) -> AnswerScores:
        """The scores of answering every pair with yes."""
        yes, judged = sum(bool(answer.gold) for answer in self.judged), len(self.judged)
        return _scores(yes, yes, judged, yes, judged)

    def row(self) -> CheckRow:
        """The row of `treegauge entail --check --json`."""
        return {
            "pairs": len(self),
            "judged": len(self.judged),
            "not_found": self.not_found,
            **self.scores(),
            "always_yes": self.always_yes(),
            "answers": [answer.row() for answer in self.answers],
        }


def check_entailments(
    pairs: Iterable[EntailmentPair], parses: Treebank, *, coordination: bool = True
) -> CheckedEntailments:
    """Answer pairs of a text and a hypothesis from the parses of the texts: does the hypothesis follow? A pair whose
    text is not among the parses is answered with no."""
    return CheckedEntailments(tuple(answer_pairs(pairs, entail(parses, coordination=coordination))))


def answer_pairs(pairs: Iterable[EntailmentPair], parses: Entailments) -> list[Answer]:
    """The answers to pairs that the entailments of their texts give."""
    numbers: dict[str, int] = {}
    for number, tree in enumerate(parses.treebank):
        numbers.setdefault(_key(tree.text), number)
    trees = list(analyses(parses.treebank))
    answers = []
    for pair in pairs:
        number = numbers.get(_key(pair.text), -1)
        follows = False
        if number >= 0:
            texts = {_without_unknown(entailment.text) for entailment in parses.sentences[number]}
            analysis = trees[number]
            follows = _without_unknown(pair.hypothesis) in texts or (
                isinstance(analysis, Analysis)
                and not _is_from_template(pair.hypothesis)
                and words_are_connected(analysis, pair.hypothesis)
            )
        answers.append(Answer(pair.id, pair.answer, follows, number >= 0))
    return answers


def _scores(correct: int, right: int, said: int, yes: int, judged: int) -> AnswerScores:
    return {
        "accuracy": _percent(correct, judged),
        "precision": _percent(right, said),
        "recall": _percent(right, yes),
        "f1": _percent(2 * right, said + yes),
    }


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")


def _key(text: str) -> str:
    """A text as a key: letters and digits only, so that its tokenisation does not matter."""
    return "".join(character for character in _BRACKET.sub("", text).casefold() if character.isalnum())


def _without_unknown(text: str) -> str:
    words = (word.casefold() for word in hypothesis_words(text))
    return " ".join("x" if word in UNKNOWN_WORDS else word for word in words)


def _is_from_template(hypothesis: str) -> bool:
    """Whether a hypothesis is from a template, which an X shows: then it follows word for word or not at all."""
    return wording().unknown in hypothesis_words(hypothesis)

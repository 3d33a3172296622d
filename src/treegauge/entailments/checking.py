"""Does a hypothesis follow from the parse of a sentence?

It does if it is one of the entailments of the parse. A hypothesis that is not from a template (The man was tired)
follows if its words are connected in the parse, with subjects before their verb and objects after it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypedDict

from ..treebank import Treebank
from .analysis import NO_HEAD, Analysis
from .api import Entailments, entail
from .generation import phrase_builder
from .pairs import EntailmentPair
from .phrase_building import PhraseBuilder
from .reading import analyses
from .sentence_wording import wording

_UNKNOWN = frozenset({"x", "somebody", "someone", "something", "somewhere"})
_OPTIONAL = frozenset({"a", "an", "the", "some", "is", "are", "was", "were", "be", "been", "being", "am", "there"})
_BE = frozenset({"is", "are", "was", "were"})
_ABSENT = -1
_TRIED = 512  # ways to find the words of a hypothesis in the sentence that are tried
_WORD = re.compile(r"n['’]t\b|['’]\w+|\w(?:[\w.,/&-]*\w)?(?=n['’]t\b)|\w(?:[\w.,/&-]*\w)?\.?|[$%#]")
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
    words = (word.casefold() for word in _words(text))
    return " ".join("x" if word in _UNKNOWN else word for word in words)


def _is_from_template(hypothesis: str) -> bool:
    """Whether a hypothesis is from a template, which an X shows: then it follows word for word or not at all."""
    return wording().unknown in _words(hypothesis)


def _words(text: str) -> list[str]:
    """The words of a running text, tokenised as in treebanks: did n't, SEC 's."""
    return [word.rstrip(".") if word.count(".") == 1 and word.endswith(".") else word for word in _WORD.findall(text)]


def words_are_connected(tree: Analysis, hypothesis: str) -> bool:
    """Whether all words of a hypothesis are in the sentence and connected there."""
    places: dict[str, list[int]] = {}
    for token, form in enumerate(tree.forms):
        places.setdefault(form.casefold().rstrip("."), []).append(token)
    choices: list[list[int]] = []
    words = [word.casefold().rstrip(".") for word in _words(hypothesis)]
    for word in words:
        tokens = places.get(word, [])
        if not tokens and word not in _OPTIONAL | _UNKNOWN:
            return False
        choices.append([_ABSENT] if word in _UNKNOWN else [*tokens, _ABSENT] if word in _OPTIONAL else tokens)
    builder = phrase_builder(tree)
    added = next((place for place, word in enumerate(words) if word in _BE), -1) if words[:1] != ["there"] else -1
    return any(_fits(builder, way, added) for way in islice(product(*choices), _TRIED))


def _fits(builder: PhraseBuilder, way: Sequence[int], be: int) -> bool:
    """Whether the words at these tokens are connected; `be` is the place of a form of be, -1 if there is none."""
    tree = builder.tree
    order = {token: place for place, token in enumerate(way) if token != _ABSENT}
    content = [token for token in order if tree.head[token] != NO_HEAD]
    if len(content) < 2 or len(order) + way.count(_ABSENT) < len(way):
        return False
    links = [link for link in _links(builder, content) if link[0] in order and link[1] in order]
    units = {part for token in content for part in (*tree.marks[token], *tree.chain[token])}
    if not _connected(content, links) or not all(token in units or token in content for token in order):
        return False
    if any(tree.head[token] == head and not _has_prepositions(tree, token, order) for head, token, _ in links):
        return False
    if be >= 0 and way[be] == _ABSENT:  # it was added: the phrases on its two sides must be subject and predicate
        over = [role for head, token, role in links if (order[head] < be) != (order[token] < be)]
        if not over or not {*over} <= {"subject", "apposition"}:
            return False
    return all(_in_order(order[head], order[token], role) for head, token, role in links)


def _links(builder: PhraseBuilder, content: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Head, dependent and role of each word; the role of a relative pronoun is given to its antecedent."""
    tree = builder.tree
    for token in content:
        head = tree.head[token]
        if head < 0:
            continue
        if tree.verbal[token] and not tree.verbal[head] and token > head:
            pronouns = [other for other in tree.dependents[token] if builder.antecedent(other) >= 0]
            yield token, head, tree.role[pronouns[0]] if pronouns else "subject"
        else:
            yield head, token, tree.role[token]


def _has_prepositions(tree: Analysis, token: int, order: Container[int]) -> bool:
    """Whether a noun has the prepositions that attach it to its head: without them the meaning would change (the man
    with the hat is not: the man is the hat)."""
    if tree.verbal[token] or tree.role[token] == "subject":
        return True
    return all(mark in order for mark in tree.marks[token])


def _connected(content: Sequence[int], links: Sequence[tuple[int, int, str]]) -> bool:
    reached = [content[0]]
    for token in reached:
        for head, other, _ in links:
            for start, end in ((head, other), (other, head)):
                if start == token and end not in reached:
                    reached.append(end)
    return len(reached) == len(content)


def _in_order(head: int, token: int, role: str) -> bool:
    if role == "subject":
        return token < head
    return role not in ("object", "predicative", "open") or head < token

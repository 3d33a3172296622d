"""Answers to pairs of a text and a hypothesis: how good they are, where they are wrong, and how good others are."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from ..core.errors import DataError
from ..core.lines import json_rows, text_lines
from ..core.outputs import create_binary
from ..core.types import PathLike
from ..core.wording import counted, shown
from ..entailments.checking import Answer, AnswerRow, answer_pairs
from ..entailments.hypotheses.constructions import CONSTRUCTIONS
from ..entailments.pairs import EntailmentPair, is_yes
from ..formats.sources import bare_name, find_sources
from ..treebank import Treebank
from .statistics import mcnemar, share_interval


class AnswerScores(TypedDict):
    """Scores of answers, in per cent; NaN where no pair has a gold answer."""

    accuracy: float
    precision: float
    recall: float
    f1: float


class ConstructionRow(TypedDict):
    """The answers to the pairs about one construction: right and wrong yes, right and wrong no."""

    construction: str
    pairs: int
    yes_right: int
    yes_wrong: int
    no_right: int
    no_wrong: int
    accuracy: float
    accuracy_interval: list[float]


class AgainstRow(TypedDict):
    """Our answers against those of others, on the pairs that both answer (McNemar's exact test)."""

    answers: str
    pairs: int
    accuracy: float
    other_accuracy: float
    only_ours_right: int
    only_other_right: int
    p: float


class CheckRow(AnswerScores):
    """Checked entailments as `--json` prints them."""

    pairs: int
    judged: int
    not_found: int
    accuracy_interval: list[float]
    always_yes: AnswerScores
    by_construction: list[ConstructionRow]
    against: list[AgainstRow]
    published: list[PublishedRow]
    answers: list[AnswerRow]


class PublishedRow(AnswerScores):
    """The published scores of a system."""

    system: str


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
        cells = _confusion(self.judged)
        return _scores(*cells)

    def accuracy_interval(self) -> tuple[float, float]:
        """The 95 % interval of the accuracy, in per cent (Wilson 1927)."""
        yes_right, _, no_right, _ = _confusion(self.judged)
        return _interval(yes_right + no_right, len(self.judged))

    def always_yes(self) -> AnswerScores:
        """The scores of answering every pair with yes."""
        yes, judged = sum(bool(answer.gold) for answer in self.judged), len(self.judged)
        return _scores(yes, judged - yes, 0, 0)

    def by_construction(self) -> list[ConstructionRow]:
        """The answers by construction; a pair may be about several."""
        rows: list[ConstructionRow] = []
        for name in CONSTRUCTIONS:
            own = [answer for answer in self.judged if name in answer.constructions]
            if own:
                cells = _confusion(own)
                right = cells[0] + cells[2]
                rows.append(
                    {
                        "construction": name,
                        "pairs": len(own),
                        **dict(zip(("yes_right", "yes_wrong", "no_right", "no_wrong"), cells, strict=True)),  # type: ignore[typeddict-item]
                        "accuracy": _percent(right, len(own)),
                        "accuracy_interval": [*_interval(right, len(own))],
                    }
                )
        return rows

    def against(self, name: str, others: Mapping[str, bool]) -> AgainstRow:
        """Our answers against those of others, by the ids of the pairs."""
        both = [
            (answer.answer == answer.gold, others[answer.id] == answer.gold)
            for answer in self.judged
            if answer.id in others
        ]
        only_ours, only_other = sum(a and not b for a, b in both), sum(b and not a for a, b in both)
        return {
            "answers": name,
            "pairs": len(both),
            "accuracy": _percent(sum(a for a, _ in both), len(both)),
            "other_accuracy": _percent(sum(b for _, b in both), len(both)),
            "only_ours_right": only_ours,
            "only_other_right": only_other,
            "p": mcnemar(only_ours, only_other).p,
        }

    def row(self, against: Iterable[AgainstRow] = (), published: Iterable[PublishedRow] = ()) -> CheckRow:
        """The row of `treegauge entail --check --json`."""
        return {
            "pairs": len(self),
            "judged": len(self.judged),
            "not_found": self.not_found,
            **self.scores(),
            "accuracy_interval": [*self.accuracy_interval()],
            "always_yes": self.always_yes(),
            "by_construction": self.by_construction(),
            "against": [*against],
            "published": [*published],
            "answers": [answer.row() for answer in self.answers],
        }


def check_entailments(
    pairs: Iterable[EntailmentPair], parses: Treebank, *, hypotheses: Treebank | None = None, focus: bool = False
) -> CheckedEntailments:
    """Answer pairs of a text and a hypothesis from the parses of the texts: does the hypothesis follow?

    The hypotheses are read by rules, or by their own parses in `hypotheses`. With `focus`, only what a hypothesis says
    about `word1` and `word2` of its pair must hold. A pair whose text is not among the parses is answered with no.
    """
    return CheckedEntailments(tuple(answer_pairs(pairs, parses, hypotheses=hypotheses, focus=focus)))


def read_answers(path: PathLike) -> dict[str, bool]:
    """Answers by the ids of the pairs: lines with an id and YES or NO, as in SemEval-2010 Task 12, or JSON lines with
    `id` and `answer`."""
    answers: dict[str, bool] = {}
    for source in find_sources(path):
        data = source.load()
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            rows = (
                (where, str(row["id"]), str(row["answer"])) for where, row in json_rows(data, _JsonAnswer, source.name)
            )
        else:
            rows = ((where, *fields) for where, fields in _answer_lines(data, source.name))
        for where, name, given in rows:
            if name in answers:
                raise DataError(f"{where}: pair {shown(name)} is answered twice")
            answers[name] = is_yes(given, where)
    if not answers:
        raise DataError(f"'{path}' has no answers; a line has the id of a pair and YES or NO")
    return answers


def write_answers(checked: CheckedEntailments, path: PathLike) -> None:
    """Write the answers: JSON lines with reasons if the name ends in .jsonl, else lines with an id and YES or NO."""
    lines = [json.dumps(answer.row(), ensure_ascii=False) for answer in checked.answers]
    if not bare_name(os.fspath(path)).endswith(".jsonl"):
        lines = [f"{answer.id}\t{'YES' if answer.answer else 'NO'}" for answer in checked.answers]
    with create_binary(os.fspath(path)) as file:
        file.write("".join(f"{line}\n" for line in lines).encode())


class _JsonAnswer(TypedDict):
    """An answer as a line of JSON has it."""

    id: str | int
    answer: str | bool
    gold: NotRequired[str | bool | None]
    found: NotRequired[bool]
    support: NotRequired[list[str]]
    missing: NotRequired[str]
    constructions: NotRequired[list[str]]


def _answer_lines(data: bytes, source: str) -> Iterable[tuple[str, tuple[str, str]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(f"{source}: this is not UTF-8 text") from None
    for number, line in enumerate(text_lines(text), 1):
        fields = line.split()
        if fields and len(fields) != 2:
            raise DataError(f"{source}:{number}: a line has the id of a pair and YES or NO, not {shown(line)}")
        if fields:
            yield f"{source}:{number}", (fields[0], fields[1])


def read_published(path: PathLike) -> list[PublishedRow]:
    """The published scores of systems, as SemEval-2010 Task 12 gives them: a CSV file with the numbers of right and
    wrong answers to YES and NO pairs in the second, third, fifth and sixth column."""
    (source,) = find_sources(path)
    try:
        _, *lines = csv.reader(io.StringIO(source.load().decode("utf-8-sig")))
        cells = [(line[0], [int(line[column]) for column in (1, 5, 4, 2)]) for line in lines if line]
        if not cells:
            raise ValueError("no systems")
    except (ValueError, IndexError, UnicodeDecodeError):
        raise DataError(
            f"{source.name}: expected the columns system, YES right, YES wrong, share, NO right, NO wrong"
        ) from None
    return [{"system": name, **_scores(*counts)} for name, counts in cells]


def _confusion(answers: Sequence[Answer]) -> tuple[int, int, int, int]:
    """Right yes, wrong yes, right no, wrong no."""
    said = [(answer.answer, bool(answer.gold)) for answer in answers]
    return said.count((True, True)), said.count((True, False)), said.count((False, False)), said.count((False, True))


def _scores(yes_right: int, yes_wrong: int, no_right: int, no_wrong: int) -> AnswerScores:
    said, gold = yes_right + yes_wrong, yes_right + no_wrong
    return {
        "accuracy": _percent(yes_right + no_right, said + no_right + no_wrong),
        "precision": _percent(yes_right, said),
        "recall": _percent(yes_right, gold),
        "f1": _percent(2 * yes_right, said + gold),
    }


def _interval(right: int, number: int) -> tuple[float, float]:
    low, high = share_interval(right, number)
    return 100 * low, 100 * high


def _percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")


def remark_on_texts(checked: CheckedEntailments) -> str:
    """How many texts are not among the parses, in words; empty if all are."""
    if not checked.not_found:
        return ""
    texts = counted(checked.not_found, "pair has", "pairs have")
    return f"{texts} a text that is not among the parses; the answer was no"

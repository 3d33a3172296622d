"""People's answers to pairs of a text and a hypothesis, as columns: one row per answer."""

from __future__ import annotations

import math
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...core.errors import CallError
from ...core.types import Floats, Int64s, Mask
from ...core.wording import counted, nearest, shown

YES_NO_UNSURE = ("yes", "no", "unsure")
TRUTHS = ("yes", "no")


@dataclass(frozen=True)
class Judgement:
    """One answer: the pair, who gave it, the seconds it took (NaN if not measured), when, and a comment."""

    pair: str
    person: str
    answer: str
    seconds: float = math.nan
    time: str = ""
    comment: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Judgements:
    """Answers of people to pairs. Each column has one row per answer, as numbers of `pairs`, `persons` and `answers`.

    answers   the answers that people could give; a coefficient of agreement depends on their number
    truths    the answers that can be right; the others, such as unsure, leave the question open
    kinds     the kind of each pair, empty if it is not known
    controls  the right answer of each pair whose answer is known in advance, as its number in `truths`; -1: not known
    decisions what an adjudicator decided of each pair, as its number in `answers`; -1: nothing. One that is not a
              truth, such as unsure, leaves the pair out of the gold
    excluded  the persons whose answers do not count
    """

    pairs: tuple[str, ...]
    persons: tuple[str, ...]
    answers: tuple[str, ...]
    truths: tuple[str, ...]
    pair: Int64s
    person: Int64s
    answer: Int64s
    seconds: Floats
    times: tuple[str, ...]
    comments: tuple[str, ...]
    kinds: tuple[str, ...]
    controls: Int64s
    decisions: Int64s
    excluded: frozenset[str] = frozenset()

    @classmethod
    def of(
        cls,
        rows: Iterable[Judgement],
        *,
        answers: Sequence[str] = YES_NO_UNSURE,
        truths: Sequence[str] = TRUTHS,
        kinds: Mapping[str, str] | None = None,
        controls: Mapping[str, str] | None = None,
        decisions: Mapping[str, str] | None = None,
        excluded: Collection[str] = (),
    ) -> Judgements:
        """Columns of rows; `kinds`, `controls` (the right answers) and `decisions` by the names of pairs."""
        rows = list(rows)
        check_answers(answers, truths)
        pairs, pair = _codes([row.pair for row in rows])
        persons, person = _codes([row.person for row in rows])
        return cls(
            pairs,
            persons,
            tuple(answers),
            tuple(truths),
            pair,
            person,
            np.array([_place(row.answer, answers, "answer") for row in rows], np.int64),
            np.array([row.seconds for row in rows], np.float64),
            tuple(row.time for row in rows),
            tuple(row.comment for row in rows),
            tuple((kinds or {}).get(name, "") for name in pairs),
            _places(pairs, controls or {}, truths, "right answer"),
            _places(pairs, decisions or {}, answers, "decision"),
            frozenset(excluded) & frozenset(persons),
        )

    def __len__(self) -> int:
        return len(self.pair)

    def __repr__(self) -> str:
        pairs, persons = counted(len(self.pairs), "pair"), counted(len(self.persons), "person", "persons")
        return f"<Judgements: {counted(len(self), 'answer')} of {persons} to {pairs}>"

    def rows(self) -> list[Judgement]:
        """The answers one by one."""
        columns = (self.pair.tolist(), self.person.tolist(), self.answer.tolist(), self.seconds.tolist())
        return [
            Judgement(self.pairs[pair], self.persons[person], self.answers[answer], seconds, time, comment)
            for pair, person, answer, seconds, time, comment in zip(*columns, self.times, self.comments, strict=True)
        ]

    def counts(self) -> Floats:
        """How many times each pair (row) got each answer (column)."""
        width = len(self.answers)
        cells = np.bincount(self.pair * width + self.answer, minlength=len(self.pairs) * width)
        return cells.reshape(-1, width).astype(np.float64)

    def truth_of_answers(self) -> Int64s:
        """For each answer that people can give, its number in `truths`; -1 for one that leaves the question open."""
        return np.array([self.truths.index(name) if name in self.truths else -1 for name in self.answers], np.int64)

    def named_decisions(self) -> dict[str, str]:
        """What was decided of pairs, by their names."""
        decided = np.flatnonzero(self.decisions >= 0).tolist()
        return {self.pairs[pair]: self.answers[self.decisions[pair]] for pair in decided}

    def counted(self) -> Judgements:
        """The answers that count: without those of excluded persons, and without the pairs that only these answered."""
        if not self.excluded:
            return self
        return self.only(~np.isin(self.person, [self.persons.index(name) for name in self.excluded]))

    def excluding(self, persons: Iterable[str]) -> Judgements:
        """The same answers, of which those of some more persons do not count."""
        persons = list(persons)
        for name in persons:
            if name not in self.persons:
                raise CallError(f"no person {shown(name)} answered{nearest(name, self.persons)}")
        return replace(self, excluded=self.excluded | set(persons))

    def only(self, rows: Mask) -> Judgements:
        """Some of the answers; pairs and persons without an answer are left out."""
        pairs, pair = np.unique(self.pair[rows], return_inverse=True)
        persons, person = np.unique(self.person[rows], return_inverse=True)
        names = tuple(self.persons[number] for number in persons)
        chosen = np.flatnonzero(rows).tolist()
        return replace(
            self,
            pairs=tuple(self.pairs[number] for number in pairs),
            persons=names,
            pair=pair,
            person=person,
            answer=self.answer[rows],
            seconds=self.seconds[rows],
            times=tuple(self.times[row] for row in chosen),
            comments=tuple(self.comments[row] for row in chosen),
            kinds=tuple(self.kinds[number] for number in pairs),
            controls=self.controls[pairs],
            decisions=self.decisions[pairs],
            excluded=self.excluded & frozenset(names),
        )

    def anonymous(self) -> Judgements:
        """The same answers of `person-1`, `person-2` ..., without times and comments.

        The numbers are drawn at random, differently in each call: an order by name, by time or by a known seed could be
        undone by somebody who knows the names or the order of joining. The answers are sorted by pair and new number.
        """
        drawn = sorted(range(len(self.persons)), key=[secrets.randbits(64) for _ in self.persons].__getitem__)
        number = np.empty(len(drawn), np.int64)
        number[drawn] = np.arange(len(drawn))
        person = number[self.person] if len(self) else self.person
        order = np.lexsort((person, self.pair))
        return replace(
            self,
            persons=tuple(f"person-{place}" for place in range(1, len(drawn) + 1)),
            pair=self.pair[order],
            person=person[order],
            answer=self.answer[order],
            seconds=self.seconds[order],
            times=("",) * len(self),
            comments=("",) * len(self),
            excluded=frozenset(f"person-{drawn.index(self.persons.index(name)) + 1}" for name in self.excluded),
        )


def check_answers(answers: Sequence[str], truths: Sequence[str]) -> None:
    """Refuse lists of answers that contradict each other."""
    if isinstance(answers, str) or isinstance(truths, str):
        raise CallError("answers and truths must be lists, such as ['yes', 'no', 'unsure'] and ['yes', 'no']")
    if len(set(answers)) < len(answers) or len(set(truths)) < len(truths):
        raise CallError(f"an answer is listed twice: {', '.join([*answers, *truths])}")
    if len(truths) < 2 or not set(truths) <= set(answers):
        raise CallError(f"truths must be two or more of the answers ({', '.join(answers)}), not {', '.join(truths)}")


def _codes(names: Sequence[str]) -> tuple[tuple[str, ...], Int64s]:
    """The distinct names in the order of their first use, and the number of each."""
    index: dict[str, int] = {}
    numbers = [index.setdefault(name, len(index)) for name in names]
    return tuple(index), np.array(numbers, np.int64)


def _places(pairs: Sequence[str], values: Mapping[str, str], known: Sequence[str], what: str) -> Int64s:
    """For each pair, the number of its value among those that are known; -1 for a pair without one."""
    return np.array([_place(values[name], known, what) if name in values else -1 for name in pairs], np.int64)


def _place(name: str, known: Sequence[str], what: str) -> int:
    if name not in known:
        raise CallError(f"unknown {what} {shown(name)}; known: {', '.join(known)}{nearest(name, known)}")
    return list(known).index(name)

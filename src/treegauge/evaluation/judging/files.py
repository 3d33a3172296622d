"""Read and write people's answers: JSON lines or CSV, one row per answer."""

from __future__ import annotations

import csv
import io
import json
import math
import os
from collections.abc import Iterator, Sequence
from typing import Any, NotRequired, TypedDict

from ...core.errors import DataError
from ...core.lines import csv_rows, json_rows
from ...core.outputs import write_text
from ...core.shapes import Place, shaped
from ...core.types import PathLike, Row
from ...core.wording import nearest, shown
from ...formats.sources import bare_name, find_sources
from .judgements import TRUTHS, YES_NO_UNSURE, Judgement, Judgements, check_answers

_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # at the beginning of a cell
_NEEDED = ("pair", "person", "answer")


class _AnswerOfPerson(TypedDict):
    """A row of a file of answers."""

    pair: str
    person: str
    answer: str
    seconds: NotRequired[float | None]
    time: NotRequired[str]
    comment: NotRequired[str]
    kind: NotRequired[str]
    control: NotRequired[str]
    decision: NotRequired[str]
    excluded: NotRequired[bool]


def read_judgements(
    path: PathLike, *, answers: Sequence[str] = YES_NO_UNSURE, truths: Sequence[str] = TRUTHS
) -> Judgements:
    """Read people's answers to pairs: JSON lines, or CSV with a header, with one row per answer.

    The columns are `pair`, `person`, `answer`, and where they are known `seconds`, `time`, `comment`; `kind`, `control`
    (the right answer) and `decision` (of an adjudicator) of the pair; `excluded` where the answers of a person do not
    count. `answers` are those that people could give, and `truths` those of them that can be right. Letters may be
    small or capital.
    """
    check_answers(answers, truths)
    rows = _Rows(answers, truths)
    for source in find_sources(path):
        for where, entry in _entries(source.load(), source.name):
            rows.add(where, entry)
    if not rows.judgements:
        raise DataError(f"'{os.fspath(path)}' has no answers; a row has a pair, a person and an answer")
    return Judgements.of(
        rows.judgements.values(),
        answers=answers,
        truths=truths,
        kinds=rows.kinds,
        controls=rows.controls,
        decisions=rows.decisions,
        excluded=rows.excluded,
    )


class _Rows:
    """The rows of one or more files, each checked against those before it."""

    def __init__(self, answers: Sequence[str], truths: Sequence[str]) -> None:
        self.answers = {name.casefold(): name for name in answers}
        self.truths = {name.casefold(): name for name in truths}
        self.judgements: dict[tuple[str, str], Judgement] = {}
        self.kinds: dict[str, str] = {}
        self.controls: dict[str, str] = {}
        self.decisions: dict[str, str] = {}
        self.excluded: set[str] = set()

    def add(self, where: str, entry: _AnswerOfPerson) -> None:
        pair, person = entry["pair"], entry["person"]
        for name, value in (("pair", pair), ("person", person)):
            if not value:
                raise DataError(f"{where}: the {name} is empty")
        if (pair, person) in self.judgements:
            raise DataError(f"{where}: {shown(person)} answers pair {shown(pair)} twice; keep one of the answers")
        answer = _known(entry["answer"], self.answers, where, "the answer")
        seconds = _checked_seconds(entry.get("seconds"), where)
        self.judgements[pair, person] = Judgement(
            pair, person, answer, seconds, entry.get("time", ""), entry.get("comment", "")
        )
        if entry.get("kind"):
            _keep_equal(self.kinds, pair, entry["kind"], where, "kind")
        if entry.get("control"):
            right = _known(entry["control"], self.truths, where, "control")
            _keep_equal(self.controls, pair, right, where, "control")
        if entry.get("decision"):
            decision = _known(entry["decision"], self.answers, where, "decision")
            _keep_equal(self.decisions, pair, decision, where, "decision")
        if entry.get("excluded"):
            self.excluded.add(person)


def _known(value: str, known: dict[str, str], where: str, what: str) -> str:
    if value.strip().casefold() not in known:
        names = ", ".join(known.values())
        raise DataError(f"{where}: {what} {shown(value)} is not one of {names}{nearest(value, known.values())}")
    return known[value.strip().casefold()]


def _checked_seconds(value: float | None, where: str) -> float:
    if value is None:
        return math.nan
    if not 0 <= value < math.inf:
        raise DataError(f"{where}: seconds must be a number from 0, not {value:g}")
    return float(value)


def _keep_equal(values: dict[str, str], pair: str, value: str, where: str, what: str) -> None:
    if values.setdefault(pair, value) != value:
        raise DataError(f"{where}: pair {shown(pair)} has the {what} {shown(value)}, and {shown(values[pair])} before")


def _entries(data: bytes, source: str) -> Iterator[tuple[str, _AnswerOfPerson]]:
    content = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not content:
        return
    if content.startswith(b"{"):
        yield from json_rows(data, _AnswerOfPerson, source)
        return
    for where, cells in csv_rows(data, _NEEDED, source):
        yield where, shaped(_from_cells(cells, where), _AnswerOfPerson, Place(where, table="row"))


def _from_cells(cells: dict[str, str], where: str) -> Row:
    row: Row = dict(cells)
    if "seconds" in row:
        try:
            row["seconds"] = float(row["seconds"])
        except ValueError:
            raise DataError(f"{where}: seconds must be a number from 0, not {shown(row['seconds'])}") from None
    if "excluded" in row:
        row["excluded"] = _known(row["excluded"], {"true": "true", "false": "false"}, where, "excluded") == "true"
    return row


def write_judgements(judgements: Judgements, path: PathLike, *, anonymous: bool = True) -> None:
    """Write people's answers: CSV if the name ends in .csv, else JSON lines. .gz and so on compress the file.

    Unless `anonymous` is false, the persons are numbered at random, and times and comments are left out.
    """
    name = os.fspath(path)
    form = "csv" if bare_name(name).endswith(".csv") else "jsonl"
    write_text(judgements_as_text(judgements.anonymous() if anonymous else judgements, form), name)


def judgements_as_text(judgements: Judgements, form: str = "jsonl") -> str:
    """The answers as CSV (`csv`) or JSON lines (`jsonl`)."""
    rows = judgement_rows(judgements)
    if form == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    buffer = io.StringIO()
    columns = dict.fromkeys([*_NEEDED, *(column for row in rows for column in row)])
    writer = csv.DictWriter(buffer, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
    return buffer.getvalue()


def _cell(value: Any) -> Any:
    """A value in CSV. What a spreadsheet would take for a formula, which anybody can write into a comment, becomes
    text."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "true" if value is True else value


def judgement_rows(judgements: Judgements) -> list[Row]:
    """The answers as rows of a file, without what is not known."""
    rows: list[Row] = []
    for place, given in enumerate(judgements.rows()):
        pair = judgements.pair[place]
        control, decision = judgements.controls[pair], judgements.decisions[pair]
        row: Row = {"pair": given.pair, "person": given.person, "answer": given.answer}
        row |= {} if math.isnan(given.seconds) else {"seconds": given.seconds}
        more = {"time": given.time, "comment": given.comment, "kind": judgements.kinds[pair]}
        row |= {name: value for name, value in more.items() if value}
        row |= {"control": judgements.truths[control]} if control >= 0 else {}
        row |= {"decision": judgements.answers[decision]} if decision >= 0 else {}
        rows.append(row | ({"excluded": True} if given.person in judgements.excluded else {}))
    return rows

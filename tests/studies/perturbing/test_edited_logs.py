"""No edited log gives a traceback: every field of real logs is deleted, replaced, nested and set out of range."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from treegauge import DataError, Treebank, TreegaugeError, bundled, perturb, write
from treegauge.studies.perturbing.log import read_error_log, undo_errors, write_error_log

WRONG: list[Any] = [
    None, True, False, 0, -1, 1, 2, 7, 99, 10**6, 2**31, 2**63, 10**30, 0.5, 1e300, float("nan"), float("inf"), "", "x",
    "\ud800", "\0", "\u2028", "x" * 10_000, [], [1], [None], [[]], [[[[1]]]], {}, {"from": 1}, {"word": 1, "to": 2},
]  # fmt: skip


def perturbed(name: str, kinds: list[str]) -> tuple[Treebank, list[Any]]:
    result = perturb(bundled(name)[:12], kinds, rate=0.5, seed=3)
    return result.treebank, json.loads(json.dumps(result.log))


SOURCES = [
    perturbed("german.export", ["attach1", "label1"]),
    perturbed("english.mrg", ["attach2", "label2"]),
    perturbed("english.conllu", ["attach1", "label1"]),
]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield from paths(value[key], (*path, key))


def edits(row: Any) -> Iterator[Any]:
    """The row with one field deleted, replaced or doubled into a list."""
    for path in paths(row):
        for value in [*WRONG, "deleted", "nested"]:
            changed = copy.deepcopy(row)
            inner = changed
            for key in path[:-1]:
                inner = inner[key]
            if value == "deleted":
                del inner[path[-1]]
            else:
                inner[path[-1]] = [inner[path[-1]]] if value == "nested" else value
            yield changed
    yield {**row, "more": 1}
    yield from ([row], 5, "x", None)


def answer(file: Path, treebank: Treebank) -> str:
    """What is wrong with a log; empty if it can be used, and then the trees can be written."""
    try:
        undone = undo_errors(treebank, read_error_log(str(file)))
        write(undone.treebank, str(file.with_suffix(".export" if treebank.has_constituents else ".conllu")))
    except TreegaugeError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("source", SOURCES, ids=["german", "english", "arcs"])
def test_an_edited_log_is_used_or_answered(source: tuple[Treebank, list[Any]], tmp_path: Path) -> None:
    treebank, log = source
    file = tmp_path / "log.jsonl"
    answers = []
    chosen = [next(row for row in log if row[key]) for key in ("move", "relabel", "heads") if any(r[key] for r in log)]
    for row in chosen:
        rest = [other for other in log if other is not row]
        for edited in edits(row):
            file.write_text("".join(json.dumps(line) + "\n" for line in [edited, *rest]), "utf-8")
            answers.append(answer(file, treebank))
    assert len(answers) > 300
    wrong = [text for text in answers if text]
    assert len(wrong) > len(answers) / 3
    assert [text for text in wrong if "\n" in text or len(text) > 1000] == []


@pytest.mark.parametrize("source", SOURCES, ids=["german", "english", "arcs"])
def test_a_damaged_log_is_used_or_answered(source: tuple[Treebank, list[Any]], tmp_path: Path) -> None:
    treebank, log = source
    file = tmp_path / "log.jsonl"
    write_error_log(log, str(file))
    whole, chance = file.read_bytes(), random.Random(1)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.choice(b'0"\\{}[],:9-e\n\r\0\xff ')
        file.write_bytes(bytes(data[: chance.randrange(len(data))] if chance.random() < 0.3 else data))
        assert "\n" not in answer(file, treebank)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[" * 100_000, "nested too deeply"),
        ('{"sentence": ' + "9" * 5000 + "}", "a value cannot be read: a number has too many digits"),
        ('{"sentence": NaN}', "a value cannot be read: NaN is not a number"),
        ('{"sentence": 1, "sentence": 2}', "a value cannot be read: the key 'sentence' is given twice"),
        ('{"sentence": 0}', "key 'sentence' must be a whole number from 1 to 2,147,483,647, not the number 0"),
        ('{"sentence": 1.5}', "key 'sentence' must be a whole number from 1 to 2,147,483,647, not the number 1.5"),
        ('{"sentense": 1}', "key 'sentense' is not known; did you mean 'sentence'?"),
        ('{"move": {"node": -1}}', "key 'move.node' must be a whole number from 0 to"),
        ('{"heads": [{"word": 1}, 5]}', "key 'heads[2]' must be an object, not the number 5"),
        ('{"kind": "\\ud800"}', r"key 'kind' must be a string that can be written, not '\ud800'"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_with_the_cause(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text(f"\n{line}\n", "utf-8")
    with pytest.raises(DataError) as error:
        read_error_log(str(file))
    assert f"log.jsonl:2: {message}" in str(error.value).replace("lists or objects are ", "")


def test_rows_given_in_python_are_checked_too() -> None:
    treebank, log = SOURCES[0]
    text: Any = {**log[0], "sentence": "1"}
    beyond: Any = {**log[0], "sentence": 99}
    with pytest.raises(DataError, match="row 1 of the log: key 'sentence' must be a whole number"):
        undo_errors(treebank, [text])
    with pytest.raises(DataError, match="the log has an error in sentence 99, but the treebank has 12 sentences"):
        undo_errors(treebank, [beyond])

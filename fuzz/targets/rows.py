"""Lines of JSON and the like: logs of errors, pairs of entailments, files to resume from."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import replace
from functools import cache

from treegauge import DataError, Treebank, bundled, perturb
from treegauge.core.kept_rows import Finished, with_checksum
from treegauge.core.resuming import Kept
from treegauge.entailments.pairs import pairs_as_text, parse_pairs, read_pairs
from treegauge.formats.xml import permitted_in_xml
from treegauge.studies.perturbing.log import LogRow, read_error_log, undo_errors, write_error_log

from ..judging import BrokenError, Target
from ..mutation import Source, changed
from ..structure import reshape_json_lines
from .files import file_with, folder

_PAIRS = [
    b'<?xml version="1.0" encoding="UTF-8"?>\n<entailment-corpus>\n<pair id="1" entailment="YES" task="PETE">'
    b"<t>The man saw it.</t><h>The man saw.</h></pair>\n<pair id='2' value='FALSE'><t>a &amp; b</t><h>c</h></pair>\n"
    b"</entailment-corpus>\n",
    b'{"id": "1", "text": "The man saw it.", "hypothesis": "The man saw.", "entailment": "YES"}\n'
    b'{"id": "2", "text": "a", "hypothesis": "b", "entailment": null}\n',
    b'id,text,hypothesis,entailment,kind\n1,"He, who saw it, left.",He left.,YES,subject\n2,a,b,,\n',
]


def targets() -> list[Target]:
    return [
        Target("error-log", _logs, _check_log, reshape=reshape_json_lines),
        Target("pairs", lambda: _PAIRS, _check_pairs, (b"<t>", b"<pair", b"YES", b"&#1;"), reshape_json_lines),
        Target("resume", _kept_rows, _check_kept, (b'{"key": "', b'"row": {', b'"remarks": []'), _reshape_kept),
    ]


@cache
def _perturbed() -> tuple[tuple[Treebank, ...], tuple[tuple[LogRow, ...], ...]]:
    """Trees with errors, and the log of each."""
    trees = bundled("english.mrg")[:3]
    results = [perturb(trees, [kind], seed=1, count=1) for kind in ("attach1", "label1")]
    return tuple(result.treebank for result in results), tuple(tuple(result.log) for result in results)


def _logs() -> list[bytes]:
    seeds = []
    for log in _perturbed()[1]:
        path = os.path.join(folder(), "log")
        write_error_log(log, path)
        with open(path, "rb") as file:
            seeds.append(file.read())
    heads = {"word": 1, "from": 0, "to": 2, "relation_from": "a", "relation_to": "b"}
    row = {"sentence": 1, "id": None, "kind": "head", "label": None, "words": [1, 1], "text": "a", "move": None}
    return [*seeds, json.dumps({**row, "relabel": None, "heads": [heads]}).encode() + b"\n"]


def _check_log(data: bytes) -> Hashable:
    log = read_error_log(file_with(data, ".jsonl"))
    again = os.path.join(folder(), "again.jsonl")
    write_error_log(log, again)
    if json.dumps(read_error_log(again)) != json.dumps(log):
        raise BrokenError("a log is written and read again")
    return tuple(_undone(trees, log) for trees in _perturbed()[0])


def _undone(treebank: Treebank, log: list[LogRow]) -> int:
    """How many errors were undone; -1 if the log is of other trees."""
    try:
        return undo_errors(treebank, log).errors
    except DataError as error:
        if treebank.where(0).rpartition(":")[0] not in str(error) and "the log has" not in str(error):
            raise BrokenError("an error that cannot be undone names the treebank") from None
        return -1


def _check_pairs(data: bytes) -> Hashable:
    pairs = read_pairs(file_with(data, ".jsonl"))
    texts = [text for pair in pairs for text in (pair.id, pair.text, pair.hypothesis)]
    for form in ("jsonl", "xml"):
        again = parse_pairs(pairs_as_text(pairs, form).encode(), "again")
        kept = pairs if form == "jsonl" else [replace(pair, kind="") for pair in pairs]  # XML has no place for it
        if again != kept and (form == "jsonl" or texts == [permitted_in_xml(text) for text in texts]):
            raise BrokenError(f"pairs are written as {form} and read again")
    return len(pairs), len({pair.answer for pair in pairs})


def _kept_rows() -> list[bytes]:
    path = os.path.join(folder(), "rows")
    kept = Kept.read(path)
    kept.add("a", Finished({"x": 1.5, "name": "\u00e4", "of": None}, ("a remark",)))
    kept.add("b", Finished({"x": float("nan"), "name": "b", "of": "c"}))
    with open(path, "rb") as file:
        data = file.read()
    os.unlink(path)
    return [data, data[:-20]]


def _reshape_kept(data: bytes, source: Source) -> bytes:
    """Change a row; most of the time the checksum is made right again, as if the change was meant."""
    lines = data.split(b"\n")
    place = source.below(len(lines))
    body, mark, _ = reshape_json_lines(lines[place], source).rpartition(b', "checksum": ')
    if not mark or source.below(4) == 0:
        return changed(data, source)
    lines[place] = with_checksum(body)
    return b"\n".join(lines)


def _check_kept(data: bytes) -> Hashable:
    path = file_with(data, ".rows")
    with suppress(FileNotFoundError):
        os.unlink(f"{path}.damaged")
    rows = Kept.read(path, figures=("x",), may_be_none=("of",)).rows
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        again = Kept.read(path, figures=("x",), may_be_none=("of",)).rows
    if [*again] != [*rows] or any("damaged lines" in str(remark.message) for remark in remarks):
        raise BrokenError("damaged lines are moved away, and the rows are read again")
    return len(rows), os.path.exists(f"{path}.damaged")

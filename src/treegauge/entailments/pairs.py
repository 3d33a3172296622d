"""Read and write pairs of a text and a hypothesis, with the answer whether the hypothesis follows from the text.

The formats are that of the RTE challenges, which SemEval-2010 Task 12 (Yuret et al. 2010) also uses, JSON lines, and
CSV, which is only read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NotRequired, TypedDict
from xml.etree import ElementTree

from ..core.errors import DataError
from ..core.lines import csv_rows, json_rows
from ..core.outputs import create_binary
from ..core.shapes import Place, shaped
from ..core.types import PathLike
from ..core.wording import shown
from ..formats.sources import bare_name, find_sources
from ..formats.xml import permitted_in_xml

_YES = frozenset({"YES", "TRUE", "ENTAILMENT"})
_NEEDED = ("text", "hypothesis")
_NO = frozenset({"NO", "FALSE", "UNKNOWN", "CONTRADICTION", "NONENTAILMENT"})


class PairRow(TypedDict):
    """A pair as `--json` prints it."""

    id: str
    text: str
    hypothesis: str
    answer: bool | None
    word1: str
    word2: str
    kind: str


@dataclass(frozen=True)
class EntailmentPair:
    """A text, a hypothesis, and whether the hypothesis follows from the text; None where the file does not say.
    `word1` and `word2` are the words that the hypothesis is about, `kind` is the kind of entailment, such as subject;
    empty where the file does not say."""

    id: str
    text: str
    hypothesis: str
    answer: bool | None
    word1: str = ""
    word2: str = ""
    kind: str = ""

    def row(self) -> PairRow:
        """A row of `treegauge entail --pairs yes-no --json`."""
        return {
            "id": self.id,
            "text": self.text,
            "hypothesis": self.hypothesis,
            "answer": self.answer,
            "word1": self.word1,
            "word2": self.word2,
            "kind": self.kind,
        }


def write_pairs(pairs: Iterable[EntailmentPair], path: PathLike) -> None:
    """Write pairs: JSON lines if the name ends in .jsonl or .json, else RTE XML, which has no place for the kind. .gz
    and so on compress the file."""
    name = os.fspath(path)
    form = "jsonl" if bare_name(name).endswith((".jsonl", ".json")) else "xml"
    with create_binary(name) as file:
        file.write(pairs_as_text(pairs, form).encode())


def pairs_as_text(pairs: Iterable[EntailmentPair], form: str = "xml") -> str:
    """Pairs as RTE XML (`xml`) or JSON lines (`jsonl`)."""
    if form == "jsonl":
        return "".join(json.dumps(_as_object(pair), ensure_ascii=False) + "\n" for pair in pairs)
    root = ElementTree.Element("entailment-corpus")
    for pair in pairs:
        answer = {} if pair.answer is None else {"entailment": "YES" if pair.answer else "NO"}
        words = {"word1": permitted_in_xml(pair.word1), "word2": permitted_in_xml(pair.word2)}
        item = ElementTree.SubElement(root, "pair", {"id": permitted_in_xml(pair.id), **answer, **words})
        ElementTree.SubElement(item, "t").text = permitted_in_xml(pair.text)
        ElementTree.SubElement(item, "h").text = permitted_in_xml(pair.hypothesis)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _as_object(pair: EntailmentPair) -> dict[str, str | None]:
    answer = None if pair.answer is None else "YES" if pair.answer else "NO"
    words = {"word1": pair.word1, "word2": pair.word2}
    kind = {"kind": pair.kind} if pair.kind else {}
    return {"id": pair.id, "text": pair.text, "hypothesis": pair.hypothesis, "entailment": answer, **words, **kind}


def read_pairs(path: PathLike) -> list[EntailmentPair]:
    """Read the pairs of a file, a directory or a glob: RTE XML (also that of SemEval-2010 Task 12 and of RTE-1), JSON
    lines, or CSV with the columns text and hypothesis, and if they are known id, entailment, word1, word2 and kind.
    Compressed files are read as they are; `-` is standard input."""
    pairs = [pair for source in find_sources(path) for pair in parse_pairs(source.load(), source.name)]
    if not pairs:
        raise DataError(
            f"'{os.fspath(path)}' has no pairs; a pair is <pair><t>text</t><h>hypothesis</h></pair>, or a line of JSON"
        )
    return pairs


def parse_pairs(data: bytes, source: str) -> list[EntailmentPair]:
    """The pairs in the content of a file; `source` is its name in messages."""
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return _from_xml(data, source)
    if _is_csv(data, source):
        rows = csv_rows(data, _NEEDED, source)
        return [_from_json(shaped(row, _JsonPair, Place(where, table="row")), where) for where, row in rows]
    return [_from_json(entry, where) for where, entry in json_rows(data, _JsonPair, source)]


def _is_csv(data: bytes, source: str) -> bool:
    head = data.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].split(b",")
    names = {cell.strip(b' "\r').decode("utf-8", "replace") for cell in head}
    return bare_name(source).endswith(".csv") or names.issuperset(_NEEDED)


def _from_xml(data: bytes, source: str) -> list[EntailmentPair]:
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise DataError(f"{source}: this is not XML: {error}; pairs are RTE XML, JSON lines or CSV") from None
    pairs = []
    for number, item in enumerate(root.iter("pair"), 1):
        name = item.get("id") or str(number)
        text, hypothesis = item.findtext("t"), item.findtext("h")
        if text is None or hypothesis is None:
            raise DataError(f"{source}: pair {name} has no <t> or no <h>; write the text and the hypothesis")
        given = item.get("entailment") or item.get("value")
        answer = _answer(given, f"{source}: pair {name}")
        words = (_one_line(item.get(key, "")) for key in ("word1", "word2", "kind"))
        pairs.append(EntailmentPair(name, _one_line(text), _one_line(hypothesis), answer, *words))
    if not pairs:
        raise DataError(f"{source}: there is no <pair>; pairs are RTE XML, JSON lines or CSV")
    return pairs


class _JsonPair(TypedDict):
    """A pair as a line of JSON has it."""

    id: NotRequired[str | int]
    text: str
    hypothesis: str
    entailment: NotRequired[str | bool | None]
    word1: NotRequired[str]
    word2: NotRequired[str]
    kind: NotRequired[str]


def _from_json(entry: _JsonPair, where: str) -> EntailmentPair:
    name = str(entry.get("id", "")) or where.rpartition(":")[2]
    answer = _answer(entry.get("entailment"), where)
    words = (_one_line(str(entry.get(key, ""))) for key in ("word1", "word2", "kind"))
    return EntailmentPair(name, _one_line(entry["text"]), _one_line(entry["hypothesis"]), answer, *words)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _answer(given: str | bool | None, where: str) -> bool | None:
    return None if given is None else is_yes(str(given), where)


def is_yes(given: str, where: str) -> bool:
    """Whether an answer is yes; `where` is its place in messages."""
    word = given.strip().upper()
    if word not in _YES | _NO:
        raise DataError(f"{where}: the answer is YES or NO, not {shown(given)}")
    return word in _YES

"""Formats with one token per line: CoNLL-U, CoNLL-X (2006, 2007), CoNLL-2008, CoNLL-2009 and the three-column .dp."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from ..core.types import Integers
from ..treebank import Column, Rows, Strings, Text, Treebank
from .base import Format, Input, column_of, register_format
from .conll_sniff import sniff_conll08, sniff_conll09, sniff_conllu, sniff_conllx, sniff_dp

_ID, _TEXT, _HEAD, _REST = 0, 1, 2, 3
_PROBLEMS = {
    1: "expected {columns} fields separated by tabs",
    2: "token numbers must be 1, 2, 3 ... (3-4 comes before 3, and 3.1 after 3)",
    3: "the head must be a number, 0 for the root, or _",
    4: "the head is not a token of the sentence",
    5: "the heads form a cycle",
    6: "a NUL byte; remove it",
    7: "a comment must be before the first token",
}
_CHUNK = 20_000
_REPLACED = r"[\0\t\r\n]"
_SENTENCE_ID = re.compile(r"^#[ \t]*sent_id[ \t]*=[ \t]*(.*?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Layout:
    """The columns of a format, by their names in the table; `rest` takes all that follow."""

    columns: tuple[str, ...]
    commented: bool = False
    no_rest: str | None = None  # the text for `rest` if a treebank has none

    @property
    def kinds(self) -> Any:
        special = {"number": _ID, "head": _HEAD, "rest": _REST}
        return np.array([special.get(name, _TEXT) for name in self.columns], np.int64)

    @property
    def texts(self) -> list[str]:
        return [name for name in self.columns if name not in ("number", "head")]


CONLLU = Layout(("number", "form", "lemma", "upos", "tag", "feats", "head", "deprel", "deps", "misc"), commented=True)
CONLLX = Layout(("number", "form", "lemma", "upos", "tag", "feats", "head", "deprel", "phead", "pdeprel"))
CONLL08 = Layout(
    (
        "number",
        "whole_form",
        "whole_lemma",
        "gold_tag",
        "predicted_tag",
        "form",
        "lemma",
        "tag",
        "head",
        "deprel",
        "rest",
    ),
    no_rest="_",
)
CONLL09 = Layout(
    (
        "number",
        "form",
        "lemma",
        "plemma",
        "tag",
        "ptag",
        "feats",
        "pfeats",
        "head",
        "phead",
        "deprel",
        "pdeprel",
        "rest",
    ),
    no_rest="_\t_",
)
DP = Layout(("form", "tag", "head"))
LAYOUTS = {"conllu": CONLLU, "conllx": CONLLX, "conll08": CONLL08, "conll09": CONLL09, "dp": DP}

# In the header, with the name of the file: its last sentence is not followed by an empty line. Some programs reject
# such a file.
UNFINISHED = "no empty line at the end"


def read_conll(input: Input, layout: Layout) -> Treebank:
    """Read sentences of a layout."""
    from .kernels.intern import gather, renumber
    from .kernels.table import scan_table

    data = input.data if input.data.endswith(b"\n") else input.data + b"\n"
    text = np.frombuffer(data, np.uint8)
    codes, head, (row_ends, lines), (starts, ends), spans, empties, comments, rejects = scan_table(
        text, layout.kinds, layout.commented, not input.lenient, input.on_error == "stop"
    )
    for problem, begin, end, line, place in rejects.tolist():
        message = _PROBLEMS[problem].format(columns=len(layout.columns))
        field = data[place : data.find(b"\n", place)].split(b"\t")[0].decode(errors="replace")[:40]
        message = f"{message}, found '{field}'" if field else message
        input.reject(line, message, data[begin:end].decode(), column_of(data, place))
    columns: dict[str, Column] = {}
    for name, column_codes in zip(layout.texts, codes, strict=True):
        used = renumber(column_codes, len(starts))
        columns[name] = Text(column_codes, Strings(*gather(text, starts[used], ends[used])))
    columns["head"] = head
    sentences = len(lines)
    notes = _comments(text, comments, sentences)
    return Treebank.of(
        Rows(
            np.arange(sentences + 1, dtype=np.int64),
            {
                "id": notes.map(_sentence_id),
                "comments": notes,
                "source": Text.constant(input.source, sentences),
                "line": lines + input.lines_before if input.lines_before else lines,
            },
        ),
        Rows(np.append(np.int64(0), row_ends), columns),
        multiword=_spans(data, spans, sentences),
        empty=_empties(data, empties, sentences),
        header={} if _ends_well(data) else {UNFINISHED: input.source},
    )


def _ends_well(data: bytes) -> bool:
    """Whether there is an empty line at the end, as CoNLL-U requires."""
    return data.replace(b"\r", b"")[-2:] == b"\n\n" if b"\r" in data[-4:] else data[-2:] in (b"\n\n", b"\n")


def _comments(text: Any, comments: Any, sentences: int) -> Text:
    """One string per sentence: its comment lines, which are adjacent."""
    from .kernels.intern import distinct, gather

    starts, ends = np.full(sentences, -1, np.int64), np.full(sentences, -1, np.int64)
    comments = comments[comments[:, 0] < sentences]
    starts[comments[::-1, 0]] = comments[::-1, 1]  # of several lines the first one's start and the last one's end
    ends[comments[:, 0]] = comments[:, 2]
    codes, first, last = distinct(text, starts, ends)
    block = Text(codes, Strings(*gather(text, first, last)))
    return block.map(lambda lines: lines.replace("\r\n", "\n")) if (block.values.blob == 13).any() else block


def _sentence_id(comments: str) -> str | None:
    at = comments.find("sent_id")
    match = _SENTENCE_ID.search(comments) if at >= 0 else None
    return match.group(1) if match else None


def _offsets(sentence: Integers, sentences: int) -> Any:
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(np.bincount(sentence, minlength=sentences))))


def _spans(data: bytes, rows: Any, sentences: int) -> Rows:
    fields = [data[start:end].decode().partition("\t") for start, end in rows[:, 3:].tolist()]
    return Rows(
        _offsets(rows[:, 0], sentences),
        {
            "first": rows[:, 1].astype(np.int32),
            "last": rows[:, 2].astype(np.int32),
            "form": Text.of(form for form, _, _ in fields),
            "fields": Text.of(rest for _, _, rest in fields),
        }
        if len(rows)
        else {},
    )


def _empties(data: bytes, rows: Any, sentences: int) -> Rows:
    return Rows(
        _offsets(rows[:, 0], sentences),
        {
            "after": rows[:, 1].astype(np.int32),
            "minor": rows[:, 2].astype(np.int32),
            "fields": Text.of(data[start:end].decode() for start, end in rows[:, 3:].tolist()),
        }
        if len(rows)
        else {},
    )


def write_conll(treebank: Treebank, file: BinaryIO, layout: Layout) -> None:
    """Write sentences in a layout."""
    for start in range(0, len(treebank), _CHUNK):
        file.write(_spelled(treebank[start : start + _CHUNK], layout))


def _spelled(treebank: Treebank, layout: Layout) -> bytes:
    from .kernels.table import spell_table

    tokens = treebank.tokens
    if "rest" not in tokens:
        tokens = tokens.replace(rest=Text.constant(layout.no_rest, len(tokens)))
    texts = [tokens.text(name).map(_safe_rest if name == "rest" else _safe) for name in layout.texts]
    notes = _notes(treebank) if layout.commented else Text.constant(None, len(treebank))
    extra_offsets, positions, lines = _extra_lines(treebank) if layout.commented else _no_extra_lines(treebank)
    values: list[str] = []
    bases = []
    for column in (*texts, notes, lines):
        bases.append(len(values))
        values += list(column.values)
    codes = [
        np.where(column.codes >= 0, column.codes + base, -1).astype(np.int32)
        for column, base in zip((*texts, notes, lines), bases, strict=True)
    ]
    strings = Strings.of(values)
    lengths = np.append(np.diff(strings.offsets), 0)
    size = sum(int(lengths[column].sum()) for column in codes)
    size += (len(layout.columns) + 30) * len(tokens) + 2 * len(treebank) + len(lines) + 16
    out = np.empty(size, np.uint8)
    head = tokens.numbers("head") if treebank.has_dependencies else np.full(len(tokens), -2, np.int32)
    stacked = np.stack(codes[: len(texts)]) if len(tokens) else np.empty((len(texts), 0), np.int32)
    written = spell_table(
        tokens.offsets,
        layout.kinds,
        stacked,
        head,
        strings.blob,
        strings.offsets,
        codes[len(texts)],
        extra_offsets,
        positions,
        codes[len(texts) + 1],
        out,
    )
    return out[:written].tobytes()


def _safe(value: str) -> str:
    """A field cannot contain a tab or an end of line, or be empty."""
    return re.sub(_REPLACED, " ", value) or "_"


def _safe_rest(value: str) -> str | None:
    """The fields that follow, with the tabs between them."""
    return re.sub(r"[\0\r\n]", " ", value) or None


def _notes(treebank: Treebank) -> Text:
    """The comment lines; an id that is not in a comment gets one."""
    comments, ids = treebank.sentences.text("comments"), treebank.sentences.text("id")
    lines = []
    for comment, name in zip(comments, ids, strict=True):
        missing = name is not None and (comment is None or _sentence_id(comment) != name)
        parts = [f"# sent_id = {name}"] if missing else []
        if comment is not None:
            parts += [line if line.startswith("#") else f"# {line}" for line in comment.split("\n")]
        lines.append("\n".join(parts) or None)
    return Text.of(lines)


def _extra_lines(treebank: Treebank) -> tuple[Any, Any, Text]:
    """Multiword tokens and empty nodes as lines, with the token that follows them."""
    spans, empties = treebank.multiword, treebank.empty
    lines = sorted([*_span_lines(spans), *_empty_lines(empties)], key=lambda line: line[:3])
    sentences = np.array([line[0] for line in lines], np.int64)
    positions = np.array([line[1] for line in lines], np.int64)
    return _offsets(sentences, len(treebank)), positions, Text.of(line[3] for line in lines)


def _span_lines(spans: Rows) -> Iterator[tuple[int, int, int, str]]:
    if len(spans):
        rows = zip(
            spans.sentence.tolist(),
            spans.numbers("first").tolist(),
            spans.numbers("last").tolist(),
            spans.text("form"),
            spans.text("fields"),
            strict=True,
        )
        for sentence, first, last, form, fields in rows:
            yield sentence, first, 1 << 30, f"{first + 1}-{last}\t{form}\t{fields}"


def _empty_lines(empties: Rows) -> Iterator[tuple[int, int, int, str]]:
    if len(empties):
        rows = zip(
            empties.sentence.tolist(),
            empties.numbers("after").tolist(),
            empties.numbers("minor").tolist(),
            empties.text("fields"),
            strict=True,
        )
        for sentence, after, minor, fields in rows:
            yield sentence, after, minor, f"{after}.{minor}\t{fields}"


def _no_extra_lines(treebank: Treebank) -> tuple[Any, Any, Text]:
    return np.zeros(len(treebank) + 1, np.int64), np.zeros(0, np.int64), Text.of([])


def _add(name: str, description: str, layout: Layout, extensions: tuple[str, ...], sniff: Any) -> None:
    carries = {"head", *layout.columns} | ({"id", "comments", "multiword", "empty"} if layout.commented else set())
    register_format(
        Format(
            name=name,
            description=description,
            read=lambda input: read_conll(input, layout),
            write=lambda treebank, file: write_conll(treebank, file, layout),
            extensions=extensions,
            sniff=sniff,
            kind="dependency",
            carries=frozenset(carries),
            replaced=_REPLACED,
        )
    )


_add("conllu", "CoNLL-U with multiword tokens, empty nodes and comments", CONLLU, (".conllu", ".conll"), sniff_conllu)
_add("conllx", "CoNLL-X of the shared tasks 2006 and 2007", CONLLX, (".conllx", ".conl", ".conll"), sniff_conllx)
_add("conll08", "CoNLL-2008, with the split forms as tokens", CONLL08, (".conll08",), sniff_conll08)
_add("conll09", "CoNLL-2009", CONLL09, (".conll09",), sniff_conll09)
_add("dp", "three columns: form, tag, head", DP, (".dp",), sniff_dp)

"""What must hold for every registered format: round trips of random treebanks, only our own errors for any bytes."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import DataError, FormatError, Reject, Treebank, TreegaugeError
from treegauge.formats.base import FORMATS, Format, Input, OnError
from treegauge.formats.bundled import bundled
from treegauge.formats.encoding import to_utf8
from treegauge.treebank.build import check_constituents, check_dependencies

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
READERS = [name for name, format in FORMATS.items() if format.read is not None]
BOTH_WAYS = [name for name, format in FORMATS.items() if format.read is not None and format.write is not None]

# Words that cannot be told from something else in these formats.
AMBIGUOUS: dict[str, Callable[[str], bool]] = {
    "brackets-psd": lambda word: word == "0" or word.startswith("*"),
    "brackets-psd-lemma": lambda word: word == "0" or word.startswith("*") or "-" in word,
    "brackets-cess": lambda word: word == "0" or word.startswith("*"),
}


def written(treebank: Treebank, name: str) -> bytes:
    write = FORMATS.get(name).write
    assert write is not None
    out = io.BytesIO()
    write(treebank, out)
    return out.getvalue()


def parsed(data: bytes, name: str, on_error: OnError = "stop", rejects: list[Reject] | None = None) -> Treebank:
    format = FORMATS.get(name)
    assert format.read is not None
    text = data if format.raw else to_utf8(data, "here")
    return format.read(Input(text, "here", on_error, [] if rejects is None else rejects))


_NARROW = str.maketrans("｜：（）＃", "|:()#")


def plain(value: str | None) -> str | None:
    """The signs for no value are one; so are wide marks, which stand for those that a notation needs for itself."""
    return None if value in (None, "", "_", "--", "-") else value.translate(_NARROW)


def texts(treebank: Treebank, table: str, *names: str) -> list[tuple[Any, ...]]:
    rows = treebank.tables[table]
    return list(zip(*(map(plain, rows.text(name)) for name in names), strict=True))


def carried(treebank: Treebank, format: Format) -> dict[str, Any]:
    """All that a format has a place for, in a plain shape."""
    has = format.carries
    found: dict[str, Any] = {
        "words": texts(treebank, "tokens", "form", "tag"),
        "tokens": treebank.tokens.counts.tolist(),
    }
    if "nodes" in has:
        found["nodes"] = texts(treebank, "nodes", "label")
        for name in ("parent", "left", "right"):
            found[name] = treebank.nodes.numbers(name).tolist()
        found["token parent"] = treebank.tokens.numbers("parent").tolist()
        found["counts"] = treebank.nodes.counts.tolist()
    if "nodes" in has and "function" in has:
        found["functions"] = texts(treebank, "nodes", "function"), texts(treebank, "tokens", "function")
    if "head" in has and treebank.has_dependencies:
        found["heads"] = treebank.tokens.numbers("head").tolist()
    for name in {"lemma", "feats", "deprel"} & has:
        found[name] = texts(treebank, "tokens", name)
    if "multiword" in has:
        found["multiword"] = texts(treebank, "multiword", "form", "fields")
    return found


def check(treebank: Treebank) -> None:
    """The table is sound: every index stands for something, and nothing goes round in a circle."""
    tables = treebank.tables
    for rows in tables.values():
        assert len(rows.offsets) == len(treebank) + 1
        assert rows.offsets[0] == 0
        assert (rows.counts >= 0).all()
        for name, column in rows.columns.items():
            assert len(column) == len(rows), name
    spans = zip(*(pairwise(tables[name].offsets.tolist()) for name in ("tokens", "nodes")), strict=True)
    for (t0, t1), (n0, n1) in spans:
        if treebank.has_constituents:
            parents = treebank.nodes.numbers("parent")[n0:n1].tolist() if n1 > n0 else []
            check_constituents(treebank.tokens.numbers("parent")[t0:t1].tolist(), parents)
            assert all(parent < node for node, parent in enumerate(parents)), "not in preorder"
        if treebank.has_dependencies:
            check_dependencies(treebank.tokens.numbers("head")[t0:t1].tolist())
        if n1 > n0:
            left, right = treebank.nodes.numbers("left")[n0:n1], treebank.nodes.numbers("right")[n0:n1]
            assert ((left >= 0) & (left <= right) & (right <= t1 - t0)).all()


def well_behaved(name: str) -> st.SearchStrategy[Treebank]:
    """Treebanks without what is known not to fit into a format: words in every sentence, tags, one root."""
    kind = FORMATS.get(name).kind
    ambiguous = AMBIGUOUS.get(name, lambda word: False)
    return treebanks(
        constituents=kind != "dependency",
        dependencies=kind != "constituency",
        discontinuous=not name.startswith("brackets") and name not in ("geniaxml", "sinica", "alpino"),
        several_roots=False,
        missing_tags=False,
    ).map(lambda treebank: _tamed(treebank, ambiguous))


def _tamed(treebank: Treebank, ambiguous: Callable[[str], bool]) -> Treebank:
    """Without ambiguous words, and without sentences that have no words at all."""
    form = treebank.tokens.text("form").map(lambda word: "word" if ambiguous(word) else word)
    tag = treebank.tokens.text("tag").map(lambda tag: "NN" if tag == "-NONE-" else tag)
    kept = treebank.replace(tokens=treebank.tokens.replace(form=form, tag=tag))
    return kept.select(np.flatnonzero(kept.tokens.counts))


@pytest.mark.parametrize("name", BOTH_WAYS)
@patient
@given(data=st.data())
def test_what_a_format_carries_comes_back(name: str, data: st.DataObject) -> None:
    treebank = data.draw(well_behaved(name))
    assume(len(treebank))
    if "lemma" in FORMATS.get(name).carries and name.startswith("brackets"):
        treebank = treebank.replace(tokens=treebank.tokens.replace(lemma=treebank.tokens.text("form")))
    format = FORMATS.get(name)
    again = parsed(written(treebank, name), name)
    check(again)
    assert carried(again, format) == carried(treebank, format)


@pytest.mark.parametrize("name", BOTH_WAYS)
@patient
@given(data=st.data())
def test_a_second_round_trip_changes_nothing(name: str, data: st.DataObject) -> None:
    # In brackets with numbered leaves a node without words may move among its sisters.
    treebank = data.draw(treebanks(empty_nodes=name != "discbracket", secondary=True))
    if name.startswith("export"):  # in export the first line of a sentence is always a word
        treebank = treebank.select(np.flatnonzero(treebank.tokens.counts))
    try:
        first = written(treebank, name)
    except DataError:
        return  # discontinuous, or without trees of the kind
    once = parsed(first, name)
    check(once)
    second = written(once, name)
    assert parsed(second, name).equals(once)


@cache
def valid(name: str) -> bytes:
    """A small file of a format."""
    format = FORMATS.get(name)
    if format.write is None:
        return "\n".join(
            " ".join(token.form or "" for token in tree.tokens) for tree in bundled("english.mrg")[:4]
        ).encode()
    if format.kind == "dependency":
        treebank = bundled("english.conllu")[:4]
    elif name.startswith("brackets"):
        treebank = bundled("english.mrg")[:4]
    else:
        treebank = bundled("german.export")[:3]
    try:
        return written(treebank, name)
    except DataError:
        return written(bundled("english.mrg")[:3], name)


def attempt(data: bytes, name: str) -> None:
    """Read in both modes: only our own errors may come out, and what comes out is sound."""
    rejects: list[Reject] = []
    try:
        treebank = parsed(data, name, "skip", rejects)
    except TreegaugeError:
        treebank = None
    if treebank is not None:
        check(treebank)
        assert all(reject.line >= 0 and reject.message for reject in rejects)
    if treebank is None or rejects:
        with pytest.raises(TreegaugeError) as caught:
            parsed(data, name)
        if rejects and isinstance(caught.value, FormatError):
            assert caught.value.reject.message
    else:
        assert parsed(data, name).equals(treebank)


@pytest.mark.parametrize("name", READERS)
def test_the_small_file_is_valid(name: str) -> None:
    assert len(parsed(valid(name), name)) >= 3


@pytest.mark.parametrize("name", READERS)
@patient
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_give_a_treebank_or_our_own_error(name: str, data: bytes) -> None:
    attempt(data, name)


PIECES = [
    *(bytes([byte]) for byte in b'()\n\t \0#<>"&=-01_|:\xff'),
    *(b"\n\n", b"\r\n", b"999999999", b"#BOS 1", b"#EOS 1", b"/>", b"</s>", b"&#9;", b"500", b"%%"),
]


@st.composite
def damaged(draw: st.DrawFn, name: str) -> bytes:
    """A valid file with pieces taken out, put in, doubled or changed."""
    data = bytearray(valid(name))
    for _ in range(draw(st.integers(1, 5))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.sampled_from([0, 0, 1, 1, 2, 10, 100])))
        piece = draw(st.sampled_from([b"", bytes(data[start:end]) * 2, *PIECES]))
        data[start:end] = piece
    return bytes(data)


@pytest.mark.parametrize("name", READERS)
@patient
@given(data=st.data())
def test_a_damaged_file_gives_a_treebank_or_our_own_error(name: str, data: st.DataObject) -> None:
    attempt(data.draw(damaged(name)), name)


@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_cut_short_anywhere_gives_a_treebank_or_our_own_error(name: str) -> None:
    data = valid(name)
    step = max(len(data) // 60, 1)
    for end in range(0, len(data), step):
        attempt(data[:end], name)
        attempt(data[end:], name)


@pytest.mark.parametrize("name", READERS)
def test_a_file_of_another_format_gives_a_treebank_or_our_own_error(name: str) -> None:
    for other in BOTH_WAYS:
        attempt(valid(other), name)

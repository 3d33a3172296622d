"""What must hold for every registered format: round trips of random treebanks, only our own errors for any bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from relation_samples import SAMPLES

from strategies import treebanks
from treegauge import DataError, Treebank
from treegauge.formats.base import FORMATS
from treegauge.formats.bundled import bundled
from treegauge.testing import formats as testing

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
READERS = [name for name, format in FORMATS.items() if format.read is not None]
BOTH_WAYS = [name for name, format in FORMATS.items() if format.read is not None and format.write is not None]

# Words that cannot be distinguished from something else in these formats.
AMBIGUOUS: dict[str, Callable[[str], bool]] = {
    "brackets-psd": lambda word: word == "0" or word.startswith("*"),
    "brackets-psd-lemma": lambda word: word == "0" or word.startswith("*") or "-" in word,
    "brackets-cess": lambda word: word == "0" or word.startswith("*"),
}


def written(treebank: Treebank, name: str) -> bytes:
    return testing.write_bytes(FORMATS.get(name), treebank)


def attempt(data: bytes, name: str) -> None:
    testing.check_bytes(FORMATS.get(name), data)


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
    testing.check_round_trip(FORMATS.get(name), treebank)


@pytest.mark.parametrize("name", BOTH_WAYS)
@patient
@given(data=st.data())
def test_a_second_round_trip_changes_nothing(name: str, data: st.DataObject) -> None:
    # In brackets with numbered leaves a node without words may move among its sisters.
    treebank = data.draw(treebanks(empty_nodes=name != "discbracket", secondary=True))
    if name.startswith("export"):  # in export the first line of a sentence is always a word
        treebank = treebank.select(np.flatnonzero(treebank.tokens.counts))
    if testing.format_accepts(FORMATS.get(name), treebank):  # not discontinuous, and with trees of the kind
        testing.check_second_round_trip(FORMATS.get(name), treebank)


@cache
def valid(name: str) -> bytes:
    """A small file of a format."""
    format = FORMATS.get(name)
    if name in SAMPLES:
        return SAMPLES[name]
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


@pytest.mark.parametrize("name", FORMATS.names())
def test_every_format_passes_the_checks_for_plug_ins(name: str) -> None:
    testing.check_format(name, example=valid(name) if FORMATS.get(name).write is None else None)


@pytest.mark.parametrize("name", READERS)
def test_the_small_file_is_valid(name: str) -> None:
    assert len(testing.read_bytes(FORMATS.get(name), valid(name))) >= 3


@pytest.mark.parametrize("name", READERS)
@patient
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_give_a_treebank_or_our_own_error(name: str, data: bytes) -> None:
    attempt(data, name)


@pytest.mark.parametrize("name", READERS)
@patient
@given(chance=st.randoms(use_true_random=False))
def test_a_damaged_file_gives_a_treebank_or_our_own_error(name: str, chance: random.Random) -> None:
    attempt(testing.damaged(valid(name), chance), name)


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

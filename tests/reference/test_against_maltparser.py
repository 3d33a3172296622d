"""Derivations and derivation order of MaltParser's oracles, and its parses."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from treegauge import Derivations, apply, derive, parse, read, score
from treegauge.models.transitions.parser import learn_parser
from treegauge.models.transitions.systems import SYSTEMS
from treegauge.parsers.adapters.maltparser import MaltParser

MALTPARSER = {
    "arc-standard": "nivrestandard",
    "arc-eager": "nivreeager",
    "swap-eager": "stackeager",
    "swap-lazy": "stacklazy",
}
MISSING = MaltParser().missing()
systems = pytest.mark.parametrize("system", SYSTEMS)
Run = Callable[..., tuple[int, str, str]]


def sentences(found: Derivations, *, labelled: bool = True) -> list[list[str | None]]:
    names = found.names(labelled=labelled).decode()
    return [names[begin:end] for begin, end in pairwise(found.offsets.tolist())]


def turkish(shared: Path) -> list[Path]:
    """The training and the test part."""
    return [shared / "ud" / "UD_Turkish-IMST" / f"tr_imst-ud-{part}.conllu.xz" for part in ("train", "test")]


@systems
def test_derivations_are_those_of_maltparser_on_ud_danish(system: str, reference: Path) -> None:
    """All of them, also where a tree is not projective and arcs are lost."""
    folder = reference / "dependency" / "oracle"
    with lzma.open(folder / f"da_ddt.test.{MALTPARSER[system]}.dia.xz", "rt") as file:
        theirs = [line.split()[1:] for line in file]
    found = derive(read(folder / "da_ddt.test.conll.xz"), system)
    assert len(theirs) == 565
    assert sentences(found) == theirs


@pytest.mark.parametrize(
    ("system", "lost"), [("arc-standard", 424), ("arc-eager", 305), ("swap-eager", 0), ("swap-lazy", 0)]
)
def test_arcs_lost_on_ud_danish(system: str, lost: int, reference: Path) -> None:
    found = derive(read(reference / "dependency" / "oracle" / "da_ddt.test.conll.xz"), system)
    assert found.lost.sum() == lost
    assert len(set(found.treebank.tokens.sentence[found.lost].tolist())) == (565 - 474 if lost else 0)


def test_danish_words_in_the_order_of_maltparsers_arcs(reference: Path) -> None:
    treebank = read(reference / "dependency" / "oracle" / "da_ddt.test.conll.xz")
    found = apply(treebank, "derivation-order")
    form, offsets = treebank.tokens.text("form").decode(), treebank.tokens.offsets
    order = derive(treebank).order + np.repeat(offsets[:-1], np.diff(offsets))
    assert found.tokens.text("form").decode() == [form[row] for row in order.tolist()]
    assert found.tokens.text("form").decode()[:4] == ["historikere", "russiske", "kendte", "To"]


@systems
def test_the_lines_of_derive_are_those_of_maltparser(command: Run, system: str, reference: Path) -> None:
    folder = reference / "dependency" / "oracle"
    with lzma.open(folder / f"da_ddt.test.{MALTPARSER[system]}.dia.xz", "rt") as file:
        expected = file.read()
    assert command("derive", folder / "da_ddt.test.conll.xz", "--system", system)[1] == expected


@pytest.mark.slow
@pytest.mark.parametrize(("system", "maltparser"), [("arc-eager", 54.96), ("swap-lazy", 54.82)])
def test_it_is_as_good_as_maltparser_on_turkish(shared: Path, system: str, maltparser: float) -> None:
    """The labelled attachment scores of MaltParser 1.9.2 are those that eval.pl -p prints for its output."""
    train, test = (read(path) for path in turkish(shared))
    head, relation = learn_parser(train, system).parse(test)
    parsed = test.replace(tokens=test.tokens.replace(head=head, deprel=relation))
    assert score(test, parsed, "attachment")[0].scores["las"] > maltparser


@pytest.mark.skipif(MISSING is not None, reason=f"MaltParser cannot run here: {MISSING}")
@pytest.mark.parametrize(
    "algorithm",
    [
        "nivreeager",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("nivrestandard", "stackeager", "stacklazy")),
    ],
)
def test_turkish_is_parsed_as_by_the_reference(shared: Path, reference: Path, algorithm: str) -> None:
    train, test = turkish(shared)
    found = parse(train, read(test), f"maltparser(algorithm={algorithm})").trees.tokens
    expected = read(reference / "dependency" / "parses" / f"tr_imst.malt-{algorithm}.conll.xz").tokens
    assert found.numbers("head").tolist() == expected.numbers("head").tolist()
    assert found.text("deprel").decode() == expected.text("deprel").decode()

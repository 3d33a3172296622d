"""Grammars written to files and read again."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from drawn import grammars
from hypothesis import HealthCheck, given, settings

import treegauge
from treegauge import CallError, FormatError, Grammar, induce
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.storage import read_grammar, write_grammar

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
SMALL = from_text('start S\n0.1 A -> "x y" S\n3 S -> "犬"\n1 S -> A "b"\n1 A -> "b"')
ARRAYS = ("lhs", "rhs", "offsets", "weight")


def listed(grammar: Grammar) -> list[Any]:
    """The rules by name in their order, with their weights to the last digit, and the start."""
    rules = [(*grammar.rule(number), weight.hex()) for number, weight in enumerate(grammar.weight.tolist())]
    return [grammar.name(grammar.start), *rules]


def identical(one: Grammar, other: Grammar) -> bool:
    """The same numbers everywhere, of the same types."""
    same = all(
        np.array_equal(getattr(one, name), getattr(other, name))
        and getattr(one, name).dtype == getattr(other, name).dtype
        for name in ARRAYS
    )
    sizes = (one.nonterminals, one.start, list(one.symbols)) == (other.nonterminals, other.start, list(other.symbols))
    return same and sizes


def arrays_of(path: Path) -> dict[str, Any]:
    with np.load(path) as file:
        return dict(file)


@given(grammars(rare=True))
@patient
def test_npz_comes_back_with_all_its_numbers(tmp_path: Path, grammar: Grammar) -> None:
    write_grammar(grammar, tmp_path / "g.npz")
    assert identical(read_grammar(tmp_path / "g.npz"), grammar)


@given(grammars(rare=True))
@patient
def test_text_comes_back_with_its_rules_in_order(tmp_path: Path, grammar: Grammar) -> None:
    write_grammar(grammar, tmp_path / "g.txt")
    assert listed(read_grammar(tmp_path / "g.txt")) == listed(grammar)


@pytest.mark.parametrize(
    "name", ["g.txt", "g", "g.txt.gz", "g.txt.bz2", "g.txt.xz", "g.txt.zst", "g.npz", "g.npz.xz", "G.NPZ"]
)
def test_a_name_says_how_a_grammar_is_written(tmp_path: Path, name: str) -> None:
    write_grammar(SMALL, tmp_path / name)
    assert listed(read_grammar(str(tmp_path / name))) == listed(SMALL)


def test_the_penn_grammar_comes_back(reference: Path, tmp_path: Path) -> None:
    grammar = induce(treegauge.read(reference / "constituency" / "wsj-sample.gold.clean.mrg.xz"))
    write_grammar(grammar, tmp_path / "g.npz")
    write_grammar(grammar, tmp_path / "g.txt.xz")
    assert identical(read_grammar(tmp_path / "g.npz"), grammar)
    assert listed(read_grammar(tmp_path / "g.txt.xz")) == listed(grammar)


def test_text_is_for_people(tmp_path: Path) -> None:
    write_grammar(SMALL, tmp_path / "g.txt")
    written = (tmp_path / "g.txt").read_text("utf-8")
    assert written == 'start S\n1 A -> "b"\n0.10000000000000001 A -> "x y" S\n3 S -> "犬"\n1 S -> A "b"\n'


def test_npz_without_its_name_is_known_by_its_content(tmp_path: Path) -> None:
    write_grammar(SMALL, tmp_path / "g.npz")
    (tmp_path / "g").write_bytes((tmp_path / "g.npz").read_bytes())
    assert identical(read_grammar(tmp_path / "g"), SMALL)


def test_a_file_written_twice_is_the_same(tmp_path: Path) -> None:
    for name in ("one.npz", "two.npz"):
        write_grammar(SMALL, tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()


def test_a_grammar_goes_through_standard_input_and_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    write_grammar(SMALL, "-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(capfdbinary.readouterr().out)))
    assert listed(read_grammar("-")) == listed(SMALL)


def test_a_rule_that_stands_twice_is_counted_together() -> None:
    assert from_text('1 S -> "a"\n1 S -> "b"\n2.5 S -> "a"').weight.tolist() == [3.5, 1]


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"there is no file"):
        read_grammar(tmp_path / "g.npz")


def test_a_directory_is_not_a_grammar(tmp_path: Path) -> None:
    write_grammar(SMALL, tmp_path / "one")
    write_grammar(SMALL, tmp_path / "two")
    with pytest.raises(CallError, match=r"is 2 files; name the one file of the grammar"):
        read_grammar(tmp_path)


def test_a_bad_line_of_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text('1 S -> "a"\nwhat\n')
    with pytest.raises(FormatError, match=r"g\.txt:2: expected"):
        read_grammar(tmp_path / "g.txt")


def test_bytes_that_are_no_text_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_bytes(b'1 S -> "a"\n1 S -> "\xff\xfe\xe2\x82"\n')
    with pytest.raises(FormatError, match=r"g\.txt:2"):
        read_grammar(tmp_path / "g.txt")


def test_text_under_the_name_of_npz_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "g.npz").write_text(SMALL.to_text())
    with pytest.raises(FormatError, match=r"g\.npz:1: is not an npz file"):
        read_grammar(tmp_path / "g.npz")


def test_npz_of_something_else_is_an_error(tmp_path: Path) -> None:
    np.savez(tmp_path / "g.npz", weights=np.zeros(3))
    with pytest.raises(FormatError, match=r"is not a grammar that treegauge wrote"):
        read_grammar(tmp_path / "g.npz")


def test_a_later_version_is_an_error(tmp_path: Path) -> None:
    write_grammar(SMALL, tmp_path / "g.npz")
    np.savez(tmp_path / "g.npz", **{**arrays_of(tmp_path / "g.npz"), "treegauge_grammar": np.int64(2)})
    with pytest.raises(FormatError, match=r"is a grammar of version 2; this treegauge reads version 1"):
        read_grammar(tmp_path / "g.npz")


@pytest.mark.parametrize("length", [4, 30, 200, -1, -30])
def test_a_file_cut_short_is_an_error(tmp_path: Path, length: int) -> None:
    write_grammar(SMALL, tmp_path / "g.npz")
    (tmp_path / "g.npz").write_bytes((tmp_path / "g.npz").read_bytes()[:length])
    with pytest.raises(FormatError, match=r"the file is damaged or cut short"):
        read_grammar(tmp_path / "g.npz")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("lhs", np.array([0, 0, 1, 2], np.int32), r"a symbol that is not there"),
        ("lhs", np.array([0, 1, 0, 1], np.int32), r"not in order of their left-hand sides"),
        ("lhs", np.array([0, 0, 1, 1], np.int64), r"'lhs' is not an array of int32"),
        ("lhs", np.zeros((4, 1), np.int32), r"'lhs' is not an array of int32"),
        ("lhs", np.zeros(3, np.int32), r"its rules do not fit together"),
        ("rhs", np.array([-1, 2, 3, 4, 0, 2], np.int32), r"a symbol that is not there"),
        ("rhs", np.zeros(5, np.int32), r"its rules do not fit together"),
        ("offsets", np.array([0, 1, 1, 4, 6]), r"its rules do not fit together"),
        ("offsets", np.array([0, 3, 2, 4, 6]), r"its rules do not fit together"),
        ("weight", np.array([1, np.nan, 1, 1]), r"a weight is not a count"),
        ("weight", np.array([1.0, -1, 1, 1]), r"a weight is not a count"),
        ("weight", np.full(4, 1e308), r"its weights are too large"),
        ("start", np.int64(2), r"its start is not one of its symbols"),
        ("nonterminals", np.int64(9), r"its start is not one of its symbols"),
        ("symbols", np.full(8, 255, np.uint8), r"its symbols do not fit together|a symbol is not UTF-8"),
        ("symbol_offsets", np.array([0, 1, 2]), r"its symbols do not fit together"),
    ],
)
def test_arrays_that_do_not_fit_are_an_error(tmp_path: Path, name: str, value: Any, message: str) -> None:
    write_grammar(SMALL, tmp_path / "g.npz")
    np.savez(tmp_path / "g.npz", **{**arrays_of(tmp_path / "g.npz"), name: value})
    with pytest.raises(FormatError, match=message):
        read_grammar(tmp_path / "g.npz")

"""What holds for every parser, and how parsers are called for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from treegauge import CallError, ParserModel, UnknownNameError, find_parser
from treegauge.parsers.base import PARSERS, Parser
from treegauge.parsers.pcfg import Pcfg

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


@pytest.mark.parametrize("name", PARSERS.names())
def test_every_parser_says_what_it_is(name: str) -> None:
    assert PARSERS.get(name).summary()


@pytest.mark.parametrize("name", PARSERS.names())
def test_every_parser_is_documented(name: str) -> None:
    page = REFERENCE.joinpath("parsing.md").read_text("utf-8")
    assert f"| `{name}` | {PARSERS.get(name).summary()}" in page


@pytest.mark.parametrize("name", PARSERS.names())
def test_a_parser_is_found_by_its_own_specification(name: str) -> None:
    assert find_parser(find_parser(name).spec) == find_parser(name)


def test_options_are_read_and_written() -> None:
    assert find_parser("pcfg(max_length=40)") == Pcfg(max_length=40)
    assert Pcfg(max_length=40).spec == "pcfg(max_length=40)"
    assert Pcfg().spec == "pcfg"


def test_a_wrong_name_gets_the_right_one() -> None:
    with pytest.raises(UnknownNameError, match="unknown parser 'pfcg'; did you mean 'pcfg'"):
        find_parser("pfcg")


def test_a_wrong_option_gets_the_right_one() -> None:
    with pytest.raises(CallError, match=r"unknown option 'max_lenght'.*did you mean 'max_length'"):
        find_parser("pcfg(max_lenght=3)")


@pytest.mark.parametrize("name", ["x.grammar", "x.grammar.gz", "some/x.npz"])
def test_a_saved_grammar_is_known_by_its_name(name: str) -> None:
    assert Pcfg().is_saved(name)


@pytest.mark.parametrize("name", ["x.mrg", "grammar", "x.grammar.mrg", "-", "x.txt:brackets"])
def test_any_other_name_is_a_treebank(name: str) -> None:
    assert not Pcfg().is_saved(name)


def test_a_parser_without_saved_models_takes_files_for_treebanks() -> None:
    class Plain(Parser):
        name = "plain"

    assert not Plain().is_saved("x.mrg")
    with pytest.raises(CallError, match=r"'x.npz' is a model of pcfg, not of plain"):
        Plain().is_saved("x.npz")
    with pytest.raises(CallError, match="plain has no saved models"):
        Plain().load("x.npz")


def test_a_model_has_nothing_to_undo_unless_it_says_so() -> None:
    from treegauge import bundled

    treebank = bundled("english.mrg")
    assert ParserModel().undo(treebank) is treebank


def test_listing_parsers_does_not_import_numba() -> None:
    code = "import sys; from treegauge.parsers.base import PARSERS; PARSERS.names(); print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"

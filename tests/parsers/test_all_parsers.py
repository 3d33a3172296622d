"""What holds for every parser that learns and can run here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from treegauge import CallError, DataError, ParserModel, Treebank, find_parser, parse
from treegauge.parsers.adapters._bllip_training import find_trainer
from treegauge.parsers.base import PARSERS, Kind, Parser
from treegauge.parsers.foreign.base import ProgramParser
from treegauge.testing import parsers as testing

QUICK = {
    "mate": "mate(iterations=2,hash_size=1000003)",
    "mstparser": "mstparser(iterations=2)",
    "berkeley": "berkeley(cycles=1,tags=given)",
    "bllip": "bllip(tags=given)",
    "stanford": "stanford(tags=given)",
    "spacy": "spacy(iterations=2)",
    "stanza": "stanza(iterations=1)",
    "udpipe": "udpipe(iterations=1,options='hidden_layer=20;structured_interval=0')",
}
# Programs of others take seconds to start; each has quick tests of its own.
NAMES = [
    pytest.param(name, marks=pytest.mark.slow) if issubclass(member, ProgramParser) else name
    for name, member in PARSERS.items()
    if member.learns
]


@pytest.fixture(params=NAMES)
def parser(request: pytest.FixtureRequest) -> Parser:
    found = find_parser(QUICK.get(request.param, request.param))
    if found.missing() is not None:
        pytest.skip(f"{found.name} cannot run here: {found.missing()}")
    if found.name == "bllip" and find_trainer(None) is None:
        pytest.skip("bllip cannot be trained here: BLLIP_TRAINER does not name its trainer")
    return found


@cache
def treebank(kind: Kind) -> Treebank:
    return testing.sample_treebank(kind)


@cache
def trained(parser: Parser) -> ParserModel:
    return parser.train(treebank(parser.makes))


def test_the_docstring_and_the_specification_are_in_order(parser: Parser) -> None:
    testing.check_parser_description(parser)


def test_sentences_and_words_are_those_given(parser: Parser) -> None:
    testing.check_sentences(parser, trained(parser), treebank(parser.makes))


def test_every_sentence_gets_a_tree_of_the_kind_that_the_parser_makes(parser: Parser) -> None:
    testing.check_kind(parser, trained(parser), treebank(parser.makes))


def test_trees_of_the_sentences_are_not_looked_at(parser: Parser) -> None:
    testing.check_predictions(parser, trained(parser), treebank(parser.makes))


def test_training_again_gives_the_same(parser: Parser) -> None:
    testing.check_training(parser, trained(parser), treebank(parser.makes))


def test_a_saved_model_parses_the_same(parser: Parser) -> None:
    testing.check_saving(parser, trained(parser), treebank(parser.makes))


def test_a_file_of_something_else_is_not_a_model(parser: Parser, tmp_path: Path) -> None:
    testing.check_other_file(parser)
    path = tmp_path / f"model{parser.saved[-1]}"
    path.write_bytes(b"\x00\x01 something else\n")
    with pytest.raises(DataError, match=r"is not a|is damaged"):
        parser.load(path)


def test_a_name_that_is_none_of_a_model_is_refused_before_training(parser: Parser, tmp_path: Path) -> None:
    testing.check_name_of_model(parser, treebank(parser.makes))
    message = rf"is not a name for a model of {parser.name}; it must end in \{parser.saved[0]}"
    with pytest.raises(CallError, match=message):
        parse("no such file", treebank(parser.makes), parser, save=tmp_path / "model.txt")


def test_a_treebank_of_the_other_kind_is_refused(parser: Parser) -> None:
    testing.check_other_kind(parser)
    other = treebank("dependencies" if parser.makes == "constituents" else "constituents")
    with pytest.raises((CallError, DataError), match=r"there are no constituency trees|learns from dependency trees"):
        parse(other, other, parser)


def test_sentences_without_words_are_kept(parser: Parser) -> None:
    testing.check_no_words(parser, trained(parser), treebank(parser.makes))


def test_words_without_anything_but_a_form_and_a_tag_are_parsed(parser: Parser) -> None:
    testing.check_bare_words(parser, trained(parser))


@pytest.mark.parametrize("name", ["pcfg", "arc-standard"])
def test_our_own_parsers_pass_the_checks_for_plug_ins(name: str) -> None:
    testing.check_parser(name)


@pytest.mark.parametrize("name", [name for name, member in PARSERS.items() if not member.learns])
def test_one_that_does_not_learn_takes_every_name_for_a_model(name: str) -> None:
    assert find_parser(name).is_saved("train.conllu")
    with pytest.raises(CallError, match=f"models of {name} cannot be saved"):
        find_parser(name).check_save("x.model")

"""What holds for every parser that learns and can run here."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from small_treebanks import conllu

from treegauge import CallError, DataError, ParserModel, Treebank, apply, bundled, find_parser, parse
from treegauge.models.transitions.oracles import check_trees
from treegauge.parsers.base import PARSERS, Parser
from treegauge.parsers.trees import without_trees

QUICK = {"udpipe": "udpipe(iterations=1,options='hidden_layer=20;structured_interval=0')"}
NAMES = [name for name, member in PARSERS.items() if member.learns]


@pytest.fixture(params=NAMES)
def parser(request: pytest.FixtureRequest) -> Parser:
    found = find_parser(QUICK.get(request.param, request.param))
    if found.missing() is not None:
        pytest.skip(f"{found.name} cannot run here: {found.missing()}")
    return found


@cache
def treebank(kind: str) -> Treebank:
    if kind == "dependencies":
        return apply(bundled("english.conllu"), "head(30)")
    return apply(bundled("english.mrg"), ["remove-empties", "strip-functions", "head(30)"])


@cache
def trained(parser: Parser) -> ParserModel:
    return parser.train(treebank(parser.makes))


@cache
def parsed(parser: Parser) -> Treebank:
    return trained(parser).parse(treebank(parser.makes)).trees


def test_sentences_and_words_are_those_given(parser: Parser) -> None:
    before, after = treebank(parser.makes), parsed(parser)
    assert after.tokens.counts.tolist() == before.tokens.counts.tolist()
    assert after.sentences.equals(before.sentences)
    assert after.multiword.equals(before.multiword)
    for column in ("form", "tag", "lemma", "upos", "feats", "misc"):
        assert after.tokens.text(column).equals(before.tokens.text(column))


def test_every_sentence_gets_a_tree_of_the_kind_that_the_parser_makes(parser: Parser) -> None:
    found = parsed(parser)
    assert found.has_constituents == (parser.makes == "constituents")
    assert found.has_dependencies == (parser.makes == "dependencies")
    if found.has_dependencies:
        check_trees(found)
        assert None not in found.tokens.text("deprel").decode()
    else:
        assert (found.nodes.counts > 0).all()


def test_trees_of_the_sentences_are_not_looked_at(parser: Parser) -> None:
    again = trained(parser).parse(without_trees(treebank(parser.makes))).trees
    assert again.equals(parsed(parser))


def test_training_again_gives_the_same(parser: Parser) -> None:
    again = parser.train(treebank(parser.makes)).parse(treebank(parser.makes)).trees
    assert again.equals(parsed(parser))


def test_a_saved_model_parses_the_same(parser: Parser, tmp_path: Path) -> None:
    path = tmp_path / f"model{parser.saved[-1]}"
    trained(parser).save(path)
    assert parser.is_saved(path)
    assert parser.load(path).parse(treebank(parser.makes)).trees.equals(parsed(parser))


def test_a_file_of_something_else_is_no_model(parser: Parser, tmp_path: Path) -> None:
    path = tmp_path / f"model{parser.saved[-1]}"
    path.write_bytes(b"\x00\x01 something else\n")
    with pytest.raises(DataError, match=r"is no |is damaged"):
        parser.load(path)


def test_a_name_that_is_none_of_a_model_is_refused_before_training(parser: Parser, tmp_path: Path) -> None:
    message = rf"is not a name for a model of {parser.name}; it must end in \{parser.saved[0]}"
    with pytest.raises(CallError, match=message):
        parse("no such file", treebank(parser.makes), parser, save=tmp_path / "model.txt")


def test_a_treebank_of_the_other_kind_is_refused(parser: Parser) -> None:
    other = treebank("dependencies" if parser.makes == "constituents" else "constituents")
    with pytest.raises((CallError, DataError), match=r"there are no constituency trees|learns from dependency trees"):
        parse(other, other, parser)


def test_sentences_without_words_stay(parser: Parser) -> None:
    some = treebank(parser.makes)
    empty = some.replace(
        tokens=some.tokens.keep(some.tokens.sentence != 1), multiword=some.multiword.keep(some.multiword.sentence != 1)
    )
    found = trained(parser).parse(without_trees(empty)).trees
    assert found.tokens.counts.tolist() == empty.tokens.counts.tolist()
    assert found[2:].equals(parsed(parser)[2:])
    assert len(trained(parser).parse(some[:0]).trees) == 0


def test_words_without_anything_but_a_form_and_a_tag_are_parsed(parser: Parser) -> None:
    found = trained(parser).parse(conllu("1\ta b\t_\t_\tDT\t_\t_\t_\t_\t_\n2\tdog\t_\t_\tNN\t_\t_\t_\t_\t_\n\n")).trees
    assert found.tokens.text("form").decode() == ["a b", "dog"]


@pytest.mark.parametrize("name", [name for name, member in PARSERS.items() if not member.learns])
def test_one_that_does_not_learn_takes_every_name_for_a_model(name: str) -> None:
    assert find_parser(name).is_saved("train.conllu")
    with pytest.raises(CallError, match=f"models of {name} cannot be saved"):
        find_parser(name).check_save("x.model")

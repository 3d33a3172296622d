"""What the adapters share: blocks of sentences, failures, and what is kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from small_treebanks import conllu, tagged

from treegauge import CallError, DataError, ParserError, Parses, Treebank
from treegauge.parsers.attaching import predicted_parses
from treegauge.parsers.foreign.sentences import (
    HeadsAndRelations,
    missing_package,
    parse_blocks,
    predict_arcs,
    with_both_tags,
)


def chain(sentences: Treebank) -> list[HeadsAndRelations]:
    """Every word depends on the one before; the word `DIE` kills the parser."""
    if "DIE" in sentences.tokens.text("form").decode():
        raise RuntimeError("no such word")
    return [(list(range(-1, len(tree) - 1)), ["r"] * len(tree)) for tree in sentences]


def in_blocks(
    treebank: Treebank, parse: Callable[[Treebank], Sequence[HeadsAndRelations]] = chain, **options: Any
) -> Parses:
    """The parses of a parser that is called for some sentences at a time."""
    return predicted_parses("p(x=1)", treebank, lambda sentences: parse_blocks(sentences, parse, **options))


def of_arcs(treebank: Treebank, arcs: list[HeadsAndRelations]) -> Parses:
    return predicted_parses("p", treebank, lambda sentences: predict_arcs(sentences, arcs))


@pytest.mark.parametrize("block", [1, 2, 3, 100])
def test_sentences_come_back_in_order_whatever_the_block(block: int) -> None:
    found = in_blocks(tagged("A B", "", "C", "D E F", ""), chain, block=block, facts={"n": 1})
    assert found.trees.tokens.numbers("head").tolist() == [-1, 0, -1, -1, 0, 1]
    assert [(sentence.sentence, sentence.reason) for sentence in found.unparsed] == [(2, "no words"), (5, "no words")]
    assert (found.parser, found.facts) == ("p(x=1)", {"n": 1})


@pytest.mark.parametrize("block", [1, 2, 3, 100])
def test_the_sentence_on_which_it_fails_is_named_and_those_before_are_kept(block: int) -> None:
    with pytest.raises(
        ParserError, match=r"^p failed at sentence 4 \(sentence 4\): RuntimeError: no such word$"
    ) as caught:
        in_blocks(tagged("A B", "", "C", "DIE", "E"), chain, block=block)
    assert caught.value.sentence == 4
    assert [len(tree) for tree in caught.value.parses.trees] == [2, 0, 1]
    assert caught.value.parses.trees.tokens.numbers("head").tolist() == [-1, 0, -1]
    assert isinstance(caught.value, DataError)


def test_a_failure_of_many_that_none_has_alone_is_not_a_failure() -> None:
    def shy(sentences: Treebank) -> list[HeadsAndRelations]:
        if len(sentences) > 1:
            raise MemoryError
        return chain(sentences)

    assert in_blocks(tagged("A", "B C"), shy, block=2).trees.tokens.numbers("head").tolist() == [-1, -1, 0]


def test_a_wrong_call_is_not_laid_on_a_sentence() -> None:
    def refuse(sentences: Treebank) -> list[HeadsAndRelations]:
        raise CallError("take another")

    with pytest.raises(CallError, match=r"^take another$"):
        in_blocks(tagged("A", "B"), refuse, block=2)


@pytest.mark.parametrize(
    ("arcs", "message"),
    [
        (([-1], ["r"]), "it returned 1 word for 2"),
        (([-1, 2], ["r", "r"]), "it returned no head for a word, or a head outside the sentence"),
        (([-2, 0], ["r", "r"]), "it returned no head for a word, or a head outside the sentence"),
        (([1, 0], ["r", "r"]), "it returned heads that form a cycle"),
    ],
)
def test_what_is_not_a_tree_is_a_failure_of_the_parser(arcs: HeadsAndRelations, message: str) -> None:
    with pytest.raises(ParserError, match=rf"^p failed at sentence 2 \(sentence 2\): {message}$") as caught:
        of_arcs(tagged("A B", "C D"), [([-1, 0], ["r", "r"]), arcs])
    assert len(caught.value.parses.trees) == 1


def test_too_few_sentences_are_a_failure() -> None:
    with pytest.raises(ParserError, match=r"sentence 1 .*: it returned 0 sentences for 1"):
        in_blocks(tagged("A", "B"), lambda sentences: [], block=2)
    with pytest.raises(ParserError, match=r"sentence 2 .*: it stopped there"):
        of_arcs(tagged("A", "B"), [([-1], ["r"])])


def test_progress_counts_the_sentences_that_have_words() -> None:
    reported: list[tuple[int, int]] = []
    in_blocks(tagged("A", "", "B", "C"), chain, block=2, progress=lambda *done: reported.append(done))
    assert reported == [(2, 3), (3, 3)]


def test_a_parser_never_sees_trees() -> None:
    seen: list[Treebank] = []

    def look(sentences: Treebank) -> list[HeadsAndRelations]:
        seen.append(sentences)
        return chain(sentences)

    in_blocks(conllu("1\ta\ta\tX\tN\t_\t0\troot\t0:root\t_\n\n"), look)
    assert {"head", "deprel", "deps"}.isdisjoint(seen[0].tokens.columns)


@pytest.mark.parametrize(
    ("upos", "tag", "expected"), [("X", "_", ("X", "X")), ("_", "N", ("N", "N")), ("X", "N", ("X", "N"))]
)
def test_an_empty_column_of_tags_gets_those_of_the_other(upos: str, tag: str, expected: tuple[str, str]) -> None:
    tokens = with_both_tags(conllu(f"1\ta\ta\t{upos}\t{tag}\t_\t0\troot\t_\t_\n\n")).tokens
    assert (tokens.text("upos")[0], tokens.text("tag")[0]) == expected


def test_a_column_with_some_tags_stays_as_it_is() -> None:
    rows = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n2\tb\tb\tX\tN\t_\t1\tx\t_\t_\n\n"
    assert with_both_tags(conllu(rows)).tokens.text("tag").decode() == ["_", "N"]


def test_tags_that_were_filled_are_not_part_of_the_result() -> None:
    found = in_blocks(conllu("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n"), chain)
    assert found.trees.tokens.text("tag").decode() == ["_"]


@pytest.mark.parametrize("module", ["no_such_package", "no_such_package.inside"])
def test_a_package_that_is_missing_says_how_to_get_it(module: str) -> None:
    assert missing_package(module, "some") == (
        f"the package '{module}' is not installed; install it with: pip install 'treegauge[some]'"
    )
    assert missing_package("json", "some") is None

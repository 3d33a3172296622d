"""The greedy parser: the same as its plain twin, whole trees whatever it learned."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_oracles import as_treebank, head_lists
from plain_parser import Observer, learn, sentences_of

from array_files import change_array
from strategies import treebanks
from treegauge import CallError, DataError, FormatError, Treebank, bundled
from treegauge.core.parallel import jobs
from treegauge.models.transitions.configuration_kernels import (
    BUFFER,
    HEAD,
    ROWS,
    STACK,
    TOP,
    WAITING,
    begin,
    carry_out,
    permitted,
)
from treegauge.models.transitions.parser import GreedyParser, learn_parser
from treegauge.models.transitions.storage import read_parser, write_parser
from treegauge.models.transitions.systems import SYSTEMS, Transition
from treegauge.treebank.build import Builder

KIND = {"arc-standard": 0, "arc-eager": 1, "swap-eager": 2, "swap-lazy": 2}
systems = pytest.mark.parametrize("system", SYSTEMS)


def parsed(parser: GreedyParser, treebank: Treebank) -> list[tuple[int, str | None]]:
    head, relation = parser.parse(treebank)
    return list(zip(head.tolist(), relation, strict=True))


@systems
@given(words=st.integers(1, 8), single_root=st.booleans(), choices=st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_transitions_do_what_the_plain_definition_says(
    system: str, words: int, single_root: bool, choices: np.random.Generator
) -> None:
    plain = Observer(SYSTEMS[system], [{} for _ in range(words)], single_root)
    work, at = np.zeros((ROWS, words + 1), np.int32), np.zeros(4, np.int64)
    begin(words, work, at)
    while bits := permitted(KIND[system], single_root, work, at):
        allowed = [transition for transition in Transition if bits >> transition & 1]
        assert allowed == plain.permitted()
        chosen = choices.choice(allowed)
        carry_out(KIND[system], chosen, 1, work, at)
        plain.make(chosen, "r")
        assert work[STACK, : at[TOP] + 1].tolist() == plain.now.stack
        assert work[BUFFER, : at[WAITING]].tolist() == plain.now.buffer
        assert [None if head < 0 else head for head in work[HEAD].tolist()] == plain.now.head
    assert plain.now.is_final
    if single_root and system != "arc-eager":
        assert plain.now.head.count(0) == 1


@systems
@pytest.mark.parametrize("minimum", [1, 2])
def test_it_learns_and_parses_as_its_plain_twin(system: str, minimum: int) -> None:
    treebank = bundled("german.conllu")
    train, test = treebank[:14], treebank[14:]
    own = learn_parser(train, system, iterations=3, minimum=minimum, seed=5)
    plain = learn(train, system, iterations=3, minimum=minimum, seed=5)
    assert len(own.kinds) == len(plain.classes)
    assert sorted(filter(None, own.weights.weights.tolist())) == sorted(plain.average.values())
    head, relation = own.parse(test)
    for number, words in enumerate(sentences_of(test)):
        heads, relations = plain.parse(words)
        start = test.tokens.offsets[number]
        for word, wanted in enumerate(heads[1:]):
            if wanted is not None:  # else it was attached in the end
                assert (head[start + word] + 1, relation[int(start + word)]) == (wanted, relations[word + 1])


def check_tree(heads: list[int]) -> None:
    """From every word the root is reached."""
    for word in range(len(heads)):
        above, steps = word, 0
        while above >= 0:
            above, steps = heads[above], steps + 1
            assert steps <= len(heads), f"a cycle in {heads}"


@systems
@given(trees=st.lists(head_lists(), min_size=1, max_size=3), test=treebanks(max_sentences=3))
@settings(max_examples=30)
def test_every_sentence_gets_a_tree_whatever_was_learned(system: str, trees: list[list[int]], test: Treebank) -> None:
    train = as_treebank(*trees)
    parser = learn_parser(train, system, iterations=2, minimum=1)
    head, relation = parser.parse(test)
    known = set(train.tokens.text("deprel"))
    assert set(relation) <= known | {None}
    for begin_, end in pairwise(test.tokens.offsets):
        own = head[begin_:end].tolist()
        check_tree(own)
        if own and parser.single_root:
            assert own.count(-1) == 1


@systems
@given(heads=head_lists(roots=1))
@settings(max_examples=40)
def test_one_tree_learned_by_heart_is_given_back(system: str, heads: list[int]) -> None:
    treebank = as_treebank(heads)
    # The average comes as near as one likes to the weights that make no mistake any more.
    parser = learn_parser(treebank, system, iterations=300, minimum=1)
    if not SYSTEMS[system].any_tree:
        from treegauge import derive

        if derive(treebank, system).lost.any():
            return
    assert [head + 1 for head, _ in parsed(parser, treebank)] == heads[1:]


def test_the_seed_decides_and_threads_do_not() -> None:
    train, test = bundled("english.conllu")[:40], bundled("english.conllu")
    parser = learn_parser(train, "arc-eager", seed=1)
    with jobs(1):
        alone = parsed(parser, test)
    assert parsed(learn_parser(train, "arc-eager", seed=1), test) == alone
    assert parsed(learn_parser(train, "arc-eager", seed=2), test) != alone


def test_the_gold_trees_of_the_test_part_are_not_looked_at() -> None:
    train, test = bundled("english.conllu")[:40], bundled("english.conllu")[40:]
    parser = learn_parser(train)
    bare = test.replace(tokens=test.tokens.replace(head=None, deprel=None))
    assert parsed(parser, bare) == parsed(parser, test)


def test_a_missing_tag_is_the_universal_one() -> None:
    treebank = bundled("english.conllu")
    tokens = treebank.tokens
    without = treebank.replace(tokens=tokens.replace(tag=None))
    same = treebank.replace(tokens=tokens.replace(tag=tokens.text("upos")))
    assert parsed(learn_parser(without[:40]), without) == parsed(learn_parser(same[:40]), same)


def test_morphology_is_looked_at_where_asked_for() -> None:
    builder = Builder()
    for case, head in (("Case=Nom", 1), ("Case=Acc", -1)) * 4:
        builder.add({}, [{"form": "x", "feats": case, "head": head}, {"form": "y", "head": -1 if head == 1 else 0}])
    treebank = builder.build()
    heads = np.asarray(treebank.tokens.numbers("head"))
    assert not np.array_equal(learn_parser(treebank).parse(treebank)[0], heads)
    assert np.array_equal(learn_parser(treebank, morphology=True).parse(treebank)[0], heads)


def test_a_treebank_with_several_roots_teaches_several_roots() -> None:
    parser = learn_parser(as_treebank([-1, 0, 0], [-1, 0, 1]), minimum=1)
    assert not parser.single_root


def test_words_that_nothing_attaches_hang_from_the_root_word() -> None:
    """Arc-eager can end with words that have no head: with a model that only shifts, all of them."""
    treebank = bundled("english.conllu")
    parser = learn_parser(treebank[:20], "arc-eager")
    parser.kinds[:] = np.where(parser.kinds == Transition.SHIFT, Transition.SHIFT, Transition.SWAP)
    for own in read_heads(parser, treebank):
        assert own[0] == (-1, "root")
        assert all(head == 0 for head, _ in own[1:])


def read_heads(parser: GreedyParser, treebank: Treebank) -> list[list[tuple[int, str | None]]]:
    found, ends = parsed(parser, treebank), treebank.tokens.offsets.tolist()
    return [found[begin_:end] for begin_, end in pairwise(ends)]


@systems
def test_a_saved_parser_is_the_same_parser(system: str, tmp_path: Path) -> None:
    treebank = bundled("german.conllu")
    parser = learn_parser(treebank[:20], system, morphology=True)
    write_parser(parser, tmp_path / "de.parser")
    again = read_parser(tmp_path / "de.parser")
    assert parsed(again, treebank) == parsed(parser, treebank)
    assert again.system is parser.system


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("treegauge_parser", None, "is not a parser that treegauge wrote"),
        ("treegauge_parser", np.int64(7), "of version 7"),
        ("keys", None, "'keys' is missing"),
        ("keys", np.zeros(3, np.uint64), "its weights do not fit together"),
        ("blocks", np.full(1, 999, np.int16), "its weights do not fit together"),
        ("relations", np.full(3, 999, np.int32), "relations that are not there"),
        ("kinds", np.full(3, 9, np.int8), "its transitions do not fit together"),
        ("sizes", np.zeros(6, np.int64), "its words do not fit together"),
        ("fallback", np.zeros(2, np.int32), "its features do not fit together"),
        ("description", np.frombuffer(b'{"system": "x"}', np.uint8), "does not say what parser"),
    ],
)
def test_a_damaged_parser_is_refused(name: str, value: np.ndarray | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.parser"
    write_parser(learn_parser(bundled("german.conllu")[:5]), path)
    change_array(path, name, value)
    with pytest.raises(FormatError, match=message):
        read_parser(path)
    path.write_bytes(b"PK\x03\x04nothing")
    with pytest.raises(FormatError, match="damaged or cut short"):
        read_parser(path)


def test_bad_calls_are_reported() -> None:
    treebank = bundled("english.conllu")
    with pytest.raises(DataError, match="no words to learn from"):
        learn_parser(treebank[:0])
    with pytest.raises(CallError, match="1 or more"):
        learn_parser(treebank, iterations=0)
    with pytest.raises(CallError, match="there is none"):
        learn_parser(treebank.replace(tokens=treebank.tokens.replace(head=None)))

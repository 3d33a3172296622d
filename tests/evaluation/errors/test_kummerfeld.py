"""The classes of Kummerfeld et al. (2012): equal to the authors' program, and to a plain version of the search."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plain_repair import repair_plainly, tree_of
from wrong_trees import mutated, some_trees, trees

import treegauge as tg
from treegauge.evaluation.errors.kummerfeld import CLASSES

# What the authors' program prints for the output of parsers that comes with it: occurrences and nodes of all classes.
SAMPLE = {
    "collins.1": (39, 84),
    "henderson": (39, 78),
    "berkeley": (19, 44),
}


def steps(gold: tg.Treebank, test: tg.Treebank) -> list[list[tuple[str, int]]]:
    """The class of each step and what it gains, sentence by sentence."""
    table = tg.find_errors(gold, test, classes="kummerfeld", resamples=0)[0].errors
    found: list[list[tuple[str, int]]] = [[] for _ in range(len(gold))]
    for sentence, kind, nodes in zip(table.sentence.tolist(), table.kind.decode(), table.nodes.tolist(), strict=True):
        assert kind is not None
        found[sentence].append((kind, nodes))
    return found


def single(gold: str, test: str) -> list[tuple[str, int]]:
    return steps(trees(f"(ROOT {gold})"), trees(f"(ROOT {test})"))[0]


def test_all_classes_equal_the_authors_program_on_the_wall_street_journal(reference: Path) -> None:
    folder = reference / "constituency"
    gold, test = folder / "wsj-sample.gold.clean.mrg.xz", folder / "wsj-sample.bllip-T20.mrg.xz"
    with pytest.warns(tg.TreegaugeWarning, match="left out 11 sentences"):
        (system,) = tg.find_errors(gold, test, classes="kummerfeld", resamples=0)
    lines = (folder / "wsj-sample.bllip-T20.error-classes.txt").read_text().splitlines()
    expected = {name: (int(count), int(nodes)) for count, nodes, name in (line.split(" ", 2) for line in lines)}
    assert {row.name: (row.occurrences, row.nodes) for row in system.classes} == expected


@pytest.mark.parametrize("parser", SAMPLE)
def test_totals_equal_the_authors_program_on_its_own_sample(shared: Path, parser: str) -> None:
    folder = shared / "parser_output" / "berkeley_analyser_sample"
    found = steps(tg.read(folder / "wsj01.mrg"), tg.read(folder / f"{parser}.mrg"))
    assert (sum(map(len, found)), sum(nodes for sentence in found for _, nodes in sentence)) == SAMPLE[parser]


def rooted(tree: Any) -> Any:
    """As the program sees it: under a root, PRT as ADVP."""
    label = "ADVP" if tree[0] == "PRT" else tree[0]
    return [label, *map(rooted, tree[1:])]


@pytest.mark.parametrize("seed", range(12))
def test_the_steps_are_those_of_the_plain_search(seed: int) -> None:
    generator = random.Random(seed)
    pairs = [(gold, mutated(gold, generator)) for gold in some_trees(generator, 8)]
    gold, test = (trees("\n".join(side)) for side in zip(*pairs, strict=True))
    plain = [
        repair_plainly(rooted(tree_of(gold_tree.roots[0])), rooted(tree_of(test_tree.roots[0])))
        for gold_tree, test_tree in zip(gold, test, strict=True)
    ]
    assert steps(gold, test) == [found or [] for found in plain]


def test_a_phrase_attached_too_low() -> None:
    gold = "(S (NP (PRP I)) (VP (VBD saw) (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes)))))"
    test = "(S (NP (PRP I)) (VP (VBD saw) (NP (NP (DT the) (NN man)) (PP (IN with) (NP (NNS eyes))))))"
    assert single(gold, test) == [("PP Attachment", 1)]
    assert single(test, gold) == [("PP Attachment", 1)]


@pytest.mark.parametrize(
    ("gold", "test", "kind"),
    [
        ("(S (NP (NN a)) (VP (VB b)))", "(S (NN a) (VP (VB b)))", "Single Word Phrase"),
        ("(S (NP (NN a) (NN b)) (VB c))", "(S (VP (NN a) (NN b)) (VB c))", "Different label"),
        ("(NP (S (VP (VB a) (RB b))) (NN c))", "(NP (VP (VB a) (RB b)) (NN c))", "Unary"),
        ("(NP (NP (NP (NN a) (NN b))))", "(NP (NP (NN a) (NN b)))", "XoverX Unary"),
        (
            "(NP (NP (NN a)) (CC b) (NP (NN c) (NN d)))",
            "(NP (NP (NN a)) (CC b) (NN c) (NN d))",
            "NP Internal Structure",
        ),
        ("(S (NP (NN a) (JJ b)) (VB c) (VB d))", "(S (NP (NN a)) (JJ b) (VB c) (VB d))", "UNSET move"),
    ],
)
def test_small_errors(gold: str, test: str, kind: str) -> None:
    assert {found for found, _ in single(gold, test)} == {kind}


def test_punctuation_functions_and_roots_do_not_count() -> None:
    gold = trees("(TOP (S (NP-SBJ (NN a)) (, ,) (VP (VB b) (PRT (RP c))) (. .)))")
    test = trees("(S1 (S (NP (NN a) (, ,)) (VP (VB b) (ADVP (RP c))) (. .)))")
    assert steps(gold, test) == [[]]


def test_a_sentence_with_other_words_and_one_without_a_parse_are_left_out() -> None:
    gold = trees("(S (NN a) (NN b))\n(S (NN c) (VB d))\n(S (NN e))")
    test = trees("(S (NN a) (NN b) (NN x))\n(S (NN c) (VB d))\n")
    with pytest.warns(tg.TreegaugeWarning):
        (system,) = tg.find_errors(gold, test, classes="kummerfeld")
    assert [sentence.sentence for sentence in system.left_out] == [1, 3]
    assert len(system.compared) == 1


def test_a_sentence_that_takes_more_than_100_steps_is_left_out() -> None:
    words = " ".join(f"(NP (N{number} w))" for number in range(101))
    flat = " ".join(f"(N{number} w)" for number in range(101))
    short = "\n(S (NN a))"
    with pytest.warns(tg.TreegaugeWarning, match="more than 100 steps"):
        (system,) = tg.find_errors(trees(f"(S {words}){short}"), trees(f"(S {flat}){short}"), classes="kummerfeld")
    assert not len(system.errors)
    (almost,) = tg.find_errors(
        trees(f"(S {words})"), trees(f"(S {flat.replace('(N0 w)', '(NP (N0 w))')})"), classes="kummerfeld"
    )
    assert len(almost.errors) == 100


def test_phrases_with_gaps_are_refused() -> None:
    german = tg.bundled("german.export")
    with pytest.raises(tg.DataError, match="raise-crossing"):
        tg.find_errors(german, german, classes="kummerfeld")
    assert not len(tg.find_errors(german, german, classes="kummerfeld", transforms="raise-crossing")[0].errors)


def test_repairs_add_up_to_all_wrong_brackets() -> None:
    (system,) = tg.find_errors(tg.bundled("english.mrg"), tg.bundled("english.parsed.mrg"), classes="kummerfeld")
    matched, gold, test = system.found.counts[system.compared].sum(0)
    assert int(system.errors.missing.sum()) == gold - matched
    assert int(system.errors.extra.sum()) == test - matched
    assert set(system.errors.kinds()) <= set(CLASSES)
    words = tg.bundled("english.mrg").tokens.counts[system.errors.sentence]
    assert np.all((system.errors.left < system.errors.right) & (system.errors.right <= words))
    assert Counter(system.errors.kind.decode()) == {row.name: row.occurrences for row in system.classes}


def nested(labels: str, depth: int) -> str:
    """A tree in which every phrase has a word and the next phrase."""
    opened = "".join(f"({labels[number % len(labels)]} (NN w{number}) " for number in range(depth))
    return f"(ROOT {opened}(NN end){')' * depth})"


def test_a_tree_that_is_nested_too_deep_is_left_out_and_reported() -> None:
    depth = 3000
    small = "(ROOT (S (NP (NN a) (NN b)) (VP (VB c))))"
    gold, test = (trees(f"{nested(labels, depth)}\n{small}") for labels in ("ABC", "ACBD"))
    with pytest.warns(tg.TreegaugeWarning, match=r"left out 1 sentence, .*: is nested too deep for the search"):
        (system,) = tg.find_errors(gold, test, classes="kummerfeld", resamples=0)
    assert system.errors.kinds() == []
    assert len(system.left_out) == 1
    (own,) = tg.find_errors(gold, test, resamples=0)
    assert [(row.name, row.nodes) for row in own.classes] == [("Different label", 3 * depth // 2)]

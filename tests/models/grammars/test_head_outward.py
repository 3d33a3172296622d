"""Rules that are generated from the head outwards: against the definition in fractions, with all rules written out."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import plain
import pytest
from grammar_strategies import tagged

import treegauge
from treegauge import CallError, Grammar, Treebank
from treegauge.annotation.head_rules import head_children
from treegauge.models.grammars.ambiguity import tree_entropy
from treegauge.models.grammars.derivations import derivations, log2_trees, right_hand_sides
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.head_outward import head_places
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.markov import (
    MarkovGrammar,
    find_markov,
    learn_markov,
    log2_markov_trees,
    markov_derivations,
)

# The head is the last b, or else the last child: rules with children on both sides of it.
HEADS = '[rules]\nS = [["right", "b"]]\nA = [["right", "b"]]\n'
TREES = """
(S (A (a x) (b x)) (b x))
(S (A (A (a x)) (b x) (a x)))
(S (b x) (A (b x) (a x) (a x)))
"""
RULES = [
    ("S", ("A", '"b"'), 1), ("A", ('"a"', '"b"'), 1), ("S", ("A",), 0), ("A", ("A", '"b"', '"a"'), 1),
    ("A", ('"a"',), 0), ("S", ('"b"', "A"), 0), ("A", ('"b"', '"a"', '"a"'), 0),
]  # fmt: skip
SPECS = [
    f"markov(h={h},v={v},smoothing={smoothing},heads=right)"
    for h, v, smoothing in itertools.product(("0", "1", "2", "inf"), (1, 2), ("witten-bell", "kneser-ney"))
]
pytestmark = pytest.mark.filterwarnings("ignore::treegauge.models.ngrams.smoothing.DiscountWarning")
Label = tuple[str, str]  # and what is generated: the head, the children before it or those after it


def trees(tmp_path: Path, text: str = TREES) -> Treebank:
    (tmp_path / "trees.mrg").write_text(text)
    return treegauge.read(tmp_path / "trees.mrg")


def learned(treebank: Treebank, tmp_path: Path, h: object, more: str = "") -> MarkovGrammar:
    (tmp_path / "heads.toml").write_text(f'about = "b"\ndefault = [["right", "*"]]\n{HEADS}')
    return learn_markov(treebank, find_markov(f"markov(h={h},heads='{tmp_path / 'heads.toml'}'{more})"))


class HeadOutward:
    """The definition, in fractions, with Witten-Bell smoothing."""

    def __init__(self, h: int) -> None:
        self.h, self.symbols = h, sorted({child for _, right, _ in RULES for child in right})
        self.events: defaultdict[tuple[Label, tuple[str, ...]], Counter[str]] = defaultdict(Counter)
        for lhs, right, head in RULES:
            self.events[(lhs, "head"), ()][right[head]] += 1
            for side, others in self.sides(right, head):
                for place, event in enumerate((*others, ">")):
                    past = (f"{right[head]}*", *others[:place])
                    for size in range(min(h, len(past)) + 1):
                        self.events[(lhs, side), past[len(past) - size :]][event] += 1

    @staticmethod
    def sides(right: tuple[str, ...], head: int) -> list[tuple[str, tuple[str, ...]]]:
        return [("before", right[:head][::-1]), ("after", right[head + 1 :])]

    def probability(self, event: str, label: Label, context: tuple[str, ...]) -> Fraction:
        lower = Fraction(1, len(self.symbols) + 1)
        if context:
            lower = self.probability(event, label, context[1:])
        events = self.events[label, context]
        total, kinds = sum(events.values()), len(events)
        return (events[event] + kinds * lower) / (total + kinds) if total else lower

    def headed(self, lhs: str, right: tuple[str, ...], head: int) -> Fraction:
        """The probability of a rule with a child as its head, which is never the stop."""
        kind = lhs, "head"
        product = self.probability(right[head], kind, ()) / (1 - self.probability(">", kind, ()))
        for side, others in self.sides(right, head):
            for place, event in enumerate((*others, ">")):
                past = (f"{right[head]}*", *others[:place])
                product *= self.probability(event, (lhs, side), past[max(0, len(past) - self.h) :])
        return product

    def all_headed(self, lhs: str, right: tuple[str, ...]) -> list[Fraction]:
        return [self.headed(lhs, right, head) for head in range(len(right))]


def expanded(twin: HeadOutward, length: int, one: Any) -> Grammar:
    """All rules of up to `length` children as a plain grammar, each with what `one` makes of its heads; the other ones
    together are a tag that no sentence has."""
    lines = ["start S"]
    for lhs in ("S", "A"):
        rest = Fraction(1)
        for count in range(1, length + 1):
            for right in itertools.product(twin.symbols, repeat=count):
                share = one(twin.all_headed(lhs, right))
                rest -= share
                lines.append(f"{float(share):.17g} {lhs} -> {' '.join(right)}")
        lines.append(f'{float(rest):.17g} {lhs} -> "rest"')
    return from_text("\n".join(lines))


SENTENCES = [tags for count in (1, 2, 3) for tags in itertools.product("ab", repeat=count)]


@pytest.mark.parametrize("h", [0, 1, 2, 3])
def test_sums_are_those_of_all_rules_with_all_heads_written_out(h: int, tmp_path: Path) -> None:
    treebank, twin = trees(tmp_path), HeadOutward(h)
    grammar, every = learned(treebank, tmp_path, h), expanded(twin, 3, sum)
    found, other = infer(grammar, tagged(SENTENCES)), infer(every, tagged(SENTENCES))
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert log2_markov_trees(grammar, treebank) == pytest.approx(log2_trees(every, treebank), abs=1e-9)
    for number in (0, 3, 9):
        exact = plain.sentence_probability(every, SENTENCES[number])
        assert found.log2_sentence[number] == pytest.approx(math.log2(exact), abs=1e-9)


@pytest.mark.parametrize("h", [0, 1, 2, 3])
def test_the_best_tree_is_that_of_the_most_probable_heads(h: int, tmp_path: Path) -> None:
    grammar, every = learned(trees(tmp_path), tmp_path, h), expanded(HeadOutward(h), 3, max)
    found, other = infer(grammar, tagged(SENTENCES)), infer(every, tagged(SENTENCES))
    assert found.log2_best == pytest.approx(other.log2_best, abs=1e-9)
    assert (log2_markov_trees(grammar, found.trees) >= found.log2_best - 1e-9).all()


@pytest.mark.parametrize("h", [0, 1, 2])
def test_the_bits_of_nodes_are_those_of_the_rules_written_out(h: int, tmp_path: Path) -> None:
    treebank = trees(tmp_path)
    treebank = treebank.select(np.flatnonzero(treebank.tokens.counts == 3))
    grammar, every = learned(trees(tmp_path), tmp_path, h), expanded(HeadOutward(h), 3, sum)
    bits = infer(grammar, treebank, log2_rule=markov_derivations(grammar, treebank).logs()[1]).node_bits
    logs = derivations(every, treebank).log2_rules(every.probability)
    assert bits == pytest.approx(infer(every, treebank, log2_rule=logs).node_bits, abs=1e-9)


@pytest.mark.parametrize("spec", SPECS)
def test_distributions_are_proper_and_unseen_trees_have_a_probability(spec: str, tmp_path: Path) -> None:
    treebank = trees(tmp_path)
    grammar = learn_markov(treebank, find_markov(spec))
    assert grammar.heads is not None
    assert grammar.follow.sum(1) == pytest.approx(1, abs=1e-12)
    assert grammar.heads.probability.sum(1) == pytest.approx(1, abs=1e-12)
    unseen = trees(tmp_path, "(S (A (A (b x)) (A (a x)) (b x) (b x)) (a x))")
    log2 = log2_markov_trees(grammar, unseen)
    assert np.isfinite(log2).all()
    assert (infer(grammar, unseen).log2_sentence >= log2).all()


@pytest.mark.parametrize("spec", SPECS)
def test_states_that_share_the_edges_of_a_shorter_history_change_no_sum_and_no_best_tree(
    spec: str, tmp_path: Path
) -> None:
    grammar = learn_markov(trees(tmp_path), find_markov(spec))
    alone = replace(grammar, seen=grammar.follow, back=np.full_like(grammar.back, -1), share=grammar.share * 0)
    random = np.random.default_rng(4)
    sentences = tagged([tuple(random.choice(list("ab"), size).tolist()) for size in (1, 2, 3, 5, 8, 11)])
    found, other = infer(grammar, sentences), infer(alone, sentences)
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert found.log2_best == pytest.approx(other.log2_best, abs=1e-9)


@pytest.mark.parametrize("rules", ["left", "right"])
def test_with_the_head_at_one_end_and_all_history_it_is_the_treebank_grammar(rules: str, tmp_path: Path) -> None:
    treebank = trees(tmp_path)
    markov = learn_markov(treebank, find_markov(f"markov(h=inf,smoothing=none,heads={rules})"))
    grammar = treegauge.induce(treebank)
    found, other = infer(markov, treebank), infer(grammar, treebank)
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert found.log2_best == pytest.approx(other.log2_best, abs=1e-9)
    assert log2_markov_trees(markov, treebank) == pytest.approx(log2_trees(grammar, treebank), abs=1e-9)


def test_heads_are_those_of_the_rules() -> None:
    treebank = treegauge.apply(treegauge.bundled("english.mrg"), ["prepare(penn)"])
    first, _ = right_hand_sides(
        treebank, *(np.zeros(size, np.int32) for size in map(len, (treebank.nodes, treebank.tokens)))
    )
    places, chosen = head_places(treebank, "collins", first), head_children(treebank, "collins")
    assert places.max() > 3
    tokens, nodes = treebank.tokens, treebank.nodes
    for row in range(len(nodes)):
        sentence, words = nodes.sentence[row], tokens.counts[nodes.sentence[row]]
        own, other = (slice(*table.offsets[sentence : sentence + 2]) for table in (nodes, tokens))
        number = row - nodes.start[row]
        children = [(place, place) for place in np.flatnonzero(tokens.numbers("parent")[other] == number).tolist()]
        below = np.flatnonzero(nodes.numbers("parent")[own] == number).tolist()
        children += [(int(nodes.numbers("left")[own][child]), words + child) for child in below]
        assert sorted(children)[places[row]][1] == chosen[row]


def test_trees_of_a_grammar_with_heads_cannot_be_counted(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="several derivations"):
        tree_entropy(learned(trees(tmp_path), tmp_path, 1), tagged([("a", "b")]))


def test_unknown_head_rules_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(CallError, match="unknown head rules"):
        learn_markov(trees(tmp_path), find_markov("markov(heads=colins)"))

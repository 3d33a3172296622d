"""Grammars whose rules are generated child by child: proper distributions, exact sums, and the treebank grammar as a
special case; against plain twins in fractions."""

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
from treegauge import Grammar, Treebank, induce
from treegauge.core.errors import CallError
from treegauge.formats.base import FORMATS, Input
from treegauge.models.grammars.ambiguity import tree_entropy
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.markov import MarkovGrammar, find_markov, learn_markov, log2_markov_trees

TREES = """
(TOP (S (NP (a x) (b x)) (VP (v x) (NP (b x)))))
(TOP (S (NP (b x)) (VP (v x) (NP (NP (a x) (b x)) (PP (p x) (NP (b x)))))))
(TOP (S (VP (v x))))
(TOP (S (NP (a x) (a x) (b x)) (VP (VP (v x) (NP (b x))) (PP (p x) (NP (a x) (b x))))))
(TOP (NP (NP (b x)) (b x)))
"""
SMALL = """
(S (A (a x) (b x)) (b x))
(S (A (A (a x)) (b x)))
(S (b x) (A (b x)))
"""
SPECS = [
    f"markov(h={h},v={v},smoothing={smoothing})"
    for h, v, smoothing in itertools.product(
        ("0", "1", "2", "inf"), (1, 2, 3), ("witten-bell", "witten-bell-loo", "kneser-ney")
    )
]
pytestmark = pytest.mark.filterwarnings("ignore::treegauge.models.ngrams.smoothing.DiscountWarning")
Rules = list[tuple[str, tuple[str, ...]]]


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def learned(text: str, spec: str) -> MarkovGrammar:
    return learn_markov(trees(text), find_markov(spec))


def rules_of(treebank: Treebank) -> Rules:
    """As often as each was seen; tags are in quotes."""
    grammar = induce(treebank)
    return [
        (grammar.rule(r)[0], grammar.rule(r)[1]) for r, times in enumerate(grammar.weight) for _ in range(int(times))
    ]


class WittenBell:
    """The definition, in fractions: every history is counted anew."""

    def __init__(self, rules: Rules, h: int) -> None:
        self.rules, self.h = rules, h
        self.symbols = sorted({child for _, right in rules for child in right})

    def events(self, label: str, context: tuple[str, ...]) -> Counter[str]:
        events: Counter[str] = Counter()
        for lhs, right in self.rules:
            past = ("<", *right)
            for place, event in enumerate((*right, ">"), 1):
                if lhs == label and past[:place][place - len(context) :] == context and len(context) <= place:
                    events[event] += 1
        return events

    def probability(self, event: str, label: str, context: tuple[str, ...]) -> Fraction:
        if context:
            lower = self.probability(event, label, context[1:])
            if context == ("<",):
                stop = self.probability(">", label, ())
                lower = Fraction(0) if event == ">" else lower / (1 - stop)
        else:
            lower = Fraction(1, len(self.symbols) + 1)
        events = self.events(label, context)
        total, kinds = sum(events.values()), len(events)
        return (events[event] + kinds * lower) / (total + kinds) if total else lower

    def rule(self, label: str, right: tuple[str, ...]) -> Fraction:
        past, product = ("<", *right), Fraction(1)
        for place, event in enumerate((*right, ">"), 1):
            product *= self.probability(event, label, past[max(0, place - self.h) : place])
        return product


def expanded(twin: WittenBell, start: str, length: int) -> Grammar:
    """All rules of up to `length` children as a plain grammar; the other ones together are a tag that no sentence
    has."""
    lines = [f"start {start}"]
    for label in dict.fromkeys(lhs for lhs, _ in twin.rules):
        rest = Fraction(1)
        for right in itertools.chain.from_iterable(
            itertools.product(twin.symbols, repeat=count) for count in range(1, length + 1)
        ):
            share = twin.rule(label, right)
            rest -= share
            lines.append(f"{float(share):.17g} {label} -> {' '.join(right)}")
        lines.append(f'{float(rest):.17g} {label} -> "rest"')
    return from_text("\n".join(lines))


@pytest.mark.parametrize("spec", SPECS)
def test_what_follows_a_history_sums_to_one(spec: str) -> None:
    grammar = learned(TREES, spec)
    assert grammar.follow.sum(1) == pytest.approx(1, abs=1e-12)
    assert (grammar.follow[grammar.first, -1] == 0).all()


@pytest.mark.parametrize("h", [1, 2, 3])
def test_sums_and_best_trees_are_those_of_all_rules_written_out(h: int) -> None:
    treebank = trees(SMALL)
    twin = WittenBell(rules_of(treebank), h)
    every, grammar = expanded(twin, "S", 3), learned(SMALL, f"markov(h={h})")
    sentences = [tags for count in (1, 2, 3) for tags in itertools.product("ab", repeat=count)]
    found, other = infer(grammar, tagged(sentences)), infer(every, tagged(sentences))
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert found.log2_best == pytest.approx(other.log2_best, abs=1e-9)
    assert log2_markov_trees(grammar, found.trees) == pytest.approx(found.log2_best, abs=1e-9)
    assert log2_markov_trees(grammar, treebank) == pytest.approx(log2_trees(every, treebank), abs=1e-9)
    assert tree_entropy(grammar, tagged(sentences)) == pytest.approx(tree_entropy(every, tagged(sentences)), abs=1e-9)
    for number in (0, 3, 9):
        exact = plain.sentence_probability(every, sentences[number])
        assert found.log2_sentence[number] == pytest.approx(math.log2(exact), abs=1e-9)


@pytest.mark.parametrize("spec", SPECS)
def test_states_that_share_the_edges_of_a_shorter_history_change_no_sum_and_no_best_tree(spec: str) -> None:
    grammar = learned(TREES, spec)
    alone = replace(grammar, seen=grammar.follow, back=np.full_like(grammar.back, -1), share=grammar.share * 0)
    assert (grammar.back >= 0).any() == (grammar.model.order in (1, 2))
    random = np.random.default_rng(4)
    sentences = tagged([tuple(random.choice(list("abpv"), size).tolist()) for size in (1, 2, 3, 5, 8, 11)])
    found, other = infer(grammar, sentences), infer(alone, sentences)
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert found.log2_best == pytest.approx(other.log2_best, abs=1e-9)
    assert log2_markov_trees(grammar, found.trees) == pytest.approx(found.log2_best, abs=1e-9)


@pytest.mark.parametrize("h", [1, 2])
def test_sums_beyond_the_range_of_floats_are_computed_in_logarithms(h: int) -> None:
    """Only tags are below S, so each sentence has one tree. No scale fits both halves: a is rare, b is not."""
    grammar = learned("(S (b x) (b x) (a x) (b x))\n" + "(S (b x) (b x) (b x))\n" * 30_000, f"markov(h={h})")
    found = infer(grammar, tagged([("a",) * 130 + ("b",) * 900]))
    assert found.log2_sentence == pytest.approx(log2_markov_trees(grammar, found.trees), rel=1e-12)
    assert found.log2_best == pytest.approx(found.log2_sentence, rel=1e-12)


def test_without_smoothing_and_limit_it_is_the_treebank_grammar() -> None:
    treebank = trees(TREES)
    grammar, markov = induce(treebank), learned(TREES, "markov(h=inf,smoothing=none)")
    found, other = infer(markov, treebank), infer(grammar, treebank)
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert found.log2_best == pytest.approx(other.log2_best, abs=1e-9)
    assert log2_markov_trees(markov, treebank) == pytest.approx(log2_trees(grammar, treebank), abs=1e-9)


def test_vertical_order_is_a_grammar_of_annotated_labels() -> None:
    plain_trees = "(S (A (a x) (A (b x))) (a x))\n(S (A (A (a x)) (b x)))"
    annotated = "(S (A^S (a x) (A^A (b x))) (a x))\n(S (A^S (A^A (a x)) (b x)))"
    markov, grammar = learned(plain_trees, "markov(h=inf,v=2,smoothing=none)"), induce(trees(annotated))
    found, other = infer(markov, trees(plain_trees)), infer(grammar, trees(plain_trees))
    assert found.log2_sentence == pytest.approx(other.log2_sentence, abs=1e-9)
    assert log2_markov_trees(markov, trees(plain_trees)) == pytest.approx(log2_trees(grammar, trees(annotated)))
    assert set(found.trees.nodes.text("label").decode()) == {"S", "A"}


@pytest.mark.parametrize("spec", SPECS)
def test_every_tree_over_known_symbols_has_a_probability(spec: str) -> None:
    grammar = learned(TREES, spec)
    unseen = trees("(TOP (PP (PP (p x)) (VP (b x) (S (v x) (a x)) (p x)) (PP (NP (a x)))))\n(TOP (a x))")
    log2 = log2_markov_trees(grammar, unseen)
    assert np.isfinite(log2).all()
    assert (infer(grammar, unseen).log2_sentence >= log2).all()


def test_a_tree_with_unknown_symbols_has_none() -> None:
    grammar = learned(TREES, "markov")
    other = trees("(TOP (S (q x)))\n(TOP (Q (a x)))\n(S (VP (v x)))\n(TOP (TOP (a x)))")
    assert (log2_markov_trees(grammar, other) == -np.inf).all()


def test_drawn_sentences_are_as_frequent_as_their_sums_say() -> None:
    grammar = learned(SMALL, "markov(h=1)")
    random, draws = np.random.default_rng(1), 4000
    times: defaultdict[tuple[str, ...], int] = defaultdict(int)
    for _ in range(draws):
        times[_drawn(grammar, random)] += 1
    frequent = sorted(times, key=lambda tags: -times[tags])[:6]
    share = np.exp2(infer(grammar, tagged([tuple(tags) for tags in frequent])).log2_sentence)
    for tags, probability in zip(frequent, share, strict=True):
        assert abs(times[tags] / draws - probability) < 4 * math.sqrt(probability / draws)


def _drawn(grammar: MarkovGrammar, random: np.random.Generator) -> tuple[str, ...]:
    """Draw a sentence from the automata of the labels."""
    sentence: list[str] = []
    stack = [grammar.start]
    while stack:
        symbol = stack.pop()
        if symbol >= grammar.nonterminals:
            sentence.append(grammar.name(symbol))
            continue
        state, children = int(grammar.first[symbol]), []
        while (event := int(random.choice(grammar.follow.shape[1], p=grammar.follow[state]))) < grammar.child.shape[1]:
            children.append(int(grammar.child[symbol, event]))
            state = int(grammar.next[state, event])
        stack += reversed(children)
    return tuple(sentence)


@pytest.mark.parametrize(
    ("spec", "message"),
    [("markow", "unknown grammar"), ("markov(h=x)", "from 0 to 99, or inf"), ("markov(v=0)", "'v'")],
)
def test_wrong_models_are_errors(spec: str, message: str) -> None:
    with pytest.raises(CallError, match=message):
        find_markov(spec)


def test_smoothed_rules_parse_better_than_seen_ones(shared: Path) -> None:
    file = shared / "ptb_wsj_sample/wsj_sample.mrg.xz"
    treebank = treegauge.apply(treegauge.read(file), ["prepare(auto)"])
    options: dict[str, Any] = {"split": 0.9, "max_length": 15}
    seen = treegauge.difficulty(treebank, **options).row()
    smoothed = treegauge.difficulty(treebank, grammar="markov(h=2,v=2)", **options).row()
    assert smoothed["covered"] > seen["covered"]
    assert smoothed["f1_all"] > seen["f1_all"] + 2

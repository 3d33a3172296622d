"""Latent-variable grammars: the engine against sums and lists of trees in plain Python."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import plain_latent as plain
import pytest
from latent_grammars import WORDS, grammar_of, random_grammar, sentences, trees, word_rows

from treegauge.models.grammars.latent.grammar import LatentGrammar, RuleBlocks
from treegauge.models.grammars.latent.inference import (
    Best,
    RuleCounts,
    SentenceResult,
    infer_sentence,
    latent_network,
    log2_latent_trees,
    no_counts,
)

NEAR = 1e-9
SEVERAL_SUBSTATES = 6  # a seed
TEXTS = ("u", "vw", "uvw", "wvuv", "uuvwv")
SHORT = TEXTS[:3]  # whose trees can be listed


def found(
    grammar: LatentGrammar, text: str, best: Best | None = None, counts: Callable[..., RuleCounts] | None = None
) -> tuple[SentenceResult, RuleCounts | None]:
    """What the engine finds, for words with all their tags."""
    network, words = latent_network(grammar), grammar.lexicon.weights_of(sentences(text))
    kept = None if counts is None else counts(network, words)
    return infer_sentence(network, words, 0, len(text), best, kept), kept


def bracketed(tree: plain.Node, words: str) -> str:
    """A tree as text, without the nodes of binarisation."""
    name, *children = tree
    if isinstance(children[0], int):
        return f"({name} {words[children[0]]})"
    inner = " ".join(bracketed(child, words) for child in children)
    return inner if name.startswith("@") else f"({name} {inner})"


@pytest.mark.parametrize("seed", range(12))
def test_sums_are_those_of_the_plain_chart(seed: int) -> None:
    grammar = random_grammar(seed, left=seed % 2 == 1)
    for text in TEXTS:
        total = plain.sentence_sum(plain.rules_of(grammar, word_rows(grammar, text)))
        assert found(grammar, text)[0].total == pytest.approx(math.log2(total) if total else -math.inf, abs=NEAR)


@pytest.mark.parametrize("scale", [1e-87, 1e-300, 1e200])
def test_sums_beyond_the_range_of_numbers_have_all_their_digits(scale: float) -> None:
    grammar, small = random_grammar(3), random_grammar(3, scale=scale)
    for text in (*TEXTS, "uvwuv" * 8):
        difference = found(small, text)[0].total - found(grammar, text)[0].total
        assert difference == pytest.approx(math.log2(scale) * len(text), rel=1e-12)


def test_substates_that_are_far_below_the_others_of_their_tag_are_summed_by_logarithms() -> None:
    """The first substates of both tags have great weights and are in no rule; the others are small."""
    grammar = random_grammar(SEVERAL_SUBSTATES)
    assert (grammar.substates[grammar.nonterminals :] > 1).all()
    near = replace(grammar, unary=without_first(grammar, grammar.unary), binary=without_first(grammar, grammar.binary))
    lexicon, weight = grammar.lexicon, grammar.lexicon.weight * 1e-300
    weight[lexicon.first[:-1]] = 1.0
    far = replace(near, lexicon=replace(lexicon, weight=weight))
    for text in TEXTS[:3]:
        total = plain.sentence_sum(plain.rules_of(near, word_rows(near, text)))
        assert total > 0
        expected = math.log2(total) + len(text) * math.log2(1e-300)
        assert found(far, text)[0].total == pytest.approx(expected, rel=1e-12)


def test_substates_far_below_that_no_other_tree_needs_do_not_matter() -> None:
    """The tag b is 2^1000 less probable than the tag a: its products are zero, and the rest has all its digits."""
    rules = {("S", "S", "S"): 0.5, ("S", "a", "a"): 1.0, ("S", "b", "b"): 1.0, ("S", "a", "S"): 0.5}
    both, alone = (grammar_of({}, rules, {"a": 1.0, "b": weight}) for weight in (1e-301, 0.0))
    result, _ = found(both, "uuuu", "max-rule", no_counts)
    expected, _ = found(alone, "uuuu", "max-rule", no_counts)
    assert result.total == pytest.approx(expected.total, rel=1e-12)
    assert result.expected is not None
    assert np.isnan(result.best), "the tree is not that of Viterbi"
    assert as_text(both, result, "uuuu") == as_text(alone, expected, "uuuu")


@pytest.mark.parametrize("best", ["viterbi", "max-rule"])
def test_products_that_become_zero_are_summed_by_logarithms(best: Best) -> None:
    """The only tree is over a substate of b that is 2^1000 below the other one; the product of two is below 2^-1998."""
    grammar = grammar_of({}, {("S", "b", "b"): 1.0}, {"b": 1.0})
    weight, grammar.lexicon.weight[1] = np.zeros(8), 1e-301
    weight[7] = 0.5
    grammar = replace(grammar, binary=grammar.binary._replace(weight=weight))
    result, _ = found(grammar, "uu", best)
    assert result.total == pytest.approx(-1 + 2 * math.log2(1e-301), rel=1e-12)
    assert as_text(grammar, result, "uu") == "(S (b u) (b u))"


def without_first(grammar: LatentGrammar, blocks: RuleBlocks) -> RuleBlocks:
    """Rules without those of the first substate of a tag."""
    weight = blocks.weight.copy()
    for key, begin, end in zip(blocks.symbols, blocks.first, blocks.first[1:], strict=False):
        block = weight[begin:end].reshape(grammar.substates[key])
        for axis, symbol in enumerate(key.tolist()):
            if symbol >= grammar.nonterminals:
                np.moveaxis(block, axis, 0)[0] = 0.0
    return blocks._replace(weight=weight)


@pytest.mark.parametrize("seed", range(8))
def test_sums_in_logarithms_are_the_same(seed: int) -> None:
    from treegauge.models.grammars.latent.best import best_of_start, fill_logs

    grammar = random_grammar(seed)
    network = latent_network(grammar)
    for text in TEXTS:
        words = grammar.lexicon.weights_of(sentences(text))
        _, top = fill_logs(network, words, 0, len(text), False)
        assert best_of_start(network, top, len(text), False)[0] == pytest.approx(
            found(grammar, text)[0].total, abs=NEAR
        )


@pytest.mark.parametrize("seed", range(8))
def test_trees_have_the_sum_over_their_substates(seed: int) -> None:
    grammar = random_grammar(seed, left=seed % 2 == 1)
    for text in SHORT:
        rules = plain.rules_of(grammar, word_rows(grammar, text))
        listed = list(plain.trees(rules, 2))[:100]
        if not listed:
            continue
        logs = log2_latent_trees(grammar, trees(*(bracketed(tree, text) for tree in listed)))
        for tree, log in zip(listed, logs, strict=True):
            value = plain.tree_sum(rules, tree)
            assert log == pytest.approx(math.log2(value) if value else -math.inf, abs=NEAR)


@pytest.mark.parametrize("seed", range(8))
def test_trees_and_sentences_fit_together(seed: int) -> None:
    """The trees of a sentence are all that it is the sum of."""
    grammar = random_grammar(seed, cyclic=False)
    for text in SHORT:
        rules = plain.rules_of(grammar, word_rows(grammar, text))
        listed = [bracketed(tree, text) for tree in plain.trees(rules)]
        if listed:
            total = np.exp2(log2_latent_trees(grammar, trees(*listed))).sum()
            assert np.log2(total) == pytest.approx(found(grammar, text)[0].total, abs=NEAR)


@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 8))])
def test_the_best_tree_has_the_best_substates(seed: int) -> None:
    grammar = random_grammar(seed)
    for text in SHORT:
        rules = plain.rules_of(grammar, word_rows(grammar, text))
        values = {bracketed(tree, text): plain.best_annotation(rules, tree) for tree in plain.trees(rules, 3)}
        best, _ = found(grammar, text, "viterbi")
        most = max(values.values(), default=0.0)
        assert best.best == pytest.approx(math.log2(most) if most else -math.inf, abs=NEAR)
        if most:
            assert values[as_text(grammar, best, text)] == pytest.approx(most, rel=NEAR)


def as_text(grammar: LatentGrammar, best: SentenceResult, words: str) -> str:
    """The nodes and words of a best tree as text."""
    parts: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for place, (above, tag) in enumerate(zip(best.parents.tolist(), best.tags.tolist(), strict=True)):
        parts[above].append((place, f"({grammar.name(tag)} {words[place]})"))
    for node in range(len(best.nodes) - 1, -1, -1):
        label, above, begin, _ = best.nodes[node].tolist()
        inner = " ".join(part for _, part in sorted(parts[node]))
        parts[above].append((begin, f"({grammar.name(label)} {inner})"))
    return parts[-1][0][1]


@pytest.mark.parametrize("seed", range(10))
def test_posteriors_are_those_of_the_list_of_trees(seed: int) -> None:
    grammar = random_grammar(seed, cyclic=False)
    for text in SHORT:
        rules = plain.rules_of(grammar, word_rows(grammar, text))
        listed = {tree: plain.tree_sum(rules, tree) for tree in plain.trees(rules)}
        total = sum(listed.values())
        expected: dict[tuple[str, int, int], float] = defaultdict(float)
        for tree, value in listed.items():
            for node in plain.nodes_of(tree):
                expected[node] += value / total
        result, counts = found(grammar, text, None, no_counts)
        if not total:
            assert result.expected is None
            continue
        assert result.expected is not None
        assert counts is not None
        rows = [(grammar.name(symbol), begin, end) for symbol, begin, end in result.expected.nodes.tolist()]
        values = dict(zip(rows, result.expected.counts.tolist(), strict=True))
        listed_nodes = {node for node, value in expected.items() if value > 2e-6}
        assert listed_nodes <= set(values)
        assert all(value == pytest.approx(expected[node], abs=NEAR) for node, value in values.items())
        check_counts(grammar, counts, rules, listed, total)


def check_counts(
    grammar: LatentGrammar, counts: RuleCounts, rules: plain.Rules, listed: dict[plain.Node, float], total: float
) -> None:
    """Binary rules of each triple of symbols, and words."""
    expected: dict[tuple[str, ...], float] = defaultdict(float)
    for tree, value in listed.items():
        for node in subtrees(tree):
            if not isinstance(node[1], int):
                expected[(node[0], *(child[0] for child in node[1:]))] += value / total
    for blocks, part in ((grammar.unary, counts.unary), (grammar.binary, counts.binary)):
        for key, begin, end in zip(blocks.symbols.tolist(), blocks.first[:-1], blocks.first[1:], strict=True):
            names = tuple(grammar.name(symbol) for symbol in key)
            assert part[begin:end].sum() == pytest.approx(expected[names], abs=NEAR)
    assert counts.words.sum() == pytest.approx(len(rules.words), rel=NEAR)


def subtrees(tree: plain.Node) -> list[plain.Node]:
    below = [] if isinstance(tree[1], int) else [node for child in tree[1:] for node in subtrees(child)]
    return [tree, *below]


@pytest.mark.parametrize("seed", range(10))
def test_the_max_rule_tree_has_the_largest_product_of_posteriors(seed: int) -> None:
    grammar = random_grammar(seed, cyclic=False)
    for text in SHORT:
        rules = plain.rules_of(grammar, word_rows(grammar, text))
        listed = {tree: plain.tree_sum(rules, tree) for tree in plain.trees(rules)}
        total = sum(listed.values())
        posterior: dict[tuple[tuple[str, ...], tuple[int, ...]], float] = defaultdict(float)
        if not total:
            continue
        for tree, value in listed.items():
            for rule in plain.local_rules(tree):
                posterior[rule] += value / total
        product = {tree: math.prod(posterior[rule] for rule in plain.local_rules(tree)) for tree in listed}
        best, _ = found(grammar, text, "max-rule")
        most = max(product.values())
        winners = {bracketed(tree, text) for tree, value in product.items() if value > most * (1 - 1e-6)}
        assert as_text(grammar, best, text) in winners


def test_the_words_of_the_grammars_here_have_tags() -> None:
    assert all(word_rows(random_grammar(seed), WORDS[0])[0] for seed in range(3))

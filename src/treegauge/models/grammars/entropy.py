"""What a grammar expects, exactly: how often each rule is used in a tree, how long a sentence is, how many bits a tree
takes, and how many of them its sentence leaves open."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.bounds import Positive, checked
from ...core.errors import CallError
from ...core.types import Floats
from .enumeration import enumerate_sentences, longest_sentence
from .grammar import Grammar
from .properties import check_consistent, mean_matrix, reachable, solve


@dataclass(frozen=True, eq=False)
class Expectations:
    """Means over all trees of a grammar, weighted by their probabilities.

    symbol_counts            the number of occurrences of each symbol in a tree (labels, then tags, as in the grammar)
    rule_counts              the number of uses of each rule in a tree
    words, nodes             the number of tags (the length of the sentence) and of phrasal nodes in a tree
    derivational_entropy     the mean of -log2 p(t), in bits per tree
    """

    symbol_counts: Floats
    rule_counts: Floats
    words: float
    nodes: float
    derivational_entropy: float

    @property
    def derivational_entropy_per_word(self) -> float:
        return self.derivational_entropy / self.words


def expectations(grammar: Grammar) -> Expectations:
    """The expected counts of a consistent grammar, by one linear system over its labels.

    Grenander 1976, Lectures in pattern theory; Chi 1999, Statistical properties of probabilistic context-free grammars.
    The count e of labels is what the start gives and what they give each other: e = start + M' e.
    """
    check_consistent(grammar)
    labels = _label_counts(grammar)
    rules = labels[grammar.lhs] * grammar.probability
    children = np.repeat(rules, np.diff(grammar.offsets))
    symbols: Floats = np.bincount(grammar.rhs, children, len(grammar.symbols)).astype(np.float64)
    symbols[: grammar.nonterminals] = labels
    used = rules > 0
    return Expectations(
        symbol_counts=symbols,
        rule_counts=rules,
        words=float(symbols[grammar.nonterminals :].sum()),
        nodes=float(labels.sum()),
        derivational_entropy=float(rules[used] @ -np.log2(grammar.probability[used])),
    )


def _label_counts(grammar: Grammar) -> Floats:
    from scipy.sparse import eye_array

    there = np.flatnonzero(reachable(grammar))
    matrix = mean_matrix(grammar)[there][:, there]
    counts = np.zeros(grammar.nonterminals)
    counts[there] = solve(eye_array(len(there)) - matrix.T, (there == grammar.start).astype(np.float64))
    return counts


@dataclass(frozen=True)
class ExactEcc:
    """Entropies of the distribution of a grammar, in bits: of its trees, of its sentences, and their difference.

    lower, upper    bounds of the expected conditional entropy H(tree | sentence); equal if all sentences are listed
    remaining       the probability of the sentences that are not listed
    """

    derivational_entropy: float
    lower: float
    upper: float
    remaining: float

    @property
    def ecc(self) -> float:
        """The middle between the bounds."""
        return (self.lower + self.upper) / 2

    @property
    def sentential_entropy(self) -> float:
        """H of the sentences, from the middle between the bounds."""
        return self.derivational_entropy - self.ecc


@checked
def exact_ecc(grammar: Grammar, max_length: Positive | None = None, *, limit: Positive = 1_000_000) -> ExactEcc:
    """The expected conditional entropy of a grammar under itself, from a list of its sentences up to a length.

    Corazza, Lavelli & Satta 2013, An information-theoretic measure to evaluate parsing difficulty across treebanks,
    equation 17, where both distributions are that of the grammar. Without `max_length` all sentences are listed; there
    must be finitely many. The bounds: sentences that are listed count in full; the trees of the others have the rest
    of the derivational entropy, and their sentences may explain all of it or nothing.
    """
    total = expectations(grammar).derivational_entropy
    longest = longest_sentence(grammar)
    if max_length is None and longest is None:
        raise CallError("the grammar generates sentences of any length; give max_length, the longest to list")
    length = longest if max_length is None else max_length if longest is None else min(max_length, longest)
    listed = enumerate_sentences(grammar, length or 0, limit=limit)
    probability = np.array([sentence.probability for sentence in listed])
    open_bits = probability * np.array([sentence.tree_entropy for sentence in listed])
    lower = float(open_bits.sum())
    if longest is not None and length == longest:
        return ExactEcc(total, lower, lower, 0.0)
    remaining = max(0.0, 1.0 - float(probability.sum()))
    rest = total - float((open_bits - probability * np.log2(probability)).sum())
    rest += remaining * float(np.log2(remaining)) if remaining else 0.0
    return ExactEcc(total, lower, lower + max(0.0, rest), remaining)

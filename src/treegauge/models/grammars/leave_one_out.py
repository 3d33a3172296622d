"""Leave one out: each tree under the grammar of all other trees, expressed as changes to one grammar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.types import Floats
from ...treebank import Treebank
from .derivations import derivations
from .grammar import Grammar
from .inference.arrays import Patches


@dataclass(frozen=True, eq=False)
class LeftOutTrees:
    """log2 p(t) of each tree under the grammar without it, -inf if the tree has a rule that is in no other tree; and
    the
    weights of these grammars, for `infer`. `log2_rule` has log2 p of the rule of each node."""

    log2_tree: Floats
    patches: Patches
    log2_rule: Floats


@dataclass(frozen=True, eq=False)
class _Uses:
    """How many times each sentence uses each rule, or each label: only pairs that occur, sorted by sentence."""

    sentence: NDArray[np.int64]
    number: NDArray[np.int64]
    count: Floats

    def first(self, sentences: int) -> NDArray[np.int64]:
        """Where the pairs of each sentence begin."""
        return np.searchsorted(self.sentence, np.arange(sentences + 1)).astype(np.int64)


def leave_one_out(grammar: Grammar, treebank: Treebank) -> LeftOutTrees:
    """The grammar without each of the trees in turn. The trees must be among those that the grammar was induced from.

    The count c_t(A) of each left-hand side A in the tree is subtracted: the probabilities of all rules of A are
    multiplied by c(A) / (c(A) - c_t(A)), and those of rules in the tree become (c(r) - c_t(r)) / (c(A) - c_t(A)). A
    label that no other tree has loses all its rules.
    """
    derived = derivations(grammar, treebank)
    if not derived.covered.all():
        raise _stranger(treebank, int(np.argmin(derived.covered)))
    sentence = np.repeat(np.arange(len(treebank)), np.diff(derived.offsets))
    rules, rule_of = _tally(sentence, derived.rule, np.ones(len(sentence)), len(grammar))
    lhs = grammar.lhs[rules.number]
    labels, label_of = _tally(rules.sentence, lhs, rules.count, grammar.nonterminals)
    total = np.bincount(grammar.lhs, grammar.weight, grammar.nonterminals)
    left, label_left = grammar.weight[rules.number] - rules.count, total[labels.number] - labels.count
    if (left < 0).any():
        raise _stranger(treebank, int(rules.sentence[int(np.argmax(left < 0))]))
    patches = Patches(
        rule_first=rules.first(len(treebank)),
        rule=rules.number.astype(np.int32),
        weight=left / total[lhs],
        usual=grammar.probability[rules.number],
        label_first=labels.first(len(treebank)),
        label=labels.number.astype(np.int32),
        # If nothing is left, all rules of the label have weight 0, and any scale will do.
        scale=np.divide(total[labels.number], label_left, out=np.ones(len(label_left)), where=label_left > 0),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        log2_rule = np.where(left > 0, np.log2(left / label_left[label_of]), -np.inf)
    log2_tree: Floats = np.bincount(rules.sentence, rules.count * log2_rule, len(treebank)).astype(np.float64)
    return LeftOutTrees(log2_tree, patches, log2_rule[rule_of])


def _tally(
    sentence: NDArray[np.int64], number: NDArray[np.int32], count: Floats, numbers: int
) -> tuple[_Uses, NDArray[np.int64]]:
    """The counts summed by sentence and number, and the place of each row among the sums."""
    pairs, place = np.unique(sentence * np.int64(numbers) + number, return_inverse=True)
    place = place.reshape(-1)
    of, which = np.divmod(pairs, numbers)
    return _Uses(of, which, np.bincount(place, count, len(pairs)).astype(np.float64)), place


def _stranger(treebank: Treebank, sentence: int) -> CallError:
    return CallError(
        f"{treebank.where(sentence)}: the grammar was not induced from this tree, so the tree cannot be left out"
    )

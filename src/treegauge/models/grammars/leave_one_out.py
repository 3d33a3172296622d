"""Leave one out: each tree under the grammar of all the other trees, as changes of one grammar."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.types import Floats
from ...treebank import Treebank
from .derivations import derivations
from .grammar import Grammar
from .inference import Patches


@dataclass(frozen=True, eq=False)
class LeftOutTrees:
    """What the grammar without a tree says of this tree: log2 p(t), -inf where the tree has a rule that is in no other
    tree; and the weights of the reduced grammars, for `infer`."""

    log2_tree: Floats
    patches: Patches


@dataclass(frozen=True, eq=False)
class _Uses:
    """How often each sentence uses each rule, or each label; sorted by sentence, pairs that occur only."""

    sentence: NDArray[np.int64]
    number: NDArray[np.int64]
    count: Floats

    def first(self, sentences: int) -> NDArray[np.int64]:
        """Where the pairs of each sentence begin."""
        return np.searchsorted(self.sentence, np.arange(sentences + 1)).astype(np.int64)


def leave_one_out(grammar: Grammar, treebank: Treebank) -> LeftOutTrees:
    """The grammar without each of the trees in turn. The trees must be among those that the grammar was induced from.

    Of each left-hand side A of a tree the tree's own count c_t(A) is taken off: all rules of A count c(A) / (c(A) -
    c_t(A)) times as much, and those in the tree (c(r) - c_t(r)) / (c(A) - c_t(A)). A label that no other tree has is
    gone with all its rules.
    """
    found = derivations(grammar, treebank)
    if not found.covered.all():
        raise _stranger(treebank, int(np.argmin(found.covered)))
    sentence = np.repeat(np.arange(len(treebank)), np.diff(found.offsets))
    rules, _ = _tally(sentence, found.rule, np.ones(len(sentence)), len(grammar))
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
        # Where nothing is left, all rules of the label weigh nothing, and any scale will do.
        scale=np.divide(total[labels.number], label_left, out=np.ones(len(label_left)), where=label_left > 0),
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.where(left > 0, rules.count * np.log2(left / label_left[label_of]), -np.inf)
    log2_tree: Floats = np.bincount(rules.sentence, logs, len(treebank)).astype(np.float64)
    return LeftOutTrees(log2_tree, patches)


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

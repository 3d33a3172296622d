"""Questions about sentences: pairs of a text and a hypothesis, drawn where parsers disagree with gold."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from .api import Entailments
from .checking import deep_trees, follows
from .deep.clauses import Clauses
from .deep.relations import DeepTree
from .generation import Entailment
from .pairs import EntailmentPair
from .plain.status import ASSERTED
from .texts import running_text

ComparedParses = tuple[Entailments, Entailments, Sequence[int]]
# The text, the two words and the kind, by sentence and hypothesis.
_Candidates = dict[tuple[int, str], tuple[str, str, str, str]]


def draw_pairs(compared: Iterable[ComparedParses], seed: int = 0) -> list[EntailmentPair]:
    """Draw as many pairs with the answer yes as with no. `compared` has the plain entailments of gold and of a parser,
    and the sentences to compare, for each parser.

    Yes: gold asserts it, and it does not follow from the parse. No: the parse asserts it, it does not follow from gold,
    and its words are of the same kind in gold, so that it is well-formed.
    """
    yes: _Candidates = {}
    no: _Candidates = {}
    for gold, test, sentences in compared:
        gold_trees, test_trees = deep_trees(gold.treebank), deep_trees(test.treebank)
        for number in sentences:
            gold_tree, test_tree = gold_trees[number], test_trees[number]
            if gold_tree is None or test_tree is None:
                continue
            yes |= _unsupported(gold, number, test_tree, gold_tree)
            no |= _unsupported(test, number, gold_tree, test_tree)
    size = min(len(yes), len(no))
    chance = random.Random(seed)
    drawn = [
        (number, hypothesis, candidates[number, hypothesis], answer)
        for candidates, answer in ((yes, True), (no, False))
        for number, hypothesis in chance.sample(sorted(candidates), size)
    ]
    drawn.sort(key=lambda item: item[:2])
    return [
        EntailmentPair(str(count), text, hypothesis, answer, word1, word2, kind)
        for count, (_, hypothesis, (text, word1, word2, kind), answer) in enumerate(drawn, 1)
    ]


def _unsupported(side: Entailments, number: int, other: DeepTree, own: DeepTree) -> _Candidates:
    """What one side asserts about a sentence and the tree of the other does not support."""
    forms, clauses = other.tree.forms, Clauses(own.tree)
    text = running_text(forms)

    def named(token: int) -> str:
        return forms[next(iter(clauses.antecedents(token)), token)]  # the noun that a relative pronoun stands for

    return {
        (number, entailment.text): (text, named(entailment.target), named(entailment.head), entailment.kind)
        for entailment in _askable(side.sentences[number], own, other)
        if not follows(entailment.text, other).follows and follows(entailment.text, own).follows
    }


def _askable(entailments: Sequence[Entailment], own: DeepTree, other: DeepTree) -> Iterator[Entailment]:
    """The entailments that are asserted, and whose words are verbs or nouns on both sides."""
    for entailment in entailments:
        words = (entailment.target, entailment.head)
        same = all((word in own.verbs) == (word in other.verbs) for word in words)
        alike = all(own.tree.tags[word][:2] == other.tree.tags[word][:2] for word in words)
        if entailment.status == ASSERTED and same and alike:
            yield entailment

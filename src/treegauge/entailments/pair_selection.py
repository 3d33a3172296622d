"""Questions about sentences: pairs of a text and a hypothesis, drawn where parsers disagree with gold."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from .api import Entailments
from .checking import deep_trees, follows
from .pairs import EntailmentPair

ComparedParses = tuple[Entailments, Entailments, Sequence[int]]


def draw_pairs(compared: Iterable[ComparedParses], seed: int = 0) -> list[EntailmentPair]:
    """Draw as many pairs with the answer yes as with no. `compared` has gold, test and the sentences to compare for
    each parser. Yes: gold entails it and some parser does not; no: some parser entails it, and it does not follow from
    gold."""
    yes: dict[tuple[int, str], str] = {}
    no: dict[tuple[int, str], str] = {}
    for gold, test, sentences in compared:
        trees = deep_trees(gold.treebank)
        for number in sentences:
            gold_texts, test_texts = (_texts(side, number) for side in (gold, test))
            text, tree = gold.treebank[number].text if gold_texts != test_texts else "", trees[number]
            if tree is not None:
                missing, invented = gold_texts - test_texts, test_texts - gold_texts
                yes |= {(number, sentence): text for sentence in missing}
                no |= {(number, sentence): text for sentence in invented if not follows(sentence, tree).follows}
    size = min(len(yes), len(no))
    chance = random.Random(seed)
    drawn = [
        (number, hypothesis, candidates[number, hypothesis], answer)
        for candidates, answer in ((yes, True), (no, False))
        for number, hypothesis in chance.sample(sorted(candidates), size)
    ]
    drawn.sort(key=lambda item: item[:2])
    return [
        EntailmentPair(str(count), text, hypothesis, answer)
        for count, (_, hypothesis, text, answer) in enumerate(drawn, 1)
    ]


def _texts(entailments: Entailments, number: int) -> set[str]:
    return {entailment.text for entailment in entailments.sentences[number]}

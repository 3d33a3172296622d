"""Questions about sentences: pairs of a text and a hypothesis, drawn from where parsers disagree with gold."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from .analysis import Analysis
from .api import Entailments
from .checking import words_are_connected
from .pairs import EntailmentPair
from .reading import analyses

Compared = tuple[Entailments, Entailments, Sequence[int]]


def draw_pairs(compared: Iterable[Compared], seed: int = 0) -> list[EntailmentPair]:
    """As many pairs with the answer yes as with no. For each parser: gold, test, the sentences to compare. Yes: what
    gold says and some parser does not; no: what some parser says and what does not hang together in gold either."""
    yes: dict[tuple[int, str], str] = {}
    no: dict[tuple[int, str], str] = {}
    for gold, test, sentences in compared:
        trees = list(analyses(gold.treebank))
        for number in sentences:
            ours, theirs = ({one.text for one in side.sentences[number]} for side in (gold, test))
            text, tree = gold.treebank[number].text if ours != theirs else "", trees[number]
            if isinstance(tree, Analysis):
                yes |= {(number, one): text for one in ours - theirs}
                no |= {(number, one): text for one in theirs - ours if not words_are_connected(tree, one)}
    size = min(len(yes), len(no))
    chance = random.Random(seed)
    drawn = [
        (number, hypothesis, found[number, hypothesis], answer)
        for found, answer in ((yes, True), (no, False))
        for number, hypothesis in chance.sample(sorted(found), size)
    ]
    drawn.sort(key=lambda item: item[:2])
    return [
        EntailmentPair(str(count), text, hypothesis, answer)
        for count, (_, hypothesis, text, answer) in enumerate(drawn, 1)
    ]

"""The task `same-grammar`."""

from __future__ import annotations

import numpy as np

from ...core.bounds import Positive
from ...core.types import Row
from ...evaluation.score import score
from ...models.grammars.derivations import log2_trees
from ...models.grammars.induction import induce
from ...parsers.api import parse
from ...transforms.base import apply
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ...treebank.edit import drop_nodes
from ..difficulty.protocols import MAX_LENGTH
from ..difficulty.trees import doubled_phrases
from ..running.data import StudyData
from ..running.tasks import task
from .parsing import parser_versions

_SAME = 1e-6  # bits: the same rules in another order differ by less
_SCORES = {"precision": "lp", "recall": "lr", "f1": "f1", "exact_match": "emr"}


@task("same-grammar", versions=parser_versions)
def same_grammar(
    data: StudyData,
    *,
    parser: str = f"stanford(grammar=plain,tags=given,max_length={MAX_LENGTH},memory=4g)",
    sample: Positive | None = None,
    max_length: Positive = MAX_LENGTH,
) -> list[Row]:
    """Another parser with the plain grammar of a treebank next to `pcfg`, on the trees that both learned from.

    There are the scores of both (those of pcfg are `own_f1` ...; of words alone `words_f1`), and how many trees are
    equal, different but equally probable, and others, which are at most `worst` bits less probable. Phrases over a
    single phrase with the same label are removed first: the Stanford parser does not learn them.
    """
    treebank, removed = _prepared(data, sample)
    gold = treebank[np.flatnonzero(treebank.tokens.counts <= max_length)]
    theirs = parse(treebank, gold, parser).trees
    ours = parse(treebank, gold, f"pcfg(max_length={max_length})").trees
    row: Row = {"trees": len(gold), "removed": removed, **_scored(gold, theirs, ""), **_scored(gold, ours, "own_")}
    words = [apply(side, "drop-punctuation") for side in (gold, theirs, ours)]
    row |= _scored(words[0], words[1], "words_") | _scored(words[0], words[2], "own_words_")
    equal = np.array([one.brackets() == other.brackets() for one, other in zip(theirs, ours, strict=True)], bool)
    grammar = induce(treebank)
    bits = log2_trees(grammar, ours) - log2_trees(grammar, theirs)
    tied = ~equal & (np.abs(bits) < _SAME)
    others = ~equal & ~tied
    counts = {"equal": int(equal.sum()), "equally_probable": int(tied.sum()), "others": int(others.sum())}
    return [{**row, **counts, "worst": float(bits[others].max(initial=0.0))}]


def _prepared(data: StudyData, sample: int | None) -> tuple[Treebank, int]:
    """The trees that both learn from, and how many phrases were removed."""
    drawn = [f"sample({sample})"] if sample is not None and sample < len(data.whole) else []
    trees = apply_alike([data.whole], [*data.transforms, *drawn], data.seed)[0][0]
    trees = trees[np.flatnonzero(trees.tokens.counts)]
    doubled = doubled_phrases(trees)
    return apply(drop_nodes(trees, doubled), "add-root"), int(doubled.sum())


def _scored(gold: Treebank, parses: Treebank, prefix: str) -> Row:
    """Nothing is deleted, as in the task difficulty."""
    (result,) = score(gold, parses, "parseval(prm=none)", resamples=0)
    return {f"{prefix}{short}": result.scores[name] for name, short in _SCORES.items()}

"""How well function tags are learned: a treebank is tagged in folds, each by a tagger that has not seen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np

from ..core.bounds import Folds, Positive, Repeats, SeedNumber, Share, checked
from ..core.errors import CallError, DataError
from ..core.signature import Signature
from ..core.types import Int64s, Progress
from ..evaluation.pairing import paired_test
from ..evaluation.statistics import bootstrap
from ..measures.functions import Functions
from ..models.function_tags.groups import groups
from ..models.function_tags.tagger import check_functions, learn_functions
from ..transforms.empties import remove_empties
from ..transforms.preparation import apply_alike
from ..treebank import Treebank
from ..treebank.folds import contiguous_folds, drawn_folds, joined_folds

SHARES = (1 / 16, 1 / 8, 1 / 4, 1 / 2, 1.0)  # of the training sentences, for a learning curve


class FunctionRow(TypedDict):
    """The scores of one group of functions; `left_out` is the number of sentences that cannot be scored."""

    group: str
    trees: float
    sentences: int
    functions: int
    scores: dict[str, float]
    intervals: dict[str, list[float]]
    left_out: int
    signature: str


@dataclass(frozen=True, eq=False)
class FunctionValidation:
    """A treebank tagged in folds.

    gold      the sentences with their gold functions, without empty elements
    tagged    the same trees, or parses of the sentences, with the functions of the taggers
    fold      the fold of each sentence
    trees     the number of training trees, the mean over folds
    facts     how the folds were made and tagged, for the signature
    before    the transforms that were applied first
    """

    gold: Treebank
    tagged: Treebank
    fold: Int64s
    trees: float
    facts: Mapping[str, str]
    before: tuple[str, ...] = ()

    def rows(self, *, level: float = 0.95, resamples: int = 1000, seed: int = 0) -> list[FunctionRow]:
        """The scores of each group that gold or tagged trees have, and of all groups together, with intervals over
        sentences."""
        rows: list[FunctionRow] = []
        for group in (*groups(), "all"):
            measure = Functions(group=group)
            counts = measure.count(self.gold, self.tagged)
            counts = counts[~np.isnan(counts[:, 0])]
            if not len(counts):
                raise DataError("no sentence can be scored: the words of parses and gold trees differ")
            total = counts.sum(0)
            if not total[1] and not total[2]:
                continue
            intervals = bootstrap(counts, measure.score, level=level, resamples=resamples, seed=seed)
            rows.append(
                {
                    "group": group,
                    "trees": self.trees,
                    "sentences": len(counts),
                    "functions": int(total[1]),
                    "scores": {name: float(value) for name, value in measure.score(total).items()},
                    "intervals": {name: list(interval) for name, interval in intervals.items()},
                    "left_out": len(self.gold) - len(counts),
                    "signature": str(Signature((measure.spec,), self.facts, self.before)),
                }
            )
        return rows


@checked
def validate_functions(
    treebank: Treebank,
    *,
    folds: Folds = 10,
    contiguous: bool = False,
    parsed: Treebank | None = None,
    transforms: str | Sequence[str] = (),
    share: Share = 1.0,
    iterations: Repeats = 10,
    minimum: Positive = 2,
    seed: SeedNumber = 0,
    progress: Progress | None = None,
) -> FunctionValidation:
    """Tag each of `folds` parts of a treebank by a tagger that learned from the others.

    contiguous  each part is a run of sentences; by default the parts are drawn at random
    parsed      parses of the same sentences, which are tagged instead of the trees
    transforms  applied to the trees first
    share       the share of the other parts to learn from, drawn at random
    seed        the seed of all draws, and of `learn_functions`, which explains the other options
    """
    given = [treebank] if parsed is None else [treebank, parsed]
    (treebank, *outputs), before = apply_alike(given, transforms, seed)
    check_functions(treebank)
    if not 2 <= folds <= len(treebank):
        raise CallError(
            f"{len(treebank):,} sentences cannot be tagged in {folds} folds;"
            " give at least 2, and at most one per sentence"
        )
    if not 0 < share <= 1:
        raise CallError(f"the share to learn from must be above 0 and at most 1, not {share}")
    gold = remove_empties(treebank)
    trees = paired_test(gold, outputs[0]) if outputs else gold
    fold = contiguous_folds(len(gold), folds) if contiguous else drawn_folds(len(gold), folds, seed)
    tagged, sizes = [], []
    for number in range(folds):
        train = _drawn(np.flatnonzero(fold != number), share, [seed, number])
        tagger = learn_functions(gold[train], iterations=iterations, minimum=minimum, seed=seed)
        tagged.append(tagger.tag(trees[np.flatnonzero(fold == number)]))
        sizes.append(len(train))
        if progress is not None:
            progress(number + 1, folds)
    facts = {
        "folds": f"{folds} {'contiguous' if contiguous else 'drawn'}",
        "share": f"{share:g}",
        "iterations": str(iterations),
        "minimum": str(minimum),
        "seed": str(seed),
        "trees": "gold" if parsed is None else "parsed",
    }
    done = (*before, "remove-empties")
    return FunctionValidation(gold, joined_folds(tagged, fold), fold, float(np.mean(sizes)), facts, done)


def function_learning_curve(
    treebank: Treebank, shares: Sequence[float] = SHARES, *, progress: Progress | None = None, **options: Any
) -> list[FunctionValidation]:
    """`validate_functions` with growing shares of the training sentences, each contained in the next."""
    validations = []
    for number, share in enumerate(shares):

        def tick(done: int, folds: int, before: int = number) -> None:
            if progress is not None:
                progress(before * folds + done, len(shares) * folds)

        validations.append(validate_functions(treebank, share=share, progress=tick, **options))
    return validations


def _drawn(numbers: Int64s, share: float, seed: list[int]) -> Int64s:
    """A share of some sentences, in their order; a larger share contains a smaller one."""
    order = np.random.default_rng(seed).permutation(numbers)
    return np.sort(order[: max(1, round(share * len(numbers)))])

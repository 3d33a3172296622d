"""Growing training samples W1 < W2 < ..., each model measured on its own trees and all on the same held-out trees
(Table 6 of the ECC paper)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Literal, cast

import numpy as np

from ...core.bounds import InnerShare, LevelShare, Positive, SampleSize, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.signature import Signature
from ...core.specs import format_spec
from ...core.tabular import Tabular, TabularList, shown_figure
from ...core.types import Int64s, Progress
from ...core.wording import counted, option
from ...evaluation.statistics.resample import check_level
from ...measures.parseval import Parseval
from ...models.grammars.inference import AnyGrammar
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from .protocols import MAX_LENGTH, Plan, TrainTest, measure_samples, plan_for, samples
from .summary import LEVEL, Summary, SummaryRow, summarise
from .tree_figures import PRM, TreeFigures
from .trees import one_root

_SIDES: tuple[Literal["train"], Literal["test"]] = ("train", "test")


class GrowthRow(SummaryRow):
    """What `treegauge difficulty --growing --json` prints; see `GrowingRow`."""

    treebank: str
    transform: str
    sample: str
    size: int
    protocol: Literal["train", "test"]
    own_covered: int
    rules: int
    signature: str


@dataclass(frozen=True, eq=False, repr=False)
class GrowingRow(Tabular):
    """The model of one training sample, measured on one sample.

    sample       1 for W1, the smallest
    size         training sentences of the model, of any length
    measured     `train`: its own trees; `test`: the held-out trees
    summary      of the held-out trees, `covered` are those that W1 covers, the same for all models
    own_covered  trees measured that this model covers
    """

    treebank: str
    transform: str
    sample: int
    size: int
    measured: Literal["train", "test"]
    summary: Summary
    own_covered: int
    grammar: AnyGrammar
    signature: Signature

    def row(self) -> GrowthRow:
        start = {
            "treebank": self.treebank,
            "transform": self.transform,
            "sample": f"W{self.sample}",
            "size": self.size,
        }
        ends = {"own_covered": self.own_covered, "rules": len(self.grammar), "signature": str(self.signature)}
        return cast("GrowthRow", {**start, "protocol": self.measured, **asdict(self.summary), **ends})

    def table_rows(self) -> list[GrowthRow]:
        """The row."""
        return [self.row()]

    def __repr__(self) -> str:
        covered = f"{self.own_covered:,} of {counted(self.summary.trees, 'tree')} covered"
        figures = f"{counted(self.size, 'sentence')}, {covered}, ecc {shown_figure(self.summary.ecc)}"
        return f"<GrowingRow W{self.sample} on {self.measured}: {figures}>"


@checked
def growing(
    train: Treebank,
    sizes: Sequence[SampleSize],
    test: Treebank | None = None,
    *,
    split: InnerShare | None = None,
    max_length: Positive | None = MAX_LENGTH,
    transforms: Sequence[str] = (),
    level: LevelShare = LEVEL,
    prm: str = PRM,
    seed: SeedNumber = 0,
    name: str = "",
    test_name: str = "",
    progress: Progress | None = None,
) -> TabularList[GrowingRow]:
    """Measure models of growing training samples, drawn at random, each within the next: first all models on their own
    trees, then all on the held-out trees that the smallest sample covers.

    Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks, Table 6.

    sizes  of the training samples, growing: shares of the training trees up to 1, or numbers of sentences above 1
    test   the held-out trees; else `split` is the share of sentences to draw training samples from

    The other arguments are those of `difficulty`.
    """
    if test is None and split is None:
        raise CallError(
            f"growing samples need held-out trees: a test treebank ({option('test')}) or a split"
            f" ({option('split', 0.5)})"
        )
    plan = plan_for("test", has_test=test is not None, split=split, max_length=max_length, seed=seed)
    check_level(level)
    spec = Parseval(prm=prm).spec
    treebanks, done = apply_alike([train] if test is None else [train, test], transforms, seed)
    whole = one_root(treebanks, [name or "the treebank", test_name or "the test treebank"])
    (every,) = samples(plan, *map(len, treebanks))
    drawn = nested(every.train, sizes, seed)
    pairs = [TrainTest(train_rows, train_rows) for train_rows in drawn]
    pairs += [TrainTest(train_rows, every.test) for train_rows in drawn]
    measurements = measure_samples(whole, pairs, plan, prm=prm, progress=progress)
    signature = Signature((_spec(plan, sizes, level), spec), before=tuple(done))
    rows: TabularList[GrowingRow] = TabularList()
    for place, (grammar, figures) in enumerate(_on_common(measurements, len(drawn))):
        number, measured = place % len(drawn), _SIDES[place // len(drawn)]
        own_covered = int(measurements[place][1].covered.sum())
        summary = summarise(figures, level=level)
        start = (name, "+".join(done), number + 1, len(drawn[number]))
        rows.append(GrowingRow(*start, measured, summary, own_covered, grammar, signature))
    return rows


def nested(numbers: Int64s, sizes: Sequence[float], seed: int) -> list[Int64s]:
    """Random samples of some sentences, each within the next; they keep their order."""
    counts = [round(size * len(numbers)) if size <= 1 else int(size) for size in sizes]
    if not counts or any(size > 1 and size != int(size) for size in sizes):
        raise CallError("sizes of samples are shares up to 1, or whole numbers of sentences")
    if counts[0] < 1 or counts[-1] > len(numbers) or any(smaller >= larger for smaller, larger in pairwise(counts)):
        raise CallError(
            f"samples of {', '.join(map(str, counts))} sentences cannot be drawn each within the next from "
            f"{len(numbers)}; give growing sizes"
        )
    # A random stream other than that of the split, so that the samples do not depend on how it was drawn.
    order = np.random.default_rng([seed, 1]).permutation(numbers)
    return [np.sort(order[:count]) for count in counts]


def _on_common(measurements: list[tuple[AnyGrammar, TreeFigures]], models: int) -> list[tuple[AnyGrammar, TreeFigures]]:
    """Count only those held-out trees as covered that the first model covers: all other models cover them too, because
    they have its rules. The figures of held-out trees follow those of the samples themselves."""
    common = measurements[models][1].covered
    if not common.any():
        raise DataError("the smallest sample covers none of the held-out trees; take a larger one")

    def limited(figures: TreeFigures) -> TreeFigures:
        return replace(figures, log2_tree=np.where(common, figures.log2_tree, -np.inf))

    return measurements[:models] + [(grammar, limited(figures)) for grammar, figures in measurements[models:]]


def _spec(plan: Plan, sizes: Sequence[float], level: float) -> str:
    given = {name: value for name, value in plan.options.items() if name != "protocol"}
    return format_spec("growing", {"sizes": tuple(sizes), "seed": plan.seed, **given, "level": level})

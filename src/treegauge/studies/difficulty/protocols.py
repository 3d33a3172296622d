"""Protocols: which trees a grammar is induced from, and which trees it is measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from ...core.errors import CallError
from ...core.types import Progress
from ...core.wording import counted, option
from ...models.grammars.inference import AnyGrammar
from ...models.grammars.latent.model import LatentModel
from ...models.grammars.models import Model, find_model
from ...treebank import Treebank
from ...treebank.folds import dealt_folds
from .tree_figures import PRM, TreeFigures, measure_trees
from .trees import grammar_of

Protocol = Literal["train", "test", "loo", "given"]
MAX_LENGTH = 39


class TrainTest(NamedTuple):
    """The numbers of the sentences that a grammar is induced from, and of those that it is measured on."""

    train: NDArray[np.int64]
    test: NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """How to measure. For `test`, one of `split` (the share of sentences to train on) and `folds` may be given; without
    them `test` needs test trees. `given` is for a grammar that is not induced here. `max_length` is the number of
    tokens of the longest tree measured, None for any."""

    protocol: Protocol = "train"
    split: float | None = None
    folds: int | None = None
    max_length: int | None = MAX_LENGTH
    seed: int = 0
    grammar: Model | None = None  # else the rules of the trees

    def __post_init__(self) -> None:
        problem = self._problem()
        if problem is not None:
            raise CallError(problem)

    def _problem(self) -> str | None:
        if isinstance(self.grammar, LatentModel) != (self.protocol == "given"):
            return (
                "the grammar of a file is not induced from the trees, and measures all of them: leave out protocols,"
                " splits and folds"
                if self.protocol != "given"
                else "the protocol given needs the file of a grammar, such as X.grammar"
            )
        if self.protocol not in get_args(Protocol):
            return f"unknown protocol '{self.protocol}'; known: {', '.join(get_args(Protocol))}"
        if self.split is not None and self.folds is not None:
            return "a split and folds exclude each other: give one of them"
        if self.protocol != "test" and (self.split is not None or self.folds is not None):
            return f"a split and folds are for the protocol test, not {self.protocol}"
        if self.split is not None and not 0 < self.split < 1:
            return f"a split is the share of sentences to train on, between 0 and 1, not {self.split:g}"
        if self.folds is not None and self.folds < 2:
            return f"there must be 2 folds or more, not {self.folds}"
        if self.protocol == "loo" and self.grammar is not None:
            return f"one tree less changes all histories of a {self.grammar.name} grammar: use {option('folds', 10)}"
        if self.max_length is not None and self.max_length < 1:
            return f"the greatest length must be 1 or more, not {self.max_length}"
        return None

    @property
    def options(self) -> dict[str, object]:
        """The options that reproduce the plan."""
        drawn = self.split is not None or self.folds is not None
        given = {"split": self.split, "folds": self.folds, "seed": self.seed if drawn else None}
        return {
            "protocol": self.protocol,
            **{name: value for name, value in given.items() if value is not None},
            "max_length": "none" if self.max_length is None else self.max_length,
            **({} if self.grammar is None else {"grammar": self.grammar.spec}),
        }


def plan_for(
    protocol: Protocol | None,
    *,
    has_test: bool,
    split: float | None = None,
    folds: int | None = None,
    max_length: int | None = MAX_LENGTH,
    seed: int = 0,
    grammar: str | None = None,
) -> Plan:
    """The plan for the arguments of a call; test trees, a split or folds imply `test`."""
    has_held_out = has_test or split is not None or folds is not None
    model = None if grammar is None else find_model(grammar)
    usual: Protocol = "given" if isinstance(model, LatentModel) else "train"
    chosen: Protocol = protocol or ("test" if has_held_out else usual)
    if has_test and chosen != "test":
        raise CallError(f"test trees are for the protocol test, not {chosen}")
    if has_test and (split is not None or folds is not None):
        raise CallError("test trees are given: leave out the split or the folds")
    if chosen == "test" and not has_held_out:
        raise CallError(
            f"the protocol test needs test trees ({option('test')}), a split ({option('split', 0.8)}) or folds"
            f" ({option('folds', 10)})"
        )
    return Plan(chosen, split, folds, max_length, seed, model)


def samples(plan: Plan, train: int, test: int = 0) -> list[TrainTest]:
    """The samples of a plan: training and test sentences are numbered one after the other.

    The sentences of a split and of folds are drawn at random; they keep their order.
    """
    every = np.arange(train, dtype=np.int64)
    if test:
        return [TrainTest(every, np.arange(train, train + test, dtype=np.int64))]
    order = np.random.default_rng(plan.seed).permutation(train)
    if plan.split is not None:
        size = round(plan.split * train)
        if not 0 < size < train:
            raise CallError(f"a split of {plan.split:g} leaves one side of {counted(train, 'sentence')} empty")
        return [TrainTest(np.sort(order[:size]), np.sort(order[size:]))]
    if plan.folds is not None:
        if plan.folds > train:
            raise CallError(f"{plan.folds} folds are too many for {counted(train, 'sentence')}")
        fold = dealt_folds(order, plan.folds)
        parts = [fold == number for number in range(plan.folds)]
        return [TrainTest(np.flatnonzero(~part), np.flatnonzero(part)) for part in parts]
    return [TrainTest(every, every)]


def measure_sample(
    treebank: Treebank, sample: TrainTest, plan: Plan, *, prm: str = PRM, progress: Progress | None = None
) -> tuple[AnyGrammar, TreeFigures]:
    """The grammar of the training sentences, and the figures of the test sentences that are short enough. All sentences
    must have the same root (`rooted`)."""
    grammar = grammar_of(treebank.select(sample.train), plan.grammar)
    chosen = _short(treebank, sample, plan)
    figures = measure_trees(
        grammar,
        treebank.select(chosen),
        left_out=plan.protocol == "loo",
        prm=prm,
        number=chosen,
        model=plan.grammar if isinstance(plan.grammar, LatentModel) else None,
        progress=progress,
    )
    return grammar, figures


def measure_samples(
    treebank: Treebank, drawn: Sequence[TrainTest], plan: Plan, *, prm: str = PRM, progress: Progress | None = None
) -> list[tuple[AnyGrammar, TreeFigures]]:
    """Measure sample by sample; progress is over all of them."""
    total = sum(len(_short(treebank, sample, plan)) for sample in drawn)
    measurements: list[tuple[AnyGrammar, TreeFigures]] = []
    for sample in drawn:
        done = sum(len(figures) for _, figures in measurements)
        progress_of_part = _shifted(progress, done, total)
        measurements.append(measure_sample(treebank, sample, plan, prm=prm, progress=progress_of_part))
    return measurements


def _short(treebank: Treebank, sample: TrainTest, plan: Plan) -> NDArray[np.int64]:
    """The test sentences that are short enough."""
    longest = plan.max_length
    return sample.test if longest is None else sample.test[treebank.tokens.counts[sample.test] <= longest]


def _shifted(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Progress on a part, reported as progress on the whole."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)

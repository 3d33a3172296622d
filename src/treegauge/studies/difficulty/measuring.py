"""`difficulty`: how hard a treebank is to parse, from its trees to one row of figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from ...core.errors import CallError
from ...core.specs import format_spec
from ...core.types import Progress
from ...evaluation.statistics.resample import check_level
from ...measures.parseval import Parseval
from ...models.grammars.grammar import Grammar
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ...version import __version__
from .figures import LEVEL, PRM, Figures, Summary, join, summarise
from .protocols import MAX_LENGTH, Plan, Protocol, measure_samples, plan_for, samples
from .trees import grammar_of, one_root, remarks


@dataclass(frozen=True, eq=False)
class Difficulty:
    """How hard a treebank is to parse, with all that it comes from.

    transform  what was done to the trees first
    test       what the trees measured are, for the protocol test
    grammar    that of the training trees; for loo and folds, of all trees
    remarks    what in the trees may not belong into a grammar
    """

    treebank: str
    transform: str
    protocol: Protocol
    test: str | None
    summary: Summary
    signature: str
    figures: Figures = field(repr=False)
    grammar: Grammar = field(repr=False)
    remarks: tuple[str, ...] = ()

    def row(self) -> dict[str, Any]:
        """What `treegauge difficulty --json` prints."""
        figures = asdict(self.summary)
        extra = {name: figures.pop(name) for name in ("parsed", "lp_all", "lr_all", "f1_all", "emr_all", "tied")}
        return {
            "treebank": self.treebank,
            "transform": self.transform,
            "protocol": self.protocol,
            **figures,
            "rules": len(self.grammar),
            "rule_ratio": len(self.grammar) / float(self.grammar.weight.sum()),
            "length": self.mean_length,
            **extra,
            "test": self.test,
            "signature": self.signature,
        }

    @property
    def mean_length(self) -> float:
        """Of the covered trees, in tokens; NaN where none is covered."""
        lengths = self.figures.length[self.figures.covered]
        return float(lengths.mean()) if len(lengths) else math.nan

    def by_sentence(self) -> list[dict[str, Any]]:
        """What `treegauge difficulty --by sentence --json` prints."""
        own = {"treebank": self.treebank, "transform": self.transform, "protocol": self.protocol}
        return [{**own, **row, "signature": self.signature} for row in self.figures.rows()]


def difficulty(
    train: Treebank,
    test: Treebank | None = None,
    *,
    protocol: Protocol | None = None,
    split: float | None = None,
    folds: int | None = None,
    max_length: int | None = MAX_LENGTH,
    transforms: str | Sequence[str] = (),
    level: float = LEVEL,
    prm: str = PRM,
    seed: int = 0,
    name: str = "",
    test_name: str = "",
    progress: Progress | None = None,
) -> Difficulty:
    """How hard a treebank is to parse: the expected conditional cross-entropy (ECC) of its trees under its own grammar,
    and the accuracy of the most probable trees.

    Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks.

    protocol    `train`: the trees are those that the grammar was induced from; `test`: others (`test`, or drawn at
                random with `split`, the share to train on, or each of `folds` in turn under the grammar of the others);
                `loo`: every tree under the grammar of all the others
    max_length  only trees of up to so many tokens are measured, None for all; the grammar always comes from all
    transforms  what is done to training and test trees first; prepare(auto) is decided on the training trees
    level       of the intervals
    prm         what the accuracy counts, as in `parseval`; `none` deletes nothing
    """
    for side in (train, test):
        if not isinstance(side, Treebank) and side is not None:
            raise CallError(f"difficulty() takes treebanks, not {type(side).__name__}: treegauge.read(path) gives one")
    plan = plan_for(protocol, has_test=test is not None, split=split, folds=folds, max_length=max_length, seed=seed)
    check_level(level)
    parseval = Parseval(prm=prm)
    names = [name or "the treebank", test_name or "the test treebank"]
    treebanks, specs = apply_alike([train] if test is None else [train, test], transforms, seed)
    grammar, figures = _measure(plan, treebanks, names, prm, progress)
    one_grammar = plan.folds is None and plan.protocol != "loo"
    return Difficulty(
        treebank=name,
        transform="+".join(specs),
        protocol=plan.protocol,
        test=_test_sample(plan, test_name),
        summary=summarise(figures, level=level, same_grammar=one_grammar),
        signature=_signature(plan, level, parseval, specs),
        figures=figures,
        grammar=grammar,
        remarks=tuple(
            f"{side}: {remark}" for side, own in zip(names, treebanks, strict=False) for remark in remarks(own)
        ),
    )


def _measure(
    plan: Plan, treebanks: Sequence[Treebank], names: Sequence[str], prm: str, progress: Progress | None
) -> tuple[Grammar, Figures]:
    """The grammar, and the figures of all samples of the plan, numbered as in the last treebank."""
    whole = one_root(treebanks, names)
    # Of the protocol test, the trees that are only measured must be fit for a grammar too.
    every = grammar_of(whole) if plan.protocol == "test" else None
    found = measure_samples(whole, samples(plan, *map(len, treebanks)), plan, prm=prm, progress=progress)
    figures = join([own for _, own in found]) if len(found) > 1 else found[0][1]
    if len(treebanks) > 1:
        figures = replace(figures, number=figures.number - len(treebanks[0]))
    return every if every is not None and len(found) > 1 else found[0][0], figures


def _test_sample(plan: Plan, name: str) -> str | None:
    """What the trees measured are, where they are not those that the grammar comes from."""
    if plan.protocol != "test":
        return None
    drawn = {key: value for key, value in plan.options.items() if key in ("split", "folds", "seed")}
    return ",".join(f"{key}={value}" for key, value in drawn.items()) or name


def _signature(plan: Plan, level: float, parseval: Parseval, specs: Sequence[str]) -> str:
    """What must be known to get the same numbers again."""
    before = f"|before:{'+'.join(specs)}" if specs else ""
    own = format_spec("difficulty", {**plan.options, "level": level})
    return f"{own}|{parseval.spec}{before}|version:{__version__}"

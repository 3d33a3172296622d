"""`difficulty`: how hard a treebank is to parse, from trees to one row of figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from ...core.bounds import Folds, InnerShare, LevelShare, Positive, SeedNumber, checked
from ...core.errors import CallError
from ...core.presenting import Presented
from ...core.signature import Signature
from ...core.specs import format_spec
from ...core.tabular import Tabular, shown_figure
from ...core.types import Progress
from ...core.wording import counted
from ...evaluation.statistics.resample import check_level
from ...measures.parseval import Parseval
from ...models.grammars.inference import AnyGrammar
from ...models.grammars.latent.grammar import LatentGrammar
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from .nodes import NodeBits, NodeGroup, node_bits
from .protocols import MAX_LENGTH, Plan, Protocol, measure_samples, plan_for, samples
from .summary import LEVEL, Summary, SummaryRow, mean_length, summarise
from .tree_figures import PRM, SentenceDifficultyRow, TreeFigures, ambiguity_rows, join_figures
from .trees import grammar_of, oddities, one_root


class DifficultyRow(SummaryRow):
    """What `treegauge difficulty --json` prints: a treebank in figures.

    rules       of the grammar
    rule_ratio  rules of the grammar per rule occurrence in the training trees; NaN for a grammar of a file
    length      mean number of tokens of the covered trees: words, and punctuation if no transform removed it
    test        which trees were measured, for the protocol test
    """

    treebank: str
    transform: str
    protocol: Protocol
    rules: int
    rule_ratio: float
    length: float
    test: str | None
    signature: str


def row_of(
    treebank: str,
    transform: str,
    protocol: Protocol,
    test: str | None,
    signature: Signature,
    summary: Summary,
    grammar: AnyGrammar,
    length: float,
) -> DifficultyRow:
    """The row of a treebank, from its parts."""
    return {
        "treebank": treebank,
        "transform": transform,
        "protocol": protocol,
        "trees": summary.trees,
        "covered": summary.covered,
        "h_d": summary.h_d,
        "h_s": summary.h_s,
        "ecc": summary.ecc,
        "ecc_interval": summary.ecc_interval,
        "lp": summary.lp,
        "lr": summary.lr,
        "f1": summary.f1,
        "emr": summary.emr,
        "emr_interval": summary.emr_interval,
        "rules": len(grammar),
        "rule_ratio": math.nan if isinstance(grammar, LatentGrammar) else len(grammar) / float(grammar.weight.sum()),
        "length": length,
        "parsed": summary.parsed,
        "lp_all": summary.lp_all,
        "lr_all": summary.lr_all,
        "f1_all": summary.f1_all,
        "emr_all": summary.emr_all,
        "tied": summary.tied,
        "test": test,
        "signature": str(signature),
    }


@dataclass(frozen=True, eq=False, repr=False)
class Difficulty(Presented, Tabular):
    """How hard a treebank is to parse, with the figures of every tree and the grammar.

    transform  the transforms applied to the trees first
    test       which trees were measured, for the protocol test
    grammar    that of the training trees; for loo and folds, of all trees
    remarks    what the trees have and a grammar should perhaps not have
    trees      the treebank as it was before the transforms, for `report()`; the test trees, if others were measured
    level      of the intervals
    """

    treebank: str
    transform: str
    protocol: Protocol
    test: str | None
    summary: Summary
    signature: Signature
    figures: TreeFigures = field(repr=False)
    grammar: AnyGrammar = field(repr=False)
    remarks: tuple[str, ...] = ()
    trees: Treebank | None = field(default=None, repr=False)
    level: float = LEVEL

    def row(self) -> DifficultyRow:
        """What `treegauge difficulty --json` prints."""
        return row_of(
            self.treebank,
            self.transform,
            self.protocol,
            self.test,
            self.signature,
            self.summary,
            self.grammar,
            self.mean_length,
        )

    def table_rows(self) -> list[DifficultyRow]:
        """The one row."""
        return [self.row()]

    def __repr__(self) -> str:
        row = self.row()
        figures = {"ECC": f"{row['ecc']:.2f} ± {row['ecc_interval']:.2f} bits per sentence"}
        figures |= {"H^D": shown_figure(row["h_d"]), "H^S": shown_figure(row["h_s"]), "F1": shown_figure(row["f1"])}
        figures["exact match"] = shown_figure(row["emr"])
        shown = ", ".join(f"{name} {value}" for name, value in figures.items())
        trees = f"{counted(row['trees'], 'tree')}, {row['covered']:,} covered"
        return f"<Difficulty of {self.treebank or 'a treebank'} ({self.protocol}): {shown}; {trees}>"

    @property
    def mean_length(self) -> float:
        """Of the covered trees, in tokens; NaN where none is covered."""
        return mean_length(self.figures)

    @property
    def nodes(self) -> NodeBits:
        """The bits of every node of the trees, which add up to the ECC: `nodes.by("label")`."""
        if isinstance(self.grammar, LatentGrammar):
            raise CallError("a latent-variable grammar has no bits of single nodes; measure without its file")
        return node_bits(self.figures)

    def by_sentence(self, *, ambiguity: bool = False) -> list[SentenceDifficultyRow]:
        """What `treegauge difficulty --by sentence --json` prints: one row per tree; with `ambiguity`, its tree entropy
        and number of trees too."""
        start = {"treebank": self.treebank, "transform": self.transform, "protocol": self.protocol}
        rows = [{**start, **row, "signature": str(self.signature)} for row in self.figures.rows()]
        if ambiguity:
            rows = [{**row, **more} for row, more in zip(rows, ambiguity_rows(self.figures), strict=True)]
        return cast("list[SentenceDifficultyRow]", rows)

    def by_nodes(self, group: str, *, level: float | None = None, scheme: str = "auto") -> list[dict[str, Any]]:
        """What `treegauge difficulty --by label --json` prints, and for `node`, `rule`, `construction`, `length` and
        `depth`: where the ECC is. The bits are sums over the covered trees. `scheme` is the annotation scheme by which
        constructions are recognised."""
        start = {"treebank": self.treebank, "transform": self.transform, "protocol": self.protocol}
        nodes = replace(self.nodes, scheme=scheme)
        rows = nodes.rows() if group == "node" else nodes.by(cast("NodeGroup", group), level or self.level)
        return [{**start, **row, "signature": str(self.signature)} for row in rows]


@checked
def difficulty(
    train: Treebank,
    test: Treebank | None = None,
    *,
    protocol: Protocol | None = None,
    split: InnerShare | None = None,
    folds: Folds | None = None,
    max_length: Positive | None = MAX_LENGTH,
    transforms: str | Sequence[str] = (),
    level: LevelShare = LEVEL,
    prm: str = PRM,
    seed: SeedNumber = 0,
    grammar: str | None = None,
    name: str = "",
    test_name: str = "",
    progress: Progress | None = None,
) -> Difficulty:
    """How hard a treebank is to parse: the expected conditional cross-entropy (ECC) of its trees under its own grammar,
    and the accuracy of the most probable trees.

    Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks.

    protocol    `train`: measure the trees that the grammar is induced from; `test`: other trees (`test`, or drawn at
                random with `split`, the share to train on, or each of `folds` in turn under the grammar of the others);
                `loo`: every tree under the grammar of all the others; `given`: under the grammar of a file
    max_length  tokens of the longest tree measured, None for all trees; the grammar is always induced from all
    transforms  applied to training and test trees first; prepare(auto) is decided on the training trees
    level       of the intervals
    prm         the EVALB parameters of the accuracy, as in `parseval`; `none` deletes nothing
    grammar     a model of rules, such as `markov(h=2,v=1,smoothing=witten-bell)`, under which unseen rules have a
                probability; None: the rules that were seen. Not for `loo`. Or the file of a latent-variable grammar,
                `wsj.grammar` or `latent(file=wsj.grammar,words=true)`: under it, the bits are those of the tree with
                its words, and of the sentence that is given: words and tags, or words only
    """
    for side in (train, test):
        if not isinstance(side, Treebank) and side is not None:
            raise CallError(f"difficulty() takes treebanks, not {type(side).__name__}: treegauge.read(path) gives one")
    plan = plan_for(
        protocol,
        has_test=test is not None,
        split=split,
        folds=folds,
        max_length=max_length,
        seed=seed,
        grammar=grammar,
    )
    check_level(level)
    parseval = Parseval(prm=prm)
    names = [name or "the treebank", test_name or "the test treebank"]
    treebanks, specs = apply_alike([train] if test is None else [train, test], transforms, seed)
    learned, figures = _measure(plan, treebanks, names, prm, progress)
    one_grammar = plan.folds is None and plan.protocol != "loo"
    return Difficulty(
        treebank=name,
        transform="+".join(specs),
        protocol=plan.protocol,
        test=_test_sample(plan, test_name),
        summary=summarise(figures, level=level, same_grammar=one_grammar),
        signature=plan_signature(plan, level, parseval, specs),
        level=level,
        figures=figures,
        grammar=learned,
        remarks=tuple(
            f"{side}: {remark}"
            for side, trees in zip(names, treebanks, strict=False)
            for remark in oddities(trees).remarks()
        ),
        trees=train if test is None else test,
    )


def _measure(
    plan: Plan, treebanks: Sequence[Treebank], names: Sequence[str], prm: str, progress: Progress | None
) -> tuple[AnyGrammar, TreeFigures]:
    """The grammar, and the figures of all samples of the plan, numbered as in the last treebank."""
    whole = one_root(treebanks, names)
    # In the protocol test, the trees that are only measured must be fit for a grammar too.
    every = grammar_of(whole, plan.grammar) if plan.protocol == "test" else None
    parts = measure_samples(whole, samples(plan, *map(len, treebanks)), plan, prm=prm, progress=progress)
    figures = join_figures([part for _, part in parts]) if len(parts) > 1 else parts[0][1]
    if len(treebanks) > 1:
        figures = replace(figures, number=figures.number - len(treebanks[0]))
    return every if every is not None and len(parts) > 1 else parts[0][0], figures


def _test_sample(plan: Plan, name: str) -> str | None:
    """Which trees are measured, if they are not those that the grammar is induced from."""
    if plan.protocol != "test":
        return None
    drawn = {key: value for key, value in plan.options.items() if key in ("split", "folds", "seed")}
    return ",".join(f"{key}={value}" for key, value in drawn.items()) or name


def plan_signature(plan: Plan, level: float, parseval: Parseval, before: Sequence[str] = ()) -> Signature:
    """What must be known to get the same row again."""
    spec = format_spec("difficulty", {**plan.options, "level": level})
    return Signature((spec, parseval.spec), before=tuple(before))

"""The difficulty of a large file of brackets, block by block: the same figures as those of the whole treebank, in less
memory, and on a cluster where there is one.

The file is read twice: for the rules of the grammar, and for the figures of each tree under it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.errors import DataError
from ...core.kept_rows import Finished
from ...core.mapping import mapped
from ...core.types import Counts, Floats, Progress
from ...formats.blocks import Blocks, find_blocks
from ...measures.parseval import Parseval
from ...models.grammars.grammar import Grammar
from ...models.grammars.induction import count_rules, root_of
from ...models.grammars.merging import GrammarSum
from ...transforms.flatten import add_root
from ...treebank import Strings, Treebank
from .measuring import plan_signature, row_of
from .protocols import Plan
from .summary import LEVEL, SummaryFigures, mean_length, summarise
from .tree_figures import PRM, measure_block
from .trees import Oddities, grammar_error, oddities


class _Counted(NamedTuple):
    """The rules of a block; its root, if all sentences have the same; its labels as they are in the file."""

    grammar: Grammar
    root: str | None
    labels: Strings
    oddities: Oddities


@dataclass(frozen=True, eq=False)
class BlockFigures(SummaryFigures):
    """The figures of trees that are not kept."""

    lengths: NDArray[np.int64]
    log2_tree: Floats
    log2_sentence: Floats
    log2_best: Floats
    brackets: Counts

    @property
    def length(self) -> NDArray[np.int64]:
        return self.lengths


def difficulty_in_blocks(
    name: str,
    plan: Plan,
    *,
    level: float = LEVEL,
    prm: str = PRM,
    progress: Progress | None = None,
) -> Finished | None:
    """The row of a treebank and its remarks, as `difficulty` gives them for the protocols `train` and `loo`; None where
    the file must be read as a whole: if it is small, compressed or in another format, or for a model of rules."""
    blocks = find_blocks(name) if plan.protocol != "test" and plan.grammar is None else None
    if blocks is None or blocks.format != "brackets":
        return None
    half = None if progress is None else partial(_shown, progress, len(blocks))
    content = partial(_content, blocks)
    numbers = range(len(blocks))
    counted = mapped(_count, numbers, blocks, None, content=content, progress=half and partial(half, 0))
    roots = {block.root for block in counted}
    top = len(roots) > 1 or None in roots
    if top:
        counted = mapped(_count, numbers, blocks, True, content=content)
    grammar, found = _joined(counted)
    del counted
    arguments = (blocks, top, grammar, plan, prm)
    measured = mapped(_measure, numbers, *arguments, content=content, progress=half and partial(half, len(blocks)))
    figures = BlockFigures(*(np.concatenate(column) for column in zip(*measured, strict=True)))
    summary = summarise(figures, level=level, same_grammar=plan.protocol == "train")
    signature = plan_signature(plan, level, Parseval(prm=prm))
    row = row_of(name, "", plan.protocol, None, signature, summary, grammar, mean_length(figures))
    return Finished(dict(row), tuple(f"{name}: {remark}" for remark in found.remarks()))


def _content(blocks: Blocks, number: int) -> bytes:
    return blake2b(blocks.bytes_of(number).data).digest()


def _shown(progress: Progress, total: int, before: int, done: int, _: int) -> None:
    progress(before + done, 2 * total)


def _count(number: int, blocks: Blocks, top: bool | None) -> _Counted:
    """The rules of a block; with `top`, with a root above all trees."""
    trees = _read(blocks, number)
    root = root_of(trees)
    labels = trees.nodes.text("label").compact().values
    try:
        rules = count_rules(add_root(trees) if top or root is None else trees)
    except DataError as error:
        raise grammar_error(error) from None
    return _Counted(rules, root, labels, oddities(trees))


def _read(blocks: Blocks, number: int) -> Treebank:
    trees = blocks.read(number)
    if trees is None:
        raise DataError(f"{blocks.source}: the text is not UTF-8; convert it first")
    return trees


def _joined(counted: Sequence[_Counted]) -> tuple[Grammar, Oddities]:
    total, found = GrammarSum(), Oddities(0, 0, None)
    for block in counted:
        total.add(block.grammar, block.labels)
        found = found.with_more(block.oddities)
    return total.grammar(), found


def _measure(
    number: int, blocks: Blocks, top: bool, grammar: Grammar, plan: Plan, prm: str
) -> tuple[NDArray[np.int64], Floats, Floats, Floats, Counts]:
    """The figures of the short trees of a block."""
    trees = _read(blocks, number)
    if top:
        trees = add_root(trees)
    if plan.max_length is not None:
        trees = trees.select(np.flatnonzero(trees.tokens.counts <= plan.max_length))
    figures = measure_block(trees, grammar, prm, plan.protocol == "loo")
    return trees.tokens.counts, *figures[1:4], figures[4]

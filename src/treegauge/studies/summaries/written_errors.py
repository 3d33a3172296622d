"""The summary `written-errors`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.types import Row
from ...evaluation.score import score
from ..annotation_schemes.yardsticks import HEADLINES
from ..perturbing.inserting import perturb
from ..running.tasks import summary
from ..running.written_trees import written_trees


@summary("written-errors")
def written_errors(rows: list[Row], *, tree: str, kinds: Sequence[str], measures: Sequence[str]) -> list[Row]:
    """What each kind of errors costs in a tree that is written in the file of the study, in brackets: an error in every
    place, and the score by each measure. No rows are needed."""
    gold = written_trees(tree, "tree")
    found = []
    for kind in kinds:
        results = score(gold, perturb(gold, kind).treebank, list(measures), resamples=0)
        scores = {result.measure.name: result.scores[HEADLINES[result.measure.name]] for result in results}
        found.append({"kind": kind, **scores})
    return found

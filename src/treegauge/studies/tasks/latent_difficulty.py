"""The task `latent-difficulty`."""

from __future__ import annotations

from typing import cast

from ...core.bounds import Folds, Positive
from ...core.types import Row
from ...transforms.preparation import apply_alike
from ..difficulty.latent import PARSER, latent_difficulty
from ..running.data import StudyData
from ..running.tasks import task
from .parsing import parser_versions


@task("latent-difficulty", versions=parser_versions)
def latent_difficulty_rows(
    data: StudyData, *, parser: str = PARSER, folds: Folds = 4, max_length: Positive = 25
) -> list[Row]:
    """ECC and accuracy of the same sentences under their rules, and under a latent-variable grammar that a parser
    learns from the other folds: one row per grammar.

    `parser` is one that saves its models as X.grammar. It needs Java: `treegauge parsers install berkeley`.
    """
    trees = apply_alike([data.whole], data.transforms, data.seed)[0][0]
    name = data.entry.name
    rows = latent_difficulty(trees, parser=parser, folds=folds, max_length=max_length, seed=data.seed, name=name)
    return cast("list[Row]", rows)

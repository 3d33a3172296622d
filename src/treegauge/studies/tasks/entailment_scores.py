"""The tasks `entailment-scores`, `entailment-bounds` and `entailment-tests`: parsers of both kinds by entailments, by
attachment and by brackets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.bounds import Draws, Folds, Natural, Positive, Resamples
from ...core.errors import MissingParserError
from ...core.remarks import remark
from ...core.types import Row
from ...treebank import Treebank
from ..entailment_scores.divided import Divided, divide_sentences
from ..entailment_scores.scoring import system_differences, system_scores
from ..entailment_scores.systems import FUNCTIONS, Laboratory, StartsFrom, evaluated_system
from ..running.data import StudyData
from ..running.tasks import task

_BOUND = "bound"
_DEFAULT = "pcfg(words=true)"


def _version(*, parser: str = _DEFAULT, **options: Any) -> Sequence[str]:
    """The version of a program of others: other versions may give other trees."""
    return [str(getattr(evaluated_system(parser).parser, "title", ""))]


def _versions(*, parsers: Sequence[str] = (), **options: Any) -> Sequence[str]:
    """The versions of all programs; one that is installed later is not left out any more."""
    missing = [spec for spec in parsers if evaluated_system(spec).parser.missing() is not None]
    return [*(version for spec in parsers for version in _version(parser=spec)), *missing]


@task("entailment-scores", versions=_version)
def entailment_scores(
    data: StudyData,
    *,
    parser: str = _DEFAULT,
    given: StartsFrom = "words",
    folds: Folds = 10,
    sentences: Positive | None = None,
    shortest: Natural = 1,
    resamples: Resamples = 1000,
) -> list[Row]:
    """Train a parser of phrases or of dependencies, parse the test part, and score entailments, attachment and
    brackets; a parser of phrases has a second row, with functions of a tagger.

    `parser` may have transforms of the trees to learn from: `parent-annotation > pcfg`. The transforms of the treebank
    make the bare phrases. A treebank without parts is parsed in `folds`. Of the others, `sentences` are drawn from
    those of the test part with at least `shortest` words. From `words`, dependency parsers learn from and get predicted
    tags; with gold `tags`, a tag that the training trees do not have is predicted.
    """
    system = evaluated_system(parser)
    system.parser.check()
    sides = divide_sentences(data, folds, sentences, shortest)
    laboratory = Laboratory(sides, given, data.seed, data.folder)
    trees, unparsed = laboratory.parsed(system)
    kind = "phrases" if system.makes_phrases else "dependencies"
    systems = _with_functions(laboratory, system.name, trees)
    return [
        _row(name, kind, sides, own, resamples) | {"given": given, "unparsed": unparsed}
        for name, own in systems.items()
    ]


@task("entailment-bounds")
def entailment_bounds(
    data: StudyData,
    *,
    folds: Folds = 10,
    sentences: Positive | None = None,
    shortest: Natural = 1,
    resamples: Resamples = 1000,
) -> list[Row]:
    """Upper bounds of the task entailment-scores: gold dependencies, gold phrases with functions of a tagger, and bare
    gold phrases."""
    sides = divide_sentences(data, folds, sentences, shortest)
    laboratory = Laboratory(sides, "tags", data.seed, data.folder)
    phrases = _with_functions(laboratory, "gold phrases", sides.test.phrases)
    systems = {"gold dependencies": sides.test.dependencies, **phrases}
    return [_row(name, _BOUND, sides, own, resamples) | {"unparsed": 0} for name, own in systems.items()]


@task("entailment-tests", versions=_versions)
def entailment_tests(
    data: StudyData,
    *,
    parsers: Sequence[str] = (_DEFAULT, "swap-lazy"),
    given: StartsFrom = "words",
    folds: Folds = 10,
    sentences: Positive | None = None,
    shortest: Natural = 1,
    draws: Draws = 10_000,
) -> list[Row]:
    """The differences between parsers by entailments, attachment and brackets, with p-values: one row per pair.

    The other options are those of entailment-scores, whose parses are used again. Parsers that are not installed are
    left out, with a remark.
    """
    sides = divide_sentences(data, folds, sentences, shortest)
    laboratory = Laboratory(sides, given, data.seed, data.folder)
    systems: dict[str, Treebank] = {}
    for spec in parsers:
        try:
            system = evaluated_system(spec)
            systems |= _with_functions(laboratory, system.name, laboratory.parsed(system).trees)
        except MissingParserError as error:
            remark(f"left out: {error}")
    rows = system_differences(sides.test, systems, draws, data.seed)
    return [{**row, "given": given} for row in rows]


def _with_functions(laboratory: Laboratory, name: str, trees: Treebank) -> dict[str, Treebank]:
    """Phrases also with the functions of a tagger."""
    if not trees.has_constituents:
        return {name: trees}
    return {name + FUNCTIONS: laboratory.tagged(trees), name: trees}


def _row(name: str, kind: str, sides: Divided, trees: Treebank, resamples: int) -> Row:
    functions = name.endswith(FUNCTIONS)
    counts = {"sentences": len(sides.test), "words": len(sides.test.dependencies.tokens)}
    return {
        "system": name,
        "kind": kind,
        "functions": functions,
        **counts,
        **system_scores(sides.test, trees, resamples),
    }

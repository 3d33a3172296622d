"""`find_errors`: what kinds of errors parsers make, and what each kind costs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, get_args

import numpy as np

from ...core.bounds import LevelShare, Resamples, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.remarks import remark
from ...core.types import PathLike, Progress
from ...core.wording import counted, option
from ...measures.shared.words import has_same_words
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..choosing import Missing
from ..naming import names_of_files, naming_the_system
from ..pairing import pair_sentences, remark_on_sentences
from ..result import LeftOut
from ..score import as_treebanks
from .analysis import ErrorAnalysis, SystemErrors
from .arcs import ArcFinder, constructions_of
from .regained import compare_classes, error_classes
from .table import FoundErrors

Classes = Literal["treegauge", "kummerfeld"]
TestTrees = Treebank | PathLike
Finder = Callable[[Treebank, Treebank, Sequence[int]], FoundErrors]


@checked
def find_errors(
    gold: TestTrees,
    *tests: TestTrees | Mapping[str, TestTrees],
    classes: Classes = "treegauge",
    prm: str = "default",
    scheme: str = "auto",
    transforms: str | Sequence[str] = (),
    missing: Missing = "count",
    level: LevelShare = 0.95,
    resamples: Resamples = 10_000,
    seed: SeedNumber = 0,
    progress: Progress | None = None,
) -> ErrorAnalysis:
    """Find the errors of one parser or several, by class, and what each class costs. `tests` are files, treebanks, or
    both by name in a dictionary.

    classes     the classes of treegauge, or those of Kummerfeld et al. (2012), for trees of the Penn Treebank
    prm         EVALB's parameters: which brackets and words count, for the classes of treegauge
    scheme      the annotation scheme of the labels, a name or a TOML file; `auto` recognises it, `generic` takes usual
                names of phrases. For dependency trees, a construction table: `ud`, `sud`, `conll2008` or a TOML file
    transforms  applied to all treebanks first; `prepare(auto)` is decided on the gold trees
    missing     a gold sentence without a parse is an error (`count`), or it is left out and listed (`leave-out`)
    resamples   for intervals and tests; 0: none

    Several parsers are compared class by class (`comparisons`), by paired approximate randomisation.
    """
    if classes not in get_args(Classes):
        raise CallError(f"unknown classes '{classes}'; known: {', '.join(get_args(Classes))}")
    sources = _by_name(tests)
    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    (gold_trees, *test_trees), _ = apply_alike(as_treebanks([gold, *sources.values()]), steps, seed)
    find = _finder(classes, gold_trees, test_trees, prm, scheme)
    systems: list[SystemErrors] = []
    for number, (name, test) in enumerate(zip(sources, test_trees, strict=True)):
        with naming_the_system(name, len(sources)):
            found = _found(gold_trees, test, find, missing)
        systems.append(_system(name, gold_trees, found, (level, resamples, seed)))
        if progress is not None:
            progress(number + 1, len(sources))
    comparisons = compare_classes(systems, level=level, resamples=resamples, seed=seed)
    return ErrorAnalysis(systems, comparisons)


def _by_name(tests: Sequence[TestTrees | Mapping[str, TestTrees]]) -> dict[str, TestTrees]:
    """The systems by name: those of a dictionary, the names of files, or `test` for a treebank."""
    systems: dict[str, TestTrees] = {}
    plain = [test for test in tests if not isinstance(test, Mapping)]
    files = [test for test in plain if isinstance(test, (str, os.PathLike))]
    names = iter(names_of_files(files))
    treebanks = sum(isinstance(test, Treebank) for test in plain)
    for test in tests:
        if isinstance(test, Mapping):
            systems |= test
        elif isinstance(test, Treebank):
            systems[f"test {len(systems) + 1}" if treebanks > 1 else "test"] = test
        else:
            systems[next(names)] = test
    if not systems:
        raise CallError("errors needs one parse or more: treegauge errors GOLD TEST...")
    return systems


def _finder(classes: Classes, gold: Treebank, tests: Sequence[Treebank], prm: str, scheme: str) -> Finder:
    """The way to find errors that fits the trees."""
    if all(treebank.has_constituents for treebank in (gold, *tests)):
        if classes == "kummerfeld":
            if (prm, scheme) != ("default", "auto"):
                both = f"{option('prm')} and {option('scheme')}"
                raise CallError(f"the classes of Kummerfeld et al. are always the same: leave out {both}")
            from .kummerfeld import find_kummerfeld_errors

            return find_kummerfeld_errors
        from .phrases import find_phrase_errors

        return partial(find_phrase_errors, prm=prm, scheme=scheme)
    if not all(treebank.has_dependencies for treebank in (gold, *tests)):
        raise CallError(f"errors needs trees of one kind: gold is {gold!r}, test is {tests[0]!r}")
    if classes == "kummerfeld":
        raise CallError(
            f"the classes of Kummerfeld et al. are for phrase structure trees: leave out {option('classes')}"
        )
    as_text = not all(has_same_words(gold, test) for test in tests)
    return ArcFinder(constructions_of(gold, tests, scheme), as_text)


def _found(gold: Treebank, test: Treebank, find: Finder, missing: Missing) -> FoundErrors:
    """The errors of one parser; dependency trees over the parsers' own words are compared as running text."""
    other_text = None
    if isinstance(find, ArcFinder) and find.as_text:
        try:
            return find.in_text(gold, test)
        except DataError as error:
            other_text = error
    pairing = pair_sentences(gold, test)
    if other_text is not None and pairing.extra:
        remark(f"{other_text}; sentences are compared one by one")
    remark_on_sentences(pairing, missing)
    assert pairing.test is not None
    return find(gold, pairing.test, pairing.unparsed.tolist() if missing == "count" else [])


def _system(name: str, gold: Treebank, found: FoundErrors, how: tuple[float, int, int]) -> SystemErrors:
    reasons = found.reasons
    if reasons:
        first = min(reasons)
        remark(
            f"{name}: left out {counted(len(reasons), 'sentence')}, the first at {gold.where(first)}: {reasons[first]}"
        )
    left_out = tuple(LeftOut(number + 1, gold.where(number), reasons[number]) for number in sorted(reasons))
    compared = np.flatnonzero(~np.isnan(found.counts[:, 0]))
    if left_out and not len(compared):
        raise DataError(f"{name}: no sentence can be compared; the first ({left_out[0].where}): {left_out[0].reason}")
    level, resamples, seed = how
    rows = error_classes(name, found, compared, level=level, resamples=resamples, seed=seed)
    return SystemErrors(name, found, left_out, rows, gold)

"""`write_report`: one HTML file that shows how well parsers did, or how hard a treebank is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...core.bounds import Draws, LevelShare, Positive, Resamples, SeedNumber, checked
from ...core.errors import CallError, DataError
from ...core.outputs import stream_number, write_text
from ...core.types import Int64s, PathLike, Progress
from ...core.wording import counted
from ...evaluation.choosing import Measures, Missing, OnMismatch, Policy
from ...evaluation.naming import named_files, names_of_files
from ...evaluation.score import as_treebanks
from ...transforms.preparation import apply_alike
from ...treebank import Treebank
from ..showing import picture_ending
from .assembling import Section, assembled
from .card import card_page, card_treebank
from .evaluated import Evaluated, evaluate_systems
from .facets import facets
from .overview import overview
from .payload import packed
from .sentences import sentences_view
from .where import where

_ENDINGS = (".html", ".htm")
MOST_SENTENCES = 20_000  # sentences in a page


@checked
def write_report(
    gold: Treebank | PathLike,
    tests: Mapping[str, Treebank | PathLike] | Sequence[PathLike] = (),
    output: PathLike = "report.html",
    *,
    name: str | None = None,
    card: bool = False,
    measures: Measures = None,
    transforms: str | Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    on_mismatch: OnMismatch = "skip",
    missing: Missing = "count",
    level: LevelShare = 0.95,
    resamples: Resamples = 1000,
    draws: Draws = 10_000,
    seed: SeedNumber = 0,
    sentences: Positive = MOST_SENTENCES,
    progress: Progress | None = None,
) -> None:
    """Write a page that shows parsers against gold: ranking, where the errors are, and all trees side by side. Without
    `tests`, or with `card`, the page is the card of the treebank: statistics, how hard it is, its hardest sentences and
    probable annotation errors, next to the other treebanks.

    tests       the parsers' output, by name; files alone are named after themselves
    card        the other files are treebanks to compare with, not parses of this one
    name        how the page calls gold; the name of its file by default
    resamples   for the intervals of scores; draws: for the tests between systems
    sentences   the most sentences in the page; of more, the page has those with the most errors and a random sample

    The other arguments are those of `score` and `compare`, and the figures are the same.
    """
    check_page_name(os.fspath(output))
    sources = _named(tests)
    steps = [transforms] if isinstance(transforms, str) else list(transforms)
    treebanks = as_treebanks([gold, *sources.values()])
    names = [name or file_label(gold), *sources]
    _check_trees(treebanks, names)
    if card or not sources:
        if names[0] in sources:  # figures are kept by name
            names[0] += " (this treebank)"
        cards = []
        for place, pair in enumerate(zip(names, treebanks, strict=True), 1):
            cards.append(card_treebank(*pair, steps, level, seed))
            if progress is not None:
                progress(place, len(treebanks) + 1)
        write_text(card_page(cards, sentences, level, seed), os.fspath(output))
        return
    (trees, *others), resolved = apply_alike(treebanks, steps, seed)
    evaluated = evaluate_systems(
        names[0],
        trees,
        dict(zip(sources, others, strict=True)),
        measures,
        options,
        Policy(on_mismatch, missing, tuple(resolved)),
        level=level,
        resamples=resamples,
        draws=draws,
        seed=seed,
        progress=progress,
    )
    write_text(report_page(evaluated, sentences, seed), os.fspath(output))


def report_page(evaluated: Evaluated, sentences: int = MOST_SENTENCES, seed: int = 0) -> str:
    """The page as a text."""
    chosen = _chosen(evaluated, sentences, seed)
    divided = facets(evaluated)
    views = [
        Section("overview", "Overview", overview(evaluated, len(chosen))),
        Section("where", "Where", where(evaluated, divided)),
        Section("sentences", "Sentences", _sentences(evaluated)),
    ]
    about = f"{counted(len(evaluated.gold), 'sentence')}, {counted(len(evaluated.systems), 'system')}"
    return assembled(evaluated.name, about, views, packed(evaluated, divided, chosen).text())


def _check_trees(treebanks: Sequence[Treebank], names: Sequence[str]) -> None:
    for name, treebank in zip(names, treebanks, strict=True):
        if not len(treebank):
            raise DataError(f"{name} has no sentences")


def check_page_name(output: str) -> None:
    """Refuse names of other kinds of files."""
    if stream_number(output) is None:
        picture_ending(output, _ENDINGS)


def _sentences(evaluated: Evaluated) -> str:
    phrases, systems = evaluated.gold.has_constituents, len(evaluated.systems)
    return sentences_view(phrases=phrases, systems=systems, as_text=evaluated.as_text)


def file_label(source: Treebank | PathLike) -> str:
    """The name of a file without its folder."""
    return "gold" if isinstance(source, Treebank) else os.path.basename(os.fspath(source).rstrip("/")) or "gold"


def _named(tests: Mapping[str, Treebank | PathLike] | Sequence[PathLike]) -> Mapping[str, Treebank | PathLike]:
    if isinstance(tests, (str, os.PathLike)):
        return {file_label(tests): tests}
    if isinstance(tests, Mapping):
        return tests
    if not all(isinstance(test, (str, os.PathLike)) for test in tests):
        raise CallError('treebanks need names: write_report(gold, {"a": first, "b": second})')
    return dict(zip(short_names(names_of_files(tests)), tests, strict=True))


def named_systems(arguments: Sequence[str]) -> dict[str, str]:
    """Files by the names of their systems (`NAME=FILE`); if no name is given, names are as short as they can be."""
    files = named_files(arguments)
    names = short_names(list(files)) if list(files) == names_of_files(files.values()) else list(files)
    return dict(zip(names, files.values(), strict=True))


def short_names(names: Sequence[str]) -> list[str]:
    """Names of files without the ending, and without what all begin with: `tr.malt-eager.conllu`, `tr.malt-lazy.conllu`
    are `eager` and `lazy`. They remain different."""
    if len(names) < 2:
        return list(names)
    ending = _shared_beginning([name[::-1] for name in names])[::-1]
    dot = ending.find(".")
    if dot < 0:
        return list(names)
    stems = [name[: len(name) - len(ending) + dot] for name in names]
    beginning = _shared_beginning(stems)
    kept = max(beginning.rfind(mark) for mark in "._-/") + 1
    shorter = [stem[kept:] for stem in stems]
    return shorter if all(shorter) and len(set(shorter)) == len(names) else list(names)


def _shared_beginning(names: Sequence[str]) -> str:
    """The letters that all names begin with."""
    length = 0
    for letters in zip(*names, strict=False):
        if len(set(letters)) > 1:
            break
        length += 1
    return names[0][:length]


def _chosen(evaluated: Evaluated, most: int, seed: int) -> Int64s:
    """The sentences of the page, in order: all, or the worst half and a random half of as many as there may be."""
    count = len(evaluated.gold)
    if count <= most:
        return np.arange(count)
    errors = sum(evaluated.errors(name) for name in evaluated.systems)
    order = np.argsort(-np.asarray(errors), kind="stable")
    worst, others = order[: most // 2], order[most // 2 :]
    drawn = np.random.default_rng(seed).choice(others, most - len(worst), replace=False)
    return np.sort(np.concatenate((worst, drawn)))

"""Difficulty of several treebanks: one row per treebank and variant of it, the hardest first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from inspect import signature
from typing import Any, TypeVar

from ...core.errors import CallError
from ...core.kept_rows import Finished
from ...core.resuming import Kept, key
from ...core.tabular import Tabular, TabularList, flat_row, shown_figure
from ...core.types import PathLike, Progress, Row
from ...core.wording import counted
from ...formats.api import read
from ...transforms.base import find_transform
from ...treebank import Treebank
from .measuring import Difficulty, difficulty
from .protocols import plan_for
from .summary import Summary
from .tree_figures import summarise_ambiguity

_PLANNED = ("protocol", "split", "folds", "max_length", "seed", "grammar")
_FIGURES = ("rules", "length", *(field.name for field in fields(Summary)))  # numbers that every row in a file has
_MAY_BE_NONE = ("test",)
_STUDY = "difficulty"  # the name of the rows in a file
_READ = read
FinishedRow = TypeVar("FinishedRow", bound=Finished)
Watch = Callable[[str], AbstractContextManager[Progress | None]]


@dataclass(frozen=True, repr=False)
class MeasuredTreebank(Finished, Tabular):
    """The row of a treebank (`DifficultyRow`), remarks on trees that a grammar should perhaps not have, and the whole
    measurement where it was asked for."""

    difficulty: Difficulty | None = None

    def table_rows(self) -> list[Row]:
        """The row."""
        return [flat_row(self.row)]

    def __repr__(self) -> str:
        names = [str(self.row[name]) for name in ("treebank", "transform") if self.row.get(name)]
        figures = f"{counted(self.row['trees'], 'tree')}, ecc {shown_figure(self.row['ecc'])}"
        return f"<MeasuredTreebank{''.join(f' {name}' for name in names)}: {figures}>"


def difficulties(
    treebanks: Sequence[str] | Mapping[str, Treebank],
    *,
    read: Callable[[str], Treebank] = read,
    test: str | None = None,
    transforms: Sequence[str] = (),
    variants: Sequence[str] = (),
    resume: PathLike | None = None,
    watch: Watch | None = None,
    full: bool = False,
    ambiguity: bool = False,
    plain: bool | None = None,
    **options: Any,
) -> TabularList[MeasuredTreebank]:
    """How hard each of several treebanks is, the hardest first: one row each, and one more for each variant.

    Table 7 of Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks.

    treebanks   by name; or names, with `read` to read the treebank of a name
    test        the name of the test trees, the same for all treebanks
    transforms  applied to all trees first; prepare(auto) is decided for each treebank, on its training trees
    variants    transforms; each gives one more row per treebank, after the other transforms
    resume      a file that keeps every row as it is finished; rows for the same trees, options and version are not
                measured again
    watch       gives a context with the progress of a row, from a message that says what is measured
    full        also keep the figures of every tree and the grammars; not with `resume`
    ambiguity   also measure tree entropy, the number of trees and the average parse base; not with `resume`
    plain       whether a large file of brackets may be read block by block instead of by `read`, so that it need not
                fit into memory; None: if no `read` is given
    options     those of `difficulty`
    """
    if (full or ambiguity) and resume is not None:
        raise CallError("a file to resume from keeps rows, not the figures of every tree: leave out one of the two")
    names, source = (list(treebanks), treebanks.__getitem__) if isinstance(treebanks, Mapping) else (treebanks, read)
    large: dict[str, MeasuredTreebank] = {}
    alone = test is None and not (transforms or variants or full or ambiguity or resume)
    if alone and (source is _READ if plain is None else plain):
        large = _of_large_files(names, options, watch)
    others = [name for name in names if name not in large]
    work = cases(others, read=source, test=test, transforms=transforms, variants=variants, **options)
    if resume is None:
        measured = [_measured(case.measure(watch), full=full, ambiguity=ambiguity) for case in work]
        return TabularList(hardest_first([*large.values(), *measured]))
    with Kept.open(resume, _STUDY, _FIGURES, _MAY_BE_NONE) as kept:
        return TabularList(hardest_first([_kept_or_measured(case, kept, watch) for case in work]))


def _of_large_files(names: Sequence[str], options: dict[str, Any], watch: Watch | None) -> dict[str, MeasuredTreebank]:
    """The treebanks that are large files of brackets, measured block by block."""
    from .large_files import difficulty_in_blocks

    usual = {name: option.default for name, option in signature(difficulty).parameters.items()}
    given = {**usual, **options}
    plan = plan_for(has_test=False, **{name: given[name] for name in _PLANNED})
    measured = {}
    for name in names:
        with watch(f"measuring {name}") if watch is not None else nullcontext() as progress:
            found = difficulty_in_blocks(name, plan, level=given["level"], prm=given["prm"], progress=progress)
        if found is not None:
            measured[name] = MeasuredTreebank(found.row, found.remarks)
    return measured


def _kept_or_measured(case: Case, kept: Kept, watch: Watch | None) -> MeasuredTreebank:
    finished = kept.find(case.key)
    if finished is None:
        finished = _measured(case.measure(watch))
        kept.add(case.key, finished)
    return MeasuredTreebank(finished.row, finished.remarks)


def _measured(result: Difficulty, *, full: bool = False, ambiguity: bool = False) -> MeasuredTreebank:
    more = summarise_ambiguity(result.figures) if ambiguity else {}
    return MeasuredTreebank({**result.row(), **more}, result.remarks, result if full else None)


def read_kept(path: PathLike) -> Kept:
    """The rows in a file to resume from."""
    return Kept.read(path, _FIGURES, _MAY_BE_NONE, _STUDY)


@dataclass(frozen=True, eq=False)
class Case:
    """What one row is measured on."""

    name: str
    train: Treebank
    test_name: str
    test: Treebank | None
    transforms: tuple[str, ...]
    options: dict[str, Any]

    @property
    def key(self) -> str:
        """A key that changes with anything that the row depends on."""
        usual = {name: option.default for name, option in signature(difficulty).parameters.items()}
        options = {**usual, **self.options}
        plan = plan_for(has_test=self.test is not None, **{name: options[name] for name in _PLANNED})
        others = [
            (name, options[name]) for name in sorted({*self.options} - {*_PLANNED}) if options[name] != usual[name]
        ]
        given = [self.name, self.test_name, plan.options, plan.seed, *others]
        sides = [self.train] if self.test is None else [self.train, self.test]
        return key(sides, [*self.transforms, options["prm"]], given)

    def measure(self, watch: Watch | None = None) -> Difficulty:
        message = f"measuring {self.name}" + (f" ({self.transforms[-1]})" if self.transforms else "")
        with watch(message) if watch is not None else nullcontext() as progress:
            return difficulty(
                self.train,
                self.test,
                name=self.name,
                test_name=self.test_name,
                transforms=self.transforms,
                progress=progress,
                **self.options,
            )


def cases(
    names: Sequence[str],
    *,
    read: Callable[[str], Treebank] = read,
    test: str | None = None,
    transforms: Sequence[str] = (),
    variants: Sequence[str] = (),
    **options: Any,
) -> Iterator[Case]:
    """All that is to be measured, one after the other; only one training treebank is in memory at a time."""
    for spec in [*transforms, *variants]:
        find_transform(spec)  # a wrong name or option is an error before any work
    test_trees = None if test is None else read(test)
    for name in names:
        train = read(name)
        for variant in ((), *((spec,) for spec in variants)):
            yield Case(name, train, test or "", test_trees, (*transforms, *variant), options)


def hardest_first(rows: Sequence[FinishedRow]) -> list[FinishedRow]:
    """By ECC, the hardest treebank first; those without an ECC last."""

    def order(measured: Finished) -> float:
        ecc = measured.row["ecc"]
        return math.inf if math.isnan(ecc) else -ecc

    return sorted(rows, key=order)

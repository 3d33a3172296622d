"""Difficulty across treebanks: one row a treebank and variant of it, the hardest first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from inspect import signature
from typing import Any, TypeVar

from ...core.errors import CallError
from ...core.resuming import Finished, key
from ...core.types import PathLike, Progress
from ...formats.api import read
from ...transforms.base import find_transform
from ...treebank import Treebank
from .measuring import Difficulty, difficulty
from .protocols import plan_for
from .resuming import Measured, read_kept

_PLANNED = ("protocol", "split", "folds", "max_length", "seed")
Row = TypeVar("Row", bound=Finished)
Watch = Callable[[str], AbstractContextManager[Progress | None]]


def across(
    names: Sequence[str],
    *,
    read: Callable[[str], Treebank] = read,
    test: str | None = None,
    transforms: Sequence[str] = (),
    variants: Sequence[str] = (),
    resume: PathLike | None = None,
    watch: Watch | None = None,
    full: bool = False,
    **options: Any,
) -> list[Measured]:
    """How hard each of several treebanks is, the hardest first: one row each, and one more for each variant.

    Table 7 of Corazza, Lavelli & Satta 2008, Measuring parsing difficulty across treebanks.

    read        what gives the treebank of a name; `treegauge.read` if not told otherwise
    test        name of the test trees, for all treebanks
    transforms  what is done to all trees first; prepare(auto) is decided for each treebank by itself
    variants    each is one more transform, done to each treebank for a row of its own, after the others
    resume      a file that keeps every row as it is finished; what it has of the same trees, options and version is
                not measured again
    watch       gives a context with the progress of a row from what is measured in it
    full        keep the figures of every tree and the grammars, too; not with `resume`
    options     those of `difficulty`
    """
    if full and resume is not None:
        raise CallError("a file to resume from keeps rows, not the figures of every tree: leave out one of the two")
    kept = read_kept(resume) if resume is not None else None
    found = []
    for case in cases(names, read=read, test=test, transforms=transforms, variants=variants, **options):
        if kept is None:
            found.append(Measured.of(case.measure(watch), full=full))
            continue
        own = case.key
        if own not in kept.rows:
            kept.add(own, Measured.of(case.measure(watch)))
        found.append(Measured(kept.rows[own].row, kept.rows[own].remarks))
    return hardest_first(found)


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
        """What changes when anything does that the row depends on."""
        usual = {name: option.default for name, option in signature(difficulty).parameters.items()}
        options = {**usual, **self.options}
        plan = plan_for(has_test=self.test is not None, **{name: options[name] for name in _PLANNED})
        others = [
            (name, options[name]) for name in sorted({*self.options} - {*_PLANNED}) if options[name] != usual[name]
        ]
        told = [self.name, self.test_name, plan.options, plan.seed, *others]
        sides = [self.train] if self.test is None else [self.train, self.test]
        return key(sides, [*self.transforms, options["prm"]], told)

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
    """All that is to be measured, one after the other; of the training trees, only one treebank is held at a time."""
    for spec in [*transforms, *variants]:
        find_transform(spec)  # a wrong name or option is an error before any work
    measured = None if test is None else read(test)
    for name in names:
        train = read(name)
        for variant in ((), *((spec,) for spec in variants)):
            yield Case(name, train, test or "", measured, (*transforms, *variant), options)


def hardest_first(rows: Sequence[Row]) -> list[Row]:
    """By ECC, the hardest treebank first; those without one last."""

    def place(measured: Finished) -> float:
        ecc = measured.row["ecc"]
        return math.inf if math.isnan(ecc) else -ecc

    return sorted(rows, key=place)

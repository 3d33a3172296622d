"""What a task is: a function from the data of a treebank to rows, with keyword-only options."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ...core.bounds import checked
from ...core.errors import CallError
from ...core.registry import Registry
from ...core.types import Row
from ...core.wording import nearest, shown
from .data import StudyData

_Function = TypeVar("_Function", bound=Callable[..., list[Row]])


def _first_paragraph(function: Callable[..., Any]) -> str:
    return " ".join((function.__doc__ or "").strip().split("\n\n")[0].split())


@dataclass(frozen=True)
class Task:
    """A named task. `versions` says from its options what else its rows depend on, such as the version of a parser."""

    name: str
    function: Callable[..., list[Row]]
    versions: Callable[..., Sequence[str]] = lambda **options: ()

    @property
    def description(self) -> str:
        return _first_paragraph(self.function)

    def check(self, options: Mapping[str, Any], where: str) -> None:
        """Raise an error for options that the task does not have."""
        known = [
            name
            for name, option in inspect.signature(self.function).parameters.items()
            if option.kind is option.KEYWORD_ONLY
        ]
        for name in options:
            if name not in known:
                raise CallError(
                    f"{where}: the task {self.name} has no option {shown(name)}"
                    f"{nearest(name, known) or '; it has: ' + ', '.join(known)}"
                )

    def rows(self, data: StudyData, options: Mapping[str, Any]) -> list[Row]:
        """The rows of a treebank."""
        return self.function(data, **options)


@dataclass(frozen=True)
class RowSummary:
    """A named function from rows to rows: what a table is made of when it is not just columns of rows."""

    name: str
    function: Callable[..., list[Row]]

    @property
    def description(self) -> str:
        return _first_paragraph(self.function)


TASKS: Registry[Task] = Registry("task", "treegauge.studies.tasks", describe=lambda member: member.description)
SUMMARIES: Registry[RowSummary] = Registry(
    "summary", "treegauge.studies.summaries", plural="summaries", describe=lambda member: member.description
)


def task(name: str, *, versions: Callable[..., Sequence[str]] | None = None) -> Callable[[_Function], _Function]:
    """Register a function as a task: its first argument is `StudyData`, its options are keyword-only."""

    def register(function: _Function) -> _Function:
        bounded = checked(function)
        TASKS.add(name, Task(name, bounded) if versions is None else Task(name, bounded, versions))
        return typing.cast(_Function, bounded)

    return register


def summary(name: str) -> Callable[[_Function], _Function]:
    """Register a function as a summary: its first argument is a list of rows, its options are keyword-only."""

    def register(function: _Function) -> _Function:
        SUMMARIES.add(name, RowSummary(name, function))
        return function

    return register

"""What a transform is: a function from treebank to treebank with a name, written `name` or `name(option=value)`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..core.bounds import checked
from ..core.registry import Registry
from ..core.specs import bind_spec, format_spec, parse_spec
from ..treebank import Treebank

_Function = TypeVar("_Function", bound=Callable[..., Treebank])


@dataclass(frozen=True)
class Transform:
    """A named transform; the first paragraph of its docstring says what it does."""

    name: str
    function: Callable[..., Treebank]

    @property
    def description(self) -> str:
        return " ".join((self.function.__doc__ or "").strip().split("\n\n")[0].split())


# A transform that needs more than the table is in the package that it needs, above this one.
TRANSFORMS: Registry[Transform] = Registry(
    "transform",
    "treegauge.transforms",
    "treegauge.transforms.conversions",
    "treegauge.models.transitions.transforms",
    describe=lambda member: member.description,
)


def transform(name: str) -> Callable[[_Function], _Function]:
    """Register a function as a transform: its first argument is the treebank, its options are keyword-only."""

    def register(function: _Function) -> _Function:
        bounded: _Function = checked(function)  # type: ignore[assignment]
        TRANSFORMS.add(name, Transform(name, bounded))
        return bounded

    return register


def find_transform(spec: str, seed: int | None = None) -> Callable[[Treebank], Treebank]:
    """The transform that a specification describes; a wrong name or option is an error here, before any work. `seed` is
    for transforms that draw at random and whose specification does not name a seed."""
    _, function, bound = _bound(spec)
    if seed is not None and "seed" in inspect.signature(function).parameters:
        bound.setdefault("seed", seed)
    return lambda treebank: function(treebank, **bound)


def with_seed(spec: str, seed: int | None) -> str:
    """The specification with the seed, where the transform draws at random, so that its result can be repeated."""
    name, function, bound = _bound(spec)
    if seed is None or "seed" in bound or "seed" not in inspect.signature(function).parameters:
        return spec
    return format_spec(name, {**bound, "seed": seed})


def _bound(spec: str) -> tuple[str, Callable[..., Treebank], dict[str, Any]]:
    """The name of a transform, its function and the options that the specification gives."""
    name, arguments, options = parse_spec(spec)
    function = TRANSFORMS.get(name).function
    return name, function, bind_spec(function, spec, arguments, options)


def apply(treebank: Treebank, specs: str | Iterable[str]) -> Treebank:
    """Apply transforms in order: `apply(treebank, ["remove-empties", "strip-functions"])`."""
    for step in [find_transform(spec) for spec in ([specs] if isinstance(specs, str) else specs)]:
        treebank = step(treebank)
    return treebank

"""Preparations: the transforms that each kind of treebank needs before a grammar is read off its trees, as lists in a
TOML file, and one transform that applies such a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from typing import Any

from ..core.bounds import SeedNumber, checked
from ..core.errors import CallError, DataError
from ..core.registry import Registry
from ..core.shapes import Place
from ..core.specs import bind_spec, parse_spec
from ..core.tables import TableSource, existing
from ..core.toml import packaged_toml, read_toml, table_place
from ..core.wording import shown
from ..treebank import Text, Treebank
from ..treebank.shape import discontinuous
from .base import apply, find_transform, transform, with_seed

_LEAST_FIT = 0.5  # the share of tags and labels that a preparation must know


@dataclass(frozen=True)
class _PreparationTable:
    """A preparation as TOML has it."""

    transforms: tuple[str, ...]
    about: str = ""
    treebanks: tuple[str, ...] = ()
    punctuation: str = ""
    tags: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Preparation:
    """A list of transforms, and the tags and labels by which `auto` recognises the treebanks that it is for."""

    name: str
    transforms: tuple[str, ...]
    about: str = ""
    treebanks: tuple[str, ...] = ()
    punctuation: str = ""
    tags: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def raises_crossing(self) -> bool:
        """Whether it makes discontinuous trees continuous."""
        return any(spec.startswith("raise-crossing") for spec in self.transforms)


@transform("prepare")
def prepare_treebank(treebank: Treebank, *, name: str = "auto") -> Treebank:
    """Apply all transforms that a treebank needs before a grammar over tags is read off its trees: prepare(penn),
    prepare(tiger), ..., your own TOML file, or prepare(auto), which recognises the treebank by its tags and labels.

    Sentences without words are removed.
    """
    specs = find_preparation(name, treebank).transforms
    try:
        return apply(treebank, specs)
    except CallError as error:
        if not name.endswith(".toml"):
            raise
        raise CallError(f"preparation '{name}': {error}") from None


def _built_in() -> dict[str, Callable[[], Preparation]]:
    tables = packaged_toml(__package__, "preparations.toml", dict[str, _PreparationTable])
    return {name: partial(_checked, name, table, Place("preparations.toml")) for name, table in tables.items()}


PREPARATIONS: Registry[Preparation] = Registry(
    "preparation",
    built_in=_built_in,
    describe=lambda preparation: preparation.about,
    special=("auto",),
    files="a TOML file",
)


def register_preparation(name: str, source: TableSource) -> None:
    """Register a preparation under a name: TOML text with its `transforms`, or a file of a package."""
    PREPARATIONS.add(name, read_preparation(name, source))


def read_preparation(name: str, source: TableSource | Mapping[str, Any]) -> Preparation:
    """Read a preparation from TOML text or from a file; its transforms must exist."""
    place = table_place(source, f"preparation '{name}'")
    return _checked(name, read_toml(source, _PreparationTable, place.source), place)


def _checked(name: str, table: _PreparationTable, place: Place) -> Preparation:
    for number, spec in enumerate(table.transforms, 1):
        if spec.partition("(")[0].strip() == "prepare":
            raise (
                place.below("transforms")
                .item(number)
                .error(f"cannot be {shown(spec)}: a preparation does not contain another")
            )
        try:
            find_transform(spec)
        except CallError as error:
            raise CallError(f"{place.source}: {error}") from None
    return Preparation(name, **vars(table))


def find_preparation(name: str, treebank: Treebank) -> Preparation:
    """A preparation by name or from a TOML file; `auto` takes the one that knows most of the treebank's tags and
    labels."""
    if name == "auto":
        return recognise(treebank)
    if name.endswith(".toml"):
        return read_preparation(name, existing(name))
    return PREPARATIONS.get(name)


def preparation_name(spec: str) -> str | None:
    """The preparation that a specification names, `auto` included; None for any other transform."""
    name, arguments, options = parse_spec(spec)
    if name != "prepare":
        return None
    return str(bind_spec(prepare_treebank, spec, arguments, options).get("name", "auto"))


def resolve_step(spec: str, treebank: Treebank, seed: int | None = None) -> str:
    """A transform for this treebank: prepare(auto) becomes prepare(NAME), and one that draws at random names its seed;
    all others are kept as they are."""
    return f"prepare({recognise(treebank).name})" if preparation_name(spec) == "auto" else with_seed(spec, seed)


def resolve(specs: str | Sequence[str], treebank: Treebank, seed: int | None = None) -> list[str]:
    """Transforms with prepare(auto) replaced by prepare(NAME), as this treebank needs it after the transforms before.

    Resolve once, on the training trees, and apply the result to training and test trees: both are then treated alike.
    """
    wanted = [specs] if isinstance(specs, str) else list(specs)
    last = max((number for number, spec in enumerate(wanted) if preparation_name(spec) == "auto"), default=-1)
    if last < 0:
        return wanted
    changed, resolved = apply_alike([treebank], wanted[:last], seed)
    return [*resolved, resolve_step(wanted[last], changed[0], seed), *wanted[last + 1 :]]


@checked
def apply_alike(
    treebanks: Sequence[Treebank], specs: str | Sequence[str], seed: SeedNumber | None = None
) -> tuple[list[Treebank], list[str]]:
    """Several treebanks after the same transforms, and these transforms, resolved on the first treebank."""
    wanted = [specs] if isinstance(specs, str) else list(specs)
    for spec in wanted:
        find_transform(spec, seed)  # a wrong name or option is an error before any work
    changed, resolved = list(treebanks), []
    for spec in wanted:
        resolved.append(resolve_step(spec, changed[0], seed))
        step = find_transform(resolved[-1])
        changed = [step(treebank) for treebank in changed]
    return changed, resolved


def recognise(treebank: Treebank) -> Preparation:
    """The preparation for a treebank, by its tags and labels. Discontinuous trees need one that raises crossing
    branches."""
    if not len(treebank.nodes):
        raise DataError("there are no constituency trees to prepare")
    crossing = bool(discontinuous(treebank).any())
    shares = {
        name: preparation_fit(preparation, treebank)
        for name, preparation in PREPARATIONS.members().items()
        if preparation.raises_crossing or not crossing
    }
    best = max(shares, key=lambda name: shares[name])
    if shares[best] < _LEAST_FIT:
        raise DataError(
            f"{treebank.where(0)}: no preparation is known to fit this treebank ('{best}' is the closest: it has"
            f" {shares[best]:.0%} of the tags and labels); name one: prepare({best}), or a TOML file"
        )
    return PREPARATIONS[best]


def preparation_fit(preparation: Preparation, treebank: Treebank) -> float:
    """The share of tags and the share of labels that a preparation knows, averaged."""
    tag, label = treebank.tokens.text("tag"), treebank.nodes.text("label")
    return (_share(tag, preparation.tags) + _share(label, preparation.labels)) / 2


def _share(text: Text, patterns: tuple[str, ...]) -> float:
    """The share of the given values that match a pattern."""
    given = int((text.codes >= 0).sum())
    return int(text.mask(lambda value: any(fnmatchcase(value, pattern) for pattern in patterns)).sum()) / max(given, 1)

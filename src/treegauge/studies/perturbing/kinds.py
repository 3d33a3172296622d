"""The seven kinds of errors, and how many of each are wanted: `attach1`, `label1(rate=0.2)`, `span2(count=50)`."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from ...core.errors import CallError, UnknownNameError
from ...core.specs import bind_spec, format_spec, parse_spec

KINDS = {
    "attach1": "a PP inside an NP is attached one level higher",
    "attach2": "a PP in a clause, a VP or the middle field is attached to the noun on its left",
    "label1": "the label of a PP becomes NP",
    "label2": "the label of a VP becomes PP",
    "span1": "the adverb on the left of a PP is taken into it",
    "span2": "the noun on the left of a PP is taken into it",
    "span3": "span1 and span2",
}
NUMBER = {kind: number for number, kind in enumerate(KINDS)}
PARTS = {"span3": ("span1", "span2")}  # kinds that are several others together


@dataclass(frozen=True)
class ErrorSpec:
    """Errors of a kind: a count, or a rate, the share of the places; every place if neither is given."""

    kind: str
    count: int | None = None
    rate: float | None = None

    def __post_init__(self) -> None:
        if self.count is not None and self.rate is not None:
            raise CallError(f"{self.kind}: give a count or a rate, not both")
        if self.count is not None and self.count < 0:
            raise CallError(f"{self.kind}: the count must not be negative, but is {self.count}")
        if self.rate is not None and not 0 <= self.rate <= 1:
            raise CallError(f"{self.kind}: the rate is a share from 0 to 1, not {self.rate}")

    def __str__(self) -> str:
        return format_spec(self.kind, {"count": self.count, "rate": self.rate})

    def of(self, places: int) -> int:
        """The number of errors, given the number of places."""
        if self.count is not None:
            return self.count
        return places if self.rate is None else round(self.rate * places)


ErrorSpecs = str | ErrorSpec | Iterable[str | ErrorSpec]


def _options(*, count: int | None = None, rate: float | None = None) -> None:
    """The options of a kind of errors, as `bind_spec` reads them."""


def parse_errors(specs: ErrorSpecs, count: int | None = None, rate: float | None = None) -> tuple[ErrorSpec, ...]:
    """Kinds of errors from their specifications; `count` and `rate` are for those that do not say how many."""
    wanted = [_parse(spec, count, rate) for spec in ([specs] if isinstance(specs, (str, ErrorSpec)) else specs)]
    if not wanted:
        raise CallError(f"name at least one kind of errors: {', '.join(KINDS)}")
    for kind in KINDS:
        if sum(errors.kind == kind for errors in wanted) > 1:
            raise CallError(f"the kind of errors '{kind}' is given twice")
    return tuple(wanted)


def _parse(spec: str | ErrorSpec, count: int | None, rate: float | None) -> ErrorSpec:
    if isinstance(spec, ErrorSpec):
        return spec
    kind, arguments, options = parse_spec(spec)
    if kind not in KINDS:
        near = difflib.get_close_matches(kind, KINDS, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(KINDS)}"
        raise UnknownNameError(f"unknown kind of errors '{kind}'; {hint}")
    given = bind_spec(_options, spec, arguments, options)
    return ErrorSpec(kind, **(given or {"count": count, "rate": rate}))

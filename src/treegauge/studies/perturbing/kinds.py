"""The kinds of errors, and how many of each are wanted: `attach1`, `label1(rate=0.2)`, `span2(count=50)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ...core.errors import CallError
from ...core.registry import Registry
from ...core.specs import bind_spec, format_spec, parse_spec

if TYPE_CHECKING:
    from .arcs import Arcs
    from .phrases import Phrases
    from .places import Changes

# The kinds of Rehbein and van Genabith (2007): used where none is named.
USUAL_KINDS = ("attach1", "attach2", "label1", "label2", "span1", "span2", "span3")
ARC_KINDS = ("head", "relation")  # of dependency trees only


@dataclass(frozen=True)
class ErrorKind:
    """A kind of errors: the places where it can be inserted, and what it changes there.

    about       what an error of the kind is, in one line
    in_phrases  all places in constituency trees, with the heads that change too where there are any
    in_arcs     all places in dependency trees without phrases
    parts       kinds that it consists of, in place of both
    """

    name: str
    about: str
    in_phrases: Callable[[Phrases], Changes] | None = None
    in_arcs: Callable[[Arcs], Changes] | None = None
    parts: tuple[str, ...] = ()


def _built_in() -> dict[str, Callable[[], ErrorKind]]:
    about = {
        "attach1": "a PP inside an NP is attached one level higher",
        "attach2": "a PP in a clause, a VP or the middle field is attached to the noun on its left",
        "label1": "the label of a PP becomes NP",
        "label2": "the label of a VP becomes PP",
        "span1": "the adverb on the left of a PP is taken into it",
        "span2": "the noun on the left of a PP is taken into it",
    }
    return {
        **{name: partial(_simple, name, line) for name, line in about.items()},
        "span3": lambda: ErrorKind("span3", "span1 and span2", parts=("span1", "span2")),
        "head": partial(
            _of_arcs, "head", "a word is attached to one of its sisters or to the head of its head (dependency trees)"
        ),
        "relation": partial(
            _of_arcs, "relation", "a word gets a relation that another word with its tag has (dependency trees)"
        ),
    }


def _of_arcs(name: str, about: str) -> ErrorKind:
    from .wrong_arcs import WRONG_ARCS

    return ErrorKind(name, about, None, WRONG_ARCS[name])


def _simple(name: str, about: str) -> ErrorKind:
    from .arcs import IN_ARCS
    from .phrases import IN_PHRASES

    return ErrorKind(name, about, IN_PHRASES[name], IN_ARCS[name])


ERROR_KINDS: Registry[ErrorKind] = Registry(
    "kind of errors", plural="error kinds", built_in=_built_in, describe=lambda kind: kind.about
)
_NUMBERS = {name: number for number, name in enumerate(USUAL_KINDS)}


def register_error_kind(kind: ErrorKind) -> ErrorKind:
    """Register a kind of error under its name."""
    ERROR_KINDS.add(kind.name, kind)
    return kind


def kind_number(name: str) -> int:
    """A kind of errors as a number, for arrays; the kinds of plug-ins are numbered as they come."""
    return _NUMBERS.setdefault(name, len(_NUMBERS))


def kind_name(number: int) -> str:
    """The kind of errors with a number."""
    return next(name for name, of_kind in _NUMBERS.items() if of_kind == number)


def parts_of(name: str) -> tuple[str, ...]:
    """The simple kinds that a kind of errors consists of: itself, if it has no parts."""
    return ERROR_KINDS.get(name).parts or (name,)


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
        raise CallError(f"name at least one kind of errors: {', '.join(ERROR_KINDS)}")
    for kind in {errors.kind: None for errors in wanted}:
        if sum(errors.kind == kind for errors in wanted) > 1:
            raise CallError(f"the kind of errors '{kind}' is given twice")
    return tuple(wanted)


def _parse(spec: str | ErrorSpec, count: int | None, rate: float | None) -> ErrorSpec:
    if isinstance(spec, ErrorSpec):
        return spec
    kind, arguments, options = parse_spec(spec)
    ERROR_KINDS.get(kind)
    given = bind_spec(_options, spec, arguments, options)
    return ErrorSpec(kind, **(given or {"count": count, "rate": rate}))

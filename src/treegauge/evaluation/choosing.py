"""Which measures score two treebanks: those named, or all that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

from ..core.errors import CallError
from ..core.signature import Signature, is_signature
from ..core.wording import on_command_line, option
from ..measures.shared.base import MEASURES, Measure, find_measure
from ..treebank import Treebank

OnMismatch = Literal["error", "skip", "align"]
Missing = Literal["count", "leave-out"]
Measures = str | Measure | Iterable[str | Measure] | None
# The order in which measures are shown; those of other packages come last.
# Those that most readers look for first; comparisons rank systems by the first.
_ORDER = ("parseval", "attachment", "ud", "leaf-ancestor", "triples", "mph", "functions", "exact-match")
_OPTIONS = {"mismatch": "on_mismatch"}  # the options of facts in signatures, where they have another name
LENIENT = "lenient"  # measures that do not have this option are lenient anyway


class AnyOf(list["str | Measure"]):
    """Measures of which those are used that fit the trees. If none does, the error is what `refusal` says."""

    def __init__(
        self, measures: Iterable[str | Measure], refusal: Callable[[Treebank, Sequence[Treebank]], str]
    ) -> None:
        super().__init__(measures)
        self.refusal = refusal


def listed_measures(measures: Measures) -> list[str | Measure] | None:
    """The measures that a caller names, one or several, as a list; None stands for all that fit."""
    if measures is None or isinstance(measures, AnyOf):
        return measures
    return [measures] if isinstance(measures, (str, Measure)) else list(measures)


def choose_measures(
    wanted: Iterable[str | Measure] | None, gold: Treebank, *tests: Treebank, options: Mapping[str, Any] | None = None
) -> list[Measure]:
    """The measures named, or all that fit, with these options where they have them. A measure that does not fit is an
    error, and so is an option that no measure has."""
    given = {name: value for name, value in (options or {}).items() if value is not None}
    if isinstance(wanted, AnyOf):
        wanted = _some_that_fit(wanted, gold, tests)
    named = None if wanted is None else list(wanted)
    _check_given_once(named or [], given)
    measures = _all_that_fit(gold, tests) if named is None else _those_named(named, gold, tests)
    for name in given.keys() - {LENIENT}:
        if not any(hasattr(measure, name) for measure in measures):
            shown = ", ".join(measure.name for measure in measures)
            raise CallError(f"'{name}' is not an option of {shown}")
    return [with_options(measure, given) for measure in measures]


def fitting_sides(gold: Treebank, test: Treebank) -> tuple[bool, ...]:
    """Whether each measure that may be used by default fits gold alone and test alone: part of a treebank can fit where
    another part does not."""
    return tuple(measure.fits(side, side) for measure in _defaults() for side in (gold, test))


def _defaults() -> list[Measure]:
    names = sorted(MEASURES.names(), key=lambda name: _ORDER.index(name) if name in _ORDER else len(_ORDER))
    return [kind() for kind in map(MEASURES.get, names) if kind.by_default]


def _all_that_fit(gold: Treebank, tests: Sequence[Treebank]) -> list[Measure]:
    measures = [measure for measure in _defaults() if all(measure.fits(gold, test) for test in tests)]
    if not measures:
        raise CallError(f"no measure fits: gold is {gold!r}, test is {tests[0]!r}")
    return measures


def fit_only_some(gold: Treebank, tests: Mapping[str, Treebank]) -> dict[str, list[str]]:
    """The measures that would be used by default, but do not fit some of the tests: the names of these tests."""
    found = {}
    for measure in _defaults():
        unfit = [name for name, test in tests.items() if not measure.fits(gold, test)]
        if 0 < len(unfit) < len(tests):
            found[measure.name] = unfit
    return found


def _some_that_fit(wanted: AnyOf, gold: Treebank, tests: Sequence[Treebank]) -> list[str | Measure]:
    measures = [find_measure(spec) if isinstance(spec, str) else spec for spec in wanted]
    fitting: list[str | Measure] = [measure for measure in measures if all(measure.fits(gold, test) for test in tests)]
    if not fitting:
        raise CallError(wanted.refusal(gold, tests))
    return fitting


def _those_named(wanted: Sequence[str | Measure], gold: Treebank, tests: Sequence[Treebank]) -> list[Measure]:
    measures = [find_measure(spec) if isinstance(spec, str) else spec for spec in wanted]
    for measure in measures:
        for test in tests:
            if not measure.fits(gold, test):
                raise CallError(
                    f"{measure.name} does not fit these trees ({measure.summary()}): gold is {gold!r}, test is {test!r}"
                )
    return measures


def _check_given_once(specs: Sequence[str | Measure], options: Mapping[str, Any]) -> None:
    for spec in specs:
        for name in options:
            if isinstance(spec, str) and f"{name}=" in spec.partition("|")[0]:
                raise CallError(f"'{name}' is given twice: as an option of its own and in '{spec}'")


def with_options(measure: Measure, options: Mapping[str, Any]) -> Measure:
    """The measure with those options changed that it has and that are not None."""
    names = {field.name for field in fields(measure)}
    return replace(measure, **{name: value for name, value in options.items() if name in names and value is not None})


@dataclass(frozen=True)
class Policy:
    """What happens to sentences that cannot be compared and to those without a parse, and which transforms were applied
    to the trees before: what the signature names besides the measure."""

    on_mismatch: OnMismatch = "skip"
    missing: Missing = "count"
    before: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, value, known in (
            ("on_mismatch", self.on_mismatch, get_args(OnMismatch)),
            ("missing", self.missing, get_args(Missing)),
        ):
            if value not in known:
                raise CallError(f"{name} must be one of {', '.join(known)}, not '{value}'")

    @property
    def facts(self) -> dict[str, str]:
        return {"mismatch": self.on_mismatch, "missing": self.missing}


def check_signed(specs: Sequence[str | Measure], policy: Policy) -> None:
    """A signature fixes how to score: what it names besides the measure must be given in the call too."""
    for spec in specs:
        if not isinstance(spec, str) or not is_signature(spec):
            continue
        signed = Signature.parse(spec)
        for name, value in policy.facts.items():
            if signed.facts.get(name, value) != value:
                scored_with = option(_OPTIONS.get(name, name), signed.facts[name])
                raise CallError(f"'{spec}' was scored with {scored_with}: give the same here")
        if signed.before != policy.before:
            steps = " ".join(f"-t '{step}'" for step in signed.before) or "no -t"
            scored_with = steps if on_command_line() else f"transforms={list(signed.before)}"
            raise CallError(f"'{spec}' was scored with {scored_with}: give the same here")

"""The bounds of options that are numbers, each written once: the command line, specifications such as `head(10)` and
the public functions all check them here."""

from __future__ import annotations

import functools
import inspect
import math
import re
import typing
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Annotated, Any, ParamSpec, TypeVar

from .errors import CallError
from .wording import shown

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")

_LARGEST = 2**31 - 1  # what fits into the counters of compiled code


@dataclass(frozen=True)
class Bounds:
    """The numbers that an option can be: from `least` to `most`; between them, if `inner`."""

    least: float
    most: float
    whole: bool = True
    inner: bool = False

    def __str__(self) -> str:
        number = "a whole number" if self.whole else "a number"
        least, most = _spelled(self.least), _spelled(self.most)
        return f"{number} between {least} and {most}" if self.inner else f"{number} from {least} to {most}"

    def contain(self, value: float) -> bool:
        """Whether a number is within the bounds; one that is not a number (NaN) is not."""
        return self.least < value < self.most if self.inner else self.least <= value <= self.most

    def check(self, value: Any, name: str) -> None:
        """An error if the value of an option is not a number within the bounds."""
        if not self._is_number(value) or not self.contain(value):
            raise CallError(f"{name} must be {self}, not {_given(value)}{self._meant(value)}")

    def parse(self, text: str, name: str) -> Any:
        """The number that a text is, within the bounds."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            raise CallError(f"{name} must be {self}, not {shown(text)}") from None
        if not self.contain(value):
            raise CallError(f"{name} must be {self}, not {shown(text)}{self._meant(value)}")
        return value

    def _meant(self, value: Any) -> str:
        """What was probably meant by a level in per cent."""
        in_per_cent = 0 < self.least < self.most < 1 and self._is_number(value) and self.contain(value / 100)
        return f"; did you mean {value / 100:g}?" if in_per_cent else ""

    def _is_number(self, value: Any) -> bool:
        if isinstance(value, bool):
            return False
        if hasattr(value, "__index__"):  # also the integers of numpy
            return True
        return not self.whole and hasattr(value, "__float__") and not isinstance(value, str)


def _spelled(number: float) -> str:
    if number == 2**63 - 1:
        return "2^63 - 1"
    return f"{number:,}" if isinstance(number, int) or number >= 1000 else f"{number:g}"


def _given(value: Any) -> str:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, int) and value.bit_length() > 128:
        return "a number of more than 38 digits"
    if isinstance(value, float) and not math.isfinite(value):
        return "infinity" if value > 0 else "minus infinity" if value < 0 else "NaN"
    return shown(str(value))[1:-1]


SeedNumber = Annotated[int, Bounds(0, 2**63 - 1)]
Natural = Annotated[int, Bounds(0, _LARGEST)]
Positive = Annotated[int, Bounds(1, _LARGEST)]
Resamples = Annotated[int, Bounds(0, 1_000_000)]  # 0: none
Draws = Annotated[int, Bounds(1, 1_000_000)]
Repeats = Annotated[int, Bounds(1, 100_000)]  # of a computation that takes a while each time
Folds = Annotated[int, Bounds(2, 1_000_000)]
Threads = Annotated[int, Bounds(1, 1024)]
NgramOrder = Annotated[int, Bounds(1, 20)]  # of n-grams
Share = Annotated[float, Bounds(0, 1, whole=False)]
InnerShare = Annotated[float, Bounds(0, 1, whole=False, inner=True)]
LevelShare = Annotated[float, Bounds(0.5, 0.9999, whole=False)]
SampleSize = Annotated[float, Bounds(0, _LARGEST, whole=False)]  # a share up to 1, or a number of sentences
Amount = Annotated[float, Bounds(0, 10**9, whole=False)]


def bounds_in(hint: Any) -> Bounds | None:
    """The bounds in a type such as `Positive | None`."""
    if typing.get_origin(hint) is Annotated:
        own = next((item for item in hint.__metadata__ if isinstance(item, Bounds)), None)
        return own or bounds_in(hint.__origin__)
    parts = (bounds_in(part) for part in typing.get_args(hint))
    return next((bounds for bounds in parts if bounds is not None), None)


def checked(function: Callable[Arguments, Returned]) -> Callable[Arguments, Returned]:
    """A function that refuses numbers out of the bounds in its annotations (`seed: SeedNumber`) before any work."""
    signature = inspect.signature(function)
    limits = {
        name: bounds
        for name, parameter in signature.parameters.items()
        if (bounds := annotated_bounds(parameter.annotation)) is not None
    }

    several = {name for name in limits if "Sequence" in str(signature.parameters[name].annotation)}
    lists = {name for name in several if str(signature.parameters[name].annotation).startswith("Sequence")}

    @functools.wraps(function)
    def call(*arguments: Arguments.args, **options: Arguments.kwargs) -> Returned:
        given = signature.bind_partial(*arguments, **options).arguments
        for name, bounds in limits.items():
            value, shown_name = given.get(name), name.strip("_")
            if name in lists and (isinstance(value, str) or not isinstance(value, Collection)):
                raise CallError(f"{shown_name} must be a list, each {bounds}, not {_given(value)}")
            if name in several and isinstance(value, Collection) and not isinstance(value, str):
                for item in value:
                    bounds.check(item, f"each of {shown_name}")
            elif value is not None:
                bounds.check(value, shown_name)
        return function(*arguments, **options)

    return call


def annotated_bounds(annotation: Any) -> Bounds | None:
    """The bounds in an annotation, which may be a string with the name of a type of this file."""
    if not isinstance(annotation, str):
        return bounds_in(annotation)
    return next((bounds for word in re.findall(r"\w+", annotation) if (bounds := bounds_in(globals().get(word)))), None)

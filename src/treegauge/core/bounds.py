"""The bounds of options that are numbers, each written once: the command line, specifications such as `head(10)` and
the public functions all check them here."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from .errors import CallError
from .wording import shown

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
            raise CallError(f"{name} must be {self}, not {_given(value)}")

    def parse(self, text: str, name: str) -> Any:
        """The number that a text is, within the bounds."""
        try:
            value = int(text) if self.whole else float(text)
        except ValueError:
            raise CallError(f"{name} must be {self}, not {shown(text)}") from None
        if not self.contain(value):
            raise CallError(f"{name} must be {self}, not {shown(text)}")
        return value

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

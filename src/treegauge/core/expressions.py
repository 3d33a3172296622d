"""Regular expressions of the user, compiled only if they cannot take very long.

Python's expressions try alternatives one by one: with `(a+)+b`, each further letter doubles the time. What is allowed:
counts of up to 1,000; a repetition inside another only after a mark that it cannot match, as in `(-[A-Z]+)+`;
alternatives inside a repetition only if they begin differently; repetitions one after the other as far as the longest
text permits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from .errors import CallError
from .wording import shown

_LONGEST = 1000  # characters of an expression
_LARGEST_COUNT = 1000
_MOST_STEPS = 10**10
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


def safe_expression(pattern: str, longest: int = 0) -> re.Pattern[str]:
    """The compiled expression, for texts of up to `longest` characters; one that may take very long is an error."""
    if len(pattern) > _LONGEST:
        raise _refused(pattern, f"it is longer than {_LONGEST:,} characters")
    try:
        parsed = parser.parse(pattern)
        repeats = list(_repeats(parsed))
        _check(pattern, repeats, longest)
        return re.compile(pattern)
    except re.error as error:
        raise CallError(f"cannot read the regular expression {shown(pattern)}: {error}") from None
    except (OverflowError, RecursionError, ValueError) as error:
        raise _refused(pattern, str(error) or "it is nested too deeply") from None


def _check(pattern: str, repeats: Sequence[tuple[int, Any]], longest: int) -> None:
    for most, inner in repeats:
        if sre.MAXREPEAT != most > _LARGEST_COUNT:
            raise _refused(pattern, f"the count {most:,} is larger than {_LARGEST_COUNT:,}")
        if any(not _is_separated(inner, repeated) for _, repeated in _repeats(inner)):
            raise _refused(pattern, "a repetition is inside another repetition")
        if any(_is_ambiguous(branches) for branches in _branches(inner)):
            raise _refused(pattern, "alternatives inside a repetition begin alike")
    if max(longest, 2) ** len(repeats) > _MOST_STEPS:
        raise _refused(pattern, f"there are too many repetitions for texts of up to {longest:,} characters")


def _is_separated(inner: Any, repeated: Any) -> bool:
    """Whether a repetition inside another begins after a character that it cannot match: each round has one end."""
    while len(inner) == 1 and inner[0][0] is sre.SUBPATTERN:
        inner = inner[0][1][3]
    if inner[0][0] is not sre.LITERAL or len(repeated) != 1:
        return False
    mark, (operation, argument) = inner[0][1], repeated[0]
    if operation is sre.IN:
        negated = argument[0][0] is sre.NEGATE
        return negated == any(_has(item, mark) for item in argument[negated:])
    return bool(operation is sre.LITERAL and argument != mark) or bool(
        operation is sre.NOT_LITERAL and argument == mark
    )


def _has(item: Any, letter: int) -> bool:
    """Whether a part of a set of characters has a letter; classes such as \\w are not looked into."""
    operation, argument = item
    if operation is sre.RANGE:
        return bool(argument[0] <= letter <= argument[1])
    return operation is not sre.LITERAL or bool(argument == letter)


def _refused(pattern: str, cause: str) -> CallError:
    return CallError(f"the regular expression {shown(pattern)} may take too long: {cause}")


def _inside(parsed: Any) -> Iterator[Any]:
    """All operations of a parsed expression, also those of groups and alternatives."""
    for operation, argument in parsed:
        yield operation, argument
        for part in argument if isinstance(argument, (tuple, list)) else (argument,):
            if isinstance(part, parser.SubPattern):
                yield from _inside(part)
            elif isinstance(part, list) and part and isinstance(part[0], parser.SubPattern):
                for branch in part:
                    yield from _inside(branch)


def _repeats(parsed: Any) -> Iterator[tuple[int, Any]]:
    """The repetitions of more than one: the largest count, and what is repeated."""
    for operation, argument in _inside(parsed):
        if operation in _REPEATS and argument[1] > 1:
            yield argument[1], argument[2]


def _branches(parsed: Any) -> Iterator[Any]:
    return (argument[1] for operation, argument in _inside(parsed) if operation is sre.BRANCH)


def _is_ambiguous(branches: Any) -> bool:
    """Whether two alternatives may begin with the same character."""
    first = [branch[0] if len(branch) else None for branch in branches]
    letters = [item[1] for item in first if item is not None and item[0] is sre.LITERAL]
    return len(set(letters)) < len(first)

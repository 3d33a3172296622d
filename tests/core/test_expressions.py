"""Regular expressions of the user end in time."""

from __future__ import annotations

import pytest

from treegauge import CallError, apply, bundled
from treegauge.core.expressions import safe_expression


@pytest.mark.parametrize(
    "pattern",
    [
        "(?<=.)[*]",
        ";.*",
        "(SBJ|SUB)+",
        "(a|b)*",
        "(?:-[A-Z]+)+",
        "(-[^-]+)*",
        "[A-Z]+-[0-9]+",
        r"\d{2,4}",
        r"(\w)\1*",
        "",
    ],
)
def test_usual_expressions_are_allowed(pattern: str) -> None:
    assert safe_expression(pattern, 100).pattern == pattern


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(a+)+b", "a repetition is inside another repetition"),
        ("((a*)*)*b", "a repetition is inside another repetition"),
        ("(-[-A-Z]+)+", "a repetition is inside another repetition"),
        (r"(a\w+)+", "a repetition is inside another repetition"),
        ("(a|a)*b", "alternatives inside a repetition begin alike"),
        ("(a|.)*b", "alternatives inside a repetition begin alike"),
        ("(a|)*b", "alternatives inside a repetition begin alike"),
        ("x{99999999}", "the count 99,999,999 is larger than 1,000"),
        ("x{99999999999999999999}", "too large"),
        (".*" * 20 + "x", "too many repetitions for texts of up to 100 characters"),
        ("a" * 2000, "it is longer than 1,000 characters"),
        ("(" * 499 + ")" * 499, "recursion"),
    ],
)
def test_expressions_that_may_take_very_long_are_refused(pattern: str, message: str) -> None:
    with pytest.raises(CallError, match=f"may take too long: .*{message}"):
        safe_expression(pattern, 100)


@pytest.mark.parametrize(
    "spec",
    [
        "rewrite(pattern='(')",
        "rewrite(pattern='a', to='\\\\9')",
        "rewrite(pattern='a', to='\\\\g<99999999999999999999>')",
        "rewrite(pattern='(a*)*b')",
        "rewrite(pattern='x{99999999}')",
    ],
)
def test_rewrite_answers(spec: str) -> None:
    with pytest.raises(CallError):
        apply(bundled("english.mrg")[:1], spec)

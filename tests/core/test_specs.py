"""Specifications: how members of a registry are called for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from treegauge import CallError
from treegauge.core.specs import Value, bind_spec, format_spec, parse_spec

untimed = settings(deadline=None)

option_names = st.from_regex(r"[a-z]+", fullmatch=True)
option_values: st.SearchStrategy[Value] = st.text() | st.lists(st.text()).map(tuple)

Parsed = tuple[str, list[Value], dict[str, Value]]


@pytest.mark.parametrize(
    ("spec", "parsed"),
    [
        ("name", ("name", [], {})),
        ("name()", ("name", [], {})),
        ("name( )", ("name", [], {})),
        ("  name ( a )  ", ("name", ["a"], {})),
        ("name(a, b)", ("name", ["a", "b"], {})),
        ("name(x=1, y = 2)", ("name", [], {"x": "1", "y": "2"})),
        ("name(a, x=1)", ("name", ["a"], {"x": "1"})),
        ("name(x=[a,b])", ("name", [], {"x": ("a", "b")})),
        ("name([a , b], c)", ("name", [("a", "b"), "c"], {})),
        ("name(x=[])", ("name", [], {"x": ()})),
        ("name(x=[a])", ("name", [], {"x": ("a",)})),
        ("name(x=[a,=b,c=])", ("name", [], {"x": ("a", "=b", "c=")})),
        ("name(x=[a,])", ("name", [], {"x": ("a",)})),
        ("name(a,)", ("name", ["a"], {})),
        ("name(x='a b')", ("name", [], {"x": "a b"})),
        ('name(x="a b")', ("name", [], {"x": "a b"})),
        ("name(x='')", ("name", [], {"x": ""})),
        ("name(x='a,b=[c]')", ("name", [], {"x": "a,b=[c]"})),
        ("name(x=[',', '[', \"'\"])", ("name", [], {"x": (",", "[", "'")})),
        ("name('=')", ("name", ["="], {})),
        ("name(x=')')", ("name", [], {"x": ")"})),
        ("name(x=f(y))", ("name", [], {"x": "f(y)"})),
        ("name(x=f(y=1,z=[a]), u=2)", ("name", [], {"x": "f(y=1,z=[a])", "u": "2"})),
        ("name(x=[f(,g)])", ("name", [], {"x": ("f(", "g)")})),
        ("name(x=a\n)", ("name", [], {"x": "a"})),
        ("name(x=-1.5)", ("name", [], {"x": "-1.5"})),
        ("name(tags=[$,])", ("name", [], {"tags": ("$",)})),
        ("name(x=犬)", ("name", [], {"x": "犬"})),
        ("remove-labels([PRT|ADVP, -NONE-])", ("remove-labels", [("PRT|ADVP", "-NONE-")], {})),
    ],
)
def test_a_specification_is_a_name_values_and_options(
    spec: str, parsed: tuple[str, list[Value], dict[str, Value]]
) -> None:
    assert parse_spec(spec) == parsed


@given(st.lists(st.text().filter(lambda value: not set("'\\\\") & set(value)), min_size=1))
@untimed
def test_any_values_can_be_given_in_quotes(values: list[str]) -> None:
    quoted = ", ".join(f"'{value}'" for value in values)
    assert parse_spec(f"name(x=[{quoted}])") == ("name", [], {"x": tuple(values)})


@given(st.from_regex(r"[a-z]+(-[a-z]+)*", fullmatch=True), st.dictionaries(option_names, option_values, max_size=4))
@example("name", {"x": "\0", "y": ("\0a", "]", "")})
@untimed
def test_a_formatted_specification_is_read_back(name: str, options: dict[str, Value]) -> None:
    assert parse_spec(format_spec(name, options)) == (name, [], options)


@pytest.mark.parametrize(
    ("options", "spec"),
    [
        ({}, "name"),
        ({"x": None}, "name"),
        ({"deep": True, "flat": False}, "name(deep=true,flat=false)"),
        ({"n": 3, "share": 0.25}, "name(n=3,share=0.25)"),
        ({"from_": 1}, "name(from=1)"),
        ({"tags": ()}, "name(tags=[])"),
        ({"tags": ("$,", "a b", "-NONE-")}, 'name(tags=["$,","a b",-NONE-])'),
        ({"x": ""}, 'name(x="")'),
        ({"x": 'a"b\\c'}, r'name(x="a\"b\\c")'),
        ({"x": "a|b"}, 'name(x="a|b")'),
    ],
)
def test_options_are_formatted_as_people_write_them(options: dict[str, Any], spec: str) -> None:
    assert format_spec("name", options) == spec


@given(
    st.fixed_dictionaries(
        {
            "tags": st.lists(st.text()).map(tuple),
            "side": st.sampled_from(["left", "right"]),
            "deep": st.booleans(),
            "most": st.none() | st.integers(),
            "from_": st.integers(),
        }
    )
)
@untimed
def test_formatted_options_are_bound_to_the_same_values(options: dict[str, Any]) -> None:
    given_ = {name: value for name, value in options.items() if value is not None}
    assert bound(choosy, format_spec("f", options)) == given_


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", r"cannot read ''; write name or name\(option=value"),
        ("a b", r"cannot read 'a b'"),
        ("(x)", r"cannot read '\(x\)'"),
        ("name(", r"cannot read 'name\('"),
        ("name)", r"cannot read 'name\)'"),
        ("name(a b)", r"expected a comma before 'b' in 'name\(a b\)'"),
        ("name(x=)", r"a value is missing in 'name\(x=\)'"),
        ("name(=1)", r"a value is missing"),
        ("name(,a)", r"a value is missing"),
        ("name(a,,b)", r"a value is missing"),
        ("name(x=1=2)", r"expected a comma before '='"),
        ("name(x=[a,b)", r"a \] is missing in"),
        ("name(a])", r"expected a comma before '\]'"),
        ("name([a]b)", r"expected a comma before 'b'"),
        ("name(x='a)", r"cannot read ''a' in"),
        ("name([[a]])", r"a list cannot hold another"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_shows_it(spec: str, message: str) -> None:
    with pytest.raises(CallError, match=message):
        parse_spec(spec)


@pytest.mark.parametrize("spec", ["name([a=b])", "name([a b])", "name(x=[[a])"])
def test_a_list_is_values_with_commas_between(spec: str) -> None:
    try:
        _, arguments, options = parse_spec(spec)
    except CallError:
        return
    assert [*arguments, *options.values()] == [("a=b",)]


@pytest.mark.parametrize("spec", ["name(n=1, n=2)", "name(1, n=2)"])
def test_a_value_given_twice_is_an_error(spec: str) -> None:
    with pytest.raises(CallError):
        bound(plain, spec)


def test_the_name_of_an_option_may_stand_in_quotes() -> None:
    assert bound(plain, 'name("n"=1)') == {"n": 1}


def plain(treebank: object, *, n: int = 3, share: float = 0.5, name: str = "x") -> None:
    """Numbers and a string."""


def choosy(
    treebank: object,
    *,
    tags: tuple[str, ...] = (),
    side: Literal["left", "right"] = "left",
    deep: bool = False,
    most: int | None = None,
    from_: int = 1,
) -> None:
    """Everything else."""


def demanding(treebank: object, *, file: str, n: int = 1) -> None:
    """One option is needed."""


def bound(function: Callable[..., None], spec: str) -> dict[str, Any]:
    _, arguments, options = parse_spec(spec)
    return bind_spec(function, spec, arguments, options)


@pytest.mark.parametrize(
    ("function", "spec", "expected"),
    [
        (plain, "f", {}),
        (plain, "f(7)", {"n": 7}),
        (plain, "f(7, 0.25)", {"n": 7, "share": 0.25}),
        (plain, "f(share=1)", {"share": 1.0}),
        (plain, "f(7, name=y)", {"n": 7, "name": "y"}),
        (plain, "f(name='')", {"name": ""}),
        (choosy, "f([a,b])", {"tags": ("a", "b")}),
        (choosy, "f(a)", {"tags": ("a",)}),
        (choosy, "f(tags=[])", {"tags": ()}),
        (choosy, "f(side=right)", {"side": "right"}),
        (choosy, "f(deep=Yes)", {"deep": True}),
        (choosy, "f(deep=0)", {"deep": False}),
        (choosy, "f(most=5)", {"most": 5}),
        (choosy, "f(from=5)", {"from_": 5}),
        (demanding, "f(file=x)", {"file": "x"}),
    ],
)
def test_values_are_bound_to_options_of_their_types(
    function: Callable[..., None], spec: str, expected: dict[str, Any]
) -> None:
    found = bound(function, spec)
    assert found == expected
    assert {key: type(value) for key, value in found.items()} == {key: type(value) for key, value in expected.items()}


@pytest.mark.parametrize(
    ("function", "spec", "message"),
    [
        (plain, "f(shares=1)", r"unknown option 'shares' in 'f\(shares=1\)'; did you mean 'share'\?"),
        (plain, "f(zzz=1)", r"unknown option 'zzz' in 'f\(zzz=1\)'; options: n, share, name"),
        (plain, "f(treebank=1)", r"unknown option 'treebank'"),
        (choosy, "f(from_=1)", r"unknown option 'from_' in .*; did you mean 'from'\?"),
        (plain, "f(1,2,3,4)", r"'f\(1,2,3,4\)' has too many values; options: n, share, name"),
        (plain, "f(n=x)", r"'n' in 'f\(n=x\)' must be a number, not 'x'"),
        (plain, "f(n=[1])", r"'n' in 'f\(n=\[1\]\)' takes one value, not a list"),
        (plain, "f(share=half)", r"'share' in .* must be a number, not 'half'"),
        (choosy, "f(deep=perhaps)", r"'deep' in .* must be true or false, not 'perhaps'"),
        (choosy, "f(side=up)", r"'side' in .* is one of left, right, not 'up'"),
        (choosy, "f(most=x)", r"'most' in .* must be a number, not 'x'"),
        (demanding, "f(n=2)", r"'f\(n=2\)' needs the option 'file': f\(file=\.\.\.\)"),
    ],
)
def test_an_option_that_does_not_fit_is_an_error_with_what_would(
    function: Callable[..., None], spec: str, message: str
) -> None:
    with pytest.raises(CallError, match=message):
        bound(function, spec)

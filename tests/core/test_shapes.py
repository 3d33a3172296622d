"""Data of files against their shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from treegauge import DataError
from treegauge.core.bounds import Bounds
from treegauge.core.shapes import Place, shaped


@dataclass(frozen=True)
class Rule:
    children: tuple[str, ...]
    from_: int = 0


@dataclass(frozen=True)
class Table:
    about: str
    rules: Mapping[str, str | tuple[Rule, ...]] = field(default_factory=dict)
    side: Literal["left", "right"] = "left"
    share: Annotated[float, Bounds(0, 1, whole=False)] = 0.5
    fold: bool = False
    pair: tuple[int, int] = (0, 0)
    marks: frozenset[str] = frozenset()
    sections: Mapping[Literal["noun", "verb"], int] = field(default_factory=dict)


class Row(TypedDict):
    word: int
    text: NotRequired[str | None]


PLACE = Place("rules.toml")


def test_what_fits_gets_the_types_of_its_shape() -> None:
    value = {
        "about": "x",
        "rules": {"NP": [{"children": ["a"], "from": 2}], "NX": "NP"},
        "share": 1,
        "pair": [1, 2],
        "marks": ["a"],
        "sections": {"noun": 3},
    }
    assert shaped(value, Table, PLACE) == Table(
        "x", {"NP": (Rule(("a",), 2),), "NX": "NP"}, share=1, pair=(1, 2), marks=frozenset("a"), sections={"noun": 3}
    )
    assert shaped({"word": 1, "text": None}, Row, PLACE) == {"word": 1, "text": None}
    assert shaped({"word": 1}, Row, PLACE) == {"word": 1}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (5, "this must be a table, not the number 5"),
        ({}, "key 'about' is missing; it is a string"),
        ({"about": 1}, "key 'about' must be a string, not the number 1"),
        ({"about": True}, "key 'about' must be a string, not true"),
        ({"about": date(1979, 5, 27)}, "key 'about' must be a string, not the date 1979-05-27"),
        (
            {"about": "\ud800"},
            r"key 'about' must be a string that can be written, not '\ud800' (half of a surrogate pair)",
        ),
        ({"about": "\0"}, r"key 'about' must be a string without NUL, not '\x00'"),
        ({"rules": 5}, "key 'rules' must be a table, not the number 5"),
        ({"rules": {"NP": 5}}, "key 'rules.NP' must be a string or a list of tables, not the number 5"),
        ({"rules": {"NP": [{}, 5]}}, "key 'rules.NP[1].children' is missing; it is a list of strings"),
        (
            {"rules": {"NP": [{"children": []}, {"children": 5}]}},
            "key 'rules.NP[2].children' must be a list of strings, not the number 5",
        ),
        ({"rules": {"a b": 5}}, "key \"rules.'a b'\" must be a string or a list of tables, not the number 5"),
        ({"ruls": {}}, "key 'ruls' is not known; did you mean 'rules'?"),
        ({"side": "up"}, "key 'side' must be one of left, right, not 'up'"),
        ({"side": "lef"}, "key 'side' must be one of left, right, not 'lef'; did you mean 'left'?"),
        ({"share": 2}, "key 'share' must be a number from 0 to 1, not the number 2"),
        ({"share": float("nan")}, "key 'share' must be a number from 0 to 1, not the number nan"),
        ({"fold": 0}, "key 'fold' must be true or false, not the number 0"),
        ({"pair": [1]}, "key 'pair' must be a list of 2 whole numbers, not a list of 1"),
        ({"pair": [1, 16**5000]}, ""),
        ({"pair": [1, 1.5]}, "key 'pair[2]' must be a whole number, not the number 1.5"),
        ({"marks": [["a"]]}, "key 'marks[1]' must be a string, not a list of 1"),
        ({"marks": []}, ""),
        ({"marks": 16**5000}, "key 'marks' must be a list of strings, not a number of more than 38 digits"),
        ({"sections": {"nouns": 1}}, "key 'sections.nouns' is not known; did you mean 'noun'?"),
        ({"sections": {"xyz": 1}}, "key 'sections.xyz' is not known; known: noun, verb"),
    ],
)
def test_what_does_not_fit_is_named_with_what_was_expected(value: Any, message: str) -> None:
    whole = {"about": "x", **value} if isinstance(value, dict) and value and "about" not in value else value
    if not message:
        shaped(whole, Table, PLACE)
        return
    with pytest.raises(DataError) as error:
        shaped(whole, Table, PLACE)
    assert str(error.value) == f"rules.toml: {message}"


def test_json_has_objects() -> None:
    with pytest.raises(DataError, match=r"log:3: this must be an object, not an empty list"):
        shaped([], Row, Place("log:3", table="object"))
    with pytest.raises(DataError, match=r"log:3: key 'text' must be a string or null, not an object"):
        shaped({"word": 1, "text": {}}, Row, Place("log:3", table="object"))

"""No table that anybody can write gives a traceback: every key of every kind of table is edited in many ways."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import treegauge
from treegauge import CallError, DataError, TreegaugeError, bundled
from treegauge.annotation.constructions import read_constructions
from treegauge.annotation.head_reassignment import find_reassignment, read_reassignment
from treegauge.annotation.head_rules import find_rules, head_children, read_head_rules
from treegauge.annotation.punctuation import FAMILIES, PunctuationFamily, punctuation
from treegauge.annotation.schemes import find_scheme, known_shares, read_scheme
from treegauge.annotation.tagsets import TAG_CLASSES, find_tagset, read_tagset
from treegauge.core.toml import read_toml
from treegauge.transforms.preparation import find_preparation, read_preparation

SOURCE = Path(treegauge.__file__).parent
TREES, ARCS = bundled("english.mrg")[:3], bundled("english.conllu")[:3]

TEXTS: dict[str, str] = {
    "head rules": (SOURCE / "annotation/head_rules/charniak.toml").read_text("utf-8"),
    "head reassignment": 'about = "x"\n[[constituency]]\nparent="PP"\nhead="IN"\nto="NP"\n'
    '[[dependency]]\nhead="DT"\nto="NN"\nrelation="nmod"\n',
    "punctuation": 'about = "x"\ntags = [",", "."]\n',
    "scheme": (SOURCE / "annotation/schemes/ud.toml").read_text("utf-8"),
    "constructions": (SOURCE / "annotation/constructions/sud.toml").read_text("utf-8"),
    "tag set": (SOURCE / "annotation/tagsets/upos.toml").read_text("utf-8"),
    "preparation": 'transforms = ["remove-empties", "strip-functions"]\nabout = "x"\ntags = ["NN"]\nlabels = ["NP"]\n',
}


def use_head_rules(source: Any) -> None:
    head_children(TREES, read_head_rules("x", source))


def use_scheme(source: Any) -> None:
    scheme = read_scheme("x", source)
    known_shares(scheme, TREES)
    scheme.mask(TREES, *scheme.categories)
    scheme.changed_relation("nsubj", "label1")


def use_constructions(source: Any) -> None:
    table = read_constructions("x", source)
    table.of_words(ARCS)
    table.arguments_and_adjuncts(ARCS.tokens.text("deprel"))


def use_tagset(source: Any) -> None:
    tags = read_tagset("x", source)
    tags.mask(TREES, *TAG_CLASSES)
    tags.knows("NN")


READERS: dict[str, Callable[[Any], object]] = {
    "head rules": use_head_rules,
    "head reassignment": lambda source: read_reassignment("x", source),
    "punctuation": lambda source: read_toml(source, PunctuationFamily, "x"),
    "scheme": use_scheme,
    "constructions": use_constructions,
    "tag set": use_tagset,
    "preparation": lambda source: read_preparation("x", source),
}
WRONG: list[Any] = [
    5, -1, 10**40, 16**5000, 0.5, float("nan"), float("inf"), True, "", " ", "x\ny", "x" * 10_000, "*" * 500, "[", "\0",
    [], [[]], [[[]]], [5], ["left"], [["left"]], [["left", 5]], [None], {}, {"a": {"b": 1}}, date(1979, 5, 27),
]  # fmt: skip


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every key and every item; of long lists and tables, the first three."""
    yield path
    if isinstance(value, dict):
        for key in list(value)[:3] if path else value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(min(len(value), 3)):
            yield from paths(value[number], (*path, number))


def edited(table: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    changed = copy.deepcopy(table)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


@pytest.mark.parametrize("kind", TEXTS)
def test_a_table_edited_anywhere_is_used_or_answered(kind: str) -> None:
    table = tomllib.loads(TEXTS[kind])
    READERS[kind](table)
    tried, messages = 0, list[str]()
    for path in paths(table):
        for value in WRONG:
            changed = edited(table, path, value)
            if not isinstance(changed, dict):
                continue
            tried += 1
            try:
                READERS[kind](changed)
            except TreegaugeError as error:
                messages.append(str(error))
        if path and isinstance(path[-1], str):
            unknown = edited(table, (*path[:-1], f"{path[-1]}s x"), 5)
            with pytest.raises(DataError, match=r"key .* (is not known|must be)"):
                READERS[kind](unknown)
    assert len(messages) > tried / 3
    assert [message for message in messages if "\n" in message or len(message) > 1000] == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"rules=5\n", "key 'rules' must be a table, not the number 5"),
        (b"about=" + b"9" * 5000, "a value cannot be read: a number has too many digits"),
        (b"about=0x" + b"f" * 5000, "key 'about' must be a string, not a number of more than 38 digits"),
        (b"about=" + b"[" * 5000 + b"]" * 5000, "lists or tables are nested too deeply"),
        (b"about" + b".a" * 20_000 + b"=1", "key 'about' must be a string, not a table"),
        (b"about=1979-05-27", "key 'about' must be a string, not the date 1979-05-27"),
        (b"about=1979-13-27", "this is not TOML: "),
        (b"about='x'\nabout='y'", "this is not TOML: Cannot overwrite a value"),
        (b"about='\xe9'", ":1: this is not UTF-8 text (byte 0xe9)"),
        (b"about='x'\n\0", "this is not TOML: "),
        ("about='x'".encode("utf-16"), ":1: this is not UTF-8 text (byte 0xff)"),
        (b"x" * (5 << 20), "the file is larger than 4 MB"),
        (b"about='x'\nfold='yes'", "key 'fold' must be true or false, not the string 'yes'"),
        (b"about='x'\nrules.NX='NP'", "key 'rules.NX' must name a category that has steps, not 'NP'"),
        (b"about='x'\nrules.A='B'\nrules.B='A'", "key 'rules.A' must name a category that has steps, not 'B'"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_the_cause(data: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(data)
    with pytest.raises(DataError) as error:
        find_rules(str(file), TREES)
    assert str(error.value).startswith(str(file))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


FINDERS: list[Callable[[str], object]] = [
    lambda file: find_rules(file, TREES),
    find_reassignment,
    lambda file: find_scheme(file, TREES),
    lambda file: find_tagset(file, TREES),
    lambda file: find_preparation(file, TREES),
]


@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("data", [b"x = " + b"9" * 5000, b"x" + b".a" * 9999 + b"=1", b"\xff", b"x=[[1,[2]]]", b"x=5"])
def test_every_kind_of_table_names_its_file(find: Callable[[str], object], data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(data)
    with pytest.raises(DataError, match=r"mine\.toml"):
        find(str(file))


@pytest.mark.parametrize("find", FINDERS)
@pytest.mark.parametrize("name", ["folder.toml", "absent.toml", "a\0b.toml", "x" * 300 + ".toml"])
def test_a_table_that_is_not_there_is_a_wrong_call(find: Callable[[str], object], name: str, tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(CallError):
        find(str(tmp_path / name))


def test_a_mark_of_utf8_at_the_beginning_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(b"\xef\xbb\xbfabout = 'x'\n")
    assert find_rules(str(file), TREES).about == "x"


def test_toml_is_read_in_one_place() -> None:
    assert [file.name for file in SOURCE.rglob("*.py") if "tomllib" in file.read_text("utf-8")] == ["toml.py"]


def test_families_of_punctuation_are_read_from_their_file() -> None:
    assert FAMILIES["penn"].about
    assert punctuation(TREES, "penn").any()

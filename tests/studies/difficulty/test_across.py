"""One row a treebank and variant; what was finished is not measured again."""

from __future__ import annotations

import json
import math
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

from treegauge import CallError, DataError, Treebank, bundled, difficulty
from treegauge.formats.base import FORMATS, Input
from treegauge.studies.difficulty import across as module
from treegauge.studies.difficulty.across import difficulties, read_kept

T1 = "(S (a x) (S (b x) (S (c x))))\n(S (b x) (S (a x) (S (c x))))\n"
T2 = "(S (a x) (S (S (a x)) (a x)))\n"


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


@pytest.fixture
def treebanks() -> dict[str, Treebank]:
    return {"t1": trees(T1), "t2": trees(T2), "english": bundled("english.mrg")}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    """Names and transforms of all that is measured."""
    seen: list[tuple[str, tuple[str, ...]]] = []

    @wraps(difficulty)
    def counted(*arguments: Any, **options: Any) -> Any:
        seen.append((options["name"], options["transforms"]))
        return difficulty(*arguments, **options)

    monkeypatch.setattr(module, "difficulty", counted)
    return seen


def rows(treebanks: dict[str, Treebank], *names: str, **options: Any) -> list[dict[str, Any]]:
    return [own.row for own in difficulties(names or list(treebanks), read=treebanks.__getitem__, **options)]


def test_the_rows_are_those_of_difficulty_the_hardest_first(treebanks: dict[str, Treebank]) -> None:
    found = rows(treebanks, transforms=["add-root"])
    alone = [difficulty(own, transforms=["add-root"], name=name).row() for name, own in treebanks.items()]
    assert list(map(str, found)) == list(map(str, sorted(alone, key=lambda row: -row["ecc"])))


def test_a_treebank_without_an_ecc_comes_last(treebanks: dict[str, Treebank]) -> None:
    found = rows(treebanks, "t2", "english", protocol="loo", transforms=["prepare"])
    assert [row["treebank"] for row in found] == ["english", "t2"]
    assert math.isnan(found[1]["ecc"])


def test_each_variant_is_a_row_beside_the_treebank_as_it_is(treebanks: dict[str, Treebank]) -> None:
    found = rows(treebanks, "english", transforms=["prepare"], variants=["parent-annotation", "cluster-pos"])
    assert {row["transform"] for row in found} == {
        "prepare(penn)",
        "prepare(penn)+parent-annotation",
        "prepare(penn)+cluster-pos",
    }


def test_a_wrong_variant_is_an_error_before_anything_is_read() -> None:
    def never(name: str) -> Treebank:
        raise AssertionError(name)

    with pytest.raises(CallError, match="no-such"):
        difficulties(["a"], read=never, variants=["no-such"])


def test_finished_rows_are_taken_from_the_file(
    treebanks: dict[str, Treebank], measured: list[tuple[str, tuple[str, ...]]], tmp_path: Path
) -> None:
    file = tmp_path / "rows.jsonl"
    rows(treebanks, "t1", resume=file)
    first = rows(treebanks, "t1", "t2", resume=file, variants=["add-root"])
    again = rows(treebanks, "t1", "t2", resume=file, variants=["add-root"])
    assert measured == [("t1", ()), ("t1", ("add-root",)), ("t2", ()), ("t2", ("add-root",))]
    assert str(first) == str(again)  # NaN is not equal to itself, but reads the same


def test_default_options_are_those_that_are_spelled_out(
    treebanks: dict[str, Treebank], measured: list[tuple[str, tuple[str, ...]]], tmp_path: Path
) -> None:
    rows(treebanks, "t1", resume=tmp_path / "rows")
    rows(treebanks, "t1", resume=tmp_path / "rows", protocol="train", max_length=39, level=0.99, prm="none", seed=0)
    assert len(measured) == 1


@pytest.mark.filterwarnings("ignore:.*of other calls:treegauge.TreegaugeWarning")
@pytest.mark.parametrize(
    "options", [{"protocol": "loo"}, {"max_length": None}, {"level": 0.9}, {"prm": "COLLINS"}, {"test": "t2"}]
)
def test_other_options_are_measured_again(
    treebanks: dict[str, Treebank],
    measured: list[tuple[str, tuple[str, ...]]],
    tmp_path: Path,
    options: dict[str, Any],
) -> None:
    rows(treebanks, "t1", resume=tmp_path / "rows")
    rows(treebanks, "t1", resume=tmp_path / "rows", **options)
    assert len(measured) == 2


@pytest.mark.filterwarnings("ignore:.*of other calls:treegauge.TreegaugeWarning")
def test_trees_that_have_changed_are_measured_again(treebanks: dict[str, Treebank], tmp_path: Path) -> None:
    rows(treebanks, "t1", resume=tmp_path / "rows")
    treebanks["t1"] = trees(T1 + T1)
    assert rows(treebanks, "t1", resume=tmp_path / "rows")[0]["trees"] == 4


@pytest.mark.filterwarnings("ignore:.*of other calls:treegauge.TreegaugeWarning")
def test_parameters_that_have_changed_are_measured_again(
    treebanks: dict[str, Treebank], measured: list[tuple[str, tuple[str, ...]]], tmp_path: Path
) -> None:
    own = tmp_path / "my (own) parameters.prm"
    for label in ("TOP", "S", "S"):
        own.write_text(f"DELETE_LABEL {label}\n")
        rows(treebanks, "t1", resume=tmp_path / "rows", prm=str(own))
    assert len(measured) == 2


@pytest.mark.filterwarnings("ignore:.*of other calls:treegauge.TreegaugeWarning")
def test_a_preparation_that_has_changed_is_measured_again(treebanks: dict[str, Treebank], tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    found = []
    for transforms in ('["add-root"]', '["add-root", "parent-annotation"]'):
        own.write_text(f'about = "x"\ntransforms = {transforms}\n')
        found += rows(treebanks, "t1", resume=tmp_path / "rows", transforms=[f"prepare('{own}')"])
    assert found[0]["h_d"] > found[1]["h_d"]


def test_the_fingerprint_is_what_is_in_the_trees_and_not_where_they_are() -> None:
    assert trees(T1).fingerprint() == trees("\n\n" + T1).fingerprint()
    assert trees(T1).fingerprint() != trees(T1.replace("c", "d")).fingerprint()
    assert trees("(S (a x) (b x))").fingerprint() != trees("(S (a (b x)))").fingerprint()


def test_a_row_that_was_being_written_is_measured_again(treebanks: dict[str, Treebank], tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    rows(treebanks, "t1", "t2", resume=file)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert len(read_kept(file).rows) == 1
    rows(treebanks, "t1", "t2", resume=file)
    assert file.read_bytes() == whole


def test_what_is_not_defined_is_null_in_the_file(treebanks: dict[str, Treebank], tmp_path: Path) -> None:
    (found,) = rows(treebanks, "t2", resume=tmp_path / "rows", protocol="loo")
    kept = json.loads((tmp_path / "rows").read_text())
    assert kept["row"]["ecc"] is kept["row"]["test"] is None
    (again,) = rows(treebanks, "t2", resume=tmp_path / "rows", protocol="loo")
    assert str(again) == str(found)
    assert math.isnan(again["ecc"])


@pytest.mark.parametrize("text", [T1, T2.strip(), '{"key": "x"}\n'])
def test_a_file_of_something_else_is_refused_and_left_as_it_is(
    treebanks: dict[str, Treebank], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "t.mrg"
    file.write_text(text)
    with pytest.raises(DataError, match=r"t\.mrg"):
        rows(treebanks, "t1", resume=file)
    assert file.read_text() == text


def test_a_file_that_cannot_be_written_is_a_wrong_call(treebanks: dict[str, Treebank], tmp_path: Path) -> None:
    with pytest.raises(CallError, match="no-such"):
        rows(treebanks, "t1", resume=tmp_path / "no-such" / "rows")


def test_the_figures_of_each_tree_are_there_where_asked_for(treebanks: dict[str, Treebank], tmp_path: Path) -> None:
    (full,) = difficulties(["t2"], read=treebanks.__getitem__, full=True)
    assert full.difficulty is not None
    assert full.difficulty.figures.delta.tolist() == pytest.approx([2])
    assert difficulties(["t2"], read=treebanks.__getitem__)[0].difficulty is None
    with pytest.raises(CallError, match="leave out one"):
        difficulties(["t2"], read=treebanks.__getitem__, full=True, resume=tmp_path / "rows")

"""Rows kept in a file: what is read back, and what is refused."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import pytest

from treegauge import DataError, TreegaugeWarning, bundled
from treegauge.core.kept_rows import Finished
from treegauge.core.resuming import Kept, key


def test_rows_come_back_as_they_were_kept(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    Kept.read(file).add("k", Finished({"name": "ä", "x": 1.5, "y": math.nan, "of": None}, ("a remark",)))
    again = Kept.read(file, figures=("x", "y"), may_be_none=("of",)).rows["k"]
    assert math.isnan(again.row.pop("y"))
    assert again == Finished({"name": "ä", "x": 1.5, "of": None}, ("a remark",))


def kept_file(folder: Path, study: str = "") -> Path:
    """A file with two rows."""
    file = folder / "rows"
    kept = Kept.read(file, study=study)
    kept.add("a", Finished({"x": 1}))
    kept.add("b", Finished({"x": 2}))
    return file


def test_a_row_without_a_figure_is_not_used_and_the_remark_says_so(tmp_path: Path) -> None:
    file = kept_file(tmp_path)
    Kept.read(file).add("c", Finished({"y": 1}))
    with pytest.warns(TreegaugeWarning, match=r"rows: 1 of 3 rows cannot be used \(without the figures of a row: 1\)"):
        assert set(Kept.read(file, figures=("x",)).rows) == {"a", "b"}


@pytest.mark.parametrize("place", [0, 5, 12, 30, 60, -20, -2])
def test_any_byte_that_has_changed_is_noticed(tmp_path: Path, place: int) -> None:
    file = kept_file(tmp_path)
    lines = file.read_bytes().splitlines(keepends=True)
    damaged = bytearray(lines[0])
    damaged[place] ^= 1
    file.write_bytes(bytes(damaged) + lines[1])
    with pytest.warns(TreegaugeWarning, match=r"rows: 1 of 2 rows cannot be used"):
        assert Kept.read(file).rows == {"b": Finished({"x": 2})}
    assert file.read_bytes() == lines[1]  # reported once; the line is not lost
    assert (tmp_path / "rows.damaged").read_bytes() == bytes(damaged)
    assert set(Kept.read(file).rows) == {"b"}


def test_a_number_that_somebody_has_altered_is_noticed(tmp_path: Path) -> None:
    file = kept_file(tmp_path)
    file.write_text(file.read_text().replace('"x": 2', '"x": 3'))
    with pytest.warns(TreegaugeWarning, match=r"1 of 2 rows cannot be used \(altered or damaged: 1\); what"):
        assert set(Kept.read(file).rows) == {"a"}


def test_a_row_without_a_checksum_is_not_used(tmp_path: Path) -> None:
    file = kept_file(tmp_path)
    with file.open("a") as out:
        out.write('{"key": "c", "row": {"x": 1}, "remarks": []}\n')
    with pytest.warns(TreegaugeWarning, match=r"without a checksum: 1"):
        assert set(Kept.read(file).rows) == {"a", "b"}


def test_every_end_of_a_cut_file_is_read_without_a_remark(tmp_path: Path) -> None:
    file = kept_file(tmp_path)
    whole = file.read_bytes()
    first = whole.index(b"\n") + 1
    for end in range(len(whole)):
        file.write_bytes(whole[:end])
        assert len(Kept.read(file).rows) == (end >= first)
        assert file.read_bytes() == (whole[:first] if end >= first else b"")


def test_rows_of_another_version_are_kept_in_the_file_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as other:
        other.setattr("treegauge.core.kept_rows.__version__", "0.0.1")
        file = kept_file(tmp_path)
    whole = file.read_bytes()
    with pytest.warns(TreegaugeWarning, match=r"2 of 2 rows cannot be used \(of treegauge 0\.0\.1: 2\)"):
        assert not Kept.read(file).rows
    assert file.read_bytes() == whole


def test_rows_of_another_study_are_refused(tmp_path: Path) -> None:
    file = kept_file(tmp_path, "one")
    whole = file.read_bytes()
    with pytest.raises(DataError, match=r"rows: its rows are of another study \(one\); name another file"):
        Kept.read(file, study="other")
    assert file.read_bytes() == whole


def compute_c(file: Path) -> None:
    with Kept.open(file, "one") as kept:
        assert kept.find("c") is None
        kept.add("c", Finished({"x": 3}))


def test_a_file_of_another_call_says_so(tmp_path: Path) -> None:
    file = kept_file(tmp_path, "one")
    with pytest.warns(TreegaugeWarning, match=r"rows: 2 rows are of other calls"):
        compute_c(file)
    with Kept.open(file, "one") as kept:
        assert kept.find("a") == Finished({"x": 1})


def test_two_processes_do_not_use_one_file(tmp_path: Path) -> None:
    file = kept_file(tmp_path)
    call = f"from treegauge.core.resuming import Kept\nwith Kept.open({str(file)!r}, '') as kept: kept.find('a')"
    with Kept.open(file, "") as kept:
        kept.find("a")
        second = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert f"'{file}' is in use by another process; wait until it has ended" in second.stderr
    third = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=False)
    assert (third.returncode, third.stderr) == (0, "")
    assert {path.name for path in tmp_path.iterdir()} == {"rows"}


def test_a_lock_of_a_process_that_was_killed_is_none(tmp_path: Path) -> None:
    file = kept_file(tmp_path)
    (tmp_path / ".rows.lock").touch()
    with Kept.open(file, "") as kept:
        assert kept.find("b") == Finished({"x": 2})


def test_infinity_comes_back(tmp_path: Path) -> None:
    Kept.read(tmp_path / "rows").add("a", Finished({"x": math.inf}))
    assert Kept.read(tmp_path / "rows", figures=("x",)).rows["a"].row == {"x": math.inf}


def test_a_name_that_is_not_utf8_comes_back(tmp_path: Path) -> None:
    Kept.read(tmp_path / "rows").add("a", Finished({"x": 1, "treebank": "\udcff"}))
    assert Kept.read(tmp_path / "rows").rows["a"].row["treebank"] == "\udcff"


def test_the_later_of_two_rows_counts(tmp_path: Path) -> None:
    kept = Kept.read(tmp_path / "rows")
    for value in (1, 2):
        kept.add("a", Finished({"x": value}))
    assert Kept.read(tmp_path / "rows").rows["a"].row == {"x": 2}


def test_the_key_changes_with_trees_specifications_and_settings() -> None:
    trees = bundled("english.conllu")
    keys = [
        key([trees], ["a(x=1)"], [1]),
        key([trees], ["a(x=1)"], [2]),
        key([trees], ["a(x=2)"], [1]),
        key([trees, trees], ["a(x=1)"], [1]),
        key([trees[:9]], ["a(x=1)"], [1]),
    ]
    assert len(set(keys)) == len(keys)
    assert key([trees], ["a(x=1)"], [1]) == keys[0]

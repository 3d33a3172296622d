"""Models that programs of others trained: kept, found again, and never half written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from small_treebanks import conllu
from stand_ins import put_files, put_java, put_program

from treegauge import DataError, Treebank, TreegaugeWarning
from treegauge.parsers.adapters.maltparser import MaltParser
from treegauge.parsers.foreign.models import kept_model, models_folder, plain_model

ROWS = "1\tI\ti\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\tam\tbe\tAUX\t_\t_\t0\troot\t_\t_\n\n"
TRAIN, OTHER = conllu(ROWS), conllu(ROWS.replace("nsubj", "dep"))


@pytest.fixture
def trained(data: Path) -> Callable[..., int]:
    """Ask for a model; returns how often one was trained so far."""
    calls: list[Path] = []

    def train(folder: Path) -> Path:
        assert list(folder.iterdir()) == []
        calls.append(folder)
        (folder / "model").write_text(f"model {len(calls)}")
        return folder / "model"

    def ask(treebank: Treebank = TRAIN, spec: str = "x(a=1)", program: str = "X 1.0") -> int:
        kept = kept_model(treebank, spec, program, ".x", train)
        assert kept.read_text().startswith("model")
        return len(calls)

    return ask


def test_a_model_is_found_again(trained: Callable[..., int]) -> None:
    assert [trained(), trained(), trained(conllu(ROWS))] == [1, 1, 1]
    assert [path.name.partition("-")[0] for path in models_folder().iterdir()] == ["x"]


@pytest.mark.parametrize("other", [{"treebank": OTHER}, {"spec": "x(a=2)"}, {"program": "X 1.1"}])
def test_other_trees_options_and_versions_are_other_models(trained: Callable[..., int], other: dict[str, str]) -> None:
    assert [trained(), trained(**other), trained()] == [1, 2, 2]


def test_the_memory_of_java_makes_no_other_model(data: Path, java: Path) -> None:
    put_files("maltparser")
    for parser in (MaltParser(), MaltParser(memory="1g"), MaltParser(algorithm="planar")):
        parser.train(TRAIN)
    assert len(list(models_folder().iterdir())) == 2


def test_training_that_fails_leaves_no_model(data: Path, java: Path) -> None:
    put_files("maltparser")
    with pytest.raises(DataError, match="could not learn"):
        MaltParser(options="-zz 1").train(TRAIN)
    assert list(models_folder().iterdir()) == []


def test_killed_while_it_trains_leaves_no_model(data: Path, tmp_path: Path, commands: Path) -> None:
    put_files("maltparser")
    put_program(
        commands, "java", f"[ $# = 1 ] && exit\necho half > treegauge.mco\n: > '{tmp_path}/begun'\n/bin/sleep 99"
    )
    (tmp_path / "train.conllu").write_text(ROWS)
    call = [sys.executable, "-m", "treegauge", "parse", "train.conllu", "train.conllu", "--parser", "maltparser"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(call, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL)
    while not (tmp_path / "begun").exists():
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list(models_folder().glob("*")) == []
    put_java(commands)
    done = subprocess.run(call, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert "1 parsed" in done.stderr
    assert len(list(models_folder().iterdir())) == 1


def test_where_nothing_can_be_kept_it_is_trained_all_the_same(
    trained: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path / "file" / "data"))
    with pytest.warns(TreegaugeWarning, match=r"the model is not kept, as '.*models' cannot be written to: Not a dir"):
        assert trained() == 1
    assert trained() == 1


def test_a_model_in_a_folder_that_is_read_only_is_used(
    trained: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert trained() == 1
    monkeypatch.setattr("os.access", lambda *_: False)
    assert trained() == 1
    with pytest.warns(TreegaugeWarning, match="cannot be written to: Permission denied"):
        assert trained(OTHER) == 2


def test_the_temporary_folder_of_models_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    code = "from treegauge.parsers.foreign.models import _temporary_folder as f; print(f().is_dir())"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "True\n"
    assert list(tmp_path.iterdir()) == []


def test_a_compressed_model_is_unpacked_once(data: Path, tmp_path: Path) -> None:
    import gzip

    (tmp_path / "a b.x.gz").write_bytes(gzip.compress(b"content"))
    paths = {plain_model(tmp_path / "a b.x.gz", (".x",)) for _ in range(2)}
    assert [path.read_bytes() for path in paths] == [b"content"]
    assert all(path.parent == models_folder() and path.suffix == ".x" for path in paths)

"""`--cluster` and `--blocks`: every long verb prints the same, to the last digit."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from clusters import cluster

from treegauge import apply, bundled, write
from treegauge.formats import blocks
from treegauge.parsers.base import find_parser
from treegauge.treebank import parts

Run = Callable[..., tuple[int, str, str]]
CALLS = [
    ("score", "gold.mrg", "test.mrg", "--json"),
    ("difficulty", "gold.mrg", "--protocol", "loo", "--json"),
    ("difficulty", "gold.mrg", "--folds", "3", "--by", "label", "--json"),
    ("difficulty", "gold.mrg", "--folds", "3", "-g", "markov(h=2,v=1,smoothing=witten-bell)", "--json"),
    ("parse", "gold.mrg", "gold.mrg", "--parser", "pcfg(words=true)"),
    ("parse", "gold.conllu", "gold.conllu", "--parser", "arc-eager(iterations=2)"),
    ("parse", "gold.conllu", "--parser", "arc-eager(iterations=2)", "--folds", "3"),
    ("suspects", "gold.mrg", "--evidence", "surprise,grammar,disagreement", "--json"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Bundled trees as files, which are cut into small blocks."""
    monkeypatch.setattr(blocks, "SMALLEST_FILE", 0)
    monkeypatch.setattr(blocks, "LINES_PER_BLOCK", 10)
    monkeypatch.setattr(parts, "BLOCK", 10)
    monkeypatch.chdir(tmp_path)
    for name, source in {"gold.mrg": "english.mrg", "test.mrg": "english.parsed.mrg"}.items():
        write(apply(bundled(source), ["remove-empties", "strip-functions"]), tmp_path / name)
    write(bundled("english.conllu"), tmp_path / "gold.conllu")
    return tmp_path


@pytest.mark.parametrize("call", CALLS[:2] + CALLS[4:6], ids=" ".join)
def test_finished_blocks_are_kept_and_used(folder: Path, command: Run, call: tuple[str, ...]) -> None:
    here = command(*call)
    assert command(*call, "--blocks", "kept") == here
    kept = {file.name: file.stat().st_mtime_ns for file in (folder / "kept").iterdir()}
    assert len(kept) > 3
    assert command(*call, "--blocks", "kept") == here
    assert {file.name: file.stat().st_mtime_ns for file in (folder / "kept").iterdir()} == kept


def test_what_is_kept_is_not_used_for_other_trees(folder: Path, command: Run) -> None:
    call = ("score", "gold.mrg", "test.mrg", "--json", "--blocks", "kept")
    command(*call)
    (folder / "test.mrg").write_bytes((folder / "gold.mrg").read_bytes())
    assert command(*call) == command(*call[:4])


@pytest.mark.parametrize("option", [("--cluster", "local"), ("--blocks", "kept")], ids=" ".join)
@pytest.mark.parametrize(
    ("name", "advice"), [("maltparser", "leave the option out; or parse in folds (--folds N)"), ("corenlp", "out\n")]
)
def test_a_parser_that_is_not_divided_is_refused_before_it_learns(
    folder: Path, command: Run, monkeypatch: pytest.MonkeyPatch, option: tuple[str, str], name: str, advice: str
) -> None:
    monkeypatch.setattr(type(find_parser(name)), "missing", lambda parser: None)
    status, _, errors = command("parse", "gold.conllu", "gold.conllu", "--parser", name, *option)
    assert (status, f"{option[0]}: {name} parses all sentences in one piece" in errors) == (2, True)
    assert advice in errors
    assert not (folder / "kept").exists()


@pytest.mark.slow
def test_every_verb_prints_the_same_on_a_cluster(folder: Path, command: Run) -> None:
    """Also when two of four workers are killed in the middle."""
    pytest.importorskip("dask.distributed")
    here = [command(*call) for call in CALLS]
    with cluster(folder, 4) as found:
        timers = [threading.Timer(seconds, found.kill, [number]) for number, seconds in enumerate((4.0, 9.0))]
        for timer in timers:
            timer.start()
        there = [command(*call, "--cluster", found.address) for call in CALLS]
        for timer in timers:
            timer.join()
    assert there == here


@pytest.mark.slow
def test_local_workers_print_the_same(folder: Path, command: Run) -> None:
    pytest.importorskip("dask.distributed")
    for call in (CALLS[0], CALLS[5]):
        assert command(*call, "--cluster", "local", "--jobs", "2") == command(*call)

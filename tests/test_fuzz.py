"""The fuzzer: what it found once is read without a fault, its inputs depend only on the seed, and it finds faults."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from fuzz.engine import Campaign, Counts, Plan, run, summed
from fuzz.judging import Outcome, Target, judge
from fuzz.keeping import CORPUS, kept, minimised
from fuzz.mutation import Source, changed
from fuzz.targets import TARGETS

from treegauge import DataError


def toy(check: object) -> Target:
    return Target("toy", lambda: [b"a 1\nb (2)\n"], check)  # type: ignore[arg-type]


def fails_at_three(data: bytes) -> int:
    if b"3" in data:
        raise ZeroDivisionError
    return len(data)


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_found_once_is_read_without_a_fault(name: str) -> None:
    target = TARGETS[name]
    for data in target.seeds():
        assert judge(target, data).fault is None
    for path in kept(name):
        outcome = judge(target, path.read_bytes())
        assert outcome.fault is None, f"{path}: {outcome.fault}\n{outcome.report}"


def test_every_folder_of_the_corpus_is_of_a_target_and_its_files_are_small() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} <= set(TARGETS)
    for path in CORPUS.rglob("*"):
        assert path.is_dir() or path.stat().st_size <= 1 << 15, path


@pytest.mark.parametrize("name", ["prm", "npz-grammar", "pairs", "treebank-conllu", "archive.tar"])
def test_the_same_seed_gives_the_same_inputs(name: str) -> None:
    digests = []
    for seed in ("a", "a", "b"):
        campaign = Campaign(TARGETS[name], seed)
        for _ in range(30):
            campaign.step()
        digests.append(campaign.digest.hexdigest())
    assert digests[0] == digests[1] != digests[2]


def test_a_fault_is_found_and_reported_once() -> None:
    campaign = Campaign(toy(fails_at_three), "seed")
    faults = [fault for _ in range(3000) if (fault := campaign.step()) is not None]
    assert [(outcome.fault, outcome.place) for _, outcome in faults] == [("ZeroDivisionError", "")]
    assert sum(campaign.counts.faults.values()) > 1


def test_an_input_is_made_as_small_as_its_fault_allows() -> None:
    target = toy(fails_at_three)
    data = b"x\ny 3 z\n" * 5
    assert minimised(target, data, judge(target, data)) == b"3"


def refused(message: str) -> Outcome:
    def check(data: bytes) -> None:
        raise DataError(message)

    return judge(toy(check), b"")


def test_an_error_must_name_the_file() -> None:
    assert refused("fuzzed.txt:1: what is wrong").fault is None
    assert refused("what is wrong").fault == "the message does not name the file"


def test_inputs_of_all_kinds_are_made() -> None:
    source = Source(Random(0), [b"1\ta\tb\n(S (NP x))\n"], [b"word"])
    inputs = {changed(b"1\ta\tb\n(S (NP x))\n", source) for _ in range(500)}
    assert len(inputs) > 300
    assert any(len(data) > 4000 for data in inputs)
    assert any(b"\n" not in data for data in inputs)


@pytest.mark.slow
def test_a_run_in_another_process_counts_its_inputs(tmp_path: Path) -> None:
    counts = summed(run(Plan(("label-mapping",), 2.0, "seed", tmp_path)))
    assert [(row.target, row.faults) for row in counts] == [("label-mapping", {})]
    assert counts[0].inputs > 0


def test_counts_of_several_runs_are_added() -> None:
    rows = summed([Counts("a", "1", 5, faults={"x": 1}), Counts("a", "2", 6, faults={"x": 2}), Counts("b", "1", 1)])
    assert [(row.target, row.inputs, row.faults) for row in rows] == [("a", 11, {"x": 3}), ("b", 1, {})]

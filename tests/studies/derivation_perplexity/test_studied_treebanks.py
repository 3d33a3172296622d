"""The treebanks of docs/studies/derivation-perplexity.md: every file is there, and parts do not overlap."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

DOCS = Path(__file__).parents[3] / "docs"
ENTRIES: list[dict[str, Any]] = tomllib.loads((DOCS / "derivation_perplexity.toml").read_text("utf-8"))["treebank"]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("derivation_perplexity")


def test_every_treebank_has_a_name_a_group_and_an_origin() -> None:
    assert len({entry["name"] for entry in ENTRIES}) == len(ENTRIES)
    assert {entry["group"] for entry in ENTRIES} == {"native", "converted"}
    assert all(entry["origin"] for entry in ENTRIES)


def test_every_file_is_there(shared: Path) -> None:
    named = [entry.get(key, []) for entry in ENTRIES for key in ("train", "test", "all", "documents", "parts")]
    files = [file for value in named for file in ([value] if isinstance(value, str) else value)]
    assert len(files) > len(ENTRIES)
    assert [file for file in files if not (shared / file).exists()] == []


@pytest.mark.parametrize("name", ["Quechua", "WSJ sample", "SUD French-Sequoia"])
def test_parts_do_not_overlap(script: ModuleType, shared: Path, name: str) -> None:
    entry = next(entry for entry in ENTRIES if entry["name"] == name)
    whole = script.read(shared, entry["all"])
    train, test = (script.SPLITS[entry["split"]](shared, entry, whole, is_test) for is_test in (False, True))
    assert not (train & test).any()
    assert 0.05 < test.mean() < 0.2
    if entry["split"] == "ids":  # the development part of the other scheme is in neither
        assert (train.sum(), test.sum()) == (2231, 456)
    else:
        assert (train | test).all()


def test_documents_of_a_part_are_those_listed(script: ModuleType, shared: Path) -> None:
    test, train = (script.listed(shared, "gum/splits.md", is_test) for is_test in (True, False))
    assert "GUM_bio_dvorak" in test
    assert "GUM_bio_byron" not in test | train  # a development document
    assert len(test) == 32
    assert not test & train


def test_shared_task_systems_are_matched_by_code(script: ModuleType, shared: Path) -> None:
    found = script.shared_tasks(shared, ENTRIES)
    assert {source: len(own) for source, own in found.items()} == {
        "LAS, CoNLL 2017": 9,
        "UAS, CoNLL 2017": 9,
        "LAS, CoNLL 2018": 7,
        "UAS, CoNLL 2018": 7,
    }
    assert max(found["LAS, CoNLL 2017"]["Greek-GDT"]) == 87.38
    assert len(found["LAS, CoNLL 2017"]["Greek-GDT"]) == 33

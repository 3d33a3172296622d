"""The log says what was changed, and undoes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from error_trees import SENTENCE_9, brackets, german_trees
from hypothesis import given
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import DataError, Treebank, apply, bundled, perturb, read, write
from treegauge.studies.perturbing.inserting import Perturbed, apply_changes, insert
from treegauge.studies.perturbing.kinds import USUAL_KINDS
from treegauge.studies.perturbing.log import read_error_log, undo_errors, write_error_log
from treegauge.studies.perturbing.places import find_places


def with_all_errors(treebank: Treebank, seed: int, scheme: str = "auto") -> Perturbed | None:
    gold = find_places(treebank, USUAL_KINDS, scheme)
    kinds = [f"{kind}(rate=0.7)" for kind, number in gold.counts.items() if number]
    return insert(gold, kinds, seed=seed) if kinds else None


@given(german_trees() | treebanks(empty_nodes=True, secondary=True), st.integers(0, 9))
def test_undoing_all_errors_gives_the_treebank_back(treebank: Treebank, seed: int) -> None:
    found = with_all_errors(treebank, seed, "tiger")
    if found is not None:
        assert undo_errors(found.treebank, json.loads(json.dumps(found.log))).treebank.equals(treebank)


@given(german_trees(), st.integers(0, 9), st.data())
def test_undoing_some_errors_leaves_the_others(treebank: Treebank, seed: int, data: st.DataObject) -> None:
    found = with_all_errors(treebank, seed, "tiger")
    if found is None:
        return
    order = np.argsort(found.changes.sentence, kind="stable")
    picked = np.array(data.draw(st.lists(st.booleans(), min_size=len(order), max_size=len(order))), bool)
    rows = [row for row, out in zip(found.log, picked, strict=True) if out]
    others, _ = apply_changes(treebank, found.changes.take(order[~picked]))
    assert undo_errors(found.treebank, rows).treebank.equals(others)


@pytest.mark.parametrize("name", ["german.export", "english.mrg", "english.conllu"])
def test_bundled_treebanks_come_back(name: str) -> None:
    gold = bundled(name)
    for seed in range(5):
        found = with_all_errors(gold, seed)
        assert found is not None
        assert not found.treebank.equals(gold)
        assert undo_errors(found.treebank, found.log).treebank.equals(gold)


def test_both_trees_come_back(shared: Path) -> None:
    gold = apply(read(str(shared / "tuebadz_sample" / "exportxml-example.xml.xz")), "attach-punctuation")
    found = with_all_errors(gold, 1)
    assert found is not None
    assert sum(bool(row["heads"]) for row in found.log) > 100
    assert undo_errors(found.treebank, found.log).treebank.equals(gold)


def test_errors_come_back_from_files(tmp_path: Path) -> None:
    gold = bundled("english.mrg")
    found = perturb(gold, ["attach1", "label2", "span3"], seed=2)
    trees, log = str(tmp_path / "perturbed.mrg"), str(tmp_path / "errors.jsonl")
    write(found.treebank, trees)
    write_error_log(found.log, log)
    assert [tree.brackets() for tree in undo_errors(read(trees), read_error_log(log)).treebank] == [
        tree.brackets() for tree in gold
    ]


def test_a_row_says_where_and_what() -> None:
    found = perturb(brackets(SENTENCE_9), ["attach1", "label2"], scheme="tiger")
    log: list[Any] = list(found.log)
    assert log == [
        {
            "sentence": 1,
            "id": None,
            "kind": "attach1",
            "label": "PP",
            "words": [3, 4],
            "text": "von Venedig",
            "move": {"node": 3, "from": 2, "to": 1, "below": "NP", "now_below": "S"},
            "relabel": None,
            "heads": [],
        },
        {
            "sentence": 1,
            "id": None,
            "kind": "label2",
            "label": "VP",
            "words": [6, 9],
            "text": "erstmals streunende Katzen gezählt",
            "move": None,
            "relabel": {"node": 4, "from": "VP", "to": "PP"},
            "heads": [],
        },
    ]


def test_a_log_of_other_trees_is_an_error() -> None:
    gold = bundled("english.mrg")
    log = perturb(gold, ["attach1", "label1"], seed=1).log
    with pytest.raises(DataError, match=r"'(attach|label)1' of sentence \d+ .* cannot be undone: .*with this log\?"):
        undo_errors(gold, log)
    with pytest.raises(DataError, match=r"the log has an error in sentence \d+, but the treebank has 0 sentences"):
        undo_errors(gold[:0], log)
    with pytest.raises(DataError, match="it has no phrases"):
        undo_errors(bundled("english.conllu"), log)
    heads = perturb(bundled("english.conllu"), "attach1").log
    with pytest.raises(DataError, match="it has no heads"):
        undo_errors(gold, heads)
    with pytest.raises(DataError, match=r"the head of word \d+ is \d+"):
        undo_errors(bundled("english.conllu"), heads)


def test_a_file_that_is_not_a_log_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text('{"sentence": 1}\n', "utf-8")
    with pytest.raises(DataError, match=r"log.jsonl:1: key 'kind' is missing; it is a string"):
        read_error_log(str(file))
    file.write_text("(S (NP x))\n", "utf-8")
    with pytest.raises(DataError, match=r"log.jsonl:1: this is not JSON"):
        read_error_log(str(file))

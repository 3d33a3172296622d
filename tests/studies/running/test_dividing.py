"""How a treebank of one piece is divided into a training and a test part."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from treegauge import DataError, bundled, write
from treegauge.studies.running.data import StudyData
from treegauge.studies.running.study_file import StudyFile, TreebankEntry, study_of
from treegauge.treebank.folds import drawn_folds

TREES = bundled("english.conllu")
STUDY = """
title = "a study"

[[treebank]]
name = "own"
files = ["own.conllu"]

[[bundled]]
name = "English"
files = ["bundled:english.conllu"]

[rows.stats]
task = "stats"
treebanks = ["own"]

[rows.other]
task = "stats"
bundled = false

[tables.a]
title = "a"
rows = ["stats"]

[tables.b]
title = "b"
rows = ["other"]
"""


def data(**entry: object) -> StudyData:
    return StudyData(TreebankEntry(name="own", **entry))  # type: ignore[arg-type]


def ids(trees: object) -> list[str]:
    return trees.sentences.text("id").decode()  # type: ignore[attr-defined, no-any-return]


def test_random_parts_are_a_tenth_and_the_rest() -> None:
    own = data(files=("bundled:english.conllu",), split="random")
    is_test = drawn_folds(len(TREES), 10, np.random.default_rng(0)) == 0
    assert own.test.equals(TREES[np.flatnonzero(is_test)])
    assert own.train.equals(TREES[np.flatnonzero(~is_test)])


def test_every_tenth_file_is_a_test_document(tmp_path: Path) -> None:
    for number in range(11):
        write(TREES[number * 2 : number * 2 + 2], tmp_path / f"{number:02}.conllu")
    own = data(files=(str(tmp_path),), split="documents")
    assert own.test.equals(TREES[18:20])
    assert len(own.train) == 20


def test_one_file_has_no_documents() -> None:
    with pytest.raises(DataError, match="own: 1 document cannot be divided into parts; each is a file"):
        _ = data(files=("bundled:english.conllu",), split="documents").test


def test_parts_with_the_ids_of_those_of_another_treebank(tmp_path: Path) -> None:
    for name, part in {"train": TREES[5:20], "test": TREES[30:33]}.items():
        write(part[::-1], tmp_path / f"{name}.conllu")
    parts = {name: (str(tmp_path / f"{name}.conllu"),) for name in ("train", "test")}
    own = data(files=("bundled:english.conllu",), split="ids", **parts)
    assert ids(own.train) == ids(TREES[5:20])
    assert ids(own.test) == ids(TREES[30:33])
    assert len(own.whole) == len(TREES)


def test_tags_are_another_column() -> None:
    own = data(files=("bundled:english.conllu",), tags="upos")
    assert own.whole.tokens.text("tag").decode() == TREES.tokens.text("upos").decode()


def study(text: str, *, bundled: bool = False) -> StudyFile:
    return study_of(text, "study.toml", Path(), bundled=bundled)


def test_ids_need_a_treebank_and_both_parts() -> None:
    with pytest.raises(DataError, match=r"treebank 'own': split = \"ids\" needs `files`, `train` and `test`"):
        study(STUDY.replace('["own.conllu"]', '["own.conllu"]\nsplit = "ids"'))


def test_blocks_that_are_not_of_bundled_treebanks_are_left_out_with_their_tables() -> None:
    assert list(study(STUDY).tables) == ["a", "b"]
    small = study(STUDY, bundled=True)
    assert (list(small.rows), list(small.tables), list(small.treebanks)) == (["stats"], ["a"], ["English"])
    assert small.rows["stats"].treebanks == ()

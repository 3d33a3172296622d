"""`treegauge functions`: trees tagged, taggers kept, scores in folds, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from treegauge import __version__, apply, bundled, learn_functions, read, read_functions, validate_functions, write
from treegauge.transforms.label_functions import functions_in

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command in a folder with trees to learn from and trees to tag."""
    treebank = bundled("english.mrg")
    write(treebank[:40], tmp_path / "train.mrg")
    write(apply(treebank[40:], ["remove-empties", "strip-functions"]), tmp_path / "test.mrg")
    monkeypatch.chdir(tmp_path)
    return partial(command, "functions")


def test_trees_are_tagged_to_standard_output(run: Run) -> None:
    status, out, err = run("train.mrg", "test.mrg", "--iterations", 2, "--minimum", 1, "--seed", 3)
    assert (status, err) == (0, "treegauge: test.mrg: 24 sentences tagged\n")
    expected = learn_functions(read("train.mrg"), iterations=2, minimum=1, seed=3).tag(read("test.mrg"))
    Path("own.mrg").write_text(out)
    assert read("own.mrg").equals(expected)
    assert any(functions_in(label or "") for label in expected.nodes.text("label"))


def test_a_tagger_is_kept_and_used_again(run: Run) -> None:
    assert run("train.mrg", "--save", "en.functions", "--iterations", 2) == (0, "", "")
    assert run("train.mrg", "test.mrg", "-o", "one.mrg", "--iterations", 2)[0] == 0
    assert run("en.functions", "test.mrg", "-o", "other.mrg")[0] == 0
    assert Path("one.mrg").read_text() == Path("other.mrg").read_text()
    assert read_functions("en.functions").options == {"iterations": 2, "minimum": 2, "seed": 0}


def test_scores_in_folds_are_a_table_or_json(run: Run) -> None:
    status, out, _ = run("train.mrg", "--folds", 2, "--iterations", 1)
    assert status == 0
    table, _, rest = out.partition("\n\n")
    assert [line.split()[0] for line in table.splitlines()[2:]][-1] == "all"
    assert rest.startswith("40 sentences in 2 folds; the columns with a per cent are intervals\n  functions(group=all,")
    status, out, _ = run("train.mrg", "--folds", 2, "--iterations", 1, "--json")
    rows = json.loads(out)["results"]
    assert {"grammatical", "form-function", "all"} <= {row["group"] for row in rows}
    assert set(rows[0]["scores"]) == {"precision", "recall", "f1", "accuracy"} == set(rows[0]["intervals"])
    assert {row["trees"] for row in rows} == {20}


def test_the_learning_curve_grows_and_is_drawn(run: Run) -> None:
    status, out, _ = run("train.mrg", "--folds", 2, "--iterations", 1, "--plot", "curve.svg", "--format", "csv")
    assert status == 0
    header, *lines = [line.split(",") for line in out.splitlines()]
    trees = [float(line[header.index("trees")]) for line in lines]
    assert sorted(set(trees)) == [1, 2, 5, 10, 20]
    assert Path("curve.svg").read_text().startswith("<svg")


def test_parses_are_tagged_in_folds(run: Run) -> None:
    write(apply(read("train.mrg"), ["remove-empties", "strip-functions"]), "parsed.mrg")
    both = [run("train.mrg", "--folds", 2, "--iterations", 1, *more)[1] for more in ([], ["--parsed", "parsed.mrg"])]
    shown = [out.splitlines()[:-1] for out in both]
    assert shown[0] == shown[1]
    assert both[1].endswith("|trees:parsed|before:remove-empties|version:" + __version__ + "\n")


def test_what_was_tagged_in_folds_can_be_written(run: Run) -> None:
    assert run("train.mrg", "--folds", 2, "--iterations", 1, "-o", "tagged.mrg")[0] == 0
    own = validate_functions(read("train.mrg"), folds=2, iterations=1).tagged
    assert [tree.brackets() for tree in read("tagged.mrg")] == [tree.brackets() for tree in own]


def test_parses_with_other_words_are_left_out_and_told(run: Run) -> None:
    bare = apply(read("train.mrg"), ["remove-empties", "strip-functions"])
    other = bare.tokens.text("form").map(lambda form: form + "x")
    write(bare.replace(tokens=bare.tokens.replace(form=other)), "other.mrg")
    status, _, err = run("train.mrg", "--folds", 2, "--iterations", 1, "--parsed", "other.mrg")
    assert (status, "no sentence of test belongs to gold" in err) == (1, True)
    write(bare[:30], "some.mrg")
    status, _, err = run("train.mrg", "--folds", 2, "--iterations", 1, "--parsed", "some.mrg")
    assert (status, "10 sentences are left out" in err) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["test.mrg"], 1, "test.mrg:1: no label has a function (NP-SBJ); learn from a treebank that has them"),
        (["train.mrg", "test.mrg", "--folds", "3"], 2, "--folds is for scoring in folds: leave out TEST and --save"),
        (["train.mrg", "-o", "x.mrg", "--curve"], 2, "--output is for the trees that are tagged in folds"),
        (["train.mrg", "--save", "x.npz"], 2, "name the tagger FILE.functions, not 'x.npz'"),
        (["x.functions"], 2, "'x.functions' is a saved tagger; give the trees to tag too, as TEST"),
        (["x.functions", "test.mrg", "--minimum", "3"], 2, "--minimum is for learning; TRAIN is a tagger"),
        (["train.mrg", "test.mrg", "--json"], 2, "--json is for scores in folds"),
        (["train.mrg", "--plot", "x.gif"], 2, "--plot writes .svg, .png or .pdf, not 'x.gif'"),
        (["train.mrg", "--folds", "50"], 2, "40 sentences cannot be tagged in 50 folds"),
    ],
)
def test_what_cannot_be_done_is_reported(run: Run, arguments: list[str], status: int, message: str) -> None:
    found, out, err = run(*arguments)
    assert (found, out) == (status, "")
    assert message in err


def test_a_file_that_is_no_tagger_is_refused(run: Run) -> None:
    Path("x.functions").write_bytes(b"nothing")
    status, _, err = run("x.functions", "test.mrg")
    assert (status, "is not a tagger that treegauge wrote" in err) == (1, True)

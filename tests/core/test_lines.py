"""Lines end where Python ends them in files, and not in the middle of a word."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treegauge
from treegauge import Treebank, from_tuples, perturb, read, write
from treegauge.core.lines import text_lines
from treegauge.entailments.pairs import EntailmentPair, pairs_as_text, parse_pairs
from treegauge.measures import LeafAncestor
from treegauge.studies.perturbing.log import read_error_log, undo_errors, write_error_log
from treegauge.transforms.relabel import read_mapping

SEPARATORS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"  # str.splitlines ends lines at each of these
words = st.text(st.sampled_from(f"ab{SEPARATORS}"), min_size=1, max_size=6)


@given(st.text(st.sampled_from(f"ab\n\r{SEPARATORS}")))
def test_lines_are_those_of_python(text: str) -> None:
    assert text_lines(text) == [line.removesuffix("\n") for line in io.StringIO(text, newline=None)]


def german(forms: list[str]) -> Treebank:
    a, b, c, d = forms
    return from_tuples([("S", ("NP", ("ART", a), ("NN", b), ("PP", ("APPR", c), ("NN", d))))])


@given(st.lists(words, min_size=4, max_size=4))
def test_errors_can_be_undone_whatever_the_words_are(forms: list[str]) -> None:
    treebank = german(forms)
    result = perturb(treebank, ["label1", "attach1"], scheme="tiger")
    file = Path("log.jsonl")
    write_error_log(result.log, str(file))
    log = read_error_log(str(file))
    assert log == result.log
    assert log
    assert undo_errors(result.treebank, log).treebank.equals(treebank)


@given(words, words)
def test_pairs_are_read_back(text: str, hypothesis: str) -> None:
    pair = EntailmentPair("1", f"x {' '.join(text.split())}".strip(), f"y{' '.join(hypothesis.split())}", True)
    assert parse_pairs(pairs_as_text([pair], "jsonl").encode(), "x") == [pair]


@given(words)
def test_tables_of_labels_and_costs_keep_their_lines(label: str) -> None:
    Path("map.txt").write_text(f"{label}\tNP\nVP\tS\n", "utf-8", newline="")
    assert read_mapping("map.txt") == {label: "NP", "VP": "S"}


def test_costs_are_lines() -> None:
    Path("costs.txt").write_text("NP NX 0.5\r\n# one more\rVP S 1\n", "utf-8", newline="")
    assert LeafAncestor(costs=("costs.txt",)).costs == ("NP NX 0.5", "VP S 1")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_data_is_not_split_with_splitlines() -> None:
    """Where `splitlines` is used, it divides the messages of other programs."""
    source = Path(treegauge.__file__).parent
    users = {
        file.relative_to(source).as_posix()
        for file in source.rglob("*.py")
        if re.search(r"\.splitlines\(", file.read_text("utf-8"))
    }
    assert users <= {"programs/installing.py", "programs/running.py", "cli/faults.py"}


@pytest.mark.parametrize("separator", SEPARATORS)
@pytest.mark.parametrize("ending", ["mrg", "export", "conllu", "xml:tigerxml", "parquet"])
def test_every_format_keeps_a_word_in_one_piece(separator: str, ending: str) -> None:
    """A format that cannot hold a control character writes another in its place; line ends of Unicode are kept."""
    name = f"trees.{ending}"
    write(german(["a", f"b{separator}c", "d", "e"]), name)
    forms = [token.form for token in read(name)[0].tokens]
    kept = [f"b{separator}c"] if separator >= "\x85" else [f"b{separator}c", "b_c", "b\ufffdc"]
    assert forms in [["a", form, "d", "e"] for form in kept]

"""EVALB's own report: inputs that the program itself could not read. Its output byte for byte: tests/reference."""

from __future__ import annotations

import re

import pytest

from treegauge.measures.shared.prm import Prm, find_prm
from treegauge.report.evalb import Report, evalb_report


def report(gold: str | bytes, test: str | bytes, prm: str | Prm = "COLLINS") -> Report:
    one, other = (text.encode() if isinstance(text, str) else text for text in (gold, test))
    return evalb_report(one, other, find_prm(prm) if isinstance(prm, str) else prm)


def rows(found: Report) -> list[list[float]]:
    """The lines of the table as numbers."""
    table = found.out.split("=\n")[1] if "=\n" in found.out else ""
    return [[float(figure) for figure in line.split()] for line in table.splitlines() if re.match(r" *\d", line)]


def summary(found: Report, title: str = "All") -> dict[str, str]:
    block = found.out.split(f"-- {title} --")[1].split("\n-- ")[0]
    return {name.strip(): value.strip() for name, value in re.findall(r"^(.*?)=(.*)$", block, re.MULTILINE)}


def test_many_brackets_and_words_are_counted_to_the_last() -> None:
    tree = "(TOP (S " + "(NP (N a)) " * 3000 + "))\n"
    found = report(tree, tree.replace("(NP (N a)) ", "(N a) ", 1))
    assert found.out.splitlines()[3].split()[1:] == [
        *("3000", "0", "99.97", "100.00", "3000", "3001", "3000", "0", "3000", "3000", "100.00")
    ]


def test_a_very_deep_tree_is_not_a_problem() -> None:
    tree = "(S " * 50_000 + "(N a)" + ")" * 50_000 + "\n"
    found = report(tree, tree)
    assert found.status == 0
    assert found.out.splitlines()[3].split()[5:8] == ["50000"] * 3


def test_empty_files_have_an_empty_report() -> None:
    found = report("", "")
    assert (found.status, found.errors) == (0, b"")
    assert summary(found)["Number of sentence"] == "0"
    assert summary(found)["Bracketing FMeasure"] == "-nan"


@pytest.mark.parametrize("text", ["\n\n", "\r\n\r\n", " \t\n\n"])
def test_blank_lines_are_sentences(text: str) -> None:
    found = report(text, text)
    assert summary(found)["Number of Skip  sentence"] == "2"


def test_the_last_line_may_lack_its_end() -> None:
    assert report("(S (N a))", "(S (N a))\n") == report("(S (N a))\n", "(S (N a))")


def test_windows_line_ends_change_nothing() -> None:
    gold, test = "(S (NP (N a)) (V b))\n(S (N c))\n", "(S (N a) (V b))\n(S (N c))\n"
    assert report(gold.replace("\n", "\r\n"), test.replace("\n", "\r\n")) == report(gold, test)


@pytest.mark.parametrize("which", ["gold", "test"])
def test_extra_lines_are_reported_and_the_rest_is_scored(which: str) -> None:
    long, short = "(S (N a))\n(S (N b))\n", "(S (N a))\n"
    found = report(long, short) if which == "gold" else report(short, long)
    assert found.errors == f"2 : Number of lines unmatch (too many lines in {which} file)\n".encode()
    assert (found.status, summary(found)["Number of sentence"]) == (0, "1")


def test_it_gives_up_at_the_twelfth_error_unless_more_are_allowed() -> None:
    gold, test = "(S (N a))\n" * 20, "(S (N b))\n" * 20
    found = report(gold, test)
    assert (found.status, found.errors.count(b"\n")) == (1, 12)
    assert "Summary" not in found.out
    patient = report(gold, test, Prm(max_error=100))
    assert (patient.status, summary(patient)["Number of Error sentence"]) == (0, "20")


def test_words_are_compared_as_bytes_in_any_encoding() -> None:
    gold, test = "(S (N Größe))\n", "(S (N größe))\n"
    for encoding in ("utf-8", "latin-1"):
        found = report(gold.encode(encoding), test.encode(encoding))
        assert found.errors == "1 : Words unmatch (Größe|größe)\n".encode(encoding)
    assert report(gold.encode("latin-1"), gold.encode("utf-8")).errors.startswith(b"1 : Words unmatch")
    assert rows(report(gold.encode("latin-1"), gold.encode("latin-1")))[0][:4] == [1, 1, 0, 100]


def test_the_cut_off_is_in_the_second_summary() -> None:
    found = report("(S (N a) (N b))\n(S (N c))\n", "(S (N a) (N b))\n(S (N c))\n", Prm(cutoff=1))
    assert summary(found, "len<=1")["Number of sentence"] == "1"
    assert summary(found)["Number of sentence"] == "2"


def test_punctuation_counts_in_the_length_but_empty_elements_do_not() -> None:
    tree = "(S (NP (-NONE- *)) (N a) (. .))\n"
    assert rows(report(tree, tree))[0][:2] == [1, 2]
    assert rows(report(tree, tree, "none"))[0][:2] == [1, 3]


def test_null_bytes_do_not_stop_the_reading() -> None:
    found = report(b"(S (N a))\0(S (N b))\n(S (N c))\n", b"(S (N a))\n(S (N c))\n")
    assert summary(found)["Number of sentence"] == "2"

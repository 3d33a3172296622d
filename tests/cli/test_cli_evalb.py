"""`treegauge score --evalb`: the report of EVALB and its messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_files import GOLD, TEST, Run

from treegauge.measures.shared.prm import find_prm
from treegauge.report.evalb import evalb_report


def test_evalb_prints_its_report_and_nothing_else(run: Run, files: Path) -> None:
    status, out, err = run("score", "gold.mrg", "test.mrg", "--evalb")
    assert status == 0
    assert out.startswith("  Sent.                        Matched  Bracket   Cross        Correct Tag\n")
    assert out.endswith("Tagging accuracy          = 100.00\n")
    assert err == "2 : Words unmatch (c|x)\n"
    (files / "own.prm").write_text("FOO bar\nMAX_ERROR 0\n")
    (files / "wrong.mrg").write_text("(S (N z))\n" * 3)
    status, out, err = run("score", "gold.mrg", "wrong.mrg", "--evalb", "--prm", "own.prm")
    assert status == 1
    assert "Summary" not in out
    assert err.splitlines() == [
        "Unknown keyword (FOO bar) in parameter file",
        "1 : Length unmatch (2|1)",
        "2 : Length unmatch (2|1)",
    ]


def test_evalb_advises_what_to_do_with_trees_over_several_lines(run: Run, files: Path) -> None:
    lines = run("score", "gold.mrg", "gold.mrg", "--evalb")[1]
    (files / "long.mrg").write_text((files / "gold.mrg").read_text().replace(" (", "\n  ("))
    status, out, err = run("score", "long.mrg", "gold.mrg", "--evalb")
    advice = [line for line in err.splitlines() if line.startswith("treegauge: ")]
    assert advice == [
        "treegauge: long.mrg: EVALB reads one tree per line, and here trees are written over several lines; write each "
        "on one line: treegauge convert long.mrg NEW.mrg"
    ]
    expected = evalb_report((files / "long.mrg").read_bytes(), (files / "gold.mrg").read_bytes(), find_prm("none"))
    assert (status, out) == (expected.status, expected.out)
    assert err.removeprefix(f"{advice[0]}\n") == expected.errors.decode() != ""
    assert run("convert", "long.mrg", "NEW.mrg")[0] == 0
    assert run("score", "NEW.mrg", "gold.mrg", "--evalb") == (0, lines, "")


def test_a_missing_bracket_is_another_fault(run: Run, files: Path) -> None:
    (files / "cut.mrg").write_text((files / "gold.mrg").read_text().replace(")\n", "\n", 1))
    assert "several lines" not in run("score", "gold.mrg", "cut.mrg", "--evalb")[2]


def test_evalb_reads_a_number_as_c_does_and_says_so(run: Run, files: Path) -> None:
    (files / "odd.prm").write_text("DELETE_LABEL TOP\nCUTOFF_LEN abc\n")
    problem = "odd.prm:2: CUTOFF_LEN must be a whole number up to 2,147,483,647, not 'abc'"
    status, out, err = run("score", "gold.mrg", "gold.mrg", "--evalb", "--prm", "odd.prm")
    assert (status, err) == (0, f"treegauge: {problem}; it is read as 0\n")
    assert "len<=0" in out
    assert run("score", "gold.mrg", "gold.mrg", "--prm", "odd.prm") == (1, "", f"treegauge: error: {problem}\n")


def test_compiling_is_not_announced_among_the_messages_of_evalb(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from treegauge.core import compiled

    monkeypatch.setattr(compiled._ANNOUNCE, "announced", False)
    assert run("score", "gold.mrg", "test.mrg", "--evalb")[0] == 0
    assert compiled._ANNOUNCE.announced


def test_evalb_reads_compressed_files_and_standard_input(run: Run, files: Path) -> None:
    import gzip

    (files / "gold.mrg.gz").write_bytes(gzip.compress(GOLD.encode()))
    expected = run("score", "gold.mrg", "test.mrg", "--evalb")
    assert run("score", "gold.mrg.gz", "test.mrg", "--evalb") == expected
    assert run("score", "gold.mrg", "-", "--evalb", stdin=TEST) == expected
    status, _, err = run("score", "gold.mrg", "missing.mrg", "--evalb")
    assert (status, err) == (2, "treegauge: error: there is no file 'missing.mrg'\n")


def test_several_files_are_one_for_evalb(run: Run, files: Path) -> None:
    for name, text in (("gold", GOLD), ("test", TEST)):
        (files / name).mkdir()
        for number, line in enumerate(text.splitlines()):
            (files / name / f"{number}.mrg").write_text(line)
    assert run("score", "gold", "test", "--evalb") == run("score", "gold.mrg", "test.mrg", "--evalb")

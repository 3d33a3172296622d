"""The study of difficulty under latent-variable grammars: every table is made, or one line says what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from paper_checks import check_every_table_is_made

from treegauge.parsers.adapters.berkeley import Berkeley
from treegauge.report.study.writing import run_study
from treegauge.studies.papers import paper_study

STUDY = "latent-difficulty"
MISSING = Berkeley().missing()


@pytest.mark.skipif(MISSING is not None, reason=f"the Berkeley parser cannot run: {MISSING}")
def test_every_table_is_made(tmp_path: Path) -> None:
    results = run_study(paper_study(STUDY, bundled=True), tmp_path, processes=1)
    check_every_table_is_made(results)
    assert len(results.rows.of(["grammars"])) == 3 * len(paper_study(STUDY, bundled=True).treebanks)


def test_without_java_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Callable[..., tuple[int, str, str]]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    status, out, err = command("replicate", STUDY, "--bundled", "-o", tmp_path / "results")
    assert status == 1
    assert [line.count("there is no Java") for line in out.splitlines() if line] == [1]
    assert [line for line in err.splitlines() if "there is no Java" in line] == [
        "treegauge: not made: grammars: English: berkeley cannot run here: there is no Java; install a Java runtime"
        " (8 or later), so that the command 'java' exists (and 3 more rows)"
    ]

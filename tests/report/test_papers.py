"""Tables for papers: what is in them, and that a TeX engine compiles them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import treegauge as tg
from treegauge.evaluation.choosing import Missing
from treegauge.report.papers import systems_latex

Command = Callable[..., tuple[int, str, str]]
ENGINE = next(filter(None, map(shutil.which, ("pdflatex", "xelatex", "lualatex", "tectonic"))), None)
PAPER = r"""\documentclass{article}
\usepackage{booktabs}
\begin{document}
Before the table.
\input{%s}
After the table.
\end{document}
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gold and two systems in files and in folders, with names that LaTeX would misread."""
    gold, parsed = tg.bundled("english.conllu"), tg.bundled("english.parsed.conllu")
    for side, trees in (("gold", gold), ("a_1", parsed), ("b&c", gold)):
        tg.write(trees, tmp_path / f"{side}.conllu")
        (tmp_path / side).mkdir()
        tg.write(trees[:30], tmp_path / side / "first_30%.conllu")
        tg.write(trees[30:], tmp_path / side / "rest#1.conllu")
    monkeypatch.chdir(tmp_path)
    return tmp_path


CALLS = {
    "files": ("gold.conllu", "a_1.conllu", "b&c.conllu"),
    "scores": ("gold.conllu", "a_1=a_1.conllu", "b&c.conllu", "-m", "attachment", "--scores", "las,uas"),
    "parts": ("gold.conllu", "a_1.conllu", "b&c.conllu", "-m", "attachment", "--by", "length"),
    "folders": ("gold", "a_1", "b&c", "-m", "attachment"),
}


def compiled(folder: Path, name: str) -> str:
    """The log of a TeX engine that does not stop at errors."""
    assert ENGINE is not None
    options = [] if ENGINE.endswith("tectonic") else ["-interaction=nonstopmode"]
    call = [ENGINE, *options, f"{name}.tex"]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert (folder / f"{name}.pdf").is_file()
    return done.stdout


@pytest.mark.skipif(ENGINE is None, reason="there is no TeX engine")
@pytest.mark.parametrize("call", CALLS)
def test_the_table_compiles_alone_and_in_a_paper(files: Path, command: Command, call: str) -> None:
    status, _, _ = command("compare", *CALLS[call], "--resamples", "100", "-o", "table.tex")
    assert status == 0
    assert "! " not in compiled(files, "table")
    (files / "paper.tex").write_text(PAPER % "table")
    assert "! " not in compiled(files, "paper")


@pytest.mark.usefixtures("files")
def test_systems_are_in_rows_and_the_scores_named_in_columns(command: Command) -> None:
    _, out, _ = command("compare", *CALLS["scores"], "--resamples", "100", "--format", "latex")
    lines = out.splitlines()
    assert r"system & LAS & UAS \\" in lines
    assert r"b\&c.conllu & \textbf{100.00}\textsuperscript{a} & \textbf{100.00}\textsuperscript{a} \\" in lines
    assert r"a\_1 & 87.50\textsuperscript{b} & 90.57\textsuperscript{b} \\" in lines
    (caption,) = [line for line in lines if line.startswith(r"\caption")]
    assert "2 systems on 64 sentences (attachment). The best of each column is in bold." in caption
    assert r"do not differ significantly ($p \geq 0.05$, approximate randomisation, Holm's correction" in caption
    assert "% attachment(punctuation=keep" in out


@pytest.mark.usefixtures("files")
def test_several_measures_have_a_line_of_their_own_above_the_scores(command: Command) -> None:
    arguments = (*CALLS["files"], "-m", "attachment", "-m", "ud", "--resamples", "100", "--format", "latex")
    lines = command("compare", *arguments)[1].splitlines()
    assert r" & \multicolumn{2}{c}{attachment} & \multicolumn{2}{c}{ud} \\" in lines
    assert r"\cmidrule(lr){2-3}\cmidrule(lr){4-5}" in lines
    assert r"system & UAS & LAS & UAS & LAS \\" in lines


@pytest.mark.usefixtures("files")
def test_many_treebanks_are_a_table_of_averages_and_one_of_treebanks(command: Command) -> None:
    out = command("compare", *CALLS["folders"], "--resamples", "100", "--format", "latex")[1]
    assert out.count(r"\begin{table}") == 2
    assert "Macro-averages of 2 systems over 2 treebanks (attachment)." in out
    assert "LAS by treebank (attachment)." in out
    assert r"treebank & b\&c & a\_1 \\" in out
    assert r"first\_30\% & \textbf{100.00} & " in out
    rules = [line for line in out.splitlines() if line in (r"\midrule", r"\bottomrule")]
    assert rules == [r"\midrule", r"\bottomrule", r"\midrule", r"\midrule", r"\bottomrule"]


@pytest.mark.skipif(ENGINE is None, reason="there is no TeX engine")
def test_a_table_of_many_systems_is_divided_so_that_it_fits_the_page(files: Path, command: Command) -> None:
    names = [f"a-system-{number}=a_1" for number in range(9)]
    out = command("compare", "gold", *names, "-m", "attachment", "--resamples", "50", "--format", "latex")[1]
    assert out.count(r"\begin{table}") == 3
    assert r"\shortstack[r]{a- \\ system- \\ 0}" in out
    (files / "table.tex").write_text(out)
    assert "Overfull" not in compiled(files, "table")


@pytest.mark.filterwarnings("ignore")
def test_captions_say_that_treebanks_without_output_count_as_0() -> None:
    gold = {language: tg.bundled(f"{language}.conllu") for language in ("english", "german")}
    systems = {"a": gold, "b": {"english": gold["english"]}}
    policies: list[tuple[Missing, int]] = [("count", 1), ("leave-out", 0)]
    for policy, expected in policies:
        comparisons = tg.compare(gold, systems, ["attachment", "ud"], resamples=100, missing=policy)
        text = systems_latex(comparisons)
        assert "Macro-averages of 2 systems over" in text
        assert "(attachment, ud)." in text
        assert text.count("A treebank without output counts as 0.") == expected
        assert text.count("Treebanks that not every system parsed are left out.") == 2 - 2 * expected


def test_letters_that_pdflatex_does_not_have_are_named_and_get_a_font(files: Path, command: Command) -> None:
    call = ("compare", "gold.conllu", "\u89e3\u6790\u5668=a_1.conllu", "b=gold.conllu", "-m", "attachment")
    text = command(*call, "--format", "latex")[1]
    assert text.startswith("% Compile with lualatex or xelatex: pdflatex does not have all characters.\n")
    assert "{fontspec}" in text
    assert "CJK" in text
    assert "lualatex" not in command("compare", *CALLS["files"], "--format", "latex")[1]
    engine = shutil.which("xelatex") or shutil.which("lualatex")
    if engine is not None:
        for name, document in (("table", text), ("paper", PAPER % "table")):
            (files / f"{name}.tex").write_text(document, "utf-8")
            compile_ = [engine, "-interaction=nonstopmode", f"{name}.tex"]
            done = subprocess.run(compile_, cwd=files, capture_output=True, text=True, timeout=100, check=False)
            assert done.returncode == 0, done.stdout[-3000:]

"""`treegauge show`: the sentences named, as text that fits, and as files that open as they are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import treegauge as tg
from treegauge.core.errors import CallError
from treegauge.treebank.bridges import from_tuples
from treegauge.treebank.lines import columns, widest
from treegauge.treebank.tex import escape_tex

Run = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
ENGLISH, GERMAN, ARCS = DATA / "english.mrg", DATA / "german.export", DATA / "english.conllu"
STRANGE = "<script>alert('x')</script> & 50% of_$5 {a}~^\\#|\""


def headings(text: str) -> list[str]:
    return re.findall(r"(?m)^(\d+)  .*:\d+$", text)


def test_the_sentences_named_are_shown_in_that_order(command: Run) -> None:
    assert headings(command("show", ENGLISH, 3, 17, "40-42", 3)[1]) == ["3", "17", "40", "41", "42"]
    assert headings(command("show", ENGLISH, "63-")[1]) == ["63", "64"]
    assert headings(command("show", ARCS, "en-05", "2")[1]) == ["5", "2"]


def test_a_pipe_gets_all_sentences(command: Run) -> None:
    status, out, err = command("show", ENGLISH)
    assert (status, err) == (0, "")
    assert len(headings(out)) == 64


@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("65", "there is no sentence 65: the treebank has 64 sentences"),
        ("0", "there is no sentence 0: the treebank has 64 sentences"),
        ("60-70", "there is no sentence 70: the treebank has 64 sentences"),
        ("9-3", "the range 9-3 is empty"),
        ("en-5", "there is no sentence with the id 'en-5'; did you mean 'en-"),
        ("somewhere", "there is no sentence with the id 'somewhere'; give numbers from 1 (3 17 40-45) or ids"),
    ],
)
def test_a_sentence_that_is_not_there_is_an_error(sentence: str, message: str, command: Run) -> None:
    status, out, err = command("show", ARCS, sentence)
    assert (status, out) == (2, "")
    assert message in err


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("file", [ENGLISH, GERMAN, ARCS], ids=lambda file: file.name)
def test_text_fits_the_width(file: Path, width: int, command: Run) -> None:
    out = command("show", file, "--width", width)[1]
    assert max(map(columns, out.splitlines())) <= width
    words = [token.form for tree in tg.read(file) for token in tree]
    assert [word for word in words if word not in out] == []


def test_a_narrow_tree_is_drawn_from_top_to_bottom() -> None:
    rain = ("S", ("NP", ("DT", "The"), ("NN", "rain")), ("VP", ("VBD", "stopped"), ("NP", ("NN", "soon"))))
    lines = tg.show(from_tuples([rain])).lines(24)
    assert [str(line) for line in lines[1:]] == [
        "S",
        "├─NP",
        "│ ├─DT The",
        "│ └─NN rain",
        "└─VP",
        "  ├─VBD stopped",
        "  └─NP─NN soon",
    ]
    assert widest(lines) <= 24


def test_crossing_branches_pass_behind_each_other_in_a_narrow_tree() -> None:
    lines = [str(line) for line in tg.show(tg.bundled("german.export"), 5).lines(40)]
    assert lines[1:8] == [
        "┬─S",
        "│ ├─OC─VP",
        "│ │ ├─MO─ADV Gestern",
        "│ ├─│─HD─VAFIN hat",
        "│ │ ├─OA─PPER mich",
        "│ └─│─SB─NP",
        "│   │ ├─NK─ART eine",
    ]


def test_long_tags_are_cut_before_the_tree_is_given_up() -> None:
    words = [("犬", "N|soort|ev|basis|zijd|stan", 1, "nsubj"), ("rent", "WW|pv|tgw|met-t", -1, "root")]
    trees = tg.show(from_tuples([words]))
    assert [str(line) for line in trees.lines(30)[1:]] == [
        "1   ┌──  犬    N|soort…  nsubj",
        "2  ─┴──  rent  WW|pv|t…  root",
    ]
    assert [str(line) for line in trees.lines(20)[1:]] == ["1  犬    N|s…  2  nsubj", "2  rent  WW|…  0  root"]


@pytest.mark.parametrize("file", [ENGLISH, GERMAN, ARCS], ids=lambda file: file.name)
def test_an_svg_file_has_every_word_of_every_sentence(file: Path, tmp_path: Path, command: Run) -> None:
    assert command("show", file, "1-3", "-o", tmp_path / "t.svg") == (0, "", "")
    picture = ElementTree.fromstring((tmp_path / "t.svg").read_text("utf-8"))
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert [token.form for tree in tg.read(file)[:3] for token in tree if token.form not in words] == []


def test_nothing_in_a_page_can_run(tmp_path: Path) -> None:
    trees = from_tuples([("S", ("N'\"<&", STRANGE))])
    tg.show(trees).write(tmp_path / "t.html")
    page = (tmp_path / "t.html").read_text("utf-8")
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_what_latex_treats_specially_is_escaped() -> None:
    assert escape_tex("50% & $5_{x}") == r"50\% \char38{} \$5\_\{x\}"
    assert tg.show(from_tuples([("S", ("N", "a]b,c=d"))])).tex().count("[{a]b,c=d}]") == 1


def test_a_discontinuous_phrase_has_one_node_per_part_in_latex() -> None:
    tex = tg.show(tg.bundled("german.export"), 5).tex()
    assert tex.count("{VP*2}") == 3
    assert tex.count(r"\draw[dashed]") == len(re.findall(r"\{\w+\*\d\}", tex)) - 4
    leaves = re.findall(r"\[\{([^{}]*)\}\]", tex)
    assert leaves == [token.form for token in tg.bundled("german.export")[4]]


def test_latex_says_which_engine_it_needs() -> None:
    assert "lualatex" not in tg.show(tg.bundled("german.export")).tex()
    assert tg.show(from_tuples([("S", ("N", "犬"))])).tex().startswith("% Compile with lualatex or xelatex")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_the_document_compiles_as_it_is(tmp_path: Path) -> None:
    strange = from_tuples([("S", ("N", STRANGE), ("V", "a]b,c=d"))])
    for name, trees in (
        ("phrases", tg.bundled("german.export")[:6]),
        ("arcs", tg.read(ARCS)[:3]),
        ("strange", strange),
    ):
        tg.show(trees).write(tmp_path / f"{name}.tex")
        call = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", f"{name}.tex"]
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
        if "File `forest.sty' not found" in done.stdout or "File `tikz-dependency.sty' not found" in done.stdout:
            pytest.skip("LaTeX has no forest or tikz-dependency")
        assert done.returncode == 0, done.stdout[-2000:]
        assert f"({len(trees)} page" in done.stdout.replace("\n", "")


def test_another_ending_is_an_error_before_anything_is_read(command: Run) -> None:
    status, _, err = command("show", "nowhere.mrg", "-o", "t.gif")
    assert status == 2
    assert "is not recognised from the name 't.gif'; end it in .svg, .html, .tex or .txt" in err
    with pytest.raises(CallError, match="end it in"):
        tg.show(ENGLISH, 1).write("t.gif")


def test_transforms_are_applied_first(command: Run) -> None:
    assert "-NONE-" not in command("show", ENGLISH, "-t", "remove-empties")[1]


def test_a_terminal_gets_the_first_ten_in_colours_and_a_remark(tmp_path: Path) -> None:
    script = shutil.which("script")
    if script is None:
        pytest.skip("there is no program script, which makes a terminal")
    # Without standard error on the terminal there is no progress bar between the trees.
    call = f"stty cols 60; {sys.executable} -m treegauge show {ENGLISH} 2> {tmp_path / 'remarks'}"
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    environment["TERM"] = "xterm"
    done = subprocess.run(
        [script, "-qec", call, "/dev/null"],
        capture_output=True,
        text=True,
        check=True,
        env=environment | {"TERM": "xterm"},
    )
    plain = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout.replace("\r", ""))
    assert "\x1b[" in done.stdout
    assert len(headings(plain)) == 10
    assert max(map(columns, plain.splitlines())) <= 60
    assert "54 more sentences: name those to show (11-20)" in (tmp_path / "remarks").read_text()


def test_a_graph_with_a_cycle_is_shown(tmp_path: Path, command: Run) -> None:
    file = tmp_path / "cycle.conllu"
    file.write_text("".join(f"{n}\t{w}\t_\tX\tX\t_\t{h}\tdep\t_\t_\n" for n, w, h in ((1, "a", 2), (2, "b", 1))) + "\n")
    status, out, err = command("show", file)
    assert (status, err) == (0, "")
    assert out == str(tg.show(file)) + "\n"


def test_a_treebank_without_sentences_is_reported(tmp_path: Path, command: Run) -> None:
    file = tmp_path / "empty.mrg"
    file.touch()
    status, out, err = command("show", file)
    assert (status, out) == (0, "")
    assert err == f"treegauge: {file} has no sentences\n"


def test_bits_are_next_to_the_labels_and_colour_the_picture(command: Run, tmp_path: Path) -> None:
    out = command("show", ENGLISH, 13, "--bits", "-t", "prepare")[1]
    shown = [float(number) for number in re.findall(r"[A-Z]+ (\d+\.\d)", out)]
    measured = tg.difficulty(tg.read(ENGLISH), transforms="prepare").figures.delta[12]
    assert sum(shown) == pytest.approx(measured, abs=0.05 * len(shown))
    picture = tmp_path / "tree.svg"
    assert command("show", ENGLISH, 13, "--bits", "-t", "prepare", "-o", picture)[0] == 0
    assert 'fill="#fb923c"' in picture.read_text("utf-8")

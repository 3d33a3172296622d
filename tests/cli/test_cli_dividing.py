"""`score`: which scores and parts are shown, and in which order; levels; shell completion."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge as tg
from treegauge.core.errors import CallError

Run = Callable[..., tuple[int, str, str]]
DATA = Path(tg.__file__).parent / "data"
PHRASES = (DATA / "english.mrg", DATA / "english.parsed.mrg")
ARCS = (DATA / "english.conllu", DATA / "english.parsed.conllu")


def rows(run: Run, *arguments: object) -> list[dict[str, Any]]:
    status, out, _ = run(*arguments, "--json")
    assert status == 0
    found: list[dict[str, Any]] = json.loads(out)["results"]
    return found


def table(run: Run, *arguments: object) -> list[list[str]]:
    """The lines of the first table, without its titles."""
    status, out, _ = run(*arguments)
    assert status == 0
    return [line.split() for line in out.partition("\n\n")[0].splitlines()[1:]]


def test_scores_of_phrases_begin_with_f1(command: Run) -> None:
    assert table(command, "score", *PHRASES)[0][:3] == ["parseval", "f1", "86.71"]


def test_scores_of_dependencies_begin_with_uas_and_las(command: Run) -> None:
    first, second = table(command, "score", *ARCS)[:2]
    assert (first[:2], second[0]) == (["attachment", "uas"], "las")
    _, _, rest = command("score", *ARCS)[1].partition("\n\n")
    assert rest.splitlines()[1].split()[:2] == ["ud", "uas"]


@pytest.mark.parametrize("files", [PHRASES, ARCS], ids=["phrases", "dependencies"])
def test_one_exact_match_is_printed_and_the_rows_have_all(files: tuple[Path, Path], command: Run) -> None:
    lines = table(command, "score", *files)
    exact = [line for line in lines if {"exact_match", "uem", "lem"} & set(line[:2])]
    assert [line[:2] for line in exact] == [["exact-match", "exact_match"]]
    scores = [name for row in rows(command, "score", *files) for name in row["scores"]]
    assert sum(name in ("exact_match", "uem", "lem") for name in scores) >= 3


def test_another_exact_match_with_another_value_is_in_a_line(command: Run, tmp_path: Path) -> None:
    test = tmp_path / "test.mrg"
    test.write_text(PHRASES[0].read_text().replace("(. .)", "(X (. .))"))
    out = command("score", PHRASES[0], test)[1]
    assert "exact match as other measures count it: parseval exact_match" in out
    alone = command("score", PHRASES[0], test, "-m", "parseval")[1]
    assert "exact_match" in alone


def test_a_measure_that_is_used_twice_has_two_names(command: Run) -> None:
    out = command("score", *PHRASES, "-m", "parseval", "-m", "parseval(labelled=false)", "--scores", "f1")[1]
    assert [line.split()[0] for line in out.splitlines()[1:3]] == ["parseval", "parseval"]
    assert out.splitlines()[2].startswith("parseval 2 f1")
    assert "parseval 2: 64 sentences" in out


def test_chosen_scores_are_in_all_outputs(command: Run) -> None:
    chosen = rows(command, "score", *PHRASES, "--scores", "f1,mean")
    assert {row["measure"]: list(row["scores"]) for row in chosen} == {
        "parseval": ["f1"],
        "leaf-ancestor": ["mean"],
        "triples": ["f1"],
        "mph": ["f1"],
    }
    assert all(row["scores"].keys() == row["intervals"].keys() for row in chosen)
    lines = command("score", *PHRASES, "--scores", "f1", "--scores", "mean", "--format", "csv")[1].splitlines()
    assert [line.split(",")[1] for line in lines] == ["score", "f1", "mean", "f1", "f1"]
    parts = rows(command, "score", *PHRASES, "-m", "parseval", "--by", "label", "--scores", "f1")
    assert {tuple(row["scores"]) for row in parts} == {("f1",)}


def test_scores_may_be_written_in_capitals(command: Run) -> None:
    for name, capitals in (("f1", "F1"), ("recall,f1", "Recall,F1,f1")):
        calls = [(*PHRASES, "-m", "parseval", "--scores", scores) for scores in (name, capitals)]
        assert rows(command, "score", *calls[0]) == rows(command, "score", *calls[1])
        sorted_by = [("--by", "label", "--sort", f"-{scores.split(',')[-1]}") for scores in (name, capitals.upper())]
        assert rows(command, "score", *calls[0], *sorted_by[0]) == rows(command, "score", *calls[1], *sorted_by[1])
        few = ("--resamples", 50, "--format", "csv")
        compared = [command("compare", *PHRASES, *call[1:], *few)[1] for call in calls]
        assert compared[0] == compared[1] != ""


def test_an_unknown_score_lists_the_known_ones(command: Run) -> None:
    status, _, err = command("score", *ARCS, "-m", "attachment", "--scores", "las,f2")
    assert status == 2
    assert "unknown score 'f2'; known: uas, las, la, uem, lem, root" in err
    with pytest.raises(CallError, match="unknown score 'f2'"):
        tg.score(*ARCS, "attachment", scores="f2")


def test_parts_are_sorted_by_a_score_from_high_to_low(command: Run) -> None:
    arguments = ("score", *ARCS, "-m", "attachment", "--by", "label")
    values = [row["scores"]["las"] for row in rows(command, *arguments, "--sort", "las")]
    assert values == sorted(values, reverse=True)
    worst = [row["scores"]["las"] for row in rows(command, *arguments, "--sort", "-las", "--top", 3)]
    assert worst == sorted(values)[:3]
    assert len(table(command, *arguments, "--sort", "las", "--top", 3)) == 1 + 3


@pytest.mark.parametrize(
    ("files", "measure", "by", "count"),
    [
        (PHRASES, "parseval", "label", "gold"),
        (PHRASES, "leaf-ancestor", "label", "n"),
        (PHRASES, "triples", "label", "gold"),
        (PHRASES, "exact-match", "label", "tags"),
        (PHRASES, "pete", "kind", "gold"),
        (ARCS, "attachment", "label", "tokens"),
        (ARCS, "attachment", "tag", "tokens"),
        (ARCS, "ud", "label", "gold_words"),
    ],
)
def test_parts_with_names_begin_with_the_most_frequent(
    files: tuple[Path, Path], measure: str, by: str, count: str, command: Run
) -> None:
    numbers = [row["counts"][count] for row in rows(command, "score", *files, "-m", measure, "--by", by)]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) > 3


def test_parts_of_sentences_without_a_parse_are_sorted_in(tmp_path: Path) -> None:
    gold, test = tmp_path / "gold.mrg", tmp_path / "test.mrg"
    gold.write_text("(S (NP (N a)))\n(S (VP (V b)) (VP (V c)) (VP (V d)))\n")
    test.write_text("(S (NP (N a)))\n")
    with pytest.warns(tg.TreegaugeWarning, match="1 gold sentence has no parse"):
        (result,) = tg.score(gold, test, "parseval", resamples=0)
    assert [(part.name, part.counts["gold"]) for part in result.by("label")] == [("VP", 3), ("S", 2), ("NP", 1)]


def test_words_that_are_not_aligned_come_last() -> None:
    gold = tg.bundled("english.conllu")
    with pytest.warns(tg.TreegaugeWarning, match="4 gold sentences have no parse"):
        (result,) = tg.score(gold, gold[:60], "ud", resamples=0)
    parts = result.by("label")
    assert parts[-1].name == "missing words"
    assert parts[-1].counts["gold_words"] > parts[-2].counts["gold_words"]


def test_parts_are_sorted_by_a_count_or_by_name(command: Run) -> None:
    arguments = ("score", *PHRASES, "-m", "parseval", "--by", "label")
    gold = [row["counts"]["gold"] for row in rows(command, *arguments, "--sort", "gold")]
    assert gold == sorted(gold, reverse=True)
    labels = [row["label"] for row in rows(command, *arguments, "--sort", "label")]
    assert labels == sorted(labels)
    lengths = [row["length"] for row in rows(command, *arguments[:-1], "length", "--sort", "-length")]
    assert lengths == ["21-30", "11-20", "1-10"]


def test_a_score_that_is_not_defined_is_sorted_last() -> None:
    (result,) = tg.score(*PHRASES, "parseval", resamples=0)
    parts = result.by("label", sort="precision")
    undefined = [part.counts["test"] == 0 for part in parts]
    assert undefined == sorted(undefined)


def test_an_unknown_column_is_an_error_that_lists_the_known_ones(command: Run) -> None:
    status, _, err = command("score", *ARCS, "-m", "attachment", "--by", "label", "--sort", "f2")
    assert status == 2
    assert "cannot sort by 'f2'; known: label, uas, las, la, uem, lem, root, precision, recall, f1" in err


def test_scores_that_only_parts_have_need_a_breakdown(command: Run) -> None:
    arguments = ("score", *ARCS, "-m", "attachment", "--scores", "f1")
    status, _, err = command(*arguments)
    assert status == 2
    assert "f1: only the parts of a breakdown have these scores; add --by label" in err
    for by in ("label", "length"):
        assert {tuple(row["scores"]) for row in rows(command, *arguments, "--by", by)} == {("f1",)}


@pytest.mark.parametrize("measure", ["attachment", "ud"])
@pytest.mark.parametrize(
    ("by", "meaning"),
    [
        ("distance", "distance: how many words the head is away"),
        ("direction", "direction: where the head is, seen from the word"),
        ("depth", "depth: the number of arcs from the root down to the word"),
        ("projectivity", "projectivity: an arc is projective if the head dominates all words between"),
        ("label", "label: the relation of the word to its head"),
        ("length", "length: the words of the gold sentence"),
    ],
)
def test_what_scores_are_divided_by_is_defined_under_the_table(
    command: Run, measure: str, by: str, meaning: str
) -> None:
    _, out, _ = command("score", *ARCS, "-m", measure, "--by", by)
    assert meaning in out


def test_measures_without_the_score_to_sort_by_are_left_out_with_a_remark(command: Run) -> None:
    status, out, err = command("score", *PHRASES, "--by", "length", "--sort", "f1")
    assert (status, "leaf-ancestor by length" in out) == (0, False)
    assert "left out leaf-ancestor, exact-match: there is no 'f1' to sort by" in err


def test_several_breakdowns_have_a_table_each_and_rows_each(command: Run) -> None:
    arguments = ("score", *PHRASES, "-m", "parseval", "--by", "length", "--by", "label", "--by", "confusion")
    out = command(*arguments)[1]
    assert [line for line in out.splitlines() if " by " in line] == [
        f"parseval by {by}" for by in ("length", "label", "confusion")
    ]
    found = rows(command, *arguments)
    assert [key for key in ("length", "label", "count") if any(key in row for row in found)] == [
        *("length", "label", "count")
    ]
    alone = rows(command, *arguments[:5], "--by", "label")
    assert [row for row in found if "label" in row] == [row for row in alone if "label" in row]


def test_an_impossible_breakdown_is_an_error_that_lists_the_possible_ones(command: Run) -> None:
    status, out, err = command("score", *PHRASES, "-m", "parseval", "--by", "length", "--by", "weather")
    assert (status, out) == (2, "")
    assert "cannot divide by 'weather'; possible: sentence, length, label, confusion" in err


@pytest.mark.parametrize("arguments", [("--sort", "f1"), ("--top", 3)], ids=str)
def test_options_of_breakdowns_need_one(arguments: tuple[object, ...], command: Run) -> None:
    status, _, err = command("score", *PHRASES, *arguments)
    assert status == 2
    assert f"{arguments[0]} is for the rows of a breakdown: add --by length" in err


def test_sentences_of_up_to_40_words_have_figures_of_their_own(command: Run, tmp_path: Path) -> None:
    text = PHRASES[0].read_text()
    long = f"(S {'(NN a) ' * 41})\n"
    gold, test = tmp_path / "gold.mrg", tmp_path / "test.mrg"
    gold.write_text(text + long)
    test.write_text(PHRASES[1].read_text() + long.replace("(S", "(FRAG"))
    (row,) = rows(command, "score", gold, test, "-m", "parseval")
    (without,) = rows(command, "score", *PHRASES, "-m", "parseval")
    assert row["short"]["scores"] == without["scores"]
    assert (row["short"]["max_length"], row["short"]["sentences"], row["sentences"]) == (40, 64, 65)
    status, out, _ = command("score", gold, test, "-m", "parseval")
    assert (status, out.splitlines()[0].endswith("up to 40 words")) == (0, True)
    assert out.splitlines()[1].split()[-1] == f"{without['scores']['f1']:.2f}"
    assert "parseval: 65 sentences (64 of them up to 40 words)" in out


def test_the_figures_for_short_sentences_are_those_of_evalb(command: Run, reference: Path) -> None:
    folder = reference / "constituency"
    files = folder / "wsj-sample.gold.clean.mrg.xz", folder / "wsj-sample.bllip-T20.mrg.xz"
    (result,) = rows(command, "score", *files, "-m", "parseval", "--prm", "new", "--resamples", 0)
    report = command("score", *files, "--evalb", "--prm", "new")[1].partition("-- len<=40 --")[2]
    evalb = dict(line.split(" = ") for line in report.strip().splitlines())
    figures = {name.strip(): float(value) for name, value in evalb.items()}
    short = result["short"]
    assert short["sentences"] == figures["Number of Valid sentence"]
    for score, name in (
        ("recall", "Bracketing Recall"),
        ("precision", "Bracketing Precision"),
        ("f1", "Bracketing FMeasure"),
        ("exact_match", "Complete match"),
        ("crossing", "Average crossing"),
        ("tag_accuracy", "Tagging accuracy"),
    ):
        assert f"{short['scores'][score]:.2f}" == f"{figures[name]:.2f}"


@pytest.mark.parametrize("verb", ["score", "compare", "perplexity", "difficulty", "functions"])
@pytest.mark.parametrize("level", ["0", "1", "-3", "250", "0.3", "1.5"])
def test_an_impossible_level_is_an_error(verb: str, level: str, command: Run) -> None:
    status, _, err = command(verb, *ARCS, "--level", level)
    assert (status, err) == (
        2,
        f"treegauge: error: --level must be a number from 0.5 to 0.9999, not '{level}'\n",
    )


def test_a_level_in_per_cent_is_understood(command: Run) -> None:
    arguments = ("score", *PHRASES, "-m", "parseval", "--json")
    status, out, err = command(*arguments, "--level", "90")
    assert (status, err) == (0, "treegauge: --level 90 is read as 0.9 (90 %)\n")
    assert out == command(*arguments, "--level", "0.9")[1]


def test_a_level_in_per_cent_is_answered_in_python() -> None:
    with pytest.raises(CallError, match=r"not 95; did you mean 0\.95\?"):
        tg.score(*PHRASES, "parseval", level=95)


def completed(line: str) -> list[str]:
    """What the shell offers after a line."""
    words = line.split(" ")
    environment = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1), "_TREEGAUGE_COMPLETE": "complete_bash"}
    call = [sys.executable, "-m", "treegauge"]
    done = subprocess.run(call, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("treegauge per", ["perplexity", "perturb"]),
        ("treegauge score -m parse", ["parseval"]),
        ("treegauge score -t remove-e", ["remove-empties"]),
        ("treegauge score --by le", ["length"]),
        ("treegauge score --format la", ["latex"]),
        ("treegauge score --prm COL", ["COLLINS"]),
    ],
)
def test_the_shell_completes_names(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_of_a_shell_is_shown(shell: str) -> None:
    call = [sys.executable, "-m", "treegauge", "--show-completion"]
    environment = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = subprocess.run([*call, shell], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "_TREEGAUGE_COMPLETE" in done.stdout


def test_two_formats_are_refused(command: Run) -> None:
    status, out, err = command("score", *ARCS, "-m", "attachment", "--json", "--format", "csv")
    assert (status, out) == (2, "")
    assert "--json and --format csv exclude each other" in err


@pytest.mark.parametrize("measure", ["leaf-ancestor", "triples", "exact-match"])
def test_a_line_says_where_labels_are_tags(measure: str, command: Run) -> None:
    out = command("score", *PHRASES, "-m", measure, "--by", "label", "--top", 2)[1]
    assert "\nlabel: the tag of the " in out

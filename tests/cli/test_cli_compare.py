"""`treegauge compare`: ranking, pairs, parts and output for papers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_files import TEST, Run, results

import treegauge


def test_compare_prints_who_is_better_and_whether_it_is_real(run: Run) -> None:
    status, out, _ = run("compare", "gold.mrg", "gold.mrg", "other.mrg", "-m", "parseval", "--resamples", "100")
    assert status == 0
    assert out.splitlines()[0].split() == ["system", "parseval", "f1"]
    assert out.splitlines()[1].split() == ["gold.mrg", "100.00", "a"]
    assert "McNemar, exact" in out
    assert "score gold.mrg other.mrg difference" in " ".join(out.split())
    assert "d_z: the mean difference per sentence" in out
    assert "(3 sentences)" in out


def test_compare_of_three_ranks_them_first_and_then_shows_every_pair_of_every_score(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "middle=other.mrg", "best=gold.mrg", "test.mrg", "--resamples", "50")
    _, out, _ = run(*arguments)
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[:4]] == ["system", "best", "middle", "test.mrg"]
    assert lines[5].startswith("Systems that share a letter do not differ significantly")
    assert "p (Holm)" in out
    rows = results(run, *arguments)
    titles = [line.partition(" (")[0] for line in lines]
    for row in rows:
        assert f"{row['measure']} {row['score']}" in titles
    assert sum(line.split()[:2] == ["middle", "best"] for line in lines) == len(rows) / 3


def test_compare_has_the_ranking_next_to_the_pairs_in_json(run: Run) -> None:
    _, out, _ = run("compare", "gold.mrg", "gold.mrg", "other.mrg", "-m", "parseval", "--resamples", "50", "--json")
    ranking = json.loads(out)["ranking"]
    assert [(row["rank"], row["system"], row["score"]) for row in ranking] == [
        (1, "gold.mrg", "f1"),
        (2, "other.mrg", "f1"),
    ]
    assert ranking[0].keys() == {"measure", "signature", "score", "system", "rank", "value", "letters"}


def test_compare_by_length_tests_every_part(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "a=gold.mrg", "b=other.mrg", "-m", "parseval", "--by", "length")
    rows = results(run, *arguments, "--resamples", "50")
    assert {(row["by"], row["part"]) for row in rows} == {("length", "1-10")}
    out = run(*arguments, "--resamples", "50")[1]
    assert out.splitlines()[0] == "parseval f1"
    assert out.splitlines()[1].split() == ["length", "a", "b"]
    assert run("compare", "gold.mrg", "gold.mrg", "other.mrg", "--by", "sentence")[0] == 2


def test_latex_has_the_ranking_with_the_best_in_bold_and_says_what_letters_mean(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "gold.mrg", "other.mrg", "-m", "parseval", "--format", "latex")
    out = run(*arguments)[1]
    assert out.count(r"\begin{tabular}") == 1
    assert "Systems that share a letter in a column do not differ significantly" in out
    assert r"gold.mrg & \textbf{100.00}\textsuperscript{a} \\" in out


def test_compare_gives_machines_a_row_a_score_and_pair(run: Run) -> None:
    arguments = ("compare", "gold.mrg", "gold.mrg", "other.mrg", "test.mrg", "-m", "exact-match", "--resamples", "50")
    rows = results(run, *arguments)
    assert len(rows) == 6
    promised = {"measure", "score", "a", "b", "value_a", "value_b", "difference", "interval", "p", "test"}
    assert all(promised <= row.keys() for row in rows)
    assert [(row["a"], row["b"]) for row in rows if row["score"] == "exact_match"] == [
        ("gold.mrg", "other.mrg"),
        ("gold.mrg", "test.mrg"),
        ("other.mrg", "test.mrg"),
    ]
    assert {row["sentences"] for row in rows} == {2}
    assert rows == results(run, *arguments)


@pytest.mark.parametrize("form", ["csv", "latex"])
def test_comparisons_can_be_written_for_papers(run: Run, form: str) -> None:
    arguments = ("compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval", "--scores", "exact_match")
    status, out, _ = run(*arguments, "--format", form)
    assert status == 0
    assert "McNemar" in out


def test_files_of_one_name_are_told_apart(run: Run, files: Path) -> None:
    for folder in ("one", "two"):
        (files / folder).mkdir()
        (files / folder / "out.mrg").write_text(TEST)

    def names(*paths: object) -> tuple[str, str]:
        row = results(run, "compare", "gold.mrg", *paths, "-m", "exact-match", "--resamples", "10")[0]
        return row["a"], row["b"]

    assert names("one/out.mrg", "two/out.mrg") == ("one/out.mrg", "two/out.mrg")
    assert names("test.mrg", "test.mrg") == ("test.mrg (1)", "test.mrg (2)")
    assert names(files / "one/out.mrg", files / "two/out.mrg") == ("one/out.mrg", "two/out.mrg")
    assert names("one/out.mrg", files / "two/out.mrg") == ("one/out.mrg", str(files / "two/out.mrg"))


def test_compare_needs_two_parses(run: Run) -> None:
    status, _, err = run("compare", "gold.mrg", "test.mrg")
    assert status == 2
    assert "compare needs two parses or more" in err


def test_compare_says_how_many_sentences_it_left_out(run: Run) -> None:
    rows = results(run, "compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval")
    assert {(row["sentences"], row["left_out"]) for row in rows} == {(2, 1)}
    assert "1 left out" in run("compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval")[1]
    header = run("compare", "gold.mrg", "test.mrg", "other.mrg", "-m", "parseval", "--format", "csv")[1].splitlines()[0]
    assert header.endswith("sentences,left_out,rank_a,rank_b,letters_a,letters_b")
    assert ",low,high," in header


def test_other_sentences_are_one_error_and_not_one_for_each_measure(command: Run) -> None:
    data = Path(treegauge.__file__).parent / "data"
    status, out, err = command("compare", data / "english.mrg", f"a={data / 'english.mrg'}", data / "german.export")
    assert (status, out) == (1, "")
    assert err.startswith("treegauge: error: german.export: no sentence of test belongs to gold")
    assert err.count("\n") == 1


def test_without_a_measure_dependency_parsers_are_ranked_by_las(tmp_path: Path, command: Run) -> None:
    data = Path(treegauge.__file__).parent / "data"
    files = [data / "english.conllu", f"a={data / 'english.parsed.conllu'}", f"b={data / 'english.conllu'}"]
    out = command("compare", *files, "--resamples", 20)[1]
    assert out.splitlines()[0].split()[:5] == ["system", "attachment", "uas", "attachment", "las"]
    gold, a, b = (tmp_path / name for name in ("gold", "a", "b"))
    for folder, file in ((gold, "english.conllu"), (a, "english.parsed.conllu"), (b, "english.conllu")):
        folder.mkdir()
        (folder / "en.conllu").write_bytes((data / file).read_bytes())
    out = command("compare", gold, a, b, "--resamples", 20)[1]
    assert out.splitlines()[1].split()[:3] == ["system", "attachment", "las"]
    assert "\nattachment las\ntreebank" in out

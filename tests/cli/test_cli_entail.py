"""`treegauge entail`: what is printed, what is told, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge

Run = Callable[..., tuple[int, str, str]]
GOLD = "(S (NP-SBJ (PRP He)) (VP (VBD saw) (NP (NP (NNS men)) (PP (IN with) (NP (NNS hats))))) (. .))\n"
TEST = "(S1 (S (NP (PRP He)) (VP (VBD saw) (NP (NNS men)) (PP (IN with) (NP (NNS hats)))) (. .)))\n"
LEFT = "(S (NP-SBJ (NNP Tom)) (VP (VBD left) (NP (NNP Ann))) (. .))\n"
SWAPPED = """1\tTom\t_\tNNP\tNNP\t_\t2\tOBJ\t_\t_
2\tleft\t_\tVBD\tVBD\t_\t0\tROOT\t_\t_
3\tAnn\t_\tNNP\tNNP\t_\t2\tSBJ\t_\t_
4\t.\t_\t.\t.\t_\t2\tP\t_\t_

"""
ODD = """1\tHello\t_\tINTJ\tUH\t_\t0\troot\t_\t_

1\t!\t_\tPUNCT\t.\t_\t0\troot\t_\t_

1\tHe\t_\tPRON\tPRP\t_\t2\tsubject\t_\t_
2\truns\t_\tVERB\tVBZ\t_\t0\troot\t_\t_

1\tHe\t_\tPRON\tPRP\t_\t2\tnsubj\t_\t_
2\truns\t_\tVERB\tVBZ\t_\t1\troot\t_\t_

"""


@pytest.fixture
def run(command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command line beside the files: exit status, standard output, standard error."""
    (tmp_path / "gold.mrg").write_text(GOLD * 2)
    (tmp_path / "test.mrg").write_text(TEST + GOLD)
    (tmp_path / "left.mrg").write_text(LEFT)
    (tmp_path / "swapped.conll").write_text(SWAPPED)
    (tmp_path / "odd.conllu").write_text(ODD)
    monkeypatch.chdir(tmp_path)
    return command


def rows(out: str) -> list[dict[str, Any]]:
    answer = json.loads(out)
    assert (answer["treegauge"], answer["command"]) == (treegauge.__version__, "entail")
    results = answer["results"]
    assert isinstance(results, list)
    return results


def test_entailments_stand_under_their_sentence(run: Run) -> None:
    status, out, told = run("entail", "gold.mrg", "-t", "head(1)", "--thesis")
    assert (status, told) == (0, "")
    assert out == (
        "He saw men with hats .\n"
        "  subject       He saw X.\n"
        "  object        X saw men.\n"
        "  existential   There are men with hats.\n\n"
    )
    assert run("entail", "gold.mrg", "-t", "head(1)")[1] == (
        "He saw men with hats .\n"
        "  subject       He saw somebody.\n"
        "  object        He saw men with hats.\n"
        "  attachment    There were men with hats.\n\n"
    )


def test_json_has_a_row_a_sentence(run: Run) -> None:
    first, second = rows(run("entail", "gold.mrg", "--json", "--thesis")[1])
    assert (first["sentence"], second["sentence"]) == (1, 2)
    assert first["text"] == "He saw men with hats ."
    assert first["entailments"][2] == {
        "text": "There are men with hats.",
        "kind": "existential",
        "target": "hats",
        "head": "men",
        "relation": "NMOD",
        "status": "asserted",
        "tokens": [3, 4, 5],
    }


def test_standard_input_is_read(run: Run) -> None:
    assert run("entail", "-", stdin=GOLD * 2)[1] == run("entail", "gold.mrg")[1]


def test_a_difference_stands_under_its_sentence_with_the_relation_beside_it(run: Run) -> None:
    status, out, _ = run("entail", "gold.mrg", "test.mrg", "--diff")
    assert status == 0
    assert out == (
        "existential NMOD → adverbial ADV: 1\n\n"
        "  1 He saw men with hats .\n"
        "    - There are men with hats.   (hats NMOD men)\n"
        "    + X saw X with hats.   (hats ADV saw)\n\n"
    )


def test_a_difference_in_json(run: Run) -> None:
    (row,) = rows(run("entail", "gold.mrg", "test.mrg", "--diff", "--json")[1])
    assert (row["error"], row["count"], row["sentence"]) == ("existential NMOD → adverbial ADV", 1, 1)
    assert [one["text"] for one in row["missing"]] == ["There are men with hats."]
    assert [one["text"] for one in row["invented"]] == ["X saw X with hats."]


def test_so_many_examples_as_asked_for(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.mrg").write_text(TEST * 2)
    out = run("entail", "gold.mrg", "wrong.mrg", "--diff", "--examples", "1")[1]
    assert "existential NMOD → adverbial ADV: 2" in out
    assert out.count("There are men with hats.") == 1


def test_pairs_go_to_a_file_and_are_answered(run: Run) -> None:
    status, out, told = run("entail", "left.mrg", "swapped.conll", "--pairs", "yes-no", "-o", "pairs.jsonl")
    assert (status, out, told) == (0, "", "treegauge: 2 pairs, half of them with the answer yes\n")
    for parses, accuracy in (("left.mrg", 100.0), ("swapped.conll", 0.0)):
        (row,) = rows(run("entail", "--check", "pairs.jsonl", parses, "--json")[1])
        assert (row["pairs"], row["not_found"], row["accuracy"]) == (2, 0, accuracy)
        assert row["always_yes"]["accuracy"] == 50.0
        assert [answer["gold"] for answer in row["answers"]] == [False, True]


def test_pairs_are_rte_xml_on_standard_output(run: Run, tmp_path: Path) -> None:
    out = run("entail", "left.mrg", "swapped.conll", "--pairs", "yes-no")[1]
    assert '<pair id="2" entailment="YES" word1="Tom" word2="left">' in out
    (tmp_path / "pairs.xml").write_text(out)
    status, table, _ = run("entail", "--check", "pairs.xml", "left.mrg")
    assert status == 0
    assert [line.split() for line in table.splitlines()[:3]] == [
        ["answers", "accuracy", "95", "%", "interval", "precision", "recall", "f1"],
        ["parses", "100.00", "34.24", "to", "100.00", "100.00", "100.00", "100.00"],
        ["always", "yes", "50.00", "50.00", "100.00", "66.67"],
    ]
    assert "construction" in table
    assert "+ left object Ann" in run("entail", "--check", "pairs.xml", "left.mrg", "--explain")[1]


def test_texts_without_parse_are_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pairs.jsonl").write_text('{"text": "It rains.", "hypothesis": "It rains.", "entailment": "YES"}\n')
    assert "1 pair has a text that is not among the parses" in run("entail", "--check", "pairs.jsonl", "gold.mrg")[2]


def test_what_is_odd_is_reported_and_counted(run: Run) -> None:
    status, out, told = run("entail", "odd.conllu")
    assert status == 0
    assert "4 of 4 sentences may lack entailments (no verb: 1, no words: 1, labels: 1, cycle: 1)" in told
    assert "labels that the scheme does not have: subject" in told
    assert "odd.conllu:8): the heads form a cycle" in told
    assert out.count("\n\n") == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("gold.mrg", "--diff"), "--diff compares two treebanks"),
        (("gold.mrg", "--pairs", "yes-no"), "--pairs needs gold and one parse or more"),
        (("gold.mrg", "test.mrg"), "'test.mrg' is not used: add --diff"),
        (("gold.mrg", "test.mrg", "--diff", "--pairs", "yes-no"), "--diff and --pairs exclude each other"),
        (
            ("gold.mrg", "-o", "x.xml"),
            "-o FILE is for --pairs and --check: treegauge entail GOLD TEST --pairs yes-no -o FILE",
        ),
        (("gold.mrg", "--examples", "3"), "--examples N is for --diff: treegauge entail GOLD TEST --diff --examples N"),
    ],
)
def test_calls_that_make_no_sense_are_refused(run: Run, arguments: tuple[str, ...], told: str) -> None:
    status, out, said = run("entail", *arguments)
    assert (status, out) == (2, "")
    assert told in said


def test_bad_pairs_are_bad_data(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.xml").write_text("<pair")
    status, _, told = run("entail", "--check", "bad.xml", "gold.mrg")
    assert status == 1
    assert "bad.xml: this is not XML" in told


def test_a_file_without_pairs_is_bad_data(run: Run, tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    status, out, told = run("entail", "--check", "none.jsonl", "gold.mrg")
    assert (status, out) == (1, "")
    assert "'none.jsonl' has no pairs" in told


def test_pairs_without_gold_answers_are_answered(run: Run, tmp_path: Path) -> None:
    asked = [{"text": "He saw men with hats .", "hypothesis": text} for text in ("He saw X.", "Hats saw men.")]
    (tmp_path / "asked.jsonl").write_text("".join(json.dumps(pair) + "\n" for pair in asked))
    status, out, _ = run("entail", "--check", "asked.jsonl", "gold.mrg")
    assert status == 0
    assert [line.split()[-1] for line in out.splitlines()] == ["answer", "yes", "no"]


def test_other_words_are_reported_where_pairs_are_drawn(run: Run, tmp_path: Path) -> None:
    (tmp_path / "other.mrg").write_text(GOLD.replace("men", "women") * 2)
    told = run("entail", "gold.mrg", "other.mrg", "--pairs", "yes-no")[2]
    assert "2 sentences have different words in other.mrg; left out" in told
    assert "0 pairs: gold and the parses never disagree" in told


def test_score_tells_what_is_odd_too(run: Run) -> None:
    told = run("score", "odd.conllu", "odd.conllu", "-m", "pete")[2]
    assert "pete: gold: 4 of 4 sentences may lack entailments (no verb: 1, no words: 1, labels: 1, cycle: 1)" in told
    assert "pete: test: 4 of 4" in told

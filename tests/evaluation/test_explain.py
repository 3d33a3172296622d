"""`explain`: the steps add up, each changes one rule, and the sentences named are those that are counted in another
way."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from treegauge import CallError, Explanation, TreegaugeWarning, bundled, explain, from_tuples, score, write
from treegauge.evaluation.programs import PROGRAMS, find_program
from treegauge.evaluation.rules import Counting, counting_by, rule_in_words, rules_of

Command = Callable[..., tuple[int, str, str]]
CONSTITUENCY = ("evalb", "pyevalb", "stanza", "benepar", "supar")
DEPENDENCY = ("ud", "spacy", "nltk", "eval.pl", "eval.pl-p", "eval07.pl")
PREPARED = ["remove-empties", "add-root"]


def explained(first: str, second: str) -> Explanation:
    kind = "mrg" if first in CONSTITUENCY else "conllu"
    gold, test = bundled(f"english.{kind}"), bundled(f"english.parsed.{kind}")
    (explanation,) = explain(gold, test, [first, second], transforms=PREPARED if kind == "mrg" else ())
    return explanation


def own_scores(program: str) -> dict[str, float]:
    """The scores that `score --as` has."""
    kind = "mrg" if program in CONSTITUENCY else "conllu"
    gold, test = bundled(f"english.{kind}"), bundled(f"english.parsed.{kind}")
    steps = PREPARED if kind == "mrg" else []
    return score(gold, test, program=program, transforms=steps, resamples=0)[0].scores


PAIRS = [*itertools.permutations(CONSTITUENCY, 2), *itertools.permutations(DEPENDENCY, 2)]


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=" ".join)
def test_the_steps_add_up_to_the_difference(first: str, second: str) -> None:
    explanation = explained(first, second)
    assert {name: own_scores(first)[name] for name in explanation.start} == explanation.start
    assert {name: own_scores(second)[name] for name in explanation.end} == explanation.end
    for name, difference in explanation.difference.items():
        assert sum(step.change[name] for step in explanation.steps) == pytest.approx(difference, abs=1e-9)
    if explanation.steps:
        assert explanation.steps[-1].scores == explanation.end


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_can_be_built_from_its_rules(program: str) -> None:
    member = find_program(program)
    for measure in member.candidates(""):
        assert not isinstance(measure, str)
        counting = Counting(measure, member.policy)
        rules = rules_of(counting)
        assert rules_of(counting_by(rules, counting)) == rules


def test_every_rule_of_the_programs_is_described_in_words() -> None:
    for pair in PAIRS:
        for step in explained(*pair).steps:
            assert step.text
            assert not step.text.startswith(step.rule + ": "), step
    assert rule_in_words("unknown", 1, 2) == "unknown: 2"


def test_the_sentences_are_those_that_are_counted_in_another_way() -> None:
    np_over_np = ("S", ("NP", ("NP", ("N", "a"))), ("V", "b"))
    plain = ("S", ("NP", ("N", "a")), ("V", "b"))
    trees = from_tuples([plain, np_over_np, plain, np_over_np])
    (explanation,) = explain(trees, trees, ["parseval(prm=none)", "pyevalb"])
    (step,) = [step for step in explanation.steps if step.sentences]
    assert step.rule == "distinct"
    assert step.text == "equal brackets (NP over NP) all count, one can match"
    assert (step.sentences, [place.sentence for place in step.first]) == (2, [2, 4])
    assert explanation.start == {"f1": 100.0}
    assert explanation.end == pytest.approx({"f1": 80.0})


def test_rules_are_explained_in_the_order_that_is_promised() -> None:
    rules = [step.rule for step in explained("evalb", "pyevalb").steps]
    assert rules == ["root", "empty", "punctuation", "cut_at", "equal_labels", "distinct"]
    texts = {step.rule: step.text for step in explained("evalb", "pyevalb").steps}
    assert texts["root"] == "root counted: TOP"
    assert all("|before:remove-empties+add-root|" in text for text in explained("evalb", "pyevalb").signatures)
    assert texts["equal_labels"] == "ADVP and PRT are different"


def test_a_signature_can_be_explained() -> None:
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    signature = str(score(gold, test, "parseval", options={"prm": "none"}, resamples=0)[0].signature)
    (explanation,) = explain(gold, test, ["evalb", signature])
    assert explanation.signatures[1] == signature
    with pytest.raises(CallError, match="was scored after transforms"):
        find_program("parseval(prm=none)|before:remove-empties|version:0.1.0")


def test_a_program_is_found_in_any_spelling_and_a_measure_by_its_name() -> None:
    assert find_program("PYEVALB") is find_program("pyevalb")
    assert find_program("spaCy").scores == ("las", "uas")
    assert find_program("parseval").measures == ("parseval(labelled=true,prm=default,disc_only=false)",)


def test_the_ud_script_is_explained_on_other_words_too() -> None:
    """One word that test splits: the script aligns the rest, attachment scores leave the sentence out."""
    gold = from_tuples([[("ab", "X", -1, "root"), ("c", "X", 0, "obj")], [("d", "X", -1, "root")]])
    test = from_tuples([[("a", "X", -1, "root"), ("b", "X", 0, "dep"), ("c", "X", 0, "obj")], [("d", "X", -1, "root")]])
    gold, test = (side.replace(tokens=side.tokens.replace(upos=side.tokens.text("tag"))) for side in (gold, test))
    (explanation,) = explain(gold, test, ["ud", "eval07.pl"])
    step = explanation.steps[0]
    assert (step.rule, step.sentences, step.first[0].sentence) == ("alignment", 1, 1)
    assert explanation.end == {"las": 100.0, "uas": 100.0}
    assert explanation.start["uas"] < 100


@pytest.mark.parametrize(
    ("programs", "message"),
    [
        (["evalb"], "explain needs two programs"),
        ("evalb", "explain needs two programs"),
        (["evalb", "evalbb"], "unknown program 'evalbb'; did you mean 'evalb'?"),
        (["evalb", "spacy"], "'spacy' does not score these trees"),
        (["evalb", "leaf-ancestor()"], "evalb and leaf-ancestor.* do not have the same rules"),
    ],
)
def test_what_cannot_be_explained_is_an_error(programs: Any, message: str) -> None:
    gold, test = bundled("english.mrg"), bundled("english.parsed.mrg")
    with pytest.raises(CallError, match=message):
        explain(gold, test, programs)


def test_the_table_fits_80_columns() -> None:
    from treegauge.report.explaining import explanation_table
    from treegauge.report.tables import as_text

    pairs = [("evalb", "stanza"), ("ud", "spacy"), ("pyevalb", "supar")]
    for pair in pairs:
        text = as_text(explanation_table([explained(*pair)]), 80)
        lines = [line for line in text.splitlines() if "|version:" not in line]  # signatures are not wrapped
        assert max(map(len, lines)) <= 80
        assert lines[0].split()[:2] == ["rule", "f1" if pair[0] in CONSTITUENCY else "las"]


def test_scores_can_be_chosen(command: Command) -> None:
    from pathlib import Path

    import treegauge

    data = Path(treegauge.__file__).parent / "data"
    files = data / "english.conllu", data / "english.parsed.conllu"
    status, out, _ = command("explain", *files, "--as", "ud", "--as", "spacy", "--scores", "uas", "--json")
    (result,) = json.loads(out)["results"]
    assert status == 0
    assert list(result["start"]) == ["uas"]
    assert all(list(step["change"]) == ["uas"] for step in result["steps"])
    status, _, error = command("explain", *files, "--as", "ud", "--as", "spacy", "--scores", "f1")
    assert status == 2
    assert "unknown score 'f1'" in error


def folders_of(tmp_path: Path) -> tuple[str, str]:
    for side, parsed in (("gold", ""), ("test", ".parsed")):
        (tmp_path / side).mkdir()
        for language in ("english", "german"):
            write(bundled(f"{language}{parsed}.conllu"), tmp_path / side / f"{language}.conllu")
    return str(tmp_path / "gold"), str(tmp_path / "test")


def test_folders_are_averaged_as_score_averages_them(command: Command, tmp_path: Path) -> None:
    folders = folders_of(tmp_path)
    programs = ["eval.pl-p", "spacy"]
    (explanation,) = explain(*folders, programs)
    macros = [score(*folders, program=program, resamples=0).macro[0].scores for program in programs]
    for name in ("uas", "las"):
        assert explanation.start[name] == pytest.approx(macros[0][name])
        assert explanation.end[name] == pytest.approx(macros[1][name])
        changes = sum(step.change[name] for step in explanation.steps)
        assert changes == pytest.approx(explanation.difference[name])
    pairs = [(f"{folders[0]}/{name}.conllu", f"{folders[1]}/{name}.conllu") for name in ("english", "german")]
    each = [explain(*pair, programs)[0] for pair in pairs]
    for number, step in enumerate(explanation.steps):
        assert step.sentences == sum(alone.steps[number].sentences for alone in each)
    assert explanation.treebanks == explanation.row()["treebanks"] == 2
    assert "treebanks" not in each[0].row()
    status, out, err = command("explain", *folders, "--as", programs[0], "--as", programs[1])
    assert (status, err) == (0, "")
    assert "Scores and points are macro-averages over 2 treebanks." in out
    assert "english.conllu:" in out
    (row,) = json.loads(command("explain", *folders, "--as", programs[0], "--as", programs[1], "--json")[1])["results"]
    assert row == json.loads(json.dumps(explanation.row()))


def test_a_treebank_without_output_counts_as_0(command: Command, tmp_path: Path) -> None:
    folders = folders_of(tmp_path)
    (tmp_path / "test/german.conllu").unlink()
    programs = ["eval.pl-p", "spacy"]
    with pytest.warns(TreegaugeWarning, match=r"no output for 1 treebank \(german\), counted as 0"):
        (explanation,) = explain(*folders, programs)
    (alone,) = explain(f"{folders[0]}/english.conllu", f"{folders[1]}/english.conllu", programs)
    assert explanation.end == {name: value / 2 for name, value in alone.end.items()}
    (tmp_path / "test/german.conllu").write_text("not a tree")
    status, _, err = command("explain", *folders, "--as", programs[0], "--as", programs[1])
    assert status == 1
    assert err.startswith(f"treegauge: error: german: {folders[1]}/german.conllu:1")


def test_graphs_that_are_not_trees_are_mentioned(command: Command, tmp_path: Path) -> None:
    folders = folders_of(tmp_path)
    files = [f"{folder}/german.conllu" for folder in folders]
    _, out, err = command("explain", *files, "--as", "ud", "--as", "nltk")
    assert err == ""
    assert "ud: graphs that are not trees are scored too (lenient=true); the program refuses them." in out
    assert "same rules" not in out
    assert "refuses" not in command("explain", *files, "--as", "ud(lenient=true)", "--as", "nltk")[1]

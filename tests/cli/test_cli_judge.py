"""`treegauge judge results` and `judge simulate`, as they are called."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import treegauge as tg

Command = Callable[..., tuple[int, str, str]]
PAIRS = [tg.EntailmentPair(f"pair-{number}", "The dog barks.", "A dog barks.", None) for number in range(1, 41)]
RESULTS = ("judge", "results", "answers.jsonl", "--resamples", 50, "--draws", 50)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with simulated answers, and the pairs."""
    monkeypatch.chdir(tmp_path)
    answers = tg.simulate_judgements(40, 3, persons=6, accuracy=0.75, controls=5, seed=1)
    tg.write_judgements(answers, "answers.jsonl", anonymous=False)
    tg.write_pairs(PAIRS, "pairs.jsonl")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_verb_and_its_function_give_the_same_figures(command: Command) -> None:
    status, out, _ = command(*RESULTS, "--at-least", 2, "--exclude", "person-2", "--json")
    assert status == 0
    printed: dict[str, Any] = json.loads(out)
    called = tg.judge_results("answers.jsonl", at_least=2, exclude=["person-2"], resamples=50, draws=50)
    assert printed["results"][0]["alpha"] == called.agreement[0]["alpha"]
    assert printed["results"] == plain(called.rows())
    assert {name: printed[name] for name in called.more()} == plain(called.more())


def plain(value: Any) -> Any:
    """As JSON has it, with null for what is not defined."""
    return json.loads(json.dumps(value).replace("NaN", "null"))


@pytest.mark.usefixtures("folder")
def test_the_tables(command: Command) -> None:
    status, out, _ = command(*RESULTS, "--adjudicate", 2)
    assert status == 0
    words = " ".join(out.split())
    assert "pairs number answers agree % alpha" in words
    assert "person answers seconds unsure % control %" in words
    assert "to adjudicate pair yes no unsure majority probable probability" in words
    assert "gold by majority: " in words
    for form in ("csv", "latex"):
        status, out, _ = command(*RESULTS, "--format", form)
        assert (status, "0.5" in out or "alpha" in out) == (0, True)


@pytest.mark.usefixtures("folder")
def test_gold_pairs_score_a_parser(command: Command) -> None:
    """The way from answers to the score of a parser: gold pairs, then `entail --check`."""
    status, _, err = command(*RESULTS, "--pairs", "pairs.jsonl", "--save-gold", "gold.xml", "--share", 1)
    assert status == 0
    kept = tg.read_pairs("gold.xml")
    unanimous = tg.judge_gold(tg.read_judgements("answers.jsonl"), share=1).decided
    assert [(pair.id, pair.answer) for pair in kept] == sorted(
        ((answer.pair, answer.answer == "yes") for answer in unanimous), key=lambda item: int(item[0][5:])
    )
    assert f"{len(kept)} pairs with gold answers in gold.xml" in err
    Path("dog.mrg").write_text("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))\n")
    status, out, _ = command("entail", "dog.mrg", "--check", "gold.xml", "--json")
    row = json.loads(out)["results"][0]
    assert (status, row["judged"]) == (0, len(kept))


@pytest.mark.usefixtures("folder")
def test_answers_are_written_without_names_unless_asked(command: Command) -> None:
    assert command(*RESULTS, "--save-answers", "named.csv", "--names")[0] == 0
    named = tg.read_judgements("named.csv")
    assert [row.person for row in named.rows()] == [row.person for row in tg.read_judgements("answers.jsonl").rows()]
    assert command(*RESULTS, "--save-answers", "anonymous.csv")[0] == 0
    assert "person-" in Path("anonymous.csv").read_text()
    assert tg.judge_results("anonymous.csv", resamples=0, draws=0).agreement[0].values == pytest.approx(
        tg.judge_results("answers.jsonl", resamples=0, draws=0).agreement[0].values
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--save-gold", "g.xml"), "--save-gold needs the texts of the pairs: --pairs FILE"),
        (("--pairs", "pairs.jsonl"), "--pairs is for --save-gold FILE"),
        (("--names",), "--names is for --save-answers FILE"),
        (("--exclude", "person-77"), "no person 'person-77' answered"),
        (("--save-answers", "answers.jsonl"), "is also read"),
        (("--save-answers", "x.csv", "-o", "x.csv"), "would be written twice"),
        (("--share", "1.5"), "--share must be a number from 0 to 1, not '1.5'"),
        (("--draws", "-1"), "--draws must be a whole number from 0 to"),
    ],
)
def test_wrong_calls_are_answered_in_one_line(arguments: tuple[str, ...], message: str, command: Command) -> None:
    status, out, err = command(*RESULTS, *arguments)
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert message in err


@pytest.mark.usefixtures("folder")
def test_all_persons_excluded_is_an_error(command: Command) -> None:
    excluded = [word for number in range(1, 7) for word in ("--exclude", f"person-{number}")]
    status, _, err = command(*RESULTS, *excluded)
    assert status == 1
    assert "no answer counts: all persons are excluded" in err


@pytest.mark.usefixtures("folder")
def test_a_simulation_is_saved_and_planned(command: Command) -> None:
    call = ("judge", "simulate", "--pairs", 30, "--most", 2, "--repeats", 2, "--save", "new.csv", "--per-pair", 4)
    status, out, err = command(*call, "--within", 0.2)
    assert status == 0
    assert "120 simulated answers in new.csv" in err
    assert "per pair majority right %" in " ".join(out.split())
    assert "within 20 points: at least" in out
    assert len(tg.read_judgements("new.csv")) == 120
    status, out, _ = command(*call, "--within", 0.001)
    assert "no number of answers per pair up to 2 brings that score within 0.1" in out


@pytest.mark.parametrize(
    "option", ["--pairs", "--persons", "--accuracy", "--unsure", "--most", "--repeats", "--seconds"]
)
@pytest.mark.parametrize("value", ["-1", "x", "", "nan", "99999999999999999999"])
def test_bad_numbers_of_a_simulation(option: str, value: str, command: Command) -> None:
    status, _, err = command("judge", "simulate", option, value)
    assert (status, len(err.splitlines())) == (2, 1)
    assert f"{option} must be a" in err

"""`treegauge judge results FOLDER`: from the database of a study to the score of a parser."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import treegauge as tg

pytest.importorskip("sqlalchemy", reason="the extra judge is not installed")
from administrating import NOW, all_yes_but_the_third, answered_by

from treegauge.judge.api import find_study, init_study
from treegauge.judge.folder import find_folder
from treegauge.judge.pairs import decide
from treegauge.judge.people import create_person, exclude
from treegauge.judge.studies import AskedPair, StudyDesign, add_pairs, create_study

Command = Callable[..., tuple[int, str, str]]
PAIRS = [
    AskedPair("pair-1", "The dog barks.", "A dog barks.", "subject"),
    AskedPair("pair-2", "The dog barks.", "The dog barks.", "subject"),
    AskedPair("pair-3", "The dog barks.", "A cat barks.", "object"),
    AskedPair("pair-4", "The dog barks.", "Nobody barks.", "object"),
    AskedPair("known-5", "The dog barks.", "Something barks.", "", "control", "yes"),
]


@pytest.fixture
def study_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A study with the answers of three people, of whom one contradicts the others on pairs with an even number."""
    monkeypatch.chdir(tmp_path)
    folder = init_study("study", StudyDesign("letters", "Do they follow?"), PAIRS)
    with closing(folder.open()) as database, database.writing() as session:
        for number in range(3):
            answered_by(session, find_study(session, None), f"person {number}", all_yes_but_the_third, number)
    return "study"


def test_the_folder_and_a_file_of_its_answers_give_the_same_figures(study_folder: str, command: Command) -> None:
    few = ("--resamples", 20, "--draws", 20, "--json")
    status, out, _ = command("judge", "results", study_folder, "--save-answers", "answers.jsonl", "--names", *few)
    assert status == 0
    printed = json.loads(out)
    assert [row["kind"] for row in printed["results"]] == [None, "object", "subject"]
    assert {person["person"] for person in printed["persons"]} == {"person 0", "person 1", "person 2"}
    assert {row["pair"] for row in printed["gold"]} == {pair.name for pair in PAIRS}
    again = json.loads(command("judge", "results", "answers.jsonl", *few)[1])
    assert again["results"] == printed["results"]
    read = tg.read_judged_study(study_folder)
    assert tg.judge_results(read.judgements, resamples=20, draws=20).agreement[0]["alpha"] == pytest.approx(
        printed["results"][0]["alpha"]
    )
    assert len(read.pairs) == 4


def test_gold_of_a_study_scores_a_parser(study_folder: str, command: Command) -> None:
    """Only the pairs on which people agree are kept: those of the third person's contradictions are left out."""
    status, _, err = command("judge", "results", study_folder, "--share", 1, "--save-gold", "gold.xml")
    assert (status, "2 pairs with gold answers in gold.xml" in err) == (0, True)
    assert {pair.id: pair.answer for pair in tg.read_pairs("gold.xml")} == {"pair-1": True, "pair-3": True}
    Path("dog.mrg").write_text("(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))\n")
    status, out, _ = command("entail", "dog.mrg", "--check", "gold.xml", "--json")
    row = json.loads(out)["results"][0]
    assert (status, row["judged"], row["accuracy"]) == (0, 2, 50.0)  # it answers no to pair-3, where people said yes


def test_a_decision_counts_and_an_excluded_person_does_not(study_folder: str) -> None:
    with closing(find_folder(study_folder).open()) as database, database.writing() as session:
        study = find_study(session, None)
        from sqlalchemy import select

        from treegauge.judge.database.records import MemberRecord, PairRecord

        keeper = create_person(session, NOW, "keeper")
        pair = session.scalars(select(PairRecord).where(PairRecord.name == "pair-3")).one()
        decide(session, pair, "no", keeper, NOW)
        third = session.scalars(select(MemberRecord).where(MemberRecord.label == "person 2")).one()
        assert third.study_id == study.id
        exclude(session, third, "too fast", NOW)
    read = tg.read_judged_study(study_folder)
    assert read.judgements.excluded == {"person 2"}
    gold = tg.judge_gold(read.judgements, share=1)
    assert {pair.id: pair.answer for pair in read.gold_pairs(gold)} == {
        "pair-1": True,
        "pair-2": True,
        "pair-3": False,
        "pair-4": True,
    }
    tg.write_judgements(read.judgements, "answers.csv")
    from_file = tg.judge_gold(tg.read_judgements("answers.csv"), share=1)
    assert {row.pair: row.answer for row in from_file.answers} == {row.pair: row.answer for row in gold.answers}


def test_a_study_must_be_chosen_where_there_are_several(study_folder: str, command: Command) -> None:
    with closing(find_folder(study_folder).open()) as database, database.writing() as session:
        other = create_study(session, StudyDesign("other", "Another"), NOW)
        add_pairs(session, other, PAIRS[:1])
    few = ("--resamples", 0, "--draws", 0)
    status, _, err = command("judge", "results", study_folder, *few)
    assert (status, "there are several studies; choose one of letters, other" in err) == (2, True)
    assert command("judge", "results", study_folder, "--study", "letters", *few)[0] == 0
    status, _, err = command("judge", "results", study_folder, "--study", "other", *few)
    assert (status, "nobody has answered in the study 'other' yet" in err) == (1, True)
    status, _, err = command("judge", "results", study_folder, "--study", "third", *few)
    assert (status, "there is no study 'third'" in err) == (2, True)


def test_options_that_do_not_fit(study_folder: str, command: Command) -> None:
    status, _, err = command("judge", "results", study_folder, "--pairs", "x.xml")
    assert (status, "a study has its pairs" in err) == (2, True)
    status, _, err = command("judge", "results", "answers.jsonl", "--study", "letters")
    assert (status, "--study is for the folder of a study" in err) == (2, True)

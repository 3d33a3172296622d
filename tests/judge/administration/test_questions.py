"""Upload pairs: all of a file or nothing, with errors that say where; and decide of pairs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from administrating import ASKED_PAIRS, NOW, Desk, Response
from sqlalchemy import func, select

from treegauge.entailments.pairs import pairs_as_text, parse_pairs
from treegauge.judge.database.records import ASKED, CONTROL, TRIAL, PairRecord, PlaceRecord, StudyRecord
from treegauge.judge.pairs import usual_trials
from treegauge.judge.studies import AskedPair, StudyDesign, add_pairs, create_study

pytest_plugins = ["desks"]

MakeDesk = Callable[..., Desk]
CSV = b"id,text,hypothesis,entailment,kind\nnew-1,The dog barks.,A dog barks.,yes,subject\nnew-2,A b.,C d.,no,\n"


def numbers(desk: Desk) -> tuple[dict[str, int], int]:
    """How many pairs there are for each purpose, and how many places."""
    with desk.database.reading() as session:
        purposes = session.execute(select(PairRecord.purpose, func.count()).group_by(PairRecord.purpose)).all()
        return {row[0]: row[1] for row in purposes}, session.scalar(select(func.count(PlaceRecord.id))) or 0


def upload(desk: Desk, content: bytes, name: str = "new.csv", purpose: str = ASKED) -> Response:
    return desk.upload("/admin/letters/pairs", name, content, purpose=purpose)


@pytest.mark.parametrize("form", ["csv", "xml", "jsonl"])
def test_pairs_of_every_format_are_added_to_a_study_that_people_answer(desk: Desk, form: str) -> None:
    before, places = numbers(desk)
    content = CSV if form == "csv" else pairs_as_text(parse_pairs(CSV, "new.csv"), form).encode()
    answer = upload(desk, content, f"new.{form}")
    assert answer.goes_to == "/admin/letters/pairs?purpose=asked&added=2"
    page = desk.get(answer.goes_to)
    assert "2 pairs were added." in page.words
    assert "new-2 A b. C d." in page.words
    assert numbers(desk) == ({**before, ASKED: before[ASKED] + 2}, places + 6)
    pair = desk.pair("new-1")
    assert (pair.truth, pair.kind) == (None, "" if form == "xml" else "subject")  # the answer of the file is not kept


def test_control_and_trial_pairs_keep_their_answers(desk: Desk) -> None:
    assert upload(desk, CSV, purpose=CONTROL).status == 303
    assert (desk.pair("new-1").truth, desk.pair("new-2").truth) == ("yes", "no")
    assert upload(desk, CSV.replace(b"new-", b"trial-"), purpose=TRIAL).status == 303
    assert [desk.pair("trial-1").purpose, desk.pair("trial-2").truth] == [TRIAL, "no"]


def test_trial_pairs_replace_ours_unless_somebody_has_seen_them(make_desk: MakeDesk) -> None:
    desk = make_desk(pairs=[*ASKED_PAIRS, *usual_trials("en")])
    assert upload(desk, CSV, purpose=TRIAL).status == 303
    assert numbers(desk)[0] == {ASKED: 6, TRIAL: 2}
    with desk.database.writing() as session:
        study = session.get_one(StudyRecord, desk.study)
        add_pairs(session, study, usual_trials("en"))
        seen = session.scalars(select(PairRecord.id).where(PairRecord.name == "trial-2")).one()
        session.add(PlaceRecord(study_id=study.id, pair_id=seen, member_id=1, measured=False, comment="", changed=0))
    assert upload(desk, CSV.replace(b"new-", b"more-"), purpose=TRIAL).status == 303
    assert numbers(desk)[0] == {ASKED: 6, TRIAL: 7}


@pytest.mark.parametrize(
    ("content", "purpose", "message"),
    [
        (b"", ASKED, "choose a file with pairs"),
        (b"text,hypothesis\nA b.,C d.\nE f.\n", ASKED, "new.csv:3: the header has 2 columns, this row has 1"),
        (b"text,answer\nA b.,yes\n", ASKED, "new.csv:1: the header has no column hypothesis"),
        (CSV.replace(b"yes", b"perhaps"), ASKED, "new.csv:2: the answer is YES or NO, not 'perhaps'"),
        (CSV.replace(b"C d.", b""), ASKED, "pair 'new-2' has no text or no hypothesis"),
        (CSV.replace(b"new-2", b"new-1"), ASKED, "1 pair with the name of another: 'new-1'"),
        (CSV.replace(b"new-2", b"pair-0"), ASKED, "are in the study already: 'pair-0'"),
        (CSV.replace(b",no,", b",,"), CONTROL, "pair 'new-2' has no answer; control pairs need theirs"),
        (b"<pairs><pair id='1'><t>A</t></pair></pairs>", ASKED, "new.csv: pair 1 has no <t> or no <h>"),
        (b"<pairs><pair>", ASKED, "new.csv: this is not XML: no element found: line 1"),
        (b'{"text": "A"}', ASKED, "hypothesis"),
    ],
)
def test_a_file_that_is_wrong_adds_nothing_and_says_where(
    desk: Desk, content: bytes, purpose: str, message: str
) -> None:
    before = numbers(desk)
    name = "new.csv" if content.startswith((b"text", b"id", b"<")) else "new.jsonl"
    answer = upload(desk, content, name, purpose)
    words = answer.words.replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">")
    assert (answer.status, message in words) == (422, True), words
    assert "Nothing was added." in words
    assert numbers(desk) == before


def test_a_file_that_is_too_large_is_refused(desk: Desk) -> None:
    before = numbers(desk)
    assert upload(desk, b"x" * (33 * 1024 * 1024)).status == 413
    assert numbers(desk) == before


def test_a_decision_is_kept_with_who_and_when_and_can_be_taken_back(desk: Desk) -> None:
    pair = desk.pair("pair-2")
    address = f"/admin/letters/pairs/{pair.id}"
    assert desk.post(f"{address}/decision", decision="no").goes_to == "/admin/letters/gold?said=decided"
    decided = desk.pair("pair-2")
    assert (decided.decision, decided.decided) == ("no", NOW + 3600)
    assert "No, by keeper of letters, 2025-06-15 16:06 UTC" in desk.get(address).words
    assert desk.post(f"{address}/decision", decision="").status == 303
    assert (desk.pair("pair-2").decision, desk.pair("pair-2").decided_by) == (None, None)
    answer = desk.post(f"{address}/decision", decision="perhaps")
    assert (answer.status, "a decision is one of yes, no, unsure" in answer.words) == (422, True)
    answer = desk.post(f"/admin/letters/pairs/{desk.pair('known-0').id}/decision", decision="no")
    assert (answer.status, desk.pair("known-0").decision) == (422, None)


def test_a_pair_of_another_study_is_not_there(desk: Desk) -> None:
    with desk.database.writing() as session:
        other = create_study(session, StudyDesign("other", "Another"), NOW)
        add_pairs(session, other, [AskedPair("secret", "A secret text.", "A secret.")])
    number = desk.pair("secret").id
    assert desk.get(f"/admin/letters/pairs/{number}").status == 404
    assert desk.post(f"/admin/letters/pairs/{number}/decision", decision="no").status == 404
    assert desk.get("/admin/letters/pairs/x").status == 404
    assert "secret" not in desk.get("/admin/letters/pairs").text
    assert desk.pair("secret").decision is None


def test_long_lists_are_turned_by_pages(make_desk: MakeDesk) -> None:
    desk = make_desk(pairs=[AskedPair(f"p-{number}", "A b.", "C d.") for number in range(120)])
    first, last = desk.get("/admin/letters/pairs"), desk.get("/admin/letters/pairs?purpose=asked&page=99")
    assert "Page 1 of 3" in first.words
    assert 'href="/admin/letters/pairs?page=2"' in first.text
    assert "Page 3 of 3" in last.words
    assert 'href="/admin/letters/pairs?purpose=asked&amp;page=2"' in last.text
    assert (first.text.count("<tr>"), last.text.count("<tr>")) == (51, 21)

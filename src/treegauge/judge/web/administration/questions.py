"""The pairs of a study: upload them, look at them, and decide of those on which people disagree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import func, select
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....core.errors import CallError, DataError
from ....entailments.pairs import parse_pairs
from ...database.records import ASKED, CONTROL, TRIAL, MemberRecord, PairRecord, PersonRecord, PlaceRecord, StudyRecord
from ...pairs import asked_pairs, decide, remove_usual_trials
from ...studies import add_pairs
from ..rendering import rendered
from ..routes import Access, Call, Opens, redirect, web_page
from .forms import PAGE, number_in_path, page_number, pages_of, refusal

_PURPOSES = (ASKED, CONTROL, TRIAL)


@web_page("GET", "/admin/{study}/pairs", Access.administrator)
def pairs_page(call: Call) -> Response:
    """The pairs, and a form to upload more."""
    return _pairs_page(call, call.query.get("added"))


@web_page("POST", "/admin/{study}/pairs", Access.administrator, Opens.itself, upload=True)
def upload_pairs(call: Call) -> Response:
    """Add the pairs of a file, all or none."""
    name, data = call.files.get("file", ("", b""))
    purpose = call.form.get("purpose", ASKED)
    try:
        if purpose not in _PURPOSES:
            raise HTTPException(422, "form_wrong")
        if not data.strip():
            raise CallError("choose a file with pairs")
        pairs = asked_pairs(parse_pairs(data, name or "pairs"), purpose)
        with call.site.database.writing() as session:
            study = session.get_one(StudyRecord, call.in_study.id)
            if purpose == TRIAL:
                remove_usual_trials(session, study)
            added = add_pairs(session, study, pairs)
    except (CallError, DataError) as error:
        return _pairs_page(call, None, problem=str(error), purpose=purpose)
    return redirect(f"/admin/{call.in_study.name}/pairs?purpose={purpose}&added={added}")


@web_page("GET", "/admin/{study}/pairs/{pair}", Access.administrator)
def one_pair_page(call: Call) -> Response:
    """A pair, what people answered, and what was decided."""
    return _one_pair_page(call, _pair(call))


@web_page("POST", "/admin/{study}/pairs/{pair}/decision", Access.administrator, Opens.writing)
def decide_pair(call: Call) -> Response:
    """Decide what is gold, or take a decision back."""
    pair, choice = _pair(call), call.form.get("decision", "")
    if problem := refusal(call, lambda: decide(call.session, pair, choice or None, call.somebody, call.now)):
        return _one_pair_page(call, pair, problem)
    return redirect(f"/admin/{call.in_study.name}/gold?said=decided")


def _pair(call: Call) -> PairRecord:
    pair = call.session.get(PairRecord, number_in_path(call, "pair"))
    if pair is None or pair.study_id != call.in_study.id:
        raise HTTPException(404)
    return pair


def _one_pair_page(call: Call, pair: PairRecord, problem: str | None = None) -> Response:
    answers = call.session.execute(
        select(PlaceRecord, MemberRecord)
        .join(MemberRecord, MemberRecord.id == PlaceRecord.member_id)
        .where(PlaceRecord.pair_id == pair.id, PlaceRecord.choice.is_not(None))
        .order_by(PlaceRecord.answered)
        .limit(10 * PAGE)
    ).all()
    by = None if pair.decided_by is None else call.session.get(PersonRecord, pair.decided_by)
    return rendered(
        call,
        "admin/pair.html",
        status=422 if problem else 200,
        section="pairs",
        pair=pair,
        answers=answers,
        decided_by=by,
        problem_said=problem,
    )


def _pairs_page(call: Call, added: str | None, *, problem: str | None = None, purpose: str = ASKED) -> Response:
    """Opens a transaction of its own where the caller has none."""
    if call.opened is None:
        with call.site.database.reading() as session:
            return _pairs_page(replace(call, opened=session), added, problem=problem, purpose=purpose)
    study, only = call.in_study, call.query.get("purpose", "")
    count = select(PairRecord.purpose, func.count()).where(PairRecord.study_id == study.id)
    numbers = dict(call.session.execute(count.group_by(PairRecord.purpose)).all())
    chosen = select(PairRecord).where(PairRecord.study_id == study.id)
    chosen = chosen.order_by(PairRecord.purpose, PairRecord.id)  # as in an index
    if only in _PURPOSES:
        chosen = chosen.where(PairRecord.purpose == only)
    rows = numbers.get(only, 0) if only in _PURPOSES else sum(numbers.values())
    page = min(page_number(call), pages_of(rows))
    pairs = call.session.scalars(chosen.offset((page - 1) * PAGE).limit(PAGE)).all()
    return rendered(
        call,
        "admin/pairs.html",
        status=422 if problem else 200,
        section="pairs",
        numbers=numbers,
        pairs=pairs,
        answers=_answers(call, pairs),
        only=only if only in _PURPOSES else "",
        page=page,
        pages=pages_of(rows),
        purpose=purpose,
        added=int(added) if added and added.isascii() and added.isdigit() and len(added) < 9 else None,
        problem_said=problem,
    )


def _answers(call: Call, pairs: Sequence[PairRecord]) -> dict[int, int]:
    """How many answers each of some pairs has."""
    ids = [pair.id for pair in pairs]
    rows = call.session.execute(
        select(PlaceRecord.pair_id, func.count())
        .where(PlaceRecord.pair_id.in_(ids), PlaceRecord.choice.is_not(None))
        .group_by(PlaceRecord.pair_id)
    )
    return dict(rows.all())

"""The pages of the person who answers: consent, instructions, trial pairs, then one pair at a time."""

from __future__ import annotations

from contextlib import suppress

from sqlalchemy import func, select
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..database.records import OPEN, TRIAL, PairRecord, PlaceRecord
from ..people import invite
from ..places import (
    AnswerOutcome,
    GivenAnswer,
    answer_place,
    left_for,
    next_place,
    place_for_all,
    take_back,
)
from ..texts import texts_of
from .rendering import rendered
from .routes import Access, Call, Opens, redirect, web_page

_MANY = 200  # pairs: beyond that, how many are left is not counted
_COMMENT = 2000  # characters
_LARGEST = 2**31 - 1  # that a column of numbers holds
_SAID = ("passed_on", "other", "taken_back", "choose")


@web_page("GET", "/s/{study}", Access.member)
def study_home(call: Call) -> Response:
    """Go to where the person is in the study."""
    return redirect(f"/s/{call.in_study.name}/{_step(call)}")


@web_page("GET", "/s/{study}/consent", Access.member)
def consent_page(call: Call) -> Response:
    """What the study is about, and what is kept."""
    return rendered(call, "consent.html", message=None)


@web_page("POST", "/s/{study}/consent", Access.member, Opens.writing)
def consent(call: Call) -> Response:
    """Agree to take part."""
    if call.form.get("agree") != "yes":
        return rendered(call, "consent.html", status=422, message="needed")
    call.as_member.consented = call.as_member.consented or call.now
    return redirect(f"/s/{call.in_study.name}")


@web_page("GET", "/s/{study}/instructions", Access.member)
def instructions_page(call: Call) -> Response:
    """What to do, with worked examples."""
    if call.as_member.consented is None:
        return _home(call)
    return rendered(
        call, "instructions.html", examples=texts_of(call.in_study.language)["example"], trials=_number_of_trials(call)
    )


@web_page("POST", "/s/{study}/instructions", Access.member, Opens.writing)
def instructed(call: Call) -> Response:
    """Go on from the instructions."""
    if call.as_member.consented is not None:
        call.as_member.instructed = call.as_member.instructed or call.now
    return _home(call)


@web_page("GET", "/s/{study}/trial", Access.member, Opens.writing)
def trial_page(call: Call) -> Response:
    """The next trial pair."""
    place = place_for_all(call.session, call.as_member, TRIAL, call.now) if _step(call) == "trial" else None
    return _home(call) if place is None else _trial(call, place)


@web_page("POST", "/s/{study}/trial", Access.member, Opens.writing)
def try_answer(call: Call) -> Response:
    """Answer a trial pair, and see whether it is right and why."""
    place = call.session.get(PlaceRecord, _number(call, "place"))
    if place is None or place.member_id != call.as_member.id or place.pair.purpose != TRIAL:
        raise HTTPException(404)
    if call.form.get("choice") not in call.in_study.choices:
        return _trial(call, place, said="choose")
    answer_place(call.session, call.as_member, place.id, _given(call), call.now)
    call.session.refresh(place)
    return _trial(call, place)


@web_page("GET", "/s/{study}/pair", Access.member, Opens.writing)
def pair_page(call: Call) -> Response:
    """A pair to answer."""
    if _step(call) != "pair":
        return _home(call)
    return _next(call, call.query.get("said"))


@web_page("POST", "/s/{study}/answer", Access.member, Opens.writing)
def answer(call: Call) -> Response:
    """Keep an answer. The response is sent when it is on the disk."""
    if call.as_member.excluded is not None or _step(call) != "pair":
        return _home(call)
    if call.form.get("choice") not in call.in_study.choices:
        return _next(call, "choose", status=422)
    outcome = answer_place(call.session, call.as_member, _number(call, "place"), _given(call), call.now)
    said = {AnswerOutcome.passed_on: "passed_on", AnswerOutcome.other: "other"}.get(outcome)
    return _on(call, said)


@web_page("POST", "/s/{study}/undo", Access.member, Opens.writing)
def undo(call: Call) -> Response:
    """Take back the last answer: its pair is shown again."""
    if call.as_member.excluded is not None or call.in_study.state != OPEN or _step(call) != "pair":
        return _home(call)
    undone = take_back(call.session, call.as_member, _number(call, "answered"), call.now)
    return _on(call, None if undone is None else "taken_back")


@web_page("GET", "/s/{study}/pause", Access.member)
def pause_page(call: Call) -> Response:
    """Nothing has to be done to stop; here people see how they go on, on another device too."""
    return rendered(call, "pause.html", link=None)


@web_page("POST", "/s/{study}/pause", Access.member, Opens.writing)
def personal_link(call: Call) -> Response:
    """A link of one's own, for those who cannot log in. It is shown once; only its hash is kept."""
    if call.somebody.password is not None:
        raise HTTPException(404)
    _, token = invite(call.session, call.in_study, call.now, label=call.as_member.label, person=call.somebody)
    return rendered(call, "pause.html", link=f"{call.base}/join/{token}")


@web_page("GET", "/s/{study}/done", Access.member)
def done_page(call: Call) -> Response:
    """Nothing is left to answer."""
    return rendered(call, "done.html")


def _step(call: Call) -> str:
    """What a person does next."""
    member = call.as_member
    if member.consented is None:
        return "consent"
    if member.instructed is None:
        return "instructions"
    if member.answered:
        return "pair"
    return "trial" if _trials_done(call) < _number_of_trials(call) else "pair"


def _home(call: Call) -> Response:
    return redirect(f"/s/{call.in_study.name}")


def _on(call: Call, said: str | None) -> Response:
    """The next pair: for our script at once, else at an address that can be loaded again."""
    if call.quick:
        return _next(call, said)
    return redirect(f"/s/{call.in_study.name}/pair" + (f"?said={said}" if said else ""))


def _next(call: Call, said: str | None, *, status: int = 200) -> Response:
    study, member = call.in_study, call.as_member
    if member.excluded is not None or study.state != OPEN:
        return rendered(call, "done.html")
    place = next_place(call.session, member, call.now)
    if place is None:
        return rendered(call, "done.html")
    return rendered(
        call,
        "pair.html",
        status=status,
        place=place,
        left=left_for(call.session, member, _MANY + 1, call.now),
        many=_MANY,
        said=said if said in _SAID else None,
    )


def _trial(call: Call, place: PlaceRecord, said: str | None = None) -> Response:
    count, done = _number_of_trials(call), _trials_done(call)
    answered = place.choice is not None
    number = done if answered else done + 1
    return rendered(call, "trial.html", place=place, number=number, count=count, answered=answered, said=said)


def _number_of_trials(call: Call) -> int:
    condition = (PairRecord.study_id == call.in_study.id, PairRecord.purpose == TRIAL)
    return call.session.scalar(select(func.count()).select_from(PairRecord).where(*condition)) or 0


def _trials_done(call: Call) -> int:
    """How many trial pairs this person has answered."""
    return (
        call.session.scalar(
            select(func.count())
            .select_from(PlaceRecord)
            .join(PairRecord, PairRecord.id == PlaceRecord.pair_id)
            .where(
                PlaceRecord.member_id == call.as_member.id,
                PairRecord.purpose == TRIAL,
                PlaceRecord.choice.is_not(None),
            )
        )
        or 0
    )


def _given(call: Call) -> GivenAnswer:
    """What the form has. The time is that of the browser, if it was measured there."""
    seconds = None
    with suppress(ValueError):
        seconds = float(call.form.get("seconds", ""))
        seconds = seconds if 0 <= seconds < 1e6 else None
    return GivenAnswer(call.form["choice"], seconds, call.form.get("comment", "").strip()[:_COMMENT])


def _number(call: Call, name: str) -> int:
    text = call.form.get(name, "")
    if not text.isascii() or not text.isdigit() or len(text) > 10 or int(text) > _LARGEST:
        raise HTTPException(422, "form_wrong")
    return int(text)

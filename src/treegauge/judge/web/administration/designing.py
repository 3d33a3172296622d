"""Make a study, change it, and delete it."""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....core.errors import CallError
from ...database.records import ADMINISTRATOR, OPEN, PAUSED, StudyRecord
from ...pairs import usual_trials
from ...people import join
from ...studies import StudyDesign, add_pairs, change_study, create_study, delete_study
from ...texts import LANGUAGES, texts_of
from ..rendering import rendered
from ..routes import Access, Call, Opens, redirect, web_page
from .forms import refusal, whole_number

_NEW = {
    "title": "",
    "name": "",
    "language": "en",
    "choices": "yes, no, unsure",
    "answers_needed": "3",
    "minutes": "30",
    "control_every": "10",
    "about": "",
    "sign_up": "",
}
_NUMBERS = ("answers_needed", "minutes", "control_every")


@web_page("GET", "/new-study", Access.owner)
def new_study_page(call: Call) -> Response:
    """A form for a new study."""
    return _design_page(call, "new_study", _NEW)


@web_page("POST", "/new-study", Access.owner, Opens.writing)
def make_study(call: Call) -> Response:
    """Make a study; whoever makes it administrates it."""
    name = call.form.get("name", "").strip() or _as_name(call.form.get("title", ""))

    def make() -> None:
        design = _design(call, name)
        study = create_study(call.session, design, call.now)
        join(call.session, study, call.somebody, ADMINISTRATOR, "", call.now)
        add_pairs(call.session, study, usual_trials(design.language))

    if problem := refusal(call, make):
        return _design_page(call, "new_study", {**_NEW, **call.form}, problem)
    return redirect(f"/admin/{name}")


@web_page("GET", "/admin/{study}/settings", Access.administrator)
def settings_page(call: Call) -> Response:
    """What can be changed of a study, while people answer."""
    return _design_page(call, "settings", _values(call.in_study))


@web_page("POST", "/admin/{study}/settings", Access.administrator, Opens.writing)
def change_settings(call: Call) -> Response:
    """Change a study. More answers per pair make more places."""
    study = call.in_study
    problem = refusal(call, lambda: change_study(call.session, study, _design(call, study.name), study.state))
    return (
        _design_page(call, "settings", {**_values(study), "sign_up": "", **call.form}, problem)
        if problem
        else redirect(f"/admin/{study.name}/settings?said=changed")
    )


@web_page("POST", "/admin/{study}/state", Access.administrator, Opens.writing)
def change_state(call: Call) -> Response:
    """Pause a study, or open it again."""
    study, state = call.in_study, call.form.get("state")
    if state not in (OPEN, PAUSED):
        raise HTTPException(422, "form_wrong")
    study.state = state
    return redirect(f"/admin/{study.name}")


@web_page("POST", "/admin/{study}/delete", Access.administrator, Opens.writing)
def delete_whole_study(call: Call) -> Response:
    """Delete a study, if its name is typed."""
    study = call.in_study
    if call.form.get("name", "").strip() != study.name:
        return _design_page(call, "settings", _values(study), wrong_name=True)
    delete_study(call.session, study)
    return redirect("/admin")


def _design(call: Call, name: str) -> StudyDesign:
    form, words = call.form, texts_of("en")["pages"]["design"]
    numbers = {key: whole_number(form.get(key, ""), words[key]) for key in _NUMBERS}
    if len(form.get("title", "")) > 200:
        raise CallError("a title has up to 200 characters")
    return StudyDesign(
        name=name,
        title=" ".join(form.get("title", "").split()),
        language=form.get("language", ""),
        choices=[choice.strip() for choice in form.get("choices", "").split(",") if choice.strip()],
        about=form.get("about", "").replace("\r\n", "\n").strip(),
        sign_up=form.get("sign_up") == "yes",
        **numbers,
    )


def _as_name(title: str) -> str:
    return re.sub("[^a-z0-9]+", "-", title.lower())[:80].strip("-")


def _values(study: StudyRecord) -> dict[str, str]:
    """The settings as a form has them."""
    values = {name: str(getattr(study, name)) for name in _NEW}
    return {**values, "choices": ", ".join(study.choices), "sign_up": "yes" if study.sign_up else ""}


def _design_page(
    call: Call, page: str, values: dict[str, str], problem: str | None = None, *, wrong_name: bool = False
) -> Response:
    languages = {name: texts_of(name)["language"] for name in LANGUAGES}
    return rendered(
        call,
        f"admin/{page}.html",
        status=422 if problem or wrong_name else 200,
        section="settings",
        values=values,
        languages=languages,
        problem_said=problem,
        wrong_name=wrong_name,
        said=call.query.get("said"),
    )

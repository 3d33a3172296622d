"""Templates: every page is one, filled in the language of the study."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..texts import Texts, preferred_language, texts_of
from .numbers import as_day, as_figure, as_moment, as_number, as_per_cent
from .routes import Call

_PAGES = Path(__file__).parent / "pages"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_PAGES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(number=as_number, per_cent=as_per_cent, figure=as_figure, when=as_moment, day=as_day)
    return environment


def compile_pages() -> None:
    """Compile all templates, so that the first visitors do not wait for it."""
    for name in _environment().list_templates():
        _environment().get_template(name)


def rendered(call: Call, template: str, *, status: int = 200, language: str | None = None, **values: Any) -> Response:
    """A page. In templates, `t` has the texts of its language, and `form` a hidden field that every form needs."""
    texts = texts_for(call, language)
    content = (
        _environment()
        .get_template(template)
        .render(
            t=texts["pages"],
            choices=texts["choices"],
            language=texts["pages"]["common"]["language"],
            csrf=call.site.form_token(call.cookie),
            person=call.person,
            study=call.study,
            member=call.member,
            **values,
        )
    )
    return HTMLResponse(content, status)


def texts_for(call: Call, language: str | None = None) -> Texts:
    """The texts of a study's language; where there is no study, of the browser's."""
    return texts_of(language or (call.study.language if call.study is not None else call.language))


def error_page(request: Request, status: int, message: str) -> Response:
    """A page that says what is wrong, in the browser's language; `message` is a name in the texts."""
    texts = texts_of(preferred_language(request.headers.get("accept-language", "")))["pages"]
    content = (
        _environment()
        .get_template("error.html")
        .render(
            t=texts, language=texts["common"]["language"], message=texts["errors"][message], person=None, study=None
        )
    )
    return HTMLResponse(content, status)

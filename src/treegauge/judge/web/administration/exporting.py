"""Download gold and answers: without names, unless they are asked for."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import Response

from ....core.errors import DataError
from ....entailments.pairs import pairs_as_text
from ....evaluation.judging.files import judgements_as_text
from ....evaluation.judging.gold import judge_gold
from ...answers import study_answers, study_judgements
from ..rendering import rendered
from ..routes import Access, Call, Opens, web_page

_TYPES = {"xml": "application/xml", "jsonl": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
_SHARES = {"half": 0.5, "two-thirds": 2 / 3, "all": 1.0}


@web_page("GET", "/admin/{study}/export", Access.administrator)
def export_page(call: Call) -> Response:
    """What can be downloaded."""
    return _export_page(call)


@web_page("GET", "/admin/{study}/export/gold.{form}", Access.administrator, Opens.itself)
def export_gold(call: Call) -> Response:
    """The pairs that have a gold answer, with it: those on which people agree."""
    form, query = call.path["form"], call.query
    if form not in ("xml", "jsonl"):
        raise HTTPException(404)
    try:
        with call.site.database.reading() as session:
            answers = study_answers(session, call.in_study)
        gold = judge_gold(
            answers.judgements,
            method="dawid-skene" if query.get("method") == "dawid-skene" else "majority",
            share=_SHARES.get(query.get("share", ""), 0.5),
            at_least=_number(query.get("at_least", ""), 1, 100),
            probability=_number(query.get("probability", ""), 50, 100) / 100,
        )
    except DataError as error:
        return _export_page(call, str(error))
    return _file(call, "gold", form, pairs_as_text(answers.gold_pairs(gold), form))


@web_page("GET", "/admin/{study}/export/answers.{form}", Access.administrator, Opens.itself)
def export_answers(call: Call) -> Response:
    """Every answer to a pair that is asked or a control pair."""
    form = call.path["form"]
    if form not in ("jsonl", "csv"):
        raise HTTPException(404)
    named = call.query.get("names") == "yes"
    try:
        with call.site.database.reading() as session:
            judgements = study_judgements(session, call.in_study, details=named)
    except DataError as error:
        return _export_page(call, str(error))
    return _file(call, "answers", form, judgements_as_text(judgements if named else judgements.anonymous(), form))


def _export_page(call: Call, problem: str | None = None) -> Response:
    return rendered(call, "admin/export.html", status=422 if problem else 200, section="export", problem_said=problem)


def _file(call: Call, what: str, form: str, content: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{call.in_study.name}-{what}.{form}"'}
    return Response(content, media_type=_TYPES[form], headers=headers)


def _number(text: str, least: int, most: int) -> int:
    """A number of the query between two others; the first where there is none."""
    return min(max(int(text), least), most) if text.isascii() and text.isdigit() and len(text) < 6 else least

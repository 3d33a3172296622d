"""Make, open and serve an installation: what the command line calls."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from ..core.errors import CallError, DataError
from ..core.types import PathLike
from ..core.wording import shown
from .database.connection import Database
from .database.records import ADMINISTRATOR, TRIAL, StudyRecord
from .database.schema import check_schema, upgrade
from .folder import JudgeFolder, find_folder, make_folder
from .people import invite
from .studies import AskedPair, StudyPlan, add_pairs, create_study
from .texts import texts_of

_DAYS = 7  # for which the first link is valid


@dataclass(frozen=True)
class NewStudy:
    """What `init_study` made: the folder, and the path of the link that makes an administrator."""

    folder: JudgeFolder
    name: str
    pairs: int
    link: str


def init_study(
    path: PathLike,
    plan: StudyPlan,
    pairs: Sequence[AskedPair],
    *,
    database: str | None = None,
    public: str = "",
    seed: int = 0,
) -> NewStudy:
    """Make an installation with a study. Where the pairs have no trial pairs, those of the language are added."""
    folder = make_folder(path, database, public)
    opened = folder.open()
    try:
        upgrade(opened)
        with opened.writing() as session:
            now = time.time()
            study = create_study(session, plan, now)
            add_pairs(session, study, [*pairs, *_usual_trials(plan, pairs)], seed)
            _, token = invite(session, study, now, role=ADMINISTRATOR, owner=True, days=_DAYS)
    except BaseException:
        (folder.path / "judge.toml").unlink()  # so that the same call can be made again
        raise
    finally:
        opened.close()
    return NewStudy(folder, plan.name, len(pairs), f"/join/{token}")


def administrator_link(database: Database, study: str | None = None) -> str:
    """The path of a new link that makes its user an administrator: for one who has lost the password."""
    with database.writing() as session:
        record = find_study(session, study)
        return f"/join/{invite(session, record, time.time(), role=ADMINISTRATOR, owner=True, days=_DAYS)[1]}"


@contextmanager
def opened_folder(path: PathLike) -> Iterator[tuple[JudgeFolder, Database]]:
    """An installation whose tables are those of this version."""
    folder = find_folder(path)
    database = folder.open()
    try:
        check_schema(database)
        upgrade(database)
        yield folder, database
    finally:
        database.close()


def find_study(session: Session, name: str | None) -> StudyRecord:
    """The study of this name, or the only one."""
    studies = session.scalars(select(StudyRecord).order_by(StudyRecord.id)).all()
    if name is None and len(studies) == 1:
        return studies[0]
    for study in studies:
        if study.name == name:
            return study
    names = ", ".join(study.name for study in studies)
    if name is None:
        raise (
            CallError(f"there are several studies; choose one of {names}")
            if studies
            else DataError("there is no study")
        )
    raise CallError(f"there is no study {shown(name)}; there are: {names}")


def _usual_trials(plan: StudyPlan, pairs: Sequence[AskedPair]) -> list[AskedPair]:
    if any(pair.purpose == TRIAL for pair in pairs):
        return []
    return [
        AskedPair(f"trial-{number}", each["text"], each["hypothesis"], "", TRIAL, each["answer"], each["reason"])
        for number, each in enumerate(texts_of(plan.language)["trial"], 1)
    ]

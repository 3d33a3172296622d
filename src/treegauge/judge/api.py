"""Make, open and serve an installation: what the command line calls."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from sqlalchemy import select
from sqlalchemy.orm import Session

from ..core.errors import CallError, DataError
from ..core.types import PathLike
from ..core.wording import shown
from .backup import back_up, restore_database
from .database.connection import Database
from .database.records import ADMINISTRATOR, TRIAL, PersonRecord, StudyRecord
from .database.schema import check_schema, upgrade_tables
from .folder import JudgeFolder, find_folder, make_folder
from .pairs import usual_trials
from .people import invite
from .studies import AskedPair, StudyDesign, add_pairs, create_study

_DAYS = 7  # for which the first link is valid


def init_study(
    path: PathLike,
    design: StudyDesign,
    pairs: Sequence[AskedPair],
    *,
    database: str | None = None,
    public: str = "",
    seed: int = 0,
) -> JudgeFolder:
    """Make an installation with a study. Where the pairs have no trial pairs, those of the language are added."""
    folder = make_folder(path, database, public)
    try:
        with closing(folder.open()) as opened:
            upgrade_tables(opened)
            with opened.writing() as session:
                study = create_study(session, design, time.time())
                trials = [] if any(pair.purpose == TRIAL for pair in pairs) else usual_trials(design.language)
                add_pairs(session, study, [*pairs, *trials], seed)
    except BaseException:
        folder.remove()  # so that the same call can be made again
        raise
    return folder


def has_administrator(database: Database) -> bool:
    """Whether somebody can log in as an owner of the installation."""
    with database.reading() as session:
        owner = select(PersonRecord.id).where(PersonRecord.owner, PersonRecord.password.is_not(None)).limit(1)
        return session.scalar(owner) is not None


def administrator_link(database: Database) -> str:
    """The path of a new link that makes its user an owner of the installation. It is valid once."""
    with database.writing() as session:
        study = session.scalars(select(StudyRecord).order_by(StudyRecord.id)).first()
        if study is None:
            raise DataError("there is no study")
        return f"/join/{invite(session, study, time.time(), role=ADMINISTRATOR, owner=True, days=_DAYS)[1]}"


@contextmanager
def opened_folder(path: PathLike) -> Iterator[tuple[JudgeFolder, Database]]:
    """An installation whose tables are those of this version."""
    folder = find_folder(path)
    with closing(folder.open()) as database:
        check_schema(database)
        upgrade_tables(database)
        yield folder, database


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


def back_up_folder(path: PathLike, file: PathLike) -> int:
    """Write all of an installation to a file, while people go on. Returns the number of rows."""
    with opened_folder(path) as (_, database):
        return back_up(database, file)


def restore_folder(file: PathLike, path: PathLike, *, database: str | None = None, public: str = "") -> int:
    """Make an installation of a backup, in a new folder. Returns the number of rows."""
    folder = make_folder(path, database, public)
    try:
        with closing(folder.open()) as opened:
            return restore_database(file, opened)
    except BaseException:
        folder.remove()
        raise

"""Open a database, and read or write it in transactions that are on disk when they are over."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from sqlalchemy.orm import Session, sessionmaker

from ...core.errors import CallError, DataError, MissingExtraError

_WAIT = 30  # to wait for a lock
_CONNECTIONS = 20
_NO_SPACE = ("disk is full", "No space left", "disk I/O error", "could not extend file")
_AWAY = ("OperationalError", "InterfaceError")  # of psycopg: also one that is shut down, restarts, or undid our work


class NoSpaceError(DataError):
    """The disk of the database is full: what was to be written is not."""


class AwayError(DataError):
    """The database does not answer."""


@dataclass(frozen=True)
class Database:
    """An open database."""

    engine: Engine
    lock: threading.Lock | None = field(default=None)  # of those who write: SQLite takes one at a time

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that changes nothing."""
        with translated(), Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is on disk when this context is left, or undone as a whole after an error."""
        new_session = sessionmaker(self._writer, expire_on_commit=False)
        with translated(), self.lock or nullcontext(), new_session.begin() as session:
            yield session

    @property
    def _writer(self) -> Engine:
        return self.engine.execution_options(writes=True) if self.lock else self.engine

    @property
    def kind(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.engine.dialect.name

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def open_database(address: str) -> Database:
    """Open `sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/NAME`."""
    url = _checked(address)
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            url,
            connect_args={"timeout": _WAIT, "check_same_thread": False},
            hide_parameters=True,
            pool_size=_CONNECTIONS,
            max_overflow=_CONNECTIONS,
        )
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return Database(engine, threading.Lock())
    durable = {"options": "-c synchronous_commit=on", "connect_timeout": _WAIT}
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args=durable,
        hide_parameters=True,
        pool_size=_CONNECTIONS,
        max_overflow=_CONNECTIONS,
        pool_pre_ping=True,
    )
    return Database(engine)


def _checked(address: str) -> URL:
    try:
        url = make_url(address)
        kind = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError):
        kind = ""
    if kind not in ("sqlite", "postgresql"):
        raise CallError("the database is sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")
    if kind == "postgresql":
        try:
            import psycopg  # noqa: F401
        except ImportError:
            raise MissingExtraError("psycopg", "judge", "PostgreSQL") from None
    return url


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Answers survive the end of the process and of the machine: `FULL` writes through to the disk."""
    connection.isolation_level = None  # we begin transactions ourselves
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Any) -> None:
    """One that writes says so at once: two that read first and write later would wait for each other."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _is_away(error: BaseException | None, message: str) -> bool:
    """SQLite calls errors of all kinds operational, so its messages decide."""
    if type(error).__module__.startswith("sqlite3"):
        return any(sign in message for sign in ("locked", "unable to open", "readonly"))
    return any(kind.__name__ in _AWAY for kind in type(error).__mro__)


@contextmanager
def translated() -> Iterator[None]:
    """Turn what a database says into our errors; they quote neither addresses nor values."""
    try:
        yield
    except DBAPIError as error:
        message = str(error.orig)
        if any(sign in message for sign in _NO_SPACE) or getattr(error.orig, "sqlstate", None) == "53100":
            raise NoSpaceError("the disk of the database is full; nothing was written") from error
        if error.connection_invalidated or _is_away(error.orig, message):
            raise AwayError("the database does not answer; nothing was written") from error
        raise
    except NoConnectionError as error:
        raise AwayError("the database has no connection left") from error

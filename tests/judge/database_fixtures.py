"""Empty databases of both kinds, for tests: `pytest_plugins = ["database_fixtures"]`."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from databases import KINDS, NewAddress
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from postgres import Postgres, served_postgres, why_none
from treegauge.judge import secrets
from treegauge.judge.database.connection import Database, open_database
from treegauge.judge.database.schema import upgrade_tables

_NUMBERS = itertools.count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The PostgreSQL server of this process; it has a database `tables` with the tables of this version."""
    if why_none():
        pytest.skip(why_none())
    with served_postgres() as server:
        with closing(open_database(server.new_database("tables"))) as made:
            upgrade_tables(made)
        yield server


@pytest.fixture(scope="session")
def sqlite_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the tables of this version."""
    file = tmp_path_factory.mktemp("tables") / "tables.sqlite"
    with closing(open_database(f"sqlite:///{file}")) as made:
        upgrade_tables(made)
    return file


@pytest.fixture
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[NewAddress]:
    """Make a database with the tables of this version, or without any; its address."""
    made: list[tuple[Postgres, str]] = []

    def make(kind: str, *, tables: bool = True) -> str:
        name = f"test{next(_NUMBERS)}"
        if kind == "postgresql":
            server: Postgres = request.getfixturevalue("postgres")
            made.append((server, name))
            return server.new_database(name, "tables" if tables else "template0")
        file = tmp_path / f"{name}.sqlite"
        if tables:
            shutil.copy(request.getfixturevalue("sqlite_tables"), file)
        return f"sqlite:///{file}"

    yield make
    for server, name in made:
        server.drop_database(name)


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_address: NewAddress) -> Iterator[Database]:
    """A database with tables and nothing in them, of each kind."""
    with closing(open_database(new_address(request.param))) as opened:
        yield opened


@pytest.fixture
def sqlite(new_address: NewAddress) -> Iterator[Database]:
    """The same in a file, for what does not depend on the kind of database."""
    with closing(open_database(new_address("sqlite"))) as opened:
        yield opened


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time, where it is not passwords that are tested."""
    quick = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
    monkeypatch.setattr(secrets, "_ARGON2", quick)
    monkeypatch.setattr(secrets, "_NOBODY", quick.hash("nobody"))

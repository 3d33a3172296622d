"""A PostgreSQL server of one's own in a temporary folder, for tests and benchmarks: Debian's, or that of the package
`pgserver`."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

_NOBODY = 65534  # the user without rights, and their group
_SETTINGS = ("listen_addresses=''", "max_connections=120", "shared_buffers=64MB")
_QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # survives the end of processes, not of power


def programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`, newest first."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
    if on_path := shutil.which("pg_ctl"):
        folders.append(Path(on_path).resolve().parent)
    package = importlib.util.find_spec("pgserver")
    if package is not None and package.origin is not None:
        folders.append(Path(package.origin).parent / "pginstall" / "bin")
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def why_none() -> str:
    """Why nothing can be tested with PostgreSQL here; empty if it can."""
    return "" if programs() else "PostgreSQL is not installed (Debian: apt install postgresql; or the package pgserver)"


@dataclass(frozen=True)
class Postgres:
    """A server that runs, reached by a socket in its folder."""

    folder: Path
    programs: Path
    user: int | None  # who runs it, where we may not: it refuses root

    def run(self, program: str, *arguments: str) -> None:
        """Call one of its programs."""
        more: dict[str, Any] = {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}
        with open(self.folder / "log", "ab") as log:
            subprocess.run(
                [self.programs / program, *arguments], check=True, stdout=log, stderr=log, cwd=self.folder, **more
            )

    def make(self, *, quick: bool = True) -> None:
        """Make an empty cluster."""
        self.run("initdb", "-D", "data", "-U", "judge", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        settings = (*_SETTINGS, *(_QUICK if quick else ()), f"unix_socket_directories='{self.folder}'")
        with open(self.folder / "data" / "postgresql.conf", "a") as file:
            file.write("\n".join(settings) + "\n")

    def start(self) -> None:
        self.run("pg_ctl", "-D", "data", "-w", "-t", "60", "start")

    def stop(self, how: str = "immediate") -> None:
        """`immediate`: as a crash, so that the next start recovers what was acknowledged."""
        self.run("pg_ctl", "-D", "data", "-w", "-m", how, "stop")

    def new_database(self, name: str, template: str = "template0") -> str:
        """Make a database; its address."""
        self._say(f"CREATE DATABASE {name} TEMPLATE {template}")
        return f"postgresql://judge@/{name}?host={self.folder}"

    def drop_database(self, name: str) -> None:
        self._say(f"DROP DATABASE {name} WITH (FORCE)")

    def _say(self, words: str) -> None:
        with psycopg.connect(f"host={self.folder} user=judge dbname=postgres", autocommit=True) as connection:
            connection.execute(words.encode())


@contextmanager
def served_postgres(*, quick: bool = True) -> Iterator[Postgres]:
    """A server in a folder that is removed at the end."""
    folder, found = Path(tempfile.mkdtemp(prefix="judge-pg-")), programs()
    assert found is not None
    user = _NOBODY if os.geteuid() == 0 else None
    if user is not None:
        os.chown(folder, user, user)
    server = Postgres(folder, found, user)
    try:
        server.make(quick=quick)
        server.start()
        yield server
    finally:
        if (folder / "data" / "postmaster.pid").exists():
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)

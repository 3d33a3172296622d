"""The folder of an installation: where its database is, and the secret that signs cookies."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict
from urllib.parse import urlsplit

from ..core.errors import CallError
from ..core.toml import read_toml
from ..core.types import PathLike
from ..core.wording import shown
from .database.connection import Database, open_database

SETTINGS = "judge.toml"
_FILE = "answers.sqlite"
_FILE_OF_FOLDER = "sqlite:///answers.sqlite"


class _Settings(TypedDict):
    database: str
    secret: str
    public: NotRequired[str]


@dataclass(frozen=True)
class JudgeFolder:
    """An installation on disk. `database` is an address; `public` is where people reach it."""

    path: Path
    database: str
    secret: str
    public: str = ""

    def open(self) -> Database:
        """Open its database."""
        if self.database == _FILE_OF_FOLDER:
            return open_database(f"sqlite:///{self.path.absolute() / _FILE}")
        return open_database(self.database)

    def remove(self) -> None:
        """Remove what was just made: the settings, and the file of the database."""
        for name in (SETTINGS, _FILE, f"{_FILE}-wal", f"{_FILE}-shm"):
            (self.path / name).unlink(missing_ok=True)


def make_folder(path: PathLike, database: str | None = None, public: str = "") -> JudgeFolder:
    """A new folder, which only its owner can read: it has a secret, and perhaps the password of a database."""
    folder = Path(path)
    if (folder / SETTINGS).exists():
        raise CallError(f"'{folder}' is in use already; choose another folder")
    made = JudgeFolder(folder, database or _FILE_OF_FOLDER, secrets.token_hex(32), checked_address(public))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(folder / SETTINGS, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write("# treegauge judge: keep this file to yourself.\n")
            for key, value in (("database", made.database), ("secret", made.secret), ("public", made.public)):
                file.write(f"{key} = {_quoted(value)}\n")
        if made.database == _FILE_OF_FOLDER:
            os.close(os.open(folder / _FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise CallError(f"cannot make '{folder}': {error.strerror}") from None
    return made


def find_folder(path: PathLike) -> JudgeFolder:
    """The installation in a folder."""
    file = Path(path) / SETTINGS
    if not file.is_file():
        raise CallError(f"'{os.fspath(path)}' is not a folder of treegauge judge; `treegauge judge init` makes one")
    settings = read_toml(file, _Settings, str(file))
    return JudgeFolder(
        Path(path), settings["database"], settings["secret"], checked_address(settings.get("public", ""))
    )


def checked_address(public: str) -> str:
    """A public address without a slash at its end."""
    parts = urlsplit(public)
    if public and (parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment):
        raise CallError(f"a public address is like https://judge.example.org, not {shown(public)}")
    if parts.path not in ("", "/"):
        raise CallError(f"the public address {shown(public)} has a path; give the application a host name of its own")
    return public.rstrip("/")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

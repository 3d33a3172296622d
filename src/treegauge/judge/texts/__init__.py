"""What the pages say, in the languages of the studies: one TOML file each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TypedDict

from ...core.toml import packaged_toml

LANGUAGES = tuple(
    sorted(file.name.removesuffix(".toml") for file in files(__name__).iterdir() if file.name.endswith(".toml"))
)


class WorkedPair(TypedDict):
    """A pair with its answer, and why: an example of the instructions, or a trial."""

    text: str
    hypothesis: str
    answer: str
    reason: str


class Texts(TypedDict):
    """All texts of a language: by page and name, and the pairs that come with it."""

    language: str
    choices: dict[str, str]
    pages: dict[str, dict[str, str]]
    example: list[WorkedPair]
    trial: list[WorkedPair]


@cache
def texts_of(language: str) -> Texts:
    """The texts of a language: `texts["pages"]["pair"]["left"]`."""
    return packaged_toml(__name__, f"{language}.toml", Texts)


def preferred_language(accepted: str) -> str:
    """The first of our languages among those that a browser accepts (`de-CH,de;q=0.9,en;q=0.8`); else English."""
    wanted = (part.partition(";")[0].strip().partition("-")[0].lower() for part in accepted.split(","))
    return next((language for language in wanted if language in LANGUAGES), "en")

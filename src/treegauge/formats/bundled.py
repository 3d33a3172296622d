"""The treebank that comes with treegauge: 64 English and 34 German sentences, written for it, with constituency and
dependency trees."""

from __future__ import annotations

from importlib.resources import as_file, files

from ..core.errors import UnknownNameError
from ..treebank import Treebank
from .api import read

BUNDLED = (
    "english.mrg",
    "english.conllu",
    "english.parsed.mrg",
    "english.parsed.conllu",
    "german.export",
    "german.conllu",
    "german.parsed.export",
    "german.parsed.conllu",
)


def bundled(name: str) -> Treebank:
    """A bundled treebank by the name of its file: `bundled("german.export")`. The `parsed` ones are the output of an
    imperfect parser."""
    if name not in BUNDLED:
        raise UnknownNameError(f"unknown bundled treebank '{name}'; known: {', '.join(BUNDLED)}")
    with as_file(files("treegauge").joinpath("data", name)) as path:
        return read(path)

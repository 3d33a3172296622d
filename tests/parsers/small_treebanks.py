"""Small treebanks for the tests of parsers, and trees as text."""

from __future__ import annotations

from treegauge import Treebank
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank.build import Builder


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def conllu(text: str) -> Treebank:
    reader = FORMATS.get("conllu").read
    assert reader is not None
    return reader(Input(text.encode()))


def tagged(*sentences: str) -> Treebank:
    """Words that are called like their tags; `_` is a word without one."""
    builder = Builder()
    for sentence in sentences:
        builder.add({}, [{"form": tag, "tag": None if tag == "_" else tag} for tag in sentence.split()])
    return builder.build()


def brackets(treebank: Treebank) -> list[str]:
    return [tree.brackets() for tree in treebank]

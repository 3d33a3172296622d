"""The base of parsers that are Python packages, and what they share: their versions, texts, tags."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass
from typing import ClassVar

from ...core.errors import CallError, DataError
from ...treebank import Treebank
from ..results import Parses
from ..trees import has_tags
from .base import TrainedParser
from .sentences import missing_package


@dataclass(frozen=True, kw_only=True)
class PackageParser(TrainedParser):
    """A parser whose name is also the extra of treegauge that installs it."""

    package_name: ClassVar[str]

    def missing(self) -> str | None:
        return missing_package(self.package_name, self.name)

    @property
    def title(self) -> str:
        return f"{self.package_name} {importlib.metadata.version(self.package_name)}"


def parses_of_text(spec: str, trees: Treebank) -> Parses:
    """The sentences of a text, with the trees and the tags that a package predicted."""
    return Parses(spec, trees, predicted_tags=True)


def check_tags_to_parse(sentences: Treebank, parser: str) -> None:
    """Raise an error if a model that uses tags gets words without any."""
    if len(sentences.tokens) and not has_tags(sentences):
        raise DataError(
            f"{sentences.where(0)}: no word has a tag, and this model of {parser} uses tags; tag the words first"
        )


def check_only_named(model: str | None, name: str, parser: str) -> None:
    """Raise an error if a model is named next to a treebank to learn from."""
    if model is not None:
        raise CallError(
            f"{parser}({name}={model}) is a trained model, which does not learn from another treebank; leave out the"
            f" treebank, or '{name}'"
        )

"""What a parser is: it learns a model from a treebank, and the model predicts the trees of other sentences."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar, final

from ..core.errors import CallError, MissingParserError
from ..core.mapping import is_distributed, mapped
from ..core.options import Configured, configured, registering
from ..core.registry import Registry
from ..core.types import Progress
from ..formats.sources import bare_name
from ..treebank import Treebank
from ..treebank.parts import blocks_of
from .attaching import predicted_parses
from .results import Parses, Predictions, join_parses

Kind = Literal["constituents", "dependencies"]


class ParserModel:
    """What a parser has learned.

    by_sentence  whether the tree of a sentence depends on no other sentence, and the model can be sent to another
                 process: sentences can then be parsed in blocks, on a cluster
    summed       facts that are numbers of the sentences, to be added up over blocks, not of the model
    """

    by_sentence: ClassVar[bool] = False
    summed: ClassVar[tuple[str, ...]] = ()

    @property
    def spec(self) -> str:
        """The parser with its options, as `Parses` shows it."""
        raise NotImplementedError

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        """The trees of sentences. A model defines this method; `parse` calls it with sentences that have no trees."""
        raise NotImplementedError

    def check(self, sentences: Treebank) -> None:
        """Raise an error for sentences that the model cannot parse at all; `parse` calls it first."""

    @final
    def parse(self, treebank: Treebank, progress: Progress | None = None) -> Parses:
        """Parse the words and tags of a treebank. Its trees are removed first, so that the model never sees them.

        A parser that fails part of the way raises a `ParserError`.
        """
        self.check(treebank)
        if self.by_sentence and is_distributed():
            return join_parses(mapped(_predicted, blocks_of(treebank), self, progress=progress), self.summed)
        return _predicted(treebank, self, progress)

    def parse_text(self, text: str, progress: Progress | None = None) -> Parses:
        """Parse a text that is not divided into sentences and words; only where the parser divides texts itself."""
        raise CallError(f"{self.spec} does not divide a text into words")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file that `Parser.load` reads; its name has one of the endings `Parser.saved`."""
        raise CallError("this model cannot be saved")

    def undo(self, treebank: Treebank) -> Treebank:
        """Trees of this model without what training itself added to the trees."""
        return treebank


def _predicted(treebank: Treebank, model: ParserModel, progress: Progress | None = None) -> Parses:
    return predicted_parses(model.spec, treebank, lambda sentences: model.predict(sentences, progress))


@dataclass(frozen=True, kw_only=True)
class Parser(Configured):
    """Base of all parsers. The fields of a parser are its options.

    makes        which kind of trees it predicts; a class attribute, or a property where it depends on the options
    saved        endings of the files that `load` reads: models saved earlier
    learns       whether it can be trained here
    reads_text   whether its models divide a text into sentences and words themselves
    by_sentence  whether its models parse by sentence, as `ParserModel.by_sentence` says
    uses_device  whether its models can work on a CUDA device (`on_device`)
    """

    saved: ClassVar[tuple[str, ...]] = ()
    learns: ClassVar[bool] = True
    reads_text: ClassVar[bool] = False
    by_sentence: ClassVar[bool] = False
    uses_device: ClassVar[bool] = False

    @property
    def makes(self) -> Kind:
        """Which kind of trees it predicts."""
        return "constituents"

    def missing(self) -> str | None:
        """What it needs to run here and how to get it, in one sentence; None if nothing is missing."""
        return None

    def licence(self) -> str | None:
        """One sentence on what `install` is about to install, and its licence; None if it installs nothing."""
        return None

    def install(self, source: str | os.PathLike[str] | None = None) -> str:
        """Install what is missing, from a file or folder if one is given, and return a sentence on what was done."""
        missing = self.missing()
        if missing is not None:
            raise CallError(f"{self.name} cannot run here, and treegauge does not install it by itself: {missing}")
        return f"{self.name} can run here; there is nothing to install"

    def check(self) -> None:
        """Raise an error if something is missing."""
        missing = self.missing()
        if missing is not None:
            raise MissingParserError(f"{self.name} cannot run here: {missing}")

    def train(self, treebank: Treebank, progress: Progress | None = None) -> ParserModel:
        """Learn from the trees of a treebank."""
        raise NotImplementedError

    def trained(self) -> ParserModel:
        """The trained model that comes with the parser, for these options."""
        raise CallError(
            f"{self.name} has no trained model of its own; give it a treebank to learn from, or a saved model"
        )

    def load(self, path: str | os.PathLike[str]) -> ParserModel:
        """A model from a file."""
        raise CallError(f"{self.name} has no saved models; give it a treebank to learn from")

    def is_saved(self, path: str | os.PathLike[str]) -> bool:
        """Whether a file is a saved model, judged by its name; any other file is a treebank. A model of another parser
        is an error."""
        name = bare_name(os.fspath(path))
        if not self.learns or name.endswith(self.saved or ("\0",)):
            return True
        others = [other for other, kind in PARSERS.items() if kind.saved and name.endswith(kind.saved)]
        if others:
            raise CallError(f"'{os.fspath(path)}' is a model of {' or '.join(others)}, not of {self.name}")
        return False

    def check_save(self, path: str | os.PathLike[str]) -> None:
        """Raise an error for a name that `is_saved` would not recognise, before anything is trained."""
        if not self.saved:
            raise CallError(f"models of {self.name} cannot be saved")
        if not bare_name(os.fspath(path)).endswith(self.saved):
            endings = " or ".join(self.saved)
            raise CallError(f"'{os.fspath(path)}' is not a name for a model of {self.name}; it must end in {endings}")


PARSERS: Registry[type[Parser]] = Registry(
    "parser", "treegauge.parsers", "treegauge.parsers.adapters", describe=lambda member: member.summary()
)
ParserClass = TypeVar("ParserClass", bound=type[Parser])


def parser(name: str) -> Callable[[ParserClass], ParserClass]:
    """Register a class as a parser."""
    return registering(PARSERS, name)


def find_parser(spec: str) -> Parser:
    """The parser that a specification names: `pcfg`, `pcfg(max_length=40)`."""
    return configured(PARSERS, spec)

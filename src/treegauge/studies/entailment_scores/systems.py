"""The trees of a system: a parser that is trained here, without and with functions that a tagger adds.

What takes long is kept in the folder of the study: parses and taggers."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from ...core.errors import CallError
from ...core.outputs import write_text
from ...core.resuming import key
from ...formats.api import read, write
from ...models.function_tags.storage import read_functions, write_functions
from ...models.function_tags.tagger import FunctionTagger, learn_functions
from ...parsers.api import parse
from ...parsers.base import Parser, find_parser
from ...parsers.predicted_tags import predict_tags
from ...transforms.preparation import resolve
from ...treebank import Treebank
from .divided import Divided
from .forms import Forms, with_known_tags

StartsFrom = Literal["words", "tags"]
FUNCTIONS = " + functions"
_AFTER = ">"  # "parent-annotation > pcfg": a transform of the training trees, and the parser


class EvaluatedSystem(NamedTuple):
    """A parser and the transforms of the trees that it learns from."""

    parser: Parser
    transforms: tuple[str, ...]

    @property
    def name(self) -> str:
        """What tables call it."""
        return ", ".join([self.parser.name, *self.transforms])

    @property
    def makes_phrases(self) -> bool:
        return self.parser.makes == "constituents"


class Parsed(NamedTuple):
    """The trees of a system, and the number of sentences without a parse, which have flat trees."""

    trees: Treebank
    unparsed: int


def _gets_gold_tags(parser: Parser) -> bool:
    """Whether a parser of phrases uses the tags of the sentences."""
    return not getattr(parser, "words", True) or getattr(parser, "tags", "own") == "given"


def evaluated_system(spec: str) -> EvaluatedSystem:
    """A parser, or transforms and a parser: `parent-annotation > pcfg`."""
    *transforms, parser = (part.strip() for part in spec.split(_AFTER))
    return EvaluatedSystem(find_parser(parser), tuple(transforms))


@dataclass(frozen=True)
class Laboratory:
    """Where systems are trained.

    divided  the sentences
    given    whether systems start from `words` (then dependency parsers get predicted tags, in training, too, and
             phrase parsers find their own) or get gold `tags`
    seed     the seed of taggers
    folder   where parses and taggers are kept; None keeps nothing
    """

    divided: Divided
    given: StartsFrom
    seed: int
    folder: str | None

    def parsed(self, system: EvaluatedSystem) -> Parsed:
        """The sentences as a system parses them."""
        system.parser.check()
        if self.given == "words" and _gets_gold_tags(system.parser):
            raise CallError(
                f"{system.parser.spec} gets gold tags; to start from words, let it find its own: pcfg(words=true)"
            )
        parts = [self._kept_parse(system, train, test) for train, test in self.divided.pairs]
        return Parsed(self.divided.joined([part.trees for part in parts]), sum(part.unparsed for part in parts))

    def tagged(self, trees: Treebank) -> Treebank:
        """Trees of all sentences with the functions of taggers that learned from the training sentences alone."""
        fold = self.divided.fold
        parts = [trees.select(np.flatnonzero(fold == number)) for number in range(len(self.divided.pairs))]
        pairs = zip(self.divided.pairs, parts, strict=True)
        return self.divided.joined([self._tagger(train).tag(part) for (train, _), part in pairs])

    def _kept_parse(self, system: EvaluatedSystem, train: Forms, test: Forms) -> Parsed:
        ending = "brackets" if system.makes_phrases else "conllu"
        title = str(getattr(system.parser, "title", ""))
        settings = [system.transforms, self.given, self.seed, title]
        place = self._place("parses", [train.gold, train.phrases, test.gold], [system.parser.spec], settings)
        if place is not None and os.path.exists(f"{place}.json"):
            with open(f"{place}.json", encoding="utf-8") as file:
                return Parsed(read(f"{place}.{ending}:{ending}", lenient=True), json.load(file)["unparsed"])
        found = self._parse(system, train, test)
        if place is not None:
            write(found.trees, f"{place}.{ending}:{ending}")
            write_text(json.dumps({"unparsed": found.unparsed}), f"{place}.json")
        return found

    def _parse(self, system: EvaluatedSystem, train: Forms, test: Forms) -> Parsed:
        phrases = system.makes_phrases
        learned, sentences = (own.phrases if phrases else own.dependencies for own in (train, test))
        if self.given == "tags":
            sentences = with_known_tags(learned, sentences, self.seed)
        elif not phrases:
            learned, sentences = self._predicted(learned, sentences)
        found = parse(
            learned,
            sentences,
            system.parser,
            transforms=resolve(system.transforms, learned),
            undo=bool(system.transforms),
            seed=self.seed,
        )
        return Parsed(found.trees, len(found.unparsed))

    def _predicted(self, train: Treebank, test: Treebank) -> tuple[Treebank, Treebank]:
        """Both with predicted tags, which are the same for all parsers."""
        place = self._place("tags", [train, test], [], [self.seed])
        if place is None:
            return predict_tags(train, test, seed=self.seed)
        files = (f"{place}-train.conllu", f"{place}-test.conllu")
        if not os.path.exists(files[1]):
            for trees, file in zip(predict_tags(train, test, seed=self.seed), files, strict=True):
                write(trees, file)
        learned, sentences = (read(file) for file in files)
        return learned, sentences

    def _tagger(self, train: Forms) -> FunctionTagger:
        place = self._place("functions", [train.gold], [], [self.seed])
        if place is None:
            return learn_functions(train.gold, seed=self.seed)
        if not os.path.exists(f"{place}.functions"):
            write_functions(learn_functions(train.gold, seed=self.seed), f"{place}.functions")
        return read_functions(f"{place}.functions")

    def _place(
        self, what: str, data: Sequence[Treebank], specs: Sequence[str], settings: Sequence[object]
    ) -> str | None:
        if self.folder is None:
            return None
        os.makedirs(self.folder, exist_ok=True)
        return os.path.join(self.folder, f"{what}-{key(data, specs, settings)}")

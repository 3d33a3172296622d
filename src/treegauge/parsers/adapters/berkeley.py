"""The Berkeley parser r32, run as a program: trees in, a grammar out; words in, trees out."""

from __future__ import annotations

import gzip
import os
import re
import shlex
import tempfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

import numpy as np

from ...core.bounds import Bounds, Positive, SeedNumber
from ...core.errors import CallError, DataError
from ...core.types import Progress
from ...core.wording import option
from ...programs.java import JavaRun
from ...treebank import Text, Treebank
from ..base import parser
from ..foreign.base import FileModel, JavaParser
from ..foreign.models import copy_model
from ..foreign.phrases import PrintedTree, parse_parts, words_for_brackets, write_trees_for_training
from ..results import Predictions
from ..trees import check_phrase_trees

_TRAINER = "edu.berkeley.nlp.PCFGLA.GrammarTrainer"
_WRITER = "edu.berkeley.nlp.PCFGLA.WriteGrammarToTextFile"
_TEXT = ".grammar"
_PARSER = "edu.berkeley.nlp.PCFGLA.BerkeleyParser"
_SHAPE = ("-b", "-hor", "-ver", "-smooth", "-keepFunctionLabels")
_OURS = frozenset([*_SHAPE, "-path", "-out", "-in", "-treebank", "-SMcycles", "-baseline", "-randSeed", "-h"])
_ITERATIONS = {"-splitMaxIt": 50, "-mergeMaxIt": 20, "-smoothMaxIt": 10}
_BEGINNING = b"Beginning iteration "
_CHATTER = re.compile(r"Calling|Loading|Will|Using|Random|I will|In training|reducing|Binarizing|There are")
_GRAMMAR = b"edu.berkeley.nlp.PCFGLA.ParserData"
_LONGEST = 200  # words; the program's own limit
_NONE = "(())"
_NO_PARSE = "the grammar has no tree for its words"
# With viterbi, the program stops at a sentence that it has no tree for, and says this.
_STOPPED = "NullPointerException"


@parser("berkeley")
@dataclass(frozen=True, kw_only=True)
class Berkeley(JavaParser):
    """The Berkeley parser r32: a grammar whose labels are split into latent subcategories by EM.

    Petrov, Barrett, Thibaux and Klein 2006, Learning accurate, compact, and interpretable tree annotation; Petrov and
    Klein 2007, Improved inference for unlexicalized parsing (the tree with the best rules, `max-rule`).

    cycles        how often subcategories are split and merged; 0 learns the grammar of the labels themselves
    seed          of the noise that makes the halves of a split differ
    smooth        smooth the subcategories of a label
    binarisation  how longer rules are divided: right, left, head or parent
    horizontal    how many sisters a symbol of a divided rule remembers, up to 2
    vertical      how many labels a label remembers: 1 for itself, 2 with its parent, 3 with its grandparent
    functions     keep what follows - or = in a label; else it is cut off
    options       switches of its GrammarTrainer, such as '-rare 10 -mergingPercentage 0.4'
    viterbi       the most probable tree with subcategories, not the tree with the best rules
    accurate      prune less
    tags          predict them (own), or use those of the sentences where the grammar has a tree for them (given)
    max_length    do not parse longer sentences (200 words)

    A model saved as X.grammar is text, with its words in X.lexicon, as WriteGrammarToTextFile of the program writes it:
    pcfg parses with it, and difficulty measures with it.
    """

    makes = "constituents"
    saved = (".gr",)
    needs = 2 << 30
    cycles: Annotated[int, Bounds(0, 10)] = 4
    seed: SeedNumber = 2
    smooth: bool = True
    binarisation: Literal["right", "left", "head", "parent"] = "right"
    horizontal: Annotated[int, Bounds(0, 2)] = 0
    vertical: Annotated[int, Bounds(1, 3)] = 1
    functions: bool | None = None
    options: str | None = None
    viterbi: bool | None = None
    accurate: bool | None = None
    tags: Literal["own", "given"] = "own"
    max_length: Positive | None = None

    def check(self) -> None:
        super().check()
        taken = sorted(_OURS.intersection(self._switches))
        if taken:
            raise CallError(f"'{taken[0]}' in the options of berkeley is set by treegauge; leave it out")
        if self.tags == "given" and (self.vertical > 1 or self.functions):
            raise CallError("berkeley takes tags as they are only with vertical=1 and functions=false")

    def check_save(self, path: str | os.PathLike[str]) -> None:
        if not os.fspath(path).endswith(_TEXT):
            super().check_save(path)

    def check_treebank(self, treebank: Treebank) -> None:
        check_phrase_trees(treebank, self.name)
        tags, labels = treebank.tokens.text("tag"), treebank.nodes.text("label")
        if tags.mask({"-NONE-"}).any():
            raise CallError("berkeley learns from trees without empty elements; use -t remove-empties")
        for label in (*labels.compact().values, *tags.compact().values):
            if label[:1] == "@" or ">" in label:
                raise CallError(
                    f"'{label}' is a label, and the Berkeley parser has a use of its own for @ at the beginning and for"
                    " >; rename it first, such as with -t map-labels"
                )

    @property
    def _switches(self) -> list[str]:
        return shlex.split(self.options or "")

    @property
    def trained_as(self) -> str:
        defaults = Berkeley()
        parsing = ("viterbi", "accurate", "tags", "max_length", "memory")
        return replace(self, **{name: getattr(defaults, name) for name in parsing}).spec

    @property
    def _training(self) -> list[str]:
        cycles = ["-SMcycles", str(self.cycles)] if self.cycles else ["-baseline"]
        smoothing = [] if self.smooth else ["-smooth", "NoSmoothing"]
        shape = ["-b", self.binarisation.upper(), "-hor", str(self.horizontal), "-ver", str(self.vertical)]
        functions = ["-keepFunctionLabels"] if self.functions else []
        return [*cycles, "-randSeed", str(self.seed), *smoothing, *shape, *functions, *self._switches]

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        write_trees_for_training(treebank, folder / "train.mrg")
        call = ["-treebank", "SINGLEFILE", "-path", "train.mrg", "-out", "model", *self._training]

        def report() -> None:
            if progress is not None:
                total = self._iterations()
                progress(min((folder / "log").read_bytes().count(_BEGINNING), total), total)

        outcome = self.run(_TRAINER, call, folder, report)
        model = folder / "model"
        if outcome.status or not model.is_file():
            said = outcome.message(_CHATTER, self.name)
            raise DataError(f"{treebank.where(0)}: berkeley could not learn from the treebank: {said}")
        return model

    def _iterations(self) -> int:
        """How many iterations of EM there are: so many after each split, merge and smoothing."""
        switches = self._switches
        given = {name: int(value) for name, value in pairwise(switches) if name in _ITERATIONS and value.isdecimal()}
        numbers = _ITERATIONS | given | ({} if self.smooth else {"-smoothMaxIt": 0})
        return max(1, self.cycles * sum(numbers.values()))

    def model_in(self, path: Path) -> BerkeleyModel:
        _check_model(path)
        return BerkeleyModel(path, self)


@dataclass(frozen=True, eq=False)
class BerkeleyModel(FileModel):
    """A grammar (.gr): a compressed object of Java."""

    parser: Berkeley

    @property
    def spec(self) -> str:
        return self.parser.spec

    def save(self, path: str | os.PathLike[str]) -> None:
        if not os.fspath(path).endswith(_TEXT):
            super().save(path)
            return
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            outcome = self.parser.run(_WRITER, [str(self.path.absolute()), "text"], folder)
            grammar = folder / f"text{_TEXT}"
            if outcome.status or not grammar.is_file():
                problem = outcome.message(_CHATTER, self.parser.name)
                raise DataError(f"berkeley could not write its grammar as text: {problem}")
            for part in (_TEXT, ".lexicon"):
                copy_model(grammar.with_suffix(part), os.fspath(path).removesuffix(_TEXT) + part)

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        workers = self.parser.workers(int((sentences.tokens.counts > 0).sum()))
        predictions = parse_parts(sentences, workers, partial(self._parse, workers), progress)
        if self.parser.tags == "own" or predictions.tags is None:
            return predictions
        return replace(predictions, facts={"sentences_with_own_tags": _with_own_tags(sentences, predictions.tags)})

    def _parse(
        self, workers: int, sentences: Treebank, folder: Path, report: Callable[[int], None]
    ) -> tuple[Sequence[PrintedTree], str | None]:
        """The trees of some sentences. With viterbi, the program stops at a sentence without a tree; it is called
        again for those after it."""
        words = words_for_brackets(sentences)
        tags = words_for_brackets(sentences, "tag") if self.parser.tags == "given" else None
        trees: list[PrintedTree] = []
        while len(trees) < len(words):
            done = len(trees)
            _write_words(folder / "words", words[done:], tags and tags[done:])
            outcome = self._run(folder, lambda lines, done=done: report(done + lines), workers)  # type: ignore[misc]
            printed = _lines(folder / "trees")
            trees += [self._tree(tree, sentence) for tree, sentence in zip(printed, words[done:], strict=False)]
            if len(trees) == len(words):
                break
            problem = outcome.message(_CHATTER, self.parser.name)
            if not (self.parser.viterbi and _STOPPED in problem):
                return trees, problem
            trees.append((None, _NO_PARSE))
        report(len(trees))
        return trees, None

    def _run(self, folder: Path, report: Callable[[int], None], workers: int) -> JavaRun:
        parser, target = self.parser, folder / "trees"
        target.unlink(missing_ok=True)
        switches = {
            "-viterbi": parser.viterbi,
            "-accurate": parser.accurate,
            "-useGoldPOS": parser.tags == "given",
            "-keepFunctionLabels": parser.functions,
        }
        call = ["-gr", str(self.path.absolute()), "-inputFile", "words", "-outputFile", target.name]
        call += [
            "-maxLength",
            str(parser.max_length or _LONGEST),
            *(name for name, chosen in switches.items() if chosen),
        ]

        def look() -> None:
            if target.exists():
                report(target.read_bytes().count(b"\n"))

        return parser.run(_PARSER, call, folder, look, workers=workers)

    def _tree(self, tree: str, words: Sequence[str]) -> PrintedTree:
        if tree != _NONE:
            return tree, None
        longest = self.parser.max_length or _LONGEST
        return None, f"{len(words)} words, more than {longest}" if len(words) > longest else _NO_PARSE


def _write_words(path: Path, words: Sequence[Sequence[str]], tags: Sequence[Sequence[str]] | None) -> None:
    """One sentence per line; with tags, one word per line with its tag, and a blank line after each sentence."""
    if tags is None:
        lines = [" ".join(sentence) for sentence in words]
    else:
        pairs = [zip(*sentence, strict=True) for sentence in zip(words, tags, strict=True)]
        lines = ["".join(f"{word}\t{tag}\n" for word, tag in sentence) for sentence in pairs]
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))


def _lines(path: Path) -> list[str]:
    """The lines that the program finished."""
    data = path.read_bytes() if path.exists() else b""
    return data.decode("utf-8", "surrogateescape").split("\n")[:-1]


def _with_own_tags(sentences: Treebank, tags: Text) -> int:
    """How many sentences have other tags than those given."""
    given = sentences.tokens.text("tag").map(lambda tag: tag.split("-")[0])
    different = np.array([tag != own for tag, own in zip(given, tags, strict=False)], bool)
    return len(np.unique(sentences.tokens.sentence[: len(different)][different]))


def _check_model(path: Path) -> None:
    """Raise an error for a file that is not a whole grammar of the program."""
    try:
        with gzip.open(path) as file:
            is_grammar = _GRAMMAR in file.read(len(_GRAMMAR) + 8)
            while file.read(1 << 20):
                pass
    except (OSError, EOFError, zlib.error) as error:
        raise _not_a_model(path, str(error)) from None
    if not is_grammar:
        raise _not_a_model(path, "it has other content")


def _not_a_model(path: Path, problem: str) -> DataError:
    return DataError(
        f"'{path}' is not a grammar of the Berkeley parser: {problem}; get it again, or train with"
        f" {option('save', 'FILE.gr')}"
    )

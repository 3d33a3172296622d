"""The treebank grammar as a parser: the most probable tree over the tags of a sentence, exactly."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import CallError, DataError
from ..grammars.derivations import tag_numbers
from ..grammars.grammar import Grammar
from ..grammars.induction import induce, rooted
from ..grammars.inference import infer
from ..grammars.storage import read_grammar, write_grammar
from ..transforms.flatten import remove_root
from ..treebank import Mask, Text, Treebank
from .base import Model, Parser, Parses, Progress, Unparsed, parser
from .trees import words_only

_NO_TAG = frozenset({"_"})  # how CoNLL-U says that there is none


@parser("pcfg")
@dataclass(frozen=True, kw_only=True)
class Pcfg(Parser):
    """The treebank grammar: the most probable tree over the tags, no pruning, no smoothing.

    Charniak 1996, Tree-bank grammars. A saved grammar (.grammar as text, .npz) can stand for the training treebank. A
    sentence without a parse, or with more words than max_length, gets a flat tree below the start symbol.
    """

    saved = (".grammar", ".npz")
    max_length: int | None = None

    def train(self, treebank: Treebank, progress: Progress | None = None) -> PcfgModel:
        with_root = rooted(treebank)
        return PcfgModel(induce(with_root), self, added_root=with_root is not treebank)

    def load(self, path: str | os.PathLike[str]) -> PcfgModel:
        return PcfgModel(read_grammar(path), self)


@dataclass(frozen=True, eq=False)
class PcfgModel(Model):
    """A grammar to parse with; `added_root` says that training put its start symbol above the trees."""

    grammar: Grammar
    parser: Pcfg = Pcfg()
    added_root: bool = False

    def parse(self, treebank: Treebank, progress: Progress | None = None) -> Parses:
        tag, longest = treebank.tokens.text("tag"), self.parser.max_length
        if longest is not None and longest < 1:
            raise CallError(f"max_length is 1 or more, not {longest}")
        unknown = tag_numbers(self.grammar, tag) < 0
        _check_tags(treebank, unknown)
        long = treebank.tokens.counts > (np.inf if longest is None else longest)
        # A sentence whose words have no tags costs nothing and gets the flat tree that a long one is to have.
        hidden = Text(np.where(long[treebank.tokens.sentence], np.int32(-1), tag.codes), tag.values)
        words = words_only(treebank)
        found = infer(self.grammar, words.replace(tokens=words.tokens.replace(tag=hidden)), progress=progress)
        trees = words.replace(tokens=found.trees.tokens.replace(tag=tag), nodes=found.trees.nodes)
        names = tag.take(unknown & (tag.codes >= 0)).compact().values
        unparsed = self._unparsed(treebank, np.flatnonzero(~found.parsed), long, unknown)
        return Parses(self.parser.spec, trees, unparsed, tuple(sorted(names)), {"rules": len(self.grammar)})

    def save(self, path: str | os.PathLike[str]) -> None:
        write_grammar(self.grammar, path)

    def undo(self, treebank: Treebank) -> Treebank:
        return remove_root(treebank, labels=(self.grammar.name(self.grammar.start),)) if self.added_root else treebank

    def _unparsed(
        self, treebank: Treebank, sentences: NDArray[np.intp], long: Mask, unknown: Mask
    ) -> tuple[Unparsed, ...]:
        return tuple(
            Unparsed(number + 1, treebank.where(number), self._reason(treebank, number, bool(long[number]), unknown))
            for number in sentences.tolist()
        )

    def _reason(self, treebank: Treebank, sentence: int, long: bool, unknown: Mask) -> str:
        own = slice(*treebank.tokens.offsets[sentence : sentence + 2].tolist())
        if own.start == own.stop:
            return "no words"
        if long:
            return f"{own.stop - own.start} words, more than {self.parser.max_length}"
        names = treebank.tokens.text("tag").take(own).take(unknown[own]).decode()
        if None in names:
            return "a word without a tag"
        if names:
            shown = ", ".join(f"'{name}'" for name in sorted(set(map(str, names))))
            return f"tags that the grammar does not have: {shown}"
        return "the grammar has no tree for its tags"


def _check_tags(treebank: Treebank, unknown: Mask) -> None:
    """A treebank in which no word has a tag was meant otherwise."""
    if len(unknown) and (unknown & treebank.tokens.text("tag").mask(_NO_TAG, missing=True)).all():
        has_universal = not treebank.tokens.text("upos").mask(_NO_TAG, missing=True).all()
        universal = " (it has universal tags only, in another column)" if has_universal else ""
        raise DataError(f"{treebank.where(0)}: no word has a tag, and pcfg parses tags{universal}; tag the words first")

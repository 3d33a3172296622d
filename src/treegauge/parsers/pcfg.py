"""The treebank grammar as a parser: the most probable tree over the tags of a sentence, exactly."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..core.errors import CallError, DataError
from ..core.types import Mask, Progress
from ..models.grammars.derivations import lexical_tags, tag_numbers
from ..models.grammars.grammar import Grammar
from ..models.grammars.induction import induce, rooted
from ..models.grammars.inference import Inference, infer
from ..models.grammars.lexicon import unknown_words
from ..models.grammars.storage import read_grammar, write_grammar
from ..transforms.flatten import remove_root
from ..treebank import Text, Treebank
from .base import Model, Parser, Parses, Unparsed, parser
from .trees import words_only

_NO_TAG = frozenset({"_"})  # how CoNLL-U says that there is none


@parser("pcfg")
@dataclass(frozen=True, kw_only=True)
class Pcfg(Parser):
    """The treebank grammar: the most probable tree over the tags or the words, no pruning, no smoothing of rules.

    Charniak 1996, Tree-bank grammars. A saved grammar (.grammar as text, .npz) can stand for the training treebank. A
    sentence without a parse, or with more words than max_length, gets a flat tree below the start symbol.

    words       parse words and predict their tags, by a lexicon of the training treebank; without, tags are given
    max_length  do not parse longer sentences
    """

    saved = (".grammar", ".npz")
    max_length: int | None = None
    words: bool | None = None  # not a plain False, so that the usual parser is still called `pcfg`

    def train(self, treebank: Treebank, progress: Progress | None = None) -> PcfgModel:
        with_root = rooted(treebank)
        return PcfgModel(induce(with_root, words=bool(self.words)), self, added_root=with_root is not treebank)

    def load(self, path: str | os.PathLike[str]) -> PcfgModel:
        grammar = read_grammar(path)
        if self.words and grammar.lexicon is None:
            raise CallError(f"{path} has no lexicon; write a grammar that was induced with words=True")
        return PcfgModel(grammar, self)


@dataclass(frozen=True, eq=False)
class PcfgModel(Model):
    """A grammar to parse with; `added_root` says that training put its start symbol above the trees."""

    grammar: Grammar
    parser: Pcfg = Pcfg()
    added_root: bool = False

    def parse(self, treebank: Treebank, progress: Progress | None = None) -> Parses:
        longest, column = self.parser.max_length, "form" if self.predicts_tags else "tag"
        if longest is not None and longest < 1:
            raise CallError(f"max_length is 1 or more, not {longest}")
        read = treebank.tokens.text(column)
        unknown = read.codes < 0 if self.predicts_tags else tag_numbers(self.grammar, read) < 0
        if not self.predicts_tags:
            _check_tags(treebank, unknown)
        long = treebank.tokens.counts > (np.inf if longest is None else longest)
        # A sentence of which nothing is known costs nothing and gets the flat tree that a long one is to have.
        hidden = Text(np.where(long[treebank.tokens.sentence], np.int32(-1), read.codes), read.values)
        words = words_only(treebank)
        given = words.replace(tokens=words.tokens.replace(**{column: hidden}))
        found = infer(self.grammar, given, words=self.predicts_tags, progress=progress)
        columns = {column: read, "tag": self._predicted(treebank, found) if self.predicts_tags else read}
        trees = words.replace(tokens=found.trees.tokens.replace(**columns), nodes=found.trees.nodes)
        names = read.take(unknown & (read.codes >= 0)).compact().values
        unparsed = self._unparsed(treebank, np.flatnonzero(~found.parsed), long, unknown)
        return Parses(self.parser.spec, trees, unparsed, tuple(sorted(names)), self._facts(treebank))

    @property
    def predicts_tags(self) -> bool:
        return bool(self.parser.words)

    def _predicted(self, treebank: Treebank, found: Inference) -> Text:
        """The tags of the parses; a word that has none gets the most probable one of the word by itself."""
        tag = found.trees.tokens.text("tag")
        alone = lexical_tags(self.grammar, treebank).in_terms_of(tag)
        return Text(np.where(tag.codes < 0, alone, tag.codes), tag.values)

    def _facts(self, treebank: Treebank) -> dict[str, int]:
        """Rules and, where words are parsed, words of the model and words of the sentences that it does not have."""
        lexicon = self.grammar.lexicon
        if not self.predicts_tags or lexicon is None:
            return {"rules": len(self.grammar)}
        unknown = int(unknown_words(lexicon, treebank).sum())
        return {"rules": len(self.grammar), "lexicon": len(lexicon.words), "unknown_words": unknown}

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
        if self.predicts_tags:
            return "a token without a word" if unknown[own].any() else "the grammar has no tree for its words"
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
        raise DataError(
            f"{treebank.where(0)}: no word has a tag, and pcfg parses tags{universal}; tag the words"
            " first, or parse words: pcfg(words=true)"
        )

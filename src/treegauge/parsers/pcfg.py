"""The treebank grammar as a parser: the most probable tree over the tags of a sentence, exactly."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..annotation.tagsets import NO_TAG
from ..core.bounds import Positive
from ..core.errors import CallError, DataError
from ..core.types import Mask, Progress
from ..models.grammars.derivations import lexical_tags, tag_column, tag_numbers
from ..models.grammars.induction import induce, rooted
from ..models.grammars.inference import AnyGrammar, BestTree, Inference, infer
from ..models.grammars.latent.grammar import LatentGrammar
from ..models.grammars.latent.words import LatentLexicon
from ..models.grammars.lexicon import unknown_words
from ..models.grammars.markov import MarkovGrammar, find_markov, learn_markov
from ..models.grammars.storage import read_any_grammar, write_grammar
from ..transforms.flatten import remove_root
from ..treebank import Text, Treebank
from .base import Parser, ParserModel, parser
from .results import Constituents, Predictions


@parser("pcfg")
@dataclass(frozen=True, kw_only=True)
class Pcfg(Parser):
    """The treebank grammar: the most probable tree over the tags or the words, no pruning, no smoothing of rules.

    Charniak 1996, Tree-bank grammars. A saved grammar (.grammar as text, .npz) can replace the training treebank. A
    sentence without a parse, or with more words than max_length, gets a flat tree below the start symbol.

    X.grammar can also be a latent-variable grammar, as the Berkeley parser writes them as text, with its words in
    X.lexicon (`parse ... --parser berkeley --save X.grammar`). Its sums are over all substates, exactly; it knows the
    words, and with words=false also the tags given.

    words       parse words and predict their tags, by a lexicon of the training treebank; else parse the given tags
    max_length  do not parse longer sentences
    grammar     a model of rules under which unseen rules have a probability, "markov(h=2,v=2)"; such a grammar cannot
                be saved, and it parses tags
    best        of a latent-variable grammar: the tree with the best rules (max-rule, the default; Petrov and Klein
                2007), or with the most probable substates (viterbi)
    """

    saved = (".grammar", ".npz")
    by_sentence = True
    uses_device = True
    max_length: Positive | None = None
    words: bool | None = None  # not a plain False, so that the spec of the default parser is `pcfg`
    grammar: str | None = None
    best: BestTree | None = None

    def train(self, treebank: Treebank, progress: Progress | None = None) -> PcfgModel:
        with_root = rooted(treebank)
        if self.best == "max-rule":
            raise CallError(f"{self.spec}: best=max-rule is for latent-variable grammars; leave it out")
        if self.grammar is not None:
            if self.words:
                raise CallError(f"{self.spec}: a model of rules parses tags; leave out words=true")
            return PcfgModel(learn_markov(with_root, find_markov(self.grammar)), self, with_root is not treebank)
        return PcfgModel(induce(with_root, words=bool(self.words)), self, added_root=with_root is not treebank)

    def load(self, path: str | os.PathLike[str]) -> PcfgModel:
        grammar = read_any_grammar(path)
        if self.words and grammar.lexicon is None:
            raise CallError(f"{path} has no lexicon; write a grammar that was induced with words=True")
        return PcfgModel(grammar, self)


@dataclass(frozen=True, eq=False)
class PcfgModel(ParserModel):
    """A grammar to parse with; `added_root`: training put the start symbol above the trees."""

    by_sentence = True
    summed = ("unknown_words",)
    grammar: AnyGrammar
    parser: Pcfg = Pcfg()
    added_root: bool = False

    @property
    def spec(self) -> str:
        return self.parser.spec

    def check(self, sentences: Treebank) -> None:
        if not self.parser.words:
            _check_tags(sentences, tag_numbers(self.grammar, sentences.tokens.text("tag")) < 0)

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        longest, words = self.parser.max_length, bool(self.parser.words)
        if longest is not None and longest < 1:
            raise CallError(f"max_length is 1 or more, not {longest}")
        column = "form" if words else "tag"
        read = sentences.tokens.text(column)
        unknown = read.codes < 0 if words else tag_numbers(self.grammar, read) < 0
        long = sentences.tokens.counts > (np.inf if longest is None else longest)
        # A sentence whose words are all hidden costs nothing, and gets the flat tree that a long one must have.
        hidden = Text(np.where(long[sentences.tokens.sentence], np.int32(-1), read.codes), read.values)
        shown = sentences.replace(tokens=sentences.tokens.replace(**{column: hidden}))
        inference = infer(self.grammar, shown, words=words, best=self.parser.best, progress=progress)
        names = read.take(unknown & (read.codes >= 0)).compact().values
        return Predictions(
            constituents=Constituents.of(inference.trees),
            tags=self._predicted(sentences, inference) if words else None,
            unparsed=self._unparsed(sentences, np.flatnonzero(~inference.parsed), long, unknown),
            unknown_tags=tuple(sorted(names)),
            facts=self._facts(sentences),
        )

    def _predicted(self, sentences: Treebank, inference: Inference) -> Text:
        """The tags of the parses; a word without a parse gets its most probable tag, whatever its place."""
        tag = inference.trees.tokens.text("tag")
        grammar = self.grammar
        if isinstance(grammar, LatentGrammar):
            likeliest = tag_column(grammar, grammar.lexicon.likeliest(sentences))
        else:
            likeliest = lexical_tags(grammar, sentences)
        alone = likeliest.in_terms_of(tag)
        return Text(np.where(tag.codes < 0, alone, tag.codes), tag.values)

    def _facts(self, sentences: Treebank) -> dict[str, int]:
        """The number of rules; for a parser of words, also the size of its lexicon and the number of unknown words."""
        lexicon = self.grammar.lexicon
        if not self.parser.words or lexicon is None:
            return {"rules": len(self.grammar)}
        if isinstance(lexicon, LatentLexicon):
            unknown = lexicon.unknown(sentences)
        else:
            unknown = unknown_words(lexicon, sentences)
        return {"rules": len(self.grammar), "lexicon": len(lexicon.words), "unknown_words": int(unknown.sum())}

    def save(self, path: str | os.PathLike[str]) -> None:
        if isinstance(self.grammar, MarkovGrammar):
            raise CallError(f"{self.spec}: a grammar of this kind cannot be saved; train it where it is used")
        write_grammar(self.grammar, path)

    def undo(self, treebank: Treebank) -> Treebank:
        return remove_root(treebank, labels=(self.grammar.name(self.grammar.start),)) if self.added_root else treebank

    def _unparsed(
        self, sentences: Treebank, without_tree: NDArray[np.intp], long: Mask, unknown: Mask
    ) -> dict[int, str]:
        return {
            number: self._reason(sentences, number, bool(long[number]), unknown) for number in without_tree.tolist()
        }

    def _reason(self, sentences: Treebank, number: int, long: bool, unknown: Mask) -> str:
        words = slice(*sentences.tokens.offsets[number : number + 2].tolist())
        if words.start == words.stop:
            return "no words"
        if long:
            return f"{words.stop - words.start} words, more than {self.parser.max_length}"
        if self.parser.words:
            return "a token without a word" if unknown[words].any() else "the grammar has no tree for its words"
        names = sentences.tokens.text("tag").take(words).take(unknown[words]).decode()
        if None in names:
            return "a word without a tag"
        if names:
            shown = ", ".join(f"'{name}'" for name in sorted(set(map(str, names))))
            return f"tags that the grammar does not have: {shown}"
        return "the grammar has no tree for its tags"


def _check_tags(treebank: Treebank, unknown: Mask) -> None:
    """Raise an error if no word has a tag: the wrong column, or words that are not tagged."""
    if len(unknown) and (unknown & treebank.tokens.text("tag").mask(NO_TAG, missing=True)).all():
        has_universal = not treebank.tokens.text("upos").mask(NO_TAG, missing=True).all()
        universal = " (it has universal tags only, in another column)" if has_universal else ""
        raise DataError(
            f"{treebank.where(0)}: no word has a tag, and pcfg parses tags{universal}; tag the words"
            " first, or parse words: pcfg(words=true)"
        )

"""A latent-variable grammar of a file as a model of trees: latent(file=X.grammar)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ....core.errors import CallError
from ....core.options import Configured
from ....core.wording import option
from ..inference import BestTree
from ..storage import read_any_grammar
from .grammar import LatentGrammar

ENDINGS = (".grammar", *(f".grammar.{suffix}" for suffix in ("gz", "bz2", "xz", "zst")))


@dataclass(frozen=True, kw_only=True)
class LatentModel(Configured):
    """A latent-variable grammar that was learned before, from X.grammar and X.lexicon: latent(file=X.grammar).

    words  whether sentences are words only; else their tags are given, too
    best   the tree with the best rules (max-rule), or with the most probable substates (viterbi)
    """

    name: ClassVar[str] = "latent"
    file: str
    words: bool = False
    best: BestTree = "max-rule"

    def grammar(self) -> LatentGrammar:
        """The grammar of the file."""
        grammar = read_any_grammar(self.file)
        if not isinstance(grammar, LatentGrammar):
            raise CallError(
                f"'{self.file}' has the rules of a treebank, not those of a latent-variable grammar: give its trees in"
                f" place of the file, and those to be measured with {option('test')}"
            )
        return grammar

"""A latent-variable grammar of a file as a model of trees: latent(file=X.grammar)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ....core.options import Configured
from ..inference import BestTree
from ..storage import read_latent_grammar
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
        return read_latent_grammar(self.file)

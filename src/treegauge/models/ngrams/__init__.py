"""n-gram language models: `train_ngrams` makes an `NgramModel` from a `Corpus` or a treebank; it scores sentences."""

from .arpa import write_arpa
from .arpa_reading import read_arpa
from .corpus import Corpus
from .measuring import train_and_score
from .model import NgramModel, WordScores
from .scores import Perplexity, SentenceScores, perplexities
from .smoothing import Discounts, DiscountWarning
from .training import train_ngrams

__all__ = [
    "Corpus",
    "DiscountWarning",
    "Discounts",
    "NgramModel",
    "Perplexity",
    "SentenceScores",
    "WordScores",
    "perplexities",
    "read_arpa",
    "train_and_score",
    "train_ngrams",
    "write_arpa",
]

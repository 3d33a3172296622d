"""n-gram language models: `train` makes a `Model` from a `Corpus` or a treebank, which scores sentences."""

from .arpa import write_arpa
from .arpa_reading import read_arpa
from .corpus import Corpus
from .measuring import perplexity
from .model import Model, WordScores
from .scores import Perplexity, SentenceScores, perplexities
from .smoothing import Discounts, DiscountWarning
from .training import train

__all__ = [
    "Corpus",
    "DiscountWarning",
    "Discounts",
    "Model",
    "Perplexity",
    "SentenceScores",
    "WordScores",
    "perplexities",
    "perplexity",
    "read_arpa",
    "train",
    "write_arpa",
]

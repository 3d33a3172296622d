"""treegauge measures trees: how good a parse is, and how hard a treebank is."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .version import __version__ as __version__

if TYPE_CHECKING:
    from .annotation.schemes import Scheme, find_scheme
    from .comparing import Comparison, compare
    from .conversions.english_ud import to_english_ud
    from .conversions.entailments.api import Entailments, entail
    from .conversions.entailments.generation import Entailment
    from .conversions.lth import to_lth
    from .conversions.to_constituents import to_constituents
    from .dependencies.oracles import Derivations, derive
    from .derivation_perplexity.measuring import Perplexities, perplexity
    from .errors import CallError, DataError, FormatError, MissingExtraError, Reject, TreegaugeError, UnknownNameError
    from .formats.api import read, write
    from .formats.bundled import bundled
    from .function_tagging.storage import read_functions, write_functions
    from .function_tagging.tagger import FunctionTagger, learn_functions
    from .function_validation import FunctionValidation, validate_functions
    from .grammars.generate import generate
    from .grammars.grammar import Grammar
    from .grammars.induction import induce
    from .grammars.inference import Inference, infer
    from .grammars.properties import Properties, properties
    from .grammars.storage import read_grammar, write_grammar
    from .heads.dependencies import to_dependencies
    from .measures.base import Measure, find_measure, measure
    from .measures.mph_rules import learn_reassignment
    from .parsers.api import parse
    from .parsers.base import Model, Parser, ParserError, Parses, find_parser
    from .parsing_difficulty.measuring import Difficulty, difficulty
    from .perturbing.inserting import Perturbed, perturb, perturb_equally
    from .report.describe import Description, describe
    from .sampling.comparable import Sample, comparable_samples
    from .scheme_study.dial import bias_curve
    from .scheme_study.inserted import inserted_errors
    from .scoring import Result, score
    from .transforms.base import apply
    from .treebank import Rows, Strings, Text, Treebank, concatenate
    from .treebank.bridges import from_nltk, from_tuples
    from .treebank.frames import Frames, from_polars
    from .treebank.pipelines import from_spacy, from_stanza
    from .treebank.views import Node, Token, Tree

_HOME = {
    "CallError": "errors",
    "Comparison": "comparing",
    "DataError": "errors",
    "Derivations": "dependencies.oracles",
    "Description": "report.describe",
    "Difficulty": "parsing_difficulty.measuring",
    "Entailment": "conversions.entailments.generation",
    "Entailments": "conversions.entailments.api",
    "FormatError": "errors",
    "Frames": "treebank.frames",
    "FunctionTagger": "function_tagging.tagger",
    "FunctionValidation": "function_validation",
    "Grammar": "grammars.grammar",
    "Inference": "grammars.inference",
    "Measure": "measures.base",
    "MissingExtraError": "errors",
    "Model": "parsers.base",
    "Node": "treebank.views",
    "Parser": "parsers.base",
    "ParserError": "parsers.base",
    "Parses": "parsers.base",
    "Perplexities": "derivation_perplexity.measuring",
    "Perturbed": "perturbing.inserting",
    "Properties": "grammars.properties",
    "Reject": "errors",
    "Result": "scoring",
    "Rows": "treebank",
    "Sample": "sampling.comparable",
    "Scheme": "annotation.schemes",
    "Strings": "treebank",
    "Text": "treebank",
    "Token": "treebank.views",
    "Tree": "treebank.views",
    "Treebank": "treebank",
    "TreegaugeError": "errors",
    "UnknownNameError": "errors",
    "apply": "transforms.base",
    "bias_curve": "scheme_study.dial",
    "bundled": "formats.bundled",
    "comparable_samples": "sampling.comparable",
    "compare": "comparing",
    "concatenate": "treebank",
    "derive": "dependencies.oracles",
    "describe": "report.describe",
    "difficulty": "parsing_difficulty.measuring",
    "entail": "conversions.entailments.api",
    "find_measure": "measures.base",
    "find_parser": "parsers.base",
    "find_scheme": "annotation.schemes",
    "from_nltk": "treebank.bridges",
    "from_polars": "treebank.frames",
    "from_spacy": "treebank.pipelines",
    "from_stanza": "treebank.pipelines",
    "from_tuples": "treebank.bridges",
    "generate": "grammars.generate",
    "induce": "grammars.induction",
    "infer": "grammars.inference",
    "inserted_errors": "scheme_study.inserted",
    "learn_functions": "function_tagging.tagger",
    "learn_reassignment": "measures.mph_rules",
    "measure": "measures.base",
    "parse": "parsers.api",
    "perplexity": "derivation_perplexity.measuring",
    "perturb": "perturbing.inserting",
    "perturb_equally": "perturbing.inserting",
    "properties": "grammars.properties",
    "read": "formats.api",
    "read_functions": "function_tagging.storage",
    "read_grammar": "grammars.storage",
    "score": "scoring",
    "to_constituents": "conversions.to_constituents",
    "to_dependencies": "heads.dependencies",
    "to_english_ud": "conversions.english_ud",
    "to_lth": "conversions.lth",
    "validate_functions": "function_validation",
    "write": "formats.api",
    "write_functions": "function_tagging.storage",
    "write_grammar": "grammars.storage",
}

__all__ = [
    "CallError",
    "Comparison",
    "DataError",
    "Derivations",
    "Description",
    "Difficulty",
    "Entailment",
    "Entailments",
    "FormatError",
    "Frames",
    "FunctionTagger",
    "FunctionValidation",
    "Grammar",
    "Inference",
    "Measure",
    "MissingExtraError",
    "Model",
    "Node",
    "Parser",
    "ParserError",
    "Parses",
    "Perplexities",
    "Perturbed",
    "Properties",
    "Reject",
    "Result",
    "Rows",
    "Sample",
    "Scheme",
    "Strings",
    "Text",
    "Token",
    "Tree",
    "Treebank",
    "TreegaugeError",
    "UnknownNameError",
    "apply",
    "bias_curve",
    "bundled",
    "comparable_samples",
    "compare",
    "concatenate",
    "derive",
    "describe",
    "difficulty",
    "entail",
    "find_measure",
    "find_parser",
    "find_scheme",
    "from_nltk",
    "from_polars",
    "from_spacy",
    "from_stanza",
    "from_tuples",
    "generate",
    "induce",
    "infer",
    "inserted_errors",
    "learn_functions",
    "learn_reassignment",
    "measure",
    "parse",
    "perplexity",
    "perturb",
    "perturb_equally",
    "properties",
    "read",
    "read_functions",
    "read_grammar",
    "score",
    "to_constituents",
    "to_dependencies",
    "to_english_ud",
    "to_lth",
    "validate_functions",
    "write",
    "write_functions",
    "write_grammar",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'treegauge' has no attribute '{name}'")
    value = getattr(importlib.import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])

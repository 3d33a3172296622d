"""treegauge measures trees: how good a parse is, and how hard a treebank is."""

from __future__ import annotations

from .core.exports import lazy_exports
from .version import __version__ as __version__

TYPE_CHECKING = False  # that of `typing`, which takes longer to import than all the rest of this file
if TYPE_CHECKING:
    from .annotation.schemes import Scheme, find_scheme
    from .catalogue.available import available_treebanks
    from .catalogue.fetching import fetch_treebank
    from .catalogue.resolving import treebank_files
    from .core.errors import (
        CallError,
        DataError,
        FormatError,
        MissingExtraError,
        PluginError,
        Reject,
        TreegaugeError,
        UnknownNameError,
    )
    from .core.mapping import distributed
    from .core.remarks import TreegaugeWarning
    from .core.signature import Signature
    from .core.warming import Kernel, kernel_status, warm
    from .entailments.api import Entailments, entail
    from .entailments.checking import Answer
    from .entailments.differences import EntailmentDifferences
    from .entailments.generation import Entailment
    from .entailments.pairs import EntailmentPair, read_pairs, write_pairs
    from .evaluation.agreement.agreeing import agree
    from .evaluation.agreement.result import Agreement, Agreements, DisputedSentence
    from .evaluation.answers import CheckedEntailments, check_entailments, read_answers
    from .evaluation.compare import compare
    from .evaluation.comparison import Comparison, Comparisons
    from .evaluation.describe import Description, describe
    from .evaluation.entailments import EntailmentPairs, entail_differences, entail_pairs
    from .evaluation.errors.analysis import ErrorAnalysis, ErrorClass, SystemErrors
    from .evaluation.errors.finding import find_errors
    from .evaluation.errors.table import ErrorTable
    from .evaluation.explaining import explain
    from .evaluation.explanation import ExplainedStep, Explanation
    from .evaluation.judging.agreement import JudgementAgreement, judge_agreement
    from .evaluation.judging.dawid_skene import DawidSkene, fit_dawid_skene
    from .evaluation.judging.files import read_judgements, write_judgements
    from .evaluation.judging.gold import GoldAnswer, JudgedGold, gold_pairs, judge_gold
    from .evaluation.judging.judgements import Judgement, Judgements
    from .evaluation.judging.persons import JudgingPerson, judge_persons
    from .evaluation.judging.planning import JudgementPlan, PlannedJudgements, plan_judgements
    from .evaluation.judging.results import JudgementResults, judge_results
    from .evaluation.judging.simulation import simulate_judgements
    from .evaluation.leakage import Leakage, LengthLeakage, leakage
    from .evaluation.ranking import RankedSystem, rank_systems
    from .evaluation.result import Result, Results
    from .evaluation.score import score
    from .evaluation.treebanks.averages import MacroAverage
    from .formats.api import read, write
    from .formats.bundled import bundled
    from .judge.reading import JudgedStudy, read_judged_study
    from .measures.shared.base import Measure, find_measure, measure
    from .models.function_tags.storage import read_functions, write_functions
    from .models.function_tags.tagger import FunctionTagger, learn_functions
    from .models.grammars.generate import generate
    from .models.grammars.grammar import Grammar
    from .models.grammars.induction import induce
    from .models.grammars.inference import Inference, infer
    from .models.grammars.inference.devices import on_device
    from .models.grammars.latent.grammar import LatentGrammar
    from .models.grammars.posteriors import Posteriors
    from .models.grammars.properties import Properties, properties
    from .models.grammars.storage import read_grammar, read_latent_grammar, write_grammar
    from .models.transitions.oracles import Derivations, derive
    from .models.word_tags.tagger import WordTagger, learn_tags
    from .parsers.api import parse
    from .parsers.available import available_parsers
    from .parsers.base import Parser, ParserModel, find_parser
    from .parsers.results import ParserError, Parses
    from .report.differing import Differences, diff
    from .report.evalb import evalb
    from .report.page.writing import write_report
    from .report.registered import registered
    from .report.showing import Shown, show
    from .report.study.writing import StudyResults, run_study
    from .studies.annotation_schemes.converted import Converted, conversion_reliability, converted_scores
    from .studies.annotation_schemes.dial import BiasCurve, bias_curve
    from .studies.annotation_schemes.inserted import InsertedErrors, inserted_errors
    from .studies.derivation_perplexity.measuring import Perplexities, perplexity
    from .studies.difficulty.across import MeasuredTreebank, difficulties
    from .studies.difficulty.conjecture import conjecture
    from .studies.difficulty.curves import EccCurve, ecc_curve
    from .studies.difficulty.growing import GrowingRow, growing
    from .studies.difficulty.measuring import Difficulty, difficulty
    from .studies.difficulty.nodes import NodeBits
    from .studies.function_tags import FunctionValidation, validate_functions
    from .studies.head_projections.learning import HeadComparison, compare_heads, learn_reassignment
    from .studies.papers import paper_study
    from .studies.perturbing.inserting import Perturbed, perturb, perturb_equally
    from .studies.perturbing.log import Undone, read_error_log, undo_errors, write_error_log
    from .studies.running.study_file import StudyFile, read_study
    from .studies.sampling.comparable import Sample, comparable_samples, random_sample
    from .studies.surprisal.measuring import surprisal
    from .studies.surprisal.result import Surprisals
    from .studies.suspects.evaluating import SuspectEvaluation, evaluate_suspects
    from .studies.suspects.finding import Suspects, find_suspects
    from .transforms.base import apply
    from .transforms.conversions.to_constituents import to_constituents
    from .transforms.conversions.to_dependencies import to_dependencies
    from .transforms.conversions.to_lth import to_lth
    from .transforms.conversions.to_ud import to_english_ud
    from .transforms.converting import convert
    from .transforms.preparation import apply_alike
    from .treebank import Rows, Strings, Text, Treebank, concatenate
    from .treebank.bridges import from_nltk, from_tuples
    from .treebank.frames import Frames, from_polars
    from .treebank.pipelines import from_spacy, from_stanza
    from .treebank.views import Node, Token, Tree

_HOME = {
    "Agreement": "evaluation.agreement.result",
    "Agreements": "evaluation.agreement.result",
    "Answer": "entailments.checking",
    "BiasCurve": "studies.annotation_schemes.dial",
    "CallError": "core.errors",
    "CheckedEntailments": "evaluation.answers",
    "Comparison": "evaluation.comparison",
    "Comparisons": "evaluation.comparison",
    "Converted": "studies.annotation_schemes.converted",
    "DataError": "core.errors",
    "DawidSkene": "evaluation.judging.dawid_skene",
    "Derivations": "models.transitions.oracles",
    "Description": "evaluation.describe",
    "Differences": "report.differing",
    "Difficulty": "studies.difficulty.measuring",
    "DisputedSentence": "evaluation.agreement.result",
    "EccCurve": "studies.difficulty.curves",
    "Entailment": "entailments.generation",
    "EntailmentDifferences": "entailments.differences",
    "EntailmentPair": "entailments.pairs",
    "EntailmentPairs": "evaluation.entailments",
    "Entailments": "entailments.api",
    "ErrorAnalysis": "evaluation.errors.analysis",
    "ErrorClass": "evaluation.errors.analysis",
    "ErrorTable": "evaluation.errors.table",
    "ExplainedStep": "evaluation.explanation",
    "Explanation": "evaluation.explanation",
    "FormatError": "core.errors",
    "Frames": "treebank.frames",
    "FunctionTagger": "models.function_tags.tagger",
    "FunctionValidation": "studies.function_tags",
    "GoldAnswer": "evaluation.judging.gold",
    "Grammar": "models.grammars.grammar",
    "GrowingRow": "studies.difficulty.growing",
    "HeadComparison": "studies.head_projections.learning",
    "Inference": "models.grammars.inference",
    "InsertedErrors": "studies.annotation_schemes.inserted",
    "JudgedGold": "evaluation.judging.gold",
    "JudgedStudy": "judge.reading",
    "Judgement": "evaluation.judging.judgements",
    "JudgementAgreement": "evaluation.judging.agreement",
    "JudgementPlan": "evaluation.judging.planning",
    "JudgementResults": "evaluation.judging.results",
    "Judgements": "evaluation.judging.judgements",
    "JudgingPerson": "evaluation.judging.persons",
    "Kernel": "core.warming",
    "LatentGrammar": "models.grammars.latent.grammar",
    "Leakage": "evaluation.leakage",
    "LengthLeakage": "evaluation.leakage",
    "MacroAverage": "evaluation.treebanks.averages",
    "Measure": "measures.shared.base",
    "MeasuredTreebank": "studies.difficulty.across",
    "MissingExtraError": "core.errors",
    "Node": "treebank.views",
    "NodeBits": "studies.difficulty.nodes",
    "Parser": "parsers.base",
    "ParserError": "parsers.results",
    "ParserModel": "parsers.base",
    "Parses": "parsers.results",
    "Perplexities": "studies.derivation_perplexity.measuring",
    "Perturbed": "studies.perturbing.inserting",
    "PlannedJudgements": "evaluation.judging.planning",
    "PluginError": "core.errors",
    "Posteriors": "models.grammars.posteriors",
    "Properties": "models.grammars.properties",
    "RankedSystem": "evaluation.ranking",
    "Reject": "core.errors",
    "Result": "evaluation.result",
    "Results": "evaluation.result",
    "Rows": "treebank",
    "Sample": "studies.sampling.comparable",
    "Scheme": "annotation.schemes",
    "Shown": "report.showing",
    "Signature": "core.signature",
    "Strings": "treebank",
    "StudyFile": "studies.running.study_file",
    "StudyResults": "report.study.writing",
    "Surprisals": "studies.surprisal.result",
    "SuspectEvaluation": "studies.suspects.evaluating",
    "Suspects": "studies.suspects.finding",
    "SystemErrors": "evaluation.errors.analysis",
    "Text": "treebank",
    "Token": "treebank.views",
    "Tree": "treebank.views",
    "Treebank": "treebank",
    "TreegaugeError": "core.errors",
    "TreegaugeWarning": "core.remarks",
    "Undone": "studies.perturbing.log",
    "UnknownNameError": "core.errors",
    "WordTagger": "models.word_tags.tagger",
    "agree": "evaluation.agreement.agreeing",
    "apply": "transforms.base",
    "apply_alike": "transforms.preparation",
    "available_parsers": "parsers.available",
    "available_treebanks": "catalogue.available",
    "bias_curve": "studies.annotation_schemes.dial",
    "bundled": "formats.bundled",
    "check_entailments": "evaluation.answers",
    "comparable_samples": "studies.sampling.comparable",
    "compare": "evaluation.compare",
    "compare_heads": "studies.head_projections.learning",
    "concatenate": "treebank",
    "conjecture": "studies.difficulty.conjecture",
    "conversion_reliability": "studies.annotation_schemes.converted",
    "convert": "transforms.converting",
    "converted_scores": "studies.annotation_schemes.converted",
    "derive": "models.transitions.oracles",
    "describe": "evaluation.describe",
    "diff": "report.differing",
    "difficulties": "studies.difficulty.across",
    "difficulty": "studies.difficulty.measuring",
    "distributed": "core.mapping",
    "ecc_curve": "studies.difficulty.curves",
    "entail": "entailments.api",
    "entail_differences": "evaluation.entailments",
    "entail_pairs": "evaluation.entailments",
    "evalb": "report.evalb",
    "evaluate_suspects": "studies.suspects.evaluating",
    "explain": "evaluation.explaining",
    "fetch_treebank": "catalogue.fetching",
    "find_errors": "evaluation.errors.finding",
    "find_measure": "measures.shared.base",
    "find_parser": "parsers.base",
    "find_scheme": "annotation.schemes",
    "find_suspects": "studies.suspects.finding",
    "fit_dawid_skene": "evaluation.judging.dawid_skene",
    "from_nltk": "treebank.bridges",
    "from_polars": "treebank.frames",
    "from_spacy": "treebank.pipelines",
    "from_stanza": "treebank.pipelines",
    "from_tuples": "treebank.bridges",
    "generate": "models.grammars.generate",
    "gold_pairs": "evaluation.judging.gold",
    "growing": "studies.difficulty.growing",
    "induce": "models.grammars.induction",
    "infer": "models.grammars.inference",
    "inserted_errors": "studies.annotation_schemes.inserted",
    "judge_agreement": "evaluation.judging.agreement",
    "judge_gold": "evaluation.judging.gold",
    "judge_persons": "evaluation.judging.persons",
    "judge_results": "evaluation.judging.results",
    "kernel_status": "core.warming",
    "leakage": "evaluation.leakage",
    "learn_functions": "models.function_tags.tagger",
    "learn_reassignment": "studies.head_projections.learning",
    "learn_tags": "models.word_tags.tagger",
    "measure": "measures.shared.base",
    "on_device": "models.grammars.inference.devices",
    "paper_study": "studies.papers",
    "parse": "parsers.api",
    "perplexity": "studies.derivation_perplexity.measuring",
    "perturb": "studies.perturbing.inserting",
    "perturb_equally": "studies.perturbing.inserting",
    "plan_judgements": "evaluation.judging.planning",
    "properties": "models.grammars.properties",
    "random_sample": "studies.sampling.comparable",
    "rank_systems": "evaluation.ranking",
    "read": "formats.api",
    "read_answers": "evaluation.answers",
    "read_error_log": "studies.perturbing.log",
    "read_functions": "models.function_tags.storage",
    "read_grammar": "models.grammars.storage",
    "read_judged_study": "judge.reading",
    "read_judgements": "evaluation.judging.files",
    "read_latent_grammar": "models.grammars.storage",
    "read_pairs": "entailments.pairs",
    "read_study": "studies.running.study_file",
    "registered": "report.registered",
    "run_study": "report.study.writing",
    "score": "evaluation.score",
    "show": "report.showing",
    "simulate_judgements": "evaluation.judging.simulation",
    "surprisal": "studies.surprisal.measuring",
    "to_constituents": "transforms.conversions.to_constituents",
    "to_dependencies": "transforms.conversions.to_dependencies",
    "to_english_ud": "transforms.conversions.to_ud",
    "to_lth": "transforms.conversions.to_lth",
    "treebank_files": "catalogue.resolving",
    "undo_errors": "studies.perturbing.log",
    "validate_functions": "studies.function_tags",
    "warm": "core.warming",
    "write": "formats.api",
    "write_error_log": "studies.perturbing.log",
    "write_functions": "models.function_tags.storage",
    "write_grammar": "models.grammars.storage",
    "write_judgements": "evaluation.judging.files",
    "write_pairs": "entailments.pairs",
    "write_report": "report.page.writing",
}

__all__ = [
    "Agreement",
    "Agreements",
    "Answer",
    "BiasCurve",
    "CallError",
    "CheckedEntailments",
    "Comparison",
    "Comparisons",
    "Converted",
    "DataError",
    "DawidSkene",
    "Derivations",
    "Description",
    "Differences",
    "Difficulty",
    "DisputedSentence",
    "EccCurve",
    "Entailment",
    "EntailmentDifferences",
    "EntailmentPair",
    "EntailmentPairs",
    "Entailments",
    "ErrorAnalysis",
    "ErrorClass",
    "ErrorTable",
    "ExplainedStep",
    "Explanation",
    "FormatError",
    "Frames",
    "FunctionTagger",
    "FunctionValidation",
    "GoldAnswer",
    "Grammar",
    "GrowingRow",
    "HeadComparison",
    "Inference",
    "InsertedErrors",
    "JudgedGold",
    "JudgedStudy",
    "Judgement",
    "JudgementAgreement",
    "JudgementPlan",
    "JudgementResults",
    "Judgements",
    "JudgingPerson",
    "Kernel",
    "LatentGrammar",
    "Leakage",
    "LengthLeakage",
    "MacroAverage",
    "Measure",
    "MeasuredTreebank",
    "MissingExtraError",
    "Node",
    "NodeBits",
    "Parser",
    "ParserError",
    "ParserModel",
    "Parses",
    "Perplexities",
    "Perturbed",
    "PlannedJudgements",
    "PluginError",
    "Posteriors",
    "Properties",
    "RankedSystem",
    "Reject",
    "Result",
    "Results",
    "Rows",
    "Sample",
    "Scheme",
    "Shown",
    "Signature",
    "Strings",
    "StudyFile",
    "StudyResults",
    "Surprisals",
    "SuspectEvaluation",
    "Suspects",
    "SystemErrors",
    "Text",
    "Token",
    "Tree",
    "Treebank",
    "TreegaugeError",
    "TreegaugeWarning",
    "Undone",
    "UnknownNameError",
    "WordTagger",
    "agree",
    "apply",
    "apply_alike",
    "available_parsers",
    "available_treebanks",
    "bias_curve",
    "bundled",
    "check_entailments",
    "comparable_samples",
    "compare",
    "compare_heads",
    "concatenate",
    "conjecture",
    "conversion_reliability",
    "convert",
    "converted_scores",
    "derive",
    "describe",
    "diff",
    "difficulties",
    "difficulty",
    "distributed",
    "ecc_curve",
    "entail",
    "entail_differences",
    "entail_pairs",
    "evalb",
    "evaluate_suspects",
    "explain",
    "fetch_treebank",
    "find_errors",
    "find_measure",
    "find_parser",
    "find_scheme",
    "find_suspects",
    "fit_dawid_skene",
    "from_nltk",
    "from_polars",
    "from_spacy",
    "from_stanza",
    "from_tuples",
    "generate",
    "gold_pairs",
    "growing",
    "induce",
    "infer",
    "inserted_errors",
    "judge_agreement",
    "judge_gold",
    "judge_persons",
    "judge_results",
    "kernel_status",
    "leakage",
    "learn_functions",
    "learn_reassignment",
    "learn_tags",
    "measure",
    "on_device",
    "paper_study",
    "parse",
    "perplexity",
    "perturb",
    "perturb_equally",
    "plan_judgements",
    "properties",
    "random_sample",
    "rank_systems",
    "read",
    "read_answers",
    "read_error_log",
    "read_functions",
    "read_grammar",
    "read_judged_study",
    "read_judgements",
    "read_latent_grammar",
    "read_pairs",
    "read_study",
    "registered",
    "run_study",
    "score",
    "show",
    "simulate_judgements",
    "surprisal",
    "to_constituents",
    "to_dependencies",
    "to_english_ud",
    "to_lth",
    "treebank_files",
    "undo_errors",
    "validate_functions",
    "warm",
    "write",
    "write_error_log",
    "write_functions",
    "write_grammar",
    "write_judgements",
    "write_pairs",
    "write_report",
]

__getattr__, __dir__ = lazy_exports(__name__, _HOME)

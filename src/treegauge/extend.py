"""Everything that the author of a plug-in needs, in one import: CONTRIBUTING.md shows a whole package.

Errors and types, the table and its editing primitives, and for each kind of plug-in what it is made of and how it is
registered: `measure`, `transform`, `parser`, `register_format`, `register_head_rules` ... The checks of a plug-in are
in `treegauge.testing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .core.exports import lazy_exports

if TYPE_CHECKING:
    from .annotation.constructions import register_constructions
    from .annotation.head_reassignment import register_head_reassignment
    from .annotation.head_rules import HeadRules, find_rules, head_children, register_head_rules
    from .annotation.punctuation import punctuation, register_punctuation
    from .annotation.schemes import Scheme, find_scheme, register_scheme
    from .annotation.tagsets import TagSet, find_tagset, register_tagset
    from .core.errors import (
        CallError,
        DataError,
        FormatError,
        MissingExtraError,
        MissingParserError,
        Reject,
        TreegaugeError,
    )
    from .core.remarks import TreegaugeWarning, remark
    from .core.types import Counts, Floats, Mask, Progress
    from .evaluation.programs import Program, register_program
    from .formats.base import Format, Input, column_of, register_format
    from .measures.shared.base import Confusion, Measure, Scores, find_measure, measure, precision_recall, ratio
    from .measures.shared.columns import one_dictionary
    from .measures.shared.items import ComparedItems
    from .measures.shared.parts import CountedItems, PartRows, divided
    from .measures.shared.prm import register_prm
    from .measures.shared.words import plain_form, plain_labels, same_words, words_only
    from .models.transitions.systems import System, Transition, register_system
    from .parsers.base import Parser, ParserModel, find_parser, parser
    from .parsers.results import Constituents, Dependencies, Failure, ParserError, Parses, Predictions
    from .parsers.trees import check_dependency_trees
    from .studies.perturbing.arcs import Arcs
    from .studies.perturbing.kinds import ErrorKind, register_error_kind
    from .studies.perturbing.phrases import Phrases
    from .studies.perturbing.places import Changes, no_changes
    from .studies.running.data import StudyData
    from .studies.running.tasks import summary, task
    from .transforms.base import find_transform, transform
    from .transforms.preparation import register_preparation
    from .treebank import Rows, Strings, Text, Treebank, concatenate
    from .treebank.build import Builder, NodeRow, SentenceRow, TokenRow
    from .treebank.edit import (
        drop_nodes,
        drop_tokens,
        insert_nodes,
        relabel,
        reorder_tokens,
        replace_sentences,
        restructure,
        split_tokens,
    )
    from .treebank.shape import child_counts, discontinuous, no_words, node_depths, node_sizes

_HOME = {
    "Arcs": "studies.perturbing.arcs",
    "Builder": "treebank.build",
    "CallError": "core.errors",
    "Changes": "studies.perturbing.places",
    "ComparedItems": "measures.shared.items",
    "Confusion": "measures.shared.base",
    "Constituents": "parsers.results",
    "CountedItems": "measures.shared.parts",
    "Counts": "core.types",
    "DataError": "core.errors",
    "Dependencies": "parsers.results",
    "ErrorKind": "studies.perturbing.kinds",
    "Failure": "parsers.results",
    "Floats": "core.types",
    "Format": "formats.base",
    "FormatError": "core.errors",
    "HeadRules": "annotation.head_rules",
    "Input": "formats.base",
    "Mask": "core.types",
    "Measure": "measures.shared.base",
    "MissingExtraError": "core.errors",
    "MissingParserError": "core.errors",
    "NodeRow": "treebank.build",
    "Parser": "parsers.base",
    "ParserError": "parsers.results",
    "ParserModel": "parsers.base",
    "Parses": "parsers.results",
    "PartRows": "measures.shared.parts",
    "Phrases": "studies.perturbing.phrases",
    "Predictions": "parsers.results",
    "Program": "evaluation.programs",
    "Progress": "core.types",
    "Reject": "core.errors",
    "Rows": "treebank",
    "Scheme": "annotation.schemes",
    "Scores": "measures.shared.base",
    "SentenceRow": "treebank.build",
    "Strings": "treebank",
    "StudyData": "studies.running.data",
    "System": "models.transitions.systems",
    "TagSet": "annotation.tagsets",
    "Text": "treebank",
    "TokenRow": "treebank.build",
    "Transition": "models.transitions.systems",
    "Treebank": "treebank",
    "TreegaugeError": "core.errors",
    "TreegaugeWarning": "core.remarks",
    "check_dependency_trees": "parsers.trees",
    "child_counts": "treebank.shape",
    "column_of": "formats.base",
    "concatenate": "treebank",
    "discontinuous": "treebank.shape",
    "divided": "measures.shared.parts",
    "drop_nodes": "treebank.edit",
    "drop_tokens": "treebank.edit",
    "find_measure": "measures.shared.base",
    "find_parser": "parsers.base",
    "find_rules": "annotation.head_rules",
    "find_scheme": "annotation.schemes",
    "find_tagset": "annotation.tagsets",
    "find_transform": "transforms.base",
    "head_children": "annotation.head_rules",
    "insert_nodes": "treebank.edit",
    "measure": "measures.shared.base",
    "no_changes": "studies.perturbing.places",
    "no_words": "treebank.shape",
    "node_depths": "treebank.shape",
    "node_sizes": "treebank.shape",
    "one_dictionary": "measures.shared.columns",
    "parser": "parsers.base",
    "plain_form": "measures.shared.words",
    "plain_labels": "measures.shared.words",
    "precision_recall": "measures.shared.base",
    "punctuation": "annotation.punctuation",
    "ratio": "measures.shared.base",
    "register_constructions": "annotation.constructions",
    "register_error_kind": "studies.perturbing.kinds",
    "register_format": "formats.base",
    "register_head_reassignment": "annotation.head_reassignment",
    "register_head_rules": "annotation.head_rules",
    "register_preparation": "transforms.preparation",
    "register_prm": "measures.shared.prm",
    "register_program": "evaluation.programs",
    "register_punctuation": "annotation.punctuation",
    "register_scheme": "annotation.schemes",
    "register_system": "models.transitions.systems",
    "register_tagset": "annotation.tagsets",
    "relabel": "treebank.edit",
    "remark": "core.remarks",
    "reorder_tokens": "treebank.edit",
    "replace_sentences": "treebank.edit",
    "restructure": "treebank.edit",
    "same_words": "measures.shared.words",
    "split_tokens": "treebank.edit",
    "summary": "studies.running.tasks",
    "task": "studies.running.tasks",
    "transform": "transforms.base",
    "words_only": "measures.shared.words",
}

__all__ = [
    "Arcs",
    "Builder",
    "CallError",
    "Changes",
    "ComparedItems",
    "Confusion",
    "Constituents",
    "CountedItems",
    "Counts",
    "DataError",
    "Dependencies",
    "ErrorKind",
    "Failure",
    "Floats",
    "Format",
    "FormatError",
    "HeadRules",
    "Input",
    "Mask",
    "Measure",
    "MissingExtraError",
    "MissingParserError",
    "NodeRow",
    "Parser",
    "ParserError",
    "ParserModel",
    "Parses",
    "PartRows",
    "Phrases",
    "Predictions",
    "Program",
    "Progress",
    "Reject",
    "Rows",
    "Scheme",
    "Scores",
    "SentenceRow",
    "Strings",
    "StudyData",
    "System",
    "TagSet",
    "Text",
    "TokenRow",
    "Transition",
    "Treebank",
    "TreegaugeError",
    "TreegaugeWarning",
    "check_dependency_trees",
    "child_counts",
    "column_of",
    "concatenate",
    "discontinuous",
    "divided",
    "drop_nodes",
    "drop_tokens",
    "find_measure",
    "find_parser",
    "find_rules",
    "find_scheme",
    "find_tagset",
    "find_transform",
    "head_children",
    "insert_nodes",
    "measure",
    "no_changes",
    "no_words",
    "node_depths",
    "node_sizes",
    "one_dictionary",
    "parser",
    "plain_form",
    "plain_labels",
    "precision_recall",
    "punctuation",
    "ratio",
    "register_constructions",
    "register_error_kind",
    "register_format",
    "register_head_reassignment",
    "register_head_rules",
    "register_preparation",
    "register_prm",
    "register_program",
    "register_punctuation",
    "register_scheme",
    "register_system",
    "register_tagset",
    "relabel",
    "remark",
    "reorder_tokens",
    "replace_sentences",
    "restructure",
    "same_words",
    "split_tokens",
    "summary",
    "task",
    "transform",
    "words_only",
]

__getattr__, __dir__ = lazy_exports(__name__, _HOME)

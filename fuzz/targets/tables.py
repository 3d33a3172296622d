"""Tables of the user: TOML files, EVALB parameters, mappings of labels, costs of labels."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from pathlib import Path

from treegauge.annotation.constructions import find_constructions
from treegauge.annotation.head_reassignment import (
    find_reassignment,
    read_reassignment,
    reassign_children,
    reassign_heads,
)
from treegauge.annotation.head_rules import find_rules, head_children
from treegauge.annotation.schemes import find_scheme, known_shares
from treegauge.annotation.tagsets import find_tagset, tag_share
from treegauge.core.specs import format_spec
from treegauge.core.toml import read_toml
from treegauge.evaluation.choosing import choose_measures
from treegauge.evaluation.counting import count_all
from treegauge.evaluation.programs import Program
from treegauge.evaluation.selecting import select_scores
from treegauge.measures.leaf_ancestor import LeafAncestor
from treegauge.measures.shared.prm import find_prm
from treegauge.transforms.base import find_transform
from treegauge.transforms.relabel import read_mapping

from ..judging import BrokenError, Target
from ..structure import reshape_toml
from .files import file_with, small_dependencies, small_trees

_HEADS = b"""about = "A toy treebank: the last noun, the first preposition"
marks = ["NN", "IN", "VBZ"]
punctuation = [".", ","]
coordination = ["CC"]
transparent = ["X"]
functions = ["HD"]
cut = "-="
star = true
fold = false
default = [["left", "*"]]

[rules]
NP = [["right", "NN"], ["right-each", "NP", "DT"]]
PP = [["left", "IN"]]
S = [["left-each", "VBZ", "VP"]]
NX = "NP"
"""
_REASSIGNMENT = b"""about = "toy"

[[constituency]]
parent = "PP"
head = "IN"
to = "NP"

[[dependency]]
head = "DT"
to = "NN"
relation = "nmod"
"""
_TAGSET = b"""about = "toy"
column = "tag"
others = ["."]
cut = "-"
fold = false

[classes]
noun = ["NN"]
verb = ["VBZ", "VB*"]
preposition = ["IN"]

[groups]
nouns = ["NN"]
finite = ["VBZ"]
"""
_SCHEME = b"""about = "toy"
tagset = "penn"
cut = "-="
fold = false
others = ["X"]

[categories]
noun_phrase = ["NP"]
prepositional_phrase = ["PP"]
verb_phrase = ["VP"]
clause = ["S"]

[functions]
subject = ["SBJ"]

[relations]
known = ["nsubj", "obj"]
"""
_CONSTRUCTIONS = b"""about = "toy"
tags = "upos"
arguments = ["nsubj", "obj"]
adjuncts = ["obl", "ob*"]

[[construction]]
name = "PP attachment"
relations = ["nmod", "obl:*"]
tags = ["NOUN"]
head_tags = ["VERB"]
children = ["case"]
child_features = ["Case=*"]

[[construction]]
name = "Other"
relations = ["[a-z]*"]
"""
_PREPARATION = b"""about = "toy"
transforms = ["remove-empties", "strip-functions", "rewrite(pattern='[;{].*')", "select-length", "add-root"]
tags = ["NN", "VB*"]
labels = ["NP*", "S"]
treebanks = ["toy"]
punctuation = "is kept"
"""
_PROGRAM = b"""about = "toy"
compared = "toy 1.0"
measures = ["parseval(prm=none,labelled=false)", "attachment(punctuation=form)"]
scores = ["f1", "las"]
on_mismatch = "skip"
missing = "leave-out"
options = ["prm"]
rules = ["every bracket counts"]
"""
_PRM = [
    b"DEBUG 0\nMAX_ERROR 10\nCUTOFF_LEN 40\nLABELED 1\nDELETE_LABEL TOP\nDELETE_LABEL\nEQ_LABEL ADVP PRT\n# comment\n",
    b"# ours\nCUT_AT -=\nCUT_TAGS 1\nUNPARSED 1\nPLAIN_WORDS 1\nEQ_WORD a b\nQUOTE_LABEL ''\nDELETE_LABEL_FOR_LENGTH ,",
]


def targets() -> list[Target]:
    """One target per kind of table."""
    return [
        _toml("toml-head-rules", _HEADS, _head_rules),
        _toml("toml-reassignment", _REASSIGNMENT, _reassignment),
        _toml("toml-tagset", _TAGSET, lambda path: tag_share(find_tagset(path, small_trees()), small_trees())),
        _toml("toml-scheme", _SCHEME, lambda path: known_shares(find_scheme(path, small_trees()), small_trees())),
        _toml("toml-constructions", _CONSTRUCTIONS, _constructions),
        _toml("toml-preparation", _PREPARATION, _preparation),
        _toml("toml-program", _PROGRAM, _program),
        _text("prm", _PRM, _prm, (b"DELETE_LABEL", b"EQ_LABEL", b"CUTOFF_LEN", b"LABELED", b"; ", b"CUT_AT")),
        _text("label-mapping", [b"NP\tX\n# comment\n\nVP YP\n"], lambda path: len(read_mapping(path))),
        _text("leaf-ancestor-costs", [b"NP NX 0.5\n# comment\nVP S 2\n"], _costs),
    ]


def _toml(name: str, seed: bytes, use: Callable[[str], Hashable]) -> Target:
    return Target(name, lambda: [seed], partial(_on_file, use, ".toml"), reshape=reshape_toml)


def _text(name: str, seeds: list[bytes], use: Callable[[str], Hashable], words: tuple[bytes, ...] = ()) -> Target:
    return Target(name, lambda: seeds, partial(_on_file, use, ".txt"), words)


def _on_file(use: Callable[[str], Hashable], ending: str, data: bytes) -> Hashable:
    return use(file_with(data, ending))


def _head_rules(path: str) -> Hashable:
    rules = find_rules(path, small_trees())
    return len(rules.steps), tuple(head_children(small_trees(), rules).tolist())


def _constructions(path: str) -> Hashable:
    trees = small_dependencies()
    _, table = find_constructions(path, trees)
    table.arguments_and_adjuncts(trees.tokens.text("deprel"))
    return tuple(table.of_words(trees).tolist())


def _reassignment(path: str) -> Hashable:
    rules = find_reassignment(path)
    if rules is None:
        raise BrokenError("a file has rules")
    if read_reassignment("again", rules.to_toml()) != rules:
        raise BrokenError("rules are written and read again")
    trees = small_trees()
    table = find_rules("charniak", trees)
    reassign_children(trees, head_children(trees, table), table, rules)
    reassign_heads(small_dependencies(), rules)
    return len(rules.constituency), len(rules.dependency)


def _preparation(path: str) -> Hashable:
    trees = find_transform(format_spec("prepare", {"name": path}))(small_trees())
    return len(trees.tokens), len(trees.nodes)


def _program(path: str) -> Hashable:
    """The trees that the program scores, with the scores that it prints."""
    program = read_toml(Path(path), Program, "program")
    candidates, scored = program.candidates(path), []
    for trees in (small_trees(), small_dependencies()):
        if program.fits(trees, [trees]):
            measures = choose_measures(candidates, trees, trees)
            results = count_all(measures, trees, trees, program.policy, may_refuse=False)
            scored.append(tuple(name for result in select_scores(results, program.printed()) for name in result.scores))
    return tuple(scored)


def _prm(path: str) -> Hashable:
    warnings: list[str] = []
    prm = find_prm(path, warnings.append)
    in_one_line = not any("; " in value for value in (*prm.delete, *prm.delete_for_length, *prm.quote, prm.cut_at))
    if in_one_line and find_prm(prm.text + "; ") != prm:
        raise BrokenError("parameters are written in a line and read again")
    return len(warnings), len(prm.delete), len(prm.equal_labels)


def _costs(path: str) -> Hashable:
    measure = LeafAncestor(costs=(path,))
    return bool(measure.count(small_trees(), small_trees()).sum())

"""The rules by which a measure counts, one by one, with a sentence about each: what `explain` changes step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ..annotation.schemes import ROOT_LABELS
from ..measures.parseval import Parseval
from ..measures.shared.base import Measure
from ..measures.shared.prm import Prm, prm_name
from .choosing import Policy

_EMPTY = ("-NONE-",)
_SHOWN = 8  # of a list of labels or words
Rules = dict[str, Any]  # the value of each rule, in the order in which they are changed


@dataclass(frozen=True)
class Counting:
    """A measure, and what it leaves out: all that decides on a score."""

    measure: Measure
    policy: Policy


def rules_of(counting: Counting) -> Rules:
    """The rules by which a measure counts, in the order in which `explain` changes them."""
    measure, policy = counting.measure, counting.policy
    own = _parseval_rules(measure) if isinstance(measure, Parseval) else _options(measure)
    return {"mismatch": policy.on_mismatch, "missing": policy.missing, **own}


def counting_by(rules: Rules, like: Counting) -> Counting:
    """What counts by these rules, as `like` does in everything else."""
    policy = replace(like.policy, on_mismatch=rules["mismatch"], missing=rules["missing"])
    own = {name: value for name, value in rules.items() if name not in ("mismatch", "missing")}
    if isinstance(like.measure, Parseval):
        prm = replace(like.measure.parameters, **_parameters(own))
        return Counting(
            replace(like.measure, prm=prm_name(prm), labelled=own["labelled"], disc_only=own["disc_only"]), policy
        )
    return Counting(replace(like.measure, **own), policy)


def rule_in_words(rule: str, before: Any, after: Any) -> str:
    """What a change of a rule means, in one sentence about how it is counted now."""
    text = _TEXTS.get(rule)
    if isinstance(text, Mapping):
        return text.get(after, f"{rule}: {after}")
    return text(before, after) if text is not None else f"{rule}: {after}"


def _options(measure: Measure) -> Rules:
    return {field.name: getattr(measure, field.name) for field in fields(measure)}


def _parseval_rules(measure: Parseval) -> Rules:
    prm = measure.parameters
    roots, empty = (frozenset(prm.delete) & frozenset(labels) for labels in (ROOT_LABELS, _EMPTY))
    others = frozenset(prm.delete) - roots - empty
    punctuation = frozenset(label for label in others if not any(letter.isalpha() for letter in label))
    return {
        "root": roots,
        "empty": empty,
        "punctuation": punctuation,
        "words": frozenset(prm.delete_words),
        "gold_deletes": prm.gold_deletes,
        "deleted": others - punctuation,
        "quote": prm.quote,
        "plain_words": prm.plain_words,
        "equal_words": prm.equal_words,
        "check_words": prm.check_words,
        "unparsed": prm.unparsed,
        "cut_at": prm.cut_at,
        "cut_tags": prm.cut_tags,
        "equal_labels": prm.equal_labels,
        "distinct": prm.distinct,
        "labelled": measure.labelled and bool(prm.labelled),
        "disc_only": measure.disc_only,
    }


def _parameters(rules: Rules) -> dict[str, Any]:
    """The parameters of EVALB that rules stand for."""
    names = {field.name for field in fields(Prm)}
    deleted = rules["root"] | rules["empty"] | rules["punctuation"] | rules["deleted"]
    return {
        **{name: value for name, value in rules.items() if name in names and name != "labelled"},
        "labelled": 1,
        "delete": tuple(sorted(deleted)),
        "delete_words": tuple(sorted(rules["words"])),
    }


def _listed(values: Sequence[str] | frozenset[str]) -> str:
    shown = sorted(value or "(none)" for value in values)
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    return " ".join(shown[:_SHOWN]) + more


def _labels(name: str) -> Callable[[Any, Any], str]:
    """A list of what is left out: what is counted now, and what is left out now."""

    def text(before: frozenset[str], after: frozenset[str]) -> str:
        counted, left_out = before - after, after - before
        parts = [f"{name} counted: {_listed(counted)}"] if counted else []
        parts += [f"{name} left out: {_listed(left_out)}"] if left_out else []
        return "; ".join(parts)

    return text


def _equal_pairs(before: Any, after: Any) -> str:
    gone, new = (
        [" and ".join(pair) for pair in pairs if pair not in others]
        for pairs, others in ((before, after), (after, before))
    )
    return "; ".join([f"{pair} are different" for pair in gone] + [f"{pair} are the same" for pair in new])


def _cut_at(before: str, after: str) -> str:
    if not after:
        return "labels are whole: NP-SBJ is not NP"
    return f"labels are cut at {' '.join(after)}"


_PUNCTUATION: Mapping[str, str] = {
    "keep": "all tokens count, punctuation too",
    "form": "tokens whose form is all punctuation do not count",
    "upos": "tokens with the tag PUNCT do not count",
    "relation": "tokens with the relation punct do not count",
    "each-relation": "tokens called punct or p do not count, each side by its own relations; F1",
}
_TEXTS: dict[str, Mapping[Any, str] | Callable[[Any, Any], str]] = {
    "mismatch": {
        "skip": "sentences with different words are left out",
        "align": "different words are aligned on their characters",
        "error": "sentences with different words are an error",
    },
    "missing": {
        "count": "sentences without a parse count against the parser",
        "leave-out": "sentences without a parse are left out",
    },
    "root": _labels("root"),
    "empty": _labels("empty elements"),
    "punctuation": lambda before, after: (
        _labels("punctuation")(before, after) if isinstance(after, frozenset) else _PUNCTUATION[after]
    ),
    "words": _labels("words"),
    "gold_deletes": {
        0: "each tree's own tags decide what is punctuation",
        1: "gold's tags decide what is punctuation in both trees",
    },
    "deleted": _labels("labels"),
    "quote": lambda before, after: (
        "quotes that one tree takes for punctuation are repaired" if after else "quotes are not repaired"
    ),
    "plain_words": {0: "-LRB- and ( are different words", 1: "-LRB- and ( are the same word"},
    "equal_words": _equal_pairs,
    "check_words": {
        2: "sentences with different words are left out",
        1: "sentences with another number of words are left out",
        0: "words are not compared: no sentence is left out",
    },
    "unparsed": {
        0: "trees without words that count are left out",
        1: "trees without words that count are trees without brackets",
    },
    "cut_at": _cut_at,
    "cut_tags": {0: "tags are whole", 1: "tags are cut as labels are"},
    "equal_labels": _equal_pairs,
    "distinct": {
        0: "equal brackets (NP over NP) all count",
        1: "equal brackets (NP over NP) count once",
        2: "equal brackets (NP over NP) all count, one can match",
    },
    "labelled": {True: "labels count", False: "labels do not count"},
    "disc_only": {True: "only discontinuous brackets count", False: "all brackets count, with gaps and without"},
    "subtypes": {True: "subtypes count: acl:relcl is not acl", False: "relations without subtypes: acl:relcl is acl"},
    "case": {True: "root and ROOT are different relations", False: "root and ROOT are the same relation"},
    "lenient": {True: "graphs that are not trees are scored", False: "graphs that are not trees are refused"},
}

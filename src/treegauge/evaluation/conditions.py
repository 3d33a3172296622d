"""Which errors and sentences are wanted: `label=PP`, `relation=obl word=with`, `tag~NN.* length>20`.

Conditions are separated by blanks (or `and`); all of them must hold, those about an error for the same error.

    label, relation  the label of the bracket or the relation of the word, in gold or in the parse
    kind             missing, extra, label (brackets); head, relation, both, tag, missing, extra (words)
    word, tag        the word, or one of the words of the bracket
    length, errors   of the sentence: the words of gold, the errors of all parses

= and != compare, ~ is a regular expression for the whole text; numbers also have >, <, >= and <=. A value with blanks
is in quotes.
"""

from __future__ import annotations

import operator
import re
import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ..core.errors import CallError
from ..core.expressions import safe_expression
from ..core.types import Int64s, Integers, Mask
from ..core.wording import nearest, shown
from ..measures.shared.items import KINDS, ComparedItems

_CONDITION = re.compile(r"(\w+)\s*(>=|<=|!=|=|~|>|<)(.*)", re.DOTALL)
_NUMBERS: dict[str, Callable[[Integers, int], Mask]] = {
    "=": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le
}  # fmt: skip
OF_ERRORS = ("label", "relation", "kind", "word", "tag")
OF_SENTENCES = ("length", "errors")
_HOW = "write label=PP, relation=obl, word=with, length>20"
_LONGEST = 1000  # characters of a word that an expression is applied to


@dataclass(frozen=True)
class Condition:
    """One condition, as it was written in three parts."""

    name: str
    sign: str
    value: str

    def holds(self, text: str | None) -> bool:
        """Whether it holds for a text."""
        if self.sign == "~":
            return text is not None and _expression(self.value).fullmatch(text[:_LONGEST]) is not None
        return text == self.value


@dataclass(frozen=True)
class Conditions:
    """What is wanted: all conditions must hold."""

    of_errors: tuple[Condition, ...] = ()
    of_sentences: tuple[Condition, ...] = ()

    def errors(self, items: ComparedItems) -> Int64s:
        """The numbers of the items that are wrong and for which all conditions about errors hold."""
        wanted = items.wrong.copy()
        for condition in self.of_errors:
            wanted[wanted] = _holds(condition, items, np.flatnonzero(wanted))
        return np.flatnonzero(wanted)

    def sentences(self, lengths: Integers, errors: Integers) -> Mask:
        """The sentences for which all conditions about sentences hold."""
        values = {"length": lengths, "errors": errors}
        wanted = np.ones(len(lengths), bool)
        for condition in self.of_sentences:
            wanted &= _NUMBERS[condition.sign](values[condition.name], int(condition.value))
        return wanted


@lru_cache(64)
def _expression(pattern: str) -> re.Pattern[str]:
    return safe_expression(pattern, _LONGEST)


def _holds(condition: Condition, items: ComparedItems, numbers: Int64s) -> Mask:
    if condition.sign == "!=":
        return ~_holds(replace(condition, sign="="), items, numbers)
    if condition.name == "kind":
        return items.kind.take(numbers).mask(condition.holds)
    if condition.name in ("label", "relation"):
        sides = [column.take(numbers).mask(condition.holds) for column in (items.gold_label, items.test_label)]
        return sides[0] | sides[1]
    form = condition.name == "word"
    texts = ([token.form if form else token.tag or token.upos for token in items.words(n)] for n in numbers.tolist())
    return np.array([any(map(condition.holds, words)) for words in texts], bool)


def parse_conditions(where: str | Iterable[str]) -> Conditions:
    """Read conditions, given in one text or in several."""
    texts = [where] if isinstance(where, str) else list(where)
    conditions = [_parse(piece) for text in texts for piece in _split(text)]
    return Conditions(
        tuple(condition for condition in conditions if condition.name in OF_ERRORS),
        tuple(condition for condition in conditions if condition.name in OF_SENTENCES),
    )


def _split(text: str) -> list[str]:
    """The conditions of a text, without `and` between two of them."""
    try:
        pieces = shlex.split(text)
    except ValueError:
        raise CallError(f"cannot read {shown(text)}: a quotation mark is not closed") from None
    if not pieces:
        raise CallError(f"the condition is empty; {_HOW}")
    between = [place for place, piece in enumerate(pieces) if piece == "and"]
    if any(place + 1 in between or place in (0, len(pieces) - 1) for place in between):
        raise CallError(f"cannot read {shown(text)}: 'and' is written between two conditions")
    return [piece for piece in pieces if piece != "and"]


def _parse(piece: str) -> Condition:
    if piece == "or":
        raise CallError("all conditions must hold, so that 'or' is not available; write label~PP|NP for several labels")
    match = _CONDITION.fullmatch(piece)
    if match is None:
        raise CallError(f"cannot read the condition {shown(piece)}; {_HOW}, without blanks around the sign")
    condition = Condition(*match.groups())
    if condition.name not in (*OF_ERRORS, *OF_SENTENCES):
        known = ", ".join((*OF_ERRORS, *OF_SENTENCES))
        near = nearest(condition.name, (*OF_ERRORS, *OF_SENTENCES)) or f"; known: {known}"
        raise CallError(f"unknown name {shown(condition.name)} in the condition {shown(piece)}{near}")
    if condition.name in OF_SENTENCES:
        if condition.sign not in _NUMBERS or not re.fullmatch(r"[0-9]{1,9}", condition.value):
            raise CallError(f"{condition.name} is a number: write {condition.name}>20, not {shown(piece)}")
    else:
        _check_text(condition, piece)
    return condition


def _check_text(condition: Condition, piece: str) -> None:
    """Stop at a condition about an error that no error can satisfy, or that all satisfy."""
    name, sign, value = condition.name, condition.sign, condition.value
    if sign not in ("=", "!=", "~"):
        raise CallError(f"{name} is a text: write {name}=..., not {shown(piece)}")
    if not value:
        raise CallError(f"the condition {shown(piece)} has no value; {_HOW}")
    if sign == "~":
        _expression(value)
    elif value[0] in "=~" and name not in ("word", "tag"):
        raise CallError(f"cannot read the condition {shown(piece)}; write {name}{sign}{value.lstrip('=~')}")
    elif name == "kind" and value not in KINDS:
        near = nearest(value, KINDS) or f"; known: {', '.join(KINDS)}"
        raise CallError(f"unknown kind {shown(value)} in the condition {shown(piece)}{near}")

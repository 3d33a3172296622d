"""EVALB's parameter files (.prm), and the presets.

One parameter per line; the rest of the line is its value. A line that begins with # is a comment. If a number is given
twice, the last one counts. `DELETE_LABEL` without a value deletes brackets without a label. treegauge has more
parameters than EVALB:

CUT_AT         where labels are cut (`-=`); without a value they are not cut
CUT_TAGS       tags are cut too
UNPARSED       a test tree without words counts as a tree without brackets and is not skipped
PLAIN_WORDS    -LRB- and (, two backticks and a quote are the same word
DELETE_WORD    a word that is deleted, whatever its tag
GOLD_DELETES   the tags and words of gold decide which words are deleted, in both trees
DISTINCT       brackets with the same label and the same words: 0 all count, 1 they count once, 2 all count and one
               of them can match
CHECK_WORDS    trees are compared if they have 2 the same words, 1 the same number of words, 0 in any case
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from ...core.errors import DataError, FormatError, Reject
from ...core.registry import Registry
from ...core.remarks import remark
from ...core.tables import TableSource, packaged, table_text
from ...core.wording import shown

Pairs = tuple[tuple[str, str], ...]
_NUMBERS = {
    "DEBUG": "debug",
    "MAX_ERROR": "max_error",
    "CUTOFF_LEN": "cutoff",
    "LABELED": "labelled",
    "CUT_TAGS": "cut_tags",
    "UNPARSED": "unparsed",
    "PLAIN_WORDS": "plain_words",
    "GOLD_DELETES": "gold_deletes",
    "DISTINCT": "distinct",
    "CHECK_WORDS": "check_words",
}
_NEWER = {"GOLD_DELETES", "DISTINCT", "CHECK_WORDS"}  # left out of signatures where they have their usual values
_LISTS = {
    "DELETE_LABEL": "delete",
    "DELETE_LABEL_FOR_LENGTH": "delete_for_length",
    "QUOTE_LABEL": "quote",
    "DELETE_WORD": "delete_words",
}
_PAIRS = {"EQ_LABEL": "equal_labels", "EQ_WORD": "equal_words"}
_KEYS = {*_NUMBERS, *_LISTS, *_PAIRS, "CUT_AT"}
_LARGEST = 2**31 - 1  # a larger number counts as this one
_DIGITS = 10  # that it has
_SPACES = " \t\n\v\f\r"


@dataclass(frozen=True)
class Prm:
    """The parameters of EVALB."""

    debug: int = 0
    max_error: int = 10
    cutoff: int = 40
    labelled: int = 1
    cut_at: str = "-="
    cut_tags: int = 0
    unparsed: int = 0
    plain_words: int = 0
    gold_deletes: int = 0
    distinct: int = 0
    check_words: int = 2
    delete: tuple[str, ...] = ()
    delete_for_length: tuple[str, ...] = ()
    quote: tuple[str, ...] = ()
    delete_words: tuple[str, ...] = ()
    equal_labels: Pairs = ()
    equal_words: Pairs = ()
    about: str = field(default="", compare=False)  # the comment at the beginning

    def cut(self, label: str) -> str:
        """A label up to the first mark of a function or an index, even at its beginning."""
        return re.split(f"[{re.escape(self.cut_at)}]", label, maxsplit=1)[0] if self.cut_at else label

    @property
    def text(self) -> str:
        """The parameters in one line that `find_prm` reads."""
        usual = Prm()
        numbers = [
            f"{key} {getattr(self, name)}"
            for key, name in _NUMBERS.items()
            if key not in _NEWER or getattr(self, name) != getattr(usual, name)
        ]
        lists = [f"{key} {value}" if value else key for key, name in _LISTS.items() for value in getattr(self, name)]
        # A tab after a value that ends in a semicolon: a semicolon and a space separate parameters.
        pairs = [
            f"{key} {first}\t{second}" if first.endswith(";") else f"{key} {first} {second}"
            for key, name in _PAIRS.items()
            for first, second in getattr(self, name)
        ]
        return "; ".join([*numbers, f"CUT_AT {self.cut_at}", *lists, *pairs])


def read_prm(
    text: str, warn: Callable[[str], Any] = lambda message: None, *, source: str = "", like_evalb: bool = False
) -> Prm:
    """Parameters from the text of a file, which `source` names; `warn` is called with the warnings of EVALB. A number
    that is not one is an error. EVALB reads the digits at its beginning, otherwise 0; so does `like_evalb`, with a
    remark."""
    comments = takewhile(lambda line: line.startswith("#"), text.split("\n"))
    prm = Prm(about=" ".join(line.lstrip("# ").rstrip() for line in comments))
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole[:1] + whole[1:].rstrip(_SPACES)
        if line.startswith("#") or len(line) < 3:
            continue
        key, value = [*re.split(f"[{_SPACES}]+", line, maxsplit=1), ""][:2]
        if not value and key not in _LISTS and key != "CUT_AT":
            warn(f"Empty value in parameter file ({number})")
        if key in _NUMBERS:
            _check_number(key, value, Reject(source or "EVALB parameters", number, ""), like_evalb)
        prm = _set(prm, key, value, line, warn)
    return prm


def _set(prm: Prm, key: str, value: str, line: str, warn: Callable[[str], Any]) -> Prm:
    changed: dict[str, Any] = {}
    if key in _NUMBERS:
        changed[_NUMBERS[key]] = _number(value)
    elif key in _LISTS:
        changed[_LISTS[key]] = (*getattr(prm, _LISTS[key]), value)
    elif key in _PAIRS and len(words := _words(value)) == 2:
        changed[_PAIRS[key]] = (*getattr(prm, _PAIRS[key]), tuple(words))
    elif key in _PAIRS:
        warn(f"{key} requires two values")
    elif key == "CUT_AT":
        changed["cut_at"] = value
    else:
        warn(f"Unknown keyword ({line}) in parameter file")
    return replace(prm, **changed)


def _words(value: str) -> list[str]:
    """The words of a value, between the spaces that C knows."""
    return [word for word in re.split(f"[{_SPACES}]+", value) if word]


def _number(value: str) -> int:
    """A number as C reads it: the digits at the beginning, otherwise 0."""
    digits = re.match(r"([+-]?)0*([0-9]*)", value)
    if digits is None or not digits[2]:
        return 0
    size = min(int(digits[2]), _LARGEST) if len(digits[2]) <= _DIGITS else _LARGEST
    return -size if digits[1] == "-" else size


def _check_number(key: str, value: str, place: Reject, like_evalb: bool) -> None:
    """An error if a value is not a number, or too large for EVALB's counters; a remark if EVALB is followed."""
    digits = re.fullmatch(r"[+-]?0*([0-9]*)", value)
    if digits is not None and value.strip("+-") and len(digits[1]) <= _DIGITS and int(digits[1] or 0) <= _LARGEST:
        return
    number = f"a number of {len(value):,} digits" if digits is not None and len(value) > 2 * _DIGITS else shown(value)
    reject = replace(place, message=f"{key} must be a whole number up to {_LARGEST:,}, not {number}")
    if not like_evalb:
        raise FormatError(reject)
    if value:  # otherwise EVALB itself warns
        remark(f"{reject}; it is read as {_number(value):,}")


PRESETS: Registry[Prm] = Registry(
    "EVALB parameters",
    plural="prm",
    built_in=lambda: packaged(__package__, "presets", ".prm", lambda name, text: read_prm(text)),
    describe=lambda prm: prm.about,
    files="a file",
)


def register_prm(name: str, source: TableSource) -> None:
    """Register EVALB parameters under a name: the text of a parameter file, or a file of a package; a comment in the
    first line says what they are."""
    place = f"EVALB parameters '{name}'"
    PRESETS.add(name, read_prm(table_text(source, place), source=place))


def find_prm(name: str, warn: Callable[[str], Any] = lambda message: None, *, like_evalb: bool = False) -> Prm:
    """Parameters by the name of a preset, from a file, or from a line `LABELED 1; DELETE_LABEL TOP; ...`; `warn` and
    `like_evalb` are those of `read_prm`."""
    is_file = os.path.isfile(name)
    if ";" in name and not is_file:
        return read_prm(name.replace("; ", "\n"), warn, like_evalb=like_evalb)
    if not is_file or name in PRESETS:
        return PRESETS.get(name)
    with open(name, "rb") as file:
        text = _decoded(file.read())
    _check_some_known(text, name)
    return read_prm(text, warn, source=name, like_evalb=like_evalb)


def _check_some_known(text: str, name: str) -> None:
    """EVALB only warns at every line that it does not know; a file of such lines, such as a treebank, is a mistake."""
    keys = [line.split(maxsplit=1)[0] for line in text.split("\n") if line.strip() and not line.startswith("#")]
    if keys and not _KEYS.intersection(keys):
        raise DataError(f"{name}: these are not EVALB parameters; each line is one, such as DELETE_LABEL TOP")


def _decoded(data: bytes) -> str:
    """UTF-8, or, if it is not, Latin-1, in which all bytes are text."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def prm_name(prm: Prm) -> str:
    """The name of the preset with these parameters, or the parameters in one line."""
    return PRESETS.name_of(prm) or prm.text

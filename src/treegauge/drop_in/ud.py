"""The official UD evaluation for those who import it: `load_conllu_file`, `load_conllu`, `evaluate` and
`build_evaluation_table` have the names, arguments and return values of conll18_ud_eval.py and of eval.py of the UD
tools (udtools 0.2.9).

    from treegauge.drop_in.ud import evaluate, load_conllu_file

    evaluation = evaluate(load_conllu_file("gold.conllu"), load_conllu_file("system.conllu"))
    print(100 * evaluation["LAS"].f1)

The scores are equal. It is faster, and takes what the script fails on: sentences with a chain of more than about 1,000
heads, and files that are compressed. Everything that the script refuses is refused with `UDError`, also where the
script fails with another exception (a head that is not a number within a multiword token, an enhanced head outside the
sentence).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import IO, Any

import numpy as np

from ..core.errors import DataError
from ..core.types import PathLike
from ..formats.api import read
from ..formats.base import FORMATS, Input
from ..measures.shared.ud_graphs import REFUSED, must_be_trees
from ..measures.shared.ud_text import RunningText
from ..measures.ud import UniversalDependencies
from ..treebank import Treebank
from .ud_parts import UDSpan, UDWord, sentence_spans, token_spans, ud_words

__all__ = [
    "Score",
    "UDError",
    "UDRepresentation",
    "UDSpan",
    "UDWord",
    "build_evaluation_table",
    "evaluate",
    "load_conllu",
    "load_conllu_file",
]
METRICS = (
    "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas", "UAS", "LAS", "ELAS", "EULAS",
    "CLAS", "MLAS", "BLEX",
)  # fmt: skip
_OF_CONTENT = ("CLAS", "MLAS", "BLEX")
_OF_EDGES = ("ELAS", "EULAS")
_PRINTED = tuple(name for name in METRICS if name not in _OF_EDGES)
_ROOTS_OKAY, _NO_EMPTY_NODES = "multiple_roots_okay", "no_empty_nodes"


class UDError(DataError):
    """A file cannot be evaluated. The message is one line."""


@dataclass(frozen=True, eq=False)
class UDRepresentation:
    """A CoNLL-U file that was loaded. `words`, `tokens`, `sentences` and `characters` are made when they are asked for;
    to change them changes no score."""

    treebank: Treebank = field(repr=False)
    path: str = ""
    lenient: bool = False

    @cached_property
    def text(self) -> RunningText:
        return RunningText(self.treebank)

    @cached_property
    def characters(self) -> list[str]:
        """The characters of all tokens, without the spaces between them."""
        return list("".join(token or "" for token in self.text.spelling.decode()))

    @cached_property
    def tokens(self) -> list[UDSpan]:
        """The tokens as spans of the characters; a multiword token is one."""
        return token_spans(self.text)

    @cached_property
    def sentences(self) -> list[UDSpan]:
        """The sentences as spans of the characters."""
        return sentence_spans(self.text, self.tokens)

    @cached_property
    def words(self) -> list[UDWord]:
        """The syntactic words."""
        return ud_words(self.text, self.tokens)


@dataclass(frozen=True)
class Score:
    """How many of gold and of the system are the same; the share of the aligned words, where it is defined."""

    gold_total: int
    system_total: int
    correct: int
    aligned_total: int | None = None

    @property
    def precision(self) -> float:
        return self.correct / self.system_total if self.system_total else 0.0

    @property
    def recall(self) -> float:
        return self.correct / self.gold_total if self.gold_total else 0.0

    @property
    def f1(self) -> float:
        both = self.system_total + self.gold_total
        return 2 * self.correct / both if both else 0.0

    @property
    def aligned_accuracy(self) -> float | None:
        return self.correct / self.aligned_total if self.aligned_total else self.aligned_total


def load_conllu_file(path: PathLike, treebank_type: Mapping[str, Any] | None = None) -> UDRepresentation:
    """Load a CoNLL-U file, which may be compressed. `treebank_type` can have `multiple_roots_okay` and
    `no_empty_nodes`."""
    try:
        treebank = read(path, format="conllu", lenient=True)
    except DataError as error:
        raise _ud_error(error) from None
    return _represented(treebank, str(path), treebank_type)


def load_conllu(
    file: IO[str] | IO[bytes], path: str = "", treebank_type: Mapping[str, Any] | None = None
) -> UDRepresentation:
    """Load a CoNLL-U file that is open; `path` is for messages."""
    source = path or str(getattr(file, "name", "<file>"))
    reader = FORMATS.get("conllu").read
    assert reader is not None
    try:
        content = file.read()
        data = content.encode() if isinstance(content, str) else content.decode().encode()
        treebank = reader(Input(data, source, lenient=True))
    except (UnicodeDecodeError, UnicodeEncodeError) as error:
        raise UDError(f"{source}: this is not UTF-8 text ({error.reason})") from None
    except DataError as error:
        raise _ud_error(error) from None
    return _represented(treebank, path, treebank_type)


def evaluate(gold_ud: UDRepresentation, system_ud: UDRepresentation) -> dict[str, Score]:
    """The scores by the names of the metrics; `UDError` if the files do not have the same text."""
    measure = UniversalDependencies(lenient=gold_ud.lenient or system_ud.lenient)
    try:
        rows = measure.count(gold_ud.treebank, system_ud.treebank)
    except DataError as error:
        raise _ud_error(error) from None
    counts = dict(zip(measure.counts, rows.sum(0).astype(np.int64).tolist(), strict=True))
    return {metric: _score(metric, counts) for metric in METRICS}


def build_evaluation_table(
    evaluation: Mapping[str, Score], verbose: bool = True, counts: bool = False, enhanced: bool = False
) -> str:
    """The table that the script prints."""
    if not verbose and not counts:
        names = ["LAS F1 Score", "MLAS Score", "BLEX Score"]
        names += ["ELAS F1 Score", "EULAS F1 Score"] if enhanced else []
        return "\n".join(f"{name}: {100 * evaluation[name.split()[0]].f1:.2f}" for name in names)
    title = "Correct   |      Gold | Predicted | Aligned" if counts else "Precision |    Recall |  F1 Score | AligndAcc"
    lines = [f"Metric     | {title}", "-----------+-----------+-----------+-----------+-----------"]
    for metric in [*_PRINTED, *(_OF_EDGES if enhanced else ())]:
        cells = (_counts if counts else _shares)(metric, evaluation[metric])
        lines.append(f"{metric:11}|" + " |".join(cells))
    return "\n".join(lines)


def _counts(metric: str, score: Score) -> list[str]:
    aligned = score.aligned_total or (score.correct if metric == "Words" else "")
    return [f"{count:10}" for count in (score.correct, score.gold_total, score.system_total, aligned)]


def _shares(metric: str, score: Score) -> list[str]:
    aligned = score.aligned_accuracy
    shares = [f"{100 * share:10.2f}" for share in (score.precision, score.recall, score.f1)]
    return [*shares, "" if aligned is None else f"{100 * aligned:10.2f}"]


def _represented(treebank: Treebank, path: str, treebank_type: Mapping[str, Any] | None) -> UDRepresentation:
    """Refuse what the script refuses when it loads a file."""
    wanted = {name for name, value in (treebank_type or {}).items() if value}
    if unknown := wanted - {_ROOTS_OKAY, _NO_EMPTY_NODES}:
        raise UDError(f"{min(unknown)} is not supported: remove these enhancements from the files first")
    if _NO_EMPTY_NODES in wanted and treebank.empty.counts.any():
        where = treebank.where(int(np.flatnonzero(treebank.empty.counts)[0]))
        raise UDError(f"{where}: the collapsed CoNLL-U file still contains empty nodes")
    ud = UDRepresentation(treebank, path, _ROOTS_OKAY in wanted)
    try:
        must_be_trees(ud.text, several_roots=ud.lenient)
    except DataError as error:
        raise _ud_error(error) from None
    return ud


def _ud_error(error: DataError) -> UDError:
    """The error without advice for the command line."""
    return UDError(str(error).split(f"; {REFUSED}")[0])


def _score(metric: str, counts: Mapping[str, int]) -> Score:
    name = metric.lower()
    if metric in ("Tokens", "Sentences"):
        return Score(counts[f"gold_{name}"], counts[f"test_{name}"], counts[f"right_{name}"])
    if metric == "Words":
        return Score(counts["gold_words"], counts["test_words"], counts["aligned_words"])
    if metric in _OF_EDGES:
        return Score(counts["gold_edges"], counts["test_edges"], counts[f"right_{name}"])
    base = "content" if metric in _OF_CONTENT else "words"
    return Score(counts[f"gold_{base}"], counts[f"test_{base}"], counts[f"right_{name}"], counts[f"aligned_{base}"])

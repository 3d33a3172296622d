"""The classes of errors of Kummerfeld, Hall, Curran and Klein (2012), Parser Showdown at the Wall Street Corral, as
their program berkeley-parser-analyser counts them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.errors import DataError
from ...core.parallel import in_parts
from ...core.types import Codes, Counts, Int32s, Int64s, Mask
from ...core.wording import counted, option
from ...measures.parseval import Parseval
from ...treebank import Text, Treebank
from ...treebank.edit import drop_tokens, relabel
from ...treebank.shape import discontinuous
from ...treebank.strings import concatenate_text
from .table import SOURCES, ErrorTable, FoundErrors

# In the order of the numbers in kernels/kummerfeld_classes.py.
CLASSES = (
    "Co-ordination", "PP Attachment", "NP Attachment", "VP Attachment", "Clause Attachment", "Modifier Attachment",
    "NP Internal Structure", "Single Word Phrase", "Different label", "XoverX Unary", "Unary", "UNSET add",
    "UNSET remove", "UNSET move",
)  # fmt: skip
ROOT = "ROOT"
_ROOTS = frozenset({"", "ROOT", "S1", "TOP", "VROOT"})
_REPAIRED = "left out: other words, no parse, or more than 100 steps"
_TOO_DEEP = "is nested too deep for the search for repairs"
_TRACE = "-NONE-"
_DELETED = frozenset({_TRACE, ",", ":", "``", "''", "."})
_TAG_OF_WORD = {
    **dict.fromkeys(("--", "-", ";", ":"), ":"),
    **dict.fromkeys(("-LRB-", "-LCB-", "{"), "-LRB-"),
    **dict.fromkeys(("-RRB-", "-RCB-", "}"), "-RRB-"),
    "Wa": "NNP",
}
_PHRASES = frozenset(
    (
        "S", "SBAR", "SBARQ", "SINV", "SQ", "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC", "NP", "NX", "PP",
        "PRN", "PRT", "QP", "RRC", "UCP", "VP", "WHADJP", "WHAVP", "WHNP", "WHPP", "X",
    )
)  # fmt: skip


def find_kummerfeld_errors(gold: Treebank, test: Treebank, unparsed: Sequence[int]) -> FoundErrors:
    """The steps that repair each test tree, by class. Sentences without a parse are left out, as in the original."""
    from .kernels.repairing import MOST_STEPS, STEP_FIELDS, count_repairable, repair_sentences

    sides = [_cleaned(treebank) for treebank in (gold, test)]
    labels = concatenate_text(
        [column for side in sides for column in (side.tokens.text("tag"), side.nodes.text("label"))]
    )
    top = len(labels.values)
    gold_side, test_side = _repair_sides(sides, labels.codes)
    counts = np.full((len(gold), 3), np.nan)
    in_parts(len(gold), lambda begin, end: count_repairable(begin, end, gold_side, test_side, top, counts))
    known = ~np.isnan(counts[:, 0])
    errors = np.where(known, counts[:, 1] + counts[:, 2] - 2 * counts[:, 0], 0).astype(np.int64)
    offsets = np.concatenate(([0], np.cumsum(np.minimum(errors, MOST_STEPS + 1))))
    steps, taken = np.zeros((int(offsets[-1]), STEP_FIELDS), np.int32), np.zeros(len(gold), np.int32)
    flags = np.array([*map(_flags, labels.values), 0], np.int32)
    in_parts(
        len(gold),
        lambda begin, end: repair_sentences(begin, end, gold_side, test_side, top, flags, offsets, steps, taken),
    )
    reasons = _reasons(sides, counts, taken)
    counts[taken < 0] = np.nan
    sentence = np.repeat(np.arange(len(gold)), np.maximum(taken, 0))
    rows = np.concatenate(([0], np.cumsum(np.maximum(taken, 0))))
    steps = steps[np.arange(rows[-1]) - rows[sentence] + offsets[sentence]]
    table = _table(steps, sentence, labels, sides[0])
    return FoundErrors(table, counts, reasons, measure=Parseval().spec, sentences=_REPAIRED)


def _cleaned(treebank: Treebank) -> Treebank:
    """A treebank as the original compares it: without empty elements, punctuation and functions, PRT as ADVP. A column
    `place` has the number of each word in the sentence."""
    tokens = treebank.tokens
    words = tokens.text("form").map(_TAG_OF_WORD.get)
    tag = tokens.text("tag").map(_plain_label)
    both = concatenate_text([words, tag])
    codes = np.where(words.codes >= 0, both.codes[: len(words)], both.codes[len(words) :])
    place = (np.arange(len(tokens)) - tokens.start).astype(np.int32)
    cleaned = treebank.replace(tokens=tokens.replace(tag=Text(codes, both.values), place=place))
    cleaned = relabel(cleaned, _plain_label)
    for deleted in (frozenset({_TRACE}), _DELETED):
        cleaned = drop_tokens(cleaned, _unless_all(cleaned, cleaned.tokens.text("tag").mask(deleted)))
    crossing = discontinuous(cleaned)
    if crossing.any():
        where = treebank.where(int(cleaned.nodes.sentence[np.flatnonzero(crossing)[0]]))
        raise DataError(
            f"{where}: a phrase has a gap, but the classes of Kummerfeld et al. are for trees without gaps; apply the "
            f"transform raise-crossing first, or give {option('classes', 'treegauge')}"
        )
    return cleaned


def _plain_label(label: str) -> str:
    """A label without its function and without a second label: NP-SBJ, NX|NP."""
    if "|" in label:
        label = "ADVP" if "ADVP" in label else label.partition("|")[0]
    label = label.partition("=")[0]
    if not label.startswith("-"):
        label = label.partition("-")[0]
    return "ADVP" if label == "PRT" else label


def _unless_all(treebank: Treebank, drop: Mask) -> Mask:
    """What is removed, but nothing from a sentence that would be empty."""
    sentence = treebank.tokens.sentence
    left = np.bincount(sentence, ~drop, minlength=len(treebank))
    return drop & (left > 0)[sentence]


def _repair_sides(sides: Sequence[Treebank], codes: Codes) -> list[Any]:
    from .kernels.repairing import RepairSide

    lengths = [len(rows) for side in sides for rows in (side.tokens, side.nodes)]
    columns = iter(np.split(codes, np.cumsum(lengths)[:-1]))
    return [
        RepairSide(
            side.tokens.offsets,
            side.nodes.offsets,
            side.tokens.numbers("parent").astype(np.int32),
            next(columns),
            side.nodes.numbers("parent").astype(np.int32),
            next(columns),
            _rooted(side),
        )
        for side in sides
    ]


def _rooted(treebank: Treebank) -> Mask:
    """Which sentences have one node above all others with the label of a root."""
    tokens, nodes = treebank.tokens, treebank.nodes
    tops = np.bincount(tokens.sentence, tokens.numbers("parent") < 0, minlength=len(treebank))
    tops += np.bincount(nodes.sentence, nodes.numbers("parent") < 0, minlength=len(treebank))
    label = nodes.text("label")
    is_root = (nodes.numbers("parent") < 0) & label.mask(_ROOTS, missing=True)
    rooted: Mask = (tops == 1) & (np.bincount(nodes.sentence, is_root, minlength=len(treebank)) == 1)
    return rooted


def _flags(label: str) -> int:
    """What a label is, for the rules."""
    from .kernels import kummerfeld_classes as rules

    truths: dict[int, bool] = {
        rules.CC: label == "CC",
        rules.PP: label == "PP",
        rules.NP: label == "NP",
        rules.VP: label == "VP",
        rules.CLAUSE: label in ("S", "SINV", "SBAR"),
        rules.ADVERB: label == "RB",
        rules.MODIFIER: label in ("ADVP", "ADJP"),
        rules.PHRASE: label in _PHRASES,
        rules.IN_NP: "NP" in label,
        rules.IN_NP_QP: "NP" in label or "QP" in label,
        rules.IN_UCP: "UCP" in label,
        rules.IN_MODIFIER: "ADVP" in label or "ADJP" in label,
    }
    return sum(flag for flag, truth in truths.items() if truth)


def _reasons(sides: Sequence[Treebank], counts: Counts, taken: Int32s) -> dict[int, str]:
    """Why sentences are left out."""
    from .kernels.repairing import MOST_STEPS, TOO_MANY_STEPS, TOO_MUCH_WORK

    reasons = dict.fromkeys(np.flatnonzero(taken == TOO_MANY_STEPS).tolist(), f"needs more than {MOST_STEPS} steps")
    reasons |= dict.fromkeys(np.flatnonzero(taken == TOO_MUCH_WORK).tolist(), _TOO_DEEP)
    for number in np.flatnonzero(np.isnan(counts[:, 0])).tolist():
        gold, test = (int(side.tokens.counts[number]) for side in sides)
        reasons[number] = f"{counted(gold, 'word')} counted in gold, {test} in test" if test else "no parse"
    return reasons


def _table(steps: Int32s, sentence: Int64s, labels: Text, gold: Treebank) -> ErrorTable:
    """The steps as errors; words are counted in the whole sentence again."""
    from .kernels.repairing import S_CLASS, S_EXTRA, S_LABEL, S_LEFT, S_MISSING, S_RIGHT, S_SIDE

    place, start = gold.tokens.numbers("place").astype(np.int64), gold.tokens.offsets[:-1][sentence]
    return ErrorTable(
        sentence=sentence,
        kind=Text(steps[:, S_CLASS].copy(), Text.of(CLASSES).values).compact(),
        missing=steps[:, S_MISSING].astype(np.int64),
        extra=steps[:, S_EXTRA].astype(np.int64),
        left=place[start + steps[:, S_LEFT]],
        right=place[start + steps[:, S_RIGHT] - 1] + 1,
        label=Text(steps[:, S_LABEL].copy(), labels.values).compact(),
        source=Text(steps[:, S_SIDE].copy(), Text.of(SOURCES).values),
    )

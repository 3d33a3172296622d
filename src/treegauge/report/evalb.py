"""EVALB's own report, byte for byte, from the raw lines of two files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.remarks import remark
from ..formats.api import split_name
from ..formats.sources import find_sources
from ..measures.shared.brackets import compare_brackets, deleted_alike, sentence_lengths
from ..measures.shared.prm import Prm, find_prm
from ..treebank import Rows, Strings, Text, Treebank

_HEAD = (
    "  Sent.                        Matched  Bracket   Cross        Correct Tag\n"
    " ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n"
)
_RULE = "=" * 76 + "\n"
_ROW = "%4d  %3d    %d  %6.2f %6.2f   %3d    %3d  %3d    %3d   %4d  %4d   %6.2f\n"
_SAYS = {
    1: "More than two elements in a bracket",
    2: "Reading sentence",
    3: "Bracketing unbalance (too many close bracket)",
    4: "Bracketing is unbalanced (too many open bracket)",
}
_STRAY = _SAYS[2]
_MORE = "Number of lines unmatch (too many lines in {} file)"


@dataclass(frozen=True)
class Report:
    """What EVALB prints on standard output and standard error, and its exit status."""

    out: str
    errors: bytes
    status: int


Event = tuple[int, int, str]  # line number; 0: in gold, 1: in test, 2: in both; message


def evalb(gold: str, test: str, prm: str = "none", note: Callable[[str], None] | None = None) -> Report:
    """EVALB's own report on two files, from their raw lines: what it prints, its messages and its exit status. `prm` is
    a parameter file or a preset; `note` is called with EVALB's remarks on that file. A remark of ours says so if trees
    are written over several lines, which EVALB does not read."""
    parameters = find_prm(prm, note or (lambda message: None), like_evalb=True)
    texts = [b"".join(_ended(source.load()) for source in find_sources(split_name(name)[0])) for name in (gold, test)]
    report = evalb_report(texts[0], texts[1], parameters)
    for name, text in zip((gold, test), texts, strict=True) if report.errors else ():
        if _has_longer_trees(text):
            remark(
                f"{name}: EVALB reads one tree per line, and here trees are written over several lines; write each on "
                f"one line: treegauge convert {name} NEW.mrg"
            )
    return report


def _has_longer_trees(text: bytes) -> bool:
    """Whether trees go on in the next line: the brackets are balanced in the whole file, but not in every line. If a
    bracket is missing, that is another fault."""
    if text.count(b"(") != text.count(b")"):
        return False
    return any(line.count(b"(") != line.count(b")") for line in text.split(b"\n"))


def _ended(data: bytes) -> bytes:
    """With its last line end, so that the next file does not begin on that line."""
    return data + b"\n" if data and not data.endswith(b"\n") else data


def evalb_report(gold: bytes, test: bytes, prm: Prm) -> Report:
    """Run EVALB's evaluation on the lines of two files."""
    encoding = _encoding(gold, test)
    gold_trees, gold_events = _read(gold, encoding)
    test_trees, test_events = _read(test, encoding)
    pairs = min(len(gold_trees), len(test_trees))
    compared = compare_brackets(*deleted_alike(gold_trees[:pairs], test_trees[:pairs], prm), prm, nested=True)
    result = compared.rows
    events = [(line, 0, _SAYS[what]) for line, what in gold_events if line < pairs + 1]
    events += [(line, 1, _SAYS[what]) for line, what in test_events if line < pairs]
    bad = np.zeros(pairs + 1, np.int32)
    bad[[line for line, _, _ in events]] = 1
    events += _mismatches(gold_trees, test_trees, result)
    if len(gold_trees) != len(test_trees):
        events.append((pairs, 2, _MORE.format("gold" if len(gold_trees) > pairs else "test")))
    messages, last = _until_given_up(sorted(events, key=lambda event: event[:2]), prm.max_error)
    status = np.where(compared.status == 0, bad[:pairs], compared.status)
    rows = np.column_stack((np.arange(1, pairs + 1), sentence_lengths(gold_trees, prm)[:pairs], status, result[:, :6]))
    out = _HEAD + _RULE + "".join(map(_row, rows[:last].tolist()))
    errors = "".join(f"{line + 1} : {message}\n" for line, message in messages).encode(encoding)
    if last is not None:
        return Report(out, errors, 1)
    return Report(out + _totals(rows, prm), errors, 0)


def _encoding(*files: bytes) -> str:
    """UTF-8 if both files are; else Latin-1, in which any bytes are text: EVALB compares bytes."""
    try:
        for data in files:
            data.decode()
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def _read(data: bytes, encoding: str) -> tuple[Treebank, list[tuple[int, int]]]:
    """The lines as a table, one sentence per line, and what is wrong with them."""
    from ..formats.kernels.intern import gather
    from ..measures.kernels.evalb import read_lines

    unicode = data if encoding == "utf-8" else data.decode(encoding).encode()
    text = np.frombuffer(unicode if not unicode or unicode.endswith(b"\n") else unicode + b"\n", np.uint8)
    lines, starts, ends = read_lines(text)
    values = Strings(*gather(text, starts, ends))
    tokens = {"tag": Text(lines.tag, values), "form": Text(lines.form, values), "parent": np.full_like(lines.tag, -1)}
    nodes = {"label": Text(lines.label, values), "left": lines.left, "right": lines.right}
    treebank = Treebank.of(
        Rows(np.arange(len(lines.tokens), dtype=np.int64)),
        Rows(lines.tokens, tokens),
        Rows(lines.nodes, {**nodes, "parent": np.full_like(lines.left, -1)}),
    )
    return treebank, list(lines.events)


def _mismatches(gold: Treebank, test: Treebank, result: NDArray[np.int32]) -> Iterator[Event]:
    """The messages about sentences that cannot be compared."""
    for line in np.flatnonzero(result[:, 7]).tolist():
        why, first, second = result[line, 7:].tolist()
        if why == 1:
            yield line, 2, f"Length unmatch ({first}|{second})"
        else:
            words = [
                treebank.tokens.text("form")[int(treebank.tokens.offsets[line]) + place]
                for treebank, place in ((gold, first), (test, second))
            ]
            yield line, 2, f"Words unmatch ({words[0]}|{words[1]})"


def _until_given_up(events: list[Event], most: int) -> tuple[list[tuple[int, str]], int | None]:
    """The messages until there are too many errors, and the line at which EVALB then stops. EVALB does not get past a
    stray piece: it repeats the message until it gives up."""
    messages: list[tuple[int, str]] = []
    for line, _, message in events:
        messages += [(line, message)] * (max(most + 2 - len(messages), 1) if message == _STRAY else 1)
        if len(messages) > most + 1:
            return messages, line
    return messages, None


def _row(row: list[int]) -> str:
    line, length, status, matched, gold, test, crossing, words, tags = row
    return _ROW % (
        *(line, length, status, _share(matched, gold), _share(matched, test)),
        *(matched, gold, test, crossing, words, tags, _share(tags, words)),
    )


def _share(part: int, whole: int) -> float:
    return 100.0 * part / whole if whole > 0 else 0.0


def _totals(rows: NDArray[Any], prm: Prm) -> str:
    """The line below the table, and the two summaries."""
    matched, gold, test, crossing, words, tags = rows[rows[:, 2] == 0, 3:].sum(0).tolist()
    line = ""
    if gold > 0 and test > 0:
        line = f"{_share(matched, gold):22.2f} {_share(matched, test):6.2f}"
        line += f" {matched:6d} {gold:5d} {test:5d}  {crossing:5d}"
    line += f"  {words:5d} {tags:5d}   {_share(tags, words):6.2f}\n"
    short = rows[rows[:, 1] <= prm.cutoff]
    return f"{_RULE}{line}=== Summary ===\n{_summary('All', rows)}{_summary(f'len<={prm.cutoff}', short)}"


def _summary(title: str, rows: NDArray[Any]) -> str:
    status, valid = rows[:, 2], rows[rows[:, 2] == 0, 3:]
    matched, gold, test, crossing, words, tags = valid.sum(0).tolist()
    recall, precision = _share(matched, gold), _share(matched, test)
    exact = int(((valid[:, 0] == valid[:, 1]) & (valid[:, 1] == valid[:, 2])).sum())
    numbers = {
        "Number of sentence       ": len(rows),
        "Number of Error sentence ": int((status == 1).sum()),
        "Number of Skip  sentence ": int((status == 2).sum()),
        "Number of Valid sentence ": len(valid),
        "Bracketing Recall        ": recall,
        "Bracketing Precision     ": precision,
        # C prints 0/0 with a sign.
        "Bracketing FMeasure      ": 2 * precision * recall / (precision + recall) if matched else "-nan",
        "Complete match           ": _share(exact, len(valid)),
        "Average crossing         ": crossing / len(valid) if len(valid) else 0.0,
        "No crossing              ": _share(int((valid[:, 3] == 0).sum()), len(valid)),
        "2 or less crossing       ": _share(int((valid[:, 3] <= 2).sum()), len(valid)),
        "Tagging accuracy         ": _share(tags, words),
    }
    return f"\n-- {title} --\n" + "".join(f"{name} = {_figure(value)}\n" for name, value in numbers.items())


def _figure(value: float | str) -> str:
    return f"{value:6.2f}" if isinstance(value, float) else f"{value:>6}"

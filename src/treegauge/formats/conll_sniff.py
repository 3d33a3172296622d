"""Detect which of the formats with one token per line a text has, from its first lines."""

from __future__ import annotations

import re
from functools import lru_cache

_UPOS = frozenset(
    [
        "ADJ",
        "ADP",
        "ADV",
        "AUX",
        "CCONJ",
        "DET",
        "INTJ",
        "NOUN",
        "NUM",
        "PART",
        "PRON",
        "PROPN",
        "PUNCT",
        "SCONJ",
        "SYM",
        "VERB",
        "X",
        "_",
        "CONJ",
    ]
)


_SAMPLE = 300


@lru_cache(maxsize=1)
def _rows(head: bytes) -> list[list[str]]:
    """The fields of the first complete lines of a file, without comments; a blank line is []."""
    if re.match(rb"(?:#.*\n|[ \t\r]*\n)*[01]\S*\t", head) is None:
        return []
    kept = [line for line in head.decode("utf-8", "replace").split("\n") if not line.startswith("#")][:_SAMPLE]
    return [line.rstrip("\t\r").split("\t") if line.strip() else [] for line in kept]


def _numbered(rows: list[list[str]], least: int, most: int) -> bool:
    """Whether all rows have that many fields, with numbers that begin at 1 after each blank line."""
    filled = [row for row in rows if row]
    if not filled or not all(least <= len(row) <= most for row in filled):
        return False
    return bool(re.fullmatch(r"1(-\d+)?|0\.1", filled[0][0])) and all(
        re.fullmatch(r"\d+([-.]\d+)?", row[0]) for row in filled
    )


def _looks_universal(head: bytes, rows: list[list[str]]) -> bool:
    if head.startswith(b"#") or any("-" in row[0] or "." in row[0] for row in rows if row):
        return True
    return all(row[3] in _UPOS for row in rows if row)


def sniff_conllu(head: bytes) -> int:
    rows = _rows(head)
    return (2 if _looks_universal(head, rows) else 1) if _numbered(rows, 10, 10) else 0


def sniff_conllx(head: bytes) -> int:
    rows = _rows(head)
    return (1 if _looks_universal(head, rows) else 2) if _numbered(rows, 10, 10) and not head.startswith(b"#") else 0


def sniff_conll08(head: bytes) -> int:
    rows = [row for row in _rows(head) if row]
    return 2 * (
        _numbered(rows, 11, 400)
        and all(re.fullmatch(r"\d+|_", row[8]) and not row[7].isdigit() and not row[9].isdigit() for row in rows)
    )


def sniff_conll09(head: bytes) -> int:
    rows = [row for row in _rows(head) if row]
    return 3 * (
        _numbered(rows, 14, 400)
        and all(re.fullmatch(r"\d+|_", row[8]) and re.fullmatch(r"\d+|_", row[9]) for row in rows)
    )


def sniff_dp(head: bytes) -> int:
    if head.lstrip(b" \r\n").split(b"\n", 1)[0].count(b"\t") != 2:
        return 0
    sentences: list[list[int]] = [[]]
    for line in head.decode("utf-8", "replace").split("\n"):
        number = re.fullmatch(r"[^\t]+\t[^\t]+\t(\d{1,9})\r?", line)
        if number:
            sentences[-1].append(int(number[1]))
        elif line.strip():
            return 0
        elif sentences[-1]:
            sentences.append([])
    whole = [heads for heads in sentences[: max(len(sentences) - 1, 1)] if heads]
    return int(any(0 in heads for heads in whole) and all(max(heads) <= len(heads) for heads in whole))

"""How scores are called in titles."""

from __future__ import annotations

_CAPITALS = {"f1": "F1", "las": "LAS", "uas": "UAS", "la": "LA", "clas": "CLAS", "mlas": "MLAS", "blex": "BLEX"}
_PARTS = {"to_root": "to the root", "7-...": "7 or more"}  # names that parts have in JSON


def score_title(score: str) -> str:
    """`F1`, `LAS`, `exact match`."""
    return _CAPITALS.get(score, score.replace("_", " "))


def measure_title(measure: str, score: str) -> str:
    """`parseval F1`, `exact match`: a score with its measure, if that has another name."""
    shown = score_title(score)
    return shown if shown == measure.replace("-", " ") else f"{measure} {shown}"


def part_title(part: str) -> str:
    """A part of a breakdown in words: `7 or more` for `7-...`."""
    return _PARTS.get(part, part)

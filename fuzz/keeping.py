"""The corpus: inputs that showed a fault, as small as they could be made, one folder per target."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from pathlib import Path

from .judging import Outcome, Target, judge

CORPUS = Path(__file__).parent / "corpus"


def kept(target: str, folder: Path = CORPUS) -> list[Path]:
    """The inputs of a target in the corpus."""
    return sorted(path for path in (folder / target).glob("*") if path.is_file())


def keep(target: str, data: bytes, folder: Path) -> Path:
    """Write an input to its folder, under a name that is made of its content."""
    path = folder / target / hashlib.blake2b(data, digest_size=6).hexdigest()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def minimised(target: Target, data: bytes, outcome: Outcome, seconds: float = 20.0) -> bytes:
    """A smaller input with the same fault: lines and bytes are removed as long as the fault remains."""
    until = time.monotonic() + seconds
    for separator in (b"\n", b"\t", b""):
        changed = True
        while changed and time.monotonic() < until:
            changed = False
            for smaller in _smaller(data, separator):
                if time.monotonic() > until:
                    break
                if _same(judge(target, smaller), outcome):
                    data, changed = smaller, True
                    break
    return data


def _smaller(data: bytes, separator: bytes) -> Iterator[bytes]:
    """The input without some of its pieces, many at first."""
    pieces = data.split(separator) if separator else [data[i : i + 1] for i in range(len(data))]
    step = len(pieces) // 2
    while step:
        for start in range(0, len(pieces), step):
            yield separator.join(pieces[:start] + pieces[start + step :])
        step //= 2


def _same(outcome: Outcome, wanted: Outcome) -> bool:
    return (outcome.fault, outcome.place) == (wanted.fault, wanted.place)

"""Two treebanks in one input: everything that compares gold and parsed trees, on whatever could be read."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import partial

from treegauge import DataError, Treebank, score
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.encoding import to_utf8
from treegauge.measures.shared.prm import find_prm
from treegauge.report.evalb import evalb_report

from ..judging import NAME, BrokenError, Target

_BETWEEN = b"\n=====\n"
_PHRASES = [
    b"(S (NP (DT the) (NN dog)) (VP (VBZ sees) (NP (NN snow))) (. .))\n(TOP (S (NP-SBJ-1 (-NONE- *)) (VB go)))\n",
    b"(S (NP (DT the) (NN dog) (VBZ sees)) (NP (NN snow)) (. .))\n(S (VP (VB go)))\n",
]
_HEADS = [
    b"1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_\n2\tdog\tdog\tNOUN\tNN\t_\t0\troot\t_\t_\n3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n",
    b"1-2\tthedog\t_\t_\t_\t_\t_\t_\t_\t_\n1\tthe\tthe\tDET\tDT\t_\t0\troot\t_\t_\n2\tdog\tdog\tNOUN\tNN\t_\t1\tobj\t_\t_\n"
    b"3\t.\t.\tPUNCT\t.\t_\t1\tpunct\t_\t_\n\n",
]


def targets() -> list[Target]:
    phrases = [_BETWEEN.join(_PHRASES), _BETWEEN.join([_PHRASES[0]] * 2)]
    heads = [_BETWEEN.join(_HEADS), _BETWEEN.join([_HEADS[0]] * 2)]
    return [
        Target("score-phrases", lambda: phrases, partial(_check_score, "brackets"), (b"=====", b"-NONE-", b"(TOP ")),
        Target("score-dependencies", lambda: heads, partial(_check_score, "conllu"), (b"=====", b"1-2", b"0", b"root")),
        Target("evalb", lambda: phrases, _check_evalb, (b"=====", b"-NONE-", b"(TOP "), named=False),
    ]


def _sides(data: bytes) -> tuple[bytes, bytes]:
    gold, _, test = data.partition(_BETWEEN)
    return gold, test


def _check_score(format: str, data: bytes) -> Hashable:
    gold, test = (_read(format, side) for side in _sides(data))
    try:
        results = score(gold, test, resamples=0)
    except DataError as error:
        if NAME not in str(error) and "treebank" not in str(error):
            raise BrokenError("an error names the file") from None
        return str(error)[-40:]
    for result in results:
        for name, value in result.scores.items():
            if not (math.isnan(value) or -1e-9 <= value <= 100 + 1e-9 or "cross" in name):
                raise BrokenError(f"a score is from 0 to 100: {result.measure.name} {name}")
    return len(gold), len(test), tuple(result.measure.name for result in results)


def _read(format: str, data: bytes) -> Treebank:
    read = FORMATS.get(format).read
    assert read is not None
    return read(Input(to_utf8(data, NAME), NAME, "skip", [], True))


def _check_evalb(data: bytes) -> Hashable:
    report = evalb_report(*_sides(data), find_prm("COLLINS"))
    return report.status, len(report.errors.splitlines()), report.out.count("\n")

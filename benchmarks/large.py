"""How far one machine goes: `python benchmarks/large.py score|difficulty SENTENCES [TREEBANK [OPTION...]]`.

Writes the trees of a treebank (the bundled one, if none is given) again and again, until there are so many sentences,
for `score` a second time with errors in 5 % of the labels. Prints the wall time, the processor time and the greatest
memory of the command, which gets the options. A file needs about 0.25 GB per million sentences of 20 words.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

import treegauge
from timing import PROGRAM
from treegauge import Treebank

ERRORS = "label1(rate=0.05)"


def repeated(treebank: Treebank, sentences: int, path: Path) -> str:
    """A file with so many sentences."""
    whole, rest = BytesIO(), BytesIO()
    treegauge.write(treebank, whole, "brackets")
    treegauge.write(treebank[: sentences % len(treebank)], rest, "brackets")
    with path.open("wb") as file:
        for _ in range(sentences // len(treebank)):
            file.write(whole.getvalue())
        file.write(rest.getvalue())
    return str(path)


def measured(*call: str) -> str:
    """The times and the greatest memory of a command."""
    start = time.perf_counter()
    process = subprocess.Popen([*PROGRAM, *call], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(call)} ended with status {process.returncode}")
    wall, processor = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
    return f"wall {wall:,.0f} s, processor {processor:,.0f} s, {usage.ru_maxrss / 1e6:.2f} GB"


def main() -> None:
    if len(sys.argv) < 3 or sys.argv[1] not in ("score", "difficulty"):
        sys.exit(__doc__)
    verb, sentences, options = sys.argv[1], int(sys.argv[2]), sys.argv[4:]
    source = treegauge.read(sys.argv[3]) if len(sys.argv) > 3 else treegauge.bundled("english.mrg")
    gold = treegauge.apply(source, "prepare")
    with tempfile.TemporaryDirectory() as name:
        sides = [gold, treegauge.perturb(gold, ERRORS).treebank] if verb == "score" else [gold]
        files = [repeated(side, sentences, Path(name) / f"{number}.mrg") for number, side in enumerate(sides)]
        size = sum(Path(file).stat().st_size for file in files) / 1e9
        print(
            f"{' '.join([verb, *options])}: {sentences:,} sentences, {size:.2g} GB; {measured(verb, *files, *options)}"
        )


if __name__ == "__main__":
    main()

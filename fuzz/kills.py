"""Kill every verb that writes or resumes at random moments; run again, it must end with the bytes of a run that was not
killed, and leave nothing else.

    python fuzz/kills.py 200            200 kills in all, at random moments
    python fuzz/kills.py 20 --seed 7 --only perturb
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import treegauge

_DATA = Path(treegauge.__file__).parent / "data"

# A study over two processes, which must end with the one that started them. Its file is outside the folder of the call.
_STUDY_FILE = Path(tempfile.gettempdir()) / "treegauge-kills-study.toml"
_TOML = """
title = "Kills"
treebank = [
  { name = "English", files = ["bundled:english.mrg"], transforms = ["prepare"], split = "blocks" },
  { name = "German", files = ["bundled:german.export"], transforms = ["prepare"], split = "blocks" },
]
[rows.ecc]
task = "difficulty"
each = { variant = ["", "parent-annotation", "cluster-pos"] }
[tables.1]
title = "ECC"
rows = ["ecc"]
[tables.2]
title = "ECC and EMR"
rows = ["ecc"]
kind = "scatter"
x = "ecc"
y = "emr"
"""


def _path(name: str) -> str:
    return str(_STUDY_FILE if name == "study" else _DATA / name)


@dataclass(frozen=True)
class Case:
    """A call of the command line, which runs in an empty folder; its first word is the verb."""

    call: str

    @property
    def verb(self) -> str:
        return self.call.split()[0]

    def command(self) -> list[str]:
        if self.verb == "run":
            _STUDY_FILE.write_text(_TOML, "utf-8")
        words = [_path(word[1:]) if word.startswith("@") else word for word in self.call.split()]
        return [sys.executable, "-m", "treegauge", *words]


CASES = [
    Case("convert @german.export trees.mrg.gz -t prepare"),
    Case("convert @english.conllu trees.parquet"),
    Case("stats @english.mrg @german.export -o stats.csv"),
    Case("score @english.mrg @english.parsed.mrg -o scores.json"),
    Case("compare @english.mrg @english.parsed.mrg @english.mrg -o tests.parquet --resamples 200"),
    Case("difficulty @english.mrg @german.export -t prepare(auto) --resume rows.jsonl -o ecc.csv --plot ecc.svg"),
    Case("difficulty @english.mrg --curve curve.csv --grammar-out grammar.npz -o ecc.json"),
    Case("perplexity @english.conllu @english.conllu -o words.csv"),
    Case("parse @english.conllu @english.conllu --parser arc-eager --save model.parser -o parsed.conllu"),
    Case("parse @english.mrg @english.mrg --parser pcfg --save model.grammar -o parsed.mrg"),
    Case("functions @english.mrg @english.parsed.mrg --save tagger.functions -o tagged.mrg"),
    Case("perturb @english.mrg -e attach1 -e label1 -o errors.mrg --log errors.jsonl"),
    Case("sample @english.mrg -n 20 -o sample.mrg"),
    Case("schemes @english.mrg --dial --seeds 2 -o bias.csv --plot bias.svg"),
    Case("entail @english.mrg @english.parsed.mrg --pairs yes-no -o pairs.jsonl"),
    Case("reassign @english.mrg @english.conllu -o rules.toml --min-count 1"),
    Case("run @study -o results --jobs 2"),
]


def content(folder: Path) -> dict[str, bytes]:
    """All files in a folder, hidden ones too. Rows are kept in the order in which processes finish them; how long each
    took is no result."""
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "times.jsonl"]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}
    in_any_order = ("rows.jsonl", "finished.jsonl")  # at the top, or in a folder of work
    unordered = {name for name in files if name in in_any_order or name.endswith(f"/{in_any_order[1]}")}
    return {name: b"\n".join(sorted(data.split(b"\n"))) if name in unordered else data for name, data in files.items()}


def finish(case: Case, folder: Path) -> float:
    """Run to the end; returns the seconds that it took."""
    begin = time.monotonic()
    done = subprocess.run(case.command(), cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{case.call}: status {done.returncode}: {done.stderr}")
    return time.monotonic() - begin


def kill_once(case: Case, folder: Path, delay: float) -> bool:
    """Start, and kill after a while; returns whether it was still running."""
    nothing = subprocess.DEVNULL
    with subprocess.Popen(case.command(), cwd=folder, stdout=nothing, stderr=nothing) as process:
        time.sleep(delay)
        running = process.poll() is None
        process.kill()
    return running


def try_case(case: Case, kills: int, chance: random.Random) -> tuple[int, list[str]]:
    """Kill a call several times, with a complete run after some of them; returns the kills and what went wrong."""
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as killed:
        finish(case, Path(whole))
        seconds = finish(case, Path(killed))  # the second run: compiled code is there
        expected = content(Path(whole))
        for number in range(kills):
            if chance.random() < 0.5:  # begin anew, or with the files of an earlier run
                for path in Path(killed).iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
            # Writing is at the end, so half of the kills are there.
            part = chance.random() if chance.random() < 0.5 else 0.6 + 0.4 * chance.random()
            kill_once(case, Path(killed), seconds * part)
            if number == kills - 1 or chance.random() < 0.3:
                finish(case, Path(killed))
                problems += differences(case, expected, content(Path(killed)))
    return kills, problems


def differences(case: Case, expected: dict[str, bytes], found: dict[str, bytes]) -> list[str]:
    """What is not as it is after a run that was not killed."""
    names = sorted(expected.keys() | found.keys())
    return [f"{case.call}: {name} differs" for name in names if expected.get(name) != found.get(name)]


def run(kills: int, seed: int, cases: Sequence[Case]) -> list[str]:
    """Kill the cases in turn, `kills` times in all."""
    chance, problems = random.Random(seed), []
    for number, case in enumerate(cases):
        share = kills * (number + 1) // len(cases) - kills * number // len(cases)
        if not share:
            continue
        done, wrong = try_case(case, share, chance)
        print(f"{case.verb:12} killed {done} times: {'; '.join(wrong) or 'identical bytes'}", flush=True)
        problems += wrong
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kills", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only calls that contain this text")
    options = parser.parse_args()
    problems = run(options.kills, options.seed, [case for case in CASES if options.only in case.call])
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()

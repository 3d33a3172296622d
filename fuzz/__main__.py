"""`python -m fuzz`: give damaged input to everything that treegauge reads."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
import tempfile
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random

from .engine import Counts, Plan, run, summed


def main() -> int:
    """Exit status 1 if a fault was found."""
    arguments = _parser().parse_args()
    if arguments.counts:
        _print([Counts(**json.loads(line)) for line in Path(arguments.counts).read_text().splitlines()])
        return 0
    if arguments.bounds:
        _check_bounds()
    from .targets import TARGETS

    names = tuple(name for name in TARGETS if _chosen(name, arguments.target))
    if not names:
        print(f"fuzz: there is no such target; targets: {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    if arguments.replay:
        return _replay(names, arguments.replay)
    found = Path(arguments.found or tempfile.mkdtemp(prefix="treegauge-fuzz-"))
    log = Path(arguments.log) if arguments.log else None
    print(f"fuzz: {len(names)} targets, {arguments.seconds:g} s, --seed {arguments.seed}", flush=True)
    order = tuple(Random(arguments.seed).sample(names, len(names)))  # a short run may not reach the last ones
    counts = run(Plan(order, arguments.seconds, arguments.seed, found, log), arguments.jobs)
    reached = {row.target for row in counts if row.inputs}
    if len(reached) < len(names):
        print(f"fuzz: no time for {', '.join(sorted({*names} - reached))}")
    return _print(counts)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long in all (default: 60)")
    parser.add_argument("--target", action="append", help="a target, or a pattern such as 'npz-*'; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="the number of processes")
    parser.add_argument("--seed", default=secrets.token_hex(4), help="the same seed gives the same inputs")
    parser.add_argument("--found", metavar="FOLDER", help="where inputs with a fault are kept (default: a new folder)")
    parser.add_argument("--log", metavar="FILE", help="add the counts to this file")
    parser.add_argument("--bounds", action="store_true", help="compile kernels so that they check every index")
    parser.add_argument("--counts", metavar="FILE", help="print the sums of a log, and do nothing else")
    parser.add_argument(
        "--replay", nargs="+", metavar="FILE", help="give these files to the target, and say what holds"
    )
    return parser


def _chosen(name: str, patterns: list[str] | None) -> bool:
    return patterns is None or any(fnmatchcase(name, pattern) for pattern in patterns)


def _check_bounds() -> None:
    """Compiled code that checks every index is kept in a folder of its own."""
    os.environ["NUMBA_BOUNDSCHECK"] = "1"
    os.environ.setdefault("TREEGAUGE_CACHE", str(Path(tempfile.gettempdir()) / "treegauge-fuzz-kernels"))


def _replay(names: tuple[str, ...], files: list[str]) -> int:
    from .judging import judge
    from .targets import TARGETS

    status = 0
    for file in files:
        for name in names:
            outcome = judge(TARGETS[name], Path(file).read_bytes())
            print(f"{name} {file}: {outcome.fault or outcome.kind}")
            if outcome.fault:
                status = 1
                print(outcome.report)
    return status


def _print(counts: list[Counts]) -> int:
    rows = summed(counts)
    total = Counts("all", "", sum(r.inputs for r in rows), sum(r.refused for r in rows), sum(r.seconds for r in rows))
    print(f"{'target':24} {'inputs':>11} {'refused':>8} {'kinds':>6} {'seconds':>8} {'per s':>7}  faults")
    for row in [*rows, total]:
        share, speed = row.refused / max(row.inputs, 1), row.inputs / max(row.seconds, 1e-9)
        print(
            f"{row.target:24} {row.inputs:11,} {share:8.0%} {row.kinds:6} {row.seconds:8.0f} {speed:7.0f}"
            f"  {len(row.faults) or ''}"
        )
    faults = [(row.target, fault, times) for row in rows for fault, times in row.faults.items()]
    for target, fault, times in faults:
        print(f"{target}: {fault}: {times} times")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

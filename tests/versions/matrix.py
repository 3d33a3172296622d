"""Test with the lowest and the newest packages that pyproject.toml allows, on each Python: `./run versions`.

Every environment calls the help of all verbs, and reads, converts, counts and scores the bundled treebank. Those with
the lowest packages on the oldest Python and with the newest packages on the newest Python also call every verb, and
run the tests that depend most on other packages. stanza is left out: it needs several gigabytes. The Pythons between
the oldest and the newest are tested with the newest packages, and with `--all` also with the lowest.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pythons import find_python
from steps import ROOT, StepError, find_uv, run_step

FOLDER = ROOT / ".venv" / "versions"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("cluster", "frames", "judge", "nltk", "pandas", "plot", "remote", "udpipe", "zst")
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
USUAL = {
    (PYTHONS[0], "lowest"),  # with the newest: ./run test
    *((version, "newest") for version in PYTHONS[1:]),
    (PYTHONS[-1], "lowest"),
}
SOURCES = ("zss",)  # published as source only, and Python only
SHOWN = ("numba", "numpy", "scipy", "typer", "rich", "polars")
TESTS = (
    "cli/test_cli.py",
    "cli/test_cli_samples.py",
    "core",
    "evaluation/statistics/test_bootstrap.py",
    "formats/test_parquet.py",
    "formats/test_sources.py",
    "models/grammars/test_entropy.py",
    "models/grammars/test_properties.py",
    "parsers/adapters/test_udpipe.py",
    "report",
    "treebank/test_bridges.py",
    "treebank/test_frames.py",
)


@dataclass(frozen=True)
class Environment:
    """A Python, the packages to install, and how much to test."""

    version: str
    packages: str  # "lowest" or "newest"
    python: Path

    @property
    def name(self) -> str:
        return f"Python {self.version}, {self.packages}"

    @property
    def whole(self) -> bool:
        """Whether every verb and the tests are run: the lowest of all, and the newest of all."""
        return (self.version, self.packages) in ((PYTHONS[0], "lowest"), (PYTHONS[-1], "newest"))

    @property
    def folder(self) -> Path:
        return FOLDER / f"{self.version}-{self.packages}"

    def install(self) -> str:
        """Install the packages, and treegauge as it is in this folder; the versions of the packages."""
        uv = find_uv()
        run_step(uv, "venv", "--quiet", "--clear", "--python", self.python, self.folder)
        pip = (uv, "pip", "install", "--quiet", "--python", self.folder)
        extras = (*EXTRAS, "test", "spacy") if self.whole else EXTRAS
        named = [word for extra in extras for word in ("--extra", extra)]
        wheels = ("--only-binary", ":all:", *(word for name in SOURCES for word in ("--no-binary", name)))
        resolution = ("--resolution", RESOLUTIONS[self.packages])
        run_step(*pip, *wheels, *resolution, "--requirements", ROOT / "pyproject.toml", *named)
        run_step(*pip, "--no-deps", "--editable", ROOT)
        listed = run_step(uv, "pip", "freeze", "--quiet", "--python", self.folder)
        versions = dict(line.split("==") for line in listed.splitlines() if "==" in line)
        return ", ".join(f"{name} {versions[name]}" for name in SHOWN)

    def test(self) -> str:
        """Run what is tested here; the last line of each step."""
        python = self.folder / "bin" / "python"
        calls = run_step(python, ROOT / "tests/versions/calls.py", *([] if self.whole else ["--few"]))
        lines = [calls.splitlines()[-1]]
        if self.whole:
            tests = [ROOT / "tests" / name for name in TESTS]
            options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
            lines.append(run_step(python, "-m", "pytest", *options, *tests).splitlines()[-1])
        return "; ".join(lines)


def check(environment: Environment) -> bool:
    """Install and test one environment, and print the result."""
    start = time.perf_counter()
    versions = ""
    try:
        versions = environment.install()
        result, passed = environment.test(), True
    except StepError as error:
        result, passed = f"FAILED\n{error}", False
    seconds = time.perf_counter() - start
    print(f"{environment.name} ({seconds:.0f} s): {versions}\n    {result}", flush=True)
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run versions", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--python", choices=PYTHONS, action="append", help="only this Python; may be repeated")
    parser.add_argument("--packages", choices=RESOLUTIONS, action="append", help="only these packages")
    parser.add_argument("--all", action="store_true", help="the lowest and the newest packages on every Python")
    chosen = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    pythons = {version: find_python(version, FOLDER) for version in chosen.python or PYTHONS}
    missing = [version for version, python in pythons.items() if python is None]
    environments = [
        Environment(version, packages, python)
        for version, python in pythons.items()
        if python is not None
        for packages in chosen.packages or RESOLUTIONS
        if chosen.all or (version, packages) in USUAL
    ]
    environments.sort(key=lambda environment: not environment.whole)  # the longest first
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        passed = sum(pool.map(check, environments))
    for version in missing:
        print(f"Python {version} is not on this machine and was not tested")
    skipped = f", {len(missing)} skipped" if missing else ""
    print(f"{passed} passed, {len(environments) - passed} failed{skipped}")
    sys.exit(passed < len(environments))


if __name__ == "__main__":
    main()

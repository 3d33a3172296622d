"""What `./run versions` runs: every verb is called, and every lowest version is one that was tested."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from calls import CALLS, FEW, HELP_ONLY, verbs
from matrix import EXTRAS, PYTHONS, TESTS

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_verb_is_called() -> None:
    assert verbs() - set(HELP_ONLY) == set(CALLS)
    assert set(FEW) <= set(CALLS)


def test_the_tests_that_it_runs_exist() -> None:
    assert all((ROOT / "tests" / name).exists() for name in TESTS)


def test_the_oldest_python_is_the_one_that_the_package_requires() -> None:
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    classified = [name.removeprefix("Programming Language :: Python :: ") for name in PROJECT["classifiers"]]
    assert [version for version in classified if re.fullmatch(r"3\.\d+", version)] == list(PYTHONS)


def test_every_extra_for_users_is_installed_but_two_that_are_too_large() -> None:
    users = set(PROJECT["optional-dependencies"]) - {"bench", "browser", "docs", "lint", "programs", "test", "versions"}
    assert users - {*EXTRAS, "spacy"} == {"stanza", "cuda"}


def test_no_package_has_a_lowest_version_missing_or_an_upper_bound_without_a_reason() -> None:
    bounded = {"mkdocs", "mkdocs-material"}  # the next mkdocs has no plug-ins
    needed = [
        *PROJECT["dependencies"],
        *(line for extra in PROJECT["optional-dependencies"].values() for line in extra),
    ]
    for line in needed:
        if line.startswith("treegauge["):
            continue
        assert ">=" in line, line
        assert "<" not in line or re.match(r"[\w.-]+", line).group() in bounded, line  # type: ignore[union-attr]

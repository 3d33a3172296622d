"""A package of plug-ins as a stranger would write it: it is built, installed, listed, checked and used."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import treegauge

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "treegauge-example"
TOY = "(S (NP (Name Kim)) (VP (Verb sees) (NP (Noun dogs) (Noun houses))))\n"


def install(package: Path, target: Path) -> None:
    """Build a wheel and unpack it: all that installing a package of Python does, without a network."""
    target.mkdir()
    code = f"import hatchling.build; print(hatchling.build.build_wheel({str(target.parent)!r}))"
    built = subprocess.run([sys.executable, "-c", code], cwd=package, capture_output=True, text=True, check=True)
    with zipfile.ZipFile(target.parent / built.stdout.split()[-1]) as wheel:
        wheel.extractall(target)


def run(target: Path, *command: str) -> subprocess.CompletedProcess[str]:
    paths = [str(target), str(Path(treegauge.__file__).parent.parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}
    return subprocess.run(
        [sys.executable, *command], cwd=target, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "installed"
    install(EXAMPLE, folder)
    return folder


def test_its_plug_ins_are_listed_beside_our_own(installed: Path) -> None:
    result = run(installed, "-m", "treegauge", "list", "--json")
    assert result.stderr == ""
    listed = {(row["kind"], row["name"]): row["description"] for row in json.loads(result.stdout)["results"]}
    assert listed["measure", "tag-accuracy"] == "The share of the words that have the right tag."
    assert listed["heads", "toy"] == "A toy treebank: the last noun, the first preposition"
    others = [("transform", "mask-digits"), ("format", "pairs"), ("parser", "chain"), ("tagset", "toy")]
    assert {*others, ("scheme", "toy"), ("measure", "parseval"), ("heads", "collins")} <= listed.keys()


def test_its_own_tests_pass(installed: Path) -> None:
    result = run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(EXAMPLE / "tests"))
    assert result.returncode == 0, result.stdout
    assert "4 passed" in result.stdout


def test_its_measure_scores(installed: Path) -> None:
    (installed / "gold.pairs").write_text("Kim/NNP sees/VBZ 2/CD dogs/NNS\n")
    (installed / "test.pairs").write_text("Kim/NNP sees/NNS 2/CD dogs/NNS\n")
    result = run(installed, "-m", "treegauge", "score", "gold.pairs", "test.pairs", "-m", "tag-accuracy", "--json")
    assert result.returncode == 0, result.stderr
    (row,) = json.loads(result.stdout)["results"]
    assert row["scores"] == {"accuracy": 75.0}
    assert row["signature"].startswith("tag-accuracy|")


def test_its_format_and_transform_convert(installed: Path) -> None:
    (installed / "numbers.pairs").write_text("in/IN 1984/CD\n")
    command = ["convert", "numbers.pairs", "-:pairs", "-t", "mask-digits(to=#)"]
    assert run(installed, "-m", "treegauge", *command).stdout == "in/IN ####/CD\n"


def test_its_parser_parses(installed: Path) -> None:
    conllu = str(Path(treegauge.__file__).parent / "data" / "english.conllu")
    result = run(installed, "-m", "treegauge", "parse", conllu, conllu, "--parser", "chain", "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["results"][0]["parser"] == "chain"


@pytest.mark.parametrize("heads", ["toy", "auto"])
def test_its_head_rules_make_dependencies(installed: Path, heads: str) -> None:
    (installed / "toy.mrg").write_text(TOY)
    command = ["convert", "toy.mrg", "-:conllx", "-t", f"to-dependencies(heads={heads})"]
    result = run(installed, "-m", "treegauge", *command)
    assert [line.split("\t")[6] for line in result.stdout.splitlines() if line] == ["2", "0", "4", "2"], result.stderr


def test_its_scheme_says_what_phrases_are(installed: Path) -> None:
    (installed / "toy.mrg").write_text(TOY)
    command = ["convert", "toy.mrg", "-:brackets", "-t", "remove-verb-phrases(scheme=toy)"]
    result = run(installed, "-m", "treegauge", *command)
    assert "(VP" not in result.stdout
    assert "(Verb sees)" in result.stdout, result.stderr


def test_its_files_are_quoted_in_contributing() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    files = [EXAMPLE / "pyproject.toml", EXAMPLE / "tests" / "test_plugins.py"]
    files += [file for file in sorted(EXAMPLE.glob("src/*/*")) if file.is_file() and file.name != "__init__.py"]
    for file in files:
        name = file.relative_to(EXAMPLE).as_posix()
        kind = "toml" if file.suffix == ".toml" else "python"
        assert f"`{name}`:\n\n```{kind}\n{file.read_text('utf-8')}```\n" in text, (
            f"CONTRIBUTING.md quotes {name} wrongly"
        )


BROKEN = {
    "pyproject.toml": """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "treegauge-broken"
version = "2.0"
[project.entry-points."treegauge.measures"]
broken = "treegauge_broken"
[project.entry-points."treegauge.formats"]
damaged = "treegauge_broken"
[tool.hatch.build.targets.wheel]
packages = ["treegauge_broken"]
""",
    "treegauge_broken/__init__.py": "import no_such_library\n",
}
CAUSE = "ModuleNotFoundError: No module named 'no_such_library'"
PLACE = "'broken = treegauge_broken' in treegauge.measures of treegauge-broken 2.0"


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package that fails on import."""
    folder = tmp_path_factory.mktemp("broken")
    for name, text in BROKEN.items():
        (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "source" / name).write_text(text)
    install(folder / "source", folder / "installed")
    return folder / "installed"


def test_a_package_that_fails_is_named_once_and_the_rest_is_listed(broken: Path) -> None:
    result = run(broken, "-m", "treegauge", "list", "measures", "--json")
    assert result.returncode == 0
    assert result.stderr == f"treegauge: the plug-in {PLACE} cannot be loaded: {CAUSE}\n"
    assert "parseval" in [row["name"] for row in json.loads(result.stdout)["results"]]


def test_a_package_that_fails_leaves_the_rest_usable(broken: Path) -> None:
    trees = str(Path(treegauge.__file__).parent / "data" / "english.mrg")
    result = run(broken, "-m", "treegauge", "score", trees, trees, "--json")
    assert result.returncode == 0, result.stderr
    remarks = [line for line in result.stderr.splitlines() if "no_such_library" in line]
    assert len(remarks) == 2  # one for its measure, one for its format
    assert all(line.startswith("treegauge: the plug-in ") for line in remarks)
    assert {row["measure"] for row in json.loads(result.stdout)["results"]} >= {"parseval", "leaf-ancestor"}


def test_a_member_of_a_package_that_fails_is_an_error_with_the_cause(broken: Path) -> None:
    trees = str(Path(treegauge.__file__).parent / "data" / "english.mrg")
    result = run(broken, "-m", "treegauge", "score", trees, trees, "-m", "broken")
    assert result.returncode == 2
    message = f"the measure 'broken' cannot be used: the plug-in {PLACE} cannot be loaded: {CAUSE}"
    assert f"treegauge: error: {message}\n" in result.stderr
    unknown = run(broken, "-m", "treegauge", "score", trees, trees, "-m", "parsevall")
    assert unknown.returncode == 2
    assert "unknown measure 'parsevall'; did you mean 'parseval'?" in unknown.stderr
    assert CAUSE in unknown.stderr


def test_python_gets_the_remark_as_a_warning_each_time(broken: Path) -> None:
    code = """
import warnings
from treegauge.measures.shared.base import MEASURES
for _ in range(2):
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        print("parseval" in MEASURES.names(), [remark.category.__name__ for remark in remarks])
"""
    result = run(broken, "-c", code)
    assert result.stdout == "True ['TreegaugeWarning']\n" * 2, result.stderr

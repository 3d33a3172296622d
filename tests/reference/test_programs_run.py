"""`score --as` against the programs themselves, which are run here where they are installed: `./run programs` installs
them all. Every figure must be the same to the last digit, on the bundled trees and on the output of real parsers."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import other_programs
import pytest
from without_torch import scoring_modules

import treegauge

Run = Callable[[Path, Path], dict[str, float]]
PHRASES: dict[str, Run] = {name: getattr(other_programs, name) for name in ("pyevalb", "supar", "stanza")}
DEPENDENCIES: dict[str, Run] = {name: getattr(other_programs, name) for name in ("nltk", "spacy", "ud")} | {
    "supar": other_programs.supar_arcs
}
PREPARED = ["remove-empties", "add-root"]  # PYEVALB cannot read trees whose root has no label
ALGORITHMS = ("nivreeager", "nivrestandard", "stackeager", "stacklazy")


def check(program: str, run: Run, gold: Path, test: Path) -> None:
    """All scores that the program computes are those of `score --as`."""
    printed = run(gold, test)
    options = {"lenient": True} if program in DEPENDENCIES else None  # other programs also score several roots
    ours = treegauge.score(gold, test, program=program, options=options, resamples=0)[0].scores
    assert printed
    assert {name: ours[name] for name in printed} == pytest.approx(printed, abs=1e-9)


def unpacked(paths: list[Path], folder: Path) -> list[Path]:
    """Files without compression, for programs that do not read it."""
    for path in paths:
        (folder / path.stem).write_bytes(lzma.decompress(path.read_bytes()))
    return [folder / path.stem for path in paths]


@pytest.mark.parametrize("program", PHRASES)
def test_the_bundled_trees_have_the_scores_of_the_program(program: str, tmp_path: Path) -> None:
    paths = tmp_path / "gold.mrg", tmp_path / "test.mrg"
    for path, name in zip(paths, ("english.mrg", "english.parsed.mrg"), strict=True):
        treegauge.write(treegauge.apply(treegauge.bundled(name), PREPARED), path)
    check(program, PHRASES[program], *paths)


@pytest.mark.parametrize("language", ["english", "german"])
@pytest.mark.parametrize("program", DEPENDENCIES)
def test_the_bundled_dependencies_have_the_scores_of_the_program(program: str, language: str) -> None:
    data = Path(treegauge.__file__).parent / "data"
    check(program, DEPENDENCIES[program], data / f"{language}.conllu", data / f"{language}.parsed.conllu")


@pytest.mark.slow
@pytest.mark.parametrize("program", PHRASES)
def test_the_trees_of_a_real_parser_have_the_scores_of_the_program(
    program: str, reference: Path, tmp_path: Path
) -> None:
    folder = reference / "constituency"
    names = "wsj-sample.gold.clean.mrg.xz", "wsj-sample.bllip-T20.mrg.xz"
    check(program, PHRASES[program], *unpacked([folder / name for name in names], tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("program", DEPENDENCIES)
def test_the_dependencies_of_a_real_parser_have_the_scores_of_the_program(
    program: str, algorithm: str, reference: Path, tmp_path: Path
) -> None:
    folder = reference / "dependency" / "parses"
    names = "tr_imst.gold.conllu.xz", f"tr_imst.malt-{algorithm}.conllu.xz"
    check(program, DEPENDENCIES[program], *unpacked([folder / name for name in names], tmp_path))


def test_a_program_that_is_absent_skips_the_test_with_the_reason_or_fails_if_it_was_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("udtools", "udtools.udeval"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setenv(other_programs.INSTALLED, "spacy")
    with pytest.raises(pytest.skip.Exception, match=r"ud is not installed \(.*udtools.*./run programs installs it"):
        other_programs.ud(tmp_path, tmp_path)
    monkeypatch.setenv(other_programs.INSTALLED, "spacy ud")
    with pytest.raises(pytest.fail.Exception, match="ud was installed, but cannot be run"):
        other_programs.ud(tmp_path, tmp_path)


def test_the_scorers_that_are_run_without_torch_leave_nothing_behind() -> None:
    before = {name: module for name, module in sys.modules.items() if name.startswith(("torch", "json"))}
    (module,) = scoring_modules(["json"], ["json.decoder"])
    assert module.__name__ == "json.decoder"
    assert {name: module for name, module in sys.modules.items() if name.startswith(("torch", "json"))} == before
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        scoring_modules(["no_such_package"], ["no_such_package.scorer"])


def test_a_program_that_differs_is_noticed(tmp_path: Path) -> None:
    data = Path(treegauge.__file__).parent / "data"
    files = data / "english.conllu", data / "english.parsed.conllu"
    with pytest.raises(AssertionError):
        check("eval.pl", lambda gold, test: {"las": 86.4}, *files)

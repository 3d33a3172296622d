"""Train the first stage of the BLLIP parser with the programs of its source code, which its Python package lacks."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from ...core.errors import CallError, DataError
from ...core.types import Mask, Progress
from ...programs.running import run_program
from ...treebank import Text, Treebank
from ..foreign.phrases import write_trees_for_training

VARIABLE = "BLLIP_TRAINER"
_ROOT = "S1"
_PROGRAMS = ("pSgT", "pUgT", "pTgNt", "rCounts", "selFeats", "iScale", "trainRs")
_STATIC = ("bugFix.txt", "featInfo.*", "headInfo.txt", "terms.txt")
# The distributions that are learned, and the share of features in per cent that is enough for each, as in trainParser.
_CUTOFFS = {"r": 50, "m": 50, "l": 50, "u": 50, "h": 50, "lm": 50, "ru": 98, "rm": 50, "tt": 100}
_PHRASE, _OPEN_CLASS = 0, 2  # of terms.txt
_EVERY = 10  # one tree of so many tunes the weights of the distributions
_HOW = (
    "get the source code of the BLLIP parser (https://github.com/BLLIP/bllip-parser), call"
    " make TRAIN CXX='g++ -std=gnu++98' there, and give its folder: bllip(trainer=FOLDER)"
)


def train_first_stage(treebank: Treebank, trainer: str | None, folder: Path, progress: Progress | None) -> Path:
    """Train in an empty folder; returns the folder of the model in it."""
    programs, static = _trainer(trainer)
    model = folder / "model"
    model.mkdir()
    for pattern in _STATIC:
        for file in static.glob(pattern):
            shutil.copyfile(file, model / file.name)
    (model / "terms.txt").write_text(_terms((model / "terms.txt").read_text("utf-8"), treebank), "utf-8")
    tuning = _tuning(treebank)
    for name, part in {"train": treebank[np.flatnonzero(~tuning)], "tune": treebank[np.flatnonzero(tuning)]}.items():
        write_trees_for_training(part, folder / name, _ROOT)
        with (folder / name).open("ab") as trees:
            trees.write((model / "bugFix.txt").read_bytes())
    steps = list(_steps())
    for done, (program, arguments, source) in enumerate(steps):
        status, said = run_program(
            [str(programs / program), *arguments, "model/"], folder, source=folder / source if source else None
        )
        if status:
            problem = next((line for line in said if "ssert" in line or "rror" in line), said[-1] if said else "")
            raise DataError(f"{treebank.where(0)}: bllip could not learn from the treebank: {program}: {problem}")
        if progress is not None:
            progress(done + 1, len(steps))
    for file in [*model.glob("*.f"), *model.glob("*.ff")]:
        file.unlink()
    return model


def find_trainer(trainer: str | None) -> tuple[Path, Path] | None:
    """The folder of the programs, and that of the files that they begin with."""
    named = trainer or os.environ.get(VARIABLE)
    for place in (".", "TRAIN", "first-stage/TRAIN") if named else ():
        programs = Path(named or "", place).absolute()
        if all((programs / name).is_file() for name in _PROGRAMS):
            return programs, programs.parent / "DATA" / "EN"
    return None


def _trainer(trainer: str | None) -> tuple[Path, Path]:
    places = find_trainer(trainer)
    if places is None:
        named = trainer or os.environ.get(VARIABLE)
        if named:
            raise CallError(f"'{named}' does not have the programs that train the BLLIP parser; {_HOW}")
        raise CallError(
            f"bllip learns with programs that are not in its Python package; {_HOW}. A trained model needs none of"
            " this: bllip(model_folder=FOLDER)"
        )
    if not (places[1] / "terms.txt").is_file():
        raise CallError(f"'{places[1]}' is not there, and training needs its files; {_HOW}")
    return places


def _steps() -> Iterator[tuple[str, list[str], str | None]]:
    """The programs to call, with their arguments and what they read, in the order of the script trainParser."""
    for program in ("pSgT", "pUgT", "pTgNt"):
        yield program, [], "train"
    for name, cutoff in _CUTOFFS.items():
        yield "rCounts", [name], "train"
        yield "selFeats", [name, str(cutoff)], None
        yield "iScale", [name], None
        yield "trainRs", [name], "tune"


def _terms(terms: str, treebank: Treebank) -> str:
    """The list of tags and labels, with those of the treebank that it lacks: tags come before labels."""
    lines = [line.split() for line in terms.split("\n") if line.strip()]
    known = {name for name, _ in lines}
    tags = [pair for pair in lines if int(pair[1]) != _PHRASE]
    labels = [pair for pair in lines if int(pair[1]) == _PHRASE]
    tags += [[name, str(_OPEN_CLASS)] for name in sorted(_plain(treebank.tokens.text("tag")) - known)]
    known |= {name for name, _ in tags}
    labels += [[name, str(_PHRASE)] for name in sorted(_plain(treebank.nodes.text("label")) - known - {""})]
    return "".join(f"{name}\t{kind}\n" for name, kind in (*tags, *labels))


def _plain(labels: Text) -> set[str]:
    """Labels without functions and indices, as the programs read them."""
    return {_cut(label) for label in labels.compact().values}


def _cut(label: str) -> str:
    ends = [place for place in (label.find("-", 1), label.find("=", 1)) if place > 0]
    return label if label.startswith("-") or not ends else label[: min(ends)]


def _tuning(treebank: Treebank) -> Mask:
    """Which trees tune: one of ten, unless it has a tag or a label that no training tree has."""
    chosen: Mask = np.arange(len(treebank)) % _EVERY == _EVERY - 1
    for rows, column in ((treebank.tokens, "tag"), (treebank.nodes, "label")):
        codes = rows.text(column).map(_cut).codes
        known = np.unique(codes[~chosen[rows.sentence]])
        chosen[rows.sentence[~np.isin(codes, known)]] = False
    return chosen

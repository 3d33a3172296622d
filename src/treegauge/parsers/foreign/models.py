"""Models that foreign programs trained. They are kept in the user's data folder, and found again by what they learned
from."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from ...core.errors import CallError
from ...core.outputs import create_binary, work_folder
from ...core.resuming import key
from ...formats.sources import load_one
from ...programs.files import data_folder
from ...treebank import Treebank


def models_folder() -> Path:
    """The folder of trained models; all of it may be deleted."""
    return data_folder() / "models"


def kept_model(treebank: Treebank, spec: str, program: str, ending: str, train: Callable[[Path], Path]) -> Path:
    """The file of the model that a parser learned from a treebank, which is trained if it is not there.

    `train` is called with an empty folder, and returns the file of the new model in it. The model gets its name only
    when it is complete; the name changes with the trees, the options and the version of the program.
    """
    name = spec.partition("(")[0]
    file = models_folder() / f"{name}-{key([treebank], (), [spec, program])}{ending}"
    if file.is_file():
        return file
    with work_folder() as folder:
        model = train(folder)
        _make_folder(file)
        copy_model(model, file)
    return file


def plain_model(path: str | os.PathLike[str], endings: tuple[str, ...]) -> Path:
    """The file of a model as its program reads it: a compressed one is unpacked into the folder of models."""
    name = os.fspath(path)
    if name.endswith(endings) and os.path.isfile(name):
        return Path(name)
    data, _ = load_one(path, "model")
    ending = next((ending for ending in endings if ending in name), endings[0])
    file = models_folder() / f"unpacked-{hashlib.blake2b(data, digest_size=16).hexdigest()}{ending}"
    if not file.is_file():
        _make_folder(file)
        with create_binary(str(file)) as target:
            target.write(data)
    return file


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"cannot write '{error.filename or file}': {error.strerror}") from None


def copy_model(model: Path, target: str | os.PathLike[str]) -> None:
    """Copy a model to a file, which appears only when it is complete."""
    with model.open("rb") as source, create_binary(os.fspath(target)) as file:
        shutil.copyfileobj(source, file)

"""Models that foreign programs trained. They are kept in the user's data folder, and found again by what they learned
from."""

from __future__ import annotations

import atexit
import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from ...core.data_folder import data_folder
from ...core.outputs import create_binary, work_folder
from ...core.remarks import remark
from ...core.resuming import key
from ...formats.sources import load_one
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
    kept = _kept_file(f"{name}-{key([treebank], (), [spec, program])}{ending}")
    if not kept.is_file():
        with work_folder() as folder:
            copy_model(train(folder), kept)
    return kept


def plain_model(path: str | os.PathLike[str], endings: tuple[str, ...]) -> Path:
    """The file of a model as its program reads it: a compressed one is unpacked into the folder of models."""
    name = os.fspath(path)
    if name.endswith(endings) and os.path.isfile(name):
        return Path(name)
    data = read_model(path)
    ending = next((ending for ending in endings if ending in name), endings[0])
    file = _kept_file(f"unpacked-{hashlib.blake2b(data, digest_size=16).hexdigest()}{ending}")
    if not file.is_file():
        write_model(data, file)
    return file


def _kept_file(name: str) -> Path:
    """A file in the folder of models; in a temporary one, if nothing can be written there."""
    folder = models_folder()
    if (folder / name).is_file():
        return folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        folder = _temporary_folder()
        if not (folder / name).is_file():
            remark(f"the model is not kept, as '{models_folder()}' cannot be written to: {error.strerror}")
    return folder / name


@cache
def _temporary_folder() -> Path:
    """A folder that is removed when this process ends."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(work_folder())


def read_model(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a model, which may be compressed."""
    return load_one(path, "model")[0]


def write_model(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write the bytes of a model to a file, which appears only when it is complete."""
    with create_binary(os.fspath(path)) as file:
        file.write(data)


def copy_model(model: Path, target: str | os.PathLike[str]) -> None:
    """Copy a model to a file, which appears only when it is complete."""
    with model.open("rb") as source, create_binary(os.fspath(target)) as file:
        shutil.copyfileobj(source, file)

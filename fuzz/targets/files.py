"""Files for functions that read a path: in memory where there is such a folder, one per process and name."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache

from treegauge import Treebank, bundled
from treegauge.formats.base import FORMATS, Input

from ..judging import NAME


@cache
def folder() -> str:
    """A folder that is removed at the end."""
    place = tempfile.mkdtemp(prefix="treegauge-fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def file_with(data: bytes, ending: str = "") -> str:
    """The path of a file with this content."""
    path = os.path.join(folder(), NAME + ending)
    with open(path, "wb") as file:
        file.write(data)
    return path


@cache
def small_trees() -> Treebank:
    """A few phrases to use tables and models on."""
    text = b"(S (NP (DT the) (NN dog)) (VP (VBZ sees) (PP (IN in) (NP (NN snow)))) (. .))\n(S (NP (NN a)))\n"
    read = FORMATS.get("brackets").read
    assert read is not None
    return read(Input(text))


@cache
def small_dependencies() -> Treebank:
    """Two short sentences with heads."""
    return bundled("english.conllu")[:2]

"""The data of a treebank in a study: read when it is needed, and named by its content."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files as package_files
from pathlib import PurePath

import numpy as np

from ...core.errors import CallError, Reject
from ...core.remarks import remark
from ...core.wording import counted
from ...formats.api import read, split_name
from ...formats.sources import find_sources
from ...treebank import Treebank
from .dividing import into_parts, with_ids_of
from .study_file import TreebankEntry

_BUNDLED = "bundled:"


@dataclass(frozen=True, eq=False)
class StudyData:
    """A treebank of a study, as tasks see it.

    entry   what the file of the study says of it
    seed    the seed of the study
    most    of more sentences than this, so many are drawn at random; 0: all
    folder  where tasks keep what takes long, such as the output of parsers; None keeps nothing
    second  the treebank that it is compared with, where the block of rows is one of pairs
    """

    entry: TreebankEntry
    seed: int = 0
    folder: str | None = None
    second: StudyData | None = None
    most: int = 0
    _read: dict[str, Treebank] = field(default_factory=dict, repr=False)

    @property
    def has_parts(self) -> bool:
        """Whether it has a training and a test part."""
        return bool(self.entry.test or self.entry.split)

    @property
    def pair(self) -> tuple[StudyData, StudyData]:
        """The two treebanks of a block of pairs."""
        if self.second is None:
            raise CallError(f"{self.entry.name}: this task compares two treebanks; name them under `pairs`")
        return self, self.second

    @property
    def transforms(self) -> list[str]:
        """The transforms of the treebank."""
        return list(self.entry.transforms)

    @cached_property
    def whole(self) -> Treebank:
        """All sentences; of a treebank with parts in files of their own, both parts."""
        return self._drawn(self._trees(self.entry.files or (*self.entry.train, *self.entry.test)))

    @cached_property
    def train(self) -> Treebank:
        """The training part; all sentences where there are no parts."""
        if self.entry.split:
            return self._divided[0]
        return self._drawn(self._trees(self.entry.train)) if self.entry.train else self.whole

    @cached_property
    def test(self) -> Treebank:
        """The test part; all sentences where there are no parts."""
        if self.entry.split:
            return self._divided[1]
        return self._trees(self.entry.test) if self.entry.test else self.whole

    @cached_property
    def _divided(self) -> tuple[Treebank, Treebank]:
        """The parts of a treebank of one piece."""
        if self.entry.split == "ids":
            return with_ids_of(self.whole, self._trees(self.entry.train), self._trees(self.entry.test))
        return into_parts(self.whole, self.entry.split, self.seed, self.entry.name)

    @property
    def parses(self) -> dict[str, Treebank]:
        """The output of parsers that the study names, by name."""
        return {name: self._trees((file,)) for name, file in self.entry.parses.items()}

    def _drawn(self, trees: Treebank) -> Treebank:
        """So many sentences, in their order; all if there are not more."""
        if not 0 < self.most < len(trees):
            return trees
        generator = np.random.default_rng(self.seed)
        return trees.select(np.sort(generator.choice(len(trees), self.most, replace=False)))

    def _trees(self, names: Sequence[str]) -> Treebank:
        key = "\n".join(names)
        if key not in self._read:
            self._read[key] = self._from_files(names)
        return self._read[key]

    def _from_files(self, names: Sequence[str]) -> Treebank:
        rejects: list[Reject] = []
        trees = read(
            [placed(name) for name in names],
            on_error="skip" if self.entry.skip else "stop",
            lenient=bool(self.entry.parses),
            rejects=rejects,
            passed_over=[],
        )
        if rejects:
            bad = counted(len(rejects), "sentence that cannot be read is", "sentences that cannot be read are")
            remark(f"{self.entry.name}: {bad} left out")
        tags = self.entry.tags
        return trees.replace(tokens=trees.tokens.replace(tag=trees.tokens.text(tags))) if tags else trees


def placed(name: str) -> str:
    """The path of a file of a study."""
    if not name.startswith(_BUNDLED):
        return name
    path = package_files("treegauge").joinpath("data", name.removeprefix(_BUNDLED))
    if not path.is_file():
        raise CallError(f"there is no bundled treebank '{name.removeprefix(_BUNDLED)}'")
    return str(path)


@dataclass(frozen=True)
class Fingerprint:
    """Data by its content alone: a digest of all bytes of its files, and their size."""

    digest: str
    size: int

    def fingerprint(self) -> str:
        """The digest."""
        return self.digest


def fingerprint(entry: TreebankEntry) -> Fingerprint:
    """The content of all files of a treebank; names of folders do not count."""
    digest, size = hashlib.blake2b(digest_size=16), 0
    for part in (entry.files, entry.train, entry.test, tuple(entry.parses.values())):
        digest.update(b"\0part")
        for name in part:
            bare, format = split_name(placed(name))
            for source in find_sources(bare):
                content = source.load()
                own = hashlib.blake2b(content, digest_size=16).digest()
                digest.update(f"\0{PurePath(source.name).name}\0{format or ''}\0".encode() + own)
                size += len(content)
    return Fingerprint(digest.hexdigest(), size)

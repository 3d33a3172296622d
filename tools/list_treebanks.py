"""Write the files of the treebanks in the catalogue, with their sums, from copies of their repositories.

    python tools/list_treebanks.py REPOSITORIES [--contents FOLDER] [NAME...]

REPOSITORIES is a folder with a clone of each repository, named OWNER+NAME; a clone may be bare, and in a folder `repo`
of its own. A clone that lacks the content of a large file still has Git's name of that content, which is then the sum.
Contents that are at hand elsewhere, compressed or not, are found below the folder `--contents` by that name.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import subprocess
import tarfile
import zipfile
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from treegauge.catalogue.entries import FILES, Entry, catalogue
from treegauge.catalogue.sums import git_name
from treegauge.core.compressed import open_binary

TARGET = Path(__file__).parent.parent / "src" / "treegauge" / "catalogue" / FILES
_HEAD = "# Written by tools/list_treebanks.py: each file with its size in bytes (0: not known) and its sum.\n"

Listed = tuple[int, str]


def main() -> None:
    """List the treebanks that are named, or all."""
    parser = argparse.ArgumentParser(description="Write the files of the treebanks in the catalogue.")
    parser.add_argument("repositories", type=Path)
    parser.add_argument("--contents", type=Path)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    contents = {} if given.contents is None else known_contents(given.contents)
    for name, entry in catalogue().items():
        if not entry.restricted and (not given.names or name in given.names):
            text = listing(entry, Repository(find_clone(given.repositories, entry.repository), contents))
            (TARGET / f"{name}.toml").write_text(text, "utf-8")
            print(name)


def known_contents(folder: Path) -> dict[str, bytes]:
    """Large contents below a folder, by the names that Git gives them."""
    large: dict[str, bytes] = {}
    for path in sorted(path for path in folder.rglob("*.conllu*") if path.is_file()):
        with open_binary(str(path)) as file:
            content = file.read()
        if len(content) > 1 << 22:
            large[git_name(content)] = content
    return large


def find_clone(folder: Path, repository: str) -> Path:
    """The git directory of a clone."""
    clone = folder / repository.replace("/", "+")
    inner = [clone / "repo" / ".git", clone / "repo", clone / ".git", clone]
    return next(path for path in inner if (path / "HEAD").exists())


class Repository:
    """What a clone has."""

    def __init__(self, clone: Path, contents: Mapping[str, bytes]) -> None:
        self._clone, self._contents = clone, contents

    def tree(self, commit: str) -> dict[str, str]:
        """Git's names of all contents, by path."""
        lines = self._git("ls-tree", "-r", "-z", commit).decode().split("\0")
        rows = (line.split("\t", 1) for line in lines if line)
        return {path: description.split()[2] for description, path in rows}

    def content(self, name: str) -> bytes | None:
        """A content by its name, if it is there."""
        if name in self._contents:
            return self._contents[name]
        try:
            return self._git("cat-file", "blob", name)
        except subprocess.CalledProcessError:
            return None

    def _git(self, *arguments: str) -> bytes:
        call = ["git", "-C", str(self._clone), *arguments]
        return subprocess.run(call, capture_output=True, check=True).stdout


def listing(entry: Entry, repository: Repository) -> str:
    """The table of a treebank's files."""
    tree = repository.tree(entry.commit)
    lines = [_HEAD, f'commit = "{entry.commit}"']
    if entry.archive:
        content = repository.content(tree[entry.archive])
        if content is None:
            raise SystemExit(f"{entry.name}: the content of {entry.archive} is not at hand")
        lines.append(f"archive = {_spelled(_sum(content))}")
        files = {path: _sum(member) for path, member in members(content).items()}
    else:
        files = {path: _listed(repository, name) for path, name in tree.items() if _is_one(path, entry)}
    chosen = {PurePosixPath(path).name: files[path] for path in sorted(files) if _is_one(path, entry)}
    if not chosen:
        raise SystemExit(f"{entry.name}: no file matches {entry.files}")
    lines += ["", "[files]", *(f"{json.dumps(name)} = {_spelled(listed)}" for name, listed in chosen.items())]
    return "\n".join(lines) + "\n"


def members(content: bytes) -> dict[str, bytes]:
    """The files in a zip or tar."""
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
    with tarfile.open(fileobj=io.BytesIO(content)) as tar:
        opened = ((member.name, tar.extractfile(member)) for member in tar if member.isfile())
        return {name: file.read() for name, file in opened if file is not None}


def _is_one(path: str, entry: Entry) -> bool:
    parent, name = PurePosixPath(path).parent, PurePosixPath(path).name
    wanted = PurePosixPath(entry.files)
    return parent == wanted.parent and fnmatchcase(name, wanted.name)


def _listed(repository: Repository, name: str) -> Listed:
    content = repository.content(name)
    return (0, name) if content is None else _sum(content)


def _sum(content: bytes) -> Listed:
    return len(content), hashlib.sha256(content).hexdigest()


def _spelled(listed: Listed) -> str:
    return f'[{listed[0]}, "{listed[1]}"]'


if __name__ == "__main__":
    main()

"""Install the files of foreign programs: through the user's Maven or pip, or from files at hand.

Whatever a file comes from, only its content counts: a file is taken if it has the size and the SHA-256 sum that the
table of files demands, and is written under the name that the table gives. So nothing of an archive or a jar decides
where something is written, and no jar names others outside the folder of programs.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from ..core.children import child_process
from ..core.contents import DAMAGE, contents
from ..core.errors import CallError, DataError, MissingFileError
from ..core.outputs import create_binary, work_folder
from .files import ProgramFile

_CHUNK = 1 << 20
_DEPENDENCY = "<dependency><groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>{}</dependency>"
_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>treegauge</groupId><artifactId>install</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>{}</dependencies>
</project>
"""


def install_files(files: Sequence[ProgramFile], title: str, source: str | os.PathLike[str] | None = None) -> None:
    """Put the files that are missing into the user's data folder: from Maven or PyPI, or from a file or folder."""
    wanted = [file for file in files if not file.is_installed]
    if not wanted:
        return
    with work_folder() as folder:
        if source is None:
            _fetch(wanted, folder, title)
            _take(wanted, folder, f"what was downloaded for {title}")
        else:
            _check_source(Path(source))
            _take(wanted, Path(source), f"'{os.fspath(source)}'")


def _check_source(source: Path) -> None:
    if not source.exists():
        raise MissingFileError.of(str(source))
    if not (source.is_file() or source.is_dir()):
        raise CallError(f"'{source}' is neither a file nor a folder")


def _fetch(files: Sequence[ProgramFile], folder: Path, title: str) -> None:
    jars = [file for file in files if not file.is_python]
    packages = [file for file in files if file.is_python]
    if jars:
        _fetch_jars(jars, folder, title)
    if packages:
        call = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder)]
        _run([*call, *(file.coordinates for file in packages)], f"pip could not get {title}")


def _fetch_jars(files: Sequence[ProgramFile], folder: Path, title: str) -> None:
    if shutil.which("mvn") is None:
        names = ", ".join(file.coordinates for file in files)
        raise CallError(
            f"{title} is downloaded by Maven, and there is no 'mvn'; install Maven, or download its files from Maven"
            f" Central yourself ({names}) into a folder, and give it to"
            " 'treegauge parsers install NAME --from FOLDER'"
        )
    pom = folder / "pom.xml"
    pom.write_text(_POM.format("".join(map(_dependency, files))), "utf-8")
    goal = ["dependency:copy-dependencies", "-DexcludeTransitive=true", f"-DoutputDirectory={folder}"]
    _run(["mvn", "-B", "-q", "-f", str(pom), *goal], f"mvn could not get {title}")


def _dependency(file: ProgramFile) -> str:
    group, artifact, version, *rest = file.coordinates.split(":")
    classifier = "".join(f"<classifier>{name}</classifier>" for name in rest)
    return _DEPENDENCY.format(group, artifact, version, classifier)


def _run(call: Sequence[str], problem: str) -> None:
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with child_process(call, **pipes, text=True, errors="replace") as process:
        said, _ = process.communicate()
    if process.returncode:
        lines = [line for line in said.splitlines() if "ERROR" in line.upper()]
        raise DataError(f"{problem}: {lines[0].strip() if lines else 'without a message'}")


def _take(wanted: Sequence[ProgramFile], source: Path, where: str) -> None:
    """Copy what is wanted from a file, an archive or a folder. Nothing is copied unless all of it is there."""
    left = {file.content.sha256: file for file in wanted}
    with work_folder() as folder:
        taken: dict[ProgramFile, Path] = {}
        try:
            for content in contents(source, {file.content.size for file in wanted}.__contains__):
                copy = folder / str(len(taken))
                file = left.pop(_copy(content, copy), None)
                if file is not None:
                    taken[file] = copy
                if not left:
                    break
        except DAMAGE as error:
            raise DataError(f"{where} cannot be read: {error}; download it again") from None
        if left:
            names = ", ".join(f"{file.coordinates} (SHA-256 {file.content.sha256[:12]}...)" for file in left.values())
            raise DataError(f"{where} does not contain {names}; treegauge installs this version only")
        for file, copy in taken.items():
            _put(file, copy)


def _copy(source: IO[bytes], target: Path) -> str:
    """Copy a file, and return its SHA-256 sum."""
    digest = hashlib.sha256()
    with target.open("wb") as file:
        while chunk := source.read(_CHUNK):
            digest.update(chunk)
            file.write(chunk)
    return digest.hexdigest()


def _put(file: ProgramFile, copy: Path) -> None:
    """Give a file its place, where it appears only when it is complete."""
    try:
        file.path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CallError(f"cannot write '{error.filename or file.path}': {error.strerror}") from None
    if file.is_python:
        _build(file, copy)
        return
    with copy.open("rb") as content, create_binary(str(file.path)) as target:
        shutil.copyfileobj(content, target, _CHUNK)


def _build(file: ProgramFile, copy: Path) -> None:
    """Install a Python package into a folder of its own, so that the user's environment stays as it is."""
    with work_folder() as folder:
        archive = copy.rename(folder / file.content.file)
        target = folder / "package"
        call = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(target), str(archive)]
        _run(call, f"pip could not build {file.coordinates} (it needs a C++ compiler)")
        unfinished = file.path.with_name(f"unfinished-{os.getpid()}-{file.path.name}")
        try:
            shutil.copytree(target, unfinished)
            unfinished.rename(file.path)
        finally:
            shutil.rmtree(unfinished, ignore_errors=True)

"""Find and install MaltParser's jar and the libraries that it needs."""

from __future__ import annotations

import lzma
import os
import re
import shutil
import struct
import subprocess
import tarfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from ...core.children import child_process
from ...core.errors import CallError, DataError, MissingFileError
from ...core.outputs import create_binary, work_folder
from ...core.zip_files import DamagedZipError, read_members

VERSION = "1.9.2"
_MANIFEST = "META-INF/MANIFEST.MF"
_LONGEST_NAME = 100  # characters of the path of a library
_LARGEST = 1 << 30  # bytes of an unpacked distribution
_DAMAGE = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError, ValueError),
    *(RuntimeError, NotImplementedError, KeyError, IndexError, OverflowError),
)
_POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>treegauge</groupId><artifactId>install</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies><dependency>
    <groupId>org.maltparser</groupId><artifactId>maltparser</artifactId><version>{VERSION}</version>
  </dependency></dependencies>
</project>
"""


def find_jar() -> Path:
    """The jar that the variable MALTPARSER names, or else the one that `install_jar` puts into the user's cache."""
    named = os.environ.get("MALTPARSER")
    if named:
        return Path(named)
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "treegauge" / "maltparser" / f"maltparser-{VERSION}.jar"


def missing_part() -> str | None:
    """What is missing to run MaltParser here, or None."""
    jar = find_jar()
    if shutil.which("java") is None:
        return "there is no Java; install a Java runtime, so that the command 'java' exists"
    if not jar.is_file():
        if os.environ.get("MALTPARSER"):
            return f"the variable MALTPARSER names '{jar}', which does not exist; set it to MaltParser's jar"
        return "its jar is missing; get it with: treegauge parsers install maltparser"
    try:
        absent = [name for name in _libraries(jar) if not (jar.parent / name).is_file()]
    except DataError as error:
        return str(error)
    if absent:
        return f"'{jar}' lacks {', '.join(absent)} next to it; get all with: treegauge parsers install maltparser"
    return None


def install_jar(source: str | os.PathLike[str] | None = None) -> Path:
    """Put MaltParser and its libraries into the user's cache: from Maven, or from its jar or its distribution (.tar.gz,
    .zip)."""
    if os.environ.get("MALTPARSER"):
        raise CallError("the variable MALTPARSER names the jar to use; unset it to install another one")
    with work_folder() as folder:
        if source is None:
            return _put(_jar_in(_fetched(folder), "what Maven downloaded"))
        try:
            return _put(_jar_in(_opened(Path(source), folder), f"'{os.fspath(source)}'"))
        except DataError as error:  # of a jar that was unpacked: it has no name that the user knows
            raise DataError(str(error).replace(f"{folder}{os.sep}", f"{os.fspath(source)}:")) from None


def _fetched(folder: Path) -> Path:
    if shutil.which("mvn") is None:
        raise CallError(
            "MaltParser is downloaded by Maven, and there is no 'mvn'; install Maven, or download MaltParser yourself"
            " and give the file: treegauge parsers install maltparser --from maltparser-1.9.2.tar.gz"
        )
    (folder / "pom.xml").write_text(_POM, "utf-8")
    jars = folder / "jars"
    call = [
        "mvn",
        "-B",
        "-q",
        "-f",
        str(folder / "pom.xml"),
        "dependency:copy-dependencies",
        f"-DoutputDirectory={jars}",
    ]
    with child_process(
        call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        said, _ = process.communicate()
    if process.returncode:
        lines = [line for line in said.splitlines() if "ERROR" in line]
        raise DataError(f"mvn could not get MaltParser {VERSION}: {lines[0] if lines else 'without a message'}")
    return jars


def _opened(source: Path, folder: Path) -> Path:
    """The folder with the jars, or the jar itself."""
    if not source.is_file():
        raise MissingFileError.of(str(source))
    if source.suffix == ".jar":
        return source
    try:
        if zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as file:
                _check_size(sum(info.file_size for info in file.infolist()))
                file.extractall(folder)
        else:
            with tarfile.open(source) as tar:
                _check_size(sum(member.size for member in tar))
                tar.extractall(folder, filter="data")
    except _DAMAGE as error:
        raise DataError(
            f"'{source}' is neither MaltParser's jar nor its distribution (.tar.gz, .zip): {error}; download it again"
        ) from None
    return folder


def _check_size(size: int) -> None:
    """Raise ValueError if the content of an archive cannot be that of MaltParser, which has a few megabytes."""
    if size > _LARGEST:
        raise ValueError(f"its content has {size:,} bytes")


def _jar_in(place: Path, source: str) -> Path:
    if place.is_file():
        return place
    jars = sorted(path for path in place.rglob("maltparser-*.jar") if path.is_file())
    if not jars:
        raise DataError(f"there is no maltparser-*.jar in {source}; give MaltParser's jar or its distribution")
    return jars[-1]


def _put(jar: Path) -> Path:
    """Copy the jar and its libraries to the user's cache."""
    libraries = {name: _library(jar, name) for name in _libraries(jar)}
    target = find_jar()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for name, library in libraries.items():
            (target.parent / name).parent.mkdir(exist_ok=True)
            _copy(library, target.parent / name)
        _copy(jar, target)
    except OSError as error:
        raise CallError(f"cannot write '{error.filename or target}': {error.strerror}") from None
    return target


def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as original, create_binary(str(target)) as file:
        shutil.copyfileobj(original, file)


def _libraries(jar: Path) -> list[str]:
    """The paths of the libraries of a jar, relative to its folder."""
    try:
        manifest = read_members(jar.read_bytes(), str(jar), _MANIFEST.__eq__)[_MANIFEST].decode(errors="replace")
    except (DamagedZipError, KeyError, OSError) as error:
        raise DataError(f"'{jar}' is not a jar that can be run ({error}); use MaltParser's") from None
    joined = re.sub(r"\r?\n ", "", manifest)  # a line that begins with a space continues the line before
    path = re.search(r"(?m)^Class-Path: *(.*?)\s*$", joined)
    if "org.maltparser.Malt" not in joined or path is None:
        raise DataError(f"'{jar}' is another program's jar; use MaltParser's")
    names = path[1].split()
    for library in map(PurePosixPath, names):
        if library.is_absolute() or ".." in library.parts or "\0" in str(library) or len(str(library)) > _LONGEST_NAME:
            raise DataError(f"'{jar}' names libraries outside its folder, or that cannot exist; use MaltParser's")
    return names


def _library(jar: Path, name: str) -> Path:
    """A library of a jar: in its place, or next to the jar with its version in its name, as Maven stores it."""
    stem = re.split(r"[-.]", Path(name).name)[0]
    candidates = [jar.parent / name, *sorted(jar.parent.glob(f"{stem}*.jar"))]
    there = next((path for path in candidates if path.is_file()), None)
    if there is None:
        raise DataError(f"'{jar}' needs {name} next to it, which is missing; give the whole distribution instead")
    return there

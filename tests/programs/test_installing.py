"""`treegauge parsers install`: only the right files are installed, and nothing else is ever written."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from stand_ins import put_program

from treegauge import CallError, DataError
from treegauge.parsers.adapters.maltparser import MaltParser
from treegauge.parsers.base import PARSERS
from treegauge.parsers.foreign.base import ProgramParser
from treegauge.programs import files
from treegauge.programs.files import Content, ForeignProgram, ProgramFile, program_files
from treegauge.programs.installing import install_files

Run = Callable[..., tuple[int, str, str]]
CONTENTS = {"org.maltparser:maltparser:1.9.2": b"a jar" * 99, "log4j:log4j:1.2.16": b"another jar"}
JARS = list(CONTENTS)
JAR = CONTENTS[JARS[0]]


@pytest.fixture(autouse=True)
def table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of two small files, of which MaltParser consists."""
    contents = {name: Content(len(data), hashlib.sha256(data).hexdigest()) for name, data in CONTENTS.items()}
    programs = {"maltparser": ForeignProgram("MaltParser 1.9.2", "BSD 3-Clause", tuple(JARS))}
    monkeypatch.setattr(files, "_table", lambda: files._Table(programs, contents))


def installed(data: Path) -> dict[str, bytes]:
    return {path.relative_to(data).as_posix(): path.read_bytes() for path in data.rglob("*") if path.is_file()}


WHOLE = {"programs/maltparser-1.9.2.jar": JAR, "programs/log4j-1.2.16.jar": CONTENTS[JARS[1]]}


def make_zip(path: Path, members: Sequence[tuple[str, bytes]]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            file.writestr(name, content)
    return path


def make_tar(path: Path, members: Sequence[tuple[str, bytes]], *others: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as tar:
        for other in others:
            tar.addfile(other)
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return path


def make_folder(path: Path, members: Sequence[tuple[str, bytes]]) -> Path:
    for name, content in members:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


MAKERS = {"a.zip": make_zip, "a.tar.gz": make_tar, "a": make_folder}
NAMES = [("maltparser-1.9.2/any name.jar", JAR), ("maltparser-1.9.2/lib/log4j.jar", CONTENTS[JARS[1]])]


@pytest.mark.parametrize("name", MAKERS)
def test_files_are_recognised_by_their_content(data: Path, tmp_path: Path, name: str) -> None:
    members = [("README", b"text"), ("same-size", b"x" * len(JAR)), *NAMES]
    MaltParser().install(MAKERS[name](tmp_path / name, members))
    assert installed(data) == WHOLE


def test_a_jar_is_installed_from_the_jar_itself(data: Path, tmp_path: Path) -> None:
    jar = tmp_path / "-any; 'näme'.jar"
    jar.write_bytes(JAR)
    install_files(program_files(JARS[:1]), "MaltParser", jar)
    assert list(installed(data)) == ["programs/maltparser-1.9.2.jar"]


@pytest.mark.parametrize("name", ["../../x.jar", "/tmp/x.jar", "a/../../../x.jar", "..\\x.jar", "C:\\x.jar"])
@pytest.mark.parametrize("archive", ["a.zip", "a.tar.gz"])
def test_names_in_an_archive_never_decide_where_it_is_written(
    data: Path, tmp_path: Path, archive: str, name: str
) -> None:
    MaltParser().install(MAKERS[archive](tmp_path / archive, [(name, JAR), (f"{name}2", CONTENTS[JARS[1]])]))
    assert installed(data) == WHOLE
    files = [path for path in tmp_path.rglob("*") if path.is_file() and not path.is_relative_to(data)]
    assert files == [tmp_path / archive]
    assert not Path("/tmp/x.jar").exists()


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_an_archive_are_not_looked_at(data: Path, tmp_path: Path, kind: bytes) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"unchanged")
    link = tarfile.TarInfo("programs/maltparser-1.9.2.jar")
    link.type, link.linkname = kind, str(target)
    link.size = len(JAR) if kind not in (tarfile.SYMTYPE, tarfile.LNKTYPE) else 0
    MaltParser().install(make_tar(tmp_path / "a.tar.gz", [("programs/maltparser-1.9.2.jar", JAR), *NAMES[1:]], link))
    assert installed(data) == WHOLE
    assert target.read_bytes() == b"unchanged"
    assert not any(path.is_symlink() for path in data.rglob("*"))


def test_another_content_of_the_same_size_is_refused_and_nothing_is_written(data: Path, tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip", [("maltparser-1.9.2.jar", JAR[:-1] + b"?"), *NAMES[1:]])
    message = r"a.zip' does not contain org.maltparser:maltparser:1.9.2 \(SHA-256 [0-9a-f]{12}...\); treegauge installs"
    with pytest.raises(DataError, match=message):
        MaltParser().install(archive)
    assert installed(data) == {}


def test_a_jar_that_names_libraries_elsewhere_has_another_sum(data: Path, tmp_path: Path) -> None:
    jar = make_zip(tmp_path / "a.jar", [("META-INF/MANIFEST.MF", b"Class-Path: ../../../elsewhere.jar\n")])
    with pytest.raises(DataError, match="does not contain"):
        MaltParser().install(jar)
    assert installed(data) == {}


def test_a_member_that_claims_a_wrong_size_is_not_unpacked_further(data: Path, tmp_path: Path) -> None:
    size = (12_345_678).to_bytes(4, "little")
    bomb = make_zip(tmp_path / "a.zip", [("bomb", bytes(12_345_678))]).read_bytes()
    assert bomb.count(size) == 2
    (tmp_path / "a.zip").write_bytes(bomb.replace(size, len(JAR).to_bytes(4, "little")))
    with pytest.raises(DataError, match=r"a.zip' (cannot be read|does not contain)"):
        MaltParser().install(tmp_path / "a.zip")
    assert installed(data) == {}


def test_an_archive_that_is_too_large_is_refused(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("treegauge.core.contents.MOST", 1 << 20)
    archive = make_tar(tmp_path / "a.tar.gz", [("bomb", bytes(1 << 22)), *NAMES])
    with pytest.raises(DataError, match="cannot be read: it has more than"):
        MaltParser().install(archive)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz"])
def test_damaged_archives_are_refused(data: Path, tmp_path: Path, name: str) -> None:
    members = [("noise", os.urandom(5000)), *NAMES]
    whole = MAKERS[name](tmp_path / name, members).read_bytes()
    for length in range(0, len(whole), len(whole) // 40):
        (tmp_path / name).write_bytes(whole[:length])
        with pytest.raises(DataError, match=r"cannot be read|does not contain"):
            MaltParser().install(tmp_path / name)
    assert installed(data) == {}


def test_what_does_not_exist_or_is_not_a_file_is_reported(data: Path, tmp_path: Path) -> None:
    with pytest.raises(CallError, match=r"there is no file 'nothing.jar'"):
        MaltParser().install("nothing.jar")
    os.mkfifo(tmp_path / "pipe")
    for name in (tmp_path / "pipe", "/dev/zero"):
        with pytest.raises(CallError, match="is neither a file nor a folder"):
            MaltParser().install(name)


def test_a_folder_with_pipes_and_links_is_read(data: Path, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "a", NAMES)
    os.mkfifo(folder / "0-pipe")
    (folder / "0-link").symlink_to(folder, target_is_directory=True)
    (folder / "0-broken").symlink_to("nowhere")
    MaltParser().install(folder)
    assert installed(data) == WHOLE


def test_half_an_install_is_completed_by_the_next_one(data: Path, tmp_path: Path) -> None:
    archive = make_zip(tmp_path / "a.zip", NAMES)
    MaltParser().install(archive)
    (data / "programs" / "maltparser-1.9.2.jar").write_bytes(JAR[:7])
    missing = MaltParser().missing()
    assert missing is None or "1 file is missing" in missing or "Java" in missing
    assert MaltParser().install(archive) == f"MaltParser 1.9.2 is installed in {data / 'programs'}"
    assert installed(data) == WHOLE
    assert MaltParser().install() == f"MaltParser 1.9.2 is installed already, in {data / 'programs'}"


def test_a_data_folder_that_cannot_be_made_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(CallError, match=r"cannot write '.*file.*': Not a directory"):
        MaltParser().install(make_zip(tmp_path / "a.zip", NAMES))


MAVEN = """#!{python}
import pathlib, re, sys
pom = pathlib.Path(sys.argv[sys.argv.index("-f") + 1]).read_text()
assert re.findall("<artifactId>(.*?)</artifactId>", pom) == ["install", "maltparser", "log4j"], pom
(folder,) = [part.partition("=")[2] for part in sys.argv if part.startswith("-DoutputDirectory=")]
for name, content in {contents!r}.items():
    _, artifact, version = name.split(":")
    (pathlib.Path(folder) / f"{{artifact}}-{{version}}.jar").write_bytes(content)
"""


def test_it_is_downloaded_by_maven(data: Path, commands: Path) -> None:
    import sys

    put_program(commands, "mvn", MAVEN.format(python=sys.executable, contents=CONTENTS))
    MaltParser().install()
    assert installed(data) == WHOLE


def test_without_maven_it_says_what_to_download(data: Path, commands: Path) -> None:
    with pytest.raises(CallError, match=r"there is no 'mvn'; install Maven, .*log4j:log4j:1.2.16\).* --from FOLDER"):
        MaltParser().install()


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo '[ERROR] no network'; exit 1", r"mvn could not get MaltParser 1.9.2: \[ERROR\] no network"),
        ("exit 1", "mvn could not get MaltParser 1.9.2: without a message"),
        ("exit 0", "what was downloaded for MaltParser 1.9.2 does not contain"),
    ],
)
def test_what_maven_says_is_reported(data: Path, commands: Path, script: str, message: str) -> None:
    put_program(commands, "mvn", script)
    with pytest.raises(DataError, match=message):
        MaltParser().install()
    assert installed(data) == {}


def test_the_licence_is_shown_before_installing(data: Path, tmp_path: Path, command: Run) -> None:
    archive = make_zip(tmp_path / "a.zip", NAMES)
    status, _, said = command("parsers", "install", "maltparser", "--from", archive)
    first, second = said.splitlines()
    assert (status, first) == (0, "treegauge: MaltParser 1.9.2 has the licence BSD 3-Clause; 0.0 MB")
    assert second == f"treegauge: MaltParser 1.9.2 is installed in {data / 'programs'}"


def test_the_licence_is_shown_even_if_it_cannot_be_installed(data: Path, command: Run) -> None:
    status, _, said = command("parsers", "install", "maltparser", "--from", "nothing.jar")
    assert status == 2
    assert "has the licence BSD" in said.splitlines()[0]
    assert "there is no file 'nothing.jar'" in said.splitlines()[1]


def test_the_real_table_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for name, kind in PARSERS.items():
        if issubclass(kind, ProgramParser):
            program = files.foreign_program(kind.program or name)
            assert program.licence
            for file in [*program_files(program.files), *kind().files]:
                assert isinstance(file, ProgramFile)
                assert file.content.size > 1000
                assert len(bytes.fromhex(file.content.sha256)) == 32

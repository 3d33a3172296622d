"""Java programs: which Java there is, its memory, and what is reported of its failures."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from stand_ins import put_program

from treegauge import CallError
from treegauge.programs import java
from treegauge.programs.java import JavaRun, check_memory, default_memory, missing_java, run_java

CHATTER = re.compile(r"\s*$|Started")
real = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java")


@pytest.mark.usefixtures("commands")
def test_no_java() -> None:
    assert missing_java(8) == (
        "there is no Java; install a Java runtime (8 or later), so that the command 'java' exists"
    )


@pytest.mark.parametrize(
    ("said", "oldest", "missing"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17, None),
        (
            'openjdk version "17.0.15" 2025-04-15',
            21,
            "it needs Java 21 or later, and 'java' is Java 17; install a newer",
        ),
        ('java version "1.8.0_292"', 8, None),
        ('java version "1.6.0"', 8, "it needs Java 8 or later, and 'java' is Java 6; install a newer"),
        ('openjdk version "9" 2017-09-21', 8, None),
        ("nothing that is a version", 8, None),
        ("", 8, None),
    ],
)
def test_old_java(commands: Path, said: str, oldest: int, missing: str | None) -> None:
    """One that does not say its version may be new enough; the program itself will say if it is not."""
    put_program(commands, "java", f"echo '{said}' >&2")
    found = missing_java(oldest)
    assert found == missing if missing is None else str(found).startswith(missing)


def test_a_java_that_cannot_be_run(commands: Path) -> None:
    put_program(commands, "java", "#!/no/such/interpreter\n")
    assert missing_java(8) is None


@pytest.mark.parametrize("memory", ["much", "4 g", "-1g", "4gb", "4.5g", "", "4g -version", "0", "0g", "1g\n"])
def test_words_that_are_not_a_memory(memory: str) -> None:
    with pytest.raises(CallError, match="memory is a number of bytes for Java such as 500m or 4g, not"):
        check_memory(memory)


@pytest.mark.parametrize("memory", [None, "500m", "4g", "4G", "100000000"])
def test_words_that_are_a_memory(memory: str | None) -> None:
    check_memory(memory)


def test_memory_is_that_of_the_container(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(java, "_LIMITS", (str(limit), str(tmp_path / "absent")))
    whole = default_memory()
    limit.write_text("max\n")
    assert default_memory() == whole
    limit.write_text(f"{600 << 20}\n")
    assert (default_memory(), default_memory(3)) == (300 << 20, 100 << 20)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["Started: x", "", "  what is wrong ", "\tat some.Class(File:1)"], "what is wrong"),
        (['Exception in thread "main" java.lang.Error: x', "\tat a.B"], "java.lang.Error: x"),
        (["Started", "java.lang.NullPointerException", "other"], "java.lang.NullPointerException"),
        (["java.lang.OutOfMemoryError: Java heap space"], "Java ran out of memory; give it more: x(memory=8g)"),
        (["java.lang.OutOfMemoryError: GC overhead"], "Java ran out of memory; give it more: x(memory=8g)"),
        (
            ["Error occurred during initialization of VM", "Could not reserve enough space for object heap"],
            "Java cannot get so much memory; give it less: x(memory=1g)",
        ),
        (
            ["Error occurred during initialization of VM", "Too small maximum heap"],
            "Java ran out of memory; give it more: x(memory=8g)",
        ),
        (
            ["Error: Could not create the Java Virtual Machine.", "Invalid maximum heap size: -Xmx99999999g"],
            "Java cannot get so much memory; give it less: x(memory=1g)",
        ),
        (["Picked up JAVA_TOOL_OPTIONS: -Dx", "Started"], ""),
    ],
)
def test_what_a_program_says_is_one_line(lines: list[str], message: str) -> None:
    assert JavaRun(1, tuple(lines)).message(CHATTER, "x") == message


@real
@pytest.mark.parametrize(
    ("memory", "message"), [("1k", "give it more"), ("99999999g", "give it less"), ("900000g", "give it less")]
)
def test_a_memory_that_real_java_refuses(tmp_path: Path, memory: str, message: str) -> None:
    outcome = run_java([], "no.such.Class", [], tmp_path, memory=memory)
    assert outcome.status != 0
    assert message in outcome.message(CHATTER, "x")


def test_one_that_the_system_killed(commands: Path, tmp_path: Path) -> None:
    put_program(commands, "java", "kill -9 $$")
    outcome = run_java([], "Main", [], tmp_path, memory="1g")
    assert outcome.message(CHATTER, "x").startswith("Java was killed, perhaps as the machine has too little memory")


@real
def test_a_class_that_is_not_there(tmp_path: Path) -> None:
    outcome = run_java([], "no.such.Class", [], tmp_path, memory="100m")
    assert "Could not find or load main class no.such.Class" in outcome.message(CHATTER, "x")


def test_output_and_messages_are_kept_apart(commands: Path, tmp_path: Path) -> None:
    put_program(commands, "java", "echo out; echo wrong >&2; exit 3")
    apart = run_java([], "Main", [], tmp_path, memory="1g", output=tmp_path / "output")
    assert ((tmp_path / "output").read_text(), apart) == ("out\n", JavaRun(3, ("wrong",)))
    assert run_java([], "Main", [], tmp_path, memory="1g") == JavaRun(3, ("out", "wrong"))


def test_arguments_are_not_read_by_a_shell(commands: Path, tmp_path: Path) -> None:
    put_program(commands, "java", 'for argument in "$@"; do echo "$argument"; done')
    odd = ["a b", "'", '"; exit 1', "$HOME", "-x", "ä", "`ls`", "*"]
    assert run_java([], "Main", odd, tmp_path, memory="1g").lines[-len(odd) :] == tuple(odd)


def test_it_reports_while_it_runs(commands: Path, tmp_path: Path) -> None:
    put_program(commands, "java", "/bin/sleep 0.5")
    reports: list[None] = []
    run_java([], "Main", [], tmp_path, memory="1g", report=lambda: reports.append(None))
    assert len(reports) > 1

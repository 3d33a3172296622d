"""Run Java programs: which Java there is, how much memory it gets, and what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..core.errors import CallError
from .running import run_program

# Names of files are in UTF-8 and numbers have a point, whatever the user's language is.
_LANGUAGE = ["-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=US"]
_SHARE = 0.5  # of the machine's memory, for all Java programs that run at the same time
_STACK = re.compile(r"\s+at |\s*\.\.\. \d+ more|Picked up ")
_TOO_MUCH = re.compile(r"^(Could not reserve enough space|Invalid maximum heap size)", re.MULTILINE)
_KILLED = 9  # the signal that a system without memory sends
_THREAD = re.compile(r'^.*Exception in thread "[^"]*" ')
_LIMITS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


@dataclass(frozen=True)
class JavaRun:
    """How a program ended: its exit status, and what it printed, line by line."""

    status: int
    lines: tuple[str, ...]

    def message(self, chatter: re.Pattern[str], parser: str) -> str:
        """What it said in one line, without the lines that it always prints: an exception of Java, if there is one."""
        said = [line for line in self.lines if line.strip() and not _STACK.match(line)]
        thrown = [_THREAD.sub("", line) for line in said if "Exception" in line or "Error" in line]
        message = " ".join(line.strip() for line in thrown[:1] or said if thrown or not chatter.match(line))
        everything = "\n".join(said)
        if "OutOfMemoryError" in message or "Too small maximum heap" in everything:
            return f"Java ran out of memory; give it more: {parser}(memory=8g)"
        if _TOO_MUCH.search(everything):
            return f"Java cannot get so much memory; give it less: {parser}(memory=1g)"
        if self.status == -_KILLED:
            return f"Java was killed, perhaps as the machine has too little memory; give it less: {parser}(memory=1g)"
        return message


@cache
def _version(java: str) -> int | None:
    """The version of a Java: 17, or 8 for what calls itself 1.8; None if it does not say."""
    try:
        call = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r'version "(?:1\.)?(\d+)', call.stderr + call.stdout)
    return int(version[1]) if version else None


def missing_java(oldest: int) -> str | None:
    """What is missing to run a program that needs this version of Java; None if nothing is."""
    java = shutil.which("java")
    if java is None:
        return f"there is no Java; install a Java runtime ({oldest} or later), so that the command 'java' exists"
    version = _version(java)
    if version is not None and version < oldest:
        return f"it needs Java {oldest} or later, and 'java' is Java {version}; install a newer one"
    return None


def check_memory(memory: str | None) -> None:
    """Raise an error for a memory that Java does not understand."""
    if memory is not None and not re.fullmatch(r"0*[1-9][0-9]*[kKmMgG]?", memory):
        raise CallError(f"memory is a number of bytes for Java such as 500m or 4g, not '{memory}'")


def machine_memory() -> int:
    """The memory in bytes that this process may use: that of the machine, or of its container."""
    sizes = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")] if hasattr(os, "sysconf") else [4 << 30]
    for path in _LIMITS:
        try:
            sizes.append(int(Path(path).read_text()))
        except (OSError, ValueError):
            continue
    return min(sizes)


def default_memory(workers: int = 1) -> int:
    """The memory in bytes for one of several Java programs that run at the same time."""
    return int(machine_memory() * _SHARE) // workers


def run_java(
    jars: Sequence[Path],
    main: str,
    arguments: Sequence[str],
    folder: Path,
    *,
    memory: str,
    report: Callable[[], None] = lambda: None,
    output: Path | None = None,
) -> JavaRun:
    """Run the main class of some jars in a folder. `report` is called while it runs; `output` gets its standard output,
    which is otherwise part of what it says."""
    paths = os.pathsep.join(str(jar.absolute()) for jar in jars)
    call = ["java", f"-Xmx{memory}", *_LANGUAGE, "-cp", paths, main, *arguments]
    return JavaRun(*run_program(call, folder, report, output=output))

"""Stand-ins for programs of others: files of the right size, a `java`, a `mvn`."""

from __future__ import annotations

import sys
from pathlib import Path

from treegauge import find_parser
from treegauge.parsers.foreign.base import ProgramParser

HERE = Path(__file__).parent


def put_files(parser: str) -> None:
    """Files of a program that have the right sizes and no content."""
    program = find_parser(parser)
    assert isinstance(program, ProgramParser)
    for file in program.files:
        file.path.parent.mkdir(parents=True, exist_ok=True)
        with file.path.open("wb") as stand_in:
            stand_in.truncate(file.content.size)


def put_program(folder: Path, name: str, script: str) -> Path:
    """An executable program in a folder: a script with its first line, or of the shell."""
    path = folder / name
    path.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n", "utf-8")
    path.chmod(0o755)
    return path


def put_java(folder: Path) -> Path:
    """The stand-in for Java and the parsers."""
    return put_program(folder, "java", f'exec "{sys.executable}" "{HERE / "adapters" / "stand_in_java.py"}" "$@"')

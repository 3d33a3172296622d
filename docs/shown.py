"""The commands that the pages show, run on the bundled treebank, so that the output below them is what they print.

A page shows a command in a ```console block after `$ `. All commands of a page run one after the other in one
folder, which starts with copies of the bundled files. Pages about treebanks that are not bundled are left alone.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from treegauge.cli import main
from treegauge.formats import bundled

DATA = Path(bundled.__file__).parent.parent / "data"
NOT_BUNDLED = ("studies",)  # folders of pages that show commands on other treebanks
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)$", re.MULTILINE)
_PASSING = "compiling for the first use"  # a remark of the first run only


def with_outputs(page: str) -> str:
    """The page with the output of every command as it is today."""
    if not _BLOCK.search(page):
        return page
    with tempfile.TemporaryDirectory() as folder:
        for file in DATA.iterdir():
            shutil.copy(file, folder)
        with chdir(folder):
            return _BLOCK.sub(lambda block: _session(block[0]), page)


def _session(block: str) -> str:
    return "".join(f"$ {command}\n{output(command)}" for command in _COMMAND.findall(block))


def output(command: str) -> str:
    """What a command prints, on both channels, without spaces at the ends of lines."""
    call, *pipes = command.replace("\\\n", " ").split(" | ")
    words = shlex.split(call)
    text = _treegauge(words[1:]) if words[0] == "treegauge" else _shell(call, "")
    for pipe in pipes:
        text = _shell(pipe, text)
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines() if _PASSING not in line)


def _shell(command: str, given: str) -> str:
    return subprocess.run(command, shell=True, input=given, capture_output=True, text=True, check=True).stdout


def _treegauge(arguments: list[str]) -> str:
    """The command line in this process: far quicker than to start one for each command."""
    before, sys.argv = sys.argv, ["treegauge", *arguments]
    with tempfile.TemporaryFile() as file, io.TextIOWrapper(file, "utf-8", write_through=True) as channel:
        try:
            with redirect_stdout(channel), redirect_stderr(channel), suppress(SystemExit):
                main()
        finally:
            sys.argv = before
        file.seek(0)
        return file.read().decode()

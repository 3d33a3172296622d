"""Ctrl-C ends a command soon, whatever it does: one line, status 130, nothing half done, no process left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from stand_ins import put_files, put_program

import treegauge

DATA = Path(treegauge.__file__).parent / "data"
SOON = 5  # seconds; on a quiet machine it takes less than one


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with treebanks that keep every verb busy for long."""
    folder = tmp_path_factory.mktemp("large")
    for name, times in (("english.mrg", 4000), ("english.conllu", 2000)):
        (folder / name).write_bytes((DATA / name).read_bytes() * times)
    return folder


def start(arguments: Sequence[str], folder: Path) -> subprocess.Popen[str]:
    """Start the command line in a process group of its own, where Ctrl-C is not ignored."""
    return subprocess.Popen(
        [sys.executable, "-m", "treegauge", *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def interrupt(
    process: subprocess.Popen[str], is_working: float | Callable[[], bool], number: signal.Signals = signal.SIGINT
) -> tuple[int, list[str]]:
    """Send a signal to the whole process group, as a terminal does, after some seconds or when a condition is true;
    returns the status and the lines on standard error."""
    deadline = time.monotonic() + (120 if callable(is_working) else is_working)
    while time.monotonic() < deadline and not (callable(is_working) and is_working()):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.killpg(process.pid, number)
    _, errors = process.communicate(timeout=SOON)
    return process.returncode, [line for line in errors.splitlines() if "compil" not in line]


CALLS = {
    "difficulty": "difficulty english.mrg -t prepare(auto) --protocol loo --all-lengths",
    "parse-pcfg": "parse english.mrg english.mrg --parser pcfg -t prepare(auto) -o out.mrg",
    "parse-train": "parse english.conllu english.conllu --parser arc-eager -o out.conllu",
    "score": "score english.mrg english.mrg --resamples 1000000",
    "compare": "compare english.mrg english.mrg english.mrg --resamples 1000000",
    "perplexity": "perplexity english.conllu english.conllu -n 7",
    "schemes": "schemes english.mrg --dial --seeds 1000",
    "reassign": "reassign english.mrg english.mrg",
    "functions": "functions english.mrg",
    "entail": "entail english.mrg",
    "derive": "derive english.conllu",
    "perturb": "perturb english.mrg -e attach1 -o out.mrg --log log.jsonl",
    "sample": "sample english.mrg english.mrg english.mrg --comparable",
    "convert": "convert english.mrg out.export",
    "stats": "stats english.mrg english.mrg english.mrg english.mrg english.mrg english.mrg",
}


@pytest.mark.slow
@pytest.mark.parametrize("delay", [1, 2])
@pytest.mark.parametrize("call", CALLS)
def test_every_verb_ends_soon_with_one_line(call: str, delay: float, large: Path) -> None:
    before = set(large.iterdir())
    status, errors = interrupt(start(CALLS[call].split(), large), delay)
    remarks, last = errors[:-1], errors[-1].split(";")[0]  # what is kept may follow
    assert (status, last) == (130, "treegauge: interrupted")
    assert all(line.startswith("treegauge: ") for line in remarks)
    assert {path for path in set(large.iterdir()) - before if path.name not in errors[-1]} == set()


WHILE_LOADING = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
from treegauge.__main__ import start
sys.meta_path.insert(0, Interrupting())
sys.argv[1:] = ["--version"]
start()
"""


@pytest.mark.parametrize("module", ["treegauge.core.interrupts", "socket", "treegauge.cli", "typer"])
def test_loading_is_interrupted_too(module: str) -> None:
    code = [sys.executable, "-c", WHILE_LOADING.format(module=module)]
    done = subprocess.run(code, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "treegauge: interrupted\n")


def test_an_ignored_interrupt_is_still_ignored_while_loading() -> None:
    code = WHILE_LOADING.format(module="typer").replace("default_int_handler", "SIG_IGN")
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()[0]) == (0, "treegauge")


def test_little_is_loaded_before_ctrl_c_is_handled() -> None:
    code = "import sys; import treegauge.__main__; print({'typing', 'dataclasses', 'socket'} & set(sys.modules))"
    environment = {**os.environ, "PYTHONPATH": str(DATA.parent.parent)}  # -S: no other package loads anything
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], check=False, env=environment, capture_output=True, text=True
    )
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.parametrize("call", ["difficulty", "parse-pcfg", "score"])
def test_compiled_loops_are_interrupted(call: str, large: Path) -> None:
    assert interrupt(start(CALLS[call].split(), large), 3) == (130, ["treegauge: interrupted"])
    assert not list(large.glob(".treegauge*"))


def test_a_request_to_end_is_heard_too(large: Path) -> None:
    assert interrupt(start(CALLS["difficulty"].split(), large), 3, signal.SIGTERM) == (
        143,
        ["treegauge: ended by SIGTERM"],
    )


def test_what_is_finished_is_kept_and_named(large: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    treebanks = [str(DATA / "english.mrg"), "english.mrg"]
    process = start(["difficulty", *treebanks, "-t", "prepare(auto)", "--resume", str(rows)], large)
    status, lines = interrupt(process, lambda: rows.exists() and rows.stat().st_size > 0)
    assert (status, lines) == (130, [f"treegauge: interrupted; kept: {rows} (1 row)"])
    assert len(rows.read_text().splitlines()) == 1


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A `java` that starts another program and never ends, and files for it."""
    monkeypatch.setenv("TREEGAUGE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    put_files("maltparser")
    put_program(tmp_path, "java", f"[ $# = 1 ] && exit\nsleep 1000 &\necho $! > {tmp_path}/child\nwait")


@pytest.mark.usefixtures("java")
def test_foreign_parsers_end_with_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    arcs = str(DATA / "english.conllu")
    call = ["parse", arcs, arcs, "--parser", "maltparser", "-o", "out.conllu"]
    assert interrupt(start(call, tmp_path), (tmp_path / "child").exists) == (130, ["treegauge: interrupted"])
    child = int((tmp_path / "child").read_text())
    deadline = time.monotonic() + SOON
    while _exists(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _exists(child)
    assert not list((tmp_path / "tmp").glob("treegauge*"))


def _exists(process: int) -> bool:
    """Whether a process runs; one that has ended but was not asked for its status does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False

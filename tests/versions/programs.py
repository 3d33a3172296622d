"""Run the other programs that score parsers next to ours: `./run programs`.

They are installed into an environment of their own, so that the other tests do not see the versions that they need.
supar and stanza are installed without torch, which their scorers do not need and which takes 5 GB; stanza's scorer is
a Java program (CoreNLP), which Maven brings. benepar is not among them: the package that pip installs does not have
its scorer. A program that cannot be installed is named, with the reason, and its tests are skipped.

The parsers of spaCy and UDPipe are trained here too. That of stanza needs torch: `./run programs --torch` installs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial

from pythons import COPY
from steps import ROOT, StepError, clean_environment, find_uv, run_step

FOLDER = ROOT / ".venv" / "programs"
PYTHON = FOLDER / "bin" / "python"
CORENLP = FOLDER / "corenlp"
JARS = ("edu.stanford.nlp:stanford-corenlp:4.5.10", "com.google.protobuf:protobuf-java:3.25.5")
TESTS = (
    *("reference/test_programs_run.py", "drop_in/test_drop_in_ud.py"),
    *(f"parsers/adapters/test_{name}.py" for name in ("spacy", "stanza", "udpipe")),
)
TORCH = "it takes 6 GB on Linux, and is needed only to train stanza's parser; ./run programs --torch installs it"
BENEPAR = "its package on PyPI has no scorer; the figures of a run are kept in test_against_programs.py"


def main() -> None:
    """Install what can be installed, say what was left out, and run the tests."""
    uv = find_uv()
    run_step(uv, "venv", "--quiet", "--clear", "--python", sys.executable, FOLDER)
    pip = partial(run_step, uv, "pip", "install", "--quiet", "--python", FOLDER)
    pip("--requirements", ROOT / "pyproject.toml", "--extra", "test")
    pip("--no-deps", "--editable", ROOT)
    installers: dict[str, Callable[[], object]] = {
        "pyevalb": partial(pip, "PYEVALB"),
        "ud": partial(pip, "udtools"),
        "nltk": partial(pip, "nltk"),
        "spacy": partial(pip, "spacy"),
        "supar": partial(_install_supar, pip),
        "stanza": partial(_install_stanza, pip),
    }
    torch = _failure(partial(pip, "torch")) if "--torch" in sys.argv else TORCH
    if torch is not None:
        print(f"torch was left out: {torch}", flush=True)
    reasons = {name: reason for name, install in installers.items() if (reason := _failure(install))}
    for name, reason in {**reasons, "benepar": BENEPAR}.items():
        print(f"{name} was left out: {reason}", flush=True)
    sys.exit(_test([name for name in installers if name not in reasons]))


def _failure(install: Callable[[], object]) -> str | None:
    """Why a program could not be installed."""
    try:
        install()
    except StepError as error:
        return str(error).strip()
    return None


def _install_supar(pip: Callable[..., object]) -> None:
    pip("nltk", "tqdm")
    pip("--no-deps", "supar")


def _install_stanza(pip: Callable[..., object]) -> None:
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            raise StepError(f"there is no '{program}'")
    pip("numpy", "platformdirs", "protobuf", "requests", "tqdm", "udtools")
    pip("--no-deps", "stanza")
    for jar in JARS:
        run_step("mvn", "-q", "-B", COPY, f"-Dartifact={jar}", f"-DoutputDirectory={CORENLP}")


def _test(programs: list[str]) -> int:
    """Run the tests, which fail if one of these programs cannot be run; their exit status."""
    listed = run_step(find_uv(), "pip", "freeze", "--quiet", "--python", FOLDER).splitlines()
    names = ("nltk==", "pyevalb==", "spacy==", "stanza==", "supar==", "torch==", "ufal-udpipe==", "udtools==")
    print("installed:", ", ".join(line for line in listed if line.lower().startswith(names)), flush=True)
    variables = {"TREEGAUGE_TEST_PROGRAMS": " ".join(programs), "CLASSPATH": f"{CORENLP}{os.sep}*"}
    options = ("-q", "-p", "no:cacheprovider", "-n", "auto", "--maxprocesses", "8", "--slow", "-rs")
    call = [str(PYTHON), "-m", "pytest", *options, *(str(ROOT / "tests" / name) for name in TESTS)]
    return subprocess.run(call, cwd=ROOT, env=clean_environment() | variables, check=False).returncode


if __name__ == "__main__":
    main()

"""Kernels and their cached code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import treegauge

KERNELS = """from treegauge.core.compiled import kernel

@kernel
def total(pair):
    return pair.first + pair.second
"""
PAIRS = """from typing import NamedTuple

class {name}(NamedTuple):
    first: int
    second: int
"""


def test_without_the_compiler_there_is_one_clear_line() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    file = Path(treegauge.__file__).parent / "data" / "english.mrg"
    call = [sys.executable, "-m", "treegauge", "stats", str(file)]
    run = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    expected = "treegauge: error: numba's compiler is switched off, and treegauge needs it: unset NUMBA_DISABLE_JIT\n"
    assert (run.returncode, run.stderr) == (2, expected)


def test_code_that_refers_to_a_renamed_class_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "some_kernels.py").write_text(KERNELS)
    for name in ("Pair", "Couple"):
        (tmp_path / "pairs.py").write_text(PAIRS.format(name=name))
        call = f"import some_kernels, pairs; print(some_kernels.total(pairs.{name}(2, 3)))"
        environment = {**os.environ, "TREEGAUGE_CACHE": str(tmp_path / "cache")}
        run = subprocess.run(
            [sys.executable, "-c", call], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert (run.stdout, run.returncode) == ("5\n", 0), run.stderr
    assert list(tmp_path.rglob("*.nbi"))

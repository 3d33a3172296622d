"""A run that was killed and is run again ends with the bytes of one that was not: a few kills here, more by
`python fuzz/kills.py 200`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parent.parent / "fuzz" / "kills.py"


def kills() -> Any:
    spec = importlib.util.spec_from_file_location("kills", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["kills"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("call", ["perturb", "difficulty", "parse", "run"])
def test_a_killed_run_ends_with_the_same_bytes(call: str) -> None:
    module = kills()
    case = next(case for case in module.CASES if case.verb == call)
    assert module.run(2, 0, [case]) == []

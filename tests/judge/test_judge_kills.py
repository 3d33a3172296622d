"""A server that is killed while people answer: no acknowledged answer is lost, none is counted twice. A few kills here,
as many as `JUDGE_KILLS` says where that is set; 1,000 by `python fuzz/judge_kills.py 1000`."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from databases import KINDS

from postgres import why_none

FILE = Path(__file__).parent.parent.parent / "fuzz" / "judge_kills.py"
KILLS = int(os.environ.get("JUDGE_KILLS", "20"))


def kills() -> Any:
    spec = importlib.util.spec_from_file_location("judge_kills", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["judge_kills"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_is_lost_or_counted_twice_when_the_server_is_killed(kind: str) -> None:
    if kind == "postgresql" and why_none():
        pytest.skip(why_none())
    outcome = kills().run(KILLS, kind, seed=1)
    assert outcome.wrong == []
    assert outcome.acts["kills"] == KILLS
    assert outcome.acts["kept"] > 2 * KILLS

"""Small trees in a folder, and the results of commands on them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from treegauge.version import __version__

Run = Callable[..., tuple[int, str, str]]
GOLD = "(S (NP-SBJ (N a)) (V b))\n(S (N c) (V d))\n(S (NP (N e) (N f)) (V g))\n"
TEST = "(S (N a) (V b))\n(S (N x) (V d))\n(S (NP (N e)) (N f) (V g))\n"
CONLLU = (
    "# sent_id = 1\n1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\t_\n\n"
    "# sent_id = 2\n1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n\n"
)


def write_files(folder: Path) -> None:
    """Gold and test trees and their relatives."""
    texts = {"gold.mrg": GOLD, "test.mrg": TEST, "gold.conllu": CONLLU, "empty.mrg": "", "blank.mrg": "\n\n\n"}
    texts["other.mrg"] = GOLD.replace("(NP (N e) (N f))", "(N e) (N f)")
    for name, text in texts.items():
        (folder / name).write_text(text)


def results(run: Run, *arguments: object, **options: str) -> list[dict[str, Any]]:
    """What a command prints with --json."""
    status, out, _ = run(*arguments, "--json", **options)
    assert status == 0
    printed = json.loads(out)
    assert (printed["treegauge"], printed["command"]) == (__version__, arguments[0])
    rows: list[dict[str, Any]] = printed["results"]
    return rows

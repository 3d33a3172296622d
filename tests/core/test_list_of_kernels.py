"""The list of kernels that `treegauge warm` compiles: it is made by `./run kernels`, and must fit the code."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import treegauge

PACKAGE = Path(treegauge.__file__).parent
ENTRIES = [json.loads(line) for line in (PACKAGE / "core/kernels.jsonl").read_text("utf-8").splitlines()]


@cache
def parameters(module: str) -> dict[str, int]:
    """The functions of a module, with the number of their parameters."""
    path = PACKAGE.parent / Path(*module.split("."))
    file = path.with_suffix(".py") if path.with_suffix(".py").exists() else path / "__init__.py"
    functions = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.FunctionDef)]
    return {function.name: len(function.args.args) for function in functions}


def arguments(text: str) -> int:
    """The number of types in a list; a tuple counts as one."""
    previous = ""
    while text != previous:
        previous, text = text, re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "x", text)
    return text.count(",") + 1 if text else 0


def test_every_kernel_in_the_list_exists_and_takes_these_arguments() -> None:
    wrong = [
        f"{entry['module']}.{entry['name']}({entry['arguments']})"
        for entry in ENTRIES
        if parameters(entry["module"]).get(entry["name"]) != arguments(entry["arguments"])
    ]
    assert wrong == [], "./run kernels lists them anew"

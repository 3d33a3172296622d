"""`treegauge.extend`: what the authors of plug-ins import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from treegauge import extend


def test_names_are_in_order_and_none_is_named_twice() -> None:
    assert sorted(set(extend.__all__)) == extend.__all__


@pytest.mark.parametrize("name", extend.__all__)
def test_every_name_is_there(name: str) -> None:
    assert getattr(extend, name) is not None


def test_no_other_name_is_exported() -> None:
    assert sorted(extend._HOME) == extend.__all__
    with pytest.raises(AttributeError, match=r"module 'treegauge\.extend' has no attribute 'nothing'"):
        extend.nothing  # noqa: B018


def test_every_name_is_known_to_type_checkers() -> None:
    """They read the imports below TYPE_CHECKING."""
    source = ast.parse(Path(extend.__file__).read_text("utf-8"))
    blocks = [block for block in source.body if isinstance(block, ast.If)]
    imports = [statement for block in blocks for statement in block.body if isinstance(statement, ast.ImportFrom)]
    homes = {alias.name: statement.module for statement in imports for alias in statement.names}
    assert homes == extend._HOME


def test_every_way_to_register_is_exported() -> None:
    """Each kind of members has a decorator or a function that registers one."""
    folder = Path(extend.__file__).parent
    registering = {
        statement.name
        for file in folder.rglob("*.py")
        for statement in ast.parse(file.read_text("utf-8")).body
        if isinstance(statement, ast.FunctionDef) and statement.name.startswith("register_")
    }
    assert registering | {"measure", "transform", "parser"} <= set(extend.__all__)


def test_importing_it_imports_nothing_slow() -> None:
    code = "import sys, treegauge.extend; print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"

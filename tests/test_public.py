"""The public surface: what `treegauge` exports, and what importing it costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import treegauge
from treegauge.formats.base import FORMATS
from treegauge.transforms.base import TRANSFORMS

PUBLIC = treegauge.__all__


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_public_names_are_in_order_and_none_is_named_twice() -> None:
    assert sorted(set(PUBLIC)) == PUBLIC


def test_what_every_script_needs_is_public() -> None:
    assert {"Treebank", "TreegaugeError", "apply", "concatenate", "read", "write"} <= set(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(treegauge, name) is not None


def test_a_star_import_gives_the_public_names() -> None:
    assert run("from treegauge import *; print(sorted(n for n in dir() if n[0] != '_'))") == f"{PUBLIC}\n"


def test_no_other_name_is_available() -> None:
    """Beside modules, which Python puts there when they are imported, and what this one itself imports."""
    code = "import treegauge; print(sorted(set(treegauge._HOME) ^ set(treegauge.__all__)))"
    assert run(code) == "[]\n"


def test_every_public_name_is_known_to_type_checkers() -> None:
    """They read the imports below TYPE_CHECKING."""
    source = ast.parse(Path(treegauge.__file__).read_text("utf-8"))
    imported = [
        alias.asname or alias.name
        for block in source.body
        if isinstance(block, ast.If)
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    ]
    assert sorted(imported) == PUBLIC


def test_dir_lists_the_public_names_and_nothing_else() -> None:
    """After everything was used: a module that Python has imported is not among them."""
    assert [name for name in dir(treegauge) if not (name.startswith("__") and name.endswith("__"))] == PUBLIC


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"module 'treegauge' has no attribute 'no_such_name'"):
        treegauge.no_such_name  # noqa: B018


@pytest.mark.parametrize("heavy", ["numpy", "numba", "polars", "lxml", "nltk", "typer", "rich", "scipy"])
def test_importing_treegauge_does_not_import(heavy: str) -> None:
    assert run(f"import sys, treegauge; print('{heavy}' in sys.modules)") == "False\n"


@pytest.mark.parametrize("name", ["treegauge.transforms.base", "treegauge.formats.api", "treegauge.treebank"])
def test_numba_waits_until_a_kernel_runs(name: str) -> None:
    assert run(f"import sys, {name}; print('numba' in sys.modules)") == "False\n"


def test_listing_all_members_does_not_import_numba() -> None:
    code = "from treegauge.formats.base import FORMATS; from treegauge.transforms.base import TRANSFORMS"
    assert run(f"import sys; {code}; FORMATS.names(), TRANSFORMS.names(); print('numba' in sys.modules)") == "False\n"


def test_the_version_is_a_version() -> None:
    assert [part.isdecimal() for part in treegauge.__version__.split(".")] == [True, True, True]


@pytest.mark.parametrize("name", TRANSFORMS.names())
def test_every_transform_says_what_it_does(name: str) -> None:
    description = TRANSFORMS.get(name).description
    assert description
    assert "\n" not in description


@pytest.mark.parametrize("name", FORMATS.names())
def test_every_format_says_what_it_is(name: str) -> None:
    description = FORMATS.get(name).description
    assert description
    assert "\n" not in description


@pytest.mark.parametrize("name", FORMATS.names())
def test_every_format_can_be_read_or_written(name: str) -> None:
    format = FORMATS.get(name)
    assert format.read or format.write

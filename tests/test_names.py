"""One name, one thing: no two modules define a public class, function or type of the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import treegauge

PACKAGE = Path(treegauge.__file__).parent
# Names that several modules may define, each with the reason.
JUSTIFIED = {
    "Score": "the official UD script calls it so, and `drop_in.ud` has its names",
    "OnError": "the command line needs an enumeration of the strings that Python takes",
    "OnMismatch": "the command line needs an enumeration of the strings that Python takes",
}


def definitions() -> dict[str, list[str]]:
    """The modules that define each public name; constants, in capitals, belong to their module."""
    modules = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in _defined(path):
            modules[name].append(path.relative_to(PACKAGE).as_posix())
    return modules


def _defined(path: Path) -> Iterator[str]:
    for statement in ast.parse(path.read_text("utf-8")).body:
        if isinstance(statement, ast.ClassDef | ast.FunctionDef):
            names = [statement.name]
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        else:
            continue
        yield from (name for name in names if not name.startswith("_") and not name.isupper())


def is_verb(name: str, modules: list[str]) -> bool:
    """A verb of the command line has the name of the public function that it calls."""
    verbs = [module for module in modules if module.startswith("cli/")]
    return len(verbs) == 1 and len(modules) == 2 and name in treegauge.__all__


def test_every_name_means_one_thing() -> None:
    several = {name: modules for name, modules in definitions().items() if len(modules) > 1}
    unclear = {name: modules for name, modules in several.items() if not is_verb(name, modules)}
    assert {name: modules for name, modules in unclear.items() if name not in JUSTIFIED} == {}


def test_every_exception_is_needed() -> None:
    modules = definitions()
    assert [name for name in JUSTIFIED if len(modules[name]) < 2 or is_verb(name, modules[name])] == []

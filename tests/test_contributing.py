"""CONTRIBUTING.md: the map and the list of registries are those of the code."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from treegauge import extend
from treegauge.report.registered import REGISTRIES

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_map_has_the_layers_of_the_import_contract() -> None:
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"][0]
    layers = [layer.removeprefix("treegauge.") for layer in reversed(contract["layers"])]
    section = TEXT.partition("## The map")[2].partition("\n## ")[0]
    assert re.findall(r"(?m)^\| `(\w+)` \|", section) == [layer for layer in layers if layer != "version"]


def test_every_registry_is_in_the_list_with_its_entry_points() -> None:
    section = TEXT.partition("## Everything that has a name")[2].partition("\n## ")[0]
    rows = re.findall(r"(?m)^\| ([^|]+) \| `@?(\w+)\([^|]*` \| `([\w.]+)` \|$", section)
    assert {group for _, _, group in rows} == {registry.group for registry in REGISTRIES.values()}
    assert {kind for kind, _, _ in rows} == {registry.kind for registry in REGISTRIES.values()}
    assert {function for _, function, _ in rows} <= set(extend.__all__)

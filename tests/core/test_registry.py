"""Registries: built-in members, plug-ins, and plug-ins that cannot be loaded."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from treegauge import CallError, UnknownNameError
from treegauge.core.errors import PluginError
from treegauge.core.registry import Registry
from treegauge.core.remarks import TreegaugeWarning
from treegauge.formats.base import FORMATS


@pytest.fixture
def registry() -> Registry[int]:
    """A registry with members of its own; the package has none to add."""
    found: Registry[int] = Registry("toy", "treegauge.evaluation")
    found.add("one", 1000)
    found.add("three", 3000)
    return found


def test_a_member_is_found_by_its_name(registry: Registry[int]) -> None:
    assert registry.get("three") == 3000


def test_names_are_in_order(registry: Registry[int]) -> None:
    registry.add("a", 1)
    assert registry.names() == ["a", "one", "three"]


def test_items_are_names_and_members(registry: Registry[int]) -> None:
    assert dict(registry.items()) == {"one": 1000, "three": 3000}


def test_two_members_of_one_name_are_an_error(registry: Registry[int]) -> None:
    with pytest.raises(CallError, match=r"two toys are called 'one'"):
        registry.add("one", 2000)


def test_a_member_may_be_added_twice() -> None:
    members: Registry[list[int]] = Registry("toy", "treegauge.evaluation")
    member = [1]
    members.add("one", member)
    members.add("one", member)
    assert members.get("one") is member


def test_a_name_that_is_nearly_right_is_suggested(registry: Registry[int]) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown toy 'tree'; did you mean 'three'\?"):
        registry.get("tree")


def test_where_no_name_is_near_all_are_listed(registry: Registry[int]) -> None:
    with pytest.raises(UnknownNameError, match=r"unknown toy 'zzz'; known: one, three"):
        registry.get("zzz")


def test_built_in_members_are_found_without_importing_them() -> None:
    assert {"brackets", "conllu", "export"} <= set(FORMATS.names())


def test_members_are_found_in_every_package_of_the_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By name alone, and when all are listed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    found: Registry[int] = Registry("toy", "toys_left", "toys_right")
    monkeypatch.setattr(sys, "toy_registry", found, raising=False)
    for number, (package, name) in enumerate((("toys_left", "ball"), ("toys_right", "spinning_top"))):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
        code = f"import sys\nsys.toy_registry.add({name.replace('_', '-')!r}, {number})\n"
        (tmp_path / package / f"{name}.py").write_text(code)
    assert found.get("spinning-top") == 1
    assert found.names() == ["ball", "spinning-top"]


def test_members_of_a_list_are_loaded_when_they_are_needed() -> None:
    loaded = []

    def load(name: str) -> Callable[[], str]:
        return lambda: loaded.append(name) or name.upper()  # type: ignore[func-returns-value]

    members: Registry[str] = Registry("toy", built_in=lambda: {name: load(name) for name in ("top", "ball")})
    assert members["ball"] == members.get("ball") == "BALL"
    assert loaded == ["ball"]
    assert members.names() == [*members] == ["ball", "top"]
    assert "top" in members
    assert "doll" not in members
    assert loaded == ["ball"]
    assert members.members() == {"top": "TOP", "ball": "BALL"}
    with pytest.raises(CallError, match="two toys are called 'top'"):
        members.add("top", "another")


def test_names_that_are_not_members_and_files_are_named_too() -> None:
    tables: Registry[int] = Registry("table", special=("auto",), files="a TOML file", built_in=lambda: {"a": int})
    with pytest.raises(UnknownNameError, match=r"unknown table 'zzz'; known: auto, a, or a TOML file"):
        tables.get("zzz")
    with pytest.raises(UnknownNameError, match=r"unknown table 'autos'; did you mean 'auto'\?"):
        tables.get("autos")


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Registry[int]]]:
    """Install a package with plug-ins, given as the code of one module each, and make a registry."""

    def install(**modules: str) -> Registry[int]:
        registry: Registry[int] = Registry("toy", "treegauge.evaluation")
        registry.add("own", 1)
        monkeypatch.setattr(sys, "toy_registry", registry, raising=False)
        points = []
        for name, code in modules.items():
            (tmp_path / f"toys_{name}.py").write_text(f"import sys\n{code}\n")
            points.append(f"{name} = toys_{name}")
        (tmp_path / "other_toys-1.2.dist-info").mkdir()
        (tmp_path / "other_toys-1.2.dist-info" / "METADATA").write_text("Name: other-toys\nVersion: 1.2\n")
        text = "\n".join(["[treegauge.toys]", *points])
        (tmp_path / "other_toys-1.2.dist-info" / "entry_points.txt").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path))
        importlib.invalidate_caches()
        return registry

    yield install
    for name in [name for name in sys.modules if name.startswith("toys_")]:
        del sys.modules[name]


CAUSE = "the plug-in 'broken = toys_broken' in treegauge.toys of other-toys 1.2 cannot be loaded: ValueError: no luck"
BROKEN = "sys.toy_registry.add('half', 2)\nraise ValueError('no\\nluck')"


def test_a_plug_in_is_a_module_that_registers_its_members(plugins: Callable[..., Registry[int]]) -> None:
    registry = plugins(ball="sys.toy_registry.add('ball', 7)\nsys.toy_registry.add('doll', 8)")
    assert registry.get("doll") == 8
    assert registry.names() == ["ball", "doll", "own"]


def test_plug_ins_are_not_looked_at_for_a_built_in_member(plugins: Callable[..., Registry[int]]) -> None:
    assert plugins(broken=BROKEN).get("own") == 1
    assert "toys_broken" not in sys.modules


def test_a_plug_in_that_fails_is_named_each_time_and_leaves_the_rest(plugins: Callable[..., Registry[int]]) -> None:
    registry = plugins(broken=BROKEN, doll="sys.toy_registry.add('doll', 8)")
    for _ in range(2):
        with pytest.warns(TreegaugeWarning) as remarks:
            assert registry.names() == ["doll", "own"]
        assert [str(remark.message) for remark in remarks] == [CAUSE]
        with pytest.warns(TreegaugeWarning, match="no luck"):
            assert dict(registry.items()) == {"doll": 8, "own": 1}


def test_a_member_of_a_plug_in_is_used_with_a_remark_on_others(plugins: Callable[..., Registry[int]]) -> None:
    registry = plugins(broken=BROKEN, doll="sys.toy_registry.add('doll', 8)")
    with pytest.warns(TreegaugeWarning, match="no luck"):
        assert registry.get("doll") == 8


def test_a_member_of_a_plug_in_that_fails_is_an_error_with_the_cause(plugins: Callable[..., Registry[int]]) -> None:
    registry = plugins(broken=BROKEN)
    for _ in range(2):
        with pytest.raises(PluginError) as caught:
            registry.get("broken")
        assert str(caught.value) == f"the toy 'broken' cannot be used: {CAUSE}"


def test_an_unknown_name_says_which_plug_ins_failed(plugins: Callable[..., Registry[int]]) -> None:
    registry = plugins(broken=BROKEN)
    for _ in range(2):
        with pytest.raises(UnknownNameError) as caught:
            registry.get("zzz")
        assert str(caught.value) == f"unknown toy 'zzz'; known: own; {CAUSE}"


def test_a_plug_in_cannot_take_the_name_of_another_member(plugins: Callable[..., Registry[int]]) -> None:
    registry = plugins(ball="sys.toy_registry.add('own', 7)")
    with pytest.warns(TreegaugeWarning, match="cannot be loaded: CallError: two toys are called 'own'"):
        assert dict(registry.items()) == {"own": 1}


def test_a_plug_in_that_ends_the_program_is_a_plug_in_that_fails(plugins: Callable[..., Registry[int]]) -> None:
    with pytest.warns(TreegaugeWarning, match="cannot be loaded: SystemExit: 3"):
        assert plugins(broken="sys.exit(3)").names() == ["own"]


def test_an_error_in_a_built_in_module_is_raised_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "toys_wrong").mkdir()
    (tmp_path / "toys_wrong" / "__init__.py").touch()
    (tmp_path / "toys_wrong" / "ball.py").write_text("raise ValueError('no luck')")
    registry: Registry[int] = Registry("toy", "toys_wrong")
    for _ in range(2):
        with pytest.raises(ValueError, match="no luck"):
            registry.names()


def test_built_in_members_need_no_entry_points() -> None:
    code = """
import importlib.metadata
def refuse(**group): raise SystemExit("entry points were looked up")
importlib.metadata.entry_points = refuse
from treegauge.formats.base import FORMATS
from treegauge.measures.shared.base import find_measure
FORMATS.get("conllu"), find_measure("parseval")
"""
    subprocess.run([sys.executable, "-c", code], check=True)

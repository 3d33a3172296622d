"""One small mechanism for everything that has a name: formats, transforms, measures, parsers, head rules, tag sets ...

A registry finds its built-in members in the modules of its packages, or in a list that it is given; either way a member
is only loaded when it is asked for. The members of other people come by entry points of the group `treegauge.<plural>`
(`treegauge.measures`, `treegauge.head_rules`): each names a module that registers what it has. Entry points are looked
up when a name is not built in, and when all members are listed.

A plug-in that cannot be loaded is left out with a remark, and the rest can be used.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import pkgutil
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from typing import Any, Generic, TypeVar, cast

from .errors import CallError, PluginError, UnknownNameError
from .remarks import remark
from .wording import shown

Member = TypeVar("Member")
Loaders = Mapping[str, Callable[[], Member]]


@dataclass(frozen=True)
class FailedPlugin:
    """A plug-in that cannot be loaded: the name of its entry point, and a sentence with the cause."""

    name: str
    message: str


@cache
def _entry_points(path: tuple[str, ...]) -> EntryPoints:
    """Those of all packages on the path: finding them takes some milliseconds, and there are many registries."""
    points: Any = entry_points()
    return cast(EntryPoints, points)


class Registry(Generic[Member]):
    """Members by name.

    kind      what a member is called in messages and in `treegauge list`
    packages  where the built-in members are, one module each
    plural    the plural of the kind, and of its entry points; the kind and an s where it is not given
    built_in  the built-in members that are not in modules of their own, by name: functions that load them
    describe  one line about a member
    special   names that are not members but can be given too (`auto`)
    files     what can be given in place of a name (`a TOML file`)
    """

    def __init__(
        self,
        kind: str,
        *packages: str,
        plural: str = "",
        built_in: Callable[[], Loaders[Member]] = dict,
        describe: Callable[[Member], str] = lambda member: "",
        special: tuple[str, ...] = (),
        files: str = "",
    ) -> None:
        self.kind = kind
        self.plural = plural or f"{kind}s"
        self.packages = packages
        self.describe = describe
        self._built_in = built_in
        self._special = special
        self._files = files
        self._loaders: dict[str, Callable[[], Member]] | None = None
        self._members: dict[str, Member] = {}
        self._failed: list[FailedPlugin] = []
        self._lock = threading.RLock()
        self._loading = self._loaded = self._asked = False

    @property
    def group(self) -> str:
        """The group of the entry points of its plug-ins."""
        return f"treegauge.{self.plural.replace(' ', '_')}"

    def add(self, name: str, member: Member) -> None:
        """Register a member under a name that no other has."""
        if name in self._known_loaders() or (name in self._members and self._members[name] is not member):
            raise CallError(f"two {self.plural} are called '{name}'")
        self._members[name] = member

    def names(self) -> list[str]:
        """The names of all members, in order."""
        return sorted(self._all_names())

    def items(self) -> Iterator[tuple[str, Member]]:
        """All members with their names, in the order of the names."""
        return ((name, self[name]) for name in self.names())

    def members(self) -> dict[str, Member]:
        """All members by name: first the built-in ones in their own order, then those of plug-ins."""
        return {name: self[name] for name in self._all_names()}

    def __len__(self) -> int:
        return len(self._all_names())

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: str) -> bool:
        return self._has(name) or name in self._all_names()

    def __getitem__(self, name: str) -> Member:
        return self.get(name)

    def get(self, name: str, also: Sequence[str] = ()) -> Member:
        """The member of that name; another name is an error that names the nearest, or all. `also`: further names that
        the caller knows."""
        if not self._has(name):
            self._load_plugins()
            if not self._has(name):
                raise self._unknown(name, also)
            self._remark()
        if name not in self._members:
            self._members[name] = self._known_loaders()[name]()
        return self._members[name]

    def name_of(self, member: Member) -> str | None:
        """The name of an equal member, among the built-in ones and those in use; None if there is none."""
        names = [*self._known_loaders(), *self._members]
        return next((name for name in names if self[name] == member), None)

    def _has(self, name: str) -> bool:
        """Whether there is a member of that name, without a look at plug-ins that are not loaded yet."""
        if name in self._members or name in self._known_loaders():
            return True
        self._load_module(name)
        if name not in self._members:
            self._load_modules()
        return name in self._members

    def _all_names(self) -> dict[str, None]:
        self._load_plugins()
        self._remark()
        return dict.fromkeys([*self._known_loaders(), *self._members])

    def _known_loaders(self) -> dict[str, Callable[[], Member]]:
        if self._loaders is None:
            self._loaders = dict(self._built_in())
        return self._loaders

    def _load_module(self, name: str) -> None:
        """Import only the module that is called like the member, if there is one: most are, and it is faster."""
        if self._loaded or re.fullmatch(r"[\w-]+", name) is None:
            return
        for package in self.packages:
            module = f"{package}.{name.replace('-', '_')}"
            if importlib.util.find_spec(module) is not None:
                importlib.import_module(module)
                return

    def _load_modules(self) -> None:
        """Import all modules with built-in members."""
        with self._lock:
            if self._loaded or self._loading:  # another thread was faster, or a member asks for another as it loads
                return
            self._loading = True
            try:
                for package in self.packages:
                    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
                        if not module.name.startswith("_"):
                            importlib.import_module(f"{package}.{module.name}")
                self._loaded = True
            finally:
                self._loading = False

    def _load_plugins(self) -> None:
        """Import all plug-ins, after the built-in members, whose names they cannot take."""
        self._load_modules()
        with self._lock:
            if not self._loaded or self._asked:
                return
            self._asked = True
            self._failed = [failed for failed in map(self._load_plugin, self._entry_points()) if failed is not None]

    def _entry_points(self) -> list[EntryPoint]:
        """In the order of their names, so that it does not depend on the order of the installed packages."""
        return sorted(
            _entry_points(tuple(sys.path)).select(group=self.group), key=lambda point: (point.name, point.value)
        )

    def _load_plugin(self, point: EntryPoint) -> FailedPlugin | None:
        """Import what an entry point names; a plug-in that fails leaves no member behind."""
        before = dict(self._members)
        try:
            point.load()
        except (Exception, SystemExit) as error:  # anything may go wrong in other people's code
            self._members = before
            cause = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
            package = f"{point.dist.name} {point.dist.version}" if point.dist is not None else "an unknown package"
            where = f"'{point.name} = {point.value}' in {self.group} of {package}"
            return FailedPlugin(point.name, f"the plug-in {where} cannot be loaded: {cause}")
        return None

    def _remark(self) -> None:
        for failed in self._failed:
            remark(failed.message)

    def _unknown(self, name: str, also: Sequence[str]) -> CallError:
        for failed in self._failed:
            if failed.name == name:
                return PluginError(f"the {self.kind} '{name}' cannot be used: {failed.message}")
        known = [*self._special, *sorted({*also, *self._known_loaders(), *self._members})]
        near = difflib.get_close_matches(name[:100], [other for other in known if other != name], n=1)
        listed = ", ".join([*known, *([f"or {self._files}"] if self._files else [])])
        hint = f"did you mean '{near[0]}'?" if near else f"known: {listed}"
        failures = "".join(f"; {failed.message}" for failed in self._failed)
        return UnknownNameError(f"unknown {self.kind} {shown(name, 200)}; {hint}{failures}")

"""`Configured`: a value whose fields are its options, registered by name and called for by a specification."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import ClassVar, TypeVar

from .bounds import annotated_bounds
from .registry import Registry
from .specs import bind_spec, format_spec, parse_spec


@dataclass(frozen=True, kw_only=True)
class Configured:
    """Base of measures and parsers. The fields are the options, and `spec` parses back into the same value."""

    name: ClassVar[str]

    def __post_init__(self) -> None:
        for field in fields(self):
            bounds, value = annotated_bounds(field.type), getattr(self, field.name)
            if bounds is not None and value is not None:
                bounds.check(value, f"'{field.name}' in '{self.name}'")

    @property
    def spec(self) -> str:
        """The name and the options, as they are written to call for it."""
        return format_spec(self.name, {field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def summary(cls) -> str:
        """The first line of the docstring."""
        return (cls.__doc__ or "").strip().split("\n", maxsplit=1)[0]


AnyConfigured = TypeVar("AnyConfigured", bound=Configured)
Class = TypeVar("Class", bound=type[Configured])


def registering(registry: Registry[type[AnyConfigured]], name: str) -> Callable[[Class], Class]:
    """Register a class under a name."""

    def register(member: Class) -> Class:
        member.name = name
        registry.add(name, member)  # type: ignore[arg-type]
        return member

    return register


def configured(registry: Registry[type[AnyConfigured]], spec: str) -> AnyConfigured:
    """The value that a specification calls for: `name`, or `name(option=value)`."""
    name, arguments, options = parse_spec(spec)
    member = registry.get(name)
    return member(**bind_spec(member, spec, arguments, options))

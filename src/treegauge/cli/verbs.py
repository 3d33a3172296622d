"""How a function becomes a verb of the command line.

A parameter whose type is a dataclass, such as those in `options` and `printing`, stands for all options in it, so that
the options that verbs share are written once. The help shows them under the heading `panel` of the class.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from ..core.bounds import Bounds, bounds_in
from ..core.limits import max_size
from .faults import past_typer
from .paths import check_paths


def _without_types_of_flags(parameters: list[Any]) -> list[Any]:
    """A flag takes no value, so the help shows none."""
    for parameter in parameters:
        if getattr(parameter, "is_flag", False) and parameter.metavar is None:
            parameter.metavar = ""
    return parameters


class Verb(TyperCommand):
    """A verb."""

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types_of_flags(super().get_params(ctx))


class Verbs(TyperGroup):
    """All verbs, or those of a group such as `parsers`."""

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        with past_typer():
            return super().make_context(*arguments, **options)

    def invoke(self, ctx: Any) -> Any:
        with past_typer():
            return super().invoke(ctx)

    def get_params(self, ctx: Any) -> list[Any]:
        return _without_types_of_flags(super().get_params(ctx))


def add_verb(app: typer.Typer, function: Callable[..., None], panel: str) -> None:
    """Make a function a verb, called like it, under a heading of the help."""
    name = function.__name__.rstrip("_")
    app.command(name, cls=Verb, help=help_text(function), rich_help_panel=panel)(expanded(function))


def help_text(function: Callable[..., Any]) -> str:
    """The docstring; its paragraphs are lines, since the help wraps them itself."""
    paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def expanded(function: Callable[..., None]) -> Callable[..., None]:
    """A function with the fields of its option classes as parameters of its own."""
    hints = get_type_hints(function, include_extras=True)
    parameters: dict[str, inspect.Parameter] = {}
    groups: dict[str, tuple[type[Any], list[str]]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if not is_dataclass(hints[name]):
            parameters[name] = parameter.replace(annotation=hints[name])
            continue
        groups[name] = hints[name], [field.name for field in fields(hints[name])]
    for kind, _ in groups.values():
        options = get_type_hints(kind, include_extras=True)
        for field in fields(kind):
            option = copy(option_info(options[field.name]))
            option.rich_help_panel = kind.panel
            others = [item for item in options[field.name].__metadata__ if item is not option_info(options[field.name])]
            annotation = Annotated[(options[field.name].__origin__, *others, option)]  # type: ignore[valid-type]
            parameters[field.name] = inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=annotation
            )

    limits = {name: bounds for name, parameter in parameters.items() if (bounds := bounds_in(parameter.annotation))}
    spellings = {name: _spelling(name, parameter.annotation) for name, parameter in parameters.items()}

    def call(**values: Any) -> None:
        check_paths(values, spellings)
        for name, bounds in limits.items():
            if values[name] is not None:
                values[name] = bounds.parse(str(values[name]), spellings[name])
        limit = max_size(values.get("max_size"))
        given = {name: kind(**{key: values.pop(key) for key in keys}) for name, (kind, keys) in groups.items()}
        with limit:
            function(**given, **values)

    for name, bounds in limits.items():
        parameters[name] = _as_text(parameters[name], bounds)
    keywords = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters.values()]
    call.__name__, call.__doc__ = function.__name__, function.__doc__
    call.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
    call.__signature__ = inspect.Signature(keywords)  # type: ignore[attr-defined]
    return call


def option_info(annotation: Any) -> Any:
    """What is said of an option to typer."""
    return next((item for item in getattr(annotation, "__metadata__", ()) if hasattr(item, "param_decls")), None)


def _as_text(parameter: inspect.Parameter, bounds: Bounds) -> inspect.Parameter:
    """A number as typer gets it: a text, which is read within its bounds, so that any version of typer gives the same
    message."""
    option = copy(option_info(parameter.annotation))
    option.metavar = option.metavar or ("INTEGER" if bounds.whole else "NUMBER")
    default = None if parameter.default is None else str(parameter.default)
    kind = str | None if default is None else str
    return parameter.replace(annotation=Annotated[kind, option], default=default)


def _spelling(name: str, annotation: Any) -> str:
    """How an option or argument is spelled in messages: -o, --log, GOLD."""
    info = option_info(annotation)
    if isinstance(info, typer.models.ArgumentInfo):
        return str(info.metavar or name.upper())
    declared = [*info.param_decls, info.default] if info is not None else []  # typer takes the first for a default
    return next((str(text) for text in declared if str(text).startswith("-")), f"--{name.replace('_', '-')}")

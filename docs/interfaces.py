"""The two ways in, as Markdown: every command with its options, and every public name of the package."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import typer

import treegauge
from treegauge.cli import application

# The map of the code, as the data flows: a folder imports only from those above it.
HOUSE = {
    "core": "errors, registries, options, signatures, compiled code, threads: nothing here knows what a tree is",
    "catalogue": "public treebanks: licences, citations, and how their files are fetched",
    "treebank": "the table, its views and its pictures",
    "formats": "in and out: one file per format, with its reader and its writer",
    "annotation": "what labels and tags mean: schemes, tag sets, punctuation, head rules",
    "programs": "files of other people's programs: how they are installed, checked and run",
    "transforms": "from tree to tree; the conversions between kinds of trees are among them",
    "entailments": "a parse as simple sentences",
    "models": "what is learned from a treebank: grammars, transitions, n-grams, function tags",
    "parsers": "one protocol, our parsers, and adapters of other people's",
    "measures": "one file per measure",
    "evaluation": "score, compare, pairing of sentences, breakdowns, statistics",
    "studies": "the five papers, and what they share: controlled errors, samples, folds",
    "report": "tables, charts, tree pictures",
    "judge": "the web application for people's answers: database, places, pages",
    "cli": "one file per verb, each a call of one public function",
    "drop_in": "modules with the names of other people's scripts, for code that imports these",
    "testing": "checks for other people's plug-ins",
}
_GROUPS = ("judge",)  # whose verbs have options of their own
_CHOICES = re.compile(r"[<\[]([\w-]+(?:\|[\w-]+)+)[>\]]")


def commands() -> str:
    """All commands, grouped as `treegauge --help` groups them."""
    parts = []
    for panel, members in _panels().items():
        if panel:
            parts.append(f"## {panel}")
        for name, command in members:
            parts.append(_command(name, command, "###" if panel else "##"))
            if name in _GROUPS:
                verbs = command.commands.items()
                parts.extend(_command(f"{name} {verb}", each, "####" if panel else "###") for verb, each in verbs)
    return "\n\n".join(parts)


def _panels() -> dict[str, list[tuple[str, Any]]]:
    panels: dict[str, list[tuple[str, Any]]] = {}
    whole: Any = typer.main.get_command(application())
    for name, command in whole.commands.items():
        if not command.hidden:
            panel = command.rich_help_panel
            panels.setdefault(panel if isinstance(panel, str) else "", []).append((name, command))
    return panels


def _command(name: str, command: Any, heading: str) -> str:
    context = command.make_context(name, [], resilient_parsing=True)
    arguments = [parameter for parameter in command.params if not parameter.opts[0].startswith("-")]
    options = [parameter for parameter in command.params if parameter not in arguments and not parameter.hidden]
    call = " ".join(["treegauge", name, *map(_argument, arguments), "[OPTIONS]"])
    lines = [f"{heading} {name}", "", command.help, "", "```text", call, "```"]
    rows = [f"| `{_argument(argument)}` | {_help(argument)} |" for argument in arguments]
    rows += [f"| {_option(option, context)} | {_help(option)} |" for option in options]
    if rows:
        lines += ["", "| argument or option | meaning |", "| --- | --- |", *rows]
    return "\n".join(lines)


def _argument(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    name += "..." if argument.nargs == -1 and not name.endswith("...") else ""
    return name if argument.required else f"[{name}]"


def _option(option: Any, context: Any) -> str:
    names = ", ".join([*option.opts, *option.secondary_opts])
    choices = _CHOICES.search(option.get_help_record(context)[0])
    value = option.metavar or (choices[1] if choices else "" if option.is_flag else option.name.upper())
    text = f"{names} {value}".strip()
    # Renderers disagree about a bar in code in a table, but not about its number.
    return f"<code>{text.replace('|', '&#124;')}</code>" if "|" in text else f"`{text}`"


def _help(parameter: Any) -> str:
    text = plain(parameter.help or "")
    if isinstance(stated := getattr(parameter, "show_default", None), str):
        return f"{text} Default: {stated}."
    default = parameter.default
    if (
        isinstance(default, bool)
        or default == ""
        or not isinstance(default, (int, float, str))
        or parameter.opts[0][0] != "-"
    ):
        return text
    return f"{text} Default: `{default}`."


def python_names() -> str:
    """All public functions and classes, by the package that they come from; errors have a table of their own."""
    groups: dict[str, list[str]] = {}
    for name in treegauge.__all__:
        thing = getattr(treegauge, name)
        if not _is_error(name):
            groups.setdefault(thing.__module__.split(".")[1], []).append(name)
    return "\n\n".join(_package(package, groups[package]) for package in HOUSE if package in groups)


def _package(package: str, names: list[str]) -> str:
    names = sorted(names, key=lambda name: (inspect.isclass(getattr(treegauge, name)), name.lower()))
    items = [f"- `{_call(name)}`\n  <br>{_summary(getattr(treegauge, name))}" for name in names]
    return "\n".join([f"## {package}", "", _sentence(HOUSE[package]), "", *items])


def _call(name: str) -> str:
    thing = getattr(treegauge, name)
    return f"class {name}" if inspect.isclass(thing) else f"{name}({_parameters(thing)})"


def python_errors() -> str:
    """All public errors, with what they are kinds of."""
    rows = ["| error | a kind of | when |", "| --- | --- | --- |"]
    for name in filter(_is_error, treegauge.__all__):
        error = getattr(treegauge, name)
        rows.append(f"| `{name}` | `{error.__base__.__name__}` | {_summary(error)} |")
    return "\n".join(rows)


def _is_error(name: str) -> bool:
    thing = getattr(treegauge, name)
    return inspect.isclass(thing) and issubclass(thing, Exception)


def _parameters(function: Any) -> str:
    parts = []
    star = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            star = True
            parts.append("*")
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        mark = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(parameter.kind.name, "")
        default = (
            ""
            if parameter.default is parameter.empty
            else f"={getattr(parameter.default, '__name__', repr(parameter.default))}"
        )
        parts.append(f"{mark}{parameter.name}{default}")
    return ", ".join(parts)


def plain(text: str) -> str:
    """A text as a cell of a table: what is not code in it is no markup either."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [part.replace("*", r"\*").replace("<", "&lt;") for part in parts[::2]]
    return "".join(parts).replace("|", r"\|")


def _summary(thing: Any) -> str:
    first = " ".join(inspect.cleandoc(thing.__doc__ or "").split("\n\n")[0].split())
    whole = first if first.endswith((".", "?", ":")) else first[: first.rfind(".") + 1]
    return plain(whole)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def house() -> str:
    """The folders of the package, one line each."""
    package = Path(treegauge.__file__).parent
    width = max(map(len, HOUSE)) + 2
    lines = [f"{folder + '/':{width}}{about}" for folder, about in HOUSE.items() if (package / folder).is_dir()]
    return "\n".join(["```text", *lines, "```"])

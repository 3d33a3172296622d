"""One HTML file from its parts: a style sheet, our modules as one script, sections, packed data. Nothing is loaded, and
the Content-Security-Policy allows only this script and this style sheet to be used."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from ...version import __version__

_IMPORT = re.compile(r"^import \{[^}]*\} from \"\./(\w+)\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async |function |class |const )", re.MULTILINE)


@dataclass(frozen=True)
class Section:
    """A view of the page: its name in addresses, the title of its tab, and its HTML."""

    name: str
    title: str
    html: str


def assembled(title: str, about: str, sections: Sequence[Section], data: str | None) -> str:
    """The whole page. `title` and `about` are texts, the HTML of sections is used as it is."""
    script, style = script_text(), style_text()
    tabs = "".join(f'<a href="#{section.name}">{escape(section.title)}</a>' for section in sections)
    body = "".join(
        f'<section id="{section.name}"{"" if number == 0 else " hidden"} aria-label="{escape(section.title)}">'
        f"{section.html}</section>"
        for number, section in enumerate(sections)
    )
    packed = "" if data is None else f'<script type="application/octet-stream" id="data">{data}</script>'
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy(script, style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="generator" content="treegauge {__version__}">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(title)}</h1><p>{escape(about)}</p><nav aria-label="Views">{tabs}</nav>'
        '<button id="help" title="Keys (?)" aria-label="Keys">?</button>'
        '<button id="theme" title="Light or dark" aria-label="Light or dark">◐</button></header>\n'
        f"<main>{body}</main>\n{_KEYS}\n"
        f"<footer>treegauge {__version__}</footer>\n{packed}\n"
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


_KEYS = (
    '<dialog id="keys"><h2>Keys</h2><dl>'
    "<dt>1 2 3</dt><dd>the views</dd><dt>j k ↓ ↑</dt><dd>the next and the previous sentence</dd>"
    "<dt>← →</dt><dd>point at a word in all trees</dd><dt>/</dt><dd>search for words</dd>"
    "<dt>Esc</dt><dd>remove all filters</dd></dl>"
    '<form method="dialog"><button>Close</button></form></dialog>'
)


def policy(script: str, style: str) -> str:
    """Only this script and this style sheet; nothing is loaded, sent or framed, and no text becomes HTML."""
    return (
        f"default-src 'none'; script-src '{_hashed(script)}'; style-src '{_hashed(style)}'; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hashed(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


@cache
def script_text() -> str:
    """Our modules as one: each after those that it imports, without the lines that import and export."""
    order: list[str] = []
    _visit("main", order)
    modules = (_IMPORT.sub("", _source(f"{name}.js")) for name in order)
    return "".join(f"{_EXPORT.sub('', module)}" for module in modules)


def _visit(name: str, order: list[str]) -> None:
    if name in order:
        return
    for needed in _IMPORT.findall(_source(f"{name}.js")):
        _visit(needed, order)
    order.append(name)


@cache
def style_text() -> str:
    """The style sheet."""
    return _source("page.css")


def _source(name: str) -> str:
    return (files(__package__) / "browser" / name).read_text("utf-8")

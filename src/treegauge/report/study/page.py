"""The page of a study: all tables and figures, what failed, the remarks, and the file of the study."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files

from ...core.wording import counted
from ...studies.running.engine import StudyRows
from ...studies.running.study_file import StudyFile
from ...studies.running.tables import StudyTable
from ...version import __version__
from .tables import html

_CSS = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif; margin: 2rem auto;
  max-width: 90rem; padding: 0 1rem; color: #111827; background: #fff; }
p, nav { max-width: 62rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem; }
nav a { margin-right: 1rem; white-space: nowrap; }
.wide { overflow: auto; max-height: 85vh; }
table { border-collapse: separate; border-spacing: 0; font-size: .85rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .45rem; text-align: left; border-bottom: 1px solid #e5e7eb; background: #fff; }
th { vertical-align: bottom; position: sticky; top: 0; } td { white-space: nowrap; }
th:first-child, td:first-child { position: sticky; left: 0; } th:first-child { z-index: 1; }
th.n, td.n { text-align: right; }
th button { all: unset; cursor: pointer; } th button:focus-visible { outline: 2px solid #0072b2; }
th[aria-sort=descending] button::after { content: " ↓"; } th[aria-sort=ascending] button::after { content: " ↑"; }
input { font: inherit; margin: 0 0 .5rem; padding: .2rem .5rem; }
figure { margin: 0; overflow-x: auto; } svg { max-width: 100%; height: auto; background: #fff; }
.failed { color: #b91c1c; }
pre { background: #f3f4f6; padding: .8rem; overflow-x: auto; font-size: .85rem; }
@media (prefers-color-scheme: dark) {
  body { color: #e5e7eb; background: #111827; } th, td { border-color: #374151; background: #111827; }
  pre { background: #1f2937; }
  .failed { color: #f87171; } a { color: #93c5fd; }
}
"""


def study_page(study: StudyFile, results: StudyRows, tables: Sequence[StudyTable], figures: Mapping[str, str]) -> str:
    """The page as HTML, which needs no other file."""
    paragraphs = "".join(f"<p>{_linked(part)}</p>" for part in [*study.about.split("\n\n"), study.cite] if part.strip())
    links = " ".join(f'<a href="#{escape(table.name)}">{escape(_short(table))}</a>' for table in tables)
    sections = "".join(html(table, figures.get(table.name, "")) for table in tables)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(study.title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_CSS}</style></head><body><h1>{escape(study.title)}</h1>{paragraphs}<nav>{links}</nav>"
        f"{sections}{_problems(results)}{_remarks(results)}"
        f"<h2>The study</h2><p>{counted(len(results.rows), 'row')}, treegauge {escape(__version__)}. All figures are "
        'in <a href="rows.jsonl">rows.jsonl</a>. This file made them:</p>'
        f"<pre>{escape(study.text)}</pre><script>{_script()}</script></body></html>\n"
    )


@cache
def _script() -> str:
    """What puts tables in order and filters them; without it the page has all the same."""
    return files(__package__).joinpath("page.js").read_text("utf-8")


def _short(table: StudyTable) -> str:
    return table.entry.paper or table.entry.title


def _linked(text: str) -> str:
    """A text with its web addresses as links."""
    return re.sub(r"(https?://[^\s<>&]+[^\s<>&.,;)])", r'<a href="\1">\1</a>', escape(text, quote=False))


def _problems(results: StudyRows) -> str:
    if not results.failed:
        return ""
    lines = "".join(f"<li>{escape(unit.title)}: {escape(unit.message)}</li>" for unit in results.failed)
    return f'<h2>Not made</h2><ul class="failed">{lines}</ul>'


def _remarks(results: StudyRows) -> str:
    if not results.remarks:
        return ""
    lines = "".join(f"<li>{escape(remark)}</li>" for remark in results.remarks)
    return f"<details><summary>{counted(len(results.remarks), 'remark')}</summary><ul>{lines}</ul></details>"

"""Results that show a small chart in a notebook and write a report page. Charts and pages are made in `report`, which
no result imports: it is found by name, when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .types import PathLike

_MAKER = "treegauge.report.notebooks"


class Charted:
    """Base of results that have a chart: it is shown in a notebook, and `plot` writes it to a file."""

    __slots__ = ()

    def plot(self, output: PathLike) -> None:
        """Draw the chart to a file: .svg, .png or .pdf (the last two need the extra `plot`)."""
        made("write_plot", self, output)


class Presented(Charted):
    """Base of results that have a chart and a page of their own."""

    __slots__ = ()

    def report(self, output: PathLike = "report.html") -> None:
        """Write the report page to a file: what `treegauge report` writes."""
        made("write_page", self, output)


def made(what: str, *arguments: Any) -> Any:
    """What a function of the maker returns for a result."""
    return getattr(import_module(_MAKER), what)(*arguments)

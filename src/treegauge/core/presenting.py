"""Results that show a small chart in a notebook and write a report page. Charts and pages are made in `report`, which
no result imports: it is found by name, when it is needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .types import PathLike

_MAKER = "treegauge.report.notebooks"


class Presented:
    """Base of results that have a chart and a page of their own."""

    __slots__ = ()

    def report(self, output: PathLike = "report.html") -> None:
        """Write the report page to a file: what `treegauge report` writes."""
        made("write_page", self, output)


def made(what: str, *arguments: Any) -> Any:
    """What a function of the maker returns for a result."""
    return getattr(import_module(_MAKER), what)(*arguments)

"""Results that show their figures in a notebook and become data frames, all from the rows that `--json` prints."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, TypeVar

from .errors import MissingExtraError
from .presenting import Charted, made
from .types import AnyRow, Row
from .wording import counted

_MOST = 50  # rows of a table in a notebook
_LINES = 20  # of a list as text
_FIGURES = 4  # of a value as text
_LONG = "signature"  # columns that are shown below the table


class Tabular:
    """Base of results that are tables: as HTML in a notebook, and as a frame of pandas or polars."""

    __slots__ = ()

    def table_rows(self) -> Sequence[AnyRow]:
        """The rows of the table, without lists of numbers and nested objects."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The table as a `pandas.DataFrame`."""
        try:
            import pandas
        except ImportError:
            raise MissingExtraError("pandas", "pandas", "to_pandas()") from None
        return pandas.DataFrame([dict(row) for row in self.table_rows()])

    def to_polars(self) -> Any:
        """The table as a `polars.DataFrame`."""
        try:
            import polars
        except ImportError:
            raise MissingExtraError("polars", "frames", "to_polars()") from None
        return polars.DataFrame([dict(row) for row in self.table_rows()], infer_schema_length=None)

    def _repr_html_(self) -> str:
        return (str(made("chart", self)) if isinstance(self, Charted) else "") + html_table(self.table_rows())


TabularItem = TypeVar("TabularItem", bound=Tabular)


class TabularList(list[TabularItem], Tabular):
    """A list of results that is shown as one table, with the rows of all of them."""

    def table_rows(self) -> Sequence[AnyRow]:
        """The rows of every item."""
        return [row for item in self for row in item.table_rows()]

    def __repr__(self) -> str:
        more = len(self) - _LINES
        lines = [*map(repr, self[:_LINES]), *([f"and {more:,} more"] if more > 0 else [])]
        return f"[{f',{chr(10)} '.join(lines)}]"


def shown_figures(figures: Mapping[str, Any], intervals: Mapping[str, str] | None = None) -> str:
    """The first of some figures with their names, and how many more there are."""
    shown = [
        f"{name} {shown_figure(figures[name])}{(intervals or {}).get(name, '')}" for name in list(figures)[:_FIGURES]
    ]
    more = len(figures) - len(shown)
    return ", ".join([*shown, *([f"and {counted(more, 'more score')}"] if more > 0 else [])])


def flat_row(row: AnyRow) -> Row:
    """A row of `--json` without nesting: `interval` becomes `low` and `high`, `intervals` of several figures `ppl_low`
    and `ppl_high`, and a figure within an object has both names (`scores_f1`)."""
    flat: Row = {}
    for name, value in row.items():
        if name == "interval":
            flat |= dict(zip(("low", "high"), value, strict=True))
        elif name == "intervals":
            ends = {
                f"{key}_{end}": number
                for key, pair in value.items()
                for end, number in zip(("low", "high"), pair, strict=True)
            }
            flat |= ends
        elif isinstance(value, Mapping):
            flat |= {f"{name}_{key}": item for key, item in value.items()}
        else:
            flat[name] = value
    return flat


def html_table(rows: Sequence[AnyRow], title: str = "") -> str:
    """Rows as an HTML table: figures with two digits, signatures below, at most 50 rows."""
    names = list(dict.fromkeys(name for row in rows for name in row if name != _LONG))
    names = [name for name in names if any(not _is_missing(row.get(name)) for row in rows)]
    signatures = dict.fromkeys(str(row[_LONG]) for row in rows if row.get(_LONG))
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(f"<tr>{''.join(_cell(row.get(name)) for name in names)}</tr>" for row in rows[:_MOST])
    more = f"<p>and {len(rows) - _MOST:,} more rows</p>" if len(rows) > _MOST else ""
    below = "".join(f"<p><small>{escape(signature)}</small></p>" for signature in signatures)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}{below}"


def shown_figure(value: Any) -> str:
    """A value as people read it: two digits, small numbers with four, 0/0 as a dash."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return "" if value is None else str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if math.isnan(value):
        return "-"
    return f"{value:.4f}" if 0 < abs(value) < 0.1 else f"{value:.2f}"


def shown_interval(interval: Iterable[float] | None) -> str:
    """An interval in brackets, or nothing."""
    low, high = interval or (math.nan, math.nan)
    return "" if math.isnan(low) else f" ({low:.2f} to {high:.2f})"


def _cell(value: Any) -> str:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return f'<td style="text-align: {"right" if number else "left"}">{escape(shown_figure(value))}</td>'


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))

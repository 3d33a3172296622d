"""Numbers and times as the pages show them, in the same way in all languages."""

from __future__ import annotations

import math
from datetime import UTC, datetime

_NOTHING = "–"


def as_number(value: int) -> str:
    """`12 345`: a thin space that does not break a line."""
    return f"{value:,}".replace(",", "\u202f")


def as_per_cent(share: float | None) -> str:
    """`93.4 %`; a dash where there is nothing to count."""
    return _NOTHING if share is None or math.isnan(share) else f"{100 * share:.1f}\u00a0%"


def as_figure(value: float | None, digits: int = 3) -> str:
    """`0.812`; a dash where it is not defined."""
    return _NOTHING if value is None or math.isnan(value) else f"{value:.{digits}f}"


def as_moment(seconds: float | None) -> str:
    """`2026-11-19 15:04`, in UTC."""
    return _NOTHING if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")


def as_day(seconds: float) -> str:
    """`2026-11-19`, in UTC."""
    return as_moment(seconds)[:10]

"""What is packed in a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from treegauge.report.page.packing import unpack


def columns_of(page: str) -> tuple[Mapping[str, Any], dict[str, NDArray[Any]]]:
    """The object and the columns of a page."""
    match = re.search(r'id="data">([^<]*)<', page)
    assert match is not None
    return unpack(match[1])

"""Remarks: what a caller should know about a result, but not an error. Python shows them as warnings; the command line
prints each as one line on standard error."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


class TreegaugeWarning(UserWarning):
    """Something that the caller should know: sentences left out, a plug-in that cannot be loaded."""


def remark(message: str) -> None:
    """Warn the caller; Python shows the warning with the line of their code that called treegauge."""
    warnings.warn(message, TreegaugeWarning, stacklevel=_level_of_caller())


def remark_first(messages: Sequence[str], shown: int) -> None:
    """Warn the caller of the first of many things, and say how many more there are."""
    for message in messages[:shown]:
        remark(message)
    if len(messages) > shown:
        remark(f"and {len(messages) - shown} more such messages")


def _level_of_caller() -> int:
    """How far up the first code outside this package is, as `warn` in `remark` counts it; in a thread of ours there is
    none. Python 3.12 could leave out the files of a folder by itself."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    return level

"""Remarks: what a caller should know about a result, but not an error. Python shows them as warnings; the command line
prints each as one line on standard error."""

from __future__ import annotations

import warnings


class TreegaugeWarning(UserWarning):
    """Something that the caller should know: sentences left out, a plug-in that cannot be loaded."""


def remark(message: str) -> None:
    """Warn the caller; Python shows the warning with the line of their code that called treegauge."""
    warnings.warn(message, TreegaugeWarning, stacklevel=3)

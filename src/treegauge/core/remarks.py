"""Remarks: what a caller should know of a result that is not an error. Python shows them as warnings, the command line
prints each as one line on standard error."""

from __future__ import annotations

import warnings


class TreegaugeWarning(UserWarning):
    """Something that the caller should know: sentences left out, a plug-in that cannot be loaded."""


def remark(message: str) -> None:
    """Tell the caller something; the place in their code that called treegauge is shown with it."""
    warnings.warn(message, TreegaugeWarning, stacklevel=3)

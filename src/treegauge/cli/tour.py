"""`treegauge tour`: everything, on the bundled treebank."""

from __future__ import annotations


def tour() -> None:
    """Show everything, on the bundled treebank."""
    from ..report.tour import run_tour

    run_tour()

"""`treegauge`, and `python -m treegauge`."""

from __future__ import annotations

from .core.interrupts import ending_at_once


def start() -> None:
    """Run the command line. Ctrl-C ends it also while it is being loaded."""
    with ending_at_once():
        from .cli import main

        main()


if __name__ == "__main__":
    start()

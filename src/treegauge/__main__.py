"""`treegauge`, and `python -m treegauge`."""

from __future__ import annotations

import signal

from .core.interrupts import ending_at_once


def start() -> None:
    """Run the command line. Ctrl-C ends it also while it is being loaded."""
    try:
        with ending_at_once():
            from .cli import main

            main()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done: Ctrl-C while Python ends changes nothing


if __name__ == "__main__":
    start()

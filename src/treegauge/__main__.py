"""`treegauge`, and `python -m treegauge`."""

import os
import signal


def start() -> None:
    """Run the command line. Ctrl-C ends it also while it is being loaded."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end_while_loading)  # before all imports: they take most of the start
    try:
        from .core.interrupts import ending_at_once

        with ending_at_once(_end_while_loading):
            from .cli import main

            main()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done: Ctrl-C while Python ends changes nothing


def _end_while_loading(number: int, frame: object) -> None:
    """End the process at once: nothing is half done yet. The message is that of `interrupts.Stopped`."""
    try:
        os.write(2, b"treegauge: interrupted\n")
    finally:
        os._exit(130)


if __name__ == "__main__":
    start()

"""`treegauge`, and `python -m treegauge`."""

from __future__ import annotations

from .core.interrupts import ending_at_once


def main() -> None:
    """Run the command line. Ctrl-C ends it also while it is being loaded."""
    with ending_at_once():
        from .cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()

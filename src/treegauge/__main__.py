"""`python -m treegauge`."""

from .cli import main

main()

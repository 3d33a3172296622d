"""What the shell completes: names from the registries, without loading what they name."""

from __future__ import annotations

from collections.abc import Iterable

_ARCS = ("distance", "direction", "depth", "projectivity")
_BREAKDOWNS = ("sentence", "length", "label", "relation", "tag", *_ARCS, "confusion")


def complete_measure(incomplete: str) -> list[str]:
    """Names of measures."""
    from ..measures.shared.base import MEASURES

    return _beginning(MEASURES.names(), incomplete)


def complete_transform(incomplete: str) -> list[str]:
    """Names of transforms."""
    from ..transforms.base import TRANSFORMS

    return _beginning(TRANSFORMS.names(), incomplete)


def complete_breakdown(incomplete: str) -> list[str]:
    """What scores can be divided by."""
    return _beginning(_BREAKDOWNS, incomplete)


def complete_parser(incomplete: str) -> list[str]:
    """Names of parsers."""
    from ..parsers.base import PARSERS

    return _beginning(PARSERS.names(), incomplete)


def complete_prm(incomplete: str) -> list[str]:
    """Presets of EVALB's parameters."""
    from ..measures.shared.prm import PRESETS

    return _beginning(PRESETS.names(), incomplete)


def complete_program(incomplete: str) -> list[str]:
    """Names of programs."""
    from ..evaluation.programs import PROGRAMS

    return _beginning(PROGRAMS.names(), incomplete)


def complete_treebank(incomplete: str) -> list[str]:
    """Names of public treebanks."""
    from ..catalogue.entries import catalogue

    return _beginning(catalogue(), incomplete)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]

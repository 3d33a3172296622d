"""The plug-ins keep the invariants of treegauge."""

from treegauge.testing import check_format, check_measure, check_parser, check_transform


def test_the_measure() -> None:
    check_measure("tag-accuracy")


def test_the_transform() -> None:
    check_transform("mask-digits")
    check_transform("mask-digits(to='#')")


def test_the_format() -> None:
    check_format("pairs")


def test_the_parser() -> None:
    check_parser("chain")

"""A transform: a function from treebank to treebank, with keyword-only options."""

import re

from treegauge.extend import Treebank, relabel, transform


@transform("mask-digits")
def mask_digits(treebank: Treebank, *, to: str = "0") -> Treebank:
    """Replace every digit in the words by another character: mask-digits, mask-digits(to=#)."""
    return relabel(treebank, lambda form: re.sub(r"\d", to, form), "tokens", "form")

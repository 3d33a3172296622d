"""Random grammars for hypothesis: `grammars()` gives small proper ones, with every kind of rule."""

from __future__ import annotations

from hypothesis import strategies as st

from treegauge import Grammar
from treegauge.models.grammars.grammar import from_text

_TAGS = ('"a"', '"b"', '"c"')


@st.composite
def grammars(draw: st.DrawFn, *, recursive: bool = True, max_labels: int = 4, rare: bool = False) -> Grammar:
    """Every label has a rule that ends at once. Without recursion a label derives only later ones; `rare` allows
    weights of zero and far apart."""
    labels = [f"L{number}" for number in range(draw(st.integers(1, max_labels)))]
    usual = st.integers(1, 5)
    weights = usual | st.sampled_from([0, 1e-9, 1000]) if rare else usual
    lines = ["start L0"]
    for number, label in enumerate(labels):
        below = labels if recursive else labels[number + 1 :]
        symbols = st.lists(st.sampled_from([*_TAGS, *below]), min_size=1, max_size=3)
        lines.append(
            f"{draw(usual)} {label} -> {' '.join(draw(st.lists(st.sampled_from(_TAGS), min_size=1, max_size=2)))}"
        )
        lines += [f"{draw(weights)} {label} -> {' '.join(rhs)}" for rhs in draw(st.lists(symbols, max_size=3))]
    return from_text("\n".join(lines))

"""The oracles in plain Python, as the papers state them: the twins of the kernels.

Trees are lists of heads; word w of 1 ... n depends on heads[w], and 0 is the root. A derivation is a list of
transitions, each with the word that it attaches.
"""

from __future__ import annotations

from hypothesis import strategies as st

from treegauge import Treebank
from treegauge.treebank.build import Builder

Derivation = list[tuple[str, int]]
NONE = -1


@st.composite
def head_lists(draw: st.DrawFn, *, max_words: int = 9, roots: int | None = None) -> list[int]:
    """Any tree: every word depends on one drawn before it, or on the root; crossing, ill-nested, several roots."""
    words = draw(st.permutations(range(1, draw(st.integers(1, max_words)) + 1)))
    heads = [NONE] * (len(words) + 1)
    for place, word in enumerate(words):
        above = [0, *words[:place]] if roots is None or place < roots else words[:place]
        heads[word] = draw(st.sampled_from(above))
    return heads


@st.composite
def projective_head_lists(draw: st.DrawFn, *, max_words: int = 9) -> list[int]:
    """Any projective tree: among the neighbours that have no head yet, one is hung from the other until one is left to
    hang from the root, or several are."""
    heads = [0] * (draw(st.integers(1, max_words)) + 1)
    heads[0] = NONE
    loose = list(range(1, len(heads)))
    while len(loose) > 1 and draw(st.integers(0, 9)):
        place = draw(st.integers(0, len(loose) - 2))
        below, above = loose[place : place + 2][:: draw(st.sampled_from([1, -1]))]
        heads[below] = above
        loose.remove(below)
    return heads


def as_treebank(*trees: list[int]) -> Treebank:
    """Sentences with these heads; the relation of a word is named after its number."""
    builder = Builder()
    for heads in trees:
        builder.add(
            {},
            [{"form": f"w{word}", "head": heads[word] - 1, "deprel": f"r{word}"} for word in range(1, len(heads))],
            [],
        )
    return builder.build()


def dependents(heads: list[int], word: int) -> list[int]:
    return [dependent for dependent in range(1, len(heads)) if heads[dependent] == word]


def is_projective(heads: list[int]) -> bool:
    """The words below each word stand together with it."""
    return all(in_order(heads, word) == sorted(in_order(heads, word)) for word in range(len(heads)))


def in_order(heads: list[int], word: int = 0) -> list[int]:
    """The projective order of what is below a word: left dependents, the word, right dependents."""
    below = dependents(heads, word)
    left, right = ([item for d in side for item in in_order(heads, d)] for side in _sides(below, word))
    return [*left, word, *right]


def _sides(words: list[int], middle: int) -> tuple[list[int], list[int]]:
    return [word for word in words if word < middle], [word for word in words if word > middle]


def arc_standard(heads: list[int]) -> Derivation:
    """MaltParser's nivrestandard."""
    stack, buffer = [0], list(range(1, len(heads)))
    steps: Derivation = []
    while buffer:
        i, j = stack[-1], buffer[0]
        if i and heads[i] == j:
            steps.append(("LA", stack.pop()))
        elif heads[j] == i and _has_last_right_dependent(heads, j, steps):
            steps.append(("RA", buffer.pop(0)))
            if i:
                buffer.insert(0, stack.pop())
        else:
            steps.append(("SH", NONE))
            stack.append(buffer.pop(0))
    return steps


def _has_last_right_dependent(heads: list[int], word: int, steps: Derivation) -> bool:
    _, right = _sides(dependents(heads, word), word)
    return not right or right[-1] in [attached for _, attached in steps]


def arc_eager(heads: list[int]) -> Derivation:
    """MaltParser's nivreeager, which reduces only what has a head."""
    stack, buffer = [0], list(range(1, len(heads)))
    steps: Derivation = []
    while buffer:
        i, j = stack[-1], buffer[0]
        linked_below = heads[j] < i or any(dependent < i for dependent in dependents(heads, j))
        if i and heads[i] == j:
            steps.append(("LA", stack.pop()))
        elif heads[j] == i:
            steps.append(("RA", j))
            stack.append(buffer.pop(0))
        elif linked_below and i in [attached for _, attached in steps]:
            steps.append(("RE", NONE))
            stack.pop()
        else:
            steps.append(("SH", NONE))
            stack.append(buffer.pop(0))
    return steps


def swap(heads: list[int], *, lazy: bool, swapping: bool = True) -> tuple[Derivation, list[int]]:
    """The oracles of Nivre (2009) and of Nivre, Kuhlmann and Hall (2009), and what is left on the stack."""
    order = in_order(heads)
    component = _components(heads) if lazy else {}
    stack, buffer = [0], list(range(1, len(heads)))
    steps: Derivation = []
    while len(stack) > 1 or buffer:
        done = {attached for _, attached in steps}
        i, j = stack[-2:] if len(stack) > 1 else (NONE, stack[-1])
        if i > 0 and heads[i] == j and done.issuperset(dependents(heads, i)):
            steps.append(("LA", stack.pop(-2)))
        elif i >= 0 and heads[j] == i and done.issuperset(dependents(heads, j)):
            steps.append(("RA", stack.pop()))
        elif swapping and i > 0 and order.index(i) > order.index(j) and _urgent(j, buffer, component):
            steps.append(("SW", NONE))
            buffer.insert(0, stack.pop(-2))
        elif buffer:
            steps.append(("SH", NONE))
            stack.append(buffer.pop(0))
        else:
            break
    return steps, stack


def _urgent(word: int, buffer: list[int], component: dict[int, int]) -> bool:
    """Whether a swap cannot wait: the next word is not of the same component. The eager oracle knows none."""
    return not buffer or not component or component[word] != component[buffer[0]]


def _components(heads: list[int]) -> dict[int, int]:
    """The top of the tree that each word is in, among the trees left when the oracle runs without swap."""
    _, tops = swap(heads, lazy=False, swapping=False)
    component = {}
    for word in range(len(heads)):
        top = word
        while top not in tops:
            top = heads[top]
        component[word] = top
    return component


def derivation(system: str, heads: list[int]) -> Derivation:
    """The derivation under the system of that name."""
    if system == "arc-standard":
        return arc_standard(heads)
    return arc_eager(heads) if system == "arc-eager" else swap(heads, lazy=system == "swap-lazy")[0]

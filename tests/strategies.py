"""Random treebanks for hypothesis: `treebanks()` gives small ones with every oddity that the table allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from treegauge import Treebank
from treegauge.treebank.build import Builder

_LABELS = ("S", "NP", "VP", "NP-SBJ", "名詞句", "X|<Y>")
_TAGS = ("NN", "VB", "$,", "-NONE-", "PRP$")
_FUNCTIONS = ("SB", "OA", "--")
_RELATIONS = ("nsubj", "obj", "acl:relcl", "punct")


def words() -> st.SearchStrategy[str]:
    """Forms without white space, brackets or control characters, which every format can hold."""
    plain = st.characters(exclude_categories=("Cc", "Cs", "Cn", "Zs", "Zl", "Zp"), exclude_characters="()")
    usual = st.sampled_from(["the", "dog", "Straße", "犬", "0", "*T*-1", "🌳", "e\u0301"])
    return usual | st.text(plain, min_size=1, max_size=6)


@st.composite
def treebanks(
    draw: st.DrawFn,
    *,
    constituents: bool | None = None,
    dependencies: bool | None = None,
    discontinuous: bool = True,
    several_roots: bool = True,
    empty_nodes: bool = False,
    secondary: bool = False,
    missing_tags: bool = True,
    max_sentences: int = 4,
    forms: st.SearchStrategy[str] | None = None,
) -> Treebank:
    """Treebanks with constituency trees, dependency trees, or both (None: as it comes); some sentences are empty."""
    phrases = draw(st.booleans()) if constituents is None else constituents
    arcs = (draw(st.booleans()) if phrases else True) if dependencies is None else dependencies
    tags = st.sampled_from(_TAGS)
    tokens_of = st.fixed_dictionaries(
        {"form": words() if forms is None else forms, "tag": st.none() | tags if missing_tags else tags},
        optional={"lemma": words(), "feats": st.sampled_from(["Case=Nom", "Number=Sing|Person=3"])},
    )
    builder = Builder()
    for _ in range(draw(st.integers(0, max_sentences))):
        tokens: list[Any] = [dict(token) for token in draw(st.lists(tokens_of, max_size=8))]
        nodes: list[Any] = []
        if phrases:
            nodes = _add_phrases(draw, tokens, discontinuous, several_roots)
        if phrases and empty_nodes and draw(st.booleans()):
            nodes.append({"label": "EMPTY", "parent": draw(st.integers(-1, len(nodes) - 1))})
        if arcs:
            _add_heads(draw, tokens, several_roots)
        others: dict[str, Any] = {"multiword": draw(_spans(len(tokens)))} if arcs else {}
        if secondary and draw(st.booleans()) and nodes:
            others["secondary"] = [draw(_edges(len(tokens), len(nodes)))]
        sentence: Any = draw(_sentence_rows())
        builder.add(sentence, tokens, nodes, **others)
    if phrases and not (builder.rows["nodes"] and builder.rows["tokens"]):
        builder.add({}, [{"form": "yes", "tag": "UH", "parent": 0}], [{"label": "S", "parent": -1}])
    return builder.build()


def _sentence_rows() -> st.SearchStrategy[dict[str, Any]]:
    identifiers = st.none() | st.sampled_from(["s1", "wsj_0001.1", "ü"])
    comments = st.none() | st.sampled_from(["# text = The dog .", "# newpar\n# note"])
    return st.fixed_dictionaries({"id": identifiers, "comments": comments})


def _add_phrases(
    draw: st.DrawFn, tokens: list[dict[str, Any]], discontinuous: bool, several_roots: bool
) -> list[dict[str, Any]]:
    """Open and close phrases between leaves; in a discontinuous tree the leaves are out of order."""
    order = draw(st.permutations(range(len(tokens)))) if discontinuous and draw(st.booleans()) else range(len(tokens))
    nodes: list[dict[str, Any]] = [] if several_roots or not tokens else [{"label": "ROOT", "parent": -1}]
    path = [*range(len(nodes))]
    for leaf in order:
        for _ in range(min(draw(st.integers(0, 3)), len(path) - (not several_roots))):
            path.pop()
        for label in draw(st.lists(st.sampled_from(_LABELS), max_size=3)):
            function = draw(st.none() | st.sampled_from(_FUNCTIONS))
            nodes.append({"label": label, "parent": path[-1] if path else -1, "function": function})
            path.append(len(nodes) - 1)
        function = draw(st.none() | st.sampled_from(_FUNCTIONS))
        tokens[leaf].update(parent=path[-1] if path else -1, function=function)
    return nodes


def _add_heads(draw: st.DrawFn, tokens: list[dict[str, Any]], several_roots: bool) -> None:
    """Each token, in some order, hangs from one before it in that order, or is a root, or has no head given."""
    order = draw(st.permutations(range(len(tokens))))
    for position, token in enumerate(order):
        if position == 0:
            head = -1
        else:
            head = draw(st.sampled_from([*((-2, -1) if several_roots else ()), *order[:position]]))
        tokens[token].update(head=head, deprel=draw(st.none() | st.sampled_from(_RELATIONS)))


@st.composite
def _spans(draw: st.DrawFn, length: int) -> list[dict[str, Any]]:
    if length < 2 or not draw(st.booleans()):
        return []
    first = draw(st.integers(0, length - 2))
    fields = "\t".join("_" * 8)
    return [{"first": first, "last": first + 2, "form": "du", "fields": fields}]


@st.composite
def _edges(draw: st.DrawFn, tokens: int, nodes: int) -> dict[str, Any]:
    """A secondary edge from a token or a node."""
    token = draw(st.integers(-1, tokens - 1))
    node = draw(st.integers(0, nodes - 1)) if token < 0 else -1
    return {"token": token, "node": node, "parent": draw(st.integers(0, nodes - 1)), "label": "SB"}

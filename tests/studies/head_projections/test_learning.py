"""Head reassignment learned from disagreements."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import projection_twins as twins
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import CallError, Treebank, concatenate, read
from treegauge.annotation.head_reassignment import ConstituencyRule, DependencyRule, Reassignment
from treegauge.formats.base import FORMATS, Input
from treegauge.measures.kernels.mph import projected
from treegauge.measures.shared.base import find_measure
from treegauge.measures.shared.words import words_only
from treegauge.studies.head_projections.kernels import heads_within
from treegauge.studies.head_projections.learning import Disagreement, find_disagreements, learn_reassignment
from treegauge.treebank.build import Builder
from treegauge.treebank.views import Node

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

TREE = "(S (NP (PRP We)) (VP (VBP sit) (PP (IN in) (NP (DT the) (JJ big) (NN car))) (ADVP (RB now))))"
TAGS = ("PRP", "VBP", "IN", "DT", "JJ", "NN", "RB")


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def parse(*heads: int, times: int = 12) -> Treebank:
    """The sentence of TREE as a dependency tree, with heads counted from 1."""
    builder = Builder()
    words = ["We", "sit", "in", "the", "big", "car", "now"]
    for _ in range(times):
        rows = zip(words, TAGS, heads, strict=True)
        builder.add({}, [{"form": w, "tag": t, "head": h - 1, "deprel": "dep"} for w, t, h in rows])
    return builder.build()


GOLD = trees("\n".join([TREE] * 12))
LIKE_GOLD = parse(2, 0, 2, 6, 6, 3, 2)  # the preposition heads its phrase
NOUNS = parse(2, 0, 6, 6, 6, 2, 2)  # the noun does
DETERMINERS = parse(2, 0, 2, 3, 6, 4, 2)  # the determiner heads the noun


def counts(gold: Treebank, test: Treebank, rules: Reassignment, tmp_path: Path) -> list[float]:
    path = tmp_path / "rules.toml"
    path.write_text(rules.to_toml(), "utf-8")
    rows = find_measure(f'mph(rules="{path}")').count(gold, test)
    return [float(value) for value in rows[0, :3]]


def test_a_regular_disagreement_names_the_local_tree_and_what_is_saved() -> None:
    assert find_disagreements(GOLD, NOUNS) == [Disagreement("PP", "IN", "NP", 12, 12, 24)]
    assert find_disagreements(GOLD, LIKE_GOLD) == []


def test_gold_changes_where_the_parser_has_fewer_brackets(tmp_path: Path) -> None:
    rules = learn_reassignment(GOLD, [NOUNS])
    assert rules.constituency == (ConstituencyRule("PP", "IN", "NP"),)
    assert rules.dependency == ()
    assert counts(GOLD, NOUNS, Reassignment(), tmp_path) == [1, 2, 1]
    assert counts(GOLD, NOUNS, rules, tmp_path) == [1, 1, 1]


def test_the_parser_changes_where_gold_has_fewer_brackets(tmp_path: Path) -> None:
    (case,) = find_disagreements(GOLD, DETERMINERS)
    assert case == Disagreement("NP", "NN", "DT", 12, 12, -24)
    rules = learn_reassignment(GOLD, [DETERMINERS])
    assert rules.constituency == ()
    assert rules.dependency == (DependencyRule("DT", "NN", "dep"),)
    assert counts(GOLD, DETERMINERS, Reassignment(), tmp_path) == [2, 2, 3]
    assert counts(GOLD, DETERMINERS, rules, tmp_path) == [2, 2, 2]


def test_all_parsers_come_to_common_ground(tmp_path: Path) -> None:
    """Footnote 2: where gold follows one parser, the others follow too."""
    parsers = [NOUNS, LIKE_GOLD, DETERMINERS]
    rules = learn_reassignment(GOLD, parsers)
    assert rules.constituency == (ConstituencyRule("PP", "IN", "NP"),)
    assert {(rule.head, rule.to) for rule in rules.dependency} == {("IN", "NN"), ("DT", "NN"), ("IN", "DT")}
    for parser in parsers:
        assert counts(GOLD, parser, rules, tmp_path) == [1, 1, 1]


def test_a_parser_with_phrases_and_marked_heads_is_compared_too(tmp_path: Path) -> None:
    marked = "(S (X (N We)) (X* (V* sit) (Y (I in) (Z* (D the) (J big) (N* car))) (X (R now))))"
    parser = trees("\n".join([marked] * 12))
    rules = learn_reassignment(GOLD, [parser])
    assert rules.constituency == (ConstituencyRule("PP", "IN", "NP"),)
    other = trees("\n".join([marked.replace("(I in)", "(I* in)").replace("(Z*", "(Z")] * 12))
    rules = learn_reassignment(GOLD, [parser, other])
    assert set(rules.constituency) == {ConstituencyRule("PP", "IN", "NP"), ConstituencyRule("Y", "I", "Z")}
    assert counts(GOLD, other, rules, tmp_path) == counts(GOLD, parser, rules, tmp_path) == [1, 1, 1]


def test_a_phrase_that_has_two_heads_in_the_parse_is_not_compared() -> None:
    scattered = parse(2, 0, 2, 6, 2, 2, 2)  # 'big' hangs outside the noun phrase
    assert find_disagreements(GOLD, scattered) == []


@pytest.mark.parametrize(("count", "share", "found"), [(12, 0.5, 1), (13, 0.5, 0), (12, 0.6, 0)])
def test_what_is_rare_or_not_the_rule_is_left_alone(count: int, share: float, found: int) -> None:
    """12 of 24 local trees differ."""
    gold, mixed = concatenate([GOLD, GOLD]), concatenate([NOUNS, LIKE_GOLD])
    assert len(find_disagreements(gold, mixed, min_count=count, min_share=share)) == found


def test_a_disagreement_without_more_or_fewer_brackets_needs_no_rule() -> None:
    gold = trees("\n".join(["(S (NP (NN dogs)) (VP (VBP bark) (PRT (RP away))))"] * 12))
    particles, builder = (("dogs", "NN", 2), ("bark", "VBP", 2), ("away", "RP", -1)), Builder()
    for _ in range(12):
        builder.add({}, [{"form": form, "tag": tag, "head": head} for form, tag, head in particles])
    (case,) = find_disagreements(gold, builder.build())
    assert (case.parent, case.head, case.other, case.saved) == ("VP", "VBP", "PRT", 0)
    assert learn_reassignment(gold, [builder.build()]).constituency == ()


def test_learning_needs_a_parser() -> None:
    with pytest.raises(CallError, match="at least one treebank"):
        learn_reassignment(GOLD, [])


@given(treebank=treebanks(constituents=True, dependencies=False, missing_tags=False), seed=st.integers(0, 10**6))
@patient
def test_the_heads_of_phrases_in_another_tree_are_those_of_a_plain_loop(treebank: Treebank, seed: int) -> None:
    gold = words_only(treebank)
    test = twins.random_heads(gold, seed)
    keep = ~gold.tokens.text("tag").mask({"$,"})
    tokens, nodes = gold.tokens, gold.nodes
    head = test.tokens.numbers("head")
    number, word, child = heads_within(
        (tokens.offsets, nodes.offsets), (tokens.numbers("parent"), nodes.numbers("parent")), head, keep
    )
    for tree in gold:
        t0, n0 = int(tokens.offsets[tree.index]), int(nodes.offsets[tree.index])
        for node in tree.nodes:
            inside = {token.index for token in node.tokens}
            outer = [t for t in sorted(inside) if keep[t0 + t] and _kept_head(t, head[t0:], keep[t0:]) not in inside]
            assert number[n0 + node.index] == len(outer)
            if len(outer) == 1:
                assert word[n0 + node.index] == outer[0]
                below = next(c for c in node.children if outer[0] in _words(c))
                at = below.index + len(tree) if isinstance(below, Node) else below.index
                assert child[n0 + node.index] == at


def _kept_head(token: int, head: np.ndarray, keep: np.ndarray) -> int:
    above = int(head[token])
    while above >= 0 and not keep[above]:
        above = int(head[above])
    return above


def _words(item: object) -> set[int]:
    return {token.index for token in item.tokens} if isinstance(item, Node) else {item.index}  # type: ignore[attr-defined]


@given(treebank=treebanks(constituents=False), seed=st.integers(0, 10**6))
@patient
def test_a_word_projects_itself_and_all_below(treebank: Treebank, seed: int) -> None:
    test = twins.random_heads(treebank, seed)
    keep = np.random.default_rng(seed).random(len(test.tokens)) < 0.7
    sizes = projected(test.tokens.offsets, test.tokens.numbers("head"), keep)
    for tree in test:
        start = int(test.tokens.offsets[tree.index])
        for token in tree:
            below, waiting = 0, [token]
            while waiting:
                item = waiting.pop()
                below += int(keep[start + item.index])
                waiting += item.dependents
            assert sizes[start + token.index] == below


def test_learned_rules_bring_the_wsj_sample_and_its_dependencies_together(shared: Path, tmp_path: Path) -> None:
    folder = shared / "ptb_wsj_sample"
    gold, parsed = read(folder / "wsj_sample.mrg.xz"), read(folder / "wsj_sample.dp.xz")
    rules = learn_reassignment(gold, [parsed])
    assert rules.constituency[0] == ConstituencyRule("VP", "TO", "VP")
    path = tmp_path / "rules.toml"
    path.write_text(rules.to_toml(), "utf-8")
    scores = []
    for spec in ("mph", f'mph(rules="{path}")'):
        measure = find_measure(spec)
        scores.append(float(measure.score(measure.count(gold, parsed).sum(axis=0))["f1"]))
    assert scores[0] + 1 < scores[1]

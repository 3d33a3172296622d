"""Disagreement: parses that agree with each other and not with the tree, given or made in folds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, apply, bundled, difficulty, evaluate_suspects, find_suspects
from treegauge.formats.base import FORMATS, Input
from treegauge.parsers.held_out import HeldOut, held_out
from treegauge.studies.suspects import parses as parsing
from treegauge.studies.suspects.disagreement import disagreement_evidence
from treegauge.studies.suspects.evidence import Evidence
from treegauge.studies.suspects.grammar import grammar_evidence
from treegauge.studies.suspects.items import SuspectItems, items_of
from treegauge.studies.suspects.parses import ParsedItems, given_parses, parse_in_folds

ARCS = ["he/PRON/2/nsubj", "sees/VERB/0/root", "her/PRON/2/obj"]
TREE = "(S (NP (D the) (N man)) (VP (V eats) (NP (N fish) (PP (P with) (N bones)))))"


def read(name: str, text: str) -> Treebank:
    reader = FORMATS.get(name).read
    assert reader is not None
    return reader(Input(text.encode()))


def arcs(*words: str) -> Treebank:
    """Two sentences; the second one is always right."""
    lines = []
    for sentence in (words, ARCS):
        fields = [word.split("/") for word in sentence]
        lines += [
            f"{k}\t{field[0]}\t_\t{field[1]}\t_\t_\t{field[2]}\t{field[3]}\t_\t_" for k, field in enumerate(fields, 1)
        ]
        lines.append("")
    return read("conllu", "\n".join([*lines, ""]))


def phrases(tree: str) -> Treebank:
    return read("brackets", f"{tree}\n{TREE}\n")


def evidence(gold: Treebank, *others: Treebank) -> Evidence:
    items = items_of(gold)
    return disagreement_evidence(items, given_parses(items, others))


def test_parsers_that_agree_with_the_tree_say_nothing() -> None:
    found = evidence(arcs(*ARCS), arcs(*ARCS), arcs(*ARCS))
    assert not any(column.any() for column in found.columns.values())
    assert all(found.reason(item) is None for item in range(6))


def test_another_relation_is_named() -> None:
    other = arcs(*ARCS[:2], "her/PRON/2/iobj")
    found = evidence(arcs(*ARCS), other, other, arcs(*ARCS))
    assert found.reason(2) == "2 of 3 parsers call it iobj"
    assert np.flatnonzero(found.columns["another head"]).tolist() == []
    assert found.columns["another relation"].tolist() == pytest.approx([0, 0, 16 / 3, 0, 0, 0])


def test_another_head_is_named_by_its_word() -> None:
    other = arcs(*ARCS[:2], "her/PRON/1/nmod")
    assert evidence(arcs(*ARCS), other, other).reason(2) == "2 of 2 parsers attach it to 'he' as nmod"
    assert evidence(arcs(*ARCS), other).reason(2) == "the parser would attach it to 'he' as nmod"


def test_another_root_is_named() -> None:
    other = arcs("he/PRON/0/root", "sees/VERB/1/acl", "her/PRON/2/obj")
    assert evidence(arcs(*ARCS), other, other).reason(0) == "2 of 2 parsers make it the root"


def test_parsers_that_do_not_agree_with_each_other_are_no_reason() -> None:
    others = [arcs(*ARCS[:2], f"her/PRON/{arc}") for arc in ("1/nmod", "2/iobj", "2/obl")]
    assert evidence(arcs(*ARCS), *others).reason(2) is None


def test_only_parsers_that_parsed_the_sentence_count() -> None:
    other = arcs(*ARCS[:2], "her/PRON/2/iobj")
    without = other.select(np.array([1, 1]))  # another sentence in the place of the first
    longer = arcs(*ARCS, "now/ADV/2/advmod")
    found = evidence(arcs(*ARCS), other, other, longer)
    assert found.reason(2) == "2 of 2 parsers call it iobj"
    assert evidence(arcs(*ARCS), without).reason(2) is None


ITEMS = ["S", "NP", "VP", "NP", "PP"]
VERB_ATTACHMENT = TREE.replace("(NP (N fish) (PP (P with) (N bones)))", "(NP (N fish)) (PP (P with) (N bones))")


@pytest.mark.parametrize(
    ("parse", "item", "reason"),
    [
        (TREE.replace("(PP", "(ADVP"), 4, "call it ADVP"),
        (VERB_ATTACHMENT, 4, "put it into VP from 'eats' on"),
        (VERB_ATTACHMENT, 3, "have NP over 'fish' in it"),
        (TREE.replace("(NP (D the) (N man))", "(D the) (N man)"), 1, "have no phrase of these words"),
    ],
)
def test_what_parsers_say_about_phrases(parse: str, item: int, reason: str) -> None:
    found = evidence(phrases(TREE), phrases(parse), phrases(parse))
    assert found.reason(item) == f"2 of 2 parsers {reason}"
    assert found.reason(item + len(ITEMS)) is None  # the second sentence is right


def test_a_virtual_root_of_one_side_does_not_matter() -> None:
    found = evidence(phrases(TREE), phrases(f"(TOP {TREE})"), phrases(f"(TOP {TREE})"))
    assert not any(column.any() for column in found.columns.values())


def test_a_phrase_with_a_gap_is_compared_by_its_words() -> None:
    text = "(S (VP (V 0=wake) (R 2=up)) (NP (N 1=her)))\n"
    other = text.replace("(VP", "(XP")
    found = evidence(*(read("discbracket", part * 2) for part in (text, other, other)))
    assert found.reason(1) == "2 of 2 parsers call it XP"


def test_parses_of_other_sentences_are_an_error() -> None:
    with pytest.raises(DataError, match="parse 1 has 1 sentences, and the treebank has 2"):
        evidence(arcs(*ARCS), arcs(*ARCS)[:1])
    with pytest.raises(DataError, match="parse 2 has no dependency trees"):
        evidence(arcs(*ARCS), arcs(*ARCS), phrases(TREE))


@pytest.mark.parametrize("name", ["english.mrg", "english.conllu"])
def test_no_parser_has_seen_its_sentences(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    items, seen = items_of(bundled(name)), []

    def spied(*arguments: Any, **options: Any) -> HeldOut:
        held = held_out(*arguments, **options)
        seen.append((held.trees, held.fold))
        return held

    monkeypatch.setattr(parsing, "held_out", spied)
    parses = parse_in_folds(items, seed=1)
    assert len(parses) == len(seen) == 3
    for trees, fold in seen:
        assert trees == len(items.treebank) - np.bincount(fold).max()
    for parsed in parses:
        forms = items.treebank.tokens.text("form")
        assert parsed.trees.tokens.text("form").decode() == forms.take(parsed.token).decode()


def test_controlled_errors_are_compared_with_the_same_parses(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def parsed_once(items: SuspectItems, seed: int) -> list[ParsedItems]:
        calls.append(seed)
        return given_parses(items, [bundled("english.parsed.conllu")])

    monkeypatch.setattr("treegauge.studies.suspects.finding.parse_in_folds", parsed_once)
    find_suspects(bundled("english.conllu"), evidence=["disagreement"], seed=7)
    assert calls == [7]


def test_trees_that_nothing_can_be_learned_from_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "_OF_NODES", (("pcfg", ()),))
    tags = ["NN", "VBZ", "DT", "IN"]  # each in one sentence only
    items = items_of(read("brackets", "".join(f"(S (NP ({tag} x)))\n" for tag in tags)))
    with pytest.raises(DataError, match="too small for the evidence 'disagreement'"):
        parse_in_folds(items, seed=0)


def test_the_bits_of_the_grammar_are_those_of_the_difficulty() -> None:
    trees = bundled("english.mrg")
    nodes = difficulty(apply(trees, ["remove-empties", "strip-functions"]), protocol="loo", max_length=None).nodes
    found = grammar_evidence(items_of(trees))
    assert nodes.covered.any()
    assert found.columns["rule, given the words"].tolist() == np.nan_to_num(nodes.rule_bits).tolist()
    worst = int(np.argmax(np.nan_to_num(nodes.rule_bits)))
    assert f"{nodes.rule_bits[worst]:.1f} bits for the rule" in (found.reason(worst) or "")


def test_a_root_that_was_added_has_no_bits() -> None:
    trees = apply(bundled("english.mrg"), ["remove-empties", "strip-functions", "remove-root"])
    items = items_of(trees)
    nodes = difficulty(trees, protocol="loo", max_length=None).nodes
    assert len(nodes.trees.nodes) == len(items) + len(trees)
    found = grammar_evidence(items).columns["rule, given the words"]
    assert found.tolist() == np.nan_to_num(nodes.rule_bits[nodes.trees.nodes.numbers("parent") >= 0]).tolist()


def test_grammar_is_not_for_dependencies() -> None:
    with pytest.raises(CallError, match="'grammar' is that of phrases"):
        find_suspects(bundled("english.conllu"), evidence=["grammar"])


@pytest.mark.parametrize(("name", "least"), [("english.mrg", 0.95), ("english.conllu", 1.0)])
def test_a_perfect_parser_finds_the_errors(name: str, least: float) -> None:
    trees = bundled(name)
    evaluation = evaluate_suspects(trees, evidence=["disagreement"], parses=[trees, trees], rate=0.05)
    assert evaluation.rows()[-1]["recall_20"] >= least

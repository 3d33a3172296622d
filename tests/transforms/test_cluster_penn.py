"""The clusterings of Penn tags and labels: those of the paper's Table 3, and nothing else."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import Treebank, apply, induce, read
from treegauge.formats.base import FORMATS, Input
from treegauge.transforms.cluster_penn import NT, POS

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
TREE = (
    "(TOP (SBARQ (WHPP (IN in) (WHNP (WDT which) (NNS ways))) (SQ (VBP do) (NP (NNPS Germans)) (ADVP (RBR more)"
    " (RBS most) (RB often)) (VP (VB go) (ADJP (JJR greener) (JJS greenest)) (QP (CD 2)) (PP (TO to) (NP (NNP Rome)))))"
    " (WHADVP (WRB why)) (WHADJP (WRB how) (JJ green)) (VP (VBD a) (VBG b) (VBN c) (VBZ d) (MD e) (NN f))"
    " (PRN (RP g))))"
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def test_tags_are_merged_as_in_table_3() -> None:
    tags = apply(trees(TREE), "cluster-pos").tokens.text("tag").decode()
    assert " ".join(map(str, tags)) == "IN WDT NN VB NN RB RB RB VB JJ JJ CD TO NN WRB WRB JJ VB VB VB VB MD NN RP"


def test_labels_are_merged_as_in_table_3() -> None:
    labels = apply(trees(TREE), "cluster-nt").nodes.text("label").decode()
    assert " ".join(map(str, labels)) == "TOP SBARQ PP NP SQ NP ADV VP ADJ NP PP NP ADV ADJ VP PRN"


def test_one_clustering_leaves_the_other_column_alone() -> None:
    treebank = trees(TREE)
    assert apply(treebank, "cluster-pos").nodes.equals(treebank.nodes)
    assert apply(treebank, "cluster-nt").tokens.equals(treebank.tokens)


def test_all_is_both_in_any_order() -> None:
    both = apply(trees(TREE), "cluster-all")
    assert both.equals(apply(trees(TREE), ["cluster-pos", "cluster-nt"]))
    assert both.equals(apply(trees(TREE), ["cluster-nt", "cluster-pos"]))


def test_functions_are_kept_after_a_merged_label() -> None:
    after = apply(trees("(S (WHNP-1 (WP x)) (ADVP-TMP (RB y)) (NP=2 (NN z)) (NPX (NN w)))"), "cluster-nt")
    assert after.nodes.text("label").decode() == ["S", "NP-1", "ADV-TMP", "NP=2", "NPX"]


def test_no_label_is_in_two_clusters() -> None:
    for clusters in (POS, NT):
        members = [member for group in clusters.values() for member in group]
        assert len(members) == len(set(members))


@given(treebanks(constituents=True, empty_nodes=True))
@patient
def test_merging_twice_is_merging_once(treebank: Treebank) -> None:
    once = apply(treebank, "cluster-all")
    assert apply(once, "cluster-all").equals(once)


def test_the_grammar_of_the_penn_sample_gets_smaller(reference: Path) -> None:
    treebank = read(str(reference / "constituency/wsj-sample.gold.clean.mrg.xz"))
    full, pos, nt, both = (
        induce(apply(treebank, spec)) for spec in ("add-root", "cluster-pos", "cluster-nt", "cluster-all")
    )
    assert (len(full), len(full.symbols) - full.nonterminals, full.nonterminals) == (3_764, 45, 28)
    assert [len(pos.symbols) - pos.nonterminals, nt.nonterminals] == [45 - 12, 28 - 5]
    assert len(both) < min(len(pos), len(nt)) < max(len(pos), len(nt)) < len(full)

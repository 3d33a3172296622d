"""From a deep annotation scheme towards a flat one: fewer nodes, other labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, Treebank, apply, read
from treegauge.annotation.schemes import SCHEMES
from treegauge.formats.base import FORMATS, Input
from treegauge.treebank.shape import child_counts

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
STEPS = (
    "remove-fields",
    "remove-np-in-pp",
    "remove-noun-levels",
    "remove-verb-phrases",
    "convert-labels(to=tiger)",
)


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def brackets(text: str, *specs: str) -> str:
    """A tree after some transforms."""
    return apply(trees(text), list(specs))[0].brackets()


def with_scheme(spec: str, scheme: str) -> str:
    return f"{spec[:-1]}, scheme={scheme})" if spec.endswith(")") else f"{spec}(scheme={scheme})"


def test_fields_are_removed_and_their_children_move_up() -> None:
    before = "(SIMPX (VF (NX (NE Wales))) (LK (VXFIN (VVFIN sieht))) (MF (NX (PPER es)) (ADJX (ADJD besser))))"
    after = "(SIMPX (NX (NE Wales)) (VXFIN (VVFIN sieht)) (NX (PPER es)) (ADJX (ADJD besser)))"
    assert brackets(before, "remove-fields(scheme=tuebadz)") == after


@pytest.mark.parametrize(
    ("scheme", "before", "after"),
    [
        ("penn", "(PP (IN in) (NP (DT the) (NN house)))", "(PP (IN in) (DT the) (NN house))"),
        ("penn", "(PP (RB just) (IN in) (NP (NN time)))", "(PP (RB just) (IN in) (NN time))"),
        ("cess", "(sp (prep (sps00 de)) (sn (grup.nom (np EDF))))", "(sp (prep (sps00 de)) (grup.nom (np EDF)))"),
        # A postposition.
        ("tiger", "(PP (NP (ART der) (NN Form)) (APPO halber))", "(PP (ART der) (NN Form) (APPO halber))"),
        # A coordination is one in TIGER too.
        ("penn", "(PP (IN in) (NP (NP (NN x)) (CC and) (NP (NN y))))", None),
        # What the preposition governs is the noun; the noun phrase is its attribute.
        ("tiger", "(PP (APPR in) (NN Haus) (NP (ART des) (NN Herrn)))", None),
        ("tiger", "(PP (APPR in) (NP (ART des) (NN Herrn)) (NN Haus))", None),
        # No preposition, no noun phrase that it governs.
        ("penn", "(PP (NP (NN x)) (NP (NN y)))", None),
        ("penn", "(VP (IN in) (NP (NN x) (NN y)))", None),
    ],
)
def test_the_noun_phrase_that_a_preposition_governs_is_removed(scheme: str, before: str, after: str | None) -> None:
    assert brackets(before, f"remove-np-in-pp(scheme={scheme})") == (after or before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(NP (NP (DT a) (NN house)) (PP (IN of) (NN x)))", "(NP (DT a) (NN house) (PP (IN of) (NN x)))"),
        (
            "(NP (NP (NP (NN a)) (PP (IN of) (NN b))) (SBAR (S (NN c))))",
            "(NP (NN a) (PP (IN of) (NN b)) (SBAR (S (NN c))))",
        ),
        ("(NP (NP (NN x) (POS 's)) (NN house))", None),
        ("(NP (NP (NN x)) (CC and) (NP (NN y)))", None),
    ],
)
def test_the_noun_phrase_that_is_the_core_of_another_is_removed(before: str, after: str | None) -> None:
    assert brackets(before, "remove-noun-levels(scheme=penn)") == (after or before)


@pytest.mark.parametrize(
    ("scheme", "before", "after"),
    [
        ("penn", "(S (NN x) (VP (MD can) (VP (VB see) (NN y))))", "(S (NN x) (MD can) (VB see) (NN y))"),
        ("penn", "(S (NN x) (VP (VP (VB a)) (CC and) (VP (VB b))))", None),
        ("tiger", "(S (NN x) (CVP (VP (VVINF a)) (KON und) (VP (VVINF b))))", None),
    ],
)
def test_verb_phrases_are_merged_into_the_clause(scheme: str, before: str, after: str | None) -> None:
    assert brackets(before, f"remove-verb-phrases(scheme={scheme})") == (after or before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(SIMPX (NX (NN x)) (PX (APPR in) (NX (NN y))))", "(S (NP (NN x)) (PP (APPR in) (NP (NN y))))"),
        ("(NX (NX (NN x)) (KON und) (NX (NN y)))", "(CNP (NP (NN x)) (KON und) (NP (NN y)))"),
        ("(SIMPX (KON und) (EN-ADD (NE x)))", "(S (KON und) (PN (NE x)))"),
        ("(SIMPX (UNKNOWN (NE x)))", "(S (UNKNOWN (NE x)))"),
        ("(R-SIMPX (NX (NN x)) (P-SIMPX (NN y)))", "(S (NP (NN x)) (S (NN y)))"),
        # A list without a conjunction is coordinated; two phrases may be a noun and its apposition.
        (
            "(NX (NX (NN x)) ($, ,) (NX (NN y)) ($, ,) (NX (NN z)))",
            "(CNP (NP (NN x)) ($, ,) (NP (NN y)) ($, ,) (NP (NN z)))",
        ),
        ("(NX (NX (NN x)) ($, ,) (NX (NN y)))", "(NP (NP (NN x)) ($, ,) (NP (NN y)))"),
        (
            "(NX (NX (NN x)) ($, ,) (PX (NN y)) ($, ,) (NX (NN z)))",
            "(NP (NP (NN x)) ($, ,) (PP (NN y)) ($, ,) (NP (NN z)))",
        ),
        # The infinitive with zu is a phrase of its own.
        ("(SIMPX (VXINF (PTKZU zu) (VVINF gehen)))", "(S (VZ (PTKZU zu) (VVINF gehen)))"),
        ("(VXINF (VVPP gesehen) (PTKZU zu) (VAINF haben))", "(VP (VVPP gesehen) (VZ (PTKZU zu) (VAINF haben)))"),
        (
            "(SIMPX (PTKZU zu) (VVINF x) (PTKZU zu) (VVINF y))",
            "(S (VZ (PTKZU zu) (VVINF x)) (VZ (PTKZU zu) (VVINF y)))",
        ),
        ("(VXINF (PTKZU zu) (NX (NN x)) (VVINF gehen))", "(VP (PTKZU zu) (NP (NN x)) (VVINF gehen))"),
    ],
)
def test_labels_of_tuebadz_become_those_of_tiger(before: str, after: str) -> None:
    assert brackets(before, "convert-labels(tiger, scheme=tuebadz)") == after


def test_conjuncts_by_function_are_coordinated_without_a_conjunction() -> None:
    export = (
        b"#FORMAT 4\n#BOS 1\nAlte\t--\tNN\t--\tHD\t500\n,\t--\t$,\t--\t--\t502\nKranke\t--\tNN\t--\tHD\t501\n"
        b"#500\t--\tNX\t--\tKONJ\t502\n#501\t--\tNX\t--\tKONJ\t502\n#502\t--\tNX\t--\tON\t0\n#EOS 1\n"
    )
    for function, label in (("KONJ", "CNP"), ("APP", "NP")):
        reader = FORMATS.get("export").read
        assert reader is not None
        treebank = reader(Input(export.replace(b"KONJ", function.encode())))
        assert apply(treebank, "convert-labels(tiger, scheme=tuebadz)")[0].nodes[0].label == label


def test_labels_of_the_same_scheme_are_kept() -> None:
    before = "(S (NX (NN x)) (NML (NN y)))"
    assert brackets(before, "convert-labels(penn, scheme=penn)") == before


def test_categories_give_the_label_where_no_table_does() -> None:
    before = "(IP (NP (N x)) (PP (P á) (NP (N y))) (QTP (N z)))"
    after = "(S (sn (N x)) (sp (P á) (sn (N y))) (QTP (N z)))"
    assert brackets(before, "convert-labels(cess, scheme=penn-historical)") == after


def test_an_unknown_target_is_an_error() -> None:
    with pytest.raises(CallError, match=r"unknown annotation scheme 'tigre'; did you mean 'tiger'\?"):
        brackets("(S (NN x))", "convert-labels(tigre, scheme=penn)")


def test_the_conversion_of_the_paper_makes_a_tree_of_tiger() -> None:
    """Figure 4 of Rehbein and van Genabith (2007): topological fields and unary nodes are gone."""
    before = (
        "(SIMPX (VF (NX (NN Erziehungsurlaub))) (LK (VXFIN (VVFIN nehmen))) (MF (ADVX (ADV bisher))"
        " (NX (ADVX (ADV nur)) (NX (CARD zwei) (NN Prozent)) (NX (ART der) (NN Männer)))))"
    )
    after = (
        "(S (NN Erziehungsurlaub) (VVFIN nehmen) (ADV bisher) (NP (ADV nur) (NP (CARD zwei) (NN Prozent))"
        " (NP (ART der) (NN Männer))))"
    )
    steps = "remove-fields", "remove-np-in-pp", "convert-labels(to=tiger)"
    converted = apply(trees(before), [with_scheme(step, "tuebadz") for step in steps])
    assert apply(converted, "remove-unaries(tokens=true)")[0].brackets() == after


@pytest.mark.parametrize("step", STEPS)
@given(treebank=treebanks(constituents=True, empty_nodes=True))
@patient
def test_every_step_keeps_the_words(step: str, treebank: Treebank) -> None:
    for scheme in ("penn", "tuebadz"):
        changed = apply(treebank, with_scheme(step, scheme))
        assert changed.tokens.text("form").equals(treebank.tokens.text("form"))
        assert changed.tokens.text("tag").equals(treebank.tokens.text("tag"))


@pytest.mark.parametrize("step", STEPS[1:4])
@given(treebank=treebanks(constituents=True, discontinuous=False))
@patient
def test_a_step_adds_no_nodes(step: str, treebank: Treebank) -> None:
    changed = apply(treebank, with_scheme(step, "penn"))
    assert (changed.nodes.counts <= treebank.nodes.counts).all()


def test_samples_of_tuebadz_become_trees_without_fields_and_unaries(shared: Path) -> None:
    treebank = apply(read(shared / "tuebadz_sample/exportxml-example.xml.xz"), ["attach-punctuation", "raise-crossing"])
    steps = ["remove-fields(scheme=tuebadz)", "remove-unaries(tokens=true)", "remove-np-in-pp(scheme=tuebadz)"]
    converted = apply(treebank, [*steps, "convert-labels(tiger, scheme=tuebadz)"])
    assert converted.tokens.text("form").equals(treebank.tokens.text("form"))
    assert set(converted.nodes.text("label").counts()) <= {
        *(n for c in SCHEMES["tiger"].categories.values() for n in c),
        "VZ",
    }
    assert (child_counts(converted) > 1).all()
    assert len(converted.nodes) < len(treebank.nodes) / 2


def test_real_sentences_of_tuebadz_become_trees_of_tiger(shared: Path) -> None:
    """The four trees with words: labels of TIGER only, no fields, no unary nodes, no noun phrase that a preposition
    governs."""
    treebank = apply(read(shared / "tuebadz_sample/tueba-sample.export"), ["attach-punctuation", "raise-crossing"])
    steps = ["remove-fields(scheme=tuebadz)", "remove-unaries(tokens=true)", "remove-np-in-pp(scheme=tuebadz)"]
    converted = apply(treebank, [*steps, "convert-labels(tiger, scheme=tuebadz)"])
    assert converted.tokens.text("form").equals(treebank.tokens.text("form"))
    assert converted.tokens.text("tag").equals(treebank.tokens.text("tag"))
    tiger = {*(name for names in SCHEMES["tiger"].categories.values() for name in names)}
    assert set(converted.nodes.text("label").counts()) <= tiger
    assert not set(converted.nodes.text("label").counts()) & set(SCHEMES["tuebadz"].categories["field"])
    assert (child_counts(converted) > 1).all()
    prepositions = {"APPR", "APPRART"}
    for tree in converted:
        for node in tree.nodes:
            if node.label == "PP" and any(getattr(child, "tag", "") in prepositions for child in node.children):
                assert "NP" not in [getattr(child, "label", "") for child in node.children]

"""What a transform is and how it is called for; what holds of all of them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from strategies import treebanks
from treegauge import CallError, DataError, MissingExtraError, Treebank, UnknownNameError, apply, bundled
from treegauge.formats.base import FORMATS, Input
from treegauge.testing import transforms as testing
from treegauge.transforms.base import TRANSFORMS, find_transform

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
LOCAL = [
    "add-root",
    "attach-punctuation(family=form)",
    "binarise(heads=left)",
    "cluster(to=X, of=[NP,VP])",
    "cluster-all",
    "cluster-nt",
    "cluster-pos",
    "convert-labels(scheme=tuebadz)",
    "drop-markup",
    "drop-phrases([NP,S])",
    "drop-punctuation(family=form)",
    "fill-tags",
    "insert-noun-levels(scheme=penn,heads=left)",
    "insert-np-in-pp(scheme=penn,heads=left)",
    "insert-verb-phrases(scheme=penn,heads=left)",
    "insert-word-phrases(scheme=penn,heads=left)",
    "join-functions",
    "parent-annotation",
    "prepare(penn)",
    "punctuation-tags(family=form)",
    "raise-crossing(heads=left)",
    "remove-empties",
    "remove-fields(scheme=tuebadz)",
    "remove-labels([NP,S])",
    "remove-noun-levels(scheme=penn)",
    "remove-np-in-pp(scheme=penn)",
    "remove-parent-annotation",
    "remove-root",
    "remove-unaries",
    "remove-unaries(keep=bottom, tokens=true)",
    "remove-verb-phrases(scheme=penn)",
    "rewrite(pattern=P, to=Q)",
    "select-length(max=3)",
    "split-functions(tags=true)",
    "strip-functions(tags=true)",
    "join-split-words",
    "to-dependencies(heads=left)",
    "words-to-tags",
]


def trees(text: str) -> Treebank:
    reader = FORMATS.get("brackets").read
    assert reader is not None
    return reader(Input(text.encode()))


def test_transforms_are_applied_in_order() -> None:
    after = apply(trees("(S (NP-SBJ (X x)))"), ["strip-functions", "parent-annotation"])
    assert after[0].brackets() == "(S (NP^S (X x)))"


def test_one_transform_needs_no_list() -> None:
    assert apply(trees("(S (NP-SBJ (X x)))"), "strip-functions")[0].brackets() == "(S (NP (X x)))"


def test_no_transforms_change_nothing() -> None:
    treebank = trees("(S (X x))")
    assert apply(treebank, []) is treebank


def test_a_later_wrong_name_is_an_error_before_any_work() -> None:
    """The first would fail at its work."""
    with pytest.raises(UnknownNameError):
        apply(trees("(S (X x))"), ["sample(99)", "no-such-transform"])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("strip-function", r"unknown transform 'strip-function'; did you mean 'strip-functions'\?"),
        ("zzzz", r"unknown transform 'zzzz'; known: add-root, .*words-to-tags"),
        ("", r"cannot read ''; write name or name\(option=value"),
        ("head(m=3)", r"unknown option 'm' in 'head\(m=3\)'; options: n"),
        ("select-length(maximum=3)", r"unknown option 'maximum' in .*; did you mean 'max'\?"),
        ("remove-empties(3)", r"'remove-empties\(3\)' has too many values; options: none"),
        ("remove-empties(x=3)", r"unknown option 'x' in 'remove-empties\(x=3\)'; options: none"),
        ("head(n=x)", r"'n' in 'head\(n=x\)' must be a whole number from 0 to 2,147,483,647, not 'x'"),
        ("head(n=1.5)", r"'n' in 'head\(n=1\.5\)' must be a whole number from 0 to 2,147,483,647, not '1\.5'"),
        ("head(n=[1,2])", r"'n' in 'head\(n=\[1,2\]\)' takes one value, not a list"),
        ("strip-functions(tags=maybe)", r"'tags' in .* must be true or false, not 'maybe'"),
        ("remove-unaries(keep=middle)", r"'keep' in .* is one of top, bottom, not 'middle'"),
        ("cluster(to=X, of=Y, column=colour)", r"'column' in .* is one of label, tag, .*, not 'colour'"),
        ("sample", r"'sample' needs the option 'n': sample\(n=\.\.\.\)"),
        ("cluster(to=X)", r"'cluster\(to=X\)' needs the option 'of': cluster\(of=\.\.\.\)"),
        ("remove-labels([A,B)", r"a \] is missing in"),
        ("head(3", r"cannot read 'head\(3'"),
    ],
)
def test_a_wrong_call_is_an_error_that_says_what_to_do(spec: str, message: str) -> None:
    with pytest.raises(CallError, match=message):
        find_transform(spec)


@pytest.mark.parametrize("truth", ["true", "True", "yes", "1"])
def test_truth_has_several_spellings(truth: str) -> None:
    after = find_transform(f"strip-functions(tags={truth})")(trees("(S (X-1 x))"))
    assert after[0].brackets() == "(S (X x))"


def test_a_list_of_one_needs_no_brackets() -> None:
    assert find_transform("remove-labels(NP)")(trees("(S (NP (X x)))"))[0].brackets() == "(S (X x))"


def test_a_label_in_quotes_may_hold_anything() -> None:
    treebank = trees("(S (NP=2 (X x)) (NP (Y y)))")
    assert find_transform("remove-labels(labels=['NP=2'])")(treebank)[0].brackets() == "(S (X x) (NP (Y y)))"


def test_a_label_with_an_equals_sign_is_one_label_or_an_error() -> None:
    treebank = trees("(S (NP=2 (X x)) (NP (Y y)))")
    try:
        after = find_transform("remove-labels(labels=[NP=2])")(treebank)
    except CallError:
        return
    assert after[0].brackets() == "(S (X x) (NP (Y y)))"


BY_NUMBER = {"head": "head(3)", "tail": "tail(3)", "select": "select(from=2)", "sample": "sample(3)"}
OTHERS = set(TRANSFORMS.names()) - {spec.partition("(")[0] for spec in LOCAL}


def test_every_transform_but_those_by_number_is_tried_on_each_sentence_alone() -> None:
    by_number = {"head", "tail", "select", "sample", "shuffle", "map-labels"}
    of_dependencies = {"derivation-order"}  # needs a head for every word: tests/dependencies/test_derivation_order.py
    # These need trees of one kind: tests/conversions.
    to_other_trees = {"to-constituents", "to-lth", "to-ud", "corenlp-ud", "relations-to-ud"}
    others = by_number | of_dependencies | to_other_trees
    assert {spec.partition("(")[0] for spec in LOCAL} == set(TRANSFORMS.names()) - others


@pytest.mark.parametrize("spec", LOCAL)
@given(treebank=treebanks(empty_nodes=True, max_sentences=3))
@patient
def test_a_sentence_is_changed_independently_of_the_others(spec: str, treebank: Treebank) -> None:
    testing.check_transform_alone(spec, treebank)


@pytest.mark.parametrize("spec", LOCAL)
def test_a_treebank_without_sentences_is_not_changed(spec: str) -> None:
    testing.check_transform_of_no_sentences(spec, trees(""))


@pytest.mark.parametrize("spec", LOCAL)
@given(treebank=treebanks(empty_nodes=True, max_sentences=3))
@patient
def test_a_transform_leaves_its_input_as_it_was(spec: str, treebank: Treebank) -> None:
    testing.check_input(spec, treebank)


@pytest.mark.parametrize("spec", LOCAL)
@given(treebank=treebanks(empty_nodes=True, max_sentences=3))
@patient
def test_a_transform_gives_sound_trees_and_the_same_each_time(spec: str, treebank: Treebank) -> None:
    testing.check_result(spec, treebank)


@pytest.mark.parametrize("spec", LOCAL)
def test_every_transform_passes_the_checks_for_plug_ins(spec: str) -> None:
    testing.check_transform(spec)


@pytest.mark.parametrize("name", sorted(OTHERS - {"map-labels"}))
def test_all_other_transforms_pass_the_checks_of_whole_treebanks(name: str) -> None:
    some = [bundled("english.mrg"), bundled("english.conllu")]
    try:
        apply(some[0][:1], BY_NUMBER.get(name, name))
    except MissingExtraError as error:  # a program that is not installed
        pytest.skip(str(error))
    except (CallError, DataError):
        pass  # it is for other trees
    testing.check_transform(BY_NUMBER.get(name, name), some, by_sentence=False)

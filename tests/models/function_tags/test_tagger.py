"""The function tagger: the same as its plain twin, learns by heart, changes nothing but functions, leaks nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from plain_tagger import PlainTagger

from array_files import change_array
from strategies import treebanks
from treegauge import (
    CallError,
    DataError,
    FormatError,
    FunctionTagger,
    Treebank,
    apply,
    bundled,
    learn_functions,
    read,
    read_functions,
    validate_functions,
    write_functions,
)
from treegauge.core.parallel import jobs
from treegauge.measures.functions import Functions
from treegauge.models.function_tags.groups import group_of, groups, tags_of_group
from treegauge.transforms.label_functions import category_of, functions_in, index_of
from treegauge.treebank.build import Builder, NodeRow


@pytest.fixture(scope="module")
def english() -> Treebank:
    return apply(bundled("english.mrg"), "remove-empties")


@pytest.fixture(scope="module")
def tagger(english: Treebank) -> FunctionTagger:
    return learn_functions(english[:40])


def labels(treebank: Treebank) -> list[str | None]:
    return treebank.nodes.text("label").decode()


def edges() -> Treebank:
    builder = Builder()
    builder.add(
        {}, [{"form": "a", "tag": "N", "parent": 1}], [{"label": "S", "parent": -1}, {"label": "NP", "parent": 0}]
    )
    treebank = builder.build()
    return treebank.replace(nodes=treebank.nodes.replace(function=treebank.nodes.text("label").map(lambda _: "SB")))


@pytest.mark.parametrize(
    ("label", "group", "tags"),
    [
        ("PP-LOC-CLR-1", "form-function", "LOC"),
        ("PP-LOC-CLR-1", "miscellaneous", "CLR"),
        ("NP-SBJ=2", "grammatical", "SBJ"),
        ("NP-SBJ", "topicalisation", ""),
        ("NP-FRM-ETC-SBJ", "other", "ETC-FRM"),
        ("NP-TMP-ADV", "form-function", "ADV-TMP"),
        ("-LRB-", "other", ""),
    ],
)
def test_the_tags_of_a_label_belong_to_groups(label: str, group: str, tags: str) -> None:
    assert tags_of_group(label, group) == tags


def test_every_penn_tag_has_one_group() -> None:
    tags = [tag for own in groups().values() for tag in own]
    assert len(tags) == len(set(tags)) == 20
    assert group_of("SBJ") == "grammatical"
    assert [*groups()][-1] == group_of("IMP") == "other"


@pytest.mark.parametrize(
    ("label", "index"), [("NP-SBJ-1", "-1"), ("NP-1=2", "-1=2"), ("NP=3", "=3"), ("NP-SBJ", None), ("NP-2X", None)]
)
def test_indices_are_distinguished_from_functions(label: str, index: str | None) -> None:
    assert index_of(label) == index


@pytest.mark.parametrize("minimum", [1, 2])
def test_it_learns_and_tags_as_its_plain_twin(english: Treebank, minimum: int) -> None:
    train, test = english[:16], english[16:26]
    own = learn_functions(train, iterations=3, minimum=minimum, seed=5)
    plain = PlainTagger(train, own.rules, iterations=3, minimum=minimum, seed=5)
    assert own.classes == {name: tuple(classes) for name, classes in plain.classes.items()}
    wanted = sorted(value for weights in plain.average.values() for value in weights.values() if value)
    assert sorted(filter(None, own.weights.weights.tolist())) == wanted
    expected = ["-".join(filter(None, tags)) for sentence in plain.tag(test) for tags in sentence]
    found = labels(own.tag(apply(test, "strip-functions")))
    assert [(label or "")[len(category_of(label or "")) + 1 :] for label in found] == expected


def test_what_was_learned_by_heart_is_given_back() -> None:
    treebank = apply(bundled("english.mrg"), "remove-empties")[:12]
    again = learn_functions(treebank, iterations=100, minimum=1).tag(treebank)
    assert [functions_in(one or "") for one in labels(again)] == [functions_in(one or "") for one in labels(treebank)]


def test_brackets_words_and_labels_are_kept(tagger: FunctionTagger) -> None:
    treebank = bundled("english.mrg")  # with empty elements and indices
    tagged = tagger.tag(treebank)
    assert apply(tagged, "strip-functions").equals(apply(treebank, "strip-functions"))
    assert [index_of(one or "") for one in labels(tagged)] == [index_of(one or "") for one in labels(treebank)]
    assert any(functions_in(one or "") for one in labels(tagged))


def test_functions_of_the_input_do_not_leak(tagger: FunctionTagger, english: Treebank) -> None:
    bare = apply(english, "strip-functions")
    given = [functions_in(one or "") for one in labels(tagger.tag(bare))]
    assert given == [functions_in(one or "") for one in labels(tagger.tag(english))]
    assert given != [functions_in(one or "") for one in labels(english)]


def test_it_does_not_matter_what_the_top_of_a_tree_is_called(tagger: FunctionTagger, english: Treebank) -> None:
    bare = apply(english, "strip-functions")
    renamed = bare.replace(nodes=bare.nodes.replace(label=bare.nodes.text("label").map(lambda one: one or "S1")))
    assert [one or "S1" for one in labels(tagger.tag(bare))] == labels(tagger.tag(renamed))


def test_the_order_of_sentences_does_not_matter(tagger: FunctionTagger, english: Treebank) -> None:
    order = np.random.default_rng(1).permutation(len(english))
    assert labels(tagger.tag(english[order])) == labels(tagger.tag(english)[order])
    with jobs(1):
        one_by_one = [label for number in range(len(english)) for label in labels(tagger.tag(english[[number]]))]
    assert one_by_one == labels(tagger.tag(english))


def test_empty_elements_get_no_function_and_change_none(tagger: FunctionTagger) -> None:
    whole = bundled("english.mrg")
    without = apply(tagger.tag(whole), "remove-empties")
    assert labels(without) == labels(tagger.tag(apply(whole, "remove-empties")))


@given(treebank=treebanks(constituents=True, empty_nodes=True, secondary=True))
@settings(max_examples=40)
def test_any_tree_can_be_tagged_and_learned_from(tagger: FunctionTagger, treebank: Treebank) -> None:
    tagged = tagger.tag(treebank)
    assert (
        apply(tagged, "strip-functions")
        .nodes.text("label")
        .equals(apply(treebank, "strip-functions").nodes.text("label"))
    )
    kept = [label or "" for label in labels(apply(treebank, "remove-empties"))]
    if any(functions_in(label[len(category_of(label)) :]) for label in kept):
        assert len(learn_functions(treebank, iterations=1, minimum=1).tag(treebank)) == len(treebank)


def test_tags_that_the_table_does_not_know_are_learned_too() -> None:
    treebank = apply(bundled("english.mrg"), "remove-empties")[:12]
    renamed = treebank.replace(
        nodes=treebank.nodes.replace(label=treebank.nodes.text("label").map(lambda one: one.replace("SBJ", "IMP")))
    )
    tagger = learn_functions(renamed, iterations=50, minimum=1)
    assert "IMP" in tagger.classes["other"]
    assert labels(tagger.tag(apply(renamed, "strip-functions"))).count("NP-IMP") == sum(
        (one or "").startswith("NP-IMP") for one in labels(renamed)
    )


def test_functions_on_empty_elements_alone_are_none() -> None:
    builder = Builder()
    nodes: list[NodeRow] = [{"label": "S", "parent": -1}, {"label": "NP-SBJ", "parent": 0}]
    builder.add({}, [{"form": "*", "tag": "-NONE-", "parent": 1}, {"form": "go", "tag": "VB", "parent": 0}], nodes)
    with pytest.raises(DataError, match="no label has a function"):
        learn_functions(builder.build())


def test_nodes_without_a_label_get_no_function() -> None:
    builder = Builder()
    nodes = [
        NodeRow(label=label, parent=parent) for label, parent in ((None, -1), ("", 0), ("NP-SBJ", 1), ("NP-SBJ", 2))
    ]
    builder.add({}, [{"form": "a", "tag": "N", "parent": 3}], nodes)
    treebank = builder.build()
    tagger = learn_functions(treebank, iterations=3, minimum=1)
    assert tagger.classes["grammatical"].count("") == 1
    assert labels(tagger.tag(treebank))[:2] == [None, ""]


def test_the_seed_decides(english: Treebank) -> None:
    def weights(seed: int) -> bytes:
        return learn_functions(english[:20], iterations=2, seed=seed).weights.weights.tobytes()

    assert weights(1) == weights(1) != weights(2)


def test_progress_is_reported(english: Treebank) -> None:
    seen: list[tuple[int, int]] = []
    learn_functions(english[:10], iterations=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(number + 1, len(seen)) for number in range(len(seen))]
    assert len(seen) >= 4


def test_bad_calls_are_reported(english: Treebank, tagger: FunctionTagger) -> None:
    with pytest.raises(DataError, match="no phrases to learn functions from"):
        learn_functions(english[:0])
    with pytest.raises(DataError, match="no label has a function"):
        learn_functions(apply(english, "strip-functions"))
    with pytest.raises(DataError, match=r"functions are on edges, .*join-functions"):
        learn_functions(edges())
    with pytest.raises(CallError, match="minimum must be a whole number from 1 to"):
        learn_functions(english, minimum=0)
    with pytest.raises(CallError, match="no constituency tree"):
        tagger.tag(bundled("english.conllu"))
    assert len(tagger.tag(english[:0])) == 0


def test_edges_can_be_learned_when_they_are_in_the_labels() -> None:
    joined = apply(edges(), "join-functions")
    assert labels(learn_functions(joined, iterations=5, minimum=1).tag(joined)) == ["S-SB", "NP-SB"]


def test_a_saved_tagger_is_the_same_tagger(tagger: FunctionTagger, english: Treebank, tmp_path: Path) -> None:
    write_functions(tagger, tmp_path / "en.functions")
    again = read_functions(tmp_path / "en.functions")
    assert labels(again.tag(english)) == labels(tagger.tag(english))
    assert (again.options, again.classes, again.rules) == (tagger.options, tagger.classes, tagger.rules)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("treegauge_tagger", None, "is not a tagger that treegauge wrote"),
        ("treegauge_tagger", np.int64(7), "of version 7"),
        ("keys", None, "'keys' is missing"),
        ("keys", np.zeros(3, np.uint64), "its weights do not fit together"),
        ("blocks", np.full(1, 999, np.int16), "its weights do not fit together"),
        ("description", np.frombuffer(b"{}", np.uint8), "does not say what tagger"),
        ("description", np.frombuffer(b"[1, 2]", np.uint8), "does not say what tagger"),
        ("description", np.frombuffer(b"\xff", np.uint8), "does not say what tagger"),
    ],
)
def test_a_damaged_tagger_is_refused(
    tagger: FunctionTagger, name: str, value: np.ndarray | None, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.functions"
    write_functions(tagger, path)
    change_array(path, name, value)
    with pytest.raises(FormatError, match=message):
        read_functions(path)
    path.write_bytes(b"PK\x03\x04nothing")
    with pytest.raises(FormatError, match="damaged or cut short"):
        read_functions(path)


@pytest.mark.parametrize("change", [{"rules": "none"}, {"templates": "L+Q"}, {"templates": "F L"}, {"classes": {}}])
def test_a_description_that_does_not_fit_is_refused(
    tagger: FunctionTagger, change: dict[str, Any], tmp_path: Path
) -> None:
    own = {"rules": tagger.rules, "templates": tagger.templates, "classes": tagger.classes, **change}
    write_functions(FunctionTagger(**own, weights=tagger.weights, options=tagger.options), tmp_path / "x.functions")
    with pytest.raises(FormatError, match="does not say what tagger"):
        read_functions(tmp_path / "x.functions")


@pytest.mark.parametrize("contiguous", [False, True])
def test_folds_are_tagged_by_taggers_that_have_not_seen_them(english: Treebank, contiguous: bool) -> None:
    found = validate_functions(english, folds=3, contiguous=contiguous, iterations=2)
    assert apply(found.tagged, "strip-functions").equals(apply(found.gold, "strip-functions"))
    assert sorted(np.bincount(found.fold).tolist()) == [21, 21, 22]
    assert bool((np.diff(found.fold) >= 0).all()) == contiguous
    for number in range(3):
        tagger = learn_functions(english[found.fold != number], iterations=2)
        own = found.fold == number
        assert labels(found.tagged[own]) == labels(tagger.tag(english[own]))


def test_the_rows_of_a_validation_are_groups_and_all(english: Treebank) -> None:
    rows = validate_functions(english, folds=2, iterations=2).rows(resamples=50)
    assert [row["group"] for row in rows][-1] == "all"
    assert rows[-1]["functions"] == sum(row["functions"] for row in rows[:-1])
    for row in rows:
        low, high = row["intervals"]["accuracy"]
        assert low <= row["scores"]["accuracy"] <= high


def test_parses_are_tagged_in_place_of_the_trees(english: Treebank) -> None:
    parsed = bundled("english.parsed.mrg")
    found = validate_functions(bundled("english.mrg"), folds=2, parsed=parsed, iterations=1)
    assert apply(found.tagged, "strip-functions").equals(apply(parsed, "strip-functions"))


def test_wrong_folds_are_reported(english: Treebank) -> None:
    with pytest.raises(CallError, match="cannot be tagged in 99 folds"):
        validate_functions(english, folds=99)
    with pytest.raises(CallError, match="above 0 and at most 1"):
        validate_functions(english, share=0)


def test_it_reaches_the_figures_of_blaheta_and_charniak_on_the_penn_sample(shared: Path) -> None:
    """One fold of ten. They learned from ten times as many trees: F 95.7 grammatical, 79.0 form/function, 92.9
    topicalisation, 60.3 miscellaneous."""
    treebank = apply(read(shared / "ptb_wsj_sample" / "wsj_sample.mrg.xz"), "remove-empties")
    test = np.random.default_rng(0).permutation(len(treebank)) % 10 == 0
    tagged = learn_functions(treebank[~test], iterations=2).tag(treebank[test])
    floors = {"grammatical": 97.5, "form-function": 77.0, "topicalisation": 88.0, "miscellaneous": 66.0}
    for group, floor in floors.items():
        measure = Functions(group=group)
        assert measure.score(measure.count(treebank[test], tagged).sum(0))["f1"] > floor

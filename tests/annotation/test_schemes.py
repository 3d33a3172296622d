"""Annotation schemes and tag sets as data: recognised by labels and tags, and what they call things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from treegauge import CallError, DataError, Treebank, UnknownNameError, bundled, from_tuples, read
from treegauge.annotation.schemes import CATEGORIES, SCHEMES, Scheme, find_scheme, read_scheme
from treegauge.annotation.tagsets import TAG_CLASSES, TAG_GROUPS, TAGSETS, find_tagset, read_tagset
from treegauge.treebank.build import Builder

PENN = ("S", ("NP-SBJ", ("DT", "the"), ("NN", "dog")), ("VP", ("VBD", "ran"), ("PP-DIR", ("IN", "to"), ("PRP", "us"))))


def tagged(column: str, *tokens: tuple[str, str | None]) -> Treebank:
    builder = Builder()
    rows: list[Any] = [{"form": "x", column: tag, "feats": feats} for tag, feats in tokens]
    builder.add({}, rows)
    return builder.build()


@pytest.mark.parametrize(
    ("name", "expected"),
    [("german.export", "tiger"), ("english.mrg", "penn"), ("english.conllu", "ud"), ("german.conllu", "ud")],
)
def test_bundled_treebanks_are_recognised(name: str, expected: str) -> None:
    assert find_scheme("auto", bundled(name)).name == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ("pcc/*.tar.xz", "tiger"),
        ("squoia/IMF_SQUOIA_DE.xml.xz", "tiger"),
        ("squoia/IMF_SQUOIA_ES.xml.xz", "squoia-es"),
        ("tuebadz_sample/tueba-sample.export", "tuebadz"),
        ("ptb_wsj_sample/wsj_sample.dp.xz", "penn"),
        ("farpahc/*.psd.xz", "penn-historical"),
        ("discodop_alpino_sample/*.export", "alpino"),
        ("conll2007/esp.test.xz", "cess"),
    ],
)
def test_real_treebanks_are_recognised(shared: Path, files: str, expected: str) -> None:
    assert find_scheme("auto", read(str(shared / files))).name == expected


def test_a_treebank_with_both_trees_goes_by_its_phrases(shared: Path) -> None:
    treebank = read(str(shared / "tuebadz_sample" / "exportxml-example.xml.xz"))
    assert treebank.has_dependencies
    assert find_scheme("auto", treebank).name == "tuebadz"


def test_an_unknown_scheme_is_reported_with_the_tags_and_labels() -> None:
    unknown = from_tuples([("frase", ("sust", "perro"), ("ver", "corre"))])
    with pytest.raises(CallError, match=r"annotation scheme is not recognised .*tags here: sust, ver; labels: frase"):
        find_scheme("auto", unknown)
    with pytest.raises(CallError, match=r"the tag set is not recognised .*tags here: sust, ver"):
        find_tagset("auto", unknown)


def test_an_empty_treebank_has_no_scheme() -> None:
    with pytest.raises(CallError, match="the treebank is empty"):
        find_scheme("auto", Builder().build())


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown annotation scheme 'negra'; known: auto, alpino, cess"):
        find_scheme("negra", bundled("german.export"))
    with pytest.raises(UnknownNameError, match=r"unknown tag set 'claws'; known: auto, alpino, eagles"):
        find_tagset("claws", bundled("german.export"))


def test_a_label_with_a_function_is_of_its_category() -> None:
    treebank = from_tuples([PENN])
    scheme = SCHEMES["penn"]
    labels = np.array(treebank.nodes.text("label").decode())
    assert labels[scheme.mask(treebank, "noun_phrase")].tolist() == ["NP-SBJ"]
    assert labels[scheme.mask(treebank, "prepositional_phrase", "verb_phrase")].tolist() == ["VP", "PP-DIR"]


def test_a_renamed_label_keeps_its_function() -> None:
    assert SCHEMES["penn"].renamed("PP-LOC-1", "noun_phrase") == "NP-LOC-1"
    assert SCHEMES["cess"].renamed("sp-CC", "noun_phrase") == "sn-CC"
    assert SCHEMES["tuebadz"].renamed("PX", "noun_phrase") == "NX"


def test_what_a_scheme_does_not_have_cannot_be_named() -> None:
    assert not SCHEMES["penn-historical"].has("verb_phrase")
    with pytest.raises(CallError, match="'penn-historical' has no verb phrase"):
        SCHEMES["penn-historical"].label("verb_phrase")


def test_relations_are_changed_by_the_first_pattern_that_fits() -> None:
    scheme = SCHEMES["ud"]
    assert [scheme.changed_relation(name, "label1") for name in ("nmod:poss", "obl")] == ["appos", "obj"]
    assert scheme.changed_relation("acl:relcl", "label2") == "nmod"
    assert SCHEMES["penn"].changed_relation("OBJ", "label1") is None


@pytest.mark.parametrize("scheme", SCHEMES.members().values(), ids=lambda scheme: scheme.name)
def test_every_scheme_says_what_it_is_and_knows_its_own_labels(scheme: Scheme) -> None:
    assert scheme.about
    assert set(scheme.categories) == set(CATEGORIES)
    named = [scheme.label(category) for category in CATEGORIES if scheme.has(category)]
    assert all(scheme.knows(label) for label in named)
    assert not scheme.knows("no-such-label")


@pytest.mark.parametrize("name", TAGSETS)
def test_every_tag_set_has_all_classes_and_groups(name: str) -> None:
    tagset = TAGSETS[name]
    assert tagset.about
    assert set(tagset.classes) == set(TAG_CLASSES)
    assert set(tagset.groups) == set(TAG_GROUPS)
    assert tagset.classes["noun"]
    assert tagset.classes["preposition"]


def test_groups_of_stts() -> None:
    tags = ["NN", "NE", "PPER", "ADV", "VVFIN", "VMINF", "VVIZU", "VAPP", "VVIMP", "PWS", "ART", "APPRART"]
    treebank = tagged("tag", *((tag, None) for tag in tags))
    found = {name: TAGSETS["stts"].group(treebank, name).nonzero()[0].tolist() for name in TAG_GROUPS}
    assert found == {
        "prepositions": [11],
        "determiners": [10],
        "nouns": [0, 1, 2],
        "interrogatives": [9],
        "finite": [4],
        "infinite": [5, 6],
        "participles": [7],
        "imperatives": [8],
    }


def test_groups_of_universal_tags_need_features() -> None:
    treebank = tagged(
        "upos",
        ("VERB", "Mood=Ind|VerbForm=Fin"),
        ("VERB", "Mood=Imp|VerbForm=Fin"),
        ("PRON", "PronType=Int,Rel"),
        ("PRON", None),
        ("AUX", "VerbForm=Part"),
    )
    tagset = TAGSETS["upos"]
    groups = ("finite", "imperatives", "interrogatives", "nouns", "participles")
    found = [tagset.group(treebank, name).nonzero()[0].tolist() for name in groups]
    assert found == [[0], [1], [2], [], [4]]


def test_groups_of_spanish_go_by_the_letters_of_the_tag() -> None:
    tags = ["vmip3s0", "vsn0000", "vmp00sm", "vmm02s0", "VM", "np0000p"]
    treebank = tagged("tag", *((tag, None) for tag in tags))
    groups = ("finite", "infinite", "participles", "imperatives", "nouns")
    assert [TAGSETS["eagles"].group(treebank, g).nonzero()[0].tolist() for g in groups] == [[0], [1], [2], [3], [5]]
    assert TAGSETS["eagles"].mask(treebank, "verb").tolist() == [True] * 5 + [False]


def test_a_scheme_and_a_tag_set_of_ones_own(tmp_path: Path) -> None:
    tags = tmp_path / "tags.toml"
    tags.write_text('[classes]\nnoun = ["sust"]\n[groups]\nfinite = ["ver"]\n', "utf-8")
    file = tmp_path / "scheme.toml"
    file.write_text(f'tagset = "{tags.as_posix()}"\n[categories]\nclause = ["frase"]\n', "utf-8")
    treebank = from_tuples([("frase", ("sust", "perro"), ("ver", "corre"))])
    scheme = find_scheme(str(file), treebank)
    assert scheme.mask(treebank, "clause").tolist() == [True]
    assert scheme.tokens(treebank, "noun").tolist() == [True, False]
    assert find_tagset(str(tags), treebank).group(treebank, "finite").tolist() == [False, True]


def test_a_table_with_mistakes_says_where(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"'x': key 'categories.noun_prase' is not known; did you mean 'noun_phrase'\?"):
        read_scheme("x", {"tagset": "stts", "categories": {"noun_prase": ["NP"]}})
    with pytest.raises(DataError, match=r"'x': key 'categories.clause' must be a list of strings, not the string 'S'"):
        read_scheme("x", {"tagset": "stts", "categories": {"clause": "S"}})
    with pytest.raises(DataError, match="'x': key 'tagset' is missing"):
        read_scheme("x", {})
    with pytest.raises(DataError, match=r"key 'relations.label1' must be a table, not a list of 1"):
        read_scheme("x", {"tagset": "stts", "relations": {"label1": ["obl"]}})
    with pytest.raises(DataError, match="key 'column' must be one of tag, upos, not 'xpos'"):
        read_tagset("x", {"column": "xpos"})
    broken = tmp_path / "broken.toml"
    broken.write_text("tagset =", "utf-8")
    with pytest.raises(DataError, match=r"broken\.toml: this is not TOML: Invalid value"):
        find_scheme(str(broken), from_tuples([PENN]))
    with pytest.raises(CallError, match=r"cannot read '.*absent.toml'"):
        find_scheme(str(tmp_path / "absent.toml"), from_tuples([PENN]))

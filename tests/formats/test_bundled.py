"""The bundled treebank: the same sentences in all its files, well formed, of the size and variety it claims."""

from __future__ import annotations

import pytest

import treegauge
from treegauge import UnknownNameError, apply, bundled
from treegauge.formats.bundled import BUNDLED
from treegauge.treebank import Treebank
from treegauge.treebank.shape import discontinuous

UNIVERSAL = {"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"'}


def forms(treebank: Treebank) -> list[str | None]:
    words = apply(treebank, "remove-empties").tokens.text("form")
    return [UNIVERSAL.get(word or "", word) for word in words]


@pytest.mark.parametrize("name", BUNDLED)
def test_every_file_is_read(name: str) -> None:
    assert len(bundled(name)) == (64 if name.startswith("english") else 34)


@pytest.mark.parametrize("language", ["english", "german"])
def test_all_files_of_a_language_have_the_same_words(language: str) -> None:
    names = [name for name in BUNDLED if name.startswith(language)]
    first = forms(bundled(names[0]))
    for name in names[1:]:
        assert forms(bundled(name)) == first


@pytest.mark.parametrize(("trees", "words"), [("english.mrg", "english.conllu"), ("german.export", "german.conllu")])
def test_tags_of_the_gold_files_agree(trees: str, words: str) -> None:
    tree_tags = apply(bundled(trees), "remove-empties").tokens.text("tag")
    assert tree_tags.equals(bundled(words).tokens.text("tag"))


@pytest.mark.parametrize("name", [name for name in BUNDLED if name.endswith("conllu")])
def test_every_sentence_has_one_root(name: str) -> None:
    treebank = bundled(name)
    roots = treebank.tokens.sentence[treebank.tokens.numbers("head") == -1]
    assert roots.tolist() == list(range(len(treebank)))


def test_parser_output_differs_from_gold_but_not_everywhere() -> None:
    for kind in ("english.mrg", "german.export"):
        gold, parsed = (
            apply(bundled(name), ["remove-empties", "strip-functions", "add-root"])
            for name in (kind, kind.replace(".", ".parsed."))
        )
        same = sum(one.brackets() == other.brackets() for one, other in zip(gold, parsed, strict=True))
        assert 0.3 * len(gold) < same < 0.7 * len(gold)


def test_german_has_discontinuous_phrases() -> None:
    treebank = apply(bundled("german.export"), "attach-punctuation")
    crossing = set(treebank.nodes.sentence[discontinuous(treebank)].tolist())
    assert len(crossing) >= 10
    assert len(treebank.secondary) >= 2


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"english\.mrg"):
        bundled("french.mrg")


def test_version_is_that_of_the_package() -> None:
    assert treegauge.__version__.count(".") == 2

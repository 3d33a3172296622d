"""The tagger of words, against a plain twin of its features and its search."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest

from treegauge import DataError, Treebank, bundled
from treegauge.models.perceptron.properties import hashed
from treegauge.models.word_tags.features import PROPERTIES, TAG_TEMPLATES, TAGS, letter_kinds, parse_tag_templates
from treegauge.models.word_tags.tagger import WordTagger, learn_tags
from treegauge.treebank import Text


def accuracy(gold: Treebank, tagged: Treebank, column: str = "tag") -> float:
    pairs = zip(gold.tokens.text(column), tagged.tokens.text(column), strict=True)
    return float(np.mean([first == second for first, second in pairs]))


def test_it_learns_its_treebank_by_heart_and_other_sentences_better_than_the_most_frequent_tag() -> None:
    treebank = bundled("english.conllu")
    train, test = treebank[:48], treebank[48:]
    tagger = learn_tags(train)
    assert accuracy(train, tagger.tag(train)) == 1
    frequent = max(set(train.tokens.text("tag")), key=list(train.tokens.text("tag")).count)
    assert accuracy(test, tagger.tag(test)) > 4 * np.mean([tag == frequent for tag in test.tokens.text("tag")])


def test_everything_but_the_tags_is_kept_and_other_tags_are_not_seen() -> None:
    treebank = bundled("english.conllu")
    tagger = learn_tags(treebank[:48], column="upos")
    test = treebank[48:]
    tagged = tagger.tag(test)
    hidden = test.replace(tokens=test.tokens.replace(tag=None, upos=None, feats=None, lemma=None))
    assert tagger.tag(hidden).tokens.text("upos").decode() == tagged.tokens.text("upos").decode()
    assert tagged.tokens.text("tag").equals(test.tokens.text("tag"))
    assert tagged.tokens.numbers("head").tolist() == test.tokens.numbers("head").tolist()


def plain_keys(words: list[str], place: int, before: tuple[int, int]) -> list[int]:
    """The keys of the features of a word, as the kernels make them, in plain Python."""

    def number(value: str) -> int:
        return int(hashed(Text.of([value]))[0]) % (1 << 64)

    def at(distance: int, function: object = str.lower) -> int:
        other = place + distance
        assert callable(function)
        return number(function(words[other])) if 0 <= other < len(words) else 0

    word = words[place].lower()
    values = {
        "w": number(word),
        "W": number(words[place]),
        **{f"s{n}": number(word[-n:]) for n in range(1, 5)},
        **{f"p{n}": number(word[:n]) for n in range(1, 4)},
        "x": number(letter_kinds(words[place])),
        "first": int(place == 0),
        **{"b1": at(-1), "b2": at(-2), "a1": at(1), "a2": at(2)},
        **{"bs": at(-1, lambda w: w.lower()[-3:]), "as": at(1, lambda w: w.lower()[-3:])},
        **{"bx": at(-1, letter_kinds), "ax": at(1, letter_kinds), "t1": before[0], "t2": before[1]},
    }
    keys = []
    for template_number, template in enumerate(TAG_TEMPLATES.split()):
        key = 0x9E3779B97F4A7C15 * (template_number + 1) % (1 << 64)
        for name in template.split("+"):
            key = (key ^ values[name]) * 0xFF51AFD7ED558CCD % (1 << 64)
            key ^= key >> 32
        keys.append(max(key, 1))
    return keys


def plain_tags(tagger: WordTagger, words: list[str]) -> list[str]:
    weights = tagger.weights
    known = {int(key): number for number, key in enumerate(weights.keys)}
    tags: list[int] = []
    for place in range(len(words)):
        before = [tag + 1 for tag in reversed(tags[-2:])] + [0, 0]
        scores = np.zeros(8 * (len(tagger.tags) // 8 + 1), np.float32)
        for key in plain_keys(words, place, (before[0], before[1])):
            if key in known:
                for entry in range(*weights.ends[known[key] : known[key] + 2]):
                    block = int(weights.blocks[entry])
                    scores[8 * block : 8 * block + 8] += weights.weights[8 * entry : 8 * entry + 8]
        tags.append(int(np.argmax(scores[: len(tagger.tags)])))
    return [tagger.tags[tag] for tag in tags]


def test_a_plain_twin_gives_the_same_tags() -> None:
    treebank = bundled("english.conllu")
    tagger, test = learn_tags(treebank[:40]), treebank[40:48]
    tagged = tagger.tag(test).tokens.text("tag").decode()
    forms = [str(form) for form in test.tokens.text("form")]
    for begin, end in itertools.pairwise(test.tokens.offsets.tolist()):
        assert tagged[begin:end] == plain_tags(tagger, forms[begin:end])


def test_templates_use_known_properties_and_those_with_tags_come_last() -> None:
    parts = [template.split("+") for template in TAG_TEMPLATES.split()]
    assert {name for part in parts for name in part} == {*PROPERTIES, *TAGS}
    starts, slots, fixed = parse_tag_templates()
    assert len(starts) == len(parts) + 1
    assert len(slots) == starts[-1]
    assert [bool(set(TAGS) & set(part)) for part in parts] == [number >= fixed for number in range(len(parts))]


@pytest.mark.parametrize(("word", "kinds"), [("U.S.", "X.X."), ("1980s", "0x"), ("o'clock", "x'x"), ("Ünal-3", "Xx-0")])
def test_shapes(word: str, kinds: str) -> None:
    assert letter_kinds(word) == kinds


def test_words_without_tags_are_an_error_that_says_where() -> None:
    treebank = bundled("english.conllu")
    bare = treebank.replace(tokens=treebank.tokens.replace(tag=None))
    with pytest.raises(DataError, match=re.escape("learns from words that all have tags in the column 'tag'")):
        learn_tags(bare)


def test_the_same_seed_gives_the_same_tagger_and_no_sentence_no_tags() -> None:
    treebank = bundled("english.conllu")[:20]
    first, second = learn_tags(treebank), learn_tags(treebank)
    assert first.weights.weights.tolist() == second.weights.weights.tolist()
    assert len(first.tag(treebank[:0])) == 0

"""The words of a treebank and p(word | tag): against a plain twin, and the sums that must hold."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import treegauge
from treegauge import CallError, DataError, FormatError, Treebank, apply, bundled, from_tuples, induce, infer
from treegauge.models.grammars import emissions
from treegauge.models.grammars.derivations import lexical_tags
from treegauge.models.grammars.emissions import Emissions
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.lexicon import Lexicon, Pair, first_words, from_pairs, learn_lexicon, unknown_words
from treegauge.models.grammars.storage import read_grammar, write_grammar
from treegauge.models.grammars.word_classes import SHARED, signatures
from treegauge.treebank import Strings

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
Sentence = list[tuple[str, str]]
TAGS = ("N", "V", "D")


def lexicon_of(*sentences: Sentence) -> Lexicon:
    return learn_lexicon(from_tuples(sentences), Strings.of(TAGS))


def counted(lexicon: Lexicon) -> dict[tuple[str, str], float]:
    return {(pair.word, TAGS[pair.tag]): pair.times for pair in lexicon.pairs()}


pairs = st.lists(
    st.builds(Pair, st.text("abAB1-", min_size=1, max_size=6), st.integers(0, 2), st.integers(1, 9)),
    min_size=1,
    max_size=40,
)


def plain_emission(lexicon: Lexicon, word: str, tag: int) -> float:
    """p(event | tag) by the definitions, with counts by name."""
    return _tables(lexicon)[1][_event(lexicon, word)][tag]


def _event(lexicon: Lexicon, word: str) -> tuple[str, str]:
    known, _ = _tables(lexicon)
    if word in set(lexicon.words):
        return ("known", word)
    return ("unknown", next(key for key in reversed(signatures(word)) if key in known))


@cache
def _tables(lexicon: Lexicon) -> tuple[set[str], dict[tuple[str, str], list[float]]]:
    """The classes there are, and p(event | tag) for each event and tag."""
    counts: dict[str, list[float]] = {word: [0.0] * lexicon.tags for word in lexicon.words}
    for pair in lexicon.pairs():
        counts[pair.word][pair.tag] += pair.times
    total = {word: sum(row) for word, row in counts.items()}
    rare = [word for word in counts if total[word] <= max(emissions.RARE, min(total.values()))]
    shared = Counter(key for word in rare for key in signatures(word))
    classes = {key for key in shared if shared[key] >= SHARED} | {""}

    def chain(word: str) -> list[str]:
        return [key for key in signatures(word) if key in classes]

    def class_tags(keys: list[str]) -> list[float]:
        words = [word for word in rare if keys[-1] in signatures(word)]
        own = [sum(counts[word][tag] for word in words) for tag in range(lexicon.tags)]
        if len(keys) == 1:
            return [count / sum(own) for count in own]
        above = class_tags(keys[:-1])
        prior = emissions.CLASS_PRIOR
        return [(count + prior * other) / (sum(own) + prior) for count, other in zip(own, above, strict=True)]

    def word_tags(word: str) -> list[float]:
        prior, above = emissions.WORD_PRIOR, class_tags(chain(word))
        return [(c + prior * other) / (total[word] + prior) for c, other in zip(counts[word], above, strict=True)]

    def pruned(row: list[float]) -> list[float]:
        kept = [value if value >= emissions.LEAST_SHARE * max(row) else 0.0 for value in row]
        return [value / sum(kept) for value in kept]

    everything = sum(total.values())
    unknown = (sum(1 for value in total.values() if value == 1) + 0.5) / (everything + 1)
    chains = {chain(word)[-1]: chain(word) for word in rare} | {"": [""]}
    for key in classes - chains.keys():
        chains[key] = next(chain(word)[: chain(word).index(key) + 1] for word in rare if key in chain(word))
    ending = dict.fromkeys(classes, 0.0)
    for word in rare:
        ending[chain(word)[-1]] += total[word]
    joint = {
        ("known", word): [(1 - unknown) * total[word] / everything * p for p in pruned(word_tags(word))]
        for word in counts
    }
    share = sum(ending.values()) + 0.5 * len(classes)
    for key, keys in chains.items():
        joint["unknown", key] = [unknown * (ending[key] + 0.5) / share * p for p in pruned(class_tags(keys))]
    sums = [sum(row[tag] for row in joint.values()) for tag in range(lexicon.tags)]
    return classes, {
        event: [value / whole if whole else 0.0 for value, whole in zip(row, sums, strict=True)]
        for event, row in joint.items()
    }


@given(pairs, st.lists(st.text("abAB1-", min_size=1, max_size=6), max_size=5))
@patient
def test_probabilities_are_those_of_the_definitions(entries: list[Pair], others: list[str]) -> None:
    lexicon = from_pairs(entries, 3, 0.5)
    for word in [*lexicon.words, *others]:
        expected = [plain_emission(lexicon, word, tag) for tag in range(3)]
        assert lexicon.emissions.probabilities(word).tolist() == pytest.approx(expected, rel=1e-9, abs=1e-300)


def totals(found: Emissions) -> list[float]:
    """Over all events, for each tag that some event has."""
    sums = np.bincount(found.tag, np.exp2(found.log2), len(found.log2_tag))
    return [float(value) for value in sums[np.isfinite(found.log2_tag)]]


@given(pairs)
@patient
def test_known_words_and_classes_of_unknown_words_sum_to_one_for_each_tag(entries: list[Pair]) -> None:
    found = from_pairs(entries, 3, 0.5).emissions
    assert totals(found) == pytest.approx([1.0] * len(totals(found)), rel=1e-12)
    assert np.exp2(found.log2_tag).sum() == pytest.approx(1.0, rel=1e-12)


def test_the_sums_hold_for_a_treebank() -> None:
    english = apply(bundled("english.mrg"), "prepare(penn)")
    lexicon = induce(english, words=True).lexicon
    assert lexicon is not None
    found = totals(lexicon.emissions)
    assert found == pytest.approx([1.0] * lexicon.tags, rel=1e-12)


def test_a_capital_at_the_beginning_is_the_words_own_only_where_it_has_it_elsewhere() -> None:
    found = lexicon_of(
        [("The", "D"), ("Dog", "N")],
        [("Dog", "N"), ("the", "D")],
        [("Runs", "V"), ("runs", "V")],
        [("Dog", "V"), ("the", "D")],
    )
    assert counted(found) == {("the", "D"): 3, ("Dog", "N"): 2, ("runs", "V"): 2, ("dog", "V"): 1}


def test_words_of_a_tag_that_have_small_letters_decide_where_a_word_is_new() -> None:
    found = lexicon_of([("Sings", "V"), ("runs", "V")], [("Ann", "N"), ("Bob", "N")])
    assert counted(found) == {("sings", "V"): 1, ("runs", "V"): 1, ("Ann", "N"): 1, ("Bob", "N"): 1}


def test_how_often_first_words_get_a_capital_is_learned() -> None:
    with_capitals = lexicon_of(*[[("The", "D"), ("the", "D")]] * 9)
    without = lexicon_of(*[[("the", "D"), ("the", "D")]] * 9)
    assert (with_capitals.capitalised, without.capitalised) == (0.95, 0.05)


def test_a_first_word_with_a_capital_is_itself_or_one_with_a_small_letter() -> None:
    found = from_pairs([Pair("the", 2, 5), Pair("The", 0, 1), Pair("it", 1, 2)], 3, 0.75).emissions
    small, large = found.probabilities("the"), found.probabilities("The")
    np.testing.assert_allclose(found.probabilities("The", first=True), large + 0.75 * small)
    np.testing.assert_allclose(found.probabilities("the", first=True), 0.25 * small)
    np.testing.assert_allclose(found.probabilities("9", first=True), found.probabilities("9"))


@pytest.mark.parametrize("word", ["ß", "ŉ", "İ", "ǅ", "1", "-"])
def test_a_letter_without_a_capital_of_one_letter_is_kept(word: str) -> None:
    found = from_pairs([Pair(word, 0, 5), Pair("a", 0, 1)], 1, 0.9).emissions
    both = found.probabilities(word, first=True)
    other = found.probabilities(word)
    assert both.tolist() in (other.tolist(), (0.1 * other).tolist()) or (both > other).all()


def test_the_first_word_comes_after_opening_marks() -> None:
    treebank = from_tuples([[('"', "$"), ("Ja", "N"), ("!", "$")], [("...", "$")], [], [("3", "N"), ("x", "N")]])
    assert np.flatnonzero(first_words(treebank)).tolist() == [1, 4]


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("Haus", "Aa"),
        ("haus", "a"),
        ("EU", "A"),
        ("I", "A"),
        ("1998", "0"),
        ("B2B", "0"),
        ("Baden-Baden", "Aa-"),
        ("...", "."),
    ],
)
def test_shapes(word: str, shape: str) -> None:
    assert signatures(word)[:2] == ["", shape]


def test_endings_grow_by_a_letter_and_digits_are_alike() -> None:
    assert signatures("Rad7") == ["", "0", "0 0", "0 d0", "0 ad0", "0 rad0"]


def test_endings_tell_the_tag_of_an_unknown_word() -> None:
    words = [(f"{stem}{ending}", tag) for stem in "bcdfgh" for ending, tag in (("ung", "N"), ("iert", "V"))]
    lexicon = lexicon_of([("x", "D"), *words])
    found = lexicon.emissions.probabilities
    assert TAGS[int(np.argmax(found("lesung")))] == "N"
    assert TAGS[int(np.argmax(found("notiert")))] == "V"


def test_a_tag_that_rare_words_do_not_have_is_closed() -> None:
    lexicon = lexicon_of([("the", "D")] * 9 + [("dog", "N"), ("cat", "N"), ("sees", "V")])
    assert lexicon.emissions.probabilities("zebra")[TAGS.index("D")] == 0


def test_words_are_unknown_in_any_case_but_that_of_the_beginning() -> None:
    lexicon = lexicon_of([("x", "D"), ("the", "D"), ("Bob", "N")])
    treebank = from_tuples([[("The", "D"), ("The", "D"), ("bob", "N")], [("Eve", "N"), ("the", "D")]])
    assert unknown_words(lexicon, treebank).tolist() == [False, True, True, True, False]


def test_the_tag_of_a_word_by_itself_is_the_most_probable_one() -> None:
    grammar = from_text('1 S -> "N" "V"\n9 "N" = "run"\n30 "V" = "run"\n1 "N" = "dog"')
    treebank = from_tuples([[("dog", None), ("run", None)]])
    assert lexical_tags(grammar, treebank).decode() == ["N", "V"]


def test_a_grammar_without_a_lexicon_parses_no_words() -> None:
    with pytest.raises(CallError, match="no lexicon; induce it with words=True"):
        infer(from_text('1 S -> "N"'), from_tuples([[("dog", "N")]]), words=True)


def test_a_token_without_a_word_has_no_place_in_a_lexicon() -> None:
    treebank = from_tuples([[("dog", "N")], [("x", "N")]])
    masked = treebank.tokens.text("form").map(lambda form: None if form == "x" else form)
    with pytest.raises(DataError, match="sentence 2: a token without a word"):
        learn_lexicon(treebank.replace(tokens=treebank.tokens.replace(form=masked)), Strings.of(["N"]))


@pytest.fixture(scope="module")
def english() -> Treebank:
    return apply(bundled("english.mrg"), "prepare(penn)")


@pytest.mark.parametrize("name", ["g.npz", "g.grammar", "g.grammar.gz"])
def test_a_saved_grammar_keeps_its_lexicon(english: Treebank, tmp_path: Path, name: str) -> None:
    grammar = induce(english, words=True)
    write_grammar(grammar, tmp_path / name)
    again = read_grammar(tmp_path / name)
    assert grammar.lexicon is not None
    assert again.lexicon is not None
    assert again.lexicon.capitalised == grammar.lexicon.capitalised
    named = [
        sorted((p.word, g.name(g.nonterminals + p.tag), p.times) for p in g.lexicon.pairs())
        for g in (grammar, again)
        if g.lexicon is not None
    ]
    assert named[0] == named[1]
    one, other = infer(grammar, english, words=True), infer(again, english, words=True)
    np.testing.assert_allclose(other.log2_sentence, one.log2_sentence, rtol=1e-12)


def test_a_lexicon_is_written_so_that_people_can_read_it() -> None:
    text = 'start S\n1 S -> "N"\ncapitalised 0.75\n2 "N" = "the \\"dog\\""\n1 "N" = "犬"\n'
    assert from_text(text).to_text() == text


@pytest.mark.parametrize(
    "line",
    ['x "N" = "dog"', '1 N = "dog"', '1 "N" = dog', '1 "N" = "a" "b"', '0 "N" = "dog"', '1 "N" =', "capitalised 2"],
)
def test_a_line_that_is_not_a_word_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(FormatError, match="<grammar>:2: expected"):
        from_text(f'1 S -> "N"\n{line}')


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("words", None, "'words' is missing"),
        ("word_tag", [99, 0], "a word or a tag that is not there"),
        ("word", [1, 0], "not in order"),
        ("word_count", [0.0, 1.0], "is not a count"),
        ("capitalised", 2.0, "is not a count"),
        ("word_offsets", [0, 3], "do not fit together"),
    ],
)
def test_a_damaged_lexicon_is_refused(tmp_path: Path, name: str, value: object, message: str) -> None:
    write_grammar(from_text('1 S -> "N"\n1 "N" = "dog"\n1 "N" = "cat"'), tmp_path / "g.npz")
    with np.load(tmp_path / "g.npz") as file:
        arrays = dict(file)
    kind = arrays.pop(name).dtype
    if value is not None:
        arrays[name] = np.array(value, kind)
    np.savez(tmp_path / "g.npz", **arrays)
    with pytest.raises(FormatError, match=message):
        read_grammar(tmp_path / "g.npz")


def test_unknown_words_of_the_penn_sample_get_the_tags_that_the_page_says(shared: Path) -> None:
    """Nine of ten sentences to learn from: docs/reference/parsing.md has the figure."""
    trees = apply(treegauge.read(shared / "ptb_wsj_sample" / "wsj_sample.mrg.xz"), "prepare(penn)")
    tenth = np.arange(len(trees)) % 10 == 0
    grammar, test = induce(trees[np.flatnonzero(~tenth)], words=True), trees[np.flatnonzero(tenth)]
    right = np.array(lexical_tags(grammar, test).decode()) == np.array(test.tokens.text("tag").decode())
    assert grammar.lexicon is not None
    unknown = unknown_words(grammar.lexicon, test)
    assert 100 * right.mean() == pytest.approx(93.0, abs=0.2)
    assert 100 * right[unknown].mean() == pytest.approx(74.8, abs=0.5)

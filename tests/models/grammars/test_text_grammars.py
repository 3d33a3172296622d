"""Text grammars of the Berkeley parser: read, written, and the figures of the program itself (berkeley/README.md)."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from latent_grammars import random_grammar, sentences, trees

import treegauge
from treegauge import CallError, FormatError, Text, Treebank, TreegaugeError, apply, bundled, difficulty, parse
from treegauge.models.grammars.derivations import tag_numbers, word_readings
from treegauge.models.grammars.enumeration import enumerate_trees
from treegauge.models.grammars.grammar import from_text
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.latent.grammar import LatentGrammar
from treegauge.models.grammars.latent.inference import infer_sentence, latent_network, log2_latent_trees
from treegauge.models.grammars.latent.plain import as_latent, weights_of_readings
from treegauge.models.grammars.latent.words import signature
from treegauge.models.grammars.readings import as_given, log2_factors
from treegauge.models.grammars.storage import read_latent_grammar, write_grammar

FILES = Path(__file__).parent / "berkeley"
UNLISTED = 3  # trees with a tag that the program gave a word by smoothing, which is not in its text


@pytest.fixture(scope="module")
def grammar() -> LatentGrammar:
    found = read_latent_grammar(FILES / "english.grammar")
    return found


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return apply(bundled("english.mrg"), ["prepare(penn)"])


def test_the_unary_rules_are_those_that_the_program_learned(grammar: LatentGrammar) -> None:
    """Without the chains that it writes, the rules of every substate of a label sum to one."""
    total = np.zeros(grammar.states)
    for blocks in (grammar.unary, grammar.binary):
        for key, block in blocks.items(grammar.substates):
            total[grammar.offsets[key[0]] : grammar.offsets[key[0] + 1]] += block.reshape(len(block), -1).sum(axis=1)
    assert total[: grammar.offsets[grammar.nonterminals]] == pytest.approx(1.0, abs=1e-12)


def test_trees_have_the_likelihood_that_the_program_gives_them(grammar: LatentGrammar) -> None:
    rows = [line.split("\t") for line in (FILES / "english.likelihoods").read_text("utf-8").splitlines()]
    expected = np.array([float(likelihood) for likelihood, _ in rows]) / math.log(2)
    found = log2_latent_trees(grammar, trees(*(tree for _, tree in rows)))
    near = np.abs(found / expected - 1) < 1e-10
    assert len(rows) == 30
    assert int((~near).sum()) == UNLISTED


def test_classes_of_unknown_words_are_those_of_the_program(grammar: LatentGrammar, treebank: Treebank) -> None:
    """All words of the treebank are rare, so that the program wrote the class of each. It learned word by word, so that
    KNOWNLC there is about the words before; it is left out here."""
    known_name = "-KNOWNLC"
    known = {word: 0 for word in grammar.lexicon.words if not word.startswith("UNK")}
    pairs = {
        (signature(token.form, place == 0, known).replace(known_name, ""), token.tag)
        for tree in treebank
        for place, token in enumerate(tree.tokens)
    }
    lexicon = grammar.lexicon
    written = zip(lexicon.word.tolist(), lexicon.tag.tolist(), strict=True)
    words = list(lexicon.words)
    classes = [(words[word].replace(known_name, ""), tag) for word, tag in written if words[word].startswith("UNK")]
    assert pairs == {(name, grammar.name(tag)) for name, tag in classes}


@pytest.mark.parametrize(
    ("word", "first", "expected"),
    [
        ("Blorked", False, "UNK-CAPS-ed"),
        ("Blorked", True, "UNK-INITC-ed"),
        ("House", True, "UNK-INITC-KNOWNLC"),
        ("1990s", False, "UNK-LC-NUM-s"),
        ("pre-blorked", False, "UNK-LC-DASH"),
        ("USB3", False, "UNK-CAPS-NUM"),
        ("genius", False, "UNK-LC"),
        ("…", False, "UNK"),
    ],
)
def test_a_class_has_capitals_digits_hyphens_and_an_ending(word: str, first: bool, expected: str) -> None:
    assert signature(word, first, {"house": 0}) == expected


def test_an_unknown_word_has_tags(grammar: LatentGrammar) -> None:
    found = infer(grammar, sentences_of("The blorks sleeping quibbled the 33-blork"), words=True)
    assert found.parsed.tolist() == [True]


def sentences_of(text: str) -> Treebank:
    return treegauge.from_tuples([[(word, None) for word in text.split()]])


@pytest.mark.parametrize("seed", range(4))
def test_a_grammar_is_read_as_it_was_written(tmp_path: Path, seed: int) -> None:
    grammar = random_grammar(seed)
    write_grammar(grammar, tmp_path / "g.grammar")
    again = read_latent_grammar(tmp_path / "g.grammar")
    write_grammar(again, tmp_path / "again.grammar")
    for part in ("grammar", "lexicon", "numstates"):
        lines = [set((tmp_path / f"{name}.{part}").read_text("utf-8").splitlines()) for name in ("g", "again")]
        assert lines[0] == lines[1]
    treebank = sentences("uvw", "wvuv")
    totals = [infer(found, treebank, words=True).log2_sentence for found in (grammar, again)]
    assert totals[0] == pytest.approx(totals[1], rel=1e-12)


@pytest.mark.parametrize(
    ("part", "line", "message"),
    [
        ("grammar", "S_0 -> NP_0 VP_x 0.5", "expected 'LABEL_0 -> LABEL_0 [LABEL_0] WEIGHT'"),
        ("grammar", "S_0 -> NP_0 VP_0 -1", "expected 'LABEL_0 -> LABEL_0 [LABEL_0] WEIGHT'"),
        ("grammar", "NN_0 -> NP_0 VP_0 0.5", "'NN' has rules and words"),
        ("grammar", "NP_0 -> NN_9 0.5", "the words of 'NN' have fewer weights than it has substates"),
        ("grammar", "ROOT_0 -> S_0 1.0", "there is not one start symbol"),
        ("lexicon", "NN house", "expected 'TAG WORD [WEIGHT, WEIGHT ...]'"),
        ("lexicon", "NN house [0.1]", "the words of 'NN' have different numbers of weights"),
    ],
)
def test_a_damaged_grammar_is_an_error_with_its_place(tmp_path: Path, part: str, line: str, message: str) -> None:
    for name in ("grammar", "lexicon"):
        shutil.copy(FILES / f"english.{name}", tmp_path / f"g.{name}")
    with (tmp_path / f"g.{part}").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(FormatError) as error:
        read_latent_grammar(tmp_path / "g.grammar")
    assert message in str(error.value)
    assert f"g.{part}" in str(error.value)


def test_a_grammar_without_its_words_says_which_file_is_missing(tmp_path: Path) -> None:
    shutil.copy(FILES / "english.grammar", tmp_path / "g.grammar")
    with pytest.raises(CallError, match=r"its words must be in '.*g\.lexicon'"):
        read_latent_grammar(tmp_path / "g.grammar")


@pytest.mark.parametrize("part", ["grammar", "lexicon"])
def test_a_file_that_is_cut_short_is_an_error_with_its_last_line(tmp_path: Path, part: str) -> None:
    for name in ("grammar", "lexicon"):
        shutil.copy(FILES / f"english.{name}", tmp_path / f"g.{name}")
    cut = tmp_path / f"g.{part}"
    lines = cut.read_bytes().split(b"\n")[:50]
    cut.write_bytes(b"\n".join(lines)[:-1])
    with pytest.raises(FormatError, match=rf"g\.{part}:50: the last line has no end"):
        read_latent_grammar(tmp_path / "g.grammar")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("g.grammar", b"\x1f\x8b\x08 java", "is not text"),
        ("g.txt", b"S_0 -> NP_0 VP_0 1.0\n", "is not called X.grammar"),
        ("g.grammar", b'start S\n1 S -> "NN"\n', "has the rules of a treebank"),
        ("g.grammar", b"some words\n", "g.grammar:1: expected"),
    ],
)
def test_another_file_in_place_of_a_grammar_is_an_error_that_says_what_to_do(
    treebank: Treebank, tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(TreegaugeError, match=message):
        difficulty(treebank, grammar=str(tmp_path / name))


def test_difficulty_under_a_grammar_of_a_file(treebank: Treebank) -> None:
    measured = difficulty(treebank, grammar=str(FILES / "english.grammar"))
    assert measured.protocol == "given"
    figures = measured.figures
    assert (figures.log2_sentence >= figures.log2_tree - 1e-9).all()
    assert measured.summary.ecc == pytest.approx(measured.summary.h_d - measured.summary.h_s)
    assert measured.summary.covered == 62  # two trees have a label above itself alone, which the program leaves out
    assert measured.summary.f1 > difficulty(treebank).summary.f1


def test_words_alone_leave_more_open_than_words_with_tags(treebank: Treebank) -> None:
    file = FILES / "english.grammar"
    given, alone = (difficulty(treebank, grammar=f"latent(file={file},words={words})") for words in ("false", "true"))
    assert (alone.figures.delta >= given.figures.delta - 1e-9)[alone.figures.covered].all()
    assert alone.summary.ecc > given.summary.ecc


@pytest.mark.parametrize(
    "call",
    [
        lambda treebank, file: difficulty(treebank, grammar=file, folds=2),
        lambda treebank, file: difficulty(treebank, grammar=file, protocol="loo"),
        lambda treebank, file: difficulty(treebank, protocol="given"),
        lambda treebank, file: difficulty(treebank, grammar=file).nodes,
        lambda treebank, file: difficulty(treebank, grammar=file).figures.ambiguity,
        lambda treebank, file: parse(treebank, treebank, "pcfg(best=max-rule)"),
        lambda treebank, file: infer(treegauge.induce(treebank), treebank, best="max-rule"),
    ],
)
def test_what_does_not_fit_is_an_error(treebank: Treebank, call: Callable[[Treebank, str], object]) -> None:
    with pytest.raises(CallError):
        call(treebank, str(FILES / "english.grammar"))


@pytest.mark.parametrize("best", ["viterbi", "max-rule"])
def test_words_are_parsed_and_tagged(treebank: Treebank, best: str) -> None:
    parses = parse(str(FILES / "english.grammar"), treebank, f"pcfg(words=true,best={best})")
    assert parses.parsed == len(treebank)
    scores = treegauge.score(treebank, parses.trees, "parseval")[0].scores
    assert scores["f1"] > 85
    assert scores["tag_accuracy"] > 97


@pytest.mark.slow
def test_posteriors_of_a_treebank_grammar_are_those_of_its_trees() -> None:
    """All trees of a sentence, weighted by their probabilities."""
    text = """
    start S
    3 S -> NP "V" NP
    1 S -> S "P" NP
    2 NP -> "N"
    1 NP -> NP "P" NP
    1 NP -> "N" "N" "N"
    """
    grammar = from_text(text)
    tags = ("N", "V", "N", "P", "N", "P", "N")
    listed = [tree for tree in enumerate_trees(grammar, 200_000) if tree.tags == tags]
    probabilities = np.array([2.0**tree.log2_probability for tree in listed])
    found = infer(grammar, treegauge.from_tuples([[(tag, tag) for tag in tags]]), posteriors=True)
    assert np.log2(probabilities.sum()) == pytest.approx(found.log2_sentence[0])
    expected: dict[tuple[str, int, int], float] = {}
    for tree, share in zip(listed, probabilities / probabilities.sum(), strict=True):
        for node in spans(tree.tree, 0)[1]:
            expected[node] = expected.get(node, 0.0) + share
    assert found.posteriors is not None
    rows = {(row["label"], row["left"], row["right"]): row["expected"] for row in found.posteriors.rows()}
    phrases = {key: value for key, value in rows.items() if key[0] in ("S", "NP")}
    assert phrases == pytest.approx(expected, abs=1e-9)
    uses = {grammar.rule(number): value for number, value in enumerate(found.posteriors.rules.tolist())}
    assert uses["S", ("NP", '"V"', "NP")] == pytest.approx(1.0)
    assert uses["NP", ('"N"',)] == pytest.approx(4.0)
    assert uses["S", ("S", '"P"', "NP")] + uses["NP", ("NP", '"P"', "NP")] == pytest.approx(2.0)


def spans(tree: tuple[object, ...], begin: int) -> tuple[int, list[tuple[str, int, int]]]:
    """Where a tree ends, and its phrases."""
    label, *children = tree
    end, inner = begin, []
    for child in children:
        if isinstance(child, tuple):
            end, below = spans(child, end)
            inner += below
        else:
            end += 1
    return end, [(str(label), begin, end), *inner]


@pytest.mark.parametrize("words", [False, True])
def test_divided_rules_have_the_sums_of_the_rules_of_the_treebank(treebank: Treebank, words: bool) -> None:
    grammar = treegauge.induce(treebank, words=words)
    found = infer(grammar, treebank, words=words, posteriors=True)
    readings = word_readings(grammar, treebank) if words else as_given(tag_numbers(grammar, tags_of(treebank)))
    rules = as_latent(grammar)
    weights = weights_of_readings(readings, rules.number)
    offsets, network = treebank.tokens.offsets, latent_network(rules.grammar)
    totals = [
        infer_sentence(network, weights, int(first), int(end - first), None).total for first, end in pairwise(offsets)
    ]
    assert np.array(totals) + log2_factors(readings, offsets) == pytest.approx(found.log2_sentence, rel=1e-9)
    posteriors = found.posteriors
    assert posteriors is not None
    assert posteriors.complete.all()
    tags = posteriors.expected[posteriors.is_tag].sum()
    assert tags == pytest.approx(len(treebank.tokens), abs=1e-2)  # those below 1e-6 are left out
    assert posteriors.rules[grammar.lhs == grammar.start].sum() == pytest.approx(len(treebank))


def tags_of(treebank: Treebank) -> Text:
    return treebank.tokens.text("tag")

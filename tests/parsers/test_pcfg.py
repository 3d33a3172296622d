"""The treebank grammar as a parser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_treebanks import brackets, conllu, tagged, trees

from treegauge import CallError, DataError, Grammar, Parses, Treebank, apply, bundled, from_tuples, induce, parse, score
from treegauge.models.grammars.derivations import log2_trees
from treegauge.models.grammars.inference import infer
from treegauge.models.grammars.storage import write_grammar
from treegauge.parsers.pcfg import Pcfg, PcfgModel

# Two attachments to the verb, one to the noun: p(VP -> V NP PP) = 2/3, p(NP -> NP PP) = 1/7, so the verb wins.
TRAIN = """
(S (NP (PRP I)) (VP (V saw) (NP (N stars)) (PP (P with) (NP (N glasses)))))
(S (NP (PRP I)) (VP (V saw) (NP (N stars)) (PP (P with) (NP (N glasses)))))
(S (NP (PRP I)) (VP (V saw) (NP (NP (N stars)) (PP (P with) (NP (N names))))))
"""


def reasons(found: Parses) -> list[tuple[int, str]]:
    return [(sentence.sentence, sentence.reason) for sentence in found.unparsed]


def model(**options: Any) -> PcfgModel:
    return Pcfg(**options).train(trees(TRAIN))


def words(*sentences: str) -> Treebank:
    """Sentences of words without tags."""
    return from_tuples([[(word, None) for word in sentence.split()] for sentence in sentences])


def without_empties(name: str) -> Treebank:
    return apply(bundled(name), ["remove-empties", "raise-crossing"])


def test_the_more_frequent_attachment_wins() -> None:
    found = model().parse(trees("(S (NP (PRP I)) (VP (V saw) (NP (NP (N x)) (PP (P y) (NP (N z))))))"))
    assert brackets(found.trees) == ["(S (NP (PRP I)) (VP (V saw) (NP (N x)) (PP (P y) (NP (N z)))))"]


@pytest.mark.parametrize("name", ["english.mrg", "german.export"])
def test_a_treebank_is_parsed_by_its_own_grammar(name: str) -> None:
    treebank = without_empties(name)
    learned = Pcfg().train(treebank)
    found = learned.parse(treebank)
    assert (found.parsed, found.unparsed, found.unknown_tags) == (len(treebank), (), ())
    assert found.facts == {"rules": len(induce(treebank))}
    assert isinstance(learned.grammar, Grammar)
    log2 = log2_trees(learned.grammar, found.trees)
    assert np.allclose(log2, infer(learned.grammar, treebank).log2_best, rtol=1e-12)
    gold = log2_trees(learned.grammar, treebank)
    assert (log2 >= gold - 1e-9)[np.isfinite(gold)].all()


def test_words_stay_as_they_are() -> None:
    treebank = without_empties("english.mrg")
    found = Pcfg().train(treebank).parse(treebank).trees
    for column in ("form", "tag"):
        assert found.tokens.text(column).decode() == treebank.tokens.text(column).decode()
    assert score(treebank, found, "parseval")[0].left_out == ()


def test_trees_of_the_sentences_are_not_looked_at() -> None:
    treebank = without_empties("english.mrg")
    learned = Pcfg().train(treebank)
    flat = apply(
        treebank, f"remove-labels(labels=[{','.join(sorted(set(treebank.nodes.text('label').values) - {''}))}])"
    )
    assert brackets(learned.parse(flat).trees) == brackets(learned.parse(treebank).trees)


CONLLU = (
    "# sent_id = a\n# text = I sawthe\n1\tI\ti\tPRON\tPRP\tPerson=1\t2\tnsubj\t2:nsubj\t_\n"
    "2-3\tsawthe\t_\t_\t_\t_\t_\t_\t_\tX=1\n"
    "2\tsaw\tsee\tVERB\tV\t_\t0\troot\t0:root\t_\n3\tthe\tstar\tNOUN\tN\t_\t2\tobj\t2:obj\tSpaceAfter=No\n\n"
)


def test_all_but_the_trees_of_the_sentences_is_kept() -> None:
    before = conllu(CONLLU)
    after = model().parse(before).trees
    assert brackets(after) == ["(S (NP (PRP I)) (VP (V saw) (NP (N the))))"]
    assert after.sentences.equals(before.sentences)
    assert after.multiword.equals(before.multiword)
    for column in ("form", "tag", "lemma", "upos", "feats", "misc"):
        assert after.tokens.text(column).equals(before.tokens.text(column))


def test_dependencies_of_the_sentences_are_not_part_of_the_parse() -> None:
    after = model().parse(conllu(CONLLU)).trees
    assert after.has_constituents
    assert not after.has_dependencies
    assert {"deprel", "deps"}.isdisjoint(after.tokens.columns)


def test_sentences_without_a_parse_are_flat_and_say_why() -> None:
    found = model().parse(tagged("PRP V N", "PRP X V Y X", "V V", "", "PRP _ N"))
    assert reasons(found) == [
        (2, "tags that the grammar does not have: 'X', 'Y'"),
        (3, "the grammar has no tree for its tags"),
        (4, "no words"),
        (5, "a word without a tag"),
    ]
    assert found.parsed == 1
    assert found.unknown_tags == ("X", "Y")
    counts = found.trees.nodes.counts
    assert counts.tolist() == [4, 1, 1, 0, 1]
    assert brackets(found.trees)[1:3] == ["(S (PRP PRP) (X X) (V V) (Y Y) (X X))", "(S (V V) (V V))"]


def test_long_sentences_are_flat_and_the_others_as_without_a_limit() -> None:
    sentences = tagged("PRP V N", "PRP V N P N", "PRP V N P N P N")
    found, free = model(max_length=5).parse(sentences), model().parse(sentences)
    assert reasons(found) == [(3, "7 words, more than 5")]
    assert brackets(found.trees)[:2] == brackets(free.trees)[:2]
    assert brackets(found.trees)[2] == "(S (PRP PRP) (V V) (N N) (P P) (N N) (P P) (N N))"
    assert free.unparsed == ()


def test_a_tag_that_only_a_long_sentence_has_is_still_named() -> None:
    assert model(max_length=1).parse(tagged("PRP ZZ")).unknown_tags == ("ZZ",)


def test_a_limit_below_one_is_a_wrong_call() -> None:
    with pytest.raises(CallError, match="'max_length' in 'pcfg' must be a whole number from 1 to"):
        model(max_length=0).parse(tagged("PRP V N"))


def test_a_treebank_without_any_tag_is_refused() -> None:
    with pytest.raises(
        DataError, match=r"no word has a tag, and pcfg parses tags; tag the words first, or parse words: "
    ):
        model().parse(tagged("_ _"))
    with pytest.raises(DataError, match=r"universal tags only"):
        model().parse(conllu("1\tI\ti\tPRON\t_\t_\t0\troot\t_\t_\n\n"))


@pytest.mark.parametrize("sentences", [(), ("",), ("", "")])
def test_nothing_to_parse_is_not_an_error(sentences: tuple[str, ...]) -> None:
    found = model().parse(tagged(*sentences))
    assert len(found.trees) == len(found.unparsed) == len(sentences)


def test_a_root_above_different_ones_can_be_undone() -> None:
    learned = Pcfg().train(trees("(S (N a))\n(NP (D b))\n"))
    parsed = learned.parse(tagged("N", "D")).trees
    assert brackets(parsed) == ["(TOP (S (N N)))", "(TOP (NP (D D)))"]
    assert brackets(learned.undo(parsed)) == ["(S (N N))", "(NP (D D))"]


def test_a_root_that_training_trees_have_is_kept() -> None:
    learned = Pcfg().train(trees("(TOP (S (N a)))\n(TOP (NP (D b)))\n"))
    assert brackets(learned.undo(learned.parse(tagged("N")).trees)) == ["(TOP (S (N N)))"]


@pytest.mark.parametrize("name", ["g.grammar", "g.npz", "g.grammar.gz"])
def test_a_saved_grammar_parses_as_the_treebank_does(name: str, tmp_path: Path) -> None:
    treebank = without_empties("english.mrg")
    learned = Pcfg().train(treebank)
    assert isinstance(learned.grammar, Grammar)
    write_grammar(learned.grammar, tmp_path / name)
    loaded = Pcfg(max_length=20).load(tmp_path / name)
    assert loaded.parser.max_length == 20
    direct = log2_trees(learned.grammar, learned.parse(treebank).trees)
    again = log2_trees(learned.grammar, PcfgModel(loaded.grammar).parse(treebank).trees)
    assert np.allclose(direct, again, rtol=1e-12)


def test_progress_ends_with_all_sentences() -> None:
    reported: list[tuple[int, int]] = []
    model().parse(tagged(*["PRP V N"] * 100), lambda done, total: reported.append((done, total)))
    assert max(reported) == (100, 100)


def test_words_without_tags_are_parsed_and_get_tags() -> None:
    found = model(words=True).parse(words("I saw names", "I saw glasses with stars"))
    assert found.unparsed == ()
    assert brackets(found.trees) == [
        "(S (NP (PRP I)) (VP (V saw) (NP (N names))))",
        "(S (NP (PRP I)) (VP (V saw) (NP (N glasses)) (PP (P with) (NP (N stars)))))",
    ]
    assert found.facts == {"rules": 7, "lexicon": 6, "unknown_words": 0}


def test_tags_of_the_sentences_are_not_looked_at_where_words_are_parsed() -> None:
    wrong = trees("(S (N I) (N saw) (X names))")
    assert brackets(model(words=True).parse(wrong).trees) == ["(S (NP (PRP I)) (VP (V saw) (NP (N names))))"]


def test_an_unknown_word_gets_the_tag_that_its_place_asks_for() -> None:
    found = model(words=True).parse(words("I saw owls with names"))
    assert found.trees.tokens.text("tag").decode() == ["PRP", "V", "N", "P", "N"]
    assert found.facts["unknown_words"] == 1


def test_words_without_a_parse_are_flat_with_the_tags_of_the_words_alone() -> None:
    found = model(words=True, max_length=3).parse(words("saw saw", "I saw stars with names", "I saw names", ""))
    assert reasons(found) == [
        (1, "the grammar has no tree for its words"),
        (2, "5 words, more than 3"),
        (4, "no words"),
    ]
    assert brackets(found.trees)[:2] == ["(S (V saw) (V saw))", "(S (PRP I) (V saw) (N stars) (P with) (N names))"]
    assert found.trees.tokens.text("form").decode()[:2] == ["saw", "saw"]


def test_a_token_without_a_word_is_said() -> None:
    treebank = words("I saw names")
    hidden = treebank.tokens.text("form").map(lambda form: None if form == "names" else form)
    found = model(words=True).parse(treebank.replace(tokens=treebank.tokens.replace(form=hidden)))
    assert reasons(found) == [(1, "a token without a word")]


def test_predicted_tags_stay_where_transforms_are_undone() -> None:
    gold = trees("(S (XX I) (XX saw) (XX names))")
    found = parse(trees(TRAIN), gold, Pcfg(words=True), transforms=["parent-annotation"], undo=True)
    assert brackets(found.trees) == ["(S (NP (PRP I)) (VP (V saw) (NP (N names))))"]


@pytest.mark.parametrize("name", ["g.grammar", "g.npz"])
def test_a_saved_grammar_with_a_lexicon_parses_words(name: str, tmp_path: Path) -> None:
    learned = model(words=True)
    assert isinstance(learned.grammar, Grammar)
    write_grammar(learned.grammar, tmp_path / name)
    loaded = Pcfg(words=True).load(tmp_path / name)
    sentences = words("I saw owls with names", "I saw names")
    assert brackets(loaded.parse(sentences).trees) == brackets(learned.parse(sentences).trees)
    assert Pcfg().load(tmp_path / name).parse(tagged("PRP V N")).parsed == 1


def test_a_saved_grammar_without_a_lexicon_parses_no_words(tmp_path: Path) -> None:
    model().save(tmp_path / "g.npz")
    with pytest.raises(CallError, match=r"g.npz has no lexicon; write a grammar that was induced with words=True"):
        Pcfg(words=True).load(tmp_path / "g.npz")


def test_words_of_a_treebank_are_parsed_nearly_as_well_as_its_tags() -> None:
    treebank = without_empties("english.mrg")
    found = Pcfg(words=True).train(treebank).parse(treebank)
    by_tags = Pcfg().train(treebank).parse(treebank)
    scores = [score(treebank, parses.trees, "parseval")[0].scores for parses in (found, by_tags)]
    assert found.parsed == len(treebank)
    assert scores[0]["tag_accuracy"] > 95
    assert scores[0]["f1"] > scores[1]["f1"] - 5


def test_a_model_of_rules_parses_every_sentence_of_known_tags(tmp_path: Path) -> None:
    treebank = without_empties("english.mrg")
    train, test = np.array_split(np.arange(len(treebank)), 2)
    parser = Pcfg(grammar="markov(h=2,v=1)")
    learned = parser.train(treebank.select(train))
    found = learned.parse(treebank.select(test))
    assert all("tags that the grammar does not have" in reason.reason for reason in found.unparsed)
    with pytest.raises(CallError, match="cannot be saved"):
        learned.save(tmp_path / "g.npz")
    with pytest.raises(CallError, match="leave out words=true"):
        Pcfg(grammar="markov", words=True).train(treebank)

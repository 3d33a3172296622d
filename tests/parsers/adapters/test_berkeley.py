"""The adapter to the Berkeley parser: the trees of the program itself, where it is installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from small_treebanks import brackets, tagged, trees

from treegauge import CallError, DataError, Text, Tree, Treebank, apply, bundled, parse, read_latent_grammar, score
from treegauge.models.grammars.latent.inference import log2_latent_trees
from treegauge.parsers.adapters.berkeley import Berkeley, BerkeleyModel
from treegauge.testing import check_parser

MISSING = Berkeley().missing()
real = pytest.mark.skipif(MISSING is not None, reason=f"the Berkeley parser cannot run here: {MISSING}")
QUICK = Berkeley(cycles=1)
SHAPE = ["-b", "LEFT", "-hor", "1", "-ver", "2"]
SENTENCES = 54  # of the bundled trees, to learn from


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return apply(bundled("english.mrg"), ["remove-empties"])


@pytest.fixture(scope="module")
def model(treebank: Treebank) -> BerkeleyModel:
    trained = QUICK.train(treebank[:SENTENCES])
    assert isinstance(trained, BerkeleyModel)
    return trained


def java(folder: Path, main: str, *arguments: str) -> None:
    """Call the program by hand."""
    jar = QUICK.files[0].path
    call = ["java", "-cp", str(jar), f"edu.berkeley.nlp.PCFGLA.{main}", *arguments]
    subprocess.run(call, cwd=folder, check=True, capture_output=True)


def lines(path: Path) -> list[str]:
    return [line.replace(" )", ")") for line in path.read_text("utf-8").splitlines()]


@real
@pytest.mark.parametrize(
    ("parser", "training", "parsing"),
    [
        (QUICK, ["-SMcycles", "1"], []),
        (Berkeley(cycles=1, viterbi=True), ["-SMcycles", "1"], ["-viterbi"]),
        (Berkeley(cycles=0), ["-baseline"], []),
        pytest.param(
            Berkeley(cycles=1, seed=5, smooth=False, binarisation="left", horizontal=1, vertical=2, functions=True),
            ["-SMcycles", "1", "-randSeed", "5", "-smooth", "NoSmoothing", *SHAPE, "-keepFunctionLabels"],
            ["-keepFunctionLabels"],
            marks=pytest.mark.slow,
        ),
        pytest.param(
            Berkeley(cycles=2, options="-rare 3 -mergeMaxIt 5", accurate=True),
            ["-SMcycles", "2", "-rare", "3", "-mergeMaxIt", "5"],
            ["-accurate"],
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda value: value.spec if isinstance(value, Berkeley) else "",
)
def test_trees_are_those_of_the_program_called_by_hand(
    treebank: Treebank, tmp_path: Path, parser: Berkeley, training: list[str], parsing: list[str]
) -> None:
    train, test = treebank[:SENTENCES], treebank[SENTENCES:]
    (tmp_path / "train.mrg").write_text("".join(f"{tree}\n" for tree in brackets(train)), "utf-8")
    words = test.tokens.text("form").decode()
    with (tmp_path / "words").open("w", encoding="utf-8") as file:
        for begin, end in zip(test.tokens.offsets, test.tokens.offsets[1:], strict=False):
            print(*words[begin:end], file=file)
    java(tmp_path, "GrammarTrainer", "-treebank", "SINGLEFILE", "-path", "train.mrg", "-out", "hand.gr", *training)
    java(tmp_path, "BerkeleyParser", "-gr", "hand.gr", "-inputFile", "words", "-outputFile", "hand.mrg", *parsing)
    parses = parse(train, test, parser)
    assert not parses.unparsed
    assert brackets(parses.trees) == lines(tmp_path / "hand.mrg")


@real
def test_given_tags_are_used_as_the_program_uses_them(treebank: Treebank, model: BerkeleyModel, tmp_path: Path) -> None:
    test = treebank[SENTENCES:]
    tokens = list(zip(test.tokens.text("form"), test.tokens.text("tag"), test.tokens.sentence.tolist(), strict=True))
    with (tmp_path / "words").open("w", encoding="utf-8") as file:
        for sentence in range(len(test)):
            file.writelines(f"{word}\t{tag}\n" for word, tag, where in tokens if where == sentence)
            print(file=file)
    hand = ["-gr", str(model.path), "-inputFile", "words", "-outputFile", "hand.mrg", "-useGoldPOS"]
    java(tmp_path, "BerkeleyParser", *hand)
    parses = parse(treebank[:SENTENCES], test, Berkeley(cycles=1, tags="given"))
    assert brackets(parses.trees) == lines(tmp_path / "hand.mrg")
    own = zip(tokens, parses.trees.tokens.text("tag"), strict=True)
    different = {where for (_, tag, where), own_tag in own if tag != own_tag}
    assert parses.facts == {"sentences_with_own_tags": len(different)}


@real
def test_a_tag_that_the_program_cannot_take_makes_it_choose_its_own(treebank: Treebank, model: BerkeleyModel) -> None:
    given = BerkeleyModel(model.path, Berkeley(tags="given"))
    sentence = treebank[:1]
    odd = sentence.replace(tokens=sentence.tokens.replace(tag=sentence.tokens.text("tag").map(lambda _: "-LRB-")))
    assert given.parse(sentence).facts == {"sentences_with_own_tags": 0}
    assert given.parse(odd).facts == {"sentences_with_own_tags": 1}
    assert given.parse(odd).trees.equals(model.parse(sentence).trees)


@real
@pytest.mark.parametrize("parser", [Berkeley(max_length=6), Berkeley(max_length=6, viterbi=True)])
def test_sentences_without_a_tree_are_listed_and_the_others_parsed_as_before(
    treebank: Treebank, parser: Berkeley
) -> None:
    only = trees("( (S (NP (DT a) (NN b)) (VP (V c))))\n" * 3)
    model = Berkeley(cycles=0, options="-rare 0").train(only)
    assert isinstance(model, BerkeleyModel)
    sentences = words("a b c", "b", "a b c", "", "c b", "a a a a a a a", "a b c")
    parses = BerkeleyModel(model.path, parser).parse(sentences)
    reasons = {number.sentence: number.reason for number in parses.unparsed}
    no_tree = "the grammar has no tree for its words"
    assert reasons == {2: no_tree, 4: "no words", 5: no_tree, 6: "7 words, more than 6"}
    tree = "( (S (NP (DT a) (NN b)) (VP (V c))))"
    assert [brackets(parses.trees)[number] for number in (0, 2, 6)] == [tree] * 3
    assert brackets(parses.trees)[1] == "(ROOT (X b))"


def words(*sentences: str) -> Treebank:
    bare = tagged(*sentences)
    return bare.replace(tokens=bare.tokens.replace(tag=None))


@real
def test_odd_words_and_a_long_sentence_are_kept(model: BerkeleyModel) -> None:
    odd = ["(", ")", "😀", "a b", "a\tb", "a\x01b", "a\u00a0b", "\u2028", "", "-", "'", "<s>", "@"]
    sentences = words(" ".join(["x"] * len(odd)), " ".join(["x"] * 300))
    forms = Text.of([*odd, *["x"] * 300])
    parses = model.parse(sentences.replace(tokens=sentences.tokens.replace(form=forms)))
    assert parses.trees.tokens.text("form").decode()[: len(odd)] == odd
    assert [(number.sentence, number.reason) for number in parses.unparsed] == [(2, "300 words, more than 200")]


@real
def test_roots_of_other_names_are_the_same_to_it(treebank: Treebank, model: BerkeleyModel) -> None:
    named = apply(treebank[:SENTENCES], ["add-root(label=TOP)"])
    test = treebank[SENTENCES:]
    assert QUICK.train(named).parse(test).trees.equals(model.parse(test).trees)


@real
def test_options_of_parsing_share_a_trained_grammar(treebank: Treebank, model: BerkeleyModel) -> None:
    other = Berkeley(cycles=1, viterbi=True, accurate=True, max_length=40, memory="1g", tags="given")
    again = other.train(treebank[:SENTENCES])
    assert isinstance(again, BerkeleyModel)
    assert again.path == model.path


@real
def test_iterations_of_training_are_reported(treebank: Treebank, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    QUICK.learn(treebank[:SENTENCES], lambda *numbers: seen.append(numbers), tmp_path)
    assert {total for _, total in seen} == {80}
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


@real
@pytest.mark.slow
def test_it_passes_the_checks_for_parsers() -> None:
    check_parser(QUICK, predicts_tags=True)


@real
def test_a_damaged_grammar_is_refused(model: BerkeleyModel, tmp_path: Path) -> None:
    whole = model.path.read_bytes()
    for name, content in {"cut": whole[:-100], "text": b"text", "empty": b""}.items():
        path = tmp_path / f"{name}.gr"
        path.write_bytes(content)
        with pytest.raises(DataError, match=r"is not a grammar of the Berkeley parser: .*; get it again"):
            Berkeley().load(path)


@real
def test_odd_names_of_files_and_folders(model: BerkeleyModel, treebank: Treebank, tmp_path: Path) -> None:
    path = tmp_path / "-a 'b\"; ü.gr"
    model.save(path)
    test = treebank[SENTENCES:]
    assert QUICK.load(path).parse(test).trees.equals(model.parse(test).trees)


def test_what_it_cannot_learn_from_is_refused(treebank: Treebank) -> None:
    for text, message in {
        "( (S (NP (-NONE- *)) (VP (V b))))": "without empty elements; use -t remove-empties",
        "( (S (@X a)))": "'@X' is a label, and the Berkeley parser has a use of its own",
        "( (A>B (X a)))": "'A>B' is a label",
    }.items():
        with pytest.raises(CallError, match=message):
            Berkeley().check_treebank(trees(text))
    untagged = treebank.replace(tokens=treebank.tokens.replace(tag=None))
    with pytest.raises(DataError, match="a word without a tag, from which berkeley cannot learn"):
        Berkeley().check_treebank(untagged)


@real
@pytest.mark.parametrize(
    ("parser", "message"),
    [
        (Berkeley(options="-out x"), "'-out' in the options of berkeley is set by treegauge; leave it out"),
        (Berkeley(tags="given", vertical=2), "only with vertical=1 and functions=false"),
        (Berkeley(memory="much"), "memory is a number of bytes for Java"),
    ],
)
def test_options_that_contradict_are_refused(parser: Berkeley, message: str) -> None:
    with pytest.raises(CallError, match=message):
        parser.check()


@real
def test_an_unknown_switch_is_reported(treebank: Treebank, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"could not learn from the treebank: .*Did not recognize option -nothing"):
        Berkeley(options="-nothing 1").learn(treebank, None, tmp_path)


@real
def test_its_grammar_as_text_gives_the_trees_their_likelihoods(
    treebank: Treebank, model: BerkeleyModel, tmp_path: Path
) -> None:
    model.save(tmp_path / "g.grammar")
    grammar = read_latent_grammar(tmp_path / "g.grammar")
    test = treebank[:SENTENCES]  # whose words have their tags in the text
    (tmp_path / "words").write_text("".join(f"{' '.join(forms(tree))}\n" for tree in test), "utf-8")
    switches = ["-accurate", "-tree_likelihood", "-sentence_likelihood"]
    call = ["-gr", str(model.path.absolute()), "-inputFile", "words", "-outputFile", "out", *switches]
    java(tmp_path, "BerkeleyParser", *call)
    rows = [line.split("\t") for line in (tmp_path / "out").read_text("utf-8").splitlines()]
    parsed = apply(trees("".join(f"{tree}\n" for *_, tree in rows)), [f"add-root(label={grammar.name(grammar.start)})"])
    ours = log2_latent_trees(grammar, parsed) * np.log(2)
    likelihood = np.array([float(row[0]) for row in rows])
    listed = np.isfinite(log2_latent_trees(grammar, parsed, words=True))
    assert listed.sum() >= len(test) // 2
    assert ours[listed] == pytest.approx(likelihood[listed], rel=1e-9)


def forms(tree: Tree) -> list[str]:
    return [token.form for token in tree.tokens]


@real
def test_trees_of_its_grammar_without_pruning_are_nearly_its_own(
    treebank: Treebank, model: BerkeleyModel, tmp_path: Path
) -> None:
    model.save(tmp_path / "g.grammar")
    test = treebank[:SENTENCES]  # whose words have their tags in the text
    parser = "pcfg(words=true)"
    ours, program = parse(str(tmp_path / "g.grammar"), test, parser), model.parse(test)
    scores = [score(test, parses.trees, "parseval")[0].scores["f1"] for parses in (ours, program)]
    assert ours.parsed == len(test)
    assert scores[0] == pytest.approx(scores[1], abs=5)

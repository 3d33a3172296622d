"""The UD measures against a plain twin, and the rules of the official script one by one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import twins_dependency as twins
from hypothesis import given
from hypothesis import strategies as st
from retokenised import pairs, parsed, row

import treegauge
from treegauge import DataError, Treebank
from treegauge.measures.shared import ud_text
from treegauge.measures.shared.base import find_measure


def counted(gold: Treebank, test: Treebank, spec: str = "ud") -> dict[str, int]:
    measure = find_measure(spec)
    return dict(zip(measure.counts, measure.count(gold, test).sum(axis=0).astype(int).tolist(), strict=True))


@given(pairs())
def test_counts_of_each_sentence_are_those_of_the_twin(pair: tuple[Treebank, Treebank]) -> None:
    measure = find_measure("ud(lenient=true)")
    found = [dict(zip(measure.counts, row, strict=True)) for row in measure.count(*pair)]
    assert found == [{name: row[name] for name in measure.counts} for row in twins.ud_rows(*pair)]


@given(pairs())
def test_words_are_aligned_as_by_the_twin(pair: tuple[Treebank, Treebank]) -> None:
    found = ud_text.align_words(*map(ud_text.RunningText, pair))
    words, words2 = (twins.document(side).words for side in pair)
    match = twins.align(words, words2)
    assert found.tolist() == [words2.index(match[word]) if word in match else -1 for word in words]


@given(pairs())
def test_gold_against_itself_is_perfect(pair: tuple[Treebank, Treebank]) -> None:
    measure = find_measure("ud")
    scores = measure.score(measure.count(pair[0], pair[0]))
    # As in the script, an edge that is written twice is right four times: enhanced graphs can score above 100.
    on_trees = [value for name, value in scores.items() if not name.startswith(("elas", "eulas"))]
    assert all(((value == 100.0) | (value == 0.0)).all() for value in on_trees)  # 0 where there is nothing to count
    assert (scores["las"] == 100.0).all()


@given(st.lists(st.lists(st.integers(-2, 4), min_size=1, max_size=5), max_size=4))
def test_cycles_are_found_as_by_the_twin(heads: list[list[int]]) -> None:
    from treegauge.measures.kernels.ud import first_cycle

    sentences = [[min(head, len(sentence) - 1) for head in sentence] for sentence in heads]
    offsets = np.cumsum([0, *map(len, sentences)]).astype(np.int64)
    flat = np.array([head for sentence in sentences for head in sentence], np.int32)
    assert first_cycle(offsets, flat) == twins.first_cycle(sentences)


def test_functional_children_must_agree_for_mlas() -> None:
    det, case = row(2, "b", 1, "det"), row(3, "c", 1, "case")
    gold = row(1, "a") + det + case
    changes = {
        "another head": row(2, "b", 3, "det") + row(3, "c", 1, "case"),
        "another relation": row(2, "b", 1, "aux") + case,
        "another tag": det.replace("\tX\t", "\tY\t") + case,
        "another feature": det.replace("\tX\t_\t_", "\tX\t_\tCase=Nom") + case,
        "no child": row(2, "b", 1, "punct") + case,
    }
    assert counted(parsed(gold + "\n"), parsed(gold + "\n"))["right_mlas"] == 1
    for name, rest in changes.items():
        one, other = parsed(gold + "\n"), parsed(row(1, "a") + rest + "\n")
        for counts in (counted(one, other), counted(other, one)):
            assert (counts["right_clas"], counts["right_mlas"]) == (1, 0), name
    foreign = parsed(gold.replace("X\t_\t_", "X\t_\tFoo=Bar") + "\n")
    assert counted(parsed(gold + "\n"), foreign)["right_mlas"] == 1


def test_a_child_with_another_parent_does_not_agree() -> None:
    gold = row(1, "a") + row(2, "b", 1, "obj") + row(3, "c", 1, "det") + row(4, "d", 2, "det")
    test = row(1, "a") + row(2, "b", 1, "obj") + row(3, "c", 2, "det") + row(4, "d", 1, "det")
    assert counted(parsed(gold + "\n"), parsed(test + "\n"))["right_mlas"] == 0


def test_an_edge_from_the_root_is_none_from_the_word_before() -> None:
    gold = parsed(row(1, "a", deps="0:root") + row(2, "b", 1, "obj", deps="1:root") + "\n")
    test = parsed(row(1, "a", deps="0:root") + "\n" + row(1, "b", deps="0:root") + "\n")
    for counts in (counted(gold, test), counted(test, gold)):
        assert (counts["aligned_words"], counts["right_elas"], counts["right_eulas"]) == (2, 1, 1)


def test_a_word_that_begins_with_a_multiword_token_is_compared_by_form() -> None:
    gold = parsed(row(1, "abc") + "\n")
    span = "1-2\tab" + "\t_" * 8 + "\n"
    test = parsed(span + row(1, "ABC") + row(2, "x", 1, "obj") + row(3, "c", 1, "obj") + "\n")
    assert counted(gold, test)["aligned_words"] == 1


def test_words_of_test_belong_to_the_gold_sentence_of_their_first_character() -> None:
    gold = parsed(row(1, "ab") + "\n" + row(1, "cd") + "\n")
    test = parsed(row(1, "a") + row(2, "bc", 1, "obj") + row(3, "d", 1, "obj") + "\n")
    measure = find_measure("ud")
    rows = measure.count(gold, test)
    column = {name: number for number, name in enumerate(measure.counts)}
    assert rows[:, column["test_words"]].tolist() == [2, 1]
    assert rows[:, column["test_content"]].tolist() == [2, 1]
    assert rows[:, column["test_sentences"]].tolist() == [1, 0]
    assert rows[:, column["gold_tokens"]].tolist() == [1, 1]


def test_the_place_where_texts_differ_is_reported() -> None:
    gold = parsed("# one\n" + row(1, "a") + "\n# two\n" + row(1, "b") + row(2, "cé", 1) + "\n", "gold.conllu")
    test = parsed(
        row(1, "ab") + row(2, "c", 1, "obj") + "2.1" + "\t_" * 9 + "\n" + row(3, "èd", 1) + "\n", "test.conllu"
    )
    with pytest.raises(DataError, match=r"test.conllu:4: the texts differ: 'èd' here, 'é' in gold \(gold.conllu:6\)"):
        counted(gold, test, "ud(lenient=true)")
    span = parsed("1-2\ta" + "\t_" * 8 + "\n" + row(1, "a") + row(2, "x", 1) + row(3, "d", 1) + "\n", "span.conllu")
    with pytest.raises(DataError, match=r"span.conllu:4: the texts differ: 'd' here, 'bcé' in gold"):
        counted(gold, span, "ud(lenient=true)")
    short = parsed(row(1, "a") + "\n", "short.conllu")
    with pytest.raises(DataError, match=r"short.conllu:2: .* nothing more here, 'bcé' in gold \(gold.conllu:5\)"):
        counted(gold, short, "ud(lenient=true)")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (row(1, "a", "_"), "cannot parse HEAD '_' of token 1"),
        (row(1, "a", 2) + row(2, "a", 2), "there is a cycle"),
        ("# only this\n", "a sentence with 0 tokens"),
        (row(1, "a") + row(2, "\u00a0", 1), "an empty FORM, token 2"),
        (row(1, "a", deps="2:obj"), "x.conllu:3: DEPS '2:obj' is not HEAD:LABEL"),
        (row(1, "a", deps="root"), "x.conllu:3: DEPS 'root' is not HEAD:LABEL"),
    ],
)
def test_bad_sentences_are_refused_and_scored_leniently(text: str, message: str) -> None:
    whole = parsed(row(1, "a") + "\n" + text + "\n", "x.conllu")
    with pytest.raises(DataError, match=f"x.conllu:3: .*{message}" if ":3" not in message else message):
        counted(whole, whole)
    counts = counted(whole, whole, "ud(lenient=true)")
    assert counts["right_las"] == counts["gold_words"] == len(whole.tokens)
    assert counts["right_sentences"] == 2 if len(whole[1]) else 1
    assert counts["gold_edges"] == 0


def test_files_without_sentences_score_nothing() -> None:
    empty = parsed("")
    measure = find_measure("ud")
    assert measure.count(empty, empty).shape == (0, len(measure.counts))
    assert all(value == 0.0 for value in measure.score(measure.count(empty, empty).sum(axis=0)).values())


def test_scores_are_named_as_the_official_metrics() -> None:
    measure = find_measure("ud")
    on_words = ["upos", "xpos", "ufeats", "alltags", "lemmas", "uas", "las", "clas", "mlas", "blex"]
    names = ["tokens", "sentences", "words", *on_words, "elas", "eulas"]
    found = measure.score(np.ones((3, 2, len(measure.counts))))
    assert [name for name in found if "_" not in name] == names
    assert {name.removesuffix("_aligned") for name in found if name.endswith("_aligned")} == set(on_words)
    assert all(value.shape == (3, 2) for value in found.values())


def test_files_without_tags_or_relations_do_not_fit() -> None:
    full = parsed(row(1, "a") + "\n")
    bare = full.replace(tokens=full.tokens.replace(deprel=None))
    measure = find_measure("ud")
    assert measure.fits(full, full)
    assert not measure.fits(full, bare)


def test_lenient_reading_keeps_a_cycle_but_no_head_outside_the_sentence(tmp_path: Path) -> None:
    path = tmp_path / "circle.conllu"
    path.write_text(row(1, "a", 2) + row(2, "b", 1) + "\n", "utf-8")
    assert treegauge.read(path, lenient=True).tokens.numbers("head").tolist() == [1, 0]
    with pytest.raises(DataError, match=r"circle.conllu:1:.*the heads form a cycle"):
        treegauge.read(path)
    path.write_text(row(1, "a", 3) + row(2, "b", 1) + "\n", "utf-8")
    with pytest.raises(DataError, match="the head is not a token of the sentence"):
        treegauge.read(path, lenient=True)


@given(pairs(), st.sampled_from(find_measure("ud").breakdowns))
def test_parts_add_up_to_the_whole(pair: tuple[Treebank, Treebank], by: str) -> None:
    measure = find_measure("ud(lenient=true)")
    whole = dict(zip(measure.counts, measure.count(*pair).sum(axis=0).tolist(), strict=True))
    columns = (*measure.counts, *measure.part_counts)
    parts = {name: dict(zip(columns, row.tolist(), strict=True)) for name, row in measure.parts(*pair, by).items()}
    for name in columns:
        if not any(np.isnan(part[name]) for part in parts.values()):
            of_whole = name if name in whole else name.removeprefix("test_")
            assert sum(part[name] for part in parts.values()) == whole[of_whole], name
    for name in ("gold_words", "aligned_words", "test_words", "right_uas", "right_las", "right_mlas", "right_upos"):
        assert not any(np.isnan(part[name]) for part in parts.values())
    others = {"missing words": "gold_words", "extra words": "test_words"}
    for name, column in others.items():
        expected = whole[column] - whole["aligned_words"]
        assert parts.get(name, {}).get(column, 0) == expected
        assert {key for key, value in parts.get(name, {}).items() if value > 0} <= {column, *_content_of(column)}


def _content_of(column: str) -> set[str]:
    return {column.replace("words", "content")}


@given(pairs())
def test_the_confusion_has_every_word_of_both_sides_once(pair: tuple[Treebank, Treebank]) -> None:
    measure = find_measure("ud(lenient=true)")
    whole = dict(zip(measure.counts, measure.count(*pair).sum(axis=0).tolist(), strict=True))
    rows = measure.confusion(*pair).rows()
    assert sum(row["count"] for row in rows if row["gold"] != "-") == whole["gold_words"]
    assert sum(row["count"] for row in rows if row["test"] != "-") == whole["test_words"]
    assert sum(row["count"] for row in rows) == whole["gold_words"] + whole["test_words"] - whole["aligned_words"]


def test_a_part_has_precision_and_recall_of_its_own_words() -> None:
    gold = parsed(row(1, "ab", 2, "nsubj") + row(2, "c") + row(3, "d", 2, "obj") + "\n")
    test = parsed(row(1, "a", 3, "det") + row(2, "b", 3, "obj") + row(3, "c") + row(4, "d", 3, "obj") + "\n")
    result = treegauge.score(gold, test, "ud", resamples=0)[0]
    parts = {part.name: part for part in result.by("label")}
    assert list(parts) == ["obj", "root", "missing words", "extra words"]
    assert (parts["obj"].scores["las_precision"], parts["obj"].scores["las_recall"]) == (100, 100)
    assert parts["missing words"].counts["gold_words"] == 1
    assert parts["extra words"].counts["test_words"] == 2
    assert [(cell["gold"], cell["test"]) for cell in result.confusion().rows()] == [
        ("-", "det"),
        ("-", "obj"),
        ("nsubj", "-"),
        ("obj", "obj"),
        ("root", "root"),
    ]


def test_words_of_sentences_without_a_parse_are_missing_words() -> None:
    one, two = row(1, "ab"), row(1, "cd") + row(2, "e", 1, "obj")
    gold, test = parsed(f"{one}\n{two}\n"), parsed(f"{one}\n")
    with pytest.warns(treegauge.TreegaugeWarning, match="1 gold sentence has no parse"):
        result = treegauge.score(gold, test, "ud", resamples=0)[0]
    parts = {part.name: part.counts["gold_words"] for part in result.by("label")}
    assert parts == {"root": 1, "missing words": 2}
    assert result.total[result.measure.counts.index("gold_words")] == 3

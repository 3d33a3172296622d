"""Brackets: every feature of the dialects, the scanner against its plain twin, round trips, and broken input."""

from __future__ import annotations

import io
import lzma
import re
from collections import Counter
from pathlib import Path
from typing import Unpack

import pytest
from format_twins import Plain, bracket_rows, bracket_trees, rows_of
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from treegauge import DataError, FormatError, Reject, Treebank
from treegauge.formats.base import FORMATS, Input, OnError
from treegauge.formats.brackets import read_brackets, split_leaf
from treegauge.formats.dialects import DIALECTS, Dialect
from treegauge.treebank.build import Builder, NodeRow, SentenceRow, TokenRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
ALL_DIALECTS = sorted(DIALECTS)
UNCLOSED, STRAY, OUTSIDE, NUL = "never closed", "closes nothing", "outside brackets", "a NUL byte"


def parse(text: str | bytes, name: str = "brackets", on_error: OnError = "stop") -> Treebank:
    return parse_all(text, name, on_error)[0]


def parse_all(text: str | bytes, name: str = "brackets", on_error: OnError = "skip") -> tuple[Treebank, list[Reject]]:
    data = text.encode() if isinstance(text, str) else text
    input = Input(data, "here.mrg", on_error)
    read = FORMATS.get(name).read
    assert read is not None
    return read(input), input.rejects


def spell(treebank: Treebank, name: str = "brackets") -> str:
    write = FORMATS.get(name).write
    assert write is not None
    out = io.BytesIO()
    write(treebank, out)
    return out.getvalue().decode()


def one(text: str, name: str = "brackets") -> Plain:
    [sentence] = rows_of(parse(text, name))
    return sentence


def forms(treebank: Treebank) -> list[str | None]:
    return treebank.tokens.text("form").decode()


# What the dialects look like


def test_words_tags_and_phrases() -> None:
    tree = one("(S (NP (DT the) (NN dog)) (VP (VBZ barks)))")
    assert tree.tokens == [("the", "DT", None, 1), ("dog", "NN", None, 1), ("barks", "VBZ", None, 2)]
    assert tree.nodes == [("S", -1, 0, 3), ("NP", 0, 0, 2), ("VP", 0, 2, 3)]


@pytest.mark.parametrize("label", ["", "TOP", "ROOT", "S1", "VROOT"])
def test_any_label_may_stand_on_top(label: str) -> None:
    tree = one(f"({label} (S (X a)))")
    assert tree.nodes == [(label, -1, 0, 1), ("S", 0, 0, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "(S (A a) (B (C c) (D d)))",
        "(S\n  (A a)\n  (B\n     (C c)\n     (D d)))\n",
        "( S ( A a ) ( B ( C c ) ( D d ) ) )",
        "(S\t(A\ta)\t(B (C\tc)(D d)))",
        "(S\r\n  (A a)\r\n  (B (C c) (D d)))\r\n",
        "(S(A a)(B(C c)(D d)))",
        "  (S (A a)\n    (B (C c) (D d)))  ",
        "(S\n(A a)\n(B (C c)\n(D d)))\n",
        "\n\n(S (A a) (B (C c) (D d)))\n\n\n",
        "(S\n(A a)\n(B\n(C c)\n(D d)\n)\n)\n",
        "(\nS\n(\nA\na\n)\n(\nB\n(\nC\nc\n)\n(\nD\nd\n)\n)\n)\n",
    ],
)
def test_white_space_means_nothing(text: str) -> None:
    assert parse(text).equals(parse("(S (A a) (B (C c) (D d)))\n"))


def test_several_trees_may_share_a_line() -> None:
    treebank = parse("(S (A a)) (S (A b))(S (A c))\n(S (A d))")
    assert forms(treebank) == ["a", "b", "c", "d"]
    assert treebank.sentences.numbers("line").tolist() == [1, 1, 1, 2]


def test_lines_are_counted_from_where_a_tree_begins() -> None:
    treebank = parse("\n(S\n  (A a))\n\n# note\n(S (A b))\n")
    assert treebank.sentences.numbers("line").tolist() == [2, 6]
    assert treebank.where(1) == "here.mrg:6"


def test_comment_lines_go_with_the_tree_that_follows() -> None:
    treebank = parse("# one (not a tree\n*x* two\n(S (A a))\n(S (A b))\n# three\r\n(S (A c))\n# nobody's\n")
    assert treebank.sentences.text("comments").decode() == ["# one (not a tree\n*x* two", None, "# three"]
    assert forms(treebank) == ["a", "b", "c"]


def test_a_hash_or_a_star_inside_a_tree_is_a_word() -> None:
    assert one("(NP (# #) (CD 5) (* *))").tokens == [("#", "#", None, 0), ("5", "CD", None, 0), ("*", "*", None, 0)]


def test_penn_traces_are_tokens_with_the_tag_none() -> None:
    tree = one("(S (NP-SBJ-1 (-NONE- *T*-1)) (VP (VB go)))")
    assert tree.tokens[0] == ("*T*-1", "-NONE-", None, 1)


@pytest.mark.parametrize("trace", ["*T*-1", "*pro*", "0", "*"])
def test_bare_traces_stay_below_their_phrase(trace: str) -> None:
    tree = one(f"( (IP (NP-SBJ {trace}) (VB go)))", "brackets-psd")
    assert tree.tokens == [(trace, None, None, 2), ("go", "VB", None, 1)]
    assert tree.nodes == [("", -1, 0, 2), ("IP", 0, 0, 2), ("NP-SBJ", 1, 0, 1)]


def test_a_number_that_begins_with_zero_is_not_a_trace() -> None:
    assert one("(NP (CD 05) (CD 0.5))", "brackets-psd").tokens == [("05", "CD", None, 0), ("0.5", "CD", None, 0)]


def test_in_plain_brackets_a_trace_is_a_token() -> None:
    assert one("(S (NP *T*-1) (VB go))").tokens[0] == ("*T*-1", "NP", None, 0)


def test_id_nodes_name_the_sentence() -> None:
    tree = one("( (IP (N word)) (ID text,1.2))", "brackets-psd")
    assert tree.id == "text,1.2"
    assert tree.tokens == [("word", "N", None, 1)]


def test_without_the_dialect_an_id_node_is_a_token() -> None:
    tree = one("( (IP (N word)) (ID text,1.2))")
    assert tree.id is None
    assert tree.tokens[1] == ("text,1.2", "ID", None, 0)


def test_code_nodes_are_tokens_until_they_are_removed() -> None:
    from treegauge.transforms.empties import remove_empties

    treebank = parse("( (IP (CODE <P_1>) (N word)) (ID 1))", "brackets-psd")
    assert forms(treebank) == ["<P_1>", "word"]
    assert forms(remove_empties(treebank)) == ["word"]


@pytest.mark.parametrize(
    ("leaf", "form", "lemma"),
    [
        ("words-word", "words", "word"),
        ("well-known-well-known", "well-known", "well-known"),
        ("a-b-c", "a-b", "c"),
        (".-.", ".", "."),
        ("---", "-", "-"),
        ("-", "-", None),
        ("--", "--", None),
        ("word", "word", None),
        ("word-", "word-", None),
        ("-word", "-word", None),
        ("bækur-bók", "bækur", "bók"),
    ],
)
def test_form_and_lemma_part_at_the_hyphen(leaf: str, form: str, lemma: str | None) -> None:
    assert split_leaf(leaf) == (form, lemma)
    assert one(f"( (N {leaf}) (ID 1))", "brackets-psd-lemma").tokens == [(form, "N", lemma, 0)]


def test_traces_and_codes_have_no_lemma() -> None:
    tree = one("( (IP (NP *T*-1) (CODE <a-b>) (N a-b)) (ID 1))", "brackets-psd-lemma")
    assert tree.tokens == [("*T*-1", None, None, 2), ("<a-b>", "CODE", None, 1), ("a", "N", "b", 1)]


def test_three_part_leaves_have_a_lemma() -> None:
    tree = one("(S\n  (sn *0*)\n  (v corrió correr)\n  (Fp . .)\n  (x solo))", "brackets-cess")
    assert tree.tokens == [
        ("*0*", None, None, 1), ("corrió", "v", "correr", 0), (".", "Fp", ".", 0), ("solo", "x", None, 0)
    ]  # fmt: skip


def test_functions_stand_before_the_plus() -> None:
    treebank = parse("# 1 text\n(STA+fcl (SUBJ+np (H+n gato)) (P+v-fin dorme) (.))\n", "brackets-floresta")
    assert treebank.nodes.text("label").decode() == ["fcl", "np"]
    assert treebank.nodes.text("function").decode() == ["STA", "SUBJ"]
    assert treebank.tokens.text("tag").decode() == ["n", "v-fin", None]
    assert treebank.tokens.text("function").decode() == ["H", "P", None]
    assert forms(treebank) == ["gato", "dorme", "."]


def test_only_where_tokens_may_be_bare_an_empty_bracket_is_a_token() -> None:
    assert one("(A+b (.) (C+d e))", "brackets-floresta").tokens[0] == (".", None, None, 0)
    assert one("(S (.) (A a))").nodes == [("S", -1, 0, 1), (".", 0, 0, 0)]


@pytest.mark.parametrize("text", ["(X)", "( X )", "(X\n)"])
def test_a_node_without_anything_below_is_kept(text: str) -> None:
    assert one(text) == Plain([], [("X", -1, 0, 0)])


@pytest.mark.parametrize("text", ["()", "( )", "(())", "(()())"])
def test_brackets_with_nothing_in_them_are_nodes(text: str) -> None:
    assert {label for label, *_ in one(text).nodes} == {""}


def test_empty_nodes_keep_their_place() -> None:
    text = "(S (X) (A a) (B (Y) (C c) (Z)) (W (V)))"
    assert spell(parse(text)) == text + "\n"


def test_a_node_may_have_several_words() -> None:
    tree = one("(NP the old dog)")
    assert tree.tokens == [("the", None, None, 0), ("old", None, None, 0), ("dog", None, None, 0)]
    assert tree.nodes == [("NP", -1, 0, 3)]


def test_words_may_stand_beside_phrases() -> None:
    tree = one("(S (NP (N a)) and (NP (N b)) .)")
    assert [token[:2] for token in tree.tokens] == [("a", "N"), ("and", None), ("b", "N"), (".", None)]


def test_escaped_brackets_stay_escaped() -> None:
    text = "(S (-LRB- -LRB-) (X -RRB-))\n"
    assert forms(parse(text)) == ["-LRB-", "-RRB-"]
    assert spell(parse(text)) == text


def test_a_leaf_may_be_a_whole_tree() -> None:
    assert one("(UH Oh)") == Plain([("Oh", "UH", None, -1)], [])
    assert one("(X (Y))") == Plain([], [("X", -1, 0, 0), ("Y", 0, 0, 0)])


def test_words_may_be_in_any_script_and_of_any_length() -> None:
    words = ["犬", "e\u0301", "🌳", "\u00a0", "a\u3000b", "\x7f", "x" * 100_000, "sevenby", "eightbyt"]
    assert forms(parse("(S " + " ".join(f"(N {word})" for word in words) + ")")) == words


def test_words_that_differ_only_in_their_end_are_distinct() -> None:
    words = [f"{'x' * length}{end}" for length in range(12) for end in "ab"]
    assert forms(parse("(S " + " ".join(f"(N {word})" for word in words + words) + ")")) == words + words


def test_more_distinct_words_than_the_first_table_holds() -> None:
    words = [f"w{i}" for i in range(40_000)]
    assert forms(parse("\n".join(f"(S (N {word}) (N same))" for word in words)))[::2] == words


@pytest.mark.parametrize("text", ["", "\n", "\n\n  \n\t\r\n", "# only a comment\n", "# no newline"])
@pytest.mark.parametrize("name", [*ALL_DIALECTS, "discbracket"])
def test_a_file_without_trees_has_no_sentences(text: str, name: str) -> None:
    treebank, rejects = parse_all(text, name)
    assert (len(treebank), rejects) == (0, [])


def test_a_long_flat_tree_need_not_be_indented() -> None:
    text = "(S\n" + "(N w)\n" * 30 + ")\n"
    assert rows_of(parse(text * 50)) == [bracket_rows(tree, Dialect()) for tree in bracket_trees(text * 50)]


# The scanner and its twin

LABELS = ("", "S", "NP-SBJ", "ID", "-NONE-", "CODE", "FUNC+cat", "犬")
WORDS = (
    "a",
    "the",
    "*T*-1",
    "0",
    "*",
    "#",
    "form-lemma",
    "x-",
    "-LRB-",
    "e\u0301",
    "\u00a0",
    "a=b",
    "3=c",
    "+",
    "longer-than-7",
)


@st.composite
def bracket_texts(draw: st.DrawFn) -> str:
    """Trees whose brackets balance, with white space wherever it is permitted; only trees begin in the first column."""
    pieces = []
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.booleans()):
            pieces.append(draw(st.sampled_from(["# note", "*x* (", "#"])) + "\n")
        pieces.append(draw(_tree_texts()))
        pieces.append(draw(st.sampled_from(["\n", "\n\n", "\r\n", "\n \t\n"])))
    return "".join(pieces)


@st.composite
def _tree_texts(draw: st.DrawFn) -> str:
    gap = st.sampled_from([" ", "\n  ", "\t", "\r\n ", "  "])
    text, depth = "(" + draw(st.sampled_from(LABELS)), 1
    for step in draw(st.lists(st.sampled_from("((w)))"), max_size=25)):
        if step == "(":
            text += draw(gap) + "(" + draw(st.sampled_from(["", " "])) + draw(st.sampled_from(LABELS))
            depth += 1
        elif step == "w":
            text += draw(gap) + draw(st.sampled_from(WORDS))
        elif depth > 1:
            text += draw(st.sampled_from(["", " ", "\n "])) + ")"
            depth -= 1
    return text + ")" * depth


def plain_of(dialect: Dialect) -> Dialect:
    """The dialect as the scanner sees it, before forms and labels are split."""
    return Dialect(lemma=dialect.lemma, traces=dialect.traces, ids=dialect.ids, bare=dialect.bare)


@pytest.mark.parametrize("name", ALL_DIALECTS)
@patient
@given(text=bracket_texts())
def test_the_scanner_reads_what_its_twin_reads(name: str, text: str) -> None:
    dialect = plain_of(DIALECTS[name])
    treebank = read_brackets(Input(text.encode()), dialect)
    assert rows_of(treebank) == [bracket_rows(tree, dialect) for tree in bracket_trees(text)]


words_of_any_length = st.text("abçé犬-=&~\x7f", min_size=1, max_size=40)


@patient
@given(st.lists(st.lists(st.tuples(words_of_any_length, words_of_any_length), min_size=1, max_size=5), max_size=6))
def test_plain_trees_with_words_of_any_length_are_read_as_the_twin_reads_them(
    sentences: list[list[tuple[str, str]]],
) -> None:
    lines = (f"(S{len(tree)} (NP {' '.join(f'({tag} {word})' for tag, word in tree)}))" for tree in sentences)
    text = "\n".join(lines)
    dialect = plain_of(DIALECTS["brackets"])
    treebank = read_brackets(Input(text.encode()), dialect)
    assert rows_of(treebank) == [bracket_rows(tree, dialect) for tree in bracket_trees(text)]


@pytest.mark.parametrize(
    ("file", "dialect"),
    [
        ("ptb_wsj_sample/wsj_sample.mrg.xz", "brackets"),
        ("genia/dev.trees.xz", "brackets"),
        ("gum/gentle_const.ptb.xz", "brackets"),
        ("farpahc/1928.ntacts.rel-bib.psd.xz", "brackets-psd"),
        ("parser_output/evalb_sample/sample.gld", "brackets"),
    ],
)
def test_the_scanner_reads_what_its_twin_reads_in_real_files(shared: Path, file: str, dialect: str) -> None:
    path = shared / file
    data = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
    text = data.decode()[:1_000_000]
    text = text[: text.rindex("\n(") + 1]
    expected = [bracket_rows(tree, DIALECTS[dialect]) for tree in bracket_trees(text)]
    assert len(expected) > 20
    assert rows_of(parse(text, dialect)) == expected


# There and back

SAMPLES = {
    "brackets": "( (S (NP-SBJ (-NONE- *T*-1)) (VP (VBZ is) two words (X)) (. .)))\n(UH Oh)\n(TOP)\n( (X (Y)) word)\n",
    "brackets-psd": "( (IP-MAT (NP *T*-1) (CODE <P>) (N a) bare) (ID t,1))\n( (X 0))\n( (FRAG (N b)))\n",
    "brackets-psd-lemma": "( (IP (NP *T*-1) (N a-b-c) (N ---) (N same-same) (CODE x-y) (N -)) (ID t,1))\n( (N a-a))\n",
    "brackets-cess": "(S (sn *0*) (v corrió correr) (Fp . .) (x solo))\n(S (a b c d))\n",
    "brackets-floresta": "# 1\n# two\n(STA+fcl (SUBJ+np (H+n gato)) (P+v dorme) (.))\n(A+b (c) (D+e+f g))\n",
    "discbracket": "(S (VP (V 0=was) (V 2=gesagt)) (N 1=er) 3=.)\n(S (A 0==))\n",
}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_was_read_is_written_as_it_stood(name: str) -> None:
    assert spell(parse(SAMPLES[name], name), name) == SAMPLES[name]


def test_every_dialect_has_a_sample() -> None:
    assert {*DIALECTS, "discbracket"} == set(SAMPLES)


@pytest.mark.parametrize("name", ALL_DIALECTS)
@patient
@given(text=bracket_texts())
def test_written_trees_are_read_again_as_they_were(name: str, text: str) -> None:
    # Without its (ID ...), a word would be first in a bracket without a label, and be read as the label.
    assume(re.search(r"\(\s*\(\s*ID\b", text) is None)
    treebank = parse(text, name)
    written = spell(treebank, name)
    again = parse(written, name)
    assert spell(again, name) == written


@patient
@given(text=bracket_texts())
def test_plain_brackets_lose_nothing_on_the_way(text: str) -> None:
    treebank = parse(text)
    assert rows_of(parse(spell(treebank))) == rows_of(treebank)


def built(tokens: list[TokenRow], nodes: list[NodeRow], **sentence: Unpack[SentenceRow]) -> Treebank:
    builder = Builder()
    builder.add(sentence, tokens, nodes)
    return builder.build()


def test_what_brackets_cannot_hold_is_escaped() -> None:
    forms = ["(", ")", "a b", "a\tb", "a\nb", "", "\x01", "no\u00a0break"]
    treebank = built([{"form": form, "tag": "X (Y)", "parent": 0} for form in forms], [{"label": "N P", "parent": -1}])
    tag = "X_-LRB-Y-RRB-"
    expected = ["-LRB-", "-RRB-", "a_b", "a_b", "a_b", "_", "_", "no\u00a0break"]
    assert spell(treebank) == "(N_P " + " ".join(f"({tag} {form})" for form in expected) + ")\n"


def test_several_roots_get_a_node_above() -> None:
    treebank = built([{"form": "a", "tag": "X", "parent": -1}, {"form": "b", "tag": "Y", "parent": -1}], [])
    assert spell(treebank) == "(VROOT (X a) (Y b))\n"


def test_a_sentence_without_words_is_written_as_a_tree() -> None:
    assert spell(built([{"form": "a", "tag": "X", "parent": -1}], [])[[0, 0]]) == "(X a)\n(X a)\n"
    builder = Builder()
    builder.add({}, [{"form": "a", "tag": "X", "parent": -1}])
    builder.add({}, [])
    assert spell(builder.build()) == "(X a)\n(VROOT)\n"


def test_an_empty_id_does_not_become_a_node() -> None:
    treebank = built([{"form": "a", "tag": "X", "parent": 0}], [{"label": "S", "parent": -1}], id="")
    assert rows_of(parse(spell(treebank, "brackets-psd"), "brackets-psd"))[0].nodes == [("S", -1, 0, 1)]


def test_an_empty_tag_is_not_written_as_no_tag() -> None:
    treebank = built([{"form": "a", "tag": "", "parent": 0}], [{"label": "S", "parent": -1}])
    assert spell(treebank) == "(S (_ a))\n"


def test_comments_without_a_mark_get_one() -> None:
    treebank = built([{"form": "a", "tag": "X", "parent": 0}], [{"label": "S", "parent": -1}], comments="one\n# two")
    assert spell(treebank, "brackets-floresta") == "# one\n# two\n(S (X a))\n"


def test_discontinuous_trees_do_not_fit_into_plain_brackets() -> None:
    treebank = parse("(S (VP (V 0=a) (V 2=c)) (N 1=b))", "discbracket")
    with pytest.raises(DataError, match=r"here\.mrg:1: brackets cannot represent a discontinuous phrase.* discbracket"):
        spell(treebank)


def test_dependencies_are_not_brackets() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "head": -1}])
    with pytest.raises(DataError, match="no constituency trees"):
        spell(builder.build())


@pytest.mark.parametrize(
    "bad",
    ["(S (N 0=a) (N 1abc))", "(S (N a))", "(S (N 1=a))", "(S (N 0=a) (N 0=b))", "(S (N 0=a) (N 2=b))", "(S (N =a))",
     "(S (N 99999999999999999999999=a))", f"(S (N {'9' * 5000}=a))", "(S (N -1=a))", "(S (N ²=a))"],
)  # fmt: skip
def test_leaves_must_be_numbered_without_gaps(bad: str) -> None:
    treebank, rejects = parse_all(f"(S (N 0=good))\n{bad}\n(S (N 0=fine))", "discbracket")
    assert forms(treebank) == ["good", "fine"]
    assert [(reject.line, reject.text) for reject in rejects] == [(2, bad)]
    with pytest.raises(FormatError, match=r"here\.mrg:2"):
        parse(f"(S (N 0=good))\n{bad}\n", "discbracket")


# Broken input: what is rejected, where, and that the rest is read


def report(rejects: list[Reject]) -> list[tuple[int, int, str]]:
    """Line, column, and the kind of problem."""
    kinds = (UNCLOSED, STRAY, OUTSIDE, NUL)
    return [(reject.line, reject.column, next(kind for kind in kinds if kind in reject.message)) for reject in rejects]


BROKEN = {
    "missing, one per line, at the start": ("(S (A a)\n(S (A b))\n(S (A c))\n", ["b", "c"], [(1, 1, UNCLOSED)]),
    "missing, one per line, in the middle": ("(S (A a))\n(S (A b)\n(S (A c))\n", ["a", "c"], [(2, 1, UNCLOSED)]),
    "missing, one per line, at the end": ("(S (A a))\n(S (A b))\n(S (A c)\n", ["a", "b"], [(3, 1, UNCLOSED)]),
    "missing, indented, at the start": ("(S\n  (A a)\n(S\n  (A b))\n", ["b"], [(1, 1, UNCLOSED)]),
    "missing, indented, in the middle": ("(S\n  (A a))\n(S\n  (A b)\n(S\n  (A c))\n", ["a", "c"], [(3, 1, UNCLOSED)]),
    "missing, indented, at the end": ("(S\n  (A a))\n(S\n  (A b)\n", ["a"], [(3, 1, UNCLOSED)]),
    "missing, not indented": ("(S\n(A a)\n(B b))\n(S\n(A c)\n(B d)\n", ["a", "b"], [(4, 1, UNCLOSED)]),
    "extra, one per line, at the start": ("(S (A a)))\n(S (A b))\n", ["b"], [(1, 10, STRAY)]),
    "extra, one per line, at the end": ("(S (A a))\n(S (A b)))\n", ["a"], [(2, 10, STRAY)]),
    "extra, one per line, inside": ("(S (A a)) (B b))\n(S (A c))\n", ["c"], [(1, 16, STRAY)]),
    "extra, indented": ("(S\n  (A a)))\n(S\n  (A b))\n", ["b"], [(2, 9, STRAY)]),
    "extra, indented, inside": ("(S\n  (A a))\n  (B b))\n(S\n  (A c))\n", ["c"], [(3, 8, STRAY)]),
    "extra, on a line of its own": ("(S (A a))\n)\n(S (A b))\n", ["a", "b"], [(2, 1, STRAY)]),
    "before everything": (")\n(S (A a))\n", ["a"], [(1, 1, STRAY)]),
    "all lines indented, missing": (" (S (A a))\n (S (A b)\n (S (A c))\n", ["a", "c"], [(2, 2, UNCLOSED)]),
    "all lines indented, extra": (" (S (A a))\n (S (A b)))\n (S (A c))\n", ["a", "c"], [(2, 11, STRAY)]),
    "all lines indented, comments not": (
        "# 1\n (S (A a))\n# 2\n (S (A b)\n# 3\n (S (A c))\n", ["a", "c"], [(4, 2, UNCLOSED)]
    ),
    "missing, a comment follows": ("(S (A a))\n# 2\n(S (A b)\n# 3\n(S (A c))\n", ["a", "c"], [(3, 1, UNCLOSED)]),
    "comments with brackets": ("# (\n(S (A a))\n# (\n(S (A b)\n# (\n(S (A c))\n", ["a", "c"], [(4, 1, UNCLOSED)]),
    "alone on its line": ("(\n (S\n(A a)))\n(\n (S\n  (A b))\n(\n (S\n  (A c)))\n", ["a", "c"], [(4, 1, UNCLOSED)]),
    "text before": ("foo (S (A a))\n(S (A b))\n", ["b"], [(1, 1, OUTSIDE)]),
    "text between": ("(S (A a))\nfoo\n(S (A b))\n", ["a", "b"], [(2, 1, OUTSIDE)]),
    "text after": ("(S (A a)) foo\n(S (A b))\n", ["b"], [(1, 11, OUTSIDE)]),
    "an indented comment": ("(S (A a))\n  # foo\n(S (A b))\n", ["b"], [(2, 3, OUTSIDE)]),
    "a NUL in a word": ("(S (A a\0b))\n(S (A c))\n", ["c"], [(1, 8, NUL)]),
    "a NUL in a label": ("(S\n  (\0 a))\n(S (A c))\n", ["c"], [(2, 4, NUL)]),
    "a NUL between trees": ("(S (A a))\n\0\n(S (A c))\n", ["a", "c"], [(2, 1, NUL)]),
    "columns count characters": ("(S (A é犬🌳)))\n(S (A b))\n", ["b"], [(1, 12, STRAY)]),
    "cut short in a word": ("(S (A a))\n(S (A wo", ["a"], [(2, 1, UNCLOSED)]),
    "several": ("(S (A a)))\n(S (A b))\n(S (A c)))\n(S (A d))\nx\n(S (A e))\n(S (A f)\n(S (A g)\n", ["b", "d", "e"], [
        (1, 10, STRAY), (3, 10, STRAY), (5, 1, OUTSIDE), (7, 1, UNCLOSED), (8, 1, UNCLOSED)
    ]),
    "one missing and one extra among many": (
        "(S (A a))\n" * 20 + "(S (A b)\n(S (A c))\n(S (A d)))\n", ["a"] * 20 + ["c"],
        [(21, 1, UNCLOSED), (23, 10, STRAY)]
    ),
    "one of many lines, not indented": (
        "(S (A a))\n" * 20 + "(S\n(A b))\n", ["a"] * 20, [(21, 1, UNCLOSED), (22, 6, STRAY)]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_bad_trees_are_rejected_where_they_stand_and_the_others_read(name: str) -> None:
    text, good, expected = BROKEN[name]
    treebank, rejects = parse_all(text)
    assert forms(treebank) == good
    assert report(rejects) == expected


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_bad_tree_stops_with_its_place(name: str) -> None:
    text, _, [(line, column, kind), *_] = BROKEN[name]
    with pytest.raises(FormatError, match=kind) as caught:
        parse(text)
    assert str(caught.value).startswith(f"here.mrg:{line}:{column}: ")


def test_a_rejected_tree_is_kept_whole_with_its_comments() -> None:
    _, rejects = parse_all("(S (A a))\n# about b\n# more\n(S\n  (A b)\n\n(S (A c))\n")
    assert [reject.text for reject in rejects] == ["# about b\n# more\n(S\n  (A b)\n\n"]


def test_one_bad_tree_among_many_costs_one_tree() -> None:
    lines = [f"(S (A w{i}))" for i in range(1000)]
    lines[500] = "(S (A w500)"
    treebank, rejects = parse_all("\n".join(lines))
    assert (len(treebank), report(rejects)) == (999, [(501, 1, UNCLOSED)])


def pieces(text: str) -> Counter[str]:
    """Words and opening brackets."""
    return Counter(re.findall(r"\(|[^()\x00-\x20]+", text))


def held(treebank: Treebank) -> Counter[str]:
    """The same of what was read: each node and each token with a tag was a bracket."""
    counts: Counter[str] = Counter()
    for sentence in rows_of(treebank):
        counts["("] += len(sentence.nodes)
        counts.update(label for label, *_ in sentence.nodes if label)
        for form, tag, _, _ in sentence.tokens:
            counts["("] += tag is not None
            counts.update(word for word in (form, tag) if word)
    return counts


@patient
@given(text=st.text("((()))abé \t\n\n\0", max_size=60) | st.lists(
    st.sampled_from(["(S (A b))", "(S (A b)", "(S\n  (A b))", ")", "\n", "\n", " ", "x"]), max_size=12
).map("".join))  # fmt: skip
def test_what_was_rejected_and_what_was_read_is_everything(text: str) -> None:
    treebank, rejects = parse_all(text)
    rejected = sum((pieces(reject.text) for reject in rejects), Counter[str]())
    assert +(held(treebank) + rejected) == pieces(text)


@pytest.mark.parametrize("name", [*ALL_DIALECTS, "discbracket"])
@patient
@given(text=st.text("((()))ab+-=0*#é \t\n\n\0", max_size=60))
def test_stopping_and_skipping_agree_on_the_first_problem(name: str, text: str) -> None:
    _, rejects = parse_all(text, name)
    if not rejects:
        parse(text, name)
        return
    with pytest.raises(FormatError) as caught:
        parse(text, name)
    assert caught.value.reject == rejects[0]


# Sizes


def test_a_tree_100000_nodes_deep_is_read_written_and_read_again() -> None:
    deep = 100_000
    text = "(X " * deep + "(N w)" + ")" * deep + "\n"
    treebank = parse(text)
    assert len(treebank.nodes) == deep
    assert spell(treebank) == text
    assert parse(spell(treebank)).equals(treebank)


def test_a_sentence_of_a_million_tokens_is_read_written_and_read_again() -> None:
    text = "(S" + " (N w)" * 1_000_000 + ")\n"
    treebank = parse(text)
    assert (len(treebank), len(treebank.tokens)) == (1, 1_000_000)
    assert spell(treebank) == text


def test_many_unclosed_brackets_are_one_bad_tree() -> None:
    treebank, rejects = parse_all("(" * 200_000)
    assert (len(treebank), report(rejects)) == (0, [(1, 1, UNCLOSED)])


def test_many_stray_brackets_are_read_to_the_end() -> None:
    treebank, rejects = parse_all(")\n" * 20_000 + "(S (A a))")
    assert (forms(treebank), len(rejects)) == (["a"], 1)

"""Tables with one token per line: round trips byte by byte, errors with their place, the scanner against its plain
twin."""

from __future__ import annotations

import io
from itertools import pairwise
from typing import Any, Unpack

import pytest
from format_twins import PlainTable, table_sentences
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from treegauge import FormatError, Reject, Treebank
from treegauge.formats.base import FORMATS, Input, OnError
from treegauge.formats.conll import CONLL08, CONLL09, CONLLU, CONLLX, DP, Layout
from treegauge.treebank.build import Builder, SentenceRow, TokenRow

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
LAYOUTS = {"conllu": CONLLU, "conllx": CONLLX, "conll08": CONLL08, "conll09": CONLL09, "dp": DP}


def parse_all(text: str | bytes, name: str = "conllu", on_error: OnError = "skip") -> tuple[Treebank, list[Reject]]:
    input = Input(text.encode() if isinstance(text, str) else text, "here.conllu", on_error)
    read = FORMATS.get(name).read
    assert read is not None
    return read(input), input.rejects


def parse(text: str | bytes, name: str = "conllu") -> Treebank:
    return parse_all(text, name, "stop")[0]


def spell(treebank: Treebank, name: str = "conllu") -> str:
    write = FORMATS.get(name).write
    assert write is not None
    out = io.BytesIO()
    write(treebank, out)
    return out.getvalue().decode()


def table(*lines: str) -> str:
    """Lines with their fields between spaces, as a table with tabs; | means a space."""
    return "".join("\t".join(line.split()).replace("|", " ") + "\n" if line != "#" else "#\n" for line in lines)


def row(number: int | str, form: str = "w", head: int | str = 0) -> str:
    return f"{number}\t{form}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n"


def column(treebank: Treebank, name: str) -> list[str | None]:
    return treebank.tokens.text(name).decode()


# What a table holds


def test_every_column_of_conllu_has_its_place() -> None:
    treebank = parse(
        table("1 Dogs dog NOUN NNS Number=Plur 2 nsubj 2:nsubj SpaceAfter=No", "2 bark bark VERB VBP _ 0 root _ _")
    )
    assert column(treebank, "form") == ["Dogs", "bark"]
    assert column(treebank, "lemma") == ["dog", "bark"]
    assert column(treebank, "upos") == ["NOUN", "VERB"]
    assert column(treebank, "tag") == ["NNS", "VBP"]
    assert column(treebank, "feats") == ["Number=Plur", "_"]
    assert treebank.tokens.numbers("head").tolist() == [1, -1]
    assert column(treebank, "deprel") == ["nsubj", "root"]
    assert column(treebank, "deps") == ["2:nsubj", "_"]
    assert column(treebank, "misc") == ["SpaceAfter=No", "_"]


def test_comments_and_the_sentence_id_go_with_their_sentence() -> None:
    treebank = parse("# newdoc\n# sent_id = a-1\n# text = w\n" + row(1) + "\n" + row(1) + "\n#sent_id=b\n" + row(1))
    assert treebank.sentences.text("id").decode() == ["a-1", None, "b"]
    assert treebank.sentences.text("comments").decode() == ["# newdoc\n# sent_id = a-1\n# text = w", None, "#sent_id=b"]
    assert treebank.sentences.numbers("line").tolist() == [1, 6, 8]


@pytest.mark.parametrize(
    ("comment", "name"),
    [
        ("# sent_id = a b ", "a b"),
        ("# sent_id =\n# text = w", ""),
        ("# sent_id = \t\n# text = w", ""),
        ("# text = # sent_id = x", None),
        ("# sent_identity = x", None),
        ("# sent_id = 1\n# sent_id = 2", "1"),
    ],
)
def test_only_the_line_of_the_id_names_the_sentence(comment: str, name: str | None) -> None:
    treebank = parse(comment + "\n" + row(1))
    assert treebank.sentences.text("id").decode() == [name]
    assert spell(treebank) == comment + "\n" + row(1) + "\n"


def test_multiword_tokens_and_empty_nodes_stand_apart() -> None:
    lines = ["0.1 e _ _ _ _ _ _ _ _", "1-2 du _ _ _ _ _ _ _ A=B", "1 de _ ADP _ _ 0 root _ _"]
    lines += ["2 le _ DET _ _ 1 det _ _", "2.1 f _ _ _ _ _ _ 1:x _"]
    treebank = parse(table(*lines))
    assert len(treebank.tokens) == 2
    assert [treebank.multiword.numbers(name).tolist() for name in ("first", "last")] == [[0], [2]]
    assert treebank.multiword.text("form").decode() == ["du"]
    assert [treebank.empty.numbers(name).tolist() for name in ("after", "minor")] == [[0, 2], [1, 1]]


def test_a_multiword_token_of_one_word_is_accepted() -> None:
    text = "1-1\tau" + "\t_" * 8 + "\n" + row(1) + "\n"
    assert spell(parse(text)) == text


def test_conll08_reads_the_split_forms() -> None:
    treebank = parse(table("1 top-down top-down JJ JJ top top JJ 0 ROOT _ A0", "2 _ _ _ _ - - HYPH 1 P _"), "conll08")
    assert column(treebank, "form") == ["top", "-"]
    assert column(treebank, "tag") == ["JJ", "HYPH"]
    assert column(treebank, "rest") == ["_\tA0", "_"]


def test_conll09_reads_gold_columns() -> None:
    treebank = parse(table("1 Dogs dog dog2 NNS NN f g 0 2 ROOT SBJ _ _ A0"), "conll09")
    assert [column(treebank, name) for name in ("lemma", "tag", "deprel", "rest")] == [
        ["dog"],
        ["NNS"],
        ["ROOT"],
        ["_\t_\tA0"],
    ]
    assert treebank.tokens.numbers("head").tolist() == [-1]


def test_dp_has_three_columns() -> None:
    treebank = parse("#\tSYM\t2\nDogs\tNNS\t0\n", "dp")
    assert (column(treebank, "form"), column(treebank, "tag")) == (["#", "Dogs"], ["SYM", "NNS"])
    assert treebank.tokens.numbers("head").tolist() == [1, -1]


def test_several_roots_and_missing_heads_are_accepted() -> None:
    treebank = parse(row(1) + row(2) + row(3, head="_"))
    assert treebank.tokens.numbers("head").tolist() == [-1, -1, -2]


@pytest.mark.parametrize("text", ["", "\n", "\n\n\n", " \n\t\n", "\r\n\r\n"])
@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_a_file_without_tokens_has_no_sentences(text: str, name: str) -> None:
    treebank, rejects = parse_all(text, name)
    assert (len(treebank), rejects) == (0, [])


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n\n\n\n", " \n", "\t\n", "\r\n"])
def test_sentences_may_stand_any_number_of_blank_lines_apart(gap: str) -> None:
    assert parse(row(1) + gap + row(1) + row(2, head=1)).equals(parse(row(1) + "\n" + row(1) + row(2, head=1) + "\n"))


def test_windows_line_ends_mean_nothing() -> None:
    text = (
        "# sent_id = 1\n# text = w w\n1-2\tww" + "\t_" * 8 + "\n" + row(1) + row(2, head=1) + "2.1" + "\t_" * 9 + "\n\n"
    )
    assert parse(text.replace("\n", "\r\n")).equals(parse(text))


def test_a_file_may_end_without_a_newline() -> None:
    assert parse(row(1).rstrip("\n")).equals(parse(row(1)))


@pytest.mark.parametrize("name", ["conllu", "conllx"])
def test_empty_fields_after_the_last_column_are_let_pass(name: str) -> None:
    assert len(parse(row(1).replace("\n", "\t\t\n"), name).tokens) == 1


# There and back

SAMPLES = {
    "conllu": "# newdoc\n# sent_id = 1\n# text = Du chat, aïe\n#\n"
    "0.1\t_\t_\t_\t_\t_\t_\t_\t2:x\t_\n0.2\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1-2\tDu\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|A=B\n"
    "1\tDe\tde\tADP\tP\t_\t3\tcase\t3:case\t_\n2\tle\tle\tDET\tD\tDefinite=Def|Gender=Masc\t3\tdet\t3:det|4.1:x\t_\n"
    "3\tchat\tchat\tNOUN\tN\t_\t0\troot\t0:root\tSpaceAfter=No\n4\t,\t,\tPUNCT\t,\t_\t_\t_\t_\t_\n"
    "4.1\tvide\t_\tVERB\t_\t_\t_\t_\t3:conj\t_\n4.2\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "5-6\tété 1\t_\t_\t_\t_\t_\t_\t_\t_\n5\té té\tété\tX\t_\t_\t3\tdep\t_\t_\n"
    "6\t犬\u2028\t_\tX\t_\t_\t5\tdep:sub\t_\t\u00a0\n\n"
    "1\t#\t#\tSYM\t_\t_\t0\troot\t_\t_\n\n# only a comment\n\n",
    "conllx": "1\tEl\tel\td\tda\tnum=s|gen=m\t2\tESP\t_\t_\n2\tperro_grande\tperro\tn\tnc\t_\t0\tROOT\t3\tX\n\n",
    "conll08": "1\tA-b\ta-b\tNN\tNN\tA\ta\tNN\t2\tNMOD\t_\t_\tA1\n2\t_\t_\t_\t_\tb\tb\tNN\t0\tROOT\tb.01\t_\t_\n\n",
    "conll09": "1\tA\ta\ta\tDT\tDT\t_\t_\t2\t2\tNMOD\tNMOD\t_\t_\n"
    "2\tb\tb\tb\tNN\tNN\tx\ty\t0\t0\tROOT\tROOT\tY\tb.01\tA1\n\n",
    "dp": "A\tDT\t2\nb\tNN\t0\n#\t#\t_\n\nc d\tNN\t0\n\n",
}


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_what_was_read_is_written_byte_by_byte(name: str) -> None:
    treebank = parse(SAMPLES[name], name)
    assert spell(treebank, name) == SAMPLES[name]
    assert parse(spell(treebank, name), name).equals(treebank)


def test_every_layout_has_a_sample() -> None:
    assert set(LAYOUTS) == set(SAMPLES)


def built(*tokens: TokenRow, **sentence: Unpack[SentenceRow]) -> Treebank:
    builder = Builder()
    builder.add(sentence, tokens)
    return builder.build()


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@pytest.mark.parametrize("form", ["a\tb", "a\nb", "a\rb", "a\r\nb", "\t", "a\0b", "", "b\r"])
def test_what_a_field_cannot_hold_does_not_break_the_table(name: str, form: str) -> None:
    written = spell(built({"form": form, "head": -1}, {"form": "b", "head": 0}), name)
    again = parse(written, name)
    assert len(again.tokens) == 2
    assert spell(again, name) == written


def test_an_id_without_a_comment_gets_one() -> None:
    assert spell(built({"form": "a", "head": -1}, id="x1", comments="free text")) == (
        "# sent_id = x1\n# free text\n1\ta" + "\t_" * 4 + "\t0" + "\t_" * 3 + "\n\n"
    )


def test_a_treebank_without_heads_has_none_in_the_table() -> None:
    builder = Builder()
    builder.add({}, [{"form": "a", "tag": "X", "parent": -1}])
    assert spell(builder.build(), "dp") == "a\tX\t_\n\n"


# Broken input

FIELDS, NUMBERS, COMMENT, NUL = (
    "expected 10 fields",
    "token numbers must be 1, 2, 3",
    "a comment must be before",
    "a NUL",
)
HEAD, OUTSIDE = "the head must be a number", "the head is not a token of the sentence"
CIRCLE = "the heads form a cycle"
SPAN, EMPTY = "{}-{}\tx" + "\t_" * 8 + "\n", "{}.{}" + "\t_" * 9 + "\n"

BROKEN = {
    "too few fields": ("1\tw\t_\n", 1, 1, FIELDS),
    "too many fields": (row(1) + row(2, head=1).replace("\n", "\tmore\n"), 2, 1, FIELDS),
    "spaces instead of tabs": (row(1).replace("\t", " "), 1, 1, NUMBERS),
    "one space instead of a tab": (row(1).replace("w\t", "w "), 1, 1, FIELDS),
    "no tabs": ("word\n", 1, 1, NUMBERS),
    "a number left out": (row(1) + row(3), 2, 1, NUMBERS),
    "a number twice": (row(1) + row(1), 2, 1, NUMBERS),
    "begins at 0": (row(0), 1, 1, NUMBERS),
    "begins at 2": (row(2), 1, 1, NUMBERS),
    "no number": (row("_"), 1, 1, NUMBERS),
    "a negative number": (row("-1"), 1, 1, NUMBERS),
    "a number that is too long": (row("1" * 30), 1, 1, NUMBERS),
    "the head is not a number": (row(1) + row(2, head="x"), 2, 13, HEAD),
    "the head is negative": (row(1, head=-1), 1, 13, HEAD),
    "the head is missing": (row(1, head=""), 1, 13, HEAD),
    "the head is too long": (row(1, head="1" * 30), 1, 13, HEAD),
    "the head after wide characters": (row(1, form="é犬", head="x"), 1, 14, HEAD),
    "the head is outside": ("# c\n" + row(1) + row(2, head=3), 3, 13, OUTSIDE),
    "the head is far outside": (row(1, head=999_999_999), 1, 13, OUTSIDE),
    "its own head": ("# c\n" + row(1) + row(2, head=2), 3, 13, CIRCLE),
    "a circle": (row(1) + row(2, head=3) + row(3, head=4) + row(4, head=2), 2, 13, CIRCLE),
    "a circle after a multiword token": (SPAN.format(1, 2) + row(1, head=2) + row(2, head=1), 2, 13, CIRCLE),
    "a comment inside": (row(1) + "# c\n" + row(2), 2, 1, COMMENT),
    "a comment after a multiword token": (SPAN.format(1, 2) + "# c\n" + row(1) + row(2), 2, 1, COMMENT),
    "a comment after an empty node": (EMPTY.format(0, 1) + "# c\n" + row(1), 2, 1, COMMENT),
    "a NUL in a form": ("# c\n" + row(1, form="a\0b"), 2, 4, NUL),
    "a NUL in a comment": ("# \0\n" + row(1), 1, 3, NUL),
    "cut short": (row(1) + "2\tw\t_\tX", 2, 1, FIELDS),
    "cut short in a number": (row(1) + "2", 2, 1, FIELDS),
    "a multiword token that is too long": (SPAN.format(1, 3) + row(1) + row(2), 4, 1, NUMBERS),
    "a multiword token backwards": (row(1) + SPAN.format(2, 1) + row(2), 2, 1, NUMBERS),
    "a multiword token too early": (SPAN.format(2, 3) + row(1) + row(2) + row(3), 1, 1, NUMBERS),
    "a multiword token too late": (row(1) + SPAN.format(1, 2) + row(2), 2, 1, NUMBERS),
    "a multiword token within another": (
        SPAN.format(1, 9) + row(1) + SPAN.format(2, 3) + row(2) + row(3), 3, 1, NUMBERS
    ),
    "a multiword token twice": (SPAN.format(1, 2) * 2 + row(1) + row(2), 2, 1, NUMBERS),
    "a multiword token with too few fields": ("1-2\tx\n" + row(1) + row(2), 1, 1, FIELDS),
    "a multiword token with too many fields": ("1-2" + "\tx" * 10 + "\n" + row(1) + row(2), 1, 1, FIELDS),
    "a multiword token alone": ("1-2\n" + row(1) + row(2), 1, 1, FIELDS),
    "an empty node too early": (EMPTY.format(1, 1) + row(1), 1, 1, NUMBERS),
    "an empty node too late": (row(1) + row(2) + EMPTY.format(1, 1), 3, 1, NUMBERS),
    "an empty node twice": (row(1) + EMPTY.format(1, 1) * 2, 3, 1, NUMBERS),
    "empty nodes out of order": (row(1) + EMPTY.format(1, 2) + EMPTY.format(1, 1), 3, 1, NUMBERS),
    "an empty node number 0": (row(1) + EMPTY.format(1, 0), 2, 1, NUMBERS),
    "an empty node after the multiword token": (
        row(1) + SPAN.format(2, 3) + EMPTY.format(1, 1) + row(2) + row(3), 3, 1, NUMBERS
    ),
    "an empty node with too few fields": (row(1) + "1.1\tx\n", 2, 1, FIELDS),
    "half a range": (row("1-"), 1, 1, NUMBERS),
    "two marks": (row("1-2-3"), 1, 1, NUMBERS),
}  # fmt: skip
GOOD = "# good\n" + row(1) + "\n"


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_an_error_says_where_and_what(name: str) -> None:
    text, line, place, message = BROKEN[name]
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert str(caught.value).startswith(f"here.conllu:{line}:{place}: {message}")


@pytest.mark.parametrize("name", sorted(BROKEN))
def test_a_bad_sentence_is_kept_whole_and_the_others_read(name: str) -> None:
    text, line, place, message = BROKEN[name]
    text += "" if text.endswith("\n") else "\n"
    treebank, [reject] = parse_all(GOOD + text + "\n" + GOOD)
    assert spell(treebank) == GOOD * 2
    assert (reject.line, reject.column, reject.text) == (line + 3, place, text)
    assert reject.message.startswith(message)


def test_a_message_shows_what_was_found() -> None:
    with pytest.raises(FormatError, match=r"0 for the root, or _, found 'x y'$"):
        parse(row(1, head="x y"))
    with pytest.raises(FormatError, match=r"the head is not a token of the sentence, found '7'$"):
        parse(row(1) + row(2, head=7))


def test_a_comment_line_is_not_a_row_in_formats_without_comments() -> None:
    treebank, rejects = parse_all("# c\n" + row(1) + "\n" + row(1), "conllx")
    assert (len(treebank), [reject.line for reject in rejects]) == (1, [1])


# The scanner and its twin

NUMBERS_OF_ROWS = st.sampled_from(
    ["1", "2", "3", "4", "01", "0", "_", "1-1", "1-2", "2-3", "3-9", "0.1", "1.1", "1.2", "2.1", "1-", "x"]
)
FIELD_TEXTS = st.sampled_from(
    ["_", "a", "word", "longer-than-seven", "é", "", " ", "#", "1", "0", "2", "\0", "a b", "\r"]
)


@st.composite
def tables(draw: st.DrawFn, layout: Layout) -> str:
    """Mostly good tables with something wrong here and there."""
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.booleans()):
            lines.append(draw(st.sampled_from(["# note", "#", "# sent_id = 1"])))
        length = draw(st.integers(0, 4))
        for number in range(1, length + 1):
            lines.append(draw(_good_rows(layout, number, length)))
        if draw(st.integers(0, 3)) == 0:
            lines.insert(draw(st.integers(0, len(lines))), draw(_any_rows(layout)))
        lines.append(draw(st.sampled_from(["", "", "", " ", "\t", "\r", "# c"])))
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    return end.join(lines) + draw(st.sampled_from(["", end]))


@st.composite
def _good_rows(draw: st.DrawFn, layout: Layout, number: int, length: int) -> str:
    fields = []
    for name in layout.columns:
        if name == "number":
            fields.append(str(number))
        elif name == "head":
            fields.append(draw(st.sampled_from(["0", "0", "_", *map(str, range(1, length + 1))])))
        else:
            fields.append(draw(st.sampled_from(["_", "a", "word", "longer-than-seven", "é", ""])))
    return "\t".join(fields)


@st.composite
def _any_rows(draw: st.DrawFn, layout: Layout) -> str:
    fields = draw(st.lists(FIELD_TEXTS, min_size=1, max_size=len(layout.columns) + 2))
    wanted = len(layout.columns) + draw(st.integers(-1, 1))
    return "\t".join([draw(NUMBERS_OF_ROWS), *(fields * wanted)[: wanted - 1]])


def plain(treebank: Treebank, layout: Layout) -> PlainTable:
    """A treebank in the shape of the twin."""
    rows: dict[str, list[Any]] = {name: column(treebank, name) for name in layout.texts}
    rows["head"] = treebank.tokens.numbers("head").tolist()
    spans = pairwise(treebank.tokens.offsets.tolist())
    sentences = [[{name: values[i] for name, values in rows.items()} for i in range(a, b)] for a, b in spans]
    comments = [(note or "").split("\n") if note else [] for note in treebank.sentences.text("comments")]
    multiword, empty = treebank.multiword, treebank.empty
    found = PlainTable(sentences, comments, [[] for _ in sentences], [[] for _ in sentences])
    if len(multiword):
        for s, first, last, form, fields in zip(
            multiword.sentence.tolist(), multiword.numbers("first").tolist(), multiword.numbers("last").tolist(),
            multiword.text("form"), multiword.text("fields"), strict=True,
        ):  # fmt: skip
            found.spans[s].append((first, last, f"{form}\t{fields}"))
    if len(empty):
        for s, after, minor, fields in zip(
            empty.sentence.tolist(), empty.numbers("after").tolist(), empty.numbers("minor").tolist(),
            empty.text("fields"), strict=True,
        ):  # fmt: skip
            found.empties[s].append((after, minor, fields or ""))
    return found


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@patient
@given(data=st.data())
def test_the_scanner_reads_what_its_twin_reads(name: str, data: st.DataObject) -> None:
    layout = LAYOUTS[name]
    text = data.draw(tables(layout))
    treebank, rejects = parse_all(text, name)
    expected = table_sentences(text, layout)
    found = plain(treebank, layout)
    assert found.sentences == expected.sentences
    assert found.comments == expected.comments
    assert found.spans == expected.spans
    assert found.empties == expected.empties
    lines = text.split("\n")
    assert len(rejects) == len(expected.bad)
    for reject, first in zip(rejects, expected.bad, strict=True):
        kept = reject.text.split("\n")[:-1]
        assert kept == lines[first - 1 : first - 1 + len(kept)]
        assert first <= reject.line <= first + len(kept)


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@patient
@given(data=st.data())
def test_a_second_round_trip_changes_nothing(name: str, data: st.DataObject) -> None:
    once = spell(parse_all(data.draw(tables(LAYOUTS[name])), name)[0], name)
    twice = spell(parse(once, name), name)
    assert twice == once


@pytest.mark.parametrize("name", sorted(LAYOUTS))
@patient
@given(text=st.text("\t\t\t\t\n\n\r#1234567890-._ aé\0", max_size=80))
def test_stopping_and_skipping_agree_on_the_first_problem(name: str, text: str) -> None:
    _, rejects = parse_all(text, name)
    if not rejects:
        parse(text, name)
        return
    with pytest.raises(FormatError) as caught:
        parse(text, name)
    assert caught.value.reject == rejects[0]


# Sizes


def test_a_sentence_of_a_million_tokens() -> None:
    text = "".join(f"w\tX\t{head}\n" for head in range(1_000_000)) + "\n"
    treebank = parse(text, "dp")
    assert len(treebank.tokens) == 1_000_000
    assert spell(treebank, "dp") == text


def test_more_distinct_words_than_the_first_table_holds() -> None:
    text = "".join(f"word{i}\ttag{i}\t0\n\n" for i in range(40_000))
    assert spell(parse(text, "dp"), "dp") == text


def test_more_sentences_than_are_written_at_once() -> None:
    text = "# c\n" + row(1) + "\n"
    assert spell(parse(text * 45_000)) == text * 45_000

"""Head rules: which child is the head."""

from __future__ import annotations

from pathlib import Path

import head_twins
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strategies import treebanks
from treegauge import CallError, DataError, Text, Treebank, UnknownNameError
from treegauge.annotation.head_rules import HEAD_RULES, HeadRules, find_rules, head_children, read_head_rules
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.bundled import bundled

patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def heads(treebank: Treebank, rules: str | HeadRules) -> list[str | None]:
    """The label or tag of the head of each node."""
    found = head_children(treebank, rules).tolist()
    names: list[str | None] = []
    for tree in treebank:
        items = [*(token.tag for token in tree.tokens), *(node.label for node in tree.nodes)]
        start = int(treebank.nodes.offsets[tree.index])
        names += [items[found[start + node.index]] if found[start + node.index] >= 0 else None for node in tree.nodes]
    return names


def table(**steps: tuple[tuple[str, ...], ...]) -> HeadRules:
    return HeadRules("test", "a table for tests", steps)


FLAT = trees("(S (A a) (B b) (C c) (B d))")


@pytest.mark.parametrize(
    ("step", "head"),
    [
        (("left", "B", "C"), 1),
        (("right", "B", "C"), 3),
        (("right", "A", "C"), 2),
        (("left", "*"), 0),
        (("right", "*"), 3),
        (("left", "X"), 0),  # found nowhere: the first child
        (("right", "X"), 0),
    ],
)
def test_a_step_takes_the_first_child_from_its_side(step: tuple[str, ...], head: int) -> None:
    assert head_children(FLAT, table(S=(step,))).tolist() == [head]


@pytest.mark.parametrize(
    ("steps", "head"),
    [
        ((("left", "C"), ("left", "A")), 2),
        ((("left", "X"), ("right", "B"), ("left", "A")), 3),
        ((("left", "X"), ("right", "*")), 3),
        ((("right", "*"), ("left", "A")), 3),
        ((("left", "B"), ("right", "B")), 1),  # a label in two steps belongs to the first
    ],
)
def test_an_earlier_step_goes_before_a_later_one(steps: tuple[tuple[str, ...], ...], head: int) -> None:
    assert head_children(FLAT, table(S=steps)).tolist() == [head]


@pytest.mark.parametrize(
    ("step", "head"),
    [
        (("left-each", "C", "B"), 2),
        (("right-each", "X", "B"), 3),
        (("right-each", "A", "B"), 0),
        (("left", "*", "!A"), 1),
        (("right", "*", "!B"), 2),
        (("right", "<tag>"), 3),
        (("left", "<phrase>"), 0),  # there is none
        (("left", "?", "!A"), 0),  # one character is a label, not a pattern
        (("right", "A*"), 0),
    ],
)
def test_a_step_can_go_label_by_label_leave_out_labels_and_name_classes(step: tuple[str, ...], head: int) -> None:
    assert head_children(FLAT, table(S=(step,))).tolist() == [head]


def test_a_label_in_a_step_matches_labels_with_function_tags() -> None:
    treebank = trees("(S-TPC-1 (NP-SBJ (X x)) (VP=2 (X x)) (-LRB- -LRB-))")
    assert heads(treebank, table(S=(("left", "VP"),)))[0] == "VP=2"
    assert heads(treebank, table(S=(("left", "NP-SBJ"),)))[0] == "NP-SBJ"
    assert heads(treebank, table(S=(("left", "NP-LGS"), ("left", "-LRB-"))))[0] == "-LRB-"


def test_the_longest_name_of_a_category_finds_its_rule() -> None:
    rules = table(**{"NP": (("left", "*"),), "NP-SBJ": (("right", "*"),)})
    assert head_children(trees("(NP-SBJ-1 (A a) (B b))\n(NP-LGS (A a) (B b))"), rules).tolist() == [1, 0]


def test_any_child_is_not_punctuation_if_there_is_another() -> None:
    rules = HeadRules("test", "", {}, default=(("right", "*"),), punctuation=frozenset({"B"}))
    assert head_children(FLAT, rules).tolist() == [2]
    assert head_children(trees("(S (B b) (B c))"), rules).tolist() == [0]


def test_children_without_words_come_last() -> None:
    treebank = trees("(SBAR (-NONE- 0) (S (NP (-NONE- *T*-1)) (VP (VB go))))")
    assert heads(treebank, "collins") == ["S", "VP", "-NONE-", "VB"]
    assert heads(treebank, "left")[0] == "-NONE-"  # just the leftmost


def test_a_star_marks_the_head_as_in_figure_3_of_the_paper_on_projections() -> None:
    treebank = trees("(S (NP* (DT the) (NN* dog)) (VP (VBZ* barks)))")
    assert heads(treebank, "collins") == ["NP*", "NN*", "VBZ*"]
    assert heads(trees("(S (NP (DT* the) (NN dog)) (VP* (VBZ barks)))"), "charniak") == ["VP*", "DT*", "VBZ"]


def test_a_star_within_a_label_or_behind_a_mark_is_none() -> None:
    assert heads(trees("(S (NP;*SBJ* (N x)) (VB y))"), "left") == ["NP;*SBJ*", "N"]
    assert heads(trees("(S (VB y) (PP;* (N x)))"), "left")[0] == "VB"


def test_the_first_function_of_a_table_is_the_strongest() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of(["P", "MV", "H", None])))
    assert head_children(treebank, HeadRules("test", "", {}, functions=("H", "MV", "P"))).tolist() == [2]
    assert head_children(treebank, HeadRules("test", "", {}, functions=("MV", "P"))).tolist() == [1]


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("(NP (NN cats) (CC and) (NN dogs))", 0),
        ("(NP (NN cats) (, ,) (CC and) (NN dogs))", 0),  # punctuation is passed over
        ("(NP (CC and) (NN dogs))", 1),  # nothing is before it
        ("(NP (NN cats) (CC and) (JJ big) (NN dogs))", 3),  # the conjunction is not next to the head
    ],
)
def test_collins_chooses_the_sister_before_a_conjunction(text: str, head: int) -> None:
    assert head_children(trees(text), "collins").tolist() == [head]


def test_a_marked_head_is_not_moved_by_coordination() -> None:
    treebank = trees("(NP (NN cats) (CC and) (NN* dogs))")
    assert head_children(treebank, "collins").tolist() == [2]


def test_a_step_looks_at_phrases_and_tags_alike() -> None:
    assert heads(trees("(S (NP (X x)) (B b))"), table(S=(("left", "NP"),)))[0] == "NP"


def test_a_child_with_the_function_hd_goes_before_all_steps() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of([None, None, "HD", None])))
    assert head_children(treebank, table(S=(("left", "A"),))).tolist() == [2]


def test_a_phrase_with_the_function_hd_goes_before_all_steps() -> None:
    treebank = trees("(S (A a) (NP (X x)))")
    treebank = treebank.replace(nodes=treebank.nodes.replace(function=Text.of([None, "HD"])))
    assert heads(treebank, table(S=(("left", "A"),)))[0] == "NP"


def test_of_two_children_with_the_function_hd_the_first_is_the_head() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of([None, "HD", "HD", None])))
    assert head_children(treebank, table(S=(("right", "*"),))).tolist() == [1]


def test_a_table_can_have_functions_of_its_own() -> None:
    treebank = FLAT.replace(tokens=FLAT.tokens.replace(function=Text.of([None, "HD", "PH", None])))
    rules = HeadRules("test", "", {}, functions=("PH",))
    assert head_children(treebank, rules).tolist() == [2]


def test_categories_without_steps_have_the_default() -> None:
    rules = HeadRules("test", "", {"NP": (("left", "*"),)}, default=(("right", "*"),))
    assert heads(trees("(S (NP (A a) (B b)) (VP (C c) (D d)))"), rules) == ["VP", "A", "D"]


def test_a_phrase_without_a_label_has_the_default() -> None:
    treebank = FLAT.replace(nodes=FLAT.nodes.replace(label=Text.of([None])))
    assert head_children(treebank, HeadRules("test", "", {}, default=(("right", "*"),))).tolist() == [3]


def test_a_word_without_a_tag_can_be_the_head() -> None:
    assert head_children(trees("(S a (B b))"), "left").tolist() == [0]


def test_a_phrase_without_children_has_no_head() -> None:
    assert head_children(trees("(S (A a) (NP))"), "left").tolist()[1] == -1


def test_sentences_count_from_their_own_beginning() -> None:
    assert head_children(trees("(S (A a) (B b))\n(S (NP (A a)) (B b))"), "left").tolist() == [0, 2 + 1, 0]


def test_a_discontinuous_child_is_at_its_first_token() -> None:
    treebank = trees("(S (NP (A 0=a) (C 2=c)) (B 1=b))", "discbracket")
    assert (heads(treebank, "left")[0], heads(treebank, "right")[0]) == ("NP", "B")


@given(
    treebank=treebanks(constituents=True, empty_nodes=True),
    name=st.sampled_from(["left", "right", *HEAD_RULES]),
)
@patient
def test_the_kernel_finds_the_same_heads_as_its_plain_twin(treebank: Treebank, name: str) -> None:
    assert head_children(treebank, name).tolist() == head_twins.head_children(treebank, find_rules(name, treebank))


RICH = HeadRules(
    "rich",
    "everything that a table can say",
    {
        "S": (("right-each", "VP", "NP-SBJ", "!名*"), ("left", "<phrase>", "!<same>")),
        "NP": (("right", "N*", "!NP"), ("left", "<same>"), ("right", "PRP?", "VB")),
        "VP": (("left", "<tag>"),),
    },
    default=(("left", "<same>"), ("right", "*")),
    functions=("OA", "SB"),
    punctuation=frozenset({"$,"}),
    coordination=frozenset({"VB", "名詞句"}),
)


@given(treebank=treebanks(constituents=True, empty_nodes=True))
@patient
def test_the_kernel_reads_every_kind_of_step_as_its_plain_twin_does(treebank: Treebank) -> None:
    assert head_children(treebank, RICH).tolist() == head_twins.head_children(treebank, RICH)


@given(
    treebank=treebanks(constituents=True, empty_nodes=True),
    name=st.sampled_from(["auto", "right", *HEAD_RULES]),
)
@patient
def test_the_head_of_a_node_is_one_of_its_children(treebank: Treebank, name: str) -> None:
    found = head_children(treebank, name).tolist()
    for tree in treebank:
        start, items = int(treebank.nodes.offsets[tree.index]), [*tree.tokens, *tree.nodes]
        for node in tree.nodes:
            head = found[start + node.index]
            assert (items[head] in node.children) if node.children else head == -1


def test_auto_takes_the_table_whose_labels_the_treebank_has() -> None:
    assert find_rules("auto", trees("(S (NP (ART der)) (VVFIN geht) ($. .))")).name == "negra"


def test_auto_takes_the_left_child_where_no_table_fits() -> None:
    assert find_rules("auto", trees("(ip (np (n x)))")).name == "left"


def test_labels_that_only_other_sentences_have_do_not_matter_for_auto() -> None:
    assert find_rules("auto", trees("(ip (np (n x)))\n(CNP ($, ,))")[:1]).name == "left"


def test_an_unknown_name_is_an_error_that_lists_them() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown head rules 'colins'; did you mean 'collins'\?"):
        find_rules("colins", FLAT)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("about = 1 1", "at line 1"),
        ("[rules]", "key 'about' is missing"),
        (
            'about = "x"\n[rules]\nNP = [["up", "NN"]]',
            r"key 'rules.NP\[1\]' must be a direction .*not 'up, NN'",
        ),
        ('about = "x"\n[rules]\nNP = [["left"]]', r"key 'rules.NP\[1\]' must be a direction .*not 'left'"),
    ],
)
def test_a_table_that_cannot_be_read_is_an_error_that_names_it(text: str, message: str) -> None:
    with pytest.raises(DataError, match=f"head rules 'mine'.*{message}"):
        read_head_rules("mine", text)


def test_head_rules_need_phrases() -> None:
    with pytest.raises(CallError, match="there is no constituency tree"):
        head_children(bundled("german.export").replace(tokens=FLAT.tokens.replace(parent=None)), "left")


def test_a_table_can_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('about = "mine"\n[rules]\nS = [["right", "A", "C"]]\n', "utf-8")
    assert head_children(FLAT, str(path)).tolist() == [2]

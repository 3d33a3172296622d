"""Preparations: what each does to small trees, that a grammar can be read off every real treebank after it, and how
they are called for."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from treegauge import CallError, DataError, Treebank, UnknownNameError, apply, bundled, concatenate, induce, read
from treegauge.formats.api import detect
from treegauge.formats.base import FORMATS, Input
from treegauge.formats.sources import find_sources
from treegauge.transforms.preparation import (
    PREPARATIONS,
    apply_alike,
    find_preparation,
    read_preparation,
    recognise,
    resolve,
)

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "preparation.md"


def trees(text: str, format: str = "brackets") -> Treebank:
    reader = FORMATS.get(format).read
    assert reader is not None
    return reader(Input(text.encode()))


def prepared(text: str, name: str, format: str = "brackets") -> list[str]:
    return [tree.brackets() for tree in apply(trees(text, format), f"prepare({name})")]


def test_penn_loses_functions_and_empties_and_gets_a_root() -> None:
    text = "( (S (NP-SBJ-1 (-NONE- *)) (VP (VBZ is) (NP=2 (NN x)) (-LRB- -LCB-)) (. .)))\n( (NP (-NONE- *)))\n"
    assert prepared(text, "penn") == ["(TOP (S (VP (VBZ is) (NP (NN x)) (-LRB- -LCB-)) (. .)))"]


def test_penn_historical_keeps_the_case_in_the_tags_and_loses_codes_with_their_words() -> None:
    text = """
    ( (IP-MAT=1 (NP-SBJ (PRO-N hann)) (NP-OB1 *T*-1) (CODE (N-A x)) (C 0) (ADV-1 svo) (. .)) (ID A,1))
    ( (CODE (CODE <heading>) (NP (N-N kapituli))) (ID A,2))
    """
    assert prepared(text, "penn-historical", "brackets-psd") == ["(TOP (IP (NP (PRO-N hann)) (ADV-1 svo) (. .)))"]


def test_penn_historical_gives_each_mark_of_the_yiddish_corpus_a_tag() -> None:
    text = '( (IP-MAT (PUNC ") (VBF geyt) (PUNC ,) (PUNC ") (PUNC ?)) (ID A,1))'
    assert prepared(text, "penn-historical", "brackets-psd") == ["""(TOP (IP (`` ") (VBF geyt) (, ,) ('' ") (. ?)))"""]


def test_stars_for_hyphens_are_read_as_hyphens() -> None:
    text = "(TOP (IP*MAT*SPE (NP*SBJ (PRO*N hann)) (VBDI fer)))"
    assert prepared(text, "penn-historical") == ["(TOP (IP (NP (PRO-N hann)) (VBDI fer)))"]


def test_keyaki_loses_roles_and_gets_a_tag_for_each_mark() -> None:
    text = "( (IP-MAT (NP;*SBJ* (N x)) (PU 、) (NP-OB1 *pro*) (PP{A_B} (P y)) (-LRB- 「) (VB z) (PU 。)) (ID 1))"
    assert prepared(text, "keyaki", "brackets-psd") == [
        "(TOP (IP (NP (N x)) (, 、) (PP (P y)) (-LRB- 「) (VB z) (. 。)))"
    ]


EXPORT = """#FORMAT 3
#BOS 1
Er\tPPER\t--\tSB\t500
hat\tVAFIN\t--\tHD\t500
,\t$,\t--\t--\t0
<li>\t--\t--\t--\t0
"\t$(\t--\t--\t0
es\tPPER\t--\tOA\t501
"\t$(\t--\t--\t0
heute\tADV\t--\tMO\t500
gesehen\tVVPP\t--\tHD\t501
.\t$.\t--\t--\t0
#500\tS\t--\t--\t0
#501\tVP\t--\tOC\t500
#EOS 1
"""


def untagged(treebank: Treebank, form: str) -> Treebank:
    """The treebank in which a form has no tag, as in TIGER-XML."""
    tag = treebank.tokens.text("tag")
    codes = tag.codes.copy()
    codes[treebank.tokens.text("form").mask({form})] = -1
    return treebank.replace(tokens=treebank.tokens.replace(tag=type(tag)(codes, tag.values)))


def test_tiger_gets_its_punctuation_into_the_tree_and_crossing_branches_raised() -> None:
    treebank = untagged(trees(EXPORT, "export"), "<li>")
    after = apply(treebank, "prepare(tiger)")[0].brackets()
    assert after == (
        """(TOP (S (PPER Er) (VAFIN hat) (, ,) (`` ") (PPER es) ('' ") (ADV heute) (VP (VVPP gesehen)) (. .)))"""
    )


def test_words_of_tiger_without_a_tag_get_one() -> None:
    treebank = untagged(untagged(trees(EXPORT, "export"), "<li>"), "Er")
    assert apply(treebank, "prepare(tiger)").tokens.text("tag").decode()[:3] == ["X", "VAFIN", ","]


def test_alpino_gets_its_punctuation_into_the_tree_and_crossing_branches_raised() -> None:
    text = EXPORT.replace("$,", "punct").replace("$.", "punct").replace("$(", "punct").replace("<li>\t--", "of\tadv")
    after = apply(trees(text, "export"), "prepare(alpino)")
    tags = after.tokens.text("tag").decode()
    assert (tags[2], tags[-1]) == (",", ".")
    assert after[0].brackets().startswith("(TOP (S ")
    induce(after)


def test_cess_loses_inflection_indices_and_functions() -> None:
    text = (
        "( (S.F.C*-CD (sn.e-SUJ *0*) (sn-SUJ.d (espec.ms (da0ms0 el el)) (grup.nom.ms.1n (ncms000 x x)) (s.a.fp.co"
        " (aq0fp0 y y))) (grup.verb (vmip3s0 z z)) (sp.1c (prep (sps00 de de))) (grup.nom.s (Zp 5 5)) (Fpa ( ()))"
    ).replace("(Fpa ( ()", "(Fpa -Fpa- -Fpa-)")
    assert prepared(text, "cess", "brackets-cess") == [
        "(TOP (S.F.C* (sn (espec (da el)) (grup.nom (nc x)) (s.a.co (aq y))) (grup.verb (vm z)) (sp (prep (sp de)))"
        " (grup.nom (Zp 5)) (Fpa -Fpa-)))"
    ]


def test_floresta_gets_tags_for_its_marks_and_loses_hyphens() -> None:
    text = "#1 x\n(STA+fcl (SUBJ+np- (H+n x)) (,) (P+v-fin y) (ACC+pron-det z) (.))\n"
    assert prepared(text, "floresta", "brackets-floresta") == [
        "(TOP (fcl (np (n x)) (, ,) (v-fin y) (pron-det z) (. .)))"
    ]


def test_sinica_loses_features_and_gets_the_last_mark_into_the_tree() -> None:
    text = "#1:1.[0] NP(property:VP‧的(head:VP(Head:VH11[+ASP]:美)|Head:DE:的)|Head:Nab[+SPO]:花)#，(COMMACATEGORY)\n"
    assert prepared(text, "sinica", "sinica") == [
        "(TOP (NP (VP‧的 (VP (VH11 美)) (DE 的)) (Nab 花) (COMMACATEGORY ，)))"
    ]


def test_phrases_are_dropped_with_their_words_and_with_those_that_hold_nothing_else() -> None:
    text = "(S (NP (A (B (X x)) (A (Y y))) (N n)) (VP (A (Z z))) (A))\n(A (S (X x)))\n(S (X x))"
    after = apply(trees(text), "drop-phrases([A,Q])")
    assert [tree.brackets() for tree in after][::2] == ["(S (NP (N n)))", "(S (X x))"]
    assert (after.tokens.counts.tolist(), after.nodes.counts.tolist()) == ([1, 0, 1], [2, 0, 1])


def test_only_marks_of_layout_without_a_tag_are_dropped() -> None:
    treebank = untagged(trees("(S (X <p>) (Y y) (X </em>) (X <) (X <3>))\n(S (X <i>) (Y z))"), "<p>")
    after = apply(untagged(untagged(untagged(treebank, "</em>"), "<"), "<3>"), "drop-markup")
    assert after.tokens.text("form").decode() == ["y", "<", "<3>", "<i>", "z"]


def test_words_without_a_tag_get_that_of_their_mark_or_the_given_one() -> None:
    treebank = trees('(S (X a) (Z ,) (Z ") (X b) (Z ") (Z ...) (Z %) (K ,))')
    for form in ("a", '"', "..."):
        treebank = untagged(treebank, form)
    after = apply(treebank, "fill-tags(tag=UNKNOWN)")
    assert after.tokens.text("tag").decode() == ["UNKNOWN", "Z", "``", "X", "''", ":", "Z", "K"]


def test_a_pattern_is_replaced_wherever_it_is_found() -> None:
    treebank = trees("(S.a.b (NP.a (X.a x)))")
    assert apply(treebank, r"rewrite(pattern='\.([ab])', to='-\1')")[0].brackets() == "(S-a-b (NP-a (X.a x)))"
    assert apply(treebank, r"rewrite(pattern='\..*', column=tag)")[0].brackets() == "(S.a.b (NP.a (X x)))"


@pytest.mark.parametrize("options", ["pattern='('", r"pattern='a', to='\1'"])
def test_a_bad_pattern_is_an_error(options: str) -> None:
    with pytest.raises(CallError, match=r"cannot read the regular expression '\('|cannot replace '.' by '"):
        apply(trees("(a (X x))"), f"rewrite({options})")


@pytest.mark.parametrize("name", PREPARATIONS)
def test_a_prepared_treebank_is_not_changed(name: str) -> None:
    text = "(TOP (NP (N x) (PP (P y))))"
    assert prepared(text, name) == [text]


@pytest.mark.parametrize("name", PREPARATIONS)
def test_a_treebank_without_sentences_is_not_changed(name: str) -> None:
    assert prepared("", name) == []


@pytest.mark.parametrize("name", PREPARATIONS)
def test_every_preparation_is_documented_as_it_is(name: str) -> None:
    row = next(line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"| `{name}` |"))
    assert [spec for spec in PREPARATIONS[name].transforms if f"`{spec}`".replace("|", r"\|") not in row] == []


# A file, directory or glob of the collection, and its preparation.
REAL = (
    ("ptb_wsj_sample/wsj_sample.mrg.xz", "penn"),
    ("gum/gentle_const.ptb.xz", "penn"),
    ("gum/gum_const.ptb.xz", "penn"),
    ("craft/craft_penn.tree.xz", "penn"),
    ("genia/dev.trees.xz", "penn"),
    ("handparsed/english_handparsed.mrg", "penn"),
    ("pe08/*.ptb", "penn"),
    ("parser_output/berkeley_analyser_sample/wsj01.mrg", "penn"),
    ("farpahc/1928.ntacts.rel-bib.psd.xz", "penn-historical"),
    ("squoia/GREG_SQUOIA_DE.xml.xz", "tiger"),
    ("squoia/GREG_SQUOIA_ES.xml.xz", "tiger"),
    ("smultron/smultron_de_banana.xml.xz", "tiger"),
    ("smultron/smultron_sv_banana.xml.xz", "tiger"),
    ("smultron/smultron_en_banana.xml.xz", "tiger"),
    ("tiger_sample/tiger-sample.export", "tiger"),
    ("tiger_sample/corpus-sample.export", "tiger"),
    ("tuebadz_sample/exportxml-example.xml.xz", "tiger"),
    ("tuebadz_sample/tueba-sample.export", "tiger"),
    ("cess_esp/cess_esp.tbf.xz", "cess"),
    ("floresta/Floresta_7.4.ptb.xz", "floresta"),
    ("sinica/parsed.xz", "sinica"),
    ("discodop_alpino_sample/alpinosample.export", "alpino"),
)
# Tars: the first texts are enough.
TARS = (
    ("yiddish/yiddish_psd_datamod.tar.xz", "penn-historical"),
    ("keyaki/keyaki_psd.tar.xz", "keyaki"),
    ("pcc/pcc_syntax_tigerxml.tar.xz", "tiger"),
    ("genia/genia_treebank_v1_xml.tar.xz", "penn"),
    ("parser_output/farpahc_berkeley.tar.xz", "penn-historical"),
)


def check(treebank: Treebank, name: str) -> None:
    assert recognise(treebank).name == name
    after = apply(treebank, "prepare")
    grammar = induce(after)
    assert 0.8 * len(treebank) <= len(after) <= len(treebank)
    assert (after.tokens.counts > 0).all()
    assert grammar.name(grammar.start) == "TOP"


@pytest.mark.parametrize(("path", "name"), REAL)
def test_a_grammar_can_be_read_off_every_treebank(shared: Path, path: str, name: str) -> None:
    check(read(str(shared / path), on_error="skip"), name)


@pytest.mark.parametrize(("path", "name"), TARS)
def test_a_grammar_can_be_read_off_the_first_texts_of_large_treebanks(shared: Path, path: str, name: str) -> None:
    parts = []
    for source in find_sources(str(shared / path)):
        data = source.load()
        format = detect(data, source.name)
        if format is not None and format.read is not None and ("gold/" in source.name or "berkeley" not in path):
            parts.append(format.read(Input(data, source.name)))
        if len(parts) == 12:
            break
    check(concatenate(parts), name)


def test_a_grammar_can_be_read_off_the_beginning_of_alpino(shared: Path) -> None:
    with lzma.open(shared / "alpino/alpino.xml.xz") as file:
        text = file.read(2_000_000)
    reader = FORMATS.get("alpino").read
    assert reader is not None
    end = b"</alpino_ds>"
    check(reader(Input(text[: text.rindex(end)] + end + b"</alpino>")), "alpino")


def test_the_penn_sample_gives_the_known_grammar(shared: Path) -> None:
    treebank = apply(read(str(shared / "ptb_wsj_sample/wsj_sample.mrg.xz")), "prepare(penn)")
    assert (len(induce(treebank)), int((treebank.tokens.counts < 40).sum())) == (3_764, 3_597)


@pytest.mark.slow
def test_icepahc_gives_the_known_grammar(shared: Path) -> None:
    treebank = apply(read(str(shared / "icepahc")), "prepare(auto)")
    grammar = induce(treebank)
    tags = len(grammar.symbols) - grammar.nonterminals
    assert (len(grammar), tags, int((treebank.tokens.counts <= 40).sum())) == (61_806, 419, 70_543)


def test_a_wrong_name_is_an_error_that_lists_the_right_ones() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown preparation 'pen'; did you mean 'penn'\?"):
        apply(trees("(S (X x))"), "prepare(pen)")


def test_a_treebank_of_no_known_kind_is_an_error_that_names_the_nearest() -> None:
    expected = r"no preparation is known to fit this treebank \('\w+' is the closest: it has 0% of"
    with pytest.raises(DataError, match=expected):
        apply(trees("(AAA (xx y))"), "prepare")


def test_without_trees_there_is_nothing_to_recognise() -> None:
    with pytest.raises(DataError, match=r"no constituency trees"):
        recognise(trees(""))


def test_only_a_preparation_that_raises_is_taken_for_crossing_branches() -> None:
    text = EXPORT.replace("PPER", "PRP").replace("VAFIN", "VBZ").replace("VVPP", "VBN").replace("ADV", "RB")
    crossing = trees(text, "export")
    continuous = apply(crossing, ["attach-punctuation", "raise-crossing"])
    assert (recognise(crossing).raises_crossing, recognise(continuous).name) == (True, "penn")


def test_a_toml_file_is_a_preparation(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('transforms = ["strip-functions", "add-root(label=ROOT)"]\n', "utf-8")
    assert prepared("(S (NP-SBJ (X x)))", f"'{path}'") == ["(ROOT (S (NP (X x))))"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("transforms = 3", r"mine\.toml: key 'transforms' must be a list of strings, not the number 3"),
        ("", r"mine\.toml: key 'transforms' is missing; it is a list of strings"),
        ("transforms = [", r"mine\.toml: this is not TOML: "),
        ('transforms = ["prepare(penn)"]', r"key 'transforms\[1\]' cannot be 'prepare\(penn\)'"),
        ('transforms = ["strip-function"]', r"mine\.toml: unknown transform 'strip-function'"),
    ],
)
def test_a_bad_file_is_an_error_that_says_what_to_write(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises((DataError, CallError), match=message):
        find_preparation(str(path), trees("(S (X x))"))


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(CallError, match=r"cannot read 'no-such\.toml'"):
        find_preparation("no-such.toml", trees("(S (X x))"))


def test_an_entry_describes_its_treebanks() -> None:
    assert all(entry.about and entry.treebanks and entry.punctuation for entry in PREPARATIONS.members().values())
    assert read_preparation("x", {"transforms": ["add-root"]}).transforms == ("add-root",)


def test_transforms_change_all_treebanks() -> None:
    treebanks = [trees("(S (A-1 (a x)))"), trees("(S (B-2 (a x)))")]
    changed, specs = apply_alike(treebanks, ["strip-functions", "add-root"], 0)
    assert [treebank[0].brackets() for treebank in changed] == ["(TOP (S (A (a x))))", "(TOP (S (B (a x))))"]
    assert specs == ["strip-functions", "add-root"]


@pytest.mark.parametrize("spec", ["prepare", "prepare(auto)", "prepare(name=auto)"])
def test_an_automatic_preparation_is_that_of_the_training_trees(spec: str) -> None:
    """The test trees alone would be prepared otherwise, or not at all."""
    english, odd = bundled("english.mrg"), trees("(Q (Q-1 (q x)) (-NONE- *))")
    (_, test), specs = apply_alike([english, odd], [spec], 0)
    assert specs == ["prepare(penn)"]
    assert test[0].brackets() == "(TOP (Q (Q (q x))))"


def test_a_wrong_transform_is_an_error_before_any_work() -> None:
    with pytest.raises(UnknownNameError):
        apply_alike([trees("(S (a x))")], ["sample(99)", "no-such-transform"], 0)


def test_a_seed_is_for_transforms_that_draw() -> None:
    treebank = trees("\n".join(f"(S (a x{number}))" for number in range(50)))
    first, again, other = (apply_alike([treebank], ["shuffle"], seed)[0][0] for seed in (1, 1, 2))
    assert first.equals(again)
    assert not first.equals(other)


def test_an_automatic_preparation_is_resolved_after_the_transforms_before_it() -> None:
    english = bundled("english.mrg")
    assert resolve("prepare", english) == ["prepare(penn)"]
    specs = ["strip-functions", "prepare(auto)", "parent-annotation"]
    assert resolve(specs, english) == ["strip-functions", "prepare(penn)", "parent-annotation"]
    assert resolve(["add-root", "prepare(tiger)"], english) == ["add-root", "prepare(tiger)"]

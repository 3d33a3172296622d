"""Which construction a word of a dependency tree belongs to, in each annotation scheme."""

from __future__ import annotations

from pathlib import Path

import pytest

import treegauge as tg
from treegauge import DataError, Treebank
from treegauge.annotation.constructions import (
    CONSTRUCTIONS,
    find_constructions,
    read_constructions,
    register_constructions,
)
from treegauge.formats.base import FORMATS, Input


def sentence(*words: str) -> Treebank:
    """Words as `form/TAG/head/relation`, the tag in both columns."""
    rows = (word.rsplit("/", 3) for word in words)
    lines = [f"{i}\t{w}\t_\t{tag}\t{tag}\t_\t{head}\t{name}\t_\t_" for i, (w, tag, head, name) in enumerate(rows, 1)]
    read = FORMATS.get("conllu").read
    assert read is not None
    return read(Input(("\n".join(lines) + "\n\n").encode()))


UD = sentence(
    "I/PRON/2/nsubj",
    "saw/VERB/0/root",
    "people/NOUN/2/obj",
    "and/CCONJ/6/cc",
    "garden/NOUN/6/compound",
    "chairs/NOUN/3/conj",
    "with/ADP/9/case",
    "a/DET/9/det",
    "telescope/NOUN/2/obl",
    "that/PRON/11/nsubj",
    "works/VERB/9/acl:relcl",
    "standing/VERB/3/acl",
    "yesterday/NOUN/2/obl:tmod",
    "when/ADV/15/advmod",
    "left/VERB/2/advcl",
    "./PUNCT/2/punct",
)
SUD = sentence(
    "I/PRON/2/subj",
    "have/AUX/0/root",
    "seen/VERB/2/comp:aux@tense",
    "men/NOUN/3/comp:obj",
    "in/ADP/4/udep",
    "gardens/NOUN/5/comp:obj",
    "who/PRON/8/subj",
    "work/VERB/4/mod@relcl",
    "because/SCONJ/2/mod",
    "Tim/PROPN/4/conj:appos",
    "Bob/PROPN/4/conj:coord@emb",
    "often/ADV/3/mod",
)
PENN = sentence(
    "He/PRP/2/SBJ",
    "gave/VBD/0/ROOT",
    "the/DT/5/NMOD",
    "garden/NN/5/NMOD",
    "chair/NN/2/OBJ",
    "with/IN/5/NMOD",
    "legs/NNS/6/PMOD",
    "he/PRP/9/SBJ",
    "liked/VBD/5/NMOD",
    "because/IN/2/PRP",
    "slept/VBD/10/SUB",
    "well/RB/11/MNR",
    "./././P".replace("/./.", "/./2"),
)


@pytest.mark.parametrize(
    ("name", "treebank", "expected"),
    [
        (
            "ud",
            UD,
            "Argument attachment; -; Argument attachment; Coordination; Noun compound; Coordination; Function word; "
            "Function word; PP attachment; Argument attachment; Relative clause; Adnominal clause; Nominal modifier; "
            "Adjective or adverb; Adverbial clause; Punctuation",
        ),
        (
            "sud",
            SUD,
            "Argument attachment; -; Function word; Argument attachment; PP attachment; Function word; "
            "Argument attachment; Relative clause; Adverbial clause; Apposition or parenthesis; Coordination; "
            "Adjective or adverb",
        ),
        (
            "conll2008",
            PENN,
            "Argument attachment; -; Function word; Noun compound; Argument attachment; PP attachment; Function word; "
            "Argument attachment; Relative clause; Adverbial clause; Function word; Adjective or adverb; Punctuation",
        ),
    ],
)
def test_words_belong_to_the_constructions_of_their_scheme(name: str, treebank: Treebank, expected: str) -> None:
    found, table = find_constructions("auto", treebank)
    assert found == name
    names = [*table.names, "-"]
    assert "; ".join(names[place] for place in table.of_words(treebank).tolist()) == expected


def test_arguments_and_adjuncts_are_told_apart_by_subtypes_too() -> None:
    treebank = sentence("a/X/0/root", "b/X/1/obl", "c/X/1/obl:arg", "d/X/1/nsubj:pass", "e/X/1/det")
    argument, adjunct = CONSTRUCTIONS["ud"].arguments_and_adjuncts(treebank.tokens.text("deprel"))
    assert argument.tolist() == [False, False, True, True, False]
    assert adjunct.tolist() == [False, True, False, False, False]


def test_a_clause_with_a_relative_pronoun_is_a_relative_clause() -> None:
    treebank = sentence("men/NOUN/0/root", "who/PRON/3/nsubj", "sleep/VERB/1/acl", "sitting/VERB/1/acl")
    feats = tg.treebank.Text.of(["Number=Plur", "Case=Nom|PronType=Int,Rel", None, "VerbForm=Part"])
    table = CONSTRUCTIONS["ud"]
    places = table.of_words(treebank.replace(tokens=treebank.tokens.replace(feats=feats)))
    assert [table.names[place] for place in places[2:]] == ["Relative clause", "Adnominal clause"]
    assert [table.names[place] for place in table.of_words(treebank)[2:]] == ["Adnominal clause"] * 2


def test_relations_of_no_known_scheme_have_no_constructions() -> None:
    treebank = sentence("a/X/0/raiz", "b/X/1/suj", "c/X/1/cd")
    assert find_constructions("auto", treebank) == ("none", read_constructions("x", ""))


def test_real_treebanks_are_recognised_and_every_word_but_the_root_has_a_construction(shared: Path) -> None:
    files = {
        "ud/SUD_French-Sequoia/fr_sequoia-sud.conllu.xz": "sud",
        "pe08/required-wsj02.conll08": "conll2008",
        "pe08/optional-wsj02.conll08": "conll2008",
        "conll2018/gold/cs_fictree.conllu.xz": "ud",
        "conll2018/gold/kmr_mg.conllu.xz": "ud",
    }
    for file, name in files.items():
        treebank = tg.read(shared / file)
        found, table = find_constructions("auto", treebank)
        assert found == name, file
        without = table.of_words(treebank) == len(table.names)
        assert (treebank.tokens.numbers("head")[without] == -1).all(), file


def test_a_table_can_be_a_file_or_registered(tmp_path: Path) -> None:
    text = 'about = "x"\ntags = "tag"\n[[construction]]\nname = "Subject"\nrelations = ["suj"]\n'
    (tmp_path / "es.toml").write_text(text, "utf-8")
    treebank = sentence("a/X/0/raiz", "b/X/1/suj")
    name, table = find_constructions(str(tmp_path / "es.toml"), treebank)
    assert (name, table.of_words(treebank).tolist()) == ("es", [1, 0])
    register_constructions("toy-es", text)
    assert find_constructions("toy-es", treebank)[1] == table
    with pytest.raises(DataError, match="constructions 'bad': key 'tags' must be"):
        register_constructions("bad", 'tags = "form"')

"""Entailments of constructions that the thesis does not have, each in a sentence of a few words."""

from __future__ import annotations

import pytest
from thesis_examples import treebank
from thesis_list import thesis


@pytest.mark.parametrize(
    ("parse", "expected"),
    [
        # Copulas, negation and clitics.
        ("He PRP 4 nsubj\nis VBZ 4 cop\nn't RB 4 advmod\nhappy JJ 0 root", ["He isn't X.", "X isn't happy."]),
        ("He PRP 2 SBJ\nis VBZ 0 ROOT\nn't RB 2 ADV\nhappy JJ 2 PRD", ["He isn't X.", "X isn't happy."]),
        # The noun after `there is`.
        ("There EX 2 expl\nis VBZ 0 root\na DT 4 det\ncat NN 2 nsubj", ["There is a cat."]),
        ("There EX 2 SBJ\nis VBZ 0 ROOT\na DT 4 NMOD\ncat NN 2 PRD", ["There is a cat."]),
        # An auxiliary after the verb comes before it in a sentence.
        ("Excluded VBN 3 VC\nwill MD 0 ROOT\nbe VB 2 VC\nbonds NNS 2 SBJ", ["Bonds will be excluded."]),
        # Apposition, with the number of the first noun.
        ("Cats NNS 0 ROOT\n, , 1 P\nmy PRP$ 4 NMOD\npets NNS 1 APPO", ["Cats are my pets."]),
        # `whose` becomes a genitive.
        (
            "men NNS 0 root\nwhose WP$ 3 nmod:poss\ncars NNS 4 nsubj\nbroke VBD 1 acl:relcl",
            ["Men's cars broke."],
        ),
        # An article agrees with the next word once the adjective is left out.
        (
            "an DT 4 NMOD\nalarm NN 4 NMOD\n, , 4 P\nsystem NN 5 SBJ\nrang VBD 0 ROOT",
            ["There is an alarm system.", "A system rang."],
        ),
        # A relative pronoun as the object.
        (
            "rules NNS 0 ROOT\nwhich WDT 4 OBJ\nthey PRP 4 SBJ\nmade VBD 1 NMOD",
            ["X made rules.", "They made X."],
        ),
        # A reduced relative clause: the noun is the object where there is a subject.
        ("rules NNS 0 ROOT\nthey PRP 3 SBJ\nmade VBD 1 NMOD", ["They made.", "X made rules."]),
        # Complements of an adjective are included with it.
        (
            "He PRP 2 SBJ\nwas VBD 0 ROOT\nhard JJ 2 PRD\non IN 3 AMOD\nus PRP 4 PMOD",
            ["He was X.", "X was hard.", "X was hard on us."],
        ),
        # Conjuncts of a verb share its auxiliary, not its subject: dependencies do not say whether it is shared.
        (
            "He PRP 2 SBJ\nmay MD 0 ROOT\neat VB 2 VC\nor CC 3 COORD\ndrink VB 4 CONJ\ntea NN 5 OBJ",
            ["He may eat.", "X may drink tea."],
        ),
        # A clause that begins with `having`.
        (
            "having VBG 4 ADV\neaten VBN 1 VC\nthey PRP 4 SBJ\nleft VBD 0 ROOT\nhim PRP 2 OBJ",
            ["X left having eaten X.", "They left.", "X have eaten him."],
        ),
        # A participle that is a preposition.
        (
            "He PRP 2 SBJ\nleft VBD 0 ROOT\nbased VBN 2 ADV\non IN 3 PMOD\nreports NNS 4 PMOD",
            ["He left.", "X left based on reports."],
        ),
        (
            "He PRP 2 nsubj\nleft VBD 0 root\nbased VBN 2 advcl\non IN 5 case\nreports NNS 3 obl",
            ["He left.", "X left based on reports."],
        ),
        (
            "a DT 2 det\nfirm NN 0 root\nbased VBN 2 acl\nin IN 5 case\nOhio NNP 3 obl",
            ["A firm was based.", "X was based in Ohio."],
        ),
        # `ago` is an adverb, whatever its tag.
        (
            "He PRP 2 SBJ\nleft VBD 0 ROOT\ntwo CD 4 NMOD\nyears NNS 5 AMOD\nago IN 2 TMP",
            ["He left.", "X left two years ago."],
        ),
        # A comparative is kept before `than`.
        (
            "We PRP 2 SBJ\nsee VBP 0 ROOT\nmore JJR 4 NMOD\nstars NNS 2 OBJ\nthan IN 4 NMOD\nowners NNS 5 PMOD",
            ["We see X.", "X see more stars.", "There are more stars than owners."],
        ),
        # `a` before a plural belongs to the word between them.
        (
            "A DT 3 NMOD\nfew JJ 3 NMOD\nmen NNS 0 ROOT\nof IN 3 NMOD\nhonor NN 4 PMOD",
            ["There are a few men of honor."],
        ),
        # A slash as it is read, and a genitive of either form.
        (
            "Dogs NNS 3 NMOD\n’ POS 1 SUFFIX\nTV\\/radio NN 0 ROOT\nof IN 3 NMOD\nus PRP 4 PMOD",
            ["There is dogs’ TV/radio.", "There is dogs’ TV/radio of us."],
        ),
        # Correlatives are left out of sentences about one conjunct.
        (
            "Both DT 2 NMOD\nmen NNS 5 SBJ\nand CC 2 COORD\nboys NNS 3 CONJ\nate VBD 0 ROOT",
            ["Men ate.", "Boys ate."],
        ),
        (
            "Both CCONJ 2 cc:preconj\nmen NNS 5 nsubj\nand CC 4 cc\nboys NNS 2 conj\nate VBD 0 root",
            ["Men ate.", "Boys ate."],
        ),
        ("Both DT 2 NMOD\nmen NNS 3 SBJ\nate VBD 0 ROOT", ["Both men ate."]),
        (
            "Neither DT 2 NMOD\nmen NNS 5 SBJ\nnor CC 2 COORD\nboys NNS 3 CONJ\nate VBD 0 ROOT\ntea NN 5 OBJ",
            ["X ate tea."],
        ),
        (
            "He PRP 3 SBJ\nneither DT 3 DEP\nate VBD 0 ROOT\nnor CC 3 COORD\ndrank VBD 4 CONJ\ntea NN 5 OBJ",
            ["He neither ate.", "X neither drank tea."],
        ),
        # A correlative that is the head of its conjuncts.
        (
            "He PRP 2 SBJ\nate VBD 0 ROOT\neither CC 2 LOC\nin IN 3 COORD\ntown NN 4 PMOD\nor CC 4 COORD\n"
            "at IN 6 CONJ\nhome NN 7 PMOD",
            ["He ate.", "X ate in town.", "X ate at home."],
        ),
        # A verb agrees with the one subject that is left of several.
        (
            "Food NN 4 SBJ\nand CC 1 COORD\ndrinks NNS 2 CONJ\nare VBP 0 ROOT\nbanned VBN 4 VC",
            ["Food is banned.", "Drinks are banned."],
        ),
        (
            "She PRP 5 nsubj\nand CC 3 cc\nI PRP 1 conj\nwere VBD 5 aux\ngoing VBG 0 root",
            ["She was going.", "I was going."],
        ),
        # A hyphen that is a separate token.
        (
            "a DT 5 det\n15 CD 4 nummod\n- HYPH 4 punct\nyear NN 5 compound\ndeal NN 6 nsubj\nended VBD 0 root",
            ["There is a 15-year deal.", "A deal ended."],
        ),
    ],
)
def test_constructions(parse: str, expected: list[str]) -> None:
    (entailments,) = thesis(treebank(parse, "ud" if "root" in parse else "conll08")).sentences
    assert [entailment.text for entailment in entailments] == expected

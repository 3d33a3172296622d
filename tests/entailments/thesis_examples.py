"""The examples of Eker (2009), Chapter 4 and Appendix A: their parses by hand in two schemes, and the entailments that
the thesis prints.

A line is a word: form, tag, head and relation in CoNLL-2008, head and relation in Universal Dependencies.
"""

from __future__ import annotations

from typing import Literal

from treegauge import Treebank
from treegauge.treebank.build import Builder, TokenRow

Scheme = Literal["conll08", "ud"]

HAAG = """
Ms. NNP 2 TITLE 2 nmod:desc
Haag NNP 3 SBJ 3 nsubj
plays VBZ 0 ROOT 0 root
Elianti NNP 3 OBJ 3 obj
. . 3 P 3 punct
"""
ROLLS_ROYCE = """
Rolls-Royce NNP 3 NAME 3 compound
Motor NNP 3 NAME 3 compound
Cars NNPS 5 SBJ 5 nsubj
Inc. NNP 3 POSTHON 3 flat
said VBD 0 ROOT 0 root
it PRP 7 SBJ 7 nsubj
expects VBZ 5 OBJ 5 ccomp
its PRP$ 10 NMOD 10 nmod:poss
U.S. NNP 10 NMOD 10 compound
sales NNS 7 OBJ 7 obj
to TO 7 OPRD 12 mark
remain VB 11 IM 7 xcomp
steady JJ 12 PRD 12 xcomp
at IN 12 LOC 17 case
about IN 16 DEP 16 advmod
1,200 CD 17 NMOD 17 nummod
cars NNS 14 PMOD 12 obl
in IN 12 TMP 19 case
1990 CD 18 PMOD 12 obl
. . 5 P 5 punct
"""
COMPANIES = """
Companies NNS 2 SBJ 4 nsubj:pass
would MD 0 ROOT 4 aux
be VB 2 VC 4 aux:pass
compelled VBN 3 VC 0 root
to TO 4 OPRD 6 mark
publish VB 5 IM 4 xcomp
in IN 6 LOC 10 case
annual JJ 10 NMOD 10 amod
proxy NN 10 NMOD 10 compound
statements NNS 7 PMOD 6 obl
the DT 12 NMOD 12 det
names NNS 6 OBJ 6 obj
of IN 12 NMOD 14 case
insiders NNS 13 PMOD 12 nmod
who WP 16 SBJ 16 nsubj
fail VBP 14 NMOD 14 acl:relcl
to TO 16 OPRD 18 mark
file VB 17 IM 16 xcomp
reports NNS 18 OBJ 18 obj
on IN 18 TMP 21 case
time NN 20 PMOD 18 obl
. . 2 P 4 punct
"""
LANE = """
But CC 4 DEP 4 cc
Mr. NNP 3 TITLE 3 nmod:desc
Lane NNP 4 SBJ 4 nsubj
said VBD 0 ROOT 0 root
that IN 4 OBJ 15 mark
while IN 15 ADV 9 mark
the DT 8 NMOD 8 det
SEC NNP 9 SBJ 9 nsubj
regulates VBZ 6 SUB 15 advcl
who WP 11 SBJ 11 nsubj
files VBZ 9 OBJ 9 ccomp
, , 15 P 15 punct
the DT 14 NMOD 14 det
law NN 15 SBJ 15 nsubj
tells VBZ 5 SUB 4 ccomp
them PRP 15 OBJ 15 iobj
when WRB 19 TMP 19 advmod
to TO 15 OBJ 19 mark
do VB 18 IM 15 ccomp
so RB 19 ADV 19 advmod
. . 4 P 4 punct
"""
VOTE = """
The DT 2 NMOD 2 det
SEC NNP 3 SBJ 5 nsubj
will MD 14 OBJ 5 aux
probably RB 3 ADV 5 advmod
vote VB 3 VC 14 ccomp
on IN 5 ADV 8 case
the DT 8 NMOD 8 det
proposal NN 6 PMOD 5 obl
early RB 11 NMOD 11 advmod
next JJ 11 NMOD 11 amod
year NN 5 TMP 5 obl:unmarked
, , 14 P 14 punct
he PRP 14 SBJ 14 nsubj
said VBD 0 ROOT 0 root
. . 14 P 14 punct
"""
CHANGES = """
The DT 3 NMOD 3 det
proposed VBN 3 NMOD 3 amod
changes NNS 5 SBJ 6 nsubj
also RB 5 ADV 6 advmod
would MD 0 ROOT 6 aux
allow VB 5 VC 0 root
executives NNS 6 OBJ 6 obj
to TO 6 OPRD 9 mark
report VB 8 IM 6 xcomp
exercises NNS 9 OBJ 9 obj
of IN 10 NMOD 12 case
options NNS 11 PMOD 10 nmod
later RBR 9 TMP 9 advmod
and CC 13 COORD 16 cc
less RBR 16 AMOD 16 advmod
often RB 14 CONJ 13 conj
. . 5 P 6 punct
"""
BELL = """
Bell NNP 8 SBJ 8 nsubj
, , 1 P 1 punct
based VBN 1 APPO 1 acl
in IN 3 LOC 6 case
Los NNP 6 NAME 6 compound
Angeles NNP 4 PMOD 3 obl
, , 1 P 1 punct
makes VBZ 0 ROOT 0 root
and CC 8 COORD 10 cc
distributes VBZ 9 CONJ 8 conj
electronic JJ 16 NMOD 16 amod
, , 11 P 13 punct
computer NN 11 COORD 11 conj
and CC 13 COORD 15 cc
building NN 14 CONJ 11 conj
products NNS 8 OBJ 8 obj
. . 8 P 8 punct
"""
INSIDERS = """
The DT 3 NMOD 3 det
proposed VBN 3 NMOD 3 amod
rules NNS 5 SBJ 7 nsubj
also RB 5 ADV 7 advmod
would MD 18 OBJ 7 aux
be VB 5 VC 7 cop
tougher JJR 6 PRD 18 ccomp
on IN 7 AMOD 10 case
the DT 10 NMOD 10 det
insiders NNS 8 PMOD 7 obl
still RB 12 TMP 12 advmod
required VBN 10 APPO 10 acl
to TO 12 OPRD 14 mark
file VB 13 IM 12 xcomp
reports NNS 14 OBJ 14 obj
, , 18 P 18 punct
he PRP 18 SBJ 18 nsubj
said VBD 0 ROOT 0 root
. . 18 P 18 punct
"""
DIVISIONS = """
The DT 2 NMOD 2 det
rules NNS 3 SBJ 4 nsubj
will MD 23 OBJ 4 aux
eliminate VB 3 VC 23 ccomp
filings NNS 4 OBJ 4 obj
policy-making JJ 7 NMOD 7 amod
divisions NNS 5 APPO 5 appos
, , 7 P 11 punct
such JJ 10 DEP 11 case
as IN 7 NMOD 9 fixed
sales NNS 10 PMOD 7 nmod
, , 11 P 13 punct
marketing NN 11 COORD 11 conj
, , 13 P 15 punct
finance NN 13 COORD 11 conj
and CC 15 COORD 17 cc
research NN 16 CONJ 11 conj
and CC 17 COORD 19 cc
development NN 18 CONJ 17 conj
, , 23 P 23 punct
Mr. NNP 22 TITLE 22 nmod:desc
Lane NNP 23 SBJ 23 nsubj
said VBD 0 ROOT 0 root
. . 23 P 23 punct
"""
MAKER = """
The DT 4 NMOD 4 det
luxury NN 4 NMOD 4 compound
auto NN 4 NMOD 4 compound
maker NN 7 SBJ 7 nsubj
last JJ 6 NMOD 6 amod
year NN 7 TMP 7 obl:unmarked
sold VBD 0 ROOT 0 root
1,214 CD 9 NMOD 9 nummod
cars NNS 7 OBJ 7 obj
in IN 7 LOC 12 case
the DT 12 NMOD 12 det
U.S. NNP 10 PMOD 7 obl
"""
CENTS = """
Bell NNP 2 NAME 2 compound
Industries NNPS 4 SBJ 4 nsubj
Inc. NNP 2 POSTHON 2 flat
increased VBD 0 ROOT 0 root
its PRP$ 6 NMOD 6 nmod:poss
quarterly NN 4 OBJ 4 obj
to TO 4 DIR 9 case
10 CD 9 NMOD 9 nummod
cents NNS 7 PMOD 4 obl
from IN 4 DIR 12 case
seven CD 12 NMOD 12 nummod
cents NNS 10 PMOD 4 obl
a DT 14 NMOD 14 det
share NN 12 ADV 12 nmod:unmarked
. . 4 P 4 punct
"""
PROPOSAL = """
A DT 3 NMOD 3 det
SEC NNP 3 NMOD 3 compound
proposal NN 12 SBJ 13 nsubj
to TO 3 NMOD 5 mark
ease VB 4 IM 3 acl
reporting NN 7 NMOD 7 compound
requirements NNS 5 OBJ 5 obj
for IN 7 NMOD 11 case
some DT 11 NMOD 11 det
company NN 11 NMOD 11 compound
executives NNS 8 PMOD 7 nmod
would MD 32 OBJ 13 aux
undermine VB 12 VC 32 ccomp
the DT 15 NMOD 15 det
usefulness NN 13 OBJ 13 obj
of IN 15 NMOD 17 case
information NN 16 PMOD 15 nmod
on IN 17 NMOD 20 case
insider NN 20 NMOD 20 compound
trades NNS 18 PMOD 17 nmod
as IN 15 NMOD 24 case
a DT 24 NMOD 24 det
stock-picking JJ 24 NMOD 24 amod
tool NN 21 PMOD 15 nmod
, , 32 P 32 punct
individual JJ 27 NMOD 27 amod
investors NNS 32 SBJ 32 nsubj
and CC 27 COORD 31 cc
professional JJ 31 NMOD 31 amod
money NN 31 NMOD 31 compound
managers NNS 28 CONJ 27 conj
contend VBP 0 ROOT 0 root
. . 32 P 32 punct
"""
NOT_ALL = """
Not RB 6 SBJ 2 advmod
all PDT 1 NMOD 3 det:predet
those DT 1 NMOD 6 nsubj
who WP 5 SBJ 5 nsubj
wrote VBD 1 NMOD 3 acl:relcl
oppose VBP 0 ROOT 0 root
the DT 8 NMOD 8 det
changes NNS 6 OBJ 6 obj
. . 6 P 6 punct
"""

# Appendix A: all entailments of a sentence, in order.
APPENDIX = {
    HAAG: ["There is Ms. Haag.", "Ms. Haag plays X.", "X plays Elianti."],
    ROLLS_ROYCE: [
        "There are Rolls-Royce Motor Cars Inc.",
        "Rolls-Royce Motor Cars Inc. said X.",
        "It expects X.",
        "X said X expects X.",
        "There are its U.S. sales.",
        "X expects its sales to remain steady.",
        "X expects X to remain steady.",
        "X are to remain steady.",
        "X are to remain X at about 1,200 cars.",
        "X are to remain X in 1990.",
    ],
    COMPANIES: [
        "Companies would be compelled to publish X.",
        "There are annual proxy statements.",
        "X would be compelled to publish X in statements.",
        "X would be compelled to publish the names.",
        "There are the names of insiders.",
        "Insiders fail to file X.",
        "X fail to file reports.",
        "X fail to file X on time.",
    ],
}
# Chapter 4: some entailments of a sentence, with the kind that the thesis puts them under.
CHAPTER_4 = [
    (LANE, "X regulates who files.", "object"),
    (VOTE, "X will vote early next year.", "adverbial"),
    (CHANGES, "X would allow executives to report X.", "object"),
    (BELL, "Bell was based.", "predicative"),
    (INSIDERS, "The insiders are required to file X.", "predicative"),
    (DIVISIONS, "There are divisions such as research.", "existential"),
    (MAKER, "There is the luxury auto maker.", "existential"),
    (CENTS, "There are seven cents a share.", "existential"),
    (PROPOSAL, "There is a proposal to ease X.", "existential"),
]
PARSES = [HAAG, ROLLS_ROYCE, COMPANIES, LANE, VOTE, CHANGES, BELL, INSIDERS, DIVISIONS, MAKER, CENTS, PROPOSAL, NOT_ALL]


def treebank(parses: str | list[str], scheme: Scheme = "conll08") -> Treebank:
    """Parses as a treebank. A line of four fields is one of either scheme."""
    builder = Builder()
    for parse in [parses] if isinstance(parses, str) else parses:
        rows = []
        for line in parse.strip().splitlines():
            form, tag, *relations = line.split()
            head, relation = relations[-2:] if scheme == "ud" else relations[:2]
            rows.append(TokenRow(form=form, tag=tag, head=int(head) - 1, deprel=relation))
        builder.add({}, rows)
    return builder.build()

"""Small files of the formats that have relations only; each has the same three sentences."""

from __future__ import annotations

STANFORD = b"""\
The dog that barked sees and chases a cat in Rome .

---------- dependencies ----------
det(dog-2, The-1)
nsubj(sees-5, dog-2)
nsubj(chases-7, dog-2)
nsubj(barked-4, dog-2)
rcmod(dog-2, barked-4)
conj_and(sees-5, chases-7)
det(cat-9, a-8)
dobj(sees-5, cat-9)
prep_in(cat-9, Rome-11)



Rain falls .

---------- dependencies ----------
nsubj(falls-2, Rain-1)



Silence .

---------- dependencies ----------
"""

GR = b"""\
The dog that barked sees and chases a cat in Rome .
(det dog The)
(cmod that dog barked)
(ncsubj barked dog _)
(ncsubj and dog _)
(conj and sees)
(conj and chases)
(dobj and cat)
(det cat a)
(ncmod _ cat in)
(dobj in Rome)

s2
Rain falls .
(ncsubj falls:2 Rain:1 _)

Silence .
"""

CCG_PA = rb"""<s id="a.1"> 11
1 	 0 	 NP[nb]/N 	 1 	 dog The
1 	 2 	 (NP\NP)/(S[dcl]\NP) 	 1 	 dog that
3 	 2 	 (NP\NP)/(S[dcl]\NP) 	 2 	 barked that
1 	 3 	 S[dcl]\NP 	 1 	 dog barked <XB>
1 	 4 	 (S[dcl]\NP)/NP 	 1 	 dog sees
1 	 6 	 (S[dcl]\NP)/NP 	 1 	 dog chases <XU>
8 	 7 	 NP[nb]/N 	 1 	 cat a
8 	 4 	 (S[dcl]\NP)/NP 	 2 	 cat sees <XU>
8 	 6 	 (S[dcl]\NP)/NP 	 2 	 cat chases
8 	 9 	 (NP\NP)/NP 	 1 	 cat in
10 	 9 	 (NP\NP)/NP 	 2 	 Rome in
<\s>
<s id="a.2"> 2
0 	 1 	 S[dcl]\NP 	 1 	 Rain falls
<\s>
<s id="a.3"> 1
<\s>
"""


def _hpsg(*rows: tuple[str, str, str, str]) -> bytes:
    """Lines of predicate, class, argument and word; a word is form/TAG/number."""

    def word(text: str) -> str:
        form, tag, number = text.split("/")
        return "\t".join((form, form.lower(), tag, tag[:2], number))

    return "".join(f"{word(a)}\t{kind}\t{role}\t{word(b)}\n" for a, kind, role, b in rows).encode() + b"\n"


HPSG_PA = (
    _hpsg(
        ("ROOT/ROOT/-1", "ROOT", "ROOT", "sees/VBZ/4"),
        ("The/DT/0", "det_arg1", "ARG1", "dog/NN/1"),
        ("that/WDT/2", "relative_arg1", "ARG1", "dog/NN/1"),
        ("barked/VBD/3", "verb_arg1", "ARG1", "dog/NN/1"),
        ("sees/VBZ/4", "verb_arg12", "ARG1", "dog/NN/1"),
        ("sees/VBZ/4", "verb_arg12", "ARG2", "cat/NN/8"),
        ("and/CC/5", "coord_arg12", "ARG1", "sees/VBZ/4"),
        ("and/CC/5", "coord_arg12", "ARG2", "chases/VBZ/6"),
        ("chases/VBZ/6", "verb_arg12", "ARG1", "dog/NN/1"),
        ("chases/VBZ/6", "verb_arg12", "ARG2", "UNKNOWN/UNKNOWN/-1"),
        ("in/IN/9", "prep_arg12", "ARG1", "cat/NN/8"),
        ("in/IN/9", "prep_arg12", "ARG2", "Rome/NNP/10"),
    )
    + _hpsg(("falls/VBZ/1", "verb_arg1", "ARG1", "Rain/NN/0"))
    + b"Error: derivation failed\n"
)

PARC = b"""\
sentence(
  id(1)
  validators(Automatic)
sentence_form(The dog that barked sees and chases a cat in Rome.)
structure(
  adjunct(cat~8, in~9)
  adjunct(dog~2, bark~3)
  conj(coord~0, see~4)
  conj(coord~0, chase~6)
  coord_form(coord~0, and)
  det_form(dog~2, the)
  num(dog~2, sg)
  obj(coord~0, cat~8)
  obj(in~9, Rome~10)
  obl(bark~3, pro~11)
  pron_type(pro~11, null)
  subj(bark~3, pro~11)
  subj(coord~0, dog~2)
)
)

sentence(
  id(2)
sentence_form(Rain falls.)
structure(
  subj(fall~0, rain~1)
)
)
sentence(
  id(3)
sentence_form()
structure(
  mod(golden~1, silence~0)
)
"""

SAMPLES = {"stanford": STANFORD, "gr": GR, "ccg-pa": CCG_PA, "hpsg-pa": HPSG_PA, "parc": PARC}

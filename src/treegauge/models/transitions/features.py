"""What a greedy parser looks at before each transition: templates over the words around the two that an arc would join.

A template joins properties with `+`. A property is a place and what is read there:

places   L R              the two words that an arc would join, the left and the right one
         A B              the words below L on the stack
         X Y Z            the next words that were never on the stack
         Q                the first word of the buffer, where a transition has put it back
         H                the head of L
         L< L> L<< L>>    the outermost dependents of L so far, left and right, and those next to them
         R< R> R<< R>>    the same of R
reads    w form, p fine tag, u universal tag, l lemma, m morphological features, r relation given so far
counts   #d distance from L to R; #L< #L> #R< #R> dependents so far

After the default features of MaltParser 1.9 and those of Zhang and Nivre 2011, Transition-based dependency parsing
with rich non-local features.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PLACES = ("L", "R", "A", "B", "X", "Y", "Z", "Q", "H", "L<", "L>", "R<", "R>", "L<<", "L>>", "R<<", "R>>")
READS = "wpulmr"  # the relation comes last: it is not a column of the sentence
COUNTS = ("#d", "#L<", "#L>", "#R<", "#R>")
TRANSITION_TEMPLATES = """
Lp  Lw  Lw+Lp  Lu  Rp  Rw  Rw+Rp  Ru
Xp  Xw  Xw+Xp  Yp  Yw  Zp  Ap  Aw  Bp  Qp
Lp+Rp  Lu+Ru  Lw+Rw  Lw+Lp+Rp  Lp+Rw+Rp  Lw+Rp  Lp+Rw  Lw+Lp+Rw+Rp
Lp+Rp+Xp  Rp+Xp  Rp+Xp+Yp  Xp+Yp+Zp  Ap+Lp+Rp  Ap+Lp  Lu+Ru+Xu  Au+Lu+Ru  Lp+Rp+Qp
Lr  Hw  Hp  Hp+Lp+Rp
L<r  L>r  R<r  R>r  L<p  L>p  R<p  R>p  L<w  L>w  R<w  R>w
Lp+L<r+L>r  Rp+R<r+R>r  Lp+Lr  Rp+R<r
Lp+Rp+L<p  Lp+Rp+L>p  Lp+Rp+R<p  Lp+Rp+R>p
L<p+L<<p+Lp  L>p+L>>p+Lp  R<p+R<<p+Rp  R>p+R>>p+Rp
Lp+#d  Rp+#d  Lw+#d  Rw+#d  Lp+Rp+#d
Lp+#L<  Lp+#L>  Rp+#R<  Rp+#R>  Lw+#L>  Rw+#R<
"""
MORPHOLOGY = """
Lm  Rm  Xm  Am  Lm+Rm  Lp+Rm  Lm+Rp  Lp+Lm+Rp+Rm  Ap+Lm+Rm  Lm+Rm+Xp  L<m+Lm  R<m+Rm
Ll  Rl  Xl  Ll+Rl  Ll+Rp  Lp+Rl  Ll+Rm  Lm+Rl
"""
# Codes of values: no word, the root, an unknown value; known values have this number or a higher one.
NONE, ROOT_WORD, NOTHING, KNOWN = range(4)
TransitionTemplates = tuple[NDArray[np.int32], NDArray[np.int32]]


def parse_transition_templates(text: str) -> TransitionTemplates:
    """Templates as numbers: where each begins, and its properties end to end."""
    names = [place + read for place in PLACES for read in READS]
    slots = {name: number for number, name in enumerate([*names, *COUNTS])}
    parts = [[slots[name] for name in template.split("+")] for template in text.split()]
    starts = np.cumsum([0, *map(len, parts)]).astype(np.int32)
    return starts, np.array([slot for part in parts for slot in part], np.int32)

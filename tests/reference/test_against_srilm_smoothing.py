"""Witten-Bell and absolute discounting against the files that SRILM 1.7.3 wrote for the same five sentences:
`ngram-count -order 3 -interpolate` with `-wbdiscount` and with `-cdiscount 0.7`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from language_strategies import corpus

from treegauge.models.ngrams import train_ngrams, write_arpa

TEXT = """the cat sat on the mat
the dog sat on the log
the cat saw the dog
a dog saw the cat on the mat
the cat sat
"""

WITTEN_BELL = """\\data\\
ngram 1=11
ngram 2=19
ngram 3=5

\\1-grams:
-0.8553172 </s>
-99 <s> -0.544068
-1.332438 a -0.30103
-0.9344984 cat -0.3679768
-1.031408 dog -0.30103
-1.332438 log -0.30103
-1.156347 mat -0.4771212
-1.031408 on -0.60206
-1.031408 sat -0.39794
-1.156347 saw -0.4771213
-0.6334684 the -0.5118834

\\2-grams:
-0.8064687 <s> a
-0.1952653 <s> the -0.2312188
-0.2624006 a dog
-0.7382038 cat on
-0.4873404 cat sat
-0.7625632 cat saw
-0.6262899 dog </s>
-0.671257 dog sat
-0.6956164 dog saw
-0.2443024 log </s>
-0.1468019 mat </s>
-0.09251364 on the -0.1921159
-0.5920758 sat </s>
-0.3593106 sat on -0.4771213
-0.1283185 saw the
-0.4641106 the cat -0.06944994
-0.7388116 the dog
-1.039842 the log
-0.7561857 the mat -0.4771212

\\3-grams:
-0.3713565 the cat sat
-0.04364292 the mat </s>
-0.02870257 sat on the
-0.2114851 <s> the cat
-0.3277864 on the mat

\\end\\
"""

ABSOLUTE = """\\data\\
ngram 1=11
ngram 2=19
ngram 3=5

\\1-grams:
-0.819544 </s>
-99 <s> -0.552842
-1.518514 a -0.154902
-0.916454 cat -0.2798407
-1.041393 dog -0.154902
-1.518514 log -0.154902
-1.217484 mat -0.455932
-1.041393 on -0.6320232
-1.041393 sat -0.3309932
-1.217484 saw -0.4559319
-0.5642715 the -0.5070844

\\2-grams:
-1.164405 <s> a
-0.1329077 <s> the -0.3224673
-0.4393327 a dog
-0.9110589 cat on
-0.4286088 cat sat
-0.9713548 cat saw
-0.6860051 dog </s>
-0.7861202 dog sat
-0.8464161 dog saw
-0.3914092 log </s>
-0.153026 mat </s>
-0.08076338 on the -0.2319662
-0.7677485 sat </s>
-0.3226143 sat on -0.455932
-0.1275788 saw the
-0.3932135 the cat -0.1168325
-0.7626391 the dog
-1.368953 the log
-0.7870147 the mat -0.455932

\\3-grams:
-0.2834276 the cat sat
-0.04766262 the mat </s>
-0.02659223 sat on the
-0.1447644 <s> the cat
-0.2928219 on the mat

\\end\\
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"smoothing": "witten-bell"}, WITTEN_BELL), ({"smoothing": "absolute", "discount": 0.7}, ABSOLUTE)],
)
def test_the_file_is_that_of_srilm(tmp_path: Path, options: dict[str, Any], expected: str) -> None:
    """Line for line; the order of lines is free."""
    write_arpa(train_ngrams(corpus([line.split() for line in TEXT.splitlines()]), **options), tmp_path / "model.arpa")
    found = (tmp_path / "model.arpa").read_text().replace("\t", " ")
    assert sorted(found.split("\n")) == sorted(expected.split("\n"))

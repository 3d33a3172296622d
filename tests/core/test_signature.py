"""Signatures: they parse back, whatever is in the options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treegauge import CallError
from treegauge.core.signature import Signature, is_signature
from treegauge.core.specs import format_spec
from treegauge.version import __version__

names = st.from_regex(r"[a-z][a-z0-9-]{0,8}", fullmatch=True)
values = st.one_of(st.booleans(), st.integers(-5, 500), st.text(max_size=6), st.lists(st.text(max_size=4), max_size=3))
specs = st.builds(
    format_spec, names, st.dictionaries(names.map(lambda name: name.replace("-", "_")), values, max_size=3)
)
fact_names = names.filter(lambda name: name not in ("before", "version"))
facts = st.dictionaries(fact_names, st.from_regex(r"[a-z0-9 .]{0,8}", fullmatch=True), max_size=3)


@given(st.lists(specs, min_size=1, max_size=2), facts, st.lists(specs, max_size=3))
def test_a_signature_parses_back(measured: list[str], facts: dict[str, str], before: list[str]) -> None:
    signature = Signature(tuple(measured), facts, tuple(before))
    assert Signature.parse(str(signature)) == signature
    assert is_signature(str(signature))


def test_it_reads_as_it_is_written() -> None:
    text = "parseval(labelled=true,prm=default)|mismatch:skip|before:prepare(penn)+head(3)|version:0.0.9"
    signature = Signature.parse(text)
    assert signature.specs == ("parseval(labelled=true,prm=default)",)
    assert signature.facts == {"mismatch": "skip"}
    assert signature.before == ("prepare(penn)", "head(3)")
    assert signature.version == "0.0.9"
    assert str(signature) == text


def test_a_specification_alone_is_of_this_version_and_is_not_a_signature() -> None:
    assert Signature.parse("parseval") == Signature(("parseval",))
    assert str(Signature.parse("parseval")) == f"parseval|version:{__version__}"
    assert not is_signature("rewrite(pattern='a|version:b')")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read the signature ''"),
        ("mismatch:skip|version:1", "cannot read the signature"),
        ("parseval|mismatch:skip|mismatch:error", "'mismatch' is given twice"),
    ],
)
def test_what_is_not_a_signature_is_refused(text: str, message: str) -> None:
    with pytest.raises(CallError, match=message):
        Signature.parse(text)


@pytest.mark.parametrize("text", ["(", "a(b", "a(b)|x:(", "a('b|c:d", "a)|b:c"])
def test_what_is_not_closed_is_refused(text: str) -> None:
    with pytest.raises(CallError, match="cannot read the signature"):
        Signature.parse(text)

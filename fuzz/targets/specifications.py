"""What is written in a call: specifications, signatures, names of encodings."""

from __future__ import annotations

from collections.abc import Hashable

from treegauge import CallError
from treegauge.core.signature import Signature, is_signature
from treegauge.core.specs import format_spec, parse_spec
from treegauge.formats.encoding import to_utf8
from treegauge.measures.shared.base import MEASURES, find_measure
from treegauge.parsers.base import find_parser
from treegauge.studies.perturbing.kinds import parse_errors
from treegauge.transforms.base import TRANSFORMS, find_transform

from ..judging import NAME, BrokenError, Target
from .files import small_trees

_SPECS = [
    *(b"parseval(labelled=true,prm=COLLINS)", b"select(from=1, to=9)", b"cluster(to=N, of=[NN,NNS], column=tag)"),
    *(b"rewrite(pattern=';.*', to=\"x\")", b"leaf-ancestor(costs=['NP NX 0.5'])", b"pcfg(words=true,max_length=40)"),
    *(
        b"maltparser(algorithm=covproj,memory=4g)",
        b"attach1(rate=0.5)",
        b"mph(heads=left)",
        b"head(3)",
        b"sample(5, seed=1)",
    ),
]
_SIGNATURES = [
    b"parseval(labelled=true,prm=none)|mismatch:skip|before:prepare(penn)+drop-punctuation|version:0.1.0",
    b"difficulty(protocol=train)|parseval(prm='a|b')|x:y",
]
_TEXT = "Straße 犬 🌳".encode()


def targets() -> list[Target]:
    words = (
        *(name.encode() for name in [*MEASURES, *TRANSFORMS]),
        b"(",
        b")",
        b"[",
        b"=",
        b"seed=",
        b"column=",
        b"'",
        b"true",
    )
    return [
        Target("spec", lambda: _SPECS, _check_spec, words, named=False),
        Target("spec-transform", _transforms, _check_transform, words, named=False),
        Target(
            "signature", lambda: _SIGNATURES, _check_signature, (b"|", b":", b"before:", b"version:", b"+"), named=False
        ),
        Target("encoding", _encoded, _check_encoding),
    ]


def _text(data: bytes) -> str:
    """An argument as Python gives it: bytes that are not UTF-8 are surrogates."""
    return data.replace(b"\0", b"").decode("utf-8", "surrogateescape")


def _check_spec(data: bytes) -> Hashable:
    spec = _text(data)
    name, arguments, options = parse_spec(spec)
    plain = all(key == key.strip("_") for key in options)  # an underscore is there for Python only (from_)
    if not arguments and plain and parse_spec(format_spec(name, options)) != (name, [], options):
        raise BrokenError("a specification is written and read again")
    kinds = []
    for find in (find_measure, find_parser, parse_errors):
        try:
            kinds.append(bool(find(spec)))
        except CallError:
            kinds.append(False)
    return len(arguments), len(options), tuple(kinds)


def _transforms() -> list[bytes]:
    return [name.encode() for name in TRANSFORMS] + _SPECS


def _check_transform(data: bytes) -> Hashable:
    return len(find_transform(_text(data), 1)(small_trees()).tokens)


def _check_signature(data: bytes) -> Hashable:
    text = _text(data)
    signature = Signature.parse(text)
    if Signature.parse(str(signature)) != signature:
        raise BrokenError("a signature is written and read again")
    return is_signature(text), len(signature.specs), len(signature.facts), len(signature.before)


def _encoded() -> list[bytes]:
    """The name of an encoding, a line end, and text."""
    seeds = [b"utf-8\n" + _TEXT, b"latin-1\n\xe4", b"\n" + _TEXT, b"idna\nxn--a", b"base64\nYQ==", b"utf-7\n+AGE-"]
    return [*seeds, *(f"{name}\n".encode() + _TEXT.decode().encode(name) for name in ("utf-16", "utf-32", "utf-8-sig"))]


def _check_encoding(data: bytes) -> Hashable:
    name, _, text = data.partition(b"\n")
    try:
        utf8 = to_utf8(text, NAME, _text(name) or None)
    except CallError as error:
        if "encoding" not in str(error):
            raise BrokenError("an unknown encoding is named") from None
        return "unknown"
    utf8.decode()
    return len(utf8).bit_length()

"""The formats of treebanks: both ways to handle errors, detection, and writing and reading again."""

from __future__ import annotations

import io
from functools import partial
from typing import Any

from treegauge import Reject, Treebank, TreegaugeError
from treegauge.formats.api import detect
from treegauge.formats.base import FORMATS, Format, Input, OnError
from treegauge.formats.encoding import to_utf8
from treegauge.formats.parquet import sealed
from treegauge.testing.treebanks import check_treebank, random_treebanks

from ..judging import NAME, BrokenError, Target
from ..mutation import BINARY, Source, changed

_WORDS = {
    "conll": (b"_", b"1-2", b"1.1", b"0:root", b"# sent_id = 1", b"# text = a", b"# newdoc", b"SpaceAfter=No", b"root"),
    "brackets": (b"-NONE-", b"-LRB-", b"*T*-1", b"(ID x)", b"(CODE {x})", b"0=a", b"( (", b"))", b"\\/"),
    "export": (b"#BOS 1 0 0 0", b"#EOS 1", b"#500", b"#FORMAT 4", b"%%", b"#BOT ORIGIN", b"--", b"500", b"#999"),
    "stanford": (b"-1, ", b"-0)", b"'", b"---", b"prep_in(", b"ROOT-0"),
    "gr": (b"_", b":1", b":1:2", b"(conj ", b"(passive ", b"ncsubj"),
    "ccg-pa": (b'<s id="x"> 1', b"<\\s>", b"NP\\NP", b"((", b"<XB>", b" 1 "),
    "hpsg-pa": (b"\t", b"-1", b"UNKNOWN", b"ROOT", b"ARG1", b"Empty line"),
    "parc": (b"sentence(", b"structure(", b"~1", b"coord~0", b")", b"sentence_form("),
    "xml": (b"&#0;", b"&lt;", b"&x;", b'idref="s1_500"', b'cat="S"', b"<!DOCTYPE a>", b'<?xml version="1.1"?>'),
}


def targets() -> list[Target]:
    """One target per format that can be read."""
    return [_target(format) for _, format in FORMATS.items() if format.read is not None]


def _target(format: Format) -> Target:
    kind = "xml" if format.name in ("alpino", "tigerxml") else format.name
    words = next((words for name, words in _WORDS.items() if name in kind), ())
    reshape = _reshape_parquet if format.name == "parquet" else None
    return Target(f"treebank-{format.name}", partial(_seeds, format), partial(_check, format), words, reshape)


def _seeds(format: Format) -> list[bytes]:
    if format.write is None:
        return _MORE.get(format.name, [b"the dog sees\n", "Straße 犬\n\na".encode()])
    chosen = random_treebanks(5, 1) if format.kind != "dependency" else []
    if format.kind != "constituency":
        chosen += random_treebanks(5, 2, constituents=False, dependencies=True)
    seeds = []
    for treebank in chosen:
        out = io.BytesIO()
        try:
            format.write(treebank[:2], out)
        except TreegaugeError:
            continue
        seeds.append(out.getvalue())
    return [*seeds, *_MORE.get(format.name, ())]


_CELLS: list[Any] = [None, 0, -1, 10**12, 1.5, "", "x", "\u2028", True, [0], ["a"], [None], [10**12], [-5, -5]]
_MORE = {
    "conllu": [
        b"# sent_id = a\n# text = don't go\n1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        b"1\tdo\tdo\tAUX\tVB\tA=B|C=D\t3\taux\t3:aux\t_\n2\tnot\tnot\tPART\tRB\t_\t3\tadvmod\t3:advmod\t_\n"
        b"2.1\tx\t_\t_\t_\t_\t_\t_\t3:x\t_\n3\tgo\tgo\tVERB\tVB\t_\t0\troot\t0:root\t_\n\n"
    ],
    "brackets": [
        b"( (S (NP-SBJ-1 (DT the) (NN dog)) (VP (VBZ sees) (NP (-NONE- *T*-1))) (. .)) )\n",
        b"(TOP (S (NP (PRP I)) (VP (VBP see) (-LRB- -LRB-))))\n( (X (SYM *)) )",
    ],
    "export": [
        b"#FORMAT 4\n#BOS 1 0 1 0\na\ta\tART\t--\tNK\t500\nb\tb\tNN\tMasc\tSB\t501\nc\tc\tVB\t--\tHD\t500\t*\t501\n"
        b"#500\t--\tNP\t--\tOA\t501\n#501\t--\tS\t--\t--\t0\n#EOS 1\n"
    ],
    "discbracket": [b"(S (VP (VB 0=is) (JJ 2=rich)) (NP 1=he) (? 3=?))\n"],
    "stanford": [
        b"The dog sees a cat .\n\n---------- dependencies ----------\ndet(dog-2, The-1)\nnsubj(sees-3, dog-2)\n"
        b"prep_in(sees-3, cat-5)\n\n\n",
        b"root(ROOT-0, a-1)\nconj_and(a-1, a-1')\ndobj(a-1', b-3)\n",
    ],
    "gr": [b"id1\nthe dog sees the cat\n(det dog the)\n(ncsubj sees:3 the_dog:1:2 _)\n(passive sees)\n(dobj sees x)\n"],
    "ccg-pa": [b'<s id="a.1"> 3\n1 \t 0 \t NP[nb]/N \t 1 \t dog The\n1 2 (S[dcl]\\NP)/NP 1 dog sees <XB>\n<\\s>\n'],
    "hpsg-pa": [
        b"ROOT\tROOT\tROOT\tROOT\t-1\tROOT\tROOT\tsees\tsee\tVBZ\tVB\t2\n"
        b"sees\tsee\tVBZ\tVB\t2\tverb_arg12\tARG1\tdog\tdog\tNN\tNN\t1\n"
        b"sees\tsee\tVBZ\tVB\t2\tverb_arg12\tARG2\tUNKNOWN\tUNKNOWN\tUNKNOWN\tUNKNOWN\t-1\n\nError: no\n"
    ],
    "parc": [
        b"sentence(\n id(1)\nsentence_form(The dogs don't see Los Angeles.)\nstructure(\n subj(see~0, dog~1)\n"
        b" obj(see~0, Los Angeles~2)\n num(dog~1, pl)\n coord_form(coord~3, and)\n conj(coord~3, see~0)\n)\n)\n"
    ],
}


def _reshape_parquet(data: bytes, source: Source) -> bytes:
    """Change the table as another program might: without a column, with other values, types or rows."""
    import polars as pl

    try:
        table = pl.read_parquet(io.BytesIO(data))
    except (Exception, pl.exceptions.PanicException):  # damaged on purpose
        return changed(data, source, BINARY)
    for _ in range(source.below(2) + 1):
        column, kind = table.columns[source.below(table.width)], source.below(7)
        other = table.columns[source.below(table.width)]
        if kind == 0 and table.width > 1:
            table = table.drop(column)
        elif kind == 1:
            table = table.with_columns(table[other].alias(column))
        elif kind == 2:
            table = table.with_columns(table[column].reverse().alias(column))
        elif kind == 3:
            table = table.with_columns(pl.lit(_CELLS[source.below(len(_CELLS))]).alias(column))
        elif kind == 4 and isinstance(table[column].dtype, pl.List):
            table = table.with_columns(table[column].list.reverse().alias(column))
        elif kind == 5 and isinstance(table[column].dtype, pl.List):
            table = table.with_columns(table[column].list.head(source.below(3)).alias(column))
        else:
            table = pl.concat([table, table.head(1)])
    out = io.BytesIO()
    table.write_parquet(out, metadata={"treegauge": "{}" if source.below(4) else "[1]"})
    return sealed(out.getvalue())  # a changed byte is noticed by its checksum; without one, polars may crash


def _read(format: Format, data: bytes, on_error: OnError, rejects: list[Reject]) -> Treebank:
    assert format.read is not None
    text = data if format.raw else to_utf8(data, NAME)
    return format.read(Input(text, NAME, on_error, rejects))


def _check(format: Format, data: bytes) -> tuple[int, int, int]:
    detect(data, NAME)
    rejects: list[Reject] = []
    treebank = _read(format, data, "skip", rejects)
    for reject in rejects:
        if reject.line < 0 or not reject.message or len(str(reject).splitlines()) != 1:
            raise BrokenError("a rejected sentence has a line and a message in one line")
    if not rejects:
        _check_again(format, treebank)
    else:
        _read(format, data, "stop", [])
        raise BrokenError("a bad sentence is an error with on_error=stop")
    return len(treebank), len(treebank.tokens).bit_length(), len(treebank.nodes).bit_length()


def _check_again(format: Format, treebank: Treebank) -> None:
    """The trees are sound, and can be written and read again."""
    try:
        check_treebank(treebank)
    except AssertionError as error:
        raise BrokenError(f"the trees are sound: {str(error)[:60]}") from None
    if format.write is None:
        return
    out = io.BytesIO()
    format.write(treebank, out)
    again = _read(format, out.getvalue(), "stop", [])
    out = io.BytesIO()
    format.write(again, out)
    if not _read(format, out.getvalue(), "stop", []).equals(again):
        raise BrokenError("a second round trip changes nothing")

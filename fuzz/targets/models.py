"""Models: npz files, MaltParser's files, ARPA files, grammars as text."""

from __future__ import annotations

import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar
from unittest.mock import patch

import numpy as np

from treegauge import (
    bundled,
    induce,
    learn_functions,
    read_functions,
    read_grammar,
    read_latent_grammar,
    write_functions,
    write_grammar,
)
from treegauge.models.grammars.grammar import Grammar, from_text
from treegauge.models.grammars.inference import infer
from treegauge.models.ngrams import read_arpa, train_ngrams, write_arpa
from treegauge.models.transitions.parser import learn_parser
from treegauge.models.transitions.storage import read_parser, write_parser
from treegauge.parsers.adapters.maltparser import MaltParser, MaltParserModel
from treegauge.programs.files import Content, ProgramFile
from treegauge.programs.installing import install_files

from ..judging import BrokenError, Target
from ..mutation import Source, changed
from ..structure import change_array, reshape_zip, zipped
from .files import file_with, folder, small_dependencies, small_trees

_SETTINGS = b"""  name (  -c) treegauge
SINGLEMALT
  parsing_algorithm (  -a)                 nivreeager
  root_label (-grl)                        ROOT
"""
_JAR = zipped([("META-INF/MANIFEST.MF", b"Class-Path: ../../elsewhere.jar\n")])
_GRAMMARS = [
    b'start S\n2 S -> NP "VBZ" NP\n1.5 NP -> "DT" "NN"\n1 NP -> "NN"\n1 <"x y"> -> NP\n# comment\n',
    b'1 S -> "A" S\n1 S -> "A"\ncapitalised 0.5\n3 "A" = "house"\n1 "A" = "\\u00e4"\n',
]
_ARPA = b"""
\\data\\
ngram 1=4
ngram 2=2

\\1-grams:
-1.0\t<s>\t-0.3
-0.5\t</s>
-0.6\tthe\t-0.2
-0.7\tdog

\\2-grams:
-0.3\t<s> the
-0.2\tthe dog

\\end\\
"""


def targets() -> list[Target]:
    zip_of_arrays, zip_of_text = reshape_zip(change_array), reshape_zip(_change_text)
    return [
        Target("npz-grammar", _npz_grammars, _check_npz_grammar, reshape=zip_of_arrays),
        Target("npz-functions", lambda: [_saved(_functions())], _check_functions, reshape=zip_of_arrays),
        Target("npz-parser", lambda: [_saved(_parser())], _check_parser, reshape=zip_of_arrays),
        Target("maltparser-model", _maltparser_models, _check_maltparser_model, reshape=zip_of_text),
        Target("program-archive", _distributions, _check_distribution, reshape=zip_of_text),
        Target("arpa", _arpas, _check_arpa, (b"\\data\\", b"\\end\\", b"\\2-grams:", b"ngram 1=", b"<unk>", b"<s>")),
        Target(
            "grammar-text", lambda: _GRAMMARS, _check_grammar, (b" -> ", b" = ", b"start S", b'<"', b'"\\u', b"1e3 ")
        ),
        Target("berkeley-grammar", _berkeley_grammars, _check_berkeley_grammar, (b" -> ", b"_0", b"_1", b" 1.0E-3\n")),
    ]


def _change_text(name: str, content: bytes, source: Source) -> bytes:
    return changed(content, source)


def _npz_grammars() -> list[bytes]:
    seeds = []
    for words in (False, True):
        path = os.path.join(folder(), "grammar.npz")
        write_grammar(induce(small_trees(), words=words), path)
        seeds.append(Path(path).read_bytes())
    return seeds


def _functions() -> str:
    path = os.path.join(folder(), "seed.functions")
    write_functions(learn_functions(bundled("english.mrg")[:2], iterations=1, minimum=8), path)
    return path


def _parser() -> str:
    path = os.path.join(folder(), "seed.parser")
    write_parser(learn_parser(small_dependencies()[:1], "arc-eager", iterations=1, minimum=4), path)
    return path


def _saved(path: str) -> bytes:
    return Path(path).read_bytes()


def _use_grammar(grammar: Grammar) -> Hashable:
    again = from_text(grammar.to_text())  # the frequent rules are first
    if sorted(again.to_text().split("\n")) != sorted(grammar.to_text().split("\n")):
        raise BrokenError("a grammar is written as text and read again")
    if not np.isfinite(grammar.probability).all():
        raise BrokenError("the probabilities of a grammar are numbers")
    result = infer(grammar, small_trees())
    words = infer(grammar, small_trees(), words=True).parsed.tolist() if grammar.lexicon is not None else []
    return len(grammar), tuple(result.parsed.tolist()), tuple(words)


def _check_npz_grammar(data: bytes) -> Hashable:
    grammar = read_grammar(file_with(data, ".npz"))
    again = os.path.join(folder(), "again.npz")
    write_grammar(grammar, again)
    if read_grammar(again).to_text() != grammar.to_text():
        raise BrokenError("a grammar is written as npz and read again")
    return _use_grammar(grammar)


def _berkeley_grammars() -> list[bytes]:
    return [b"S_0 -> NP_1 VP_0 0.5\nS_0 -> S_0 1.0\nROOT_0 -> S_0 1.0\nVP_0 -> NP_1 0.5\nNP_1 -> DT_0 NN_1 1e-3\n"]


def _check_berkeley_grammar(data: bytes) -> Hashable:
    rules = file_with(data, ".grammar")
    Path(rules).with_suffix(".lexicon").write_bytes(b"DT the [0.5]\nNN UNK [0.5, 1.0E-3]\n")
    grammar = read_latent_grammar(rules)
    result = infer(grammar, small_trees(), words=True)
    if (result.log2_best > result.log2_sentence + 1e-6).any():
        raise BrokenError("a tree is no more probable than its sentence")
    return len(grammar), tuple(result.parsed.tolist())


def _check_functions(data: bytes) -> Hashable:
    tagger = read_functions(file_with(data, ".functions"))
    return len(tagger.classes), len(tagger.weights.keys), len(tagger.tag(small_trees()))


def _check_parser(data: bytes) -> Hashable:
    parser = read_parser(file_with(data, ".parser"))
    heads, _ = parser.parse(small_dependencies()[:1])
    return len(parser.kinds), bool((np.asarray(heads) >= -1).all())


def _maltparser_models() -> list[bytes]:
    return [zipped([("treegauge/treegauge_singlemalt.info", _SETTINGS), ("treegauge/odm0.libsvm.mod", b"x")])]


def _check_maltparser_model(data: bytes) -> Hashable:
    model = MaltParser().load(file_with(data, ".mco"))
    assert isinstance(model, MaltParserModel)
    return model.name, model.spec


def _distributions() -> Sequence[bytes]:
    """Archives with a file that is wanted, in a place that it must not be written to."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as tar:
        info = tarfile.TarInfo("../../program.jar")
        info.size = len(_JAR)
        tar.addfile(info, io.BytesIO(_JAR))
    return [_JAR, zipped([("../../program.jar", _JAR)]), out.getvalue()]


@dataclass(frozen=True)
class _WantedFile(ProgramFile):
    """A file with the content of the seeds."""

    coordinates: str = "a:program:1"
    content: ClassVar[Content] = Content(len(_JAR), hashlib.sha256(_JAR).hexdigest())


def _check_distribution(data: bytes) -> Hashable:
    with tempfile.TemporaryDirectory() as place, patch.dict(os.environ, {"TREEGAUGE_DATA": f"{place}/data"}):
        install_files([_WantedFile()], "a program", file_with(data, ".jar"))
        files = [path for path in Path(place).rglob("*") if path.is_file()]
        if [path.read_bytes() for path in files] != [_JAR] or files != [_WantedFile().path]:
            raise BrokenError("only the wanted file is written, under its own name")
    return True


@cache
def _arpas() -> list[bytes]:
    path = os.path.join(folder(), "seed.arpa")
    write_arpa(train_ngrams(small_trees(), 2, "witten-bell"), path)
    return [_ARPA, Path(path).read_bytes()]


def _check_arpa(data: bytes) -> Hashable:
    model = read_arpa(file_with(data, ".arpa"))
    score = model.score(small_trees()).logprob
    if np.isnan(score).any():
        raise BrokenError("the score of a sentence is a number")
    again = os.path.join(folder(), "again.arpa")
    write_arpa(model, again)
    if not np.allclose(read_arpa(again).score(small_trees()).logprob, score, equal_nan=True):
        raise BrokenError("a model is written and read again")
    return model.order, model.sizes


def _check_grammar(data: bytes) -> Hashable:
    return _use_grammar(read_grammar(file_with(data, ".grammar")))

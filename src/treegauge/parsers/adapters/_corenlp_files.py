"""The trained models of CoreNLP by language, and the files that its pipeline reads and writes."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...treebank import Treebank
from ..foreign.phrases import PrintedTree
from ..foreign.sentences import NO_VALUE, HeadsAndRelations

_MODELS = "edu/stanford/nlp/models"
_JAR = "edu.stanford.nlp:stanford-corenlp:4.5.10:models"
_NO_GRAPH = "\n\n"  # a dependency graph without words
_COREFERENCE = "\n\n"  # the chains that the format begins with: none

# A sentence as CoreNLP describes it in JSON.
DescribedSentence = Mapping[str, Any]

_BREAKING = re.compile(r"[ \t\r\n]+")  # white space between words


@dataclass(frozen=True)
class LanguageModels:
    """The models of a language.

    name      of the language, as its models are called
    tagger    the file of the tagger
    parsers   the files of the parsers, by their names
    settings  how a text is divided, and other settings
    jar       the classifier of the jar that they are in, and those of parsers in another one
    """

    name: str
    tagger: str
    parsers: Mapping[str, str]
    settings: Mapping[str, str] = field(default_factory=dict)
    steps: str = "tokenize,ssplit"
    jars: Mapping[str, str] = field(default_factory=dict)


def _cdc(language: str) -> dict[str, str]:
    return {"cdc_tokenize.model": f"{_MODELS}/cdc-tokenize/{language}-tokenizer.ser.gz"}


def _mwt(name: str) -> dict[str, str]:
    return {"mwt.mappingFile": f"{_MODELS}/mwt/{name}/{name}-mwt.tsv"}


LANGUAGES: dict[str, LanguageModels] = {
    "en": LanguageModels(
        "english",
        "english-left3words-distsim.tagger",
        {
            "pcfg": "lexparser/englishPCFG.ser.gz",
            "sr": "srparser/englishSR.ser.gz",
            "depparse": "parser/nndep/english_UD.gz",
        },
        jars={"sr": f"{_JAR}-english"},
    ),
    "de": LanguageModels(
        "german",
        "german-ud.tagger",
        {
            "pcfg": "lexparser/germanPCFG.ser.gz",
            "sr": "srparser/germanSR.beam.ser.gz",
            "depparse": "parser/nndep/UD_German.gz",
        },
        {
            "tokenize.language": "de",
            "tokenize.postProcessor": "edu.stanford.nlp.international.german.process.GermanTokenizerPostProcessor",
            **_mwt("german"),
        },
        "tokenize,ssplit,mwt",
    ),
    "fr": LanguageModels(
        "french",
        "french-ud.tagger",
        {"sr": "srparser/frenchSR.beam.ser.gz", "depparse": "parser/nndep/UD_French.gz"},
        {
            "tokenize.language": "fr",
            **_mwt("french"),
            "mwt.pos.model": f"{_MODELS}/mwt/french/french-mwt.tagger",
            "mwt.statisticalMappingFile": f"{_MODELS}/mwt/french/french-mwt-statistical.tsv",
            "mwt.preserveCasing": "false",
        },
        "tokenize,ssplit,mwt",
    ),
    "es": LanguageModels(
        "spanish",
        "spanish-ud.tagger",
        {
            "pcfg": "lexparser/spanishPCFG.ser.gz",
            "sr": "srparser/spanishSR.beam.ser.gz",
            "depparse": "parser/nndep/UD_Spanish.gz",
        },
        {"tokenize.language": "es", **_mwt("spanish"), "depparse.language": "spanish"},
        "tokenize,ssplit,mwt",
    ),
    "zh": LanguageModels(
        "chinese",
        "chinese-distsim.tagger",
        {
            "pcfg": "lexparser/chinesePCFG.ser.gz",
            "sr": "srparser/chineseSR.ser.gz",
            "depparse": "parser/nndep/UD_Chinese.gz",
        },
        {
            "tokenize.language": "zh",
            "segment.model": f"{_MODELS}/segmenter/chinese/ctb.gz",
            "segment.sighanCorporaDict": f"{_MODELS}/segmenter/chinese",
            "segment.serDictionary": f"{_MODELS}/segmenter/chinese/dict-chris6.ser.gz",
            "segment.sighanPostProcessing": "true",
            "ssplit.boundaryTokenRegex": "[.。]|[!?！？]+",
            "depparse.language": "chinese",
        },
    ),
    "ar": LanguageModels(
        "arabic",
        "arabic.tagger",
        {"pcfg": "lexparser/arabicFactored.ser.gz", "sr": "srparser/arabicSR.beam.ser.gz"},
        {
            "tokenize.language": "ar",
            "segment.model": f"{_MODELS}/segmenter/arabic/arabic-segmenter-atb+bn+arztrain.ser.gz",
            "ssplit.boundaryTokenRegex": "[.]|[!?]+|[!\u061f]+",
        },
    ),
    "hu": LanguageModels(
        "hungarian",
        "hungarian.tagger",
        {"sr": "srparser/hungarianSR.beam.ser.gz"},
        _cdc("hu"),
        "cdc_tokenize",
    ),
    "it": LanguageModels(
        "italian",
        "italian.tagger",
        {"sr": "srparser/italianSR.beam.ser.gz", "depparse": "parser/nndep/UD_Italian.gz"},
        {**_cdc("it"), "cdc_tokenize.multiWordRules": f"{_MODELS}/cdc-tokenize/it-multiword.txt"},
        "cdc_tokenize",
    ),
}


def model_jars(language: str, model: str) -> list[str]:
    """The coordinates of the jars that have the models."""
    models = LANGUAGES[language]
    own = _JAR if language == "en" else f"{_JAR}-{models.name}"
    return [own, *(jar for name, jar in models.jars.items() if name == model)]


def pipeline_settings(language: str, model: str, *, tag: bool, text: bool) -> dict[str, str]:
    """The settings of a pipeline that tags words and parses them, for a text or for words that are given."""
    models = LANGUAGES[language]
    step = "depparse" if model == "depparse" else "parse"
    steps = [*([models.steps] if text else []), *(["pos"] if tag else []), step]
    return {
        **({"ssplit.newlineIsSentenceBreak": "two"} if text else {}),  # an empty line ends a sentence
        **(models.settings if text or model == "depparse" else {}),
        "annotators": ",".join(steps),
        "enforceRequirements": "false",
        "pos.model": f"{_MODELS}/pos-tagger/{models.tagger}",
        f"{step}.model": f"{_MODELS}/{models.parsers[model]}",
        "inputSerializer": "edu.stanford.nlp.pipeline.CustomAnnotationSerializer",
        "outputFormat": "json",
        "encoding": "UTF-8",
    }


def write_settings(settings: Mapping[str, str], path: Path) -> None:
    """Write settings as a file of Java properties, in ASCII."""
    lines = "".join(f"{name} = {value}\n" for name, value in settings.items())
    path.write_text("".join(sign if sign.isascii() else f"\\u{ord(sign):04x}" for sign in lines), "ascii")


def write_sentences(sentences: Treebank, path: Path, *, tags: bool) -> None:
    """Write words, and tags if they are to be used, as an annotated document of CoreNLP: nothing is tokenised then."""
    text = [_COREFERENCE]
    for number, tree in enumerate(sentences):
        numbers = "\t".join(str(index + 1) for index in range(len(tree)))
        # The tree is missing; the words of one of three graphs get their numbers.
        text.append(f"\n-\t{number}\t{numbers}\n\n{_NO_GRAPH}{_NO_GRAPH}")
        begin = 0
        for token in tree:
            word = " ".join((token.form or "_").split()) or "_"
            tag = token.tag if tags and token.tag not in NO_VALUE else None
            text.append(f"{word.replace(' ', '##')}\t\t{tag or ''}\t\t\t{begin}\t{begin + len(word)}\n")
            begin += len(word) + 1
        text.append("\n")
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write("".join(text).encode("utf-8", "surrogateescape"))


def read_sentences(path: Path) -> list[DescribedSentence]:
    """The sentences that CoreNLP describes in a file."""
    sentences: list[DescribedSentence] = json.loads(path.read_bytes().decode("utf-8", "replace"))["sentences"]
    return sentences


def tree_of(sentence: DescribedSentence) -> PrintedTree:
    """The phrases of a sentence; without a parse, CoreNLP has X over all words. Its words can have spaces that do not
    break (2 1/2), which are parts of them."""
    tree = _BREAKING.sub(" ", str(sentence["parse"])).strip()
    return (None, "it found no parse") if tree.startswith("(X ") else (tree, None)


def arcs_of(sentence: DescribedSentence) -> HeadsAndRelations:
    """The heads and relations of a sentence."""
    arcs = {arc["dependent"]: (arc["governor"] - 1, arc["dep"]) for arc in sentence["basicDependencies"]}
    pairs = [arcs.get(number + 1, (-1, "root")) for number in range(len(sentence["tokens"]))]
    return [head for head, _ in pairs], [relation if head >= 0 else "root" for head, relation in pairs]


def tags_of(sentences: Sequence[DescribedSentence]) -> list[str | None]:
    """The tags of all words."""
    return [token.get("pos") for sentence in sentences for token in sentence["tokens"]]

"""The Stanford parser of CoreNLP 4.5.10, trained on the user's treebank."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Literal

from ...core.bounds import Bounds, Positive
from ...core.errors import CallError, DataError
from ...core.types import Progress
from ...programs.java import JavaRun
from ...transforms.flatten import remove_root
from ...treebank import Treebank
from ...treebank.views import escape_brackets
from ..base import parser
from ..foreign.base import FileModel, JavaParser
from ..foreign.models import plain_model, read_model, write_model
from ..foreign.phrases import PrintedTree, parse_parts, words_for_brackets
from ..foreign.sentences import NO_VALUE
from ..results import Predictions
from ..trees import check_phrase_trees, has_tags
from ._stanford_files import Labelling, mark_model, read_labelling, write_query, write_training_trees

Language = Literal["en", "de", "fr", "es", "zh", "ar"]
_PACKAGE = "edu.stanford.nlp.parser.lexparser"
_MAIN = f"{_PACKAGE}.LexicalizedParser"
_NAMES = {"en": "English", "de": "NegraPenn", "fr": "French", "es": "Spanish", "zh": "Chinese", "ar": "Arabic"}
_GERMAN = "-hMarkov 1 -vMarkov 2 -vSelSplitCutOff 300 -uwm 1 -unknownSuffixSize 2 -nodeCleanup 2"
_SWITCHES = {  # as the trained models of CoreNLP were made, where its authors say how
    "acl03": {"en": "-acl03pcfg"},
    "unlexicalised": {
        "en": "-goodPCFG",
        "de": f"-PCFG {_GERMAN}",
        "fr": "-PCFG -frenchFactored -hMarkov 1 -vMarkov 2",
        "es": "-PCFG -hMarkov 1 -vMarkov 2",
        "zh": "-chinesePCFG",
        "ar": "-PCFG -arabicFactored -hMarkov 1 -vMarkov 2",
    },
    "factored": {
        "en": "-goodFactored",
        "de": f"-factored {_GERMAN}",
        "fr": "-factored -frenchFactored",
        "es": "-factored -hMarkov 1 -vMarkov 2",
        "zh": "-chineseFactored",
        "ar": "-factored -arabicFactored",
    },
}
_SEPARATOR = "/__/"  # between a word and its tag; plain letters for Java, whatever its locale
_OURS = re.compile(
    r"-(train(treebank|2)?|tlpp|encoding|tokenized|escaper|tokenizer(options|factory|method)|sentences|parseinside"
    r"|tagseparator|loadfrom(serialized|text)file|model|saveto(serialized|text)file|savetraintrees|(test)?treebank|test"
    r"|tune|maxlength|headfinder|output(tree)?format|writeoutputfiles|print(pcfgkbest|factoredkgood)|(testing|n)threads)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"Parsing \[sent\. (\d+) len\. \d+\]: ")
_IGNORED = re.compile(r"WARNING! lexparser\.Options: Unknown option ignored: (\S+)")
_CHATTER = re.compile(r"Loading parser|Parsing |Parsed |\s|Picked up ")
_NO_PARSE = ("(())", "SENTENCE_SKIPPED_OR_UNPARSABLE")


@parser("stanford")
@dataclass(frozen=True, kw_only=True)
class Stanford(JavaParser):
    """The Stanford parser of CoreNLP 4.5.10: unlexicalised and factored grammars.

    Klein and Manning 2003, Accurate unlexicalized parsing; Klein and Manning 2002, Fast exact inference with a factored
    model for natural language parsing. Saved models (.ser.gz) of this version can replace the training treebank.

    grammar     plain: the rules of the trees as they are; acl03: as in the paper of 2003 (-acl03pcfg); unlexicalised:
                that of the program's own models (-goodPCFG); factored: also with dependencies of words (-goodFactored)
    language    whose head rules and annotations it uses: en, de, fr, es, zh or ar; plain needs none
    heads       in place of the head rules of the language: left, the first child is the head; right, the last
    vertical    how many categories above each other a state has: 1 the phrase, 2 also its parent, 3 its grandparent
    horizontal  how many sisters a state remembers; -1 all of them
    tags        own: it predicts the tags; given: it uses those of the sentences
    max_length  do not parse longer sentences
    options     other switches of the program for training: "-tagPA -noRightRec"
    """

    saved = (".ser",)
    needs = 2 << 30
    grammar: Literal["unlexicalised", "plain", "acl03", "factored"] = "unlexicalised"
    language: Language | None = None
    heads: Literal["left", "right"] | None = None
    vertical: Annotated[int, Bounds(1, 3)] | None = None
    horizontal: Annotated[int, Bounds(-1, 100)] | None = None
    tags: Literal["own", "given"] = "own"
    max_length: Positive | None = None
    options: str | None = None

    @property
    def trained_as(self) -> str:
        tags = self.tags if self._learns_tags else "own"
        return replace(self, memory=None, tags=tags, max_length=None).spec

    @property
    def _is_neutral(self) -> bool:
        """Whether the labels mean nothing to the program."""
        return self.grammar == "plain" and self.language is None

    @property
    def _learns_tags(self) -> bool:
        """Whether it learns from tags in place of words: where tags are given, words say nothing to a plain grammar,
        but the lexicon has no place for a known word with a new tag."""
        return self.grammar == "plain" and self.tags == "given"

    @property
    def _switches(self) -> list[str]:
        """The switches for training."""
        name = _NAMES[self.language or "en"]
        chosen = ["-tLPP", f"{_PACKAGE}.{name}TreebankParserParams"]
        if self.grammar == "plain":
            # By itself the program adds the label of the parent to every phrase.
            chosen += ["-PCFG", "-vMarkov", "1", "-hMarkov", "-1"]
        else:
            chosen += _SWITCHES[self.grammar][self.language or "en"].split()
        heads = self.heads or ("left" if self._is_neutral else None)
        chosen += [] if heads is None else ["-headFinder", f"edu.stanford.nlp.trees.{heads.title()}HeadFinder"]
        for switch, order in (("-vMarkov", self.vertical), ("-hMarkov", self.horizontal)):
            chosen += [] if order is None else [switch, str(order)]
        return [*chosen, *shlex.split(self.options or "")]

    def check(self) -> None:
        super().check()
        if self.grammar == "acl03" and self.language not in (None, "en"):
            raise CallError(f"the grammar acl03 is for English; use stanford(language={self.language})")
        taken = [word for word in shlex.split(self.options or "") if _OURS.fullmatch(word)]
        if taken:
            raise CallError(f"'{taken[0]}' in the options of stanford is set by treegauge; leave it out")

    def check_treebank(self, treebank: Treebank) -> None:
        check_phrase_trees(treebank, self.name)
        if treebank.tokens.text("tag").mask({"-NONE-"}).any():
            raise CallError("stanford learns from trees without empty elements; use -t remove-empties")

    def classes(self, folder: Path) -> list[Path]:
        jars = super().classes(folder)
        write_query(jars[0], folder)
        return [folder, *jars]

    def learn(self, treebank: Treebank, progress: Progress | None, folder: Path) -> Path:
        trees = folder / "train.mrg"
        labelling = write_training_trees(
            treebank, trees, language=self.language, whole=self._is_neutral, tags=self._learns_tags
        )
        model = folder / "model.ser"
        files = ["-encoding", "UTF-8", "-train", trees.name, "-saveToSerializedFile", model.name]
        outcome = self.run(_MAIN, [*self._switches, *files], folder)
        ignored = [match[1] for line in outcome.lines if (match := _IGNORED.match(line))]
        if ignored:
            raise CallError(f"the Stanford parser has no option '{ignored[0]}'; correct the options of stanford")
        trained = any(line.startswith("Done training parser.") for line in outcome.lines)
        if not trained or not model.is_file():
            said = outcome.message(_CHATTER, self.name)
            if "null head found" in said or "No head rule" in said:
                said += "; its head rules do not fit these labels: stanford(heads=left) does without them"
            raise DataError(f"{treebank.where(0)}: stanford could not learn from the treebank: {said}")
        mark_model(model, labelling)
        return model

    def model_in(self, path: Path) -> StanfordModel:
        return StanfordModel(path, self, read_labelling(path))

    def load(self, path: str | os.PathLike[str]) -> StanfordModel:
        name = os.fspath(path)
        is_plain = name.endswith((".ser", ".ser.gz")) and os.path.isfile(name)
        return self.model_in(Path(name) if is_plain else plain_model(path, self.saved))


@dataclass(frozen=True, eq=False)
class StanfordModel(FileModel):
    """A trained model."""

    parser: Stanford
    labelling: Labelling

    @property
    def spec(self) -> str:
        return self.parser.spec

    def save(self, path: str | os.PathLike[str]) -> None:
        write_model(read_model(self.path), path)

    def undo(self, treebank: Treebank) -> Treebank:
        return remove_root(treebank, labels=(self.labelling.root,)) if self.labelling.added else treebank

    @property
    def _uses_tags(self) -> bool:
        return self.parser.tags == "given" or self.labelling.tags

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        given = self._uses_tags
        if given and len(sentences.tokens) and not has_tags(sentences):
            raise DataError(
                f"{sentences.where(0)}: no word has a tag, and stanford(tags=given) needs them; tag the words first,"
                " or leave out tags=given"
            )
        workers = self.parser.workers(len(sentences))
        fallbacks: list[int] = []
        parse = partial(self._parsed, workers, fallbacks)
        predictions = parse_parts(sentences, workers, parse, progress, root=self.labelling.root)
        assert predictions.constituents is not None
        assert predictions.tags is not None
        nodes, tags = predictions.constituents.nodes, predictions.tags.map(self.labelling.original)
        labels = nodes.text("label").map(self.labelling.original)
        constituents = replace(predictions.constituents, nodes=nodes.replace(label=labels))
        facts = {"fallbacks": sum(fallbacks)} if sum(fallbacks) else {}
        return replace(predictions, constituents=constituents, tags=None if given else tags, facts=facts)

    def _parsed(
        self, workers: int, fallbacks: list[int], sentences: Treebank, folder: Path, report: Callable[[int], None]
    ) -> tuple[list[PrintedTree], str | None]:
        model = folder / f"model{''.join(self.path.suffixes[-2:]) if self.path.suffix == '.gz' else '.ser'}"
        model.symlink_to(self.path.absolute())
        (folder / "words").write_text(self._lines(sentences), "utf-8", "surrogateescape", newline="\n")
        output = folder / "trees"
        outcome = self.parser.run(
            _MAIN, self._call(model.name), folder, _line_counter(output, report), workers=workers, output=output
        )
        printed = output.read_text("utf-8", "replace").split("\n")[:-1]
        fallbacks.append(sum("alling back to PCFG" in line for line in outcome.lines))
        trees = self._trees([line for line in printed if line], outcome, sentences.tokens.counts.tolist())
        report(len(trees))
        problem = outcome.message(_CHATTER, self.parser.name) if len(trees) < len(sentences) else None
        return trees, problem

    def _call(self, model: str) -> list[str]:
        call = ["-encoding", "UTF-8", "-tokenized", "-sentences", "newline", "-outputFormat", "oneline"]
        if self._uses_tags:
            call += ["-tagSeparator", _SEPARATOR]
        if self.labelling.tags:
            call += ["-noRecoveryTagging"]  # otherwise it tries other tags if there is no parse with those given
        if self.parser.max_length is not None:
            call += ["-maxLength", str(self.parser.max_length)]
        return [*call, "-loadFromSerializedFile", model, "words"]

    def _lines(self, sentences: Treebank) -> str:
        """One sentence per line."""
        words = [list(map(self.labelling.word, sentence)) for sentence in words_for_brackets(sentences)]
        if self._uses_tags:
            tags = [tag or "" for tag in sentences.tokens.text("tag").map(self._written_tag).decode()]
            offsets = pairwise(sentences.tokens.offsets.tolist())
            words = [
                list(map(self._tagged, pair, tags[slice(*span)])) for pair, span in zip(words, offsets, strict=True)
            ]
        return "".join(f"{' '.join(sentence)}\n" for sentence in words)

    def _written_tag(self, tag: str) -> str:
        return "" if tag in NO_VALUE else escape_brackets(self.labelling.written_tag(tag))

    def _tagged(self, word: str, tag: str) -> str:
        """A word with its tag, if it has one."""
        if not tag:
            return word
        return f"{self.labelling.word(tag) if self.labelling.tags else word}{_SEPARATOR}{tag}"

    def _trees(self, printed: Sequence[str], outcome: JavaRun, words: Sequence[int]) -> list[PrintedTree]:
        remarks, kind = _remarks(outcome), "tags" if self._uses_tags else "words"
        trees: list[PrintedTree] = []
        for number, (line, count) in enumerate(zip(printed, words, strict=False), 1):
            if line not in _NO_PARSE:
                trees.append((self.labelling.below_root(line), None))
            elif self.parser.max_length is not None and count > self.parser.max_length:
                trees.append((None, f"{count} words, more than {self.parser.max_length}"))
            else:
                trees.append((None, remarks.get(number, f"the grammar has no tree for its {kind}")))
        return trees


def _line_counter(path: Path, report: Callable[[int], None]) -> Callable[[], None]:
    """A function that reports how many lines a growing file has."""
    lines = position = 0

    def count() -> None:
        nonlocal lines, position
        if path.exists():
            with path.open("rb") as file:
                file.seek(position)
                new = file.read()
            position += len(new)
            lines += new.count(b"\n")
            report(lines)

    return count


def _remarks(outcome: JavaRun) -> dict[int, str]:
    """What the program said about sentences, by their numbers."""
    remarks: dict[int, str] = {}
    number = 0
    for line in outcome.lines:
        sentence = _SENTENCE.match(line)
        if sentence:
            number = int(sentence[1])
        elif "too long" in line or "memory" in line.lower():
            remarks[number] = "Java had too little memory for it; give it more: stanford(memory=8g)"
    return remarks

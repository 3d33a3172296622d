"""The trained models of Stanford CoreNLP 4.5.10, for several languages."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

from ...core.errors import CallError, DataError
from ...core.outputs import work_folder
from ...core.types import Progress
from ...programs.files import ProgramFile, program_files
from ...treebank import Text, Treebank
from ...treebank.build import Builder, TokenRow
from ..attaching import attach_predictions
from ..base import Kind, ParserModel, parser
from ..foreign.base import JavaParser
from ..foreign.parts import parsed_in_parts
from ..foreign.phrases import predict_phrases
from ..foreign.sentences import predict_arcs, with_both_tags
from ..results import Parses, Predictions
from ..trees import has_tags
from ._corenlp_files import (
    LANGUAGES,
    DescribedSentence,
    arcs_of,
    model_jars,
    pipeline_settings,
    read_sentences,
    tags_of,
    tree_of,
    write_sentences,
    write_settings,
)

ModelName = Literal["pcfg", "sr", "depparse"]
_MAIN = "edu.stanford.nlp.pipeline.StanfordCoreNLP"
_BLOCK = 50  # sentences per file: what is done is counted in files
_CHATTER = re.compile(
    r"Adding annotator|Processing file|Annotating file|Loading |Annotation pipeline|TOTAL|Pipeline setup|Total time"
    r"|\w+Annotator: |Picked up |\s*$"
)


@parser("corenlp")
@dataclass(frozen=True, kw_only=True)
class CoreNLP(JavaParser):
    """The trained parsers of Stanford CoreNLP 4.5.10, which also read plain text.

    Manning, Surdeanu, Bauer, Finkel, Bethard and McClosky 2014, The Stanford CoreNLP natural language processing
    toolkit. There is no training treebank: the English models learned from the Penn Treebank and others.

    model     pcfg (Klein and Manning 2003) and sr (shift-reduce: Zhu et al. 2013) make constituents; depparse (Chen and
              Manning 2014) makes universal dependencies. By default pcfg, and sr for the languages without pcfg
    language  en, de, fr, es, zh, ar, hu or it; not every language has every model
    tags      own: by the tagger of the language, or by pcfg itself; given: those of the sentences
    """

    program = "stanford"
    learns = False
    reads_text = True
    model: ModelName | None = None
    language: Literal["en", "de", "fr", "es", "zh", "ar", "hu", "it"] = "en"
    tags: Literal["own", "given"] = "own"

    def __post_init__(self) -> None:
        super().__post_init__()
        known = LANGUAGES[self.language].parsers
        if self.chosen not in known:
            models = " and ".join(known)
            raise CallError(f"corenlp has no model '{self.model}' for the language {self.language}; it has {models}")

    @property
    def chosen(self) -> ModelName:
        """The model that is used."""
        return self.model or ("pcfg" if "pcfg" in LANGUAGES[self.language].parsers else "sr")

    @property
    def makes(self) -> Kind:
        return "dependencies" if self.chosen == "depparse" else "constituents"

    @property
    def needs(self) -> int:  # type: ignore[override]
        """The models of the shift-reduce parser are large, and so is what divides Chinese texts into words."""
        return (4 if self.chosen == "sr" else 2) << 30

    @property
    def files(self) -> list[ProgramFile]:
        return [*super().files, *program_files(model_jars(self.language, self.chosen))]

    @property
    def install_spec(self) -> str:
        return f"'{replace(self, memory=None, model=self.chosen, tags='own').spec}'"

    def trained(self) -> CoreNLPModel:
        return CoreNLPModel(self)

    def load(self, path: str | os.PathLike[str]) -> ParserModel:
        raise CallError("corenlp has trained models of its own; give it only the sentences or the text to parse")


@dataclass(frozen=True, eq=False)
class CoreNLPModel(ParserModel):
    """A model that comes with CoreNLP."""

    parser: CoreNLP

    @property
    def spec(self) -> str:
        return replace(self.parser, model=self.parser.chosen).spec

    @property
    def _tags(self) -> bool:
        """Whether the tagger is to tag the words."""
        return self.parser.tags == "own" and self.parser.chosen != "pcfg"

    def predict(self, sentences: Treebank, progress: Progress | None = None) -> Predictions:
        given = self.parser.tags == "given"
        if given and len(sentences.tokens) and not has_tags(sentences):
            raise DataError(f"{sentences.where(0)}: no word has a tag, and corenlp(tags=given) needs them")
        workers = self.parser.workers(int((sentences.tokens.counts > 0).sum()))
        described, problem = parsed_in_parts(
            with_both_tags(sentences), workers, partial(self._parsed, workers), progress
        )
        return self._predictions(sentences, described, problem, tags=not given)

    def _predictions(
        self, sentences: Treebank, described: Sequence[DescribedSentence], problem: str | None, *, tags: bool
    ) -> Predictions:
        if self.parser.makes == "constituents":
            predictions = predict_phrases(sentences, list(map(tree_of, described)), failure=problem)
        else:
            predictions = predict_arcs(sentences, list(map(arcs_of, described)), problem)
            count = 0 if predictions.dependencies is None else len(predictions.dependencies.heads)
            predictions = replace(predictions, tags=Text.of(tags_of(described)[:count]))
        return predictions if tags else replace(predictions, tags=None)

    def _parsed(
        self, workers: int, sentences: Treebank, folder: Path, report: Callable[[int], None]
    ) -> tuple[list[DescribedSentence], str]:
        """The sentences up to the one at which the program failed, and what it said then."""
        names = [f"{begin}.ser.gz" for begin in range(0, len(sentences), _BLOCK)]
        for number, name in enumerate(names):
            block = sentences[number * _BLOCK : (number + 1) * _BLOCK]
            write_sentences(block, folder / name, tags=self.parser.tags == "given")
        outputs = [folder / f"{name}.json" for name in names]

        def look() -> None:
            # A file appears when its block is begun, so that all but the last one are complete.
            report(max(0, sum(path.exists() for path in outputs) - 1) * _BLOCK)

        said = self._run(folder, names, look, workers, text=False)
        described: list[DescribedSentence] = []
        for path in outputs:
            try:
                described += read_sentences(path)
            except (OSError, ValueError, KeyError):
                break
        report(len(described))
        return described, said if len(described) < len(sentences) else ""

    def _run(self, folder: Path, names: Sequence[str], report: Callable[[], None], workers: int, *, text: bool) -> str:
        """Run the pipeline over some files; returns what it said."""
        settings = pipeline_settings(self.parser.language, self.parser.chosen, tag=self._tags, text=text)
        write_settings(settings, folder / "settings.properties")
        (folder / "files").write_text("".join(f"{name}\n" for name in names), "ascii")
        call = ["-props", "settings.properties", "-filelist", "files", "-outputDirectory", "."]
        return self.parser.run(_MAIN, call, folder, report, workers=workers).message(_CHATTER, self.parser.name)

    def parse_text(self, text: str, progress: Progress | None = None) -> Parses:
        if self.parser.tags == "given":
            raise CallError("a text has no tags; leave out tags=given")
        with work_folder() as folder:
            (folder / "text").write_text(text, "utf-8", "replace", newline="\n")
            said = self._run(folder, ["text"], lambda: None, 1, text=True)
            try:
                described = read_sentences(folder / "text.json")
            except (OSError, ValueError, KeyError):
                raise DataError(f"corenlp failed: {said or 'it wrote nothing'}") from None
        sentences = _words(described, spaces=self.parser.makes == "dependencies")
        return attach_predictions(self.spec, sentences, self._predictions(sentences, described, None, tags=True))


def _words(described: Sequence[DescribedSentence], *, spaces: bool) -> Treebank:
    """The words of a text; with `spaces`, those that no space follows are marked."""
    builder = Builder()
    for sentence in described:
        rows: list[TokenRow] = [{"form": token["word"]} for token in sentence["tokens"]]
        for row, token in zip(rows[:-1], sentence["tokens"], strict=False):
            if spaces and token.get("after") == "":
                row["misc"] = "SpaceAfter=No"
        builder.add({}, rows)
    return builder.build()

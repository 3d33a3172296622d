"""`treegauge judge`: people's answers to pairs: how far they agree, what is gold, and how many answers are needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from ..core.bounds import Amount, InnerShare, Natural, Positive, Repeats, Resamples, SeedNumber, Share
from ..core.errors import CallError
from ..core.wording import counted
from .judging import backup, init, restore, serve
from .options import Level, given, note, progress
from .printing import Printing
from .verbs import Verb, Verbs, expanded, help_text

if TYPE_CHECKING:
    from ..evaluation.judging.results import JudgementResults
    from ..judge.reading import JudgedStudy

GROUP = typer.Typer(no_args_is_help=True)
SeedOption = Annotated[SeedNumber, typer.Option(help="Seed of everything that is drawn at random.")]


class GoldBy(StrEnum):
    """How gold answers are made of people's answers."""

    majority = "majority"
    dawid_skene = "dawid-skene"


MethodOption = Annotated[GoldBy, typer.Option(help="Gold by majority, or by the model of Dawid and Skene.")]


@dataclass(frozen=True)
class Saving:
    """Files of gold pairs and of answers."""

    panel: ClassVar[str] = "Saving pairs and answers"
    pairs: Annotated[
        str | None,
        typer.Option("--pairs", metavar="FILE", help="The pairs of a file of answers, for --save-gold."),
    ] = None
    save_gold: Annotated[
        str | None,
        typer.Option("--save-gold", metavar="FILE", help="The pairs with gold answers: .jsonl, else RTE XML."),
    ] = None
    save_answers: Annotated[
        str | None,
        typer.Option("--save-answers", metavar="FILE", help="Every answer, with numbers for names: .csv or .jsonl."),
    ] = None
    names: Annotated[bool, typer.Option("--names", help="With --save-answers: keep names, times and comments.")] = False

    def check(self, *, study: bool) -> None:
        """Refuse options that need others. A study has its pairs."""
        if study and self.pairs is not None:
            raise CallError("--pairs is for a file of answers; a study has its pairs")
        if not study and self.save_gold is not None and self.pairs is None:
            raise CallError("--save-gold needs the texts of the pairs: --pairs FILE")
        if self.pairs is not None and self.save_gold is None:
            raise CallError("--pairs is for --save-gold FILE")
        if self.names and self.save_answers is None:
            raise CallError("--names is for --save-answers FILE")

    def save(self, results: JudgementResults, study: JudgedStudy | None) -> None:
        """Write the files."""
        from ..entailments.pairs import read_pairs, write_pairs
        from ..evaluation.judging.files import write_judgements
        from ..evaluation.judging.gold import gold_pairs

        if self.save_gold is not None:
            kept = (
                study.gold_pairs(results.gold)
                if study is not None
                else gold_pairs(read_pairs(given(self.pairs or "")), results.gold)
            )
            write_pairs(kept, given(self.save_gold))
            note(f"{counted(len(kept), 'pair')} with gold answers in {self.save_gold}")
        if self.save_answers is not None:
            write_judgements(results.judgements, given(self.save_answers), anonymous=not self.names)


@dataclass(frozen=True)
class People:
    """The people of a simulation."""

    panel: ClassVar[str] = "People and pairs"
    pairs: Annotated[Positive, typer.Option(help="Number of pairs.")] = 300
    persons: Annotated[Positive, typer.Option(help="Number of persons.")] = 10
    accuracy: Annotated[InnerShare, typer.Option(help="Share of right answers among those that are not unsure.")] = 0.9
    sensitivity: Annotated[
        InnerShare | None, typer.Option(show_default="accuracy", help="The same for pairs whose answer is yes.")
    ] = None
    specificity: Annotated[
        InnerShare | None, typer.Option(show_default="accuracy", help="The same for pairs whose answer is no.")
    ] = None
    unsure: Annotated[Share, typer.Option(help="Share of answers that are unsure.")] = 0.05
    guessers: Annotated[Share, typer.Option(help="Share of persons who only guess.")] = 0.0
    yes: Annotated[Share, typer.Option(help="Share of pairs whose answer is yes.")] = 0.5
    difficulty: Annotated[
        Amount, typer.Option(help="How far pairs differ in difficulty: standard deviation in log odds.")
    ] = 0.0
    seconds: Annotated[Amount, typer.Option(help="Median time of an answer.")] = 15.0


def add_judge(app: typer.Typer, panel: str) -> None:
    """Make the group a verb."""
    GROUP.callback(cls=Verbs, help=help_text(judge))(judge)
    for verb in (init, serve, backup, restore):
        GROUP.command(verb.__name__, cls=Verb, help=help_text(verb))(expanded(verb))
    GROUP.command("results", cls=Verb, help=help_text(results))(expanded(results))
    GROUP.command("simulate", cls=Verb, help=help_text(simulate))(expanded(simulate))
    app.add_typer(GROUP, name="judge", rich_help_panel=panel)


def judge() -> None:
    """Let people answer pairs of a text and a hypothesis, and see how far they agree."""


def results(
    answers: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER|ANSWERS",
            help="The folder of a study; or a file with one answer per row: pair, person, answer. JSON lines or CSV.",
        ),
    ],
    saving: Saving,
    printing: Printing,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which study of FOLDER, where there are several.")
    ] = None,
    method: MethodOption = GoldBy.majority,
    at_least: Annotated[Positive, typer.Option(help="Majority: people who must agree.")] = 1,
    share: Annotated[Share, typer.Option(help="Majority: share who must agree; always over half, 1 is all.")] = 0.5,
    probability: Annotated[Share, typer.Option(help="Dawid and Skene: least probability of a gold answer.")] = 0.5,
    exclude: Annotated[
        list[str] | None, typer.Option(metavar="PERSON", help="A person whose answers do not count; repeatable.")
    ] = None,
    adjudicate: Annotated[Natural, typer.Option(help="How many of the pairs to adjudicate to print.")] = 10,
    level: Level = 0.95,
    resamples: Annotated[Resamples, typer.Option(help="Samples of pairs for the intervals; 0: none.")] = 1_000,
    draws: Annotated[Resamples, typer.Option(help="Draws for the intervals of reliability; 0: none.")] = 1_000,
    seed: SeedOption = 0,
) -> None:
    """How far do people agree in their answers, what is gold, and how reliable is each person?

    Agreement is per cent, Krippendorff's alpha and Gwet's AC1, on all pairs and by kind. The pairs to adjudicate are
    those without a gold answer, and those on which the majority and the model of Dawid and Skene differ.
    """
    from ..evaluation.judging.results import judge_results
    from ..judge.reading import is_study, read_judged_study
    from ..report.judging import judgement_report

    of_study = is_study(answers)
    if study is not None and not of_study:
        raise CallError("--study is for the folder of a study, which `treegauge judge init` makes")
    saving.check(study=of_study)
    printing.wanted()
    read = read_judged_study(answers, study) if of_study else None
    judged = judge_results(
        given(answers) if read is None else read.judgements,
        method=method.value,
        at_least=at_least,
        share=share,
        probability=probability,
        exclude=exclude or (),
        level=level,
        resamples=resamples,
        draws=draws,
        seed=seed,
    )
    saving.save(judged, read)
    printing.write(
        "judge results",
        judged.rows(),
        judged.table_rows(),
        lambda: judgement_report(judged, adjudicate=adjudicate),
        **judged.more(),
    )


def simulate(
    people: People,
    printing: Printing,
    most: Annotated[Positive, typer.Option(help="Plan with 1, 2 ... this many answers per pair.")] = 5,
    method: MethodOption = GoldBy.majority,
    parser: Annotated[InnerShare, typer.Option(help="True accuracy of the parser to be scored.")] = 0.8,
    within: Annotated[InnerShare, typer.Option(help="How far its score may be from that.")] = 0.05,
    level: Level = 0.95,
    repeats: Annotated[Repeats, typer.Option(help="Simulations of each number of answers.")] = 20,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="Also write one simulation: every answer, .csv or .jsonl."),
    ] = None,
    per_pair: Annotated[Positive, typer.Option(help="With --save: answers per pair.")] = 3,
    seed: SeedOption = 0,
) -> None:
    """How many answers are needed? Simulate people of given reliability, and print what each number of answers gives.

    Of each number of answers per pair: the share of right gold answers, agreement, hours of work, and how far the score
    of a parser by that gold may be from the truth.
    """
    from dataclasses import asdict

    from ..evaluation.judging.files import write_judgements
    from ..evaluation.judging.planning import plan_judgements
    from ..evaluation.judging.simulation import simulate_judgements
    from ..report.judging import plan_report

    printing.wanted()
    options = asdict(people)
    if save is not None:
        simulated = simulate_judgements(per_pair=per_pair, seed=seed, **options)
        write_judgements(simulated, given(save), anonymous=False)
        note(f"{counted(len(simulated), 'simulated answer')} in {save}")
    with progress("simulating answers") as tick:
        plan = plan_judgements(
            most,
            method=method.value,
            parser=parser,
            within=within,
            level=level,
            repeats=repeats,
            seed=seed,
            progress=tick,
            **options,
        )
    rows = [row.row() for row in plan]
    printing.write("judge simulate", rows, None, lambda: plan_report(plan, within, parser))

"""The answers of a study in the folder of `treegauge judge init`, for Python and for the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..core.types import PathLike
from ..entailments.pairs import EntailmentPair
from ..evaluation.judging.gold import JudgedGold, gold_pairs
from ..evaluation.judging.judgements import Judgements
from .packages import check_packages


@dataclass(frozen=True, eq=False, repr=False)
class JudgedStudy:
    """What people answered in a study of `treegauge judge`, and the pairs that they were asked.

    judgements  the answers to asked pairs and to control pairs, without those to trial pairs
    pairs       the pairs that are asked
    """

    name: str
    judgements: Judgements
    pairs: tuple[EntailmentPair, ...]

    def gold_pairs(self, gold: JudgedGold) -> list[EntailmentPair]:
        """The asked pairs that have a gold answer, with it."""
        asked = replace(gold, answers=tuple(answer for answer in gold.answers if answer.control is None))
        return gold_pairs(self.pairs, asked)

    def __repr__(self) -> str:
        return f"<JudgedStudy of {self.name}: {self.judgements!r}>"


def read_judged_study(folder: PathLike, study: str | None = None) -> JudgedStudy:
    """The answers of a study, from the folder of `treegauge judge init`; `study` is its name, where there are several.

    Persons have the names by which the administrator knows them; `judgements.anonymous()` replaces these.
    """
    check_packages()
    from .answers import study_answers
    from .api import find_study, opened_folder

    with opened_folder(folder) as (_, database), database.reading() as session:
        return study_answers(session, find_study(session, study), details=True)


def is_study(path: PathLike) -> bool:
    """Whether a path is a folder of `treegauge judge init`."""
    return (Path(path) / "judge.toml").is_file()

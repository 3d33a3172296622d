"""The task `perplexity`."""

from __future__ import annotations

from ...core.bounds import NgramOrder
from ...core.errors import DataError
from ...core.remarks import remark_first
from ...core.types import Row
from ..derivation_perplexity.measuring import perplexity
from ..running.data import StudyData
from ..running.tasks import task


@task("perplexity")
def perplexity_rows(
    data: StudyData, *, system: str = "swap-lazy", n: NgramOrder = 3, smoothing: str = "kneser-ney", srilm: bool = True
) -> list[Row]:
    """String and derivation perplexity of the test part under models of the training part: `string`, `derivation`, and
    the `increase` in per cent; `size` is the number of training words."""
    result = perplexity(
        data.train,
        data.test,
        system=system,
        n=n,
        smoothing=smoothing,
        srilm=srilm,
        transforms=data.transforms,
        resamples=0,
        seed=data.seed,
    )
    rows = {row["order"]: row for row in result.rows()}
    if "derivation" not in rows:
        raise DataError(result.remarks[0])
    remark_first(result.remarks, len(result.remarks))
    string, derivation = rows["string"], rows["derivation"]
    counts = {name: string[name] for name in ("size", "sentences", "words", "oov")}
    return [{**counts, "string": string["ppl"], "derivation": derivation["ppl"], "increase": derivation["increase"]}]

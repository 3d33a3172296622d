"""The task `suspects`."""

from __future__ import annotations

import numpy as np

from ...core.types import Row
from ...transforms.preparation import apply_alike
from ..running.data import StudyData
from ..running.tasks import task
from ..suspects.form import form_evidence
from ..suspects.items import items_of
from ..suspects.variation import IN_CONTEXT, variation_evidence


@task("suspects")
def suspect_rates(data: StudyData) -> list[Row]:
    """How many of 1,000 nodes (or words) are suspect: those whose words are annotated differently elsewhere between the
    same two words (`conflicts`), those with a form that the scheme does not allow or nearly never has (`faults`), and
    those with one of the two or both (`suspects`)."""
    items = items_of(apply_alike([data.whole], data.transforms, data.seed)[0][0])
    variation, form = variation_evidence(items), form_evidence(items)
    faulty = np.any([column > 0 for column in form.columns.values()], axis=0)
    in_context = [column for name, column in variation.columns.items() if name.endswith(IN_CONTEXT)]
    conflicting = np.any([column > 0 for column in in_context], axis=0)
    return [
        {
            "items": len(items),
            "suspects": 1000 * float(np.mean(conflicting | faulty)),
            "conflicts": 1000 * float(conflicting.mean()),
            "faults": 1000 * float(faulty.mean()),
        }
    ]

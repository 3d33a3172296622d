"""The task `suspects`."""

from __future__ import annotations

import numpy as np

from ...core.types import Row
from ...transforms.preparation import apply_alike
from ..running.data import StudyData
from ..running.tasks import task
from ..suspects.form import form_evidence
from ..suspects.items import items_of
from ..suspects.variation import variation_evidence


@task("suspects")
def suspect_rates(data: StudyData) -> list[Row]:
    """How consistent a treebank is: of 1,000 nodes (or words), how many have words that are annotated differently
    elsewhere (`conflicts`), and how many have a form that the scheme does not allow or nearly never has (`faults`)."""
    items = items_of(apply_alike([data.whole], data.transforms, data.seed)[0][0])
    variation, form = variation_evidence(items), form_evidence(items)
    faulty = np.any([column > 0 for column in form.columns.values()], axis=0)
    conflicting = np.zeros(len(items), bool) if variation.like is None else variation.like >= 0
    return [
        {
            "items": len(items),
            "conflicts": 1000 * float(conflicting.mean()),
            "faults": 1000 * float(faulty.mean()),
        }
    ]

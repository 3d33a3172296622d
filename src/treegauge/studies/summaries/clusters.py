"""The summary `clusters`."""

from __future__ import annotations

from ...core.types import Row
from ...transforms.cluster_penn import NT, POS
from ..running.tasks import summary


@summary("clusters")
def clusters(rows: list[Row]) -> list[Row]:
    """The clusters of the transforms cluster-pos and cluster-nt, one row each; no rows are needed."""
    return [
        {"transform": name, "cluster": cluster, "members": " ".join(members)}
        for name, of in (("cluster-pos", POS), ("cluster-nt", NT))
        for cluster, members in of.items()
    ]

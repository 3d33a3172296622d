"""The command that learns head reassignment rules."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from .options import Encoding, Json, OnError, OnErrorOption, Rejects, Transforms, changed_reader, named, print_json
from .output import put


def add_to(app: typer.Typer) -> None:
    """Make the command known."""
    app.command()(reassign)


def reassign(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The gold trees.")],
    parses: Annotated[
        list[str],
        typer.Argument(metavar="PARSE...", help="Parses of the same sentences, with heads."),
    ],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write the rules to FILE (.toml).")
    ] = None,
    heads: Annotated[str, typer.Option(help="Head rules of phrases.")] = "auto",
    min_count: Annotated[int, typer.Option(min=1, help="How often a disagreement must occur.")] = 10,
    min_share: Annotated[float, typer.Option(min=0, max=1, help="In what share of the places where it could.")] = 0.5,
    transform: Transforms = None,
    on_error: OnErrorOption = OnError.stop,
    rejects: Rejects = None,
    encoding: Encoding = None,
    json: Json = False,
) -> None:
    """Learn where parsers regularly choose other heads than gold, and the rules that give all the same (for -m mph)."""
    from ..core.parallel import together
    from ..report.scores import plain_table
    from ..report.tables import console
    from ..studies.head_projections.learning import compare_heads

    read, names = changed_reader(transform, None, on_error, rejects, encoding), [named(name) for name in parses]
    first, *others = together([partial(read, name) for name in [named(gold), *names]])
    comparison = compare_heads(
        first, dict(zip(names, others, strict=True)), heads, min_count=min_count, min_share=min_share
    )
    rules, rows = comparison.rules, comparison.rows()
    if output is not None:
        put(rules.to_toml(), output)
    if json:
        print_json("reassign", rows)
        return
    console().print(plain_table(rows))
    console().print(
        f"\n{len(rules.constituency)} rules for phrases, {len(rules.dependency)} for words"
        + (f", in {output}: treegauge score GOLD TEST -m 'mph(rules={output})'" if output else "; -o FILE keeps them")
    )

"""`treegauge reassign`: head reassignment rules for the measure mph."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.bounds import Positive, Share
from .options import Reading, all_given, check_standard_input, given
from .printing import Json, print_json, put


def reassign(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The gold trees.")],
    parses: Annotated[
        list[str],
        typer.Argument(metavar="PARSE...", help="Parses of the same sentences, with heads."),
    ],
    reading: Reading,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Write the rules to FILE (.toml).")
    ] = None,
    heads: Annotated[str, typer.Option(metavar="RULES", help="Head rules of phrases.")] = "auto",
    min_count: Annotated[Positive, typer.Option(help="How often a disagreement must occur.")] = 10,
    min_share: Annotated[Share, typer.Option(help="In what share of the places where it could occur.")] = 0.5,
    json: Json = False,
) -> None:
    """Learn head reassignment rules: where parsers consistently choose a different head from gold (for -m mph)."""
    from ..core.wording import counted
    from ..report.cells import plain_table
    from ..report.tables import console
    from ..studies.head_projections.learning import compare_heads

    names = all_given(parses)
    check_standard_input([given(gold), *names])
    gold_trees, *others = reading.alike([given(gold), *names])
    systems = dict(zip(names, others, strict=True))
    comparison = compare_heads(gold_trees, systems, heads, min_count=min_count, min_share=min_share)
    if output is not None:
        put(comparison.rules.to_toml(), output)
    if json:
        print_json("reassign", comparison.rows())
        return
    console().print(plain_table(comparison.rows()))
    rules = counted(len(comparison.rules.constituency), "rule")
    where = f", in {output}: treegauge score GOLD TEST -m 'mph(rules={output})'" if output else "; -o FILE saves them"
    console().print(f"\n{rules} for phrases, {len(comparison.rules.dependency)} for words{where}")

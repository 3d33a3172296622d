"""`treegauge reassign`: head reassignment rules for the measure mph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.bounds import Positive, Share
from .options import Reading, all_given, check_standard_input, given
from .printing import Json, as_json, put

if TYPE_CHECKING:
    from ..studies.head_projections.effects import ProjectionRow


def reassign(
    gold: Annotated[str, typer.Argument(metavar="GOLD", help="The gold trees.")],
    parses: Annotated[
        list[str],
        typer.Argument(metavar="[NAME=]PARSE...", help="Parses of the same sentences, with heads, and names for them."),
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
    from ..evaluation.naming import named_files
    from ..report.cells import plain_table
    from ..report.tables import console
    from ..studies.head_projections.learning import compare_heads

    files = named_files(all_given(parses))
    check_standard_input([given(gold), *files.values()])
    gold_trees, *others = reading.alike([given(gold), *files.values()])
    systems = dict(zip(files, others, strict=True))
    comparison = compare_heads(gold_trees, systems, heads, min_count=min_count, min_share=min_share)
    if output is not None:
        put(comparison.rules.to_toml(), output)
    if json:
        print(as_json("reassign", comparison.rows(), rules=comparison.effects, scores=comparison.scores))
        return
    console().print(plain_table(comparison.rows()))
    if comparison.effects:
        console().print("\nsentences in which a rule changes heads")
        console().print(plain_table(comparison.effects))
    console().print("\nbrackets and scores before and after the rules")
    console().print(plain_table(_table_1(comparison.scores)))
    rules = counted(len(comparison.rules.constituency), "rule")
    where = f", in {output}: treegauge score GOLD TEST -m 'mph(rules={output})'" if output else "; -o FILE saves them"
    console().print(f"\n{rules} for phrases, {len(comparison.rules.dependency)} for words{where}")


def _table_1(scores: Sequence[ProjectionRow]) -> list[dict[str, Any]]:
    """The scores as the paper prints them: one row per figure, one column per parse and set of rules."""
    figures = [name for name in scores[0] if name not in ("parse", "rules")]
    columns = {f"{row['parse']}{' + rules' if row['rules'] != 'none' else ''}": row for row in scores}
    return [{"figure": name, **{column: dict(row)[name] for column, row in columns.items()}} for name in figures]

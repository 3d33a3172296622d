"""Write what the pages take from the program: `python docs/generate.py [PAGE...]`.

These are the tables of the reference, the output of the commands that pages show, and the pictures of the README. A
test compares the pages with what this would write, so they cannot fall behind.
"""

from __future__ import annotations

import dataclasses
import inspect
import io
import re
import sys
from pathlib import Path

import numpy as np
from flow import flow
from interfaces import commands, house, plain, python_errors, python_names
from rich.console import Console
from shown import NOT_BUNDLED, with_outputs
from suspects_read import errors_table, verdicts_table

from treegauge.annotation.head_rules import HEAD_RULES
from treegauge.annotation.punctuation import FAMILIES
from treegauge.annotation.schemes import SCHEMES
from treegauge.annotation.tagsets import TAG_GROUPS, TAGSETS
from treegauge.catalogue.available import available_treebanks
from treegauge.evaluation.programs import PROGRAMS
from treegauge.formats.base import FORMATS
from treegauge.formats.bundled import bundled
from treegauge.measures.shared.base import MEASURES
from treegauge.parsers.base import PARSERS
from treegauge.report.registered import REGISTRIES
from treegauge.report.tour import run_tour
from treegauge.transforms.base import TRANSFORMS

HERE = Path(__file__).parent
_PICTURE_END = "parseval: "  # the signatures are too long for a picture
_DESCRIBED = {  # the pages that say more than one line about each member
    "format": "[Formats](formats.md)",
    "transform": "[Transforms](transforms.md)",
    "heads": "[Transforms](transforms.md#head-rules)",
    "measure": "[Measures](measures.md)",
    "parser": "[Parsers](parsing.md)",
    "program": "[Which F1 is this?](../how-to/which-f1.md#the-programs)",
}
_SIDES = ("_precision", "_recall", "_aligned")


def formats_table() -> str:
    """All formats, one row each."""
    rows = ["| name | what it is | endings | reads | writes | also carries |", "| --- | --- | --- | --- | --- | --- |"]
    for name, format in FORMATS.items():
        endings = " ".join(f"`{ending}`" for ending in format.extensions)
        carries = ", ".join(sorted(format.carries - {"nodes", "form", "tag", "number"}))
        reads, writes = ("yes" if there else "no" for there in (format.read, format.write))
        rows.append(f"| `{name}` | {plain(format.description)} | {endings} | {reads} | {writes} | {carries} |")
    return "\n".join(rows)


def transforms_table() -> str:
    """All transforms, with their options."""
    rows = ["| transform | what it does |", "| --- | --- |"]
    for name, member in TRANSFORMS.items():
        options = [
            parameter.name.strip("_")
            + ("" if parameter.default is parameter.empty else f"={_spelled(parameter.default)}")
            for parameter in inspect.signature(member.function).parameters.values()
            if parameter.kind is parameter.KEYWORD_ONLY
        ]
        call = f"{name}({', '.join(options)})" if options else name
        rows.append(f"| `{call}` | {plain(member.description)} |")
    return "\n".join(rows)


def _spelled(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ",".join(item or repr(item) for item in value) + "]"
    return {"True": "true", "False": "false", "None": "none"}.get(str(value), str(value))


def heads_table() -> str:
    """All head rules."""
    rows = ["| head rules | what they are for |", "| --- | --- |"]
    return "\n".join([*rows, *(f"| `{name}` | {plain(rules.about)} |" for name, rules in HEAD_RULES.members().items())])


def families_table() -> str:
    """All punctuation families."""
    rows = ["| family | tags |", "| --- | --- |"]
    for name, family in FAMILIES.members().items():
        rows.append(f"| `{name}` | {' '.join(f'`` {tag} ``' for tag in sorted(family.tags))} |")
    return "\n".join(rows)


def schemes_table() -> str:
    """All annotation schemes, with what they call the phrases that errors are about."""
    wanted = ("noun_phrase", "prepositional_phrase", "verb_phrase", "clause")
    rows = ["| scheme | tags | NP | PP | VP | clause | about |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for name, scheme in SCHEMES.members().items():
        named = [" ".join(f"`{label}`" for label in scheme.categories[category]) for category in wanted]
        rows.append(f"| `{name}` | `{scheme.tagset.name}` | {' | '.join(named)} | {plain(scheme.about)} |")
    return "\n".join(rows)


def tagsets_table() -> str:
    """All tag sets, with the tags of each group."""
    rows = [f"| tag set | {' | '.join(TAG_GROUPS)} |", "| --- " * (len(TAG_GROUPS) + 1) + "|"]
    for name, tagset in TAGSETS.members().items():
        groups = [" ".join(f"`{tag}`" for tag in tagset.groups[group]) for group in TAG_GROUPS]
        rows.append(f"| `{name}` | {' | '.join(groups)} |")
    return "\n".join(rows)


def measures_table() -> str:
    """All measures, with their options and scores."""
    rows = ["| measure | what it is | scores | divided by |", "| --- | --- | --- | --- |"]
    for _, member in MEASURES.items():
        measure = member()
        scores = [score for score in measure.score(np.zeros(len(measure.counts))) if not score.endswith(_SIDES)]
        names = ", ".join(f"`{score}`" for score in scores)
        divided = ", ".join(f"`{part}`" for part in measure.breakdowns)
        rows.append(f"| `{measure.spec.replace(',', ', ')}` | {plain(member.summary())} | {names} | {divided} |")
    return "\n".join(rows)


def programs_table() -> str:
    """All programs of `score --as`, with their rules."""
    rows = ["| `--as` | what it is, and its rules | measures | compared with |", "| --- | --- | --- | --- |"]
    for name, program in PROGRAMS.items():
        rules = "".join(f"<br>- {plain(rule)}" for rule in program.rules)
        measures = "<br>".join(f"`{spec}`" for spec in program.measures)
        rows.append(f"| `{name}` | {plain(program.about)}{rules} | {measures} | {program.compared} |")
    return "\n".join(rows)


def parsers_table() -> str:
    """All parsers, with their options."""
    rows = ["| parser | what it is | makes | options |", "| --- | --- | --- | --- |"]
    for name, member in PARSERS.items():
        options = [
            f"`{option.name}`" if option.default is None else f"`{option.name}={_spelled(option.default)}`"
            for option in dataclasses.fields(member)
        ]
        rows.append(f"| `{name}` | {member.summary()} | {member().makes} | {', '.join(options)} |")
    return "\n".join(rows)


def treebanks_table() -> str:
    """All treebanks of the catalogue."""
    rows = ["| name | what it is | language | trees | licence |", "| --- | --- | --- | --- | --- |"]
    for row in available_treebanks():
        where = f"[{plain(row['title'])}]({row['home']})"
        faults = "".join(f"<br>{plain(fault)}" for fault in row["faults"])
        licence = f"{plain(row['licence'])}{'; cannot be fetched' if row['restricted'] else ''}"
        rows.append(f"| `{row['name']}` | {where}{faults} | {row['language']} | {row['kind']} | {licence} |")
    return "\n".join(rows)


def kinds_table() -> str:
    """All kinds of things that have a name, with how many there are and where plug-ins register theirs."""
    rows = ["| kind | how many | entry points of plug-ins | described in |", "| --- | ---: | --- | --- |"]
    for kind, registry in REGISTRIES.items():
        rows.append(f"| `{kind}` | {len(registry)} | `{registry.group}` | {_DESCRIBED.get(kind, 'below')} |")
    return "\n".join(rows)


def names_tables() -> str:
    """The names of every kind that has no page of its own."""
    parts = []
    for kind, registry in REGISTRIES.items():
        if kind not in _DESCRIBED:
            lines = [f"| `{name}` | {plain(registry.describe(member))} |" for name, member in registry.items()]
            parts.append(
                "\n".join([f"## {registry.plural.capitalize()}", "", "| name | what it is |", "| --- | --- |", *lines])
            )
    return "\n\n".join(parts)


def measures_details() -> str:
    """What each measure counts, from its docstring."""
    parts = []
    for name, member in MEASURES.items():
        _, _, rest = inspect.cleandoc(member.__doc__ or "").partition("\n\n")
        lists = re.sub(
            r"(?m)^(\w[\w, ]*?)  +(\S.*(?:\n  +.*)*)", lambda m: f"- `{m[1]}`: {' '.join(m[2].split())}", rest
        )
        parts.append(f"### {name}\n\n{member.summary()}\n\n{lists}")
    return "\n\n".join(parts)


GENERATED = {
    "measures": measures_table,
    "parsers": parsers_table,
    "programs": programs_table,
    "details": measures_details,
    "formats": formats_table,
    "transforms": transforms_table,
    "heads": heads_table,
    "punctuation": families_table,
    "schemes": schemes_table,
    "tagsets": tagsets_table,
    "treebanks": treebanks_table,
    "kinds": kinds_table,
    "names": names_tables,
    "commands": commands,
    "house": house,
    "python_names": python_names,
    "python_errors": python_errors,
    "suspects_verdicts": verdicts_table,
    "suspects_errors": errors_table,
}


def filled(page: str) -> str:
    """A page with every `<!-- generated: NAME -->` block made anew."""
    return re.sub(
        r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)",
        lambda match: f"{match.group(1)}{GENERATED[match.group(2)]()}\n{match.group(3)}",
        page,
        flags=re.DOTALL,
    )


def picture() -> str:
    """The beginning of the tour as an SVG."""
    whole = Console(width=112, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    run_tour(whole)
    text, _, _ = whole.export_text(styles=True).partition(f"\n{_PICTURE_END}")
    part = Console(width=104, record=True, file=io.StringIO(), force_terminal=True)
    from rich.text import Text

    part.print(Text.from_ansi(text.rstrip()))
    svg = re.sub(r"@font-face \{.*?\}", "", part.export_svg(title="treegauge tour"), flags=re.DOTALL)
    return re.sub(r"font-family: [^;]*;", "font-family: 'DejaVu Sans Mono', Menlo, Consolas, monospace;", svg)


def written(page: Path) -> str:
    """A page as it must be: with its tables and the output of its commands made anew."""
    text = filled(page.read_text("utf-8"))
    return text if page.parent.name in NOT_BUNDLED else with_outputs(text)


def pictures() -> dict[Path, str]:
    """The pictures that are made from the program, each with its file."""
    return {
        HERE / "tour.svg": picture(),
        HERE / "tree.svg": bundled("german.export")[4].svg(),
        HERE / "how-it-works" / "flow.svg": flow(),
    }


def main() -> None:
    """Write the pages that are named, or all of them and the pictures."""
    named = [Path(name).resolve() for name in sys.argv[1:]]
    for page in named or [HERE.parent / "README.md", *sorted(HERE.rglob("*.md"))]:
        page.write_text(written(page), "utf-8")
    for file, svg in () if named else pictures().items():
        file.write_text(svg, "utf-8")


if __name__ == "__main__":
    main()

"""Fill a page of docs/studies from a folder of results: `python tools/study_page.py RESULTS PAGE`.

A block of the page, from `<!-- results: NAME -->` to `<!-- end -->`, gets the table NAME of the results; a picture
`PAGE-NAME.svg` gets the figure NAME.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

STUDIES = Path(__file__).parent.parent / "docs" / "studies"
_BLOCK = re.compile(r"(<!-- results: ([\w.-]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def table(results: Path, name: str) -> str:
    """A table without its title, which the page has in its own words."""
    _, _, body = (results / "tables" / f"{name}.md").read_text("utf-8").partition("\n\n")
    return body


def fill(results: Path, page: Path) -> list[str]:
    """Write all tables and pictures of a page; returns their names."""
    text = page.read_text("utf-8")
    names = [match[2] for match in _BLOCK.finditer(text)]
    page.write_text(_BLOCK.sub(lambda own: f"{own[1]}{table(results, own[2])}{own[4]}", text), "utf-8")
    for picture in re.findall(rf"\(({page.stem}-([\w-]+)\.svg)\)", text):
        page.with_name(picture[0]).write_bytes((results / "figures" / f"{picture[1]}.svg").read_bytes())
        names.append(picture[1])
    return names


def main() -> None:
    """Fill the page, and say with what."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    names = fill(Path(sys.argv[1]), STUDIES / f"{sys.argv[2]}.md")
    print(f"{sys.argv[2]}.md: {', '.join(names)}")


if __name__ == "__main__":
    main()

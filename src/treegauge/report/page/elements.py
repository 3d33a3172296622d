"""HTML from its parts: what is in attributes is always escaped, what is inside is HTML already."""

from __future__ import annotations

from html import escape


def tag(name: str, *content: str, **attributes: str | None) -> str:
    """An element; `class_` is the attribute `class`, `data_score` is `data-score`, and None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{''.join(content)}</{name}>"


def listed(*items: str) -> str:
    """A list of items."""
    return tag("ul", *(tag("li", item) for item in items))


def table(head: list[str], rows: list[list[str]], *, caption: str = "", kind: str | None = None) -> str:
    """A table; cells are whole elements, and the head is text."""
    titles = "".join(tag("th", escape(title), scope="col") if title else "<td></td>" for title in head)
    body = "".join(tag("tr", *cells) for cells in rows)
    above = tag("caption", escape(caption)) if caption else ""
    return tag("table", above, tag("thead", tag("tr", titles)), tag("tbody", body), class_=kind)

"""The third view of a report: the list of sentences and the trees of one of them. main.js fills it."""

from __future__ import annotations

from .elements import tag

_FILTERS = (
    '<form id="filters" aria-label="Filters">'
    '<label>words <input id="word" type="search" autocomplete="off" spellcheck="false" placeholder="of the …"></label>'
    '<label>errors in <select id="by"></select></label><select id="part" aria-label="which" hidden></select>'
    '<label>by <select id="in"></select></label>'
    '<span id="pairs"><label>right: <select id="right"></select></label>'
    '<label>wrong: <select id="wrong"></select></label></span>'
    '<label>sort <select id="sort"></select></label><button id="clear" type="button" hidden>Clear</button></form>'
)
_LIST = (
    '<div class="side"><p id="found" role="status"></p><p id="unknown" role="alert" hidden></p>'
    '<div id="list" role="listbox" tabindex="0" aria-label="Sentences"><div id="rows"></div></div></div>'
)


def sentences_view(*, phrases: bool, systems: int, as_text: bool = False) -> str:
    """The HTML of the view; the legend explains the marks in phrases, or those in arcs, and of words that a parser
    divides in its own way (`as_text`)."""
    kind = "phrases" if phrases else "arcs"
    keys = [
        tag("span", "wrong" if phrases else "wrong head", class_="key wrong"),
        tag("span", "wrong label" if phrases else "wrong relation", class_="key mislabelled"),
        tag("span", "missed by all" if systems > 1 else "missed", class_="key missed"),
    ]
    keys += [tag("span", f"{'NP' if phrases else 'obj'}<sup>1</sup> missed by system 1")] if systems > 1 else []
    if as_text:
        words = ("extra", "extra word"), ("absent", "missing word"), ("outside", "obj … head outside")
        keys += [tag("span", text, class_=f"key {name}") for name, text in words]
    columns = tag("button", "side by side", id="columns", type="button", aria_pressed="false") if systems else ""
    legend = tag("div", *(keys if systems else []), columns, class_=f"legend {kind}")
    trees = '<div id="trees" tabindex="0" aria-label="Trees"></div>'
    pane = tag("div", '<div id="about" aria-live="polite"></div>', legend, trees, class_="sentence")
    return _FILTERS + tag("div", _LIST, pane, class_="split")

"""The third view of a report: the list of sentences and the trees of one of them. main.js fills it."""

from __future__ import annotations

SENTENCES = (
    '<form id="filters" aria-label="Filters">'
    '<label>words <input id="word" type="search" autocomplete="off" spellcheck="false" placeholder="of the …"></label>'
    '<label>errors in <select id="by"></select></label><select id="part" aria-label="which" hidden></select>'
    '<label>by <select id="in"></select></label>'
    '<span id="pairs"><label>right: <select id="right"></select></label>'
    '<label>wrong: <select id="wrong"></select></label></span>'
    '<label>sort <select id="sort"></select></label><button id="clear" type="button" hidden>Clear</button></form>'
    '<div class="split"><div class="side"><p id="found" role="status"></p>'
    '<div id="list" role="listbox" tabindex="0" aria-label="Sentences"><div id="rows"></div></div></div>'
    '<div class="sentence"><div id="about" aria-live="polite"></div>'
    '<p class="legend"><span class="key wrong">wrong</span> <span class="key mislabelled">wrong label</span> '
    '<span class="key missed">missed by all</span> <span class="key by">NP<sup>1,2</sup> missed by 1 and 2</span></p>'
    '<div id="trees" tabindex="0" aria-label="Trees"></div></div></div>'
)

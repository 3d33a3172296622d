"""The report: one HTML page with the scores of several parsers, or the card of a treebank."""

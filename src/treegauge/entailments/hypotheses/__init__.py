"""Simple sentences that may follow from a text: read by rules, and compared with the deep relations of the text."""

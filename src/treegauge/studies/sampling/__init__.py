"""Comparable samples of treebanks: sentences of similar length with similar parts of speech."""

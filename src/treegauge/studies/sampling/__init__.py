"""Samples of treebanks that can be compared: sentences of like length and like parts of speech."""

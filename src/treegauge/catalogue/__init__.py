"""Public treebanks: which there are, under which licence, how to cite them, and how their files are fetched."""

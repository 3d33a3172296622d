"""Many treebanks at once: which files belong together, their scores, macro-averages and comparisons."""

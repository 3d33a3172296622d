"""The five papers as studies on any treebank, and what they share: controlled errors, samples, folds."""

"""A study is a file: which treebanks, what is measured on them, which tables and plots are made of it."""

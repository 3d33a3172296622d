"""The tasks of studies, one file each: a function from the data of a treebank to rows."""

"""Read and write treebanks: one file per format."""

"""Does a score say something about the parser, or about the annotation scheme? The experiments of Rehbein and van
Genabith (2007) on any treebanks, and a dial from flat to deep trees."""

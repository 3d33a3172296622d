"""What is learned from a treebank: grammars, transition parsers, n-gram models, function tags."""

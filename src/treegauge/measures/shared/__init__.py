"""What several measures use: brackets, words, alignment, EVALB parameters."""

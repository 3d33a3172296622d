"""How good is this parse: scores, comparisons, the pairing of sentences, break-downs and statistics."""

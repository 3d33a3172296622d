"""Who does what to whom: the relations of a sentence, the same for active and passive, relative clauses and so on."""

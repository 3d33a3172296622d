"""What labels and tags mean, as data: annotation schemes, tag sets, punctuation and head rules, one TOML table each.

So an operation on noun phrases, or on the head of a phrase, means the same in every treebank.

schemes/             the labels of noun phrases, prepositional phrases, clauses ...
constructions/       which words of a dependency tree are prepositional phrases, relative clauses, function words ...
tagsets/             the tags of nouns, verbs, prepositions ...
punctuation.toml     the tags of punctuation
head_rules/          which child of a phrase is its head
head_reassignments/  exceptions, so that trees of different annotation schemes have the same heads
"""

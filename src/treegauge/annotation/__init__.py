"""What annotation schemes and tag sets call things, as data: so that an operation on noun phrases means the same in
each treebank."""

"""From one kind of tree to another: phrases to dependencies, and dependencies to phrases."""

"""From one kind of tree to another, and from trees to sentences."""

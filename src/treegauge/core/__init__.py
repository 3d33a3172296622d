"""What everything else is built on: errors, registries, options, signatures, compiled code, threads. Nothing here knows
what a tree is."""

"""Controlled errors: the same errors inserted into gold trees of any annotation scheme, logged so that each can be
inspected and undone (Rehbein and van Genabith 2007, section 4.2)."""

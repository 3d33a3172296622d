"""Controlled errors: the same mistakes put into gold trees of any annotation scheme, recorded so that each can be
looked at and undone (Rehbein and van Genabith 2007, section 4.2)."""

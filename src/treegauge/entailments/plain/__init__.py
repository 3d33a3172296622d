"""The entailments of a parse in plain English, as people would say them, with what each sentence claims to be so."""

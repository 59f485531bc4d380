"""Edits of a document that follow from its elaboration: training, expansion, flattening, surrogates."""

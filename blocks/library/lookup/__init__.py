"""Category lookup_ops: lookup tables, for vocabularies and embeddings by name."""

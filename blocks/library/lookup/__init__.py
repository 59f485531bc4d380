"""Page lookup_ops: tables that are looked up by key, for vocabularies and embeddings by name."""

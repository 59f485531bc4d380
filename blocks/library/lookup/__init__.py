"""Category lookup_ops: lookup tables, such as vocabularies and embeddings with string keys."""

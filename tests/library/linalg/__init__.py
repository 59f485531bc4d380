"""Page linalg_ops."""

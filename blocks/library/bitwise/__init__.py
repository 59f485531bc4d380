"""Page bitwise_ops: integers as rows of bits."""

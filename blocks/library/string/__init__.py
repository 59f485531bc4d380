"""Page string_ops: texts, which are tensors of bytes."""

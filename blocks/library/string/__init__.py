"""Category string_ops: strings, stored as tensors of bytes."""

"""Category parsing_ops: serialized text and messages parsed into tensors."""

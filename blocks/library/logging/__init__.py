"""Category logging_ops: messages of a run on the terminal, and summaries for TensorBoard."""

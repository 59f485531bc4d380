"""Page logging_ops: what a run says about itself, on the terminal and in summaries for TensorBoard."""

"""Page ctc_ops: labels of sequences without a time for each label (connectionist temporal classification)."""

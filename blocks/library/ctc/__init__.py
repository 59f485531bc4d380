"""Category ctc_ops: sequence labels without a known alignment (connectionist temporal classification)."""

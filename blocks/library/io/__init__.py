"""Category io_ops: readers and their queries, whole files, checkpoints in TensorFlow's formats."""

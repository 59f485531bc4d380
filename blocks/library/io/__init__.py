"""Files: readers and what asks them, whole files, checkpoints in TensorFlow's formats."""

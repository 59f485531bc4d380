"""Category random_ops: random tensors, reproducible by seed, block and step."""

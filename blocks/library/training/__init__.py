"""Category training_ops: the update rules of optimizers."""

"""Category dataset_ops: sources of training data, in shuffled batches, epoch after epoch."""

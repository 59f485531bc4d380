"""Page dataset_ops: sources of data for training, in batches, shuffled, round after round."""

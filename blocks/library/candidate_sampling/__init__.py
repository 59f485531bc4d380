"""Page candidate_sampling_ops: drawing some classes out of many, to train with."""

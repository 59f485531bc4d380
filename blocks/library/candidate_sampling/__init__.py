"""Category candidate_sampling_ops: a few sampled classes out of many, for training."""

"""Quantised tensors: made of floats, turned into floats again, and floats rounded as if they were quantised."""

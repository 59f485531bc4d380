"""Training: batches of data, and the loop over them."""

"""Loop optimizations: batched iterations and dead columns."""

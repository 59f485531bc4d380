"""Loop optimizations: invariant code motion, batched iterations and dead columns."""

"""Optimisations of loops: invariant code motion, batched rounds, dead columns."""

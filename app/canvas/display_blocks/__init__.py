"""Display blocks: what they read from results, and how they draw it."""

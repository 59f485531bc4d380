"""Live evaluation: the current output of every block, recomputed only where an edit has an effect."""

"""Finding out why a run goes wrong: stops at conditions, steps back, the first bad step."""

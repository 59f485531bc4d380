"""What every layer stands on: errors, dtypes, shapes, literals, limits."""

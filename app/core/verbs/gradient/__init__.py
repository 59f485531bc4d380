"""Gradient edits: applying what-ifs, following lint warnings, creating contracts, adding training."""

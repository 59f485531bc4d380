"""The autodiff graph."""

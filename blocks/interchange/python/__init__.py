"""Export of diagrams as Python programs."""

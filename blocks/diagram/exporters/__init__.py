"""Writers of other forms of a diagram."""

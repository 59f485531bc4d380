"""Data files that ship with Gradblocks: example diagrams, icons, pictures for the documentation."""

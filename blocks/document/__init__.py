"""The document: the data of a diagram, its edits, and its file format."""

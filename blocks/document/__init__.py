"""The document: what a diagram is, how it changes, how it is read and written."""

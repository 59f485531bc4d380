"""The diagrams that ship with Gradblocks, and what they must show."""

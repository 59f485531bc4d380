"""Three-way merge of diagrams, the conflicts that it leaves, and how these are settled."""

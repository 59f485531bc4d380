"""Three-way merge of diagrams, its conflicts, and their resolution."""

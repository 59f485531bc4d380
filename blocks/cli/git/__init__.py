"""``gradblocks merge`` and ``gradblocks git``: diagrams under version control."""

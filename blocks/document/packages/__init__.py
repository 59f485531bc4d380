"""Block libraries: diagram files whose composites other diagrams copy. They contain no code."""

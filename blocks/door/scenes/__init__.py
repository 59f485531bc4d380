"""Examples of block types that only work together with others, such as queues with producers and consumers."""

"""Arrays that are large enough for machine code."""

from __future__ import annotations

import functools
import math

from blocks.base.types import Shape
from blocks.graph.graph import Graph, Output

SMALLEST = 1 << 16
"""Elements."""
UNKNOWN = 64
"""The size that an unknown axis counts as."""


def has_large(graph: Graph) -> bool:
    return any([is_large(output) for node in graph.nodes for output in node.outputs])


def is_large(output: Output) -> bool:
    return _elements(output.shape) >= SMALLEST


@functools.lru_cache(maxsize=4096)
def _elements(shape: Shape) -> int:
    return math.prod([UNKNOWN if size is None else size for size in shape or ()])

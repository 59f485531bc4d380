"""Partial shapes: tuples of sizes, with ``None`` for an unknown size or rank."""

from __future__ import annotations

import math

from blocks.base.errors import DiagramError
from blocks.base.types import Shape

MAX_RANK = 64  # NumPy's limit
MAX_SIZE = 2**63 // 16 - 1
"""Elements: of all sizes but those that are 0, also NumPy's limit, for elements of 16 bytes."""


def shape_text(shape: Shape) -> str:
    if shape is None:
        return "?"
    return "[" + ",".join("?" if size is None else str(size) for size in shape) + "]"


def of_rank(rank: int) -> Shape:
    """Return a shape with this rank and unknown sizes; raise DiagramError if tensors cannot have this rank."""
    if rank > MAX_RANK:
        raise DiagramError(f"a tensor can have at most {MAX_RANK} axes, got a shape with {rank:,} sizes")
    return (None,) * rank


def is_known(shape: Shape) -> bool:
    return shape is not None and None not in shape


def element_count(shape: Shape) -> int | None:
    if shape is None:
        return None
    known = [size for size in shape if size is not None]
    return math.prod(known) if len(known) == len(shape) else None


def room(shape: Shape) -> int:
    """Return the product of all sizes, counting 0 and unknown sizes as 1.

    A tensor without elements may still be large along its other axes, and kernels compute offsets along each.
    """
    return math.prod([size for size in shape or () if size])


def compatible(a: Shape, b: Shape) -> bool:
    if a is None or b is None:
        return True
    return len(a) == len(b) and all(x == y or x is None or y is None for x, y in zip(a, b, strict=True))


def implies(a: Shape, b: Shape) -> bool:
    if b is None or a is None:
        return b is None
    return len(a) == len(b) and all(y is None or x == y for x, y in zip(a, b, strict=True))


def check_size(shape: Shape) -> None:
    """Raise DiagramError if a shape has more axes, or larger ones, than a tensor can have, even an empty one."""
    if shape is None:
        return
    if len(shape) > MAX_RANK:
        raise DiagramError(f"a tensor can have at most {MAX_RANK} axes, got a shape with {len(shape)} sizes")
    if room(shape) > MAX_SIZE:
        raise DiagramError(f"the shape {shape_text(shape)} is too large for a tensor")


def merge(a: Shape, b: Shape) -> Shape:
    """Return the common refinement of two shapes of the same tensor.

    Raises:
        DiagramError: no tensor has both shapes.
    """
    if a is None:
        return b
    if b is None or a == b:
        return a
    if not compatible(a, b):
        raise DiagramError(f"shapes {shape_text(a)} and {shape_text(b)} do not match")
    return tuple(y if x is None else x for x, y in zip(a, b, strict=True))


def broadcast(a: Shape, b: Shape) -> Shape:
    """Return the shape of an elementwise result (NumPy's rule, which is TensorFlow's).

    Raises:
        DiagramError: the shapes do not broadcast.
    """
    if a is None or b is None:
        return None
    if a == b and None not in a:
        return a
    short, long = (a, b) if len(a) <= len(b) else (b, a)
    out = list(long)
    offset = len(long) - len(short)
    for i, x in enumerate(short, offset):
        y = out[i]
        if x == y or x == 1:
            continue
        if y == 1:
            out[i] = x
        elif y is None:
            out[i] = x  # a known size other than 1 wins: the unknown one is either that or 1
        elif x is not None:
            raise DiagramError(f"shapes {shape_text(a)} and {shape_text(b)} are not compatible")
    return tuple(out)


def normalise_axis(axis: int, rank: int, *, pin: str | None = "axis") -> int:
    if not -rank <= axis < rank:
        limits = f"it must be from {-rank} to {rank - 1}" if rank else "a scalar has no axes"
        raise DiagramError(f"axis {axis} does not exist in a tensor with {rank} axes: {limits}", pin=pin)
    return axis + rank if axis < 0 else axis

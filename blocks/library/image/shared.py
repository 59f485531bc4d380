"""Checks shared by this category's block types, for images, boxes and sizes."""

from __future__ import annotations

from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, shape_error, vector

Sizes = tuple[int | None, ...]


def formed(call: Call, pin: str, form: Shape, what: str) -> Sizes:
    """Return the shape at a pin, checked against the fixed rank and sizes of ``form``.

    Args:
        form: the required shape, None for any size.
        what: the phrase for errors: "images [batch, height, width, channels]".

    Raises:
        DiagramError: it has another shape.
    """
    shape = call.shape(pin)
    if not compatible(shape, form):
        raise pin_error(call, pin, f"{pin} must be {what}, got shape {shape_text(shape)}")
    assert form is not None
    return form if shape is None else shape


def images_at(call: Call, pin: str = "images") -> Sizes:
    return formed(call, pin, (None,) * 4, "[batch, height, width, channels]")


def images_with_pixels(call: Call, pin: str = "images") -> Sizes:
    shape = images_at(call, pin)
    if 0 in shape[1:]:
        raise shape_error(call, pin, f"the images at {pin} must not be empty")
    return shape


def new_size(call: Call, pin: str, lowest: int = 1) -> Sizes:
    """Return the height and width given at a pin, None if unknown. Raise DiagramError for other values."""
    formed(call, pin, (2,), "a height and a width")
    result = vector(call, pin)
    if result is None:
        return None, None
    if min(result) < lowest:
        raise pin_error(call, pin, f"height and width must be {lowest} or more, got {result}")
    return tuple(result)


def same_count(call: Call, a: str, b: str) -> int | None:
    one, other = call.shape(a), call.shape(b)
    first = one[0] if one else None
    second = other[0] if other else None
    if first is not None and second is not None and first != second:
        raise pin_error(call, b, f"{a} and {b} must have the same number of rows, got {first} and {second}")
    return second if first is None else first

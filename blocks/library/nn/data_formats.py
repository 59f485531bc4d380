"""Data formats of images: axes and sizes converted from one to another."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.spec import BlockSpec
from blocks.library.array.arguments import pin_error, shape_error
from blocks.library.declare import block


def order_of(source: str, target: str) -> list[int]:
    return [target.index(letter) for letter in source]


def permutation(count: int, source: str, target: str) -> list[int]:
    """Return each target axis's position in the source; for smaller counts only of the spatial axes."""
    if count < len(source):
        source, target = _spatial_letters(source), _spatial_letters(target)
    return order_of(target, source)


@block("x: T -> y: T", T=INDEX, foldable=True, example={"x": [0, 3, -1], "y": [0, 1, 1]})
def DataFormatDimMap(x: Array, *, src_format: str = "NHWC", dst_format: str = "NCHW") -> Array:
    """Convert axis numbers between data formats: y is the position in dst_format of letter x of src_format.

    Args:
        x: [...] the axis numbers. Negative numbers count from the end.
        src_format: the source format: four or five letters, one per axis, such as NHWC.
        dst_format: the destination format: the same letters in another order, such as NCHW.

    Returns:
        y: [...] the numbers of the same axes in dst_format.
    """
    order = np.array(order_of(src_format, dst_format), x.dtype)
    return order[x % len(order)]


@block("x: T -> y: T", T=INDEX, foldable=True, example={"x": [7, 4, 9, 3], "y": [7, 3, 4, 9]})
def DataFormatVecPermute(x: Array, *, src_format: str = "NHWC", dst_format: str = "NCHW") -> Array:
    """Permute a vector with one value (or pair) per axis, such as strides, from src_format to dst_format.

    Args:
        x: [axes] or [axes, 2] one value or pair per axis. The spatial axes alone (H, W, D) are enough.
        src_format: the source format: four or five letters, one per axis, such as NHWC.
        dst_format: the destination format: the same letters in another order, such as NCHW.

    Returns:
        y: [axes] or [axes, 2] the same values in the order of dst_format.
    """
    return x[permutation(len(x), src_format, dst_format)]


def _spatial_letters(data_format: str) -> str:
    return "".join(letter for letter in data_format if letter in "HWD")


def _check(block: BlockSpec, attrs: dict[str, Any]) -> None:
    source, target = attrs["src_format"], attrs["dst_format"]
    for pin in ("src_format", "dst_format"):
        if len(attrs[pin]) not in (4, 5):
            text = f"{block.name}: {pin} must have four or five letters, one per axis, got {attrs[pin]!r}"
            raise DiagramError(text, pin=pin)
    if len(set(source)) < len(source) or sorted(source) != sorted(target):
        text = f"{block.name}: src_format and dst_format must contain the same letters, each letter once, got"
        raise DiagramError(f"{text} {source!r} and {target!r}", pin="dst_format")


DataFormatDimMap.prepare = lambda attrs: _check(DataFormatDimMap, attrs)
DataFormatVecPermute.prepare = lambda attrs: _check(DataFormatVecPermute, attrs)


DataFormatDimMap.shape(lambda call: call.shape("x"))


@DataFormatVecPermute.shape
def _(call: Call) -> Shape:
    shape, form = call.shape("x"), call.attrs["src_format"]
    if shape is None:
        return None
    spatial = len(_spatial_letters(form))
    if len(shape) not in (1, 2) or (len(shape) == 2 and shape[1] not in (2, None)):
        raise shape_error(call, "x", "x must have one value or one pair per axis")
    if shape[0] not in (len(form), spatial, None):
        raise pin_error(call, "x", f"x must have {len(form)} or {spatial} values (or pairs), got {shape[0]}")
    return shape

"""Channels-last forms of image operators with channels first, for TensorFlow's CPU kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output

_IMAGES = frozenset(
    ("input", "value", "x", "out_backprop", "grad", "orig_input", "orig_output", "y_backprop", "output", "y",
     "x_backprop")
)  # fmt: skip
"""Pins of images."""
_SIZES = frozenset(("input_sizes", "orig_input_shape", "ksize", "strides"))
"""Pins of vectors that have an element for each axis of the images."""
_WITHOUT_IMAGES = ("BackpropFilter", "BackpropFilterV2", "BiasAddGrad")
"""Ends of the names of types whose output is not images."""


def axes_of(node: Node) -> int | None:
    form = node.attrs.get("data_format")
    if form not in ("NCHW", "NCDHW"):
        return None
    if not node.type.name.startswith("BiasAdd"):
        return len(form)
    shape = node.inputs[0].shape  # a bias is added to images of any number of axes
    return None if shape is None else len(shape)


def order_of(axes: int, *, back: bool = False) -> list[int]:
    return [0, axes - 1, *range(1, axes - 1)] if back else [0, *range(2, axes), 1]


def pins_of(node: Node, axes: int) -> tuple[list[str], Sequence[Output]]:
    """Return the role of each input (``images``, ``sizes`` or empty), and the outputs that are images."""
    inputs = [
        "images" if pin.name in _IMAGES else "sizes" if pin.name in _SIZES and given.shape != (axes - 2,) else ""
        for pin, given in zip(node.type.inputs, node.inputs, strict=True)
    ]
    if node.type.name.endswith(_WITHOUT_IMAGES):
        return inputs, ()
    return inputs, [o for o in node.outputs if node.type.outputs[o.index].name in _IMAGES]


def follows(node: Node) -> list[str]:
    """Return the role of each input of a node that also works with channels last; empty for other nodes.

    A role is ``images``, ``sizes``, ``axis``, or empty if the input does not depend on the order of axes.
    """
    kind, inputs = node.type.name, node.inputs
    if kind in ("Pad", "PadV2", "MirrorPad"):
        return ["images", "sizes", ""][: len(inputs)]
    if kind == "Concat" and known_value(inputs[-1]) is not None:
        return ["images"] * (len(inputs) - 1) + ["axis"]
    if node.type.fusion in ("elementwise", "same_shape") and len(node.outputs) == 1:
        return ["" if each.shape == () else "images" for each in inputs]
    return []


def last_attributes(attrs: dict[str, Any], axes: int) -> dict[str, Any]:
    order, result = order_of(axes), dict(attrs)
    for key in ("ksize", "strides", "dilations"):
        if len(attrs.get(key) or ()) == axes:
            result[key] = [attrs[key][i] for i in order]
    pads = attrs.get("explicit_paddings")
    if pads:
        result["explicit_paddings"] = [pads[2 * i + side] for i in order for side in (0, 1)]
    result["data_format"] = "NHWC" if attrs["data_format"] == "NCHW" else "NDHWC"
    return result

"""Blocks that slide windows over images, where TensorFlow's answer is not obvious; all numbers are TensorFlow's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.graph import Node
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.library.nn.windows import each_position, padded, view_of, windows_over
from blocks.run.client import ClientSession
from tests.table import table

NAN, INF, LOWEST = float("nan"), float("inf"), -3.4028234663852886e38
FOUR = [1, 1, 1, 1]
ROW = np.array([[[[NAN], [1.0], [NAN], [NAN], [-INF]]]], np.float32)
PAIR = np.array([[[0.0], [0.5]]], np.float32)


def ramp(*shape: int) -> Array:
    """Small whole numbers that repeat after seven."""
    return (np.arange(np.prod(shape)) % 7 - 3).reshape(shape).astype(np.float32)


def node(root: Scope, name: str, *inputs: Any, **attributes: Any) -> Node:
    """A block of this type, with constant inputs."""
    spec = find(name)
    assert spec is not None
    return spec(root, *inputs, **attributes)


VALID: dict[str, Any] = {"strides": FOUR, "padding": "VALID"}
RESULTS: dict[str, tuple[str, tuple[Any, ...], dict[str, Any], tuple[int, ...], list[float]]] = {
    "groups of channels": ("Conv2D", (ramp(1, 2, 2, 4), ramp(1, 2, 2, 2)), VALID, (1, 2, 1, 2), [18, 17, 18, 0]),
    # Of groups, TensorFlow computes no gradients without a GPU: these two are PyTorch's.
    "the images of groups": (
        "Conv2DBackpropInput",
        (np.array([1, 2, 2, 4], np.int32), ramp(1, 2, 2, 2), ramp(1, 2, 1, 2)),
        VALID,
        (1, 2, 2, 4),
        [9, 3, 4, 0, -3, -9, -4, 6, 3, 1, 0, 0, -1, -3, 0, 0],
    ),
    "the filter of groups": (
        "Conv2DBackpropFilter",
        (ramp(1, 2, 2, 4), np.array([1, 2, 2, 2], np.int32), ramp(1, 2, 1, 2)),
        VALID,
        (1, 2, 2, 2),
        [11, 2, 7, 0, -5, -6, -9, 6],
    ),
    "explicit paddings, strides and dilations": (
        "Conv2D",
        (ramp(1, 3, 4, 2), ramp(2, 2, 2, 1)),
        {
            "strides": [1, 2, 3, 1],
            "padding": "EXPLICIT",
            "explicit_paddings": [0, 0, 2, 1, 0, 3, 0, 0],
            "dilations": [1, 2, 1, 1],
        },
        (1, 2, 2, 1),
        [-10, -3, 10, -7],
    ),
    "a filter larger than the image": (
        "Conv2D",
        (ramp(1, 3, 4, 2), ramp(5, 7, 2, 1)),
        {"strides": [1, 2, 2, 1], "padding": "SAME"},
        (1, 2, 2, 1),
        [-41, 46, -41, 46],
    ),
    "height and width are sizes enough": (
        "Conv2DBackpropInput",
        (np.array([3, 3], np.int32), ramp(2, 2, 1, 2), ramp(1, 2, 2, 2)),
        {"strides": [1, 2, 2, 1], "padding": "SAME"},
        (1, 3, 3, 1),
        [13, 3, 3, -7, -3, -1, -7, -1, -3],
    ),
    "whole numbers that overflow": (
        "Conv2D",
        (np.array([[[[2**30], [2**30], [3]]]], np.int32), np.array([[[[2]], [[1]]]], np.int32)),
        VALID,
        (1, 1, 2, 1),
        [-1073741824, -2147483645],
    ),
    "three filters per channel": (
        "DepthwiseConv2dNative",
        (ramp(1, 3, 3, 2), ramp(2, 2, 2, 3)),
        {"strides": [1, 2, 2, 1], "padding": "SAME"},
        (1, 2, 2, 6),
        [10, 14, -10, 9, 3, -3, -3, -2, -1, -2, 1, 4, -15, 5, 4, 2, 3, 4, 3, 2, 1, 0, 0, 0],
    ),
    "nothing is larger than NaN": ("Dilation2D", (ROW, PAIR), VALID, (1, 1, 4, 1), [1.5, 1.0, LOWEST, LOWEST]),
    "a window of NaN has its gradient at its corner": (
        "Dilation2DBackpropInput",
        (ROW, PAIR, np.array([[[[1], [2], [4], [8]]]], np.float32)),
        VALID,
        (1, 1, 5, 1),
        [0, 3, 4, 8, 0],
    ),
    "and so in the filter": (
        "Dilation2DBackpropFilter",
        (ROW, PAIR, np.array([[[[1], [2], [4], [8]]]], np.float32)),
        VALID,
        (1, 2, 1),
        [14, 1],
    ),
    "a dilation with rates, beyond the edge": (
        "Dilation2D",
        (ramp(1, 4, 4, 1), ramp(2, 2, 1)),
        {"strides": [1, 2, 1, 1], "rates": [1, 2, 3, 1], "padding": "SAME"},
        (1, 2, 4, 1),
        [0, 1, -2, -1, -2, -1, -4, -3],
    ),
    "a dilation one larger than the image": (
        "Dilation2D",
        (ramp(1, 2, 2, 1), ramp(3, 1, 1)),
        VALID,
        (1, 0, 2, 1),
        [],
    ),
    "resized to corners, then mirrored": (
        "FusedResizeAndPadConv2D",
        (ramp(1, 2, 3, 1), [3, 2], [[0, 0], [1, 0], [0, 1], [0, 0]], ramp(2, 2, 1, 1)),
        {**VALID, "mode": "REFLECT", "resize_align_corners": True},
        (1, 3, 2, 1),
        [6.5, 2.5, 12.5, 8.5, 3.5, -0.5],
    ),
}


@pytest.mark.parametrize("case", RESULTS.values(), ids=RESULTS)
def test_results(case: tuple[str, tuple[Any, ...], dict[str, Any], tuple[int, ...], list[float]]) -> None:
    name, inputs, attributes, shape, expected = case
    if name.startswith("Dilation2D"):
        attributes = {"rates": FOUR, **attributes}
    root = Scope.new_root_scope()
    new_node = node(root, name, *inputs, **attributes)
    assert new_node.outputs[0].shape == shape
    [result] = ClientSession(root).run([new_node.outputs[0]])
    np.testing.assert_allclose(result.reshape(-1), expected, rtol=1e-6)


IMAGE, FILTER = ramp(1, 4, 4, 2), ramp(2, 2, 2, 3)
REFUSED: dict[str, tuple[str, tuple[Any, ...], dict[str, Any], str, str]] = {
    "strides over channels": ("Conv2D", (IMAGE, FILTER), {**VALID, "strides": [1, 1, 1, 2]}, "strides", "channels"),
    "no step": ("Conv2D", (IMAGE, FILTER), {**VALID, "strides": [1, 0, 1, 1]}, "strides", "1 or more"),
    "three dilations": ("Conv2D", (IMAGE, FILTER), {**VALID, "dilations": [1, 1, 1]}, "dilations", "must have 4"),
    "paddings that nobody asked for": (
        "Conv2D",
        (IMAGE, FILTER),
        {**VALID, "explicit_paddings": [0] * 8},
        "explicit_paddings",
        "padding is EXPLICIT",
    ),
    "no paddings": (
        "Conv2D",
        (IMAGE, FILTER),
        {**VALID, "padding": "EXPLICIT"},
        "explicit_paddings",
        "must have 8",
    ),
    "a filter larger than the image": ("Conv2D", (IMAGE, ramp(5, 1, 2, 1)), VALID, "input", "larger than"),
    "an empty filter": ("Conv2D", (IMAGE, ramp(0, 2, 2, 1)), VALID, "filter", "non-empty"),
    "outputs that groups cannot share": ("Conv2D", (IMAGE, ramp(2, 2, 1, 3)), VALID, "filter", "outputs"),
    "groups of volumes": (
        "Conv3D",
        (ramp(1, 2, 2, 2, 4), ramp(1, 1, 1, 2, 2)),
        {"strides": [1] * 5, "padding": "SAME"},
        "input",
        "a filter for 2",
    ),
    "unequal strides by depth": (
        "DepthwiseConv2dNative",
        (IMAGE, FILTER),
        {**VALID, "strides": [1, 1, 2, 1]},
        "strides",
        "strides for height and width",
    ),
    "padded channels": (
        "FusedPadConv2D",
        (IMAGE, [[0, 0], [0, 0], [0, 0], [1, 1]], FILTER),
        {**VALID, "mode": "REFLECT"},
        "paddings",
        "height and width",
    ),
    "an image of a billion places": (
        "FusedResizeAndPadConv2D",
        (IMAGE, [40_000, 40_000], [[0, 0]] * 4, FILTER),
        {**VALID, "mode": "REFLECT", "strides": [1, 40_000, 40_000, 1]},
        "size",
        "too large",
    ),
    "patches over channels": (
        "ExtractImagePatches",
        (IMAGE,),
        {**VALID, "ksizes": [1, 2, 2, 2], "rates": FOUR},
        "ksizes",
        "channels",
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_refusals(case: tuple[str, tuple[Any, ...], dict[str, Any], str, str]) -> None:
    name, inputs, attributes, pin, text = case
    with pytest.raises(DiagramError, match=text) as caught:
        node(Scope.new_root_scope(), name, *inputs, **attributes)
    assert caught.value.pin == pin


def test_padding_beyond_reason_is_refused_before_memory_is_asked_for() -> None:
    far = {"strides": [1, 10**9, 1, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 0, 10**9, 0, 0, 0, 0]}
    new_node = node(Scope.new_root_scope(), "Conv2D", IMAGE, FILTER, **far)
    with pytest.raises(DiagramError, match="padding for the windows"):
        new_node.type.run([IMAGE, FILTER], new_node.attrs, new_node.bound)


def test_a_window_far_larger_than_the_image_is_gone_through_quickly() -> None:
    windows = windows_over([3], [10**9], [1], [1], "SAME")
    assert len(list(each_position(windows, [3]))) == 5


GEOMETRIES = [
    (image, size, stride, dilation, padding)
    for image in (1, 2, 5)
    for size in (1, 2, 3)
    for stride in (1, 2, 3)
    for dilation in (1, 2)
    for padding in ("SAME", "EXPLICIT")
]


@table("geometry", GEOMETRIES, ids=str)
def test_views_and_positions_agree(geometry: tuple[int, int, int, int, str]) -> None:
    """Both ways through the windows of an axis see what index arithmetic says."""
    image, size, stride, dilation, padding = geometry
    windows = windows_over([image], [size], [stride], [dilation], padding, [(4, 1)])
    x = np.arange(1.0, image + 1).reshape(1, image, 1)
    places = np.arange(windows.counts[0])[:, None] * stride - windows.before[0] + np.arange(size) * dilation
    expected = np.where((places >= 0) & (places < image), places + 1.0, 0)
    np.testing.assert_array_equal(view_of(padded(x, windows), windows)[0, :, :, 0], expected)
    by_place = np.zeros_like(expected)
    for (place,), outs, ins in each_position(windows, [image]):
        by_place[outs[1], place] = x[ins][0, :, 0]
    np.testing.assert_array_equal(by_place, expected)

"""Images resized, cropped and coloured, and boxes on them, as TensorFlow does it; with gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.run.client import ClientSession
from blocks.testing.calls import new

_INTEGERS = ("size", "crop_size", "box_ind", "max_output_size")


def make(root: Scope, name: str, inputs: dict[str, Any], attributes: dict[str, Any]) -> tuple[Output, dict[str, Any]]:
    """The output of a node on constants, and these."""
    given = {
        pin: new("Const", root, val=value, dtype="DT_INT32" if pin in _INTEGERS else "DT_FLOAT")
        for pin, value in inputs.items()
    }
    maker = find(name)
    assert maker is not None
    return maker(root, *given.values(), **attributes).as_output(), given


# Type, inputs, attributes, shape and values of the result; the numbers are TensorFlow's (2.21).
CASES: list[tuple[str, dict[str, Any], dict[str, Any], list[int], list[float]]] = [
    (
        "ResizeBilinear",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 2]},
        {"half_pixel_centers": True},
        [1, 3, 2, 1],
        [1.0, 1.75, 0.875, 3.5, 0.75, 5.25],
    ),
    (
        "ResizeBilinear",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [1, 5]},
        {"align_corners": True},
        [1, 1, 5, 1],
        [0.0, 2.0, 4.0, 2.5, 1.0],
    ),
    (
        "ResizeBicubic",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [1, 4]},
        {},
        [1, 1, 4, 1],
        [0.0, 3.410156, 2.875, 0.6835938],
    ),
    (
        "ResizeBicubic",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 2]},
        {"half_pixel_centers": True},
        [1, 3, 2, 1],
        [0.8257793, 1.38376, 0.8175183, 3.729927, 0.809257, 6.076094],
    ),
    (
        "ResizeBicubic",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [2, 5]},
        {"align_corners": True},
        [1, 2, 5, 1],
        [0.0, 2.28125, 4.0, 2.875, 1.0, 2.0, -1.53125, -3.0, 2.03125, 8.0],
    ),
    (
        "ResizeNearestNeighbor",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 5]},
        {"align_corners": True},
        [1, 3, 5, 1],
        [0.0, 4.0, 4.0, 1.0, 1.0, 2.0, -3.0, -3.0, 8.0, 8.0, 2.0, -3.0, -3.0, 8.0, 8.0],
    ),
    (
        "ResizeNearestNeighbor",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [1, 2]},
        {"half_pixel_centers": True},
        [1, 1, 2, 1],
        [2.0, 8.0],
    ),
    (
        "ResizeNearestNeighbor",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 4]},
        {},
        [1, 3, 4, 1],
        [0.0, 0.0, 4.0, 1.0, 0.0, 0.0, 4.0, 1.0, 2.0, 2.0, -3.0, 8.0],
    ),
    (
        "ResizeArea",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 2]},
        {},
        [1, 3, 2, 1],
        [1.333333, 2.0, 0.8333333, 3.166667, 0.3333333, 4.333333],
    ),
    (
        "ResizeArea",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 4]},
        {"align_corners": True},
        [1, 3, 4, 1],
        [0.0, 2.0, 4.0, 1.0, 0.0, 2.0, 4.0, 1.0, 2.0, -0.5000002, -3.0, 8.000001],
    ),
    (
        "ResizeArea",
        {"images": [[[[6.0]]]], "size": [2, 3]},
        {"align_corners": True},
        [1, 2, 3, 1],
        [6.0, 6.0, 6.0, 6.0, 6.0, 6.0],
    ),
    (
        "AdjustHue",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ],
            "delta": 0.35,
        },
        {},
        [2, 3, 3],
        [0.4700001, 0.2, 0.9, 0.5, 0.5, 0.5, 0.0, 1.0, 0.1000004, 0.4299996, -0.1, 1.2, 0.9, 0.36, 0.3, 0.0, 0.0, 0.0],
    ),
    (
        "AdjustHue",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ],
            "delta": -1.75,
        },
        {},
        [2, 3, 3],
        [0.2, 0.3500001, 0.9, 0.5, 0.5, 0.5, 0.5, 1.0, 0.0, -0.1, 0.1499997, 1.2, 0.9, 0.3, 0.6, 0.0, 0.0, 0.0],
    ),
    (
        "AdjustSaturation",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ],
            "scale": 0.5,
        },
        {},
        [2, 3, 3],
        [0.55, 0.9, 0.65, 0.5, 0.5, 0.5, 1.0, 0.5, 0.5, 0.55, 1.2, 0.75, 0.6, 0.6, 0.9, 0.0, 0.0, 0.0],
    ),
    (
        "AdjustSaturation",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ],
            "scale": -2.0,
        },
        {},
        [2, 3, 3],
        [0.9, 0.9, 0.9, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.2, 1.2, 1.2, 0.9, 0.9, 0.9, 0.0, 0.0, 0.0],
    ),
    (
        "AdjustContrast",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ],
            "contrast_factor": -0.5,
        },
        {},
        [2, 3, 3],
        [
            0.375,
            0.275,
            0.325,
            0.225,
            0.475,
            0.275,
            -0.02499995,
            0.725,
            0.525,
            0.525,
            0.125,
            0.375,
            0.325,
            0.575,
            0.07500002,
            0.475,
            0.725,
            0.525,
        ],
    ),
    (
        "RGBToHSV",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ]
        },
        {},
        [2, 3, 3],
        [
            0.3809524,
            0.7777778,
            0.9,
            0.0,
            0.0,
            0.5,
            0.0,
            1.0,
            1.0,
            0.3846154,
            1.083333,
            1.2,
            0.6666667,
            0.6666666,
            0.9,
            0.0,
            0.0,
            0.0,
        ],
    ),
    (
        "HSVToRGB",
        {
            "images": [
                [[0.20000000298023224, 0.8999999761581421, 0.4000000059604645], [0.5, 0.5, 0.5], [1.0, 0.0, 0.0]],
                [
                    [-0.10000000149011612, 1.2000000476837158, 0.30000001192092896],
                    [0.30000001192092896, 0.30000001192092896, 0.8999999761581421],
                    [0.0, 0.0, 0.0],
                ],
            ]
        },
        {},
        [2, 3, 3],
        [
            0.328,
            0.4,
            0.04000001,
            0.25,
            0.5,
            0.5,
            0.0,
            0.0,
            0.0,
            0.3,
            -0.06000002,
            -0.06000002,
            0.684,
            0.9,
            0.63,
            0.0,
            0.0,
            0.0,
        ],
    ),
    (
        "CropAndResize",
        {
            "image": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]],
            "boxes": [[1.0, 1.0, 0.0, 0.0]],
            "box_ind": [0],
            "crop_size": [2, 3],
        },
        {},
        [1, 2, 3, 1],
        [8.0, -3.0, 2.0, 1.0, 4.0, 0.0],
    ),
    (
        "CropAndResize",
        {
            "image": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]],
            "boxes": [[-0.5, 0.25, 1.5, 0.75]],
            "box_ind": [0],
            "crop_size": [3, 1],
        },
        {"extrapolation_value": 9.0},
        [1, 3, 1, 1],
        [9.0, 0.5, 9.0],
    ),
    (
        "CropAndResize",
        {
            "image": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]],
            "boxes": [[0.0, 0.25, 1.0, 0.75]],
            "box_ind": [0],
            "crop_size": [2, 2],
        },
        {"method": "nearest"},
        [1, 2, 2, 1],
        [4.0, 1.0, -3.0, 8.0],
    ),
    (
        "DrawBoundingBoxes",
        {
            "images": [
                [
                    [[0.0], [0.0], [0.0], [0.0], [0.0]],
                    [[0.0], [0.0], [0.0], [0.0], [0.0]],
                    [[0.0], [0.0], [0.0], [0.0], [0.0]],
                    [[0.0], [0.0], [0.0], [0.0], [0.0]],
                ]
            ],
            "boxes": [[[-0.5, 0.2, 0.4, 2.0], [0.6, 0.6, 0.5, 0.9], [0.7, 0.1, 0.7, 0.3]]],
        },
        {},
        [1, 4, 5, 1],
        [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ),
    (
        "NonMaxSuppression",
        {
            "boxes": [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.5], [1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0]],
            "scores": [0.9, 0.8, 0.7, 0.6],
            "max_output_size": 9,
        },
        {"iou_threshold": 0.5},
        [3],
        [0.0, 1.0, 3.0],
    ),
    (
        "ExtractGlimpse",
        {"input": [[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]], "size": [2, 2], "offsets": [[-1.0, 1.0]]},
        {"uniform_noise": False, "noise": "zero"},
        [1, 2, 2, 1],
        [0.0, 0.0, 3.0, 0.0],
    ),
    (
        "ExtractGlimpse",
        {"input": [[[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]], "size": [2, 2], "offsets": [[0.4, -0.3]]},
        {"centered": False, "normalized": False, "uniform_noise": False, "noise": "zero"},
        [1, 2, 2, 1],
        [0.0, 1.0, 0.0, 4.0],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_as_tensorflow(case: Any) -> None:
    name, inputs, attributes, shape, values = case
    root = Scope.new_root_scope()
    output, _ = make(root, name, inputs, attributes)
    [result] = ClientSession(root).run([output])
    assert list(result.shape) == shape
    np.testing.assert_allclose(result.reshape(-1), values, rtol=2e-5, atol=2e-6)


# Type, inputs, attributes, the pin and the gradient by it of sum(1 y_1 + 2 y_2 ...); the numbers are TensorFlow's.
GRADIENTS: list[tuple[str, dict[str, Any], dict[str, Any], str, list[float]]] = [
    (
        "ResizeBilinear",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 4]},
        {},
        "images",
        [3.666667, 5.666667, 9.333333, 15.83333, 18.33333, 25.16667],
    ),
    (
        "ResizeBilinear",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [1, 2]},
        {"half_pixel_centers": True},
        "images",
        [0.375, 0.375, 0.75, 0.375, 0.375, 0.75],
    ),
    (
        "ResizeBicubic",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 4]},
        {},
        "images",
        [1.82814, 4.255509, 7.425705, 15.28124, 21.5023, 27.70711],
    ),
    (
        "ResizeBicubic",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [1, 2]},
        {"half_pixel_centers": True},
        "images",
        [0.3832117, 0.3175182, 0.7992701, 0.3832117, 0.3175182, 0.7992701],
    ),
    (
        "ResizeNearestNeighbor",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [3, 4]},
        {},
        "images",
        [14.0, 10.0, 12.0, 19.0, 11.0, 12.0],
    ),
    (
        "ResizeNearestNeighbor",
        {"images": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]], "size": [1, 2]},
        {"half_pixel_centers": True},
        "images",
        [0.0, 0.0, 0.0, 1.0, 0.0, 2.0],
    ),
    (
        "CropAndResize",
        {
            "image": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]],
            "boxes": [[0.1, 0.8, 0.9, 0.2], [-0.5, 0.1, 0.8, 0.6]],
            "box_ind": [0, 0],
            "crop_size": [2, 2],
        },
        {},
        "image",
        [2.440001, 2.92, 1.04, 6.76, 8.879999, 2.96],
    ),
    (
        "CropAndResize",
        {
            "image": [[[[0.0], [4.0], [1.0]], [[2.0], [-3.0], [8.0]]]],
            "boxes": [[0.1, 0.8, 0.9, 0.2], [-0.5, 0.1, 0.8, 0.6]],
            "box_ind": [0, 0],
            "crop_size": [2, 2],
        },
        {},
        "boxes",
        [-1.799999, 54.4, -2.199997, -20.4, 0.0, -44.8, -32.19999, 131.2],
    ),
    (
        "RGBToHSV",
        {"images": [[0.5, 0.5, 0.2], [0.3, 0.3, 0.3], [0.0, 0.4, 0.1], [0.2, 0.1, 0.7]]},
        {},
        "images",
        [
            4.044444,
            0.5555556,
            -4.0,
            22.66667,
            0.0,
            -16.66667,
            -2.1875,
            8.270833,
            2.916667,
            2.777778,
            -18.0291,
            13.78193,
        ],
    ),
]


@pytest.mark.parametrize("case", GRADIENTS, ids=lambda case: f"{case[0]}-{case[3]}")
def test_gradients_as_tensorflow(case: Any) -> None:
    name, inputs, attributes, pin, values = case
    root = Scope.new_root_scope()
    output, given = make(root, name, inputs, attributes)
    [value] = ClientSession(root).run([output])
    weights = new("Const", root, val=np.arange(1, value.size + 1, dtype=np.float32).reshape(value.shape))
    [gradient] = add_symbolic_gradients(root, [output], [given[pin]], [weights])
    [result] = ClientSession(root).run([gradient])
    np.testing.assert_allclose(result.reshape(-1), values, rtol=5e-5, atol=1e-5)


_IMAGE = [[[[0.0], [1.0]]]]
_BOX = [[0.0, 0.0, 1.0, 1.0]]
# Type, inputs, attributes, the pin at fault.
REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("ResizeArea", {"images": _IMAGE, "size": [1, -1]}, {}, "size"),
    ("ResizeBicubic", {"images": _IMAGE, "size": [1]}, {}, "size"),
    (
        "ResizeBilinear",
        {"images": _IMAGE, "size": [1, 1]},
        {"align_corners": True, "half_pixel_centers": True},
        "half_pixel_centers",
    ),
    (
        "CropAndResize",
        {"image": _IMAGE, "boxes": [[0.0, float("nan"), 1.0, 1.0]], "box_ind": [0], "crop_size": [1, 1]},
        {},
        "boxes",
    ),
    ("CropAndResize", {"image": _IMAGE, "boxes": _BOX, "box_ind": [-1], "crop_size": [1, 1]}, {}, "box_ind"),
    ("NonMaxSuppression", {"boxes": _BOX, "scores": [1.0], "max_output_size": -1}, {}, "max_output_size"),
    (
        "NonMaxSuppression",
        {"boxes": _BOX, "scores": [1.0], "max_output_size": 1},
        {"iou_threshold": -0.5},
        "iou_threshold",
    ),
    ("ExtractGlimpse", {"input": _IMAGE, "size": [1, 1], "offsets": [[0.0, 0.0]]}, {"noise": "zero"}, "noise"),
    ("ExtractGlimpse", {"input": _IMAGE, "size": [-1, 1], "offsets": [[0.0, 0.0]]}, {}, "size"),
    ("AdjustHue", {"images": _IMAGE, "delta": 0.5}, {}, "images"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[0]}-{case[3]}")
def test_refused(case: Any) -> None:
    name, inputs, attributes, pin = case
    root = Scope.new_root_scope()
    with pytest.raises(DiagramError) as caught:
        ClientSession(root).run([make(root, name, inputs, attributes)[0]])
    errors = getattr(caught.value, "errors", [caught.value])
    assert [error.pin for error in errors] == [pin]


@pytest.mark.parametrize("pin", ["boxes", "image"])
def test_no_second_derivative_by_boxes_is_said(pin: str) -> None:
    """What TensorFlow cannot do either is an error that names the block, not a silent zero."""
    root = Scope.new_root_scope()
    inputs = {"image": [[[[0.0], [1.0]], [[5.0], [2.0]]]], "boxes": _BOX, "box_ind": [0], "crop_size": [3, 3]}
    output, given = make(root, "CropAndResize", inputs, {})
    [first] = add_symbolic_gradients(root, [output], [given["boxes"]])
    with pytest.raises(DiagramError, match="CropAndResizeGradBoxes"):
        add_symbolic_gradients(root, [first], [given[pin]])


def test_noise_lies_beyond_the_image_only() -> None:
    root = Scope.new_root_scope()
    inputs = {"input": [[[[2.0], [3.0]], [[4.0], [7.0]]]], "size": [20, 20], "offsets": [[0.0, 0.0]]}
    output, _ = make(root, "ExtractGlimpse", inputs, {})
    [result] = ClientSession(root).run([output])
    assert result[0, 9:11, 9:11, 0].tolist() == [[2.0, 3.0], [4.0, 7.0]]
    assert result.min() >= 2 and result.max() <= 7 and np.unique(result).size > 300

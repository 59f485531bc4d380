"""Quantised images of another size."""

from __future__ import annotations

from typing import Any

import pytest

from tests.library.quantised import Case, Inputs, Value, check, check_refusal, f, qint32, quint8

# Type, inputs, attributes -> the values of the outputs; the numbers are TensorFlow's (2.21).
CASES: list[Case] = [
    (
        "QuantizedResizeBilinear",
        [quint8([[[[0], [100], [30]], [[7], [255], [1]]]]), Value([3, 4], "DT_INT32"), f(0.0), f(1.0)],
        {"half_pixel_centers": True},
        [[[[[0], [63], [74], [30]], [[4], [112], [117], [16]], [[7], [162], [160], [1]]]], 0.0, 1.0],
    ),
    (
        "QuantizedResizeBilinear",
        [quint8([[[[0], [100], [30]], [[7], [255], [1]]]]), Value([3, 4], "DT_INT32"), f(0.0), f(1.0)],
        {"align_corners": True},
        [[[[[0], [66], [77], [30]], [[4], [119], [124], [16]], [[7], [172], [172], [1]]]], 0.0, 1.0],
    ),
    (
        "QuantizedResizeBilinear",
        [quint8([[[[0], [100], [30]], [[7], [255], [1]]]]), Value([3, 4], "DT_INT32"), f(0.0), f(1.0)],
        {"align_corners": True, "half_pixel_centers": True},
        [[[[[0], [50], [89], [42]], [[2], [70], [120], [43]], [[5], [111], [182], [44]]]], 0.0, 1.0],
    ),
    # a qint32 is read in single precision, but kept as it is where the size stays
    (
        "QuantizedResizeBilinear",
        [qint32([[[[470152068], [-477172358]]]]), Value([1, 4], "DT_INT32"), f(-1.0), f(1.0)],
        {},
        [[[[[470152064], [-3510143], [-477172351], [-477172351]]]], -1.0, 1.0],
    ),
    (
        "QuantizedResizeBilinear",
        [qint32([[[[470152068], [-477172358]]]]), Value([1, 2], "DT_INT32"), f(-1.0), f(1.0)],
        {},
        [[[[[470152068], [-477172358]]]], -1.0, 1.0],
    ),
    (
        "QuantizedResizeBilinear",
        [f([[[[0.5], [-1.0]]]]), Value([2, 3], "DT_INT32"), f(-1.0), f(1.0)],
        {},
        [[[[[0.5], [-0.5], [-1.0]], [[0.5], [-0.5], [-1.0]]]], -1.0, 1.0],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_as_tensorflow(case: Case) -> None:
    check(case)


# Type, inputs, attributes, the pin at fault.
REFUSED: list[tuple[str, Inputs, dict[str, Any], str]] = [
    ("QuantizedResizeBilinear", [quint8([[[[1]]]]), Value([0, 1], "DT_INT32"), f(0.0), f(1.0)], {}, "size"),
    ("QuantizedResizeBilinear", [quint8([[[[1]]]]), Value([1], "DT_INT32"), f(0.0), f(1.0)], {}, "size"),
    ("QuantizedResizeBilinear", [quint8([], 1, 0, 1, 1), Value([1, 1], "DT_INT32"), f(0.0), f(1.0)], {}, "images"),
    ("QuantizedResizeBilinear", [quint8([[[[1]]]]), Value([1, 1], "DT_INT32"), f([0.0]), f(1.0)], {}, "min"),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "pin"), REFUSED)
def test_refusals(name: str, inputs: Inputs, attributes: dict[str, Any], pin: str) -> None:
    check_refusal(name, inputs, attributes, pin)

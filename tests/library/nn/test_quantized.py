"""Layers of quantised numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.library.quantised import Case, Inputs, check, check_refusal, f, qint8, qint32, quint8

# Type, inputs, attributes -> the values of the outputs; the numbers are TensorFlow's (2.21).
CASES: list[Case] = [
    # a stride larger than the filter: SAME leaves out at both sides in this block
    (
        "QuantizedConv2D",
        [quint8([[[[1], [2], [3], [4], [5], [6]]]]), quint8([[[[1]]]]), f(0.0), f(255.0), f(0.0), f(255.0)],
        {"strides": [1, 3, 3, 1], "padding": "SAME"},
        [[[[[2], [5]]]], -2147483600.0, 2147483600.0],
    ),
    (
        "QuantizedConv2D",
        [
            quint8([[[[1], [2], [3], [4], [5], [6], [7], [8]]]]),
            quint8([[[[1]], [[10]]]]),
            f(0.0),
            f(255.0),
            f(0.0),
            f(255.0),
        ],
        {"strides": [1, 3, 3, 1], "padding": "VALID"},
        [[[[[21], [54], [87]]]], -2147483600.0, 2147483600.0],
    ),
    # the padding stands for 0, which is 85 here
    (
        "QuantizedConv2D",
        [
            quint8([[[[1], [2], [3]], [[4], [5], [6]]]]),
            quint8([[[[7]], [[1]]], [[[0]], [[255]]]]),
            f(-1.0),
            f(2.0),
            f(-2.0),
            f(1.0),
        ],
        {"strides": [1, 1, 1, 1], "padding": "SAME"},
        [[[[[34689], [34272], [26796]], [[26723], [26391], [12877]]]], -297229.6, 297229.6],
    ),
    # the integer that stands for 0 lies below all others
    (
        "QuantizedConv2D",
        [
            quint8([[[[1], [2], [3]], [[4], [5], [6]]]]),
            quint8([[[[7]], [[1]]], [[[0]], [[255]]]]),
            f(1.0),
            f(2.0),
            f(-2.0),
            f(1.0),
        ],
        {"strides": [1, 1, 1, 1], "padding": "SAME"},
        [[[[[-107091], [-107508], [-86424]], [[-86157], [-86489], [-42543]]]], -99076.53, 99076.53],
    ),
    (
        "QuantizedBiasAdd",
        [quint8([[0, 100], [200, 255]]), quint8([255, 3]), f(-1.0), f(2.0), f(0.0), f(7.0)],
        {"out_type": "DT_QINT32"},
        [[[14043, 606], [19551, 4874]], -917504.0, 917504.0],
    ),
    (
        "QuantizedBiasAdd",
        [qint8([[[0, 100], [-128, 127]]]), qint8([-5, 3]), f(-1.0), f(2.0), f(-9.0), f(7.0)],
        {"out_type": "DT_QINT32"},
        [[[[-1363, 1692], [-4104, 2270]]], -1179648.0, 1179648.0],
    ),
    (
        "QuantizedBatchNormWithGlobalNormalization",
        [
            quint8([[[[3, 200], [5, 0]]]]),
            f(-2.0),
            f(2.0),
            quint8([1, 9]),
            f(-1.0),
            f(1.0),
            quint8([100, 255]),
            f(0.0),
            f(4.0),
            quint8([7, 80]),
            f(-1.0),
            f(3.0),
            quint8([200, 10]),
            f(-2.0),
            f(2.0),
        ],
        {"out_type": "DT_QINT32", "variance_epsilon": 0.01, "scale_after_normalization": True},
        [[[[[-3618, -3372], [-3559, 2516]]]], -1048576.0, 1048576.0],
    ),
    # means lose their fractions, also below 0; padding does not count
    (
        "QuantizedAvgPool",
        [qint8([[[[-1], [-2]], [[-4], [0]]]]), f(-1.0), f(1.0)],
        {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "SAME"},
        [[[[[-1], [-1]], [[-2], [0]]]], -1.0, 1.0],
    ),
    (
        "QuantizedMaxPool",
        [qint8([[[[-1], [-2], [-9]], [[-4], [-7], [-8]]]]), f(-1.0), f(1.0)],
        {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"},
        [[[[[-1], [-8]]]], -1.0, 1.0],
    ),
    # along the channels
    (
        "QuantizedMaxPool",
        [quint8([[[[1, 9, 3, 4]]]]), f(0.0), f(1.0)],
        {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "SAME"},
        [[[[[9, 4]]]], 0.0, 1.0],
    ),
    # a range the wrong way round, one without width
    ("QuantizedRelu", [quint8([0, 100, 255]), f(1.0), f(-1.0)], {}, [[128, 128, 255], 1.0, -1.0]),
    ("QuantizedRelu", [quint8([0, 100, 255]), f(1.0), f(1.0)], {}, [[0, 100, 255], 1.0, 1.0]),
    (
        "QuantizedRelu",
        [qint32([-2000000000, -5, 7]), f(-3.0), f(1.0)],
        {"out_type": "DT_QINT32"},
        [[1073741823, 1073741823, 1073741823], -3.0, 1.0],
    ),
    ("QuantizedRelu6", [quint8([0, 100, 255]), f(-3.0), f(20.0)], {}, [[33, 100, 100], -3.0, 20.0]),
    (
        "QuantizedRelu6",
        [qint32([-2000000000, -5, 2000000000]), f(-9.0), f(9.0)],
        {"out_type": "DT_QINT32"},
        [[0, 0, 1431655765], -9.0, 9.0],
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_as_tensorflow(case: Case) -> None:
    check(case)


IMAGE = quint8([[[[1], [2]]]])
FILTER = quint8([[[[1]]]])
RANGES = [f(0.0), f(1.0), f(0.0), f(1.0)]
STEPS: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "VALID"}
# Type, inputs, attributes, the pin at fault.
REFUSED: list[tuple[str, Inputs, dict[str, Any], str]] = [
    ("QuantizedConv2D", [IMAGE, FILTER, *RANGES], {"strides": [1, 1, 2, 1], "padding": "SAME"}, "strides"),
    ("QuantizedConv2D", [IMAGE, FILTER, *RANGES], {"strides": [1, 0, 0, 1], "padding": "SAME"}, "strides"),
    ("QuantizedConv2D", [IMAGE, FILTER, *RANGES], {**STEPS, "dilations": [1, 2, 2, 1]}, "dilations"),
    ("QuantizedConv2D", [IMAGE, FILTER, *RANGES], {**STEPS, "out_type": "DT_QINT8"}, "out_type"),
    ("QuantizedConv2D", [IMAGE, quint8([], 2, 1, 1, 0), *RANGES], STEPS, "input"),
    ("QuantizedConv2D", [IMAGE, quint8([], 0, 1, 1, 1), *RANGES], STEPS, "filter"),
    ("QuantizedConv2D", [IMAGE, FILTER, f([0.0]), *RANGES[1:]], STEPS, "min_input"),
    ("QuantizedBiasAdd", [quint8([[1]]), qint8([1]), *RANGES], {"out_type": "DT_QINT32"}, "bias"),
    ("QuantizedBiasAdd", [quint8([1]), quint8([1]), *RANGES], {"out_type": "DT_QINT32"}, "input"),
    ("QuantizedRelu", [qint32([1]), *RANGES[:2]], {}, "out_type"),
    ("QuantizedRelu", [quint8([1]), *RANGES[:2]], {"out_type": "DT_QINT32"}, "out_type"),
    ("QuantizedReluX", [quint8([1]), f([6.0]), *RANGES[:2]], {}, "max_value"),
    ("QuantizedMaxPool", [IMAGE, *RANGES[:2]], {**STEPS, "ksize": [1, 2, 1, 1]}, "input"),
    ("QuantizedMaxPool", [IMAGE, *RANGES[:2]], {**STEPS, "ksize": [1, 1, 1]}, "ksize"),
    ("QuantizedAvgPool", [IMAGE, *RANGES[:2]], {**STEPS, "ksize": [2, 1, 1, 1]}, "ksize"),
    ("QuantizedAvgPool", [quint8([[1]]), *RANGES[:2]], {**STEPS, "ksize": [1, 1, 1, 1]}, "input"),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "pin"), REFUSED)
def test_refusals(name: str, inputs: Inputs, attributes: dict[str, Any], pin: str) -> None:
    check_refusal(name, inputs, attributes, pin)


def test_a_filter_of_qint8_counts_from_its_own_zero() -> None:
    # TensorFlow declares the type and has no kernel for it. By hand: of -128 ... 127 for -1 ... 1, 0 stands for 0, so
    # the image 3, 5 with the filter -2 gives -6, -10; a step is 1 of the image times 2 / 255 of the filter.
    step = 2 / 255
    ranges = [f(0.0), f(255.0), f(-1.0), f(1.0)]
    expected = [[[[[-6], [-10]]]], -(2**31) * step, (2**31 - 1) * step]
    check(("QuantizedConv2D", [quint8([[[[3], [5]]]]), qint8([[[[-2]]]]), *ranges], STEPS, expected))


def test_padding_stands_for_0_also_where_the_range_ends_below_it() -> None:
    # By hand: 255 stands for -1, so 0 would be 510; TensorFlow pads with 510 modulo 256, which stands for -1 again.
    inputs: Inputs = [quint8([[[[255]]]]), quint8([[[[1]]], [[[1]]]]), f(-2.0), f(-1.0), f(0.0), f(255.0)]
    step = 1 / 255
    expected = [[[[[-255]]]], -(2**31) * step, (2**31 - 1) * step]
    check(("QuantizedConv2D", inputs, {"strides": [1, 1, 1, 1], "padding": "SAME"}, expected))


@pytest.mark.parametrize("top", [1.0, 6.0])
def test_relu_x_is_relu6_at_6(top: float) -> None:
    # TensorFlow has no kernel for it; of 255 steps from -3 to 20, 33 stands for 0, 33 + 11 for 1, 33 + 67 for 6.
    expected = [[33, {1.0: 44, 6.0: 100}[top], {1.0: 44, 6.0: 100}[top]], -3.0, 20.0]
    check(("QuantizedReluX", [quint8([0, 100, 255]), f(top), f(-3.0), f(20.0)], {}, expected))

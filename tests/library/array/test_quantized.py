"""Quantising, simulated quantisation, and arrays of quantised numbers."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.testing.calls import new
from tests.library.quantised import (
    NAN,
    Case,
    Inputs,
    Value,
    assert_results,
    check,
    check_refusal,
    f,
    make,
    qint8,
    qint32,
    quint8,
)

# Type, inputs, attributes -> the values of the outputs; the numbers are TensorFlow's (2.21).
CASES: list[Case] = [
    # what should be the highest qint32 is one too large as a float, and becomes the lowest
    (
        "QuantizeV2",
        [f([-1.0, 0.0, 0.5, 0.75, 2.0]), f(-1.0), f(1.0)],
        {"T": "DT_QINT32"},
        [[-2147483648, 0, 1073741824, 1610612736, -2147483648], -1.0, 1.0],
    ),
    (
        "QuantizeV2",
        [f([-1.0, 0.5, 2.0]), f(-1.0), f(1.0)],
        {"T": "DT_QINT32", "mode": "MIN_FIRST"},
        [[-2147483648, 1073741824, 2147483520], -1.0, 1.0],
    ),
    # with MIN_FIRST, 0 is met exactly, and the ends are not
    (
        "QuantizeV2",
        [f([-0.5, -0.25, 0.0, 0.24, 0.25, 0.3]), f(-0.25), f(0.3)],
        {"T": "DT_QINT8", "mode": "MIN_FIRST"},
        [[-128, -128, -12, 99, 104, 127], -0.25, 0.3],
    ),
    (
        "QuantizeV2",
        [f([-2.5, -0.5, 0.5, 1.5, 2.5]), f(-127.0), f(127.0)],
        {"T": "DT_QINT8", "mode": "SCALED", "round_mode": "HALF_TO_EVEN", "narrow_range": True},
        [[-2, 0, 0, 2, 2], -127.0, 127.0],
    ),
    (
        "QuantizeV2",
        [f([[0.0, 1.0, 2.0], [3.0, -4.0, 0.5]]), f([-1.0, -2.0, -3.0]), f([2.0, 1.0, 1.0])],
        {"T": "DT_QINT8", "axis": 1},
        [[[-43, 127, 127], [127, -128, 95]], [-1.0, -2.0, -3.0], [2.0, 1.0, 1.0]],
    ),
    (
        "QuantizeV2",
        [f([[0.0, 1.0, 2.0], [3.0, -4.0, 0.5]]), f([-1.0, -2.0, -3.0]), f([2.0, 1.0, 1.0])],
        {"T": "DT_QINT16", "axis": 1, "mode": "SCALED"},
        [[[0, 16384, 21845], [32767, -32768, 5461]], [-2.000061, -2.0, -3.0], [2.0, 1.999939, 2.9999084]],
    ),
    # one range is a scalar in the result, also along an axis; then MIN_FIRST is possible
    (
        "QuantizeV2",
        [f([[0.0], [3.0]]), f([-1.0]), f([2.0])],
        {"T": "DT_QUINT8", "axis": 1, "mode": "MIN_FIRST"},
        [[[85], [255]], -1.0, 2.0],
    ),
    (
        "QuantizeV2",
        [f([2.0, 3.0]), f(2.0), f(2.5)],
        {"T": "DT_QUINT16", "ensure_minimum_range": 2.0},
        [[26214, 39321], 0.0, 5.0],
    ),
    ("Dequantize", [quint8([0, 85, 86, 255]), f(-1.0), f(2.0)], {"mode": "MIN_FIRST"}, [[-1.0, 0.0, 0.011764765, 2.0]]),
    (
        "Dequantize",
        [qint8([[-128, 3], [127, -5]]), f([-1.0, -3.0]), f([1.0, 1.0])],
        {"mode": "SCALED", "axis": 1, "narrow_range": True},
        [[[-1.007874, 0.07086614], [1.0, -0.11811024]]],
    ),
    (
        "Dequantize",
        [qint32([-2147483648, 5, 2147483647]), f(-1.0), f(3.0)],
        {"dtype": "DT_BFLOAT16"},
        [[-1.0, 1.0, 3.0]],
    ),
    # a range without width
    ("Dequantize", [quint8([7, 200]), f(1.0), f(1.0)], {"mode": "MIN_FIRST"}, [[1.0, 1.0]]),
    (
        "QuantizeAndDequantizeV2",
        [f([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]), f([0.0, 0.0, 0.0]), f([0.0, 0.0, 0.0])],
        {"axis": 1},
        [[[0.0, 1.007874, 2.007874], [3.0, 4.0, 5.0]]],
    ),
    (
        "QuantizeAndDequantizeV2",
        [f([-1.0, 0.3, 1.0, 2.0, 3.5]), f(1.0), f(3.0)],
        {"range_given": True, "num_bits": 4},
        [[-0.85714287, 0.42857143, 0.85714287, 2.142857, 3.0]],
    ),
    (
        "QuantizeAndDequantizeV2",
        [f([-1.0, 0.3, 1.0, 2.0, 3.5]), f(-3.0), f(2.0)],
        {"range_given": True, "num_bits": 3, "narrow_range": True, "round_mode": "HALF_UP"},
        [[-1.0, 0.0, 1.0, 2.0, 3.0]],
    ),
    (
        "QuantizeAndDequantizeV2",
        [f([-1.0, 0.3, 2.0]), f(0.0), f(0.0)],
        {"signed_input": False, "num_bits": 2},
        [[-1.3333334, 0.0, 2.0]],
    ),
    ("QuantizeAndDequantizeV2", [f([], 0, 3), f(0.0), f(0.0)], {}, [[]]),
    # a range without width, and one the wrong way round
    ("FakeQuantWithMinMaxVars", [f([-1.5, 0.0, 0.3, 2.0]), f(1.0), f(1.0)], {}, [[NAN, NAN, NAN, NAN]]),
    ("FakeQuantWithMinMaxVars", [f([-1.5, 0.0, 0.3, 2.0]), f(-2.0), f(-1.0)], {"num_bits": 4}, [[-1.0, 0.0, 0.0, 0.0]]),
    ("FakeQuantWithMinMaxVars", [f([-1.5, 0.0, 0.3, 2.0]), f(2.0), f(-1.0)], {}, [[2.0, 2.0, 2.0, 2.0]]),
    (
        "FakeQuantWithMinMaxVarsPerChannel",
        [f([[[-1.5, 3.0], [0.4, 0.4]]]), f([0.0, -1.0]), f([0.0, 1.0])],
        {"narrow_range": True, "num_bits": 2},
        [[[[0.0, 1.0], [0.0, 0.0]]]],
    ),
    (
        "QuantizedConcat",
        [Value(1, "DT_INT32"), [quint8([[0, 100]]), quint8([[128, 255, 7]])], [f(-1.0), f(0.0)], [f(1.0), f(3.0)]],
        {},
        [[[0, 51, 160, 255, 69]], -1.0, 3.0],
    ),
    # a range of qint32 becomes symmetric
    (
        "QuantizedConcat",
        [Value(0, "DT_INT32"), [qint32([1000000000, -7]), qint32([5])], [f(-1.0), f(-4.0)], [f(1.0), f(2.0)]],
        {},
        [[250000000, -2, -536870912], -4.0, 4.0],
    ),
    (
        "QuantizedInstanceNorm",
        [quint8([[[[1, 200], [5, 100]], [[9, 0], [13, 7]]]]), f(-1.0), f(3.0)],
        {"output_range_given": True, "given_y_min": -2.0, "given_y_max": 2.0},
        [[[[[43, 225], [100, 146]], [[156, 68], [213, 73]]]], -2.0, 2.0],
    ),
    # all pixels equal: the range has its least width
    ("QuantizedInstanceNorm", [quint8([[[[4], [4]]]]), f(0.0), f(1.0)], {}, [[[[[0], [0]]]], 0.0, 0.001]),
    (
        "QuantizedReshape",
        [quint8([[1, 2, 3], [4, 5, 6]]), Value([-1, 2], "DT_INT32"), f(-1.0), f(2.0)],
        {},
        [[[1, 2], [3, 4], [5, 6]], -1.0, 2.0],
    ),
    ("Bitcast", [Value([], "DT_UINT8", [0, 4])], {"type": "DT_INT32"}, [[]]),
    ("Bitcast", [Value([1.0, -2.0], "DT_BFLOAT16")], {"type": "DT_UINT16"}, [[16256, 49152]]),
    ("Bitcast", [Value([[-1, 127]], "DT_QINT8")], {"type": "DT_QUINT16"}, [[32767]]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_as_tensorflow(case: Case) -> None:
    check(case)


# Type, inputs, attributes, the pin at fault.
REFUSED: list[tuple[str, Inputs, dict[str, Any], str]] = [
    ("QuantizeV2", [f([1.0]), f(2.0), f(1.0)], {"T": "DT_QUINT8"}, "max_range"),
    ("QuantizeV2", [f([1.0]), f(NAN), f(1.0)], {"T": "DT_QUINT8"}, "max_range"),
    ("QuantizeV2", [f([1.0]), f(0.0), f(1.0)], {"T": "DT_QUINT8", "round_mode": "HALF_TO_EVEN"}, "round_mode"),
    ("QuantizeV2", [f([1.0, 2.0]), f([0.0, 0.0]), f([1.0, 1.0])], {"T": "DT_QINT8", "axis": -2}, "axis"),
    ("QuantizeV2", [f([1.0, 2.0]), f([0.0, 0.0]), f([1.0, 1.0])], {"T": "DT_QINT8", "axis": 1}, "input"),
    ("QuantizeV2", [f([1.0, 2.0]), f([0.0, 0.0]), f([1.0])], {"T": "DT_QINT8", "axis": 0}, "max_range"),
    ("QuantizeV2", [f([1.0, 2.0]), f(0.0), f(1.0)], {"T": "DT_QINT8", "axis": 0}, "min_range"),
    (
        "QuantizeV2",
        [f([1.0, 2.0]), f([0.0, 0.0]), f([1.0, 1.0])],
        {"T": "DT_QINT8", "axis": 0, "mode": "MIN_FIRST"},
        "mode",
    ),
    ("Dequantize", [quint8([1]), f(0.0), f(1.0)], {"dtype": "DT_BFLOAT16", "mode": "SCALED"}, "dtype"),
    ("Dequantize", [quint8([1, 2]), f([0.0, 0.0]), f(1.0)], {"axis": 0}, "max_range"),
    ("QuantizeAndDequantizeV2", [f([1.0]), f(2.0), f(1.0)], {"range_given": True}, "input_max"),
    ("QuantizeAndDequantizeV2", [f([1.0]), f(0.0), f(0.0)], {"num_bits": 62}, "num_bits"),
    ("QuantizeAndDequantizeV2", [f([1.0]), f(0.0), f(0.0)], {"num_bits": 63, "signed_input": False}, "num_bits"),
    ("QuantizeAndDequantizeV2", [f([1.0]), f(0.0), f(0.0)], {"axis": 1}, "input"),
    ("QuantizeAndDequantizeV3", [f([1.0]), f(-1.0), f(1.0), Value(62, "DT_INT32")], {}, "num_bits"),
    ("QuantizeAndDequantizeV3", [f(1.0), f(-1.0), f(1.0), Value(8, "DT_INT32")], {}, "input"),
    ("QuantizeAndDequantizeV4", [f([1.0]), f([-1.0]), f([1.0])], {"range_given": True, "axis": 0}, "input_min"),
    ("FakeQuantWithMinMaxArgs", [f([1.0])], {"num_bits": 17}, "num_bits"),
    ("FakeQuantWithMinMaxArgs", [f([1.0])], {"min": 1.0, "max": 1.0}, "max"),
    ("FakeQuantWithMinMaxVars", [f([1.0]), f([0.0]), f(1.0)], {}, "min"),
    ("FakeQuantWithMinMaxVarsPerChannel", [f(1.0), f([0.0]), f([1.0])], {}, "inputs"),
    ("FakeQuantWithMinMaxVarsPerChannel", [f([1.0]), f([0.0]), f([1.0, 2.0])], {}, "max"),
    ("FakeQuantWithMinMaxVarsGradient", [f([1.0]), f([1.0, 2.0]), f(0.0), f(1.0)], {}, "gradients"),
    ("QuantizedConcat", [Value(-1, "DT_INT32"), [quint8([1])] * 2, [f(0.0)] * 2, [f(1.0)] * 2], {}, "concat_dim"),
    ("QuantizedConcat", [Value(0, "DT_INT32"), [quint8([1])], [f(0.0)], [f(1.0)]], {}, "values"),
    ("QuantizedConcat", [Value(0, "DT_INT32"), [quint8([1])] * 2, [f(0.0)], [f(1.0)] * 2], {}, "input_mins"),
    ("QuantizedConcat", [Value(0, "DT_INT32"), [quint8([1])] * 2, [f(0.0)] * 2, [f([1.0])] * 2], {}, "input_maxes"),
    ("QuantizedConcat", [Value(0, "DT_INT32"), [quint8(1)] * 2, [f(0.0)] * 2, [f(1.0)] * 2], {}, "values"),
    ("QuantizedReshape", [quint8([1, 2]), Value([3], "DT_INT32"), f(0.0), f(1.0)], {}, "shape"),
    ("QuantizedInstanceNorm", [quint8([], 0, 1, 1, 1), f(0.0), f(1.0)], {}, "x"),
    ("QuantizedInstanceNorm", [quint8([[[[1]]]]), f(1.0), f(1.0)], {}, "x_max"),
    ("QuantizedInstanceNorm", [quint8([[[[1]]]]), f(0.0), f(1.0)], {"output_range_given": True}, "given_y_max"),
    ("Bitcast", [Value([1, 2, 3], "DT_UINT8")], {"type": "DT_INT32"}, "type"),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "pin"), REFUSED)
def test_refusals(name: str, inputs: Inputs, attributes: dict[str, Any], pin: str) -> None:
    check_refusal(name, inputs, attributes, pin)


# Type, inputs, attributes, the gradient that arrives, those by all inputs that have one; TensorFlow's.
GRADIENTS: list[tuple[str, Inputs, dict[str, Any], Any, list[Any]]] = [
    *(
        (
            "QuantizeAndDequantizeV4",
            [f([-1.3, 0.2, 5.0]), f(-1.3), f(0.2)],
            attrs,
            [1.0, 2.0, 3.0],
            [[1.0, 2.0, 0.0], 0.0, 0.0],
        )
        for attrs in ({"range_given": True}, {"range_given": False})
    ),
    (
        "QuantizeAndDequantizeV4",
        [f([[-1.3, 0.2, 5.0], [0.1, -0.7, 9.0]]), f([-1.0, -0.5]), f([1.0, 10.0])],
        {"axis": 0},
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        [[[0.0, 2.0, 0.0], [4.0, 0.0, 6.0]], [0.0, 0.0], [0.0, 0.0]],
    ),
    (
        "QuantizeAndDequantizeV2",
        [f([-2.0, -0.75, 0.0, 0.4, 1.0, 3.0]), f(-1.0), f(1.0)],
        {"range_given": True},
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]],
    ),
    (
        "FakeQuantWithMinMaxArgs",
        [f([-2.0, -0.75, 0.0, 0.4, 1.0, 3.0])],
        {"min": -1.0, "max": 1.0, "num_bits": 3, "narrow_range": True},
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [[0.0, 2.0, 3.0, 4.0, 5.0, 0.0]],
    ),
    (
        "FakeQuantWithMinMaxVars",
        [f([-2.0, -0.75, 0.0, 0.4, 1.0, 3.0]), f(-1.0), f(0.5)],
        {},
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
        [[0.0, 2.0, 3.0, 4.0, 0.0, 0.0], 1.0, 11.0],
    ),
    ("FakeQuantWithMinMaxVars", [f([-2.0, 1.0]), f(0.0), f(0.0)], {}, [1.0, 2.0], [[1.0, 2.0], 0.0, 0.0]),
    (
        "FakeQuantWithMinMaxVarsPerChannel",
        [f([[-2.0, -2.0, -2.0], [3.0, 3.0, 3.0]]), f([-1.0, 0.0, 0.0]), f([1.0, 0.0, 5.0])],
        {},
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        [[[0.0, 2.0, 0.0], [0.0, 5.0, 6.0]], [1.0, 0.0, 3.0], [4.0, 0.0, 0.0]],
    ),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "arriving", "expected"), GRADIENTS)
def test_straight_through(
    name: str, inputs: Inputs, attributes: dict[str, Any], arriving: Any, expected: list[Any]
) -> None:
    root = Scope.new_root_scope()
    node, given = make(root, name, inputs, attributes)
    dy = new("Const", root, val=arriving, dtype="DT_FLOAT")
    assert_results(root, add_symbolic_gradients(root, [node], given[: len(expected)], [dy]), expected)


def test_an_empty_part_does_not_move_the_ranges() -> None:
    # By hand: TensorFlow gives a tensor behind an empty one that one's range.
    inputs: Inputs = [Value(0, "DT_INT32"), [quint8([], 0), quint8([255])], [f(0.0), f(0.0)], [f(4.0), f(1.0)]]
    check(("QuantizedConcat", inputs, {}, [[64], 0.0, 4.0]))

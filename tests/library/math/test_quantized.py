"""Products of quantised tensors and their ranges."""

from __future__ import annotations

from typing import Any

import pytest

from tests.library.quantised import NAN, Case, Inputs, check, check_refusal, f, qint32, quint8

# Type, inputs, attributes -> the values of the outputs; the numbers are TensorFlow's (2.21).
CASES: list[Case] = [
    # ranges without 0: the integer that stands for it lies below all others
    (
        "QuantizedMatMul",
        [quint8([[1, 2, 3], [4, 5, 6]]), quint8([[1, 4], [2, 5], [3, 6]]), f(5.0), f(6.0), f(3.0), f(255.0)],
        {},
        [[[19157, 30650], [19202, 30722]], -8322428.5, 8322428.5],
    ),
    # far below: sums wrap around in 32 bits
    (
        "QuantizedMatMul",
        [quint8([[1, 2, 3], [4, 5, 6]]), quint8([[1, 4], [2, 5], [3, 6]]), f(5.0), f(5.000001), f(3.0), f(255.0)],
        {},
        [[[-1420820448, 2021654578], [-1420820403, 2021654650]], -7.9368863, 7.9368863],
    ),
    (
        "QuantizedMatMul",
        [quint8([[255, 0], [1, 2]]), quint8([[9, 8], [7, 6]]), f(-1.0), f(1.0), f(-2.0), f(1.0)],
        {"transpose_a": True, "transpose_b": True},
        [[[127, 127], [41020, 41528]], -198153.06, 198153.06],
    ),
    (
        "QuantizedMul",
        [quint8([[0, 128, 255], [1, 2, 3]]), quint8([0, 100, 255]), f(-1.0), f(1.0), f(0.0), f(3.0)],
        {},
        [[[0, 0, 32385], [0, -12600, -31875]], -198153.06, 198153.06],
    ),
    (
        "QuantizedMul",
        [quint8([3, 200]), quint8(7), f(-1.0), f(1.0), f(-4.0), f(3.0)],
        {},
        [[17375, -10008], -462357.16, 462357.16],
    ),
    # nothing is used: the range is the wrong way round, and ends at 0
    ("RequantizationRange", [qint32([], 0), f(-1.0), f(1.0)], {}, [0.0, -1.0]),
    # a qint32 is read in single precision
    ("RequantizationRange", [qint32(-1510692036), f(0.0), f(255.0)], {}, [0.0, 37.80747]),
    (
        "Requantize",
        [qint32([-2000000000, -1, 0, 1, 1500000000]), f(-3.0), f(4.0), f(0.0), f(0.0)],
        {"out_type": "DT_QUINT8"},
        [[0, 0, 0, 0, 0], 0.0, 0.0],
    ),
    (
        "Requantize",
        [qint32([-2000000000, -1, 0, 1, 1500000000]), f(-3.0), f(4.0), f(0.0), f(0.0)],
        {"out_type": "DT_QINT8"},
        [[-128, -128, -128, -128, -128], 0.0, 0.0],
    ),
    (
        "Requantize",
        [qint32([-2000000000, -1000000000, 0, 12345678, 1500000000]), f(-3.0), f(4.0), f(-1.0), f(2.0)],
        {"out_type": "DT_QUINT8"},
        [[0, 0, 128, 129, 255], -1.0, 2.0],
    ),
    (
        "Requantize",
        [qint32([-2000000000, -1000000000, 0, 12345678, 1500000000]), f(-3.0), f(4.0), f(-1.0), f(2.0)],
        {"out_type": "DT_QINT8"},
        [[-128, -128, 0, 1, 127], -1.0, 2.0],
    ),
    # the new range may end below 0
    (
        "Requantize",
        [qint32([-360805604, 222016939, 819359230]), f(-2.0), f(2.0), f(-3.0), f(-0.5)],
        {"out_type": "DT_QUINT8"},
        [[255, 255, 255], -3.0, -0.5],
    ),
    (
        "QuantizeDownAndShrinkRange",
        [qint32([-300000, 70000, 650000]), f(-100.0), f(90.0)],
        {"out_type": "DT_QUINT8"},
        [[0, 99, 255], -5.0132713, -4.9712453],
    ),
    ("QuantizeDownAndShrinkRange", [qint32([], 0, 2), f(-1.0), f(1.0)], {"out_type": "DT_QUINT8"}, [[], 0.0, -1.0]),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_as_tensorflow(case: Case) -> None:
    check(case)


# Type, inputs, attributes, the pin at fault.
REFUSED: list[tuple[str, Inputs, dict[str, Any], str]] = [
    ("QuantizedMatMul", [quint8([[1]]), quint8([[1]]), f(1.0), f(1.0), f(0.0), f(1.0)], {}, "max_a"),
    ("QuantizedMatMul", [quint8([[1]]), quint8([[1]]), f(0.0), f(1.0), f(0.0), f(NAN)], {}, "max_b"),
    ("QuantizedMatMul", [quint8([1]), quint8([[1]]), f(0.0), f(1.0), f(0.0), f(1.0)], {}, "a"),
    ("QuantizedMatMul", [quint8([[1]]), quint8([[1]])] + [f(0.0), f(1.0)] * 2, {"Toutput": "DT_QINT8"}, "Toutput"),
    ("QuantizedMul", [quint8([1, 2]), quint8([1, 2, 3]), f(0.0), f(1.0), f(0.0), f(1.0)], {}, "y"),
    ("QuantizedMul", [quint8([1]), quint8([1]), f(0.0), f(1.0), f(0.0), f(0.0)], {}, "max_y"),
    ("Requantize", [qint32([1])] + [f(0.0), f(1.0)] * 2, {"out_type": "DT_QINT32"}, "out_type"),
    ("Requantize", [qint32([1]), f(0.0), f(1.0), f(NAN), f(1.0)], {"out_type": "DT_QINT8"}, "requested_output_min"),
    ("Requantize", [qint32([1]), f(0.0), f(1.0), f(-1.0), f(-2.0)], {"out_type": "DT_QINT8"}, "requested_output_max"),
    ("QuantizeDownAndShrinkRange", [qint32([1]), f(0.0), f(1.0)], {"out_type": "DT_QINT8"}, "out_type"),
    ("RequantizationRange", [qint32([1]), f([0.0]), f(1.0)], {}, "input_min"),
]


@pytest.mark.parametrize(("name", "inputs", "attributes", "pin"), REFUSED)
def test_refusals(name: str, inputs: Inputs, attributes: dict[str, Any], pin: str) -> None:
    check_refusal(name, inputs, attributes, pin)


def test_every_pair_of_shapes_that_fit_is_multiplied() -> None:
    # By hand: TensorFlow spreads only along the first axes, and reads the wrong elements of a column.
    inputs: Inputs = [quint8([[1], [2]]), quint8([[3, 4, 5]]), *[f(0.0), f(255.0)] * 2]
    check(("QuantizedMul", inputs, {}, [[[3, 4, 5], [6, 8, 10]], -(2.0**31), 2.0**31]))


def test_a_product_over_nothing_is_0() -> None:
    # TensorFlow leaves what was in memory.
    inputs: Inputs = [quint8([], 2, 0), quint8([], 0, 1), *[f(0.0), f(255.0)] * 2]
    check(("QuantizedMatMul", inputs, {}, [[[0], [0]], -(2.0**31), 2.0**31]))

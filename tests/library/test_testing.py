"""`blocks.testing` lets a good block type through, and tells what is wrong with others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import DOUBLE, FLOAT, REAL
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.graph.graph import Node, Output
from blocks.testing import Exceptions, check_block_type

DOC = """The longest side of a right triangle: z = sqrt(x^2 + y^2).

    Args:
        x: a side.
        y: the other side.

    Returns:
        z: the longest side, element by element.
    """


def hypotenuse(
    kernel: Callable[..., Any] = np.hypot,
    *,
    slope: Callable[[Any, Any], Any] = ops.div_no_nan,
    doc: str = DOC,
    z: float = 5.0,
    formula: str = "sqrt({x}^2 + {y}^2)",
    **options: Any,
) -> BlockType:
    """A block type from outside, as it should be but for what is given."""

    def Hypotenuse(x: Array, y: Array) -> Any:
        return kernel(x, y)

    Hypotenuse.__doc__ = doc
    options = {"broadcasts": True, "T": (FLOAT, DOUBLE), **options}
    block_type = blocks.block("x: T, y: T -> z: T", example={"x": [3.0], "y": [4.0], "z": [z]}, **options)(Hypotenuse)

    @block_type.gradient()
    def _(call: Node, dz: Output) -> Any:
        return slope(dz * call.input("x"), call.outputs[0]), slope(dz * call.input("y"), call.outputs[0])

    block_type.formula(formula)
    return block_type


def test_a_good_type_passes() -> None:
    block_type = hypotenuse()
    assert block_type.page == "tests"
    check_block_type(block_type)


def _written_over(x: Array, y: Array) -> Array:
    x[...] = np.hypot(x, y)
    return x


def _handed_on(x: Array, _y: Array) -> Array:
    return x


def _wide(x: Array, y: Array) -> Array:
    return np.hypot(x, y).astype(np.float64)


def _divided(a: Any, z: Any) -> Any:
    return a / z


def _half(a: Any, z: Any) -> Any:
    return ops.div_no_nan(a, 2.0 * z)


NOT_DESCRIBED = DOC.replace("        y: the other side.\n", "")
FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "NaN at (0, 0)": ({"slope": _divided}, "a gradient is NaN although the results are finite, with all of them 0"),
    "half the slope": ({"slope": _half}, "differs from finite differences"),
    "another dtype": ({"kernel": _wide}, "a result is float64, but is declared as float32"),
    "an input written over": ({"kernel": _written_over}, "raised ValueError: .* read-only"),
    "an input handed on": ({"kernel": _handed_on, "z": 3.0}, "a result is read-only"),
    "another result": ({"z": 6.0}, r"the example says that z is \[6.0\], but it is \[5.0\]"),
    "no word on y": ({"doc": NOT_DESCRIBED}, "must describe x, y, in this order"),
    "no sentence": ({"doc": DOC.replace("y^2).", "y^2)")}, "must be a sentence"),
    "another formula": ({"formula": "sqrt({x} + {y})"}, r"the formula sqrt\(Const \+ Const_1\) gives \[2.645"),
    "a formula of nothing": ({"formula": "{a}^2"}, "uses a, which is not a pin"),
    "no formula": ({"formula": "{x} +"}, "the formula '{x} \\+' cannot be read"),
    "integers that give no integers": ({"T": REAL}, "a result is float64, but is declared as"),
}


@pytest.mark.parametrize("given, why", FAULTS.values(), ids=list(FAULTS))
def test_what_is_wrong_is_said(given: dict[str, Any], why: str) -> None:
    with pytest.raises(AssertionError, match=f"^Hypotenuse: .*({why})"):
        check_block_type(hypotenuse(**given))


def test_an_exception_needs_a_reason_that_holds() -> None:
    flat = hypotenuse(slope=_divided)
    check_block_type(flat, exceptions=Exceptions(edges="there is no direction at (0, 0)"))
    with pytest.raises(AssertionError, match="expected a NaN gradient"):
        check_block_type(hypotenuse(), exceptions=Exceptions(edges="there is no direction at (0, 0)"))

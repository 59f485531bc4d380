"""Control: a Const with a range, or a list of the only values that it may have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.errors import DiagramError


def run(**values: Any) -> Any:
    """The value that a Control of these values gives."""
    page = blocks.Diagram().add_page("main")
    page.add("Control", id="rate", **values)
    return blocks.Session(page).run()["rate.result_output"]


@pytest.mark.parametrize(
    ("values", "dtype", "expected"),
    [
        ({"val": 0.1, "minimum": 0.1, "maximum": 0.1}, np.float32, np.float32(0.1)),
        ({"val": 3, "minimum": 1}, np.int32, 3),
        ({"val": [1.0, 2.0], "maximum": 2.0}, np.float32, [1, 2]),
        ({"val": 1, "dtype": "DT_DOUBLE", "choices": [1, 2]}, np.float64, 1),
        ({"val": "b", "choices": ["a", "b"]}, object, b"b"),
    ],
)
def test_a_value_in_its_range(values: dict[str, Any], dtype: Any, expected: Any) -> None:
    result = run(**values)
    assert result.dtype == dtype
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    ("values", "pin", "why"),
    [
        ({"val": 0.3, "minimum": 0.5}, "val", "below the minimum 0.5"),
        ({"val": [0, 3], "maximum": 2}, "val", "above the maximum 2"),
        ({"val": 1.0, "minimum": 2.0, "maximum": 1.0}, "minimum", "the minimum 2 is above the maximum 1"),
        ({"val": "a", "minimum": 2.0}, "val", "not supported for dtype string"),
        ({"val": 3.0, "choices": [1.0, 2.0]}, "val", "the value is not one of the choices"),
        ({"val": 3.0, "choices": 3.0}, "choices", "choices must be a list, such as [0.1, 0.01]"),
        ({"val": 3, "choices": [3, "x"]}, "choices", "'x'"),
    ],
)
def test_a_value_out_of_its_range_is_told(values: dict[str, Any], pin: str, why: str) -> None:
    with pytest.raises(DiagramError) as told:
        run(**values)
    [error] = getattr(told.value, "errors", [told.value])
    assert (error.block, error.pin) == ("rate", pin)
    assert why in error.message

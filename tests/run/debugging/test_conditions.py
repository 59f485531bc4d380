"""The conditions of breakpoints against what they say, worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from blocks.base.errors import UsageError
from blocks.run.steps.conditions import Seen, parse_condition

NAN, INF = math.nan, math.inf
X = np.array([[3.0, -4.0]], np.float32)


@pytest.mark.parametrize(
    ("text", "value", "holds"),
    [
        ("min < -3.9 and max == 3 and mean == -.5 and norm >= 5 and absmax <= 4", X, True),
        ("norm > 5", X, False),
        ("step == 2", X, True),
        # `and` binds closer than `or`, on both sides.
        ("step > 9 and step > 9 or min < 0", X, True),
        ("min < 0 or step > 9 and step > 9", X, True),
        ("max > 9 or step > 1 and min > 0", X, False),
        ("min<0and max!=3", X, None),  # words need blanks
        ("max!=3or min<0", X, None),
        ("min<0 and max!=3", X, False),
        ("nonfinite", np.array([1.0, NAN]), True),
        ("nonfinite", np.array([1.0, -INF]), True),
        ("nonfinite", X, False),
        ("nonfinite", np.array([], np.float32), False),
        # NaN compares as in IEEE 754: with nothing but != .
        ("max > 0 or max <= 0 or norm >= 0 or min < 9", np.array([NAN, 1.0]), False),
        ("mean != 0", np.array([NAN, 1.0]), True),
        ("norm == inf and max == inf and min == -inf", np.array([INF, -INF]), True),
        # What an empty tensor has not compares with nothing; its norm is 0.
        ("min != 0 or max < 1 or mean == 0 or absmax >= 0", np.zeros((0, 3)), False),
        ("norm == 0", np.zeros((0, 3)), True),
        # Exact where floats are not, and no overflow on the way.
        ("max == 9007199254740993", np.array([2**53 + 1]), True),
        ("max == 9007199254740992", np.array([2**53 + 1]), False),
        ("absmax == 128 and norm == 128 and min == -128", np.array([-128], np.int8), True),
        ("mean > 4e18", np.array([2**62, 2**62, 2**62]), True),
        ("norm > 2.8e200 and norm < 2.9e200", np.array([2e200, 2e200]), True),
        ("norm > 2.8e-200 and norm < 2.9e-200", np.array([2e-200, 2e-200]), True),
        ("norm > 4e38", np.array([3e38, 3e38], np.float32), True),
        ("mean == 0.75 and min == 0", np.array([True, True, True, False]), True),
        ("max == 5 and norm == 5", np.array([3 + 4j], np.complex64), True),
        ("max > 1.4 and nonfinite", np.array([1.5, NAN], ml_dtypes.bfloat16), False),
        ("nonfinite and max != 0", np.array([1.5, NAN], ml_dtypes.bfloat16), True),
        ("max >= +1.5E0", np.array(1.5, np.float16), True),
    ],
)  # fmt: skip
def test_what_holds(text: str, value: Any, holds: bool | None) -> None:
    if holds is None:
        with pytest.raises(UsageError, match="is invalid"):
            parse_condition(text)
    else:
        assert parse_condition(text).holds(Seen(2, value)) is holds


def test_it_rises_above_the_step_before() -> None:
    rises = parse_condition("rises")
    for value, before, holds in [(2.0, 1.0, True), (1.0, 1.0, False), (NAN, 1.0, False), (1.0, NAN, False)]:
        assert rises.holds(Seen(2, np.array(value), before)) is holds
    assert not rises.holds(Seen(1, np.array(5.0)))
    assert rises.holds(Seen(2, np.array([0.0, 4.0]), 1.0)) and not rises.holds(Seen(2, np.array([]), 1.0))


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "norm", "norm >", "norm > x", "norm 10", "norm => 10", "10 < norm", "size > 3", "and", "nonfinite and",
        "nonfinite or or rises", "nonfinite rises", "norm > 10 xor rises", "(norm > 10)", "not nonfinite",
        "norm > 1.2.3", "norm > 1e", "norm > 0x10", "norm > 1_000", "nonfinite; import os", "norm > -",
        "max = 3", "rises > 3", "max > 1 > 0", "a" * 5000, "nonfinite and " * 200 + "rises",
    ],
)  # fmt: skip
def test_what_is_malformed_is_refused_in_words(text: str) -> None:
    with pytest.raises(UsageError, match=r"is invalid|characters") as refused:
        parse_condition(text)
    assert len(refused.value.message) < 1100

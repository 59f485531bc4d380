"""Changing rows and places of a variable. The numbers are TensorFlow's (2.21) unless they say otherwise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import dtype
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.library.state.rows import turns
from blocks.ops import Variable
from blocks.run.client import ClientSession


def _changed(name: str, kind: str, ref: Any, indices: Any, updates: Any, **attributes: Any) -> Array:
    root = Scope.new_root_scope()
    rule: Any = find(name)
    variable = Variable(root, ref, dtype=kind).ref
    return ClientSession(root).run(rule(root, variable, indices, updates, **attributes).output_ref)[0]


FLOAT, HALF, INT8, INT32, UINT8 = "DT_FLOAT", "DT_HALF", "DT_INT8", "DT_INT32", "DT_UINT8"
INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    ("name", "kind", "ref", "indices", "updates", "expected"),
    [
        ("ScatterDiv", INT32, [7, -7, 7, -7], [0, 1, 2, 3, 0], [2, 2, -2, -2, 2], [1, -3, -3, 3]),
        ("ScatterDiv", UINT8, [7, 200], [0, 1], [2, 3], [3, 66]),
        ("ScatterDiv", FLOAT, [1.0, -1.0, 0.0], [0, 1, 2], 0.0, [INF, -INF, NAN]),
        ("ScatterDiv", INT32, [7, 8], [], 0, [7, 8]),  # nothing is divided
        ("ScatterAdd", UINT8, [250, 200], [0, 0], [3, 4], [1, 200]),
        ("ScatterAdd", HALF, [2048.0], [0, 0, 0, 0], [1.0] * 4, [2048.0]),  # each sum is rounded
        ("ScatterAdd", FLOAT, [[0, 1], [2, 3], [4, 5]], [[0, 1], [1, 1]], 1.0, [[1, 2], [5, 6], [4, 5]]),
        ("ScatterSub", FLOAT, [[0, 1], [2, 3]], 1, [1.0, 2.0], [[0, 1], [1, 1]]),
        ("ScatterMul", INT8, [100, 3], [0, 1, 1], [2, 2, 2], [-56, 12]),
        ("ScatterUpdate", "DT_STRING", ["a", "b"], [1, 1], ["x", "y"], [b"a", b"y"]),
        ("ScatterNdUpdate", "DT_STRING", ["a", "b"], [[1], [1]], ["x", "y"], [b"a", b"y"]),
        ("ScatterNdUpdate", "DT_BOOL", [[True, True]], [[0, 1]], [False], [[True, False]]),
        ("ScatterNdAdd", HALF, [2048.0], [[0]] * 4, [1.0] * 4, [2048.0]),
        ("ScatterNdAdd", FLOAT, [[0, 1], [2, 3]], [[1], [1]], [[1.0, 2.0], [3.0, 4.0]], [[0, 1], [6, 9]]),
        ("ScatterNdSub", FLOAT, [[0, 1], [2, 3]], [[1, 0], [0, 1]], [1.0, 5.0], [[0, -4], [1, 3]]),
    ],
)
def test_as_tensorflow(name: str, kind: str, ref: Any, indices: Any, updates: Any, expected: Any) -> None:
    given = np.array(indices, np.int32)
    result = _changed(name, kind, ref, given, updates)
    assert result.dtype == dtype(kind).numpy
    np.testing.assert_array_equal(result, np.array(expected, result.dtype))


@pytest.mark.parametrize(
    ("name", "ref", "indices", "updates", "pin", "text"),
    [
        ("ScatterAdd", [1.0, 2.0], [2], [1.0], "indices", "row 2 does not exist"),
        ("ScatterUpdate", [1.0, 2.0], [0, -1], 1.0, "indices", "row -1 does not exist"),
        ("ScatterMul", [1.0, 2.0], [0], [1.0, 2.0], "updates", r"the shape \[1\], or be a scalar, got \[2\]"),
        ("ScatterSub", [[1.0, 2.0]], [0], [1.0], "updates", r"the shape \[1,2\]"),
        ("ScatterAdd", 1.0, [0], [1.0], "ref", "scalar variable"),
        (
            "ScatterDiv",
            [4, 2],
            [0, 1],
            [2, 0],
            "updates",
            "cannot be divided by zero",
        ),
        (
            "ScatterNdAdd",
            [[1.0, 2.0]],
            [[0, 2]],
            [1.0],
            "indices",
            r"the index \[0, 2\] is outside the shape \[1,2\]",
        ),
        ("ScatterNdUpdate", [1.0], [0], 1.0, "indices", "rank 2 or more"),
        ("ScatterNdSub", [1.0], [[0, 0]], [1.0], "indices", "at most 1 numbers"),
        ("ScatterNdAdd", [1.0], np.zeros((1, 0), np.int32), [[1.0]], "indices", "at least one number"),
        ("ScatterNdAdd", [1.0], [[0]], 1.0, "updates", r"the shape \[1\], got \[\]"),
        ("ScatterNdSub", np.zeros((0, 2), np.float32), [[0]], [[1.0, 1.0]], "ref", "empty"),
    ],
)
def test_what_does_not_fit_is_refused(name: str, ref: Any, indices: Any, updates: Any, pin: str, text: str) -> None:
    kind = INT32 if name == "ScatterDiv" else FLOAT
    with pytest.raises(DiagramError, match=text) as caught:
        _changed(name, kind, ref, indices, updates)
    assert caught.value.pin == pin


@pytest.mark.parametrize("name", ["ScatterNdAdd", "ScatterNdSub", "ScatterNdUpdate"])
def test_policies_for_bad_indices(name: str) -> None:
    """By hand: the place 9 is skipped, or refused."""
    expected = {"ScatterNdAdd": [1, 7], "ScatterNdSub": [1, -3], "ScatterNdUpdate": [1, 5]}[name]
    given: Any = ([1.0, 2.0], [[9], [1]], [4.0, 5.0])
    assert _changed(name, FLOAT, *given, bad_indices_policy="IGNORE").tolist() == expected
    for policy in ("", "DEFAULT", "ERROR"):
        with pytest.raises(DiagramError, match="is outside"):
            _changed(name, FLOAT, *given, bad_indices_policy=policy)
    with pytest.raises(DiagramError, match="must be empty or one of") as caught:
        _changed(name, FLOAT, *given, bad_indices_policy="SKIP")
    assert caught.value.pin == "bad_indices_policy"


@pytest.mark.parametrize("places", [[], [3], [1, 0, 2], [0, 0, 0], [2, 1, 2, 2, 1, 0]], ids=str)
def test_each_turn_comes_to_a_place_once_and_in_order(places: list[int]) -> None:
    given = np.array(places, np.int64)
    order: list[list[int]] = [np.arange(len(given))[turn].tolist() for turn in turns(given)]
    assert sorted(i for turn in order for i in turn) == list(range(len(places)))
    for turn in order:
        assert len({places[i] for i in turn}) == len(turn)
    for place in set(places):
        came = [i for turn in order for i in turn if places[i] == place]
        assert came == sorted(came)

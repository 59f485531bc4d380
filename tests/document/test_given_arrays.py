"""Arrays that a program gives to a page keep their dtype and shape: in results, and through a file."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import blocks

GIVEN: list[Any] = [
    np.array([1 / 3]), np.float64(1 / 3), np.array([1, 2]), np.array([[True, False]]), np.array([1 + 2j]),
    np.array([1.5], np.float16), np.array([1.5, -2], ml_dtypes.bfloat16), np.array([1.5], np.float32),
    np.array([3], np.uint8), np.zeros((0, 3)), np.zeros((2, 0), np.int32),
]  # fmt: skip


@pytest.mark.parametrize("given", GIVEN, ids=lambda given: f"{given.dtype}{list(given.shape)}")
@pytest.mark.parametrize(("kind", "name"), [("Const", "val"), ("Variable", "initvalues")])
def test_an_array_keeps_its_dtype_and_shape(kind: str, name: str, given: Any) -> None:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    page.add(kind, id="added", **{name: given})
    page.add(kind, id="put")
    page.set("put", **{name: given})
    for each in (page, blocks.loads(diagram.dumps()).page("main")):
        results = blocks.Session(each).run()
        assert len(results) == 2
        for value in results.values():
            assert (value.dtype, value.shape) == (given.dtype, given.shape)
            np.testing.assert_array_equal(value, given)


def test_numbers_of_python_and_a_named_dtype_are_as_before() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Const", id="plain", val=[1.0, 2.0])
    page.add("Const", id="named", val=np.array([1.0]), dtype="DT_FLOAT")
    page.set("named", val=np.array([0.1]))
    assert dict(page.block("plain").values) == {"val": [1.0, 2.0]}
    assert dict(page.block("named").values) == {"val": [0.1], "dtype": "DT_FLOAT"}
    results = blocks.Session(page).run()
    assert {value.dtype for value in results.values()} == {np.dtype(np.float32)}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (float("nan"), np.float32(np.nan)),
        ([[float("inf"), -float("inf")]], np.array([[np.inf, -np.inf]], np.float32)),
        (1 - 2j, np.complex128(1 - 2j)),
        ([1j, 2.0], np.array([1j, 2.0])),
    ],
    ids=["nan", "infinite", "complex", "complex and real"],
)
@pytest.mark.parametrize(("kind", "name"), [("Const", "val"), ("Variable", "initvalues")])
def test_numbers_of_python_are_no_texts(kind: str, name: str, given: Any, wanted: Any) -> None:
    page = blocks.Diagram().add_page("main")
    page.add(kind, id="a", **{name: given})
    [value] = blocks.Session(page).run().values()
    assert (value.dtype, value.shape) == (wanted.dtype, wanted.shape)
    np.testing.assert_array_equal(value, wanted)

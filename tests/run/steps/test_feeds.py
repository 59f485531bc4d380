"""Values that are fed: their shape and dtype, and what is said of those that do not fit."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import blocks
from blocks.document.model import PageView
from blocks.run.steps.fetches import computed

NAN, INF = float("nan"), float("inf")


def placeholder(dtype: str) -> PageView:
    page = blocks.Diagram().add_page("main")
    page.add("Placeholder", id="p", dtype=dtype)
    return page


def test_an_empty_array_of_texts_keeps_its_shape() -> None:
    page = placeholder("DT_STRING")
    page.add("Identity", id="i")
    page.wire("p.output", "i.input")
    results = blocks.Session(page).run(feed={"p": np.empty((0, 3), object)})
    assert results["i.result_output"].shape == (0, 3)


@pytest.mark.parametrize(
    ("dtype", "value", "wanted"),
    [
        ("DT_FLOAT", np.array([0.1, NAN, INF]), np.array([0.1, NAN, INF], np.float32)),
        ("DT_FLOAT", np.float64(0.1), np.float32(0.1)),
        ("DT_FLOAT", np.array([1, 2**24 + 1]), np.array([1, 2**24], np.float32)),
        ("DT_DOUBLE", np.array([0.1], np.float32), np.array([np.float32(0.1)], np.float64)),
        ("DT_HALF", np.array([1 + 2**-11 + 2**-40]), np.array([1 + 2**-10], np.float16)),
        ("DT_BFLOAT16", np.array([1 + 2**-8 + 2**-40]), np.array([1 + 2**-7], ml_dtypes.bfloat16)),
        ("DT_INT32", np.array([-5, 7]), np.array([-5, 7], np.int32)),
        ("DT_UINT8", np.zeros((0, 3), np.int64), np.zeros((0, 3), np.uint8)),
        ("DT_COMPLEX64", np.array([1.5, 2j]), np.array([1.5, 2j], np.complex64)),
    ],
)
def test_an_array_of_another_dtype_is_taken_as_the_numbers_in_it(dtype: str, value: Any, wanted: Any) -> None:
    """A finite number of one dtype is rounded once to the nearest of another, ties to even."""
    result = blocks.Session(placeholder(dtype)).run(feed={"p": value})["p.result_output"]
    assert result.dtype == wanted.dtype
    np.testing.assert_array_equal(result, wanted)


@pytest.mark.parametrize(
    ("dtype", "value", "message"),
    [
        ("DT_FLOAT", np.array([1.0, 1e300]), "1e\\+300 does not fit in float32, at \\[1\\]"),
        ("DT_INT8", np.array([[300]]), "300 does not fit in int8 \\(-128 to 127\\), at \\[0\\]\\[0\\]"),
        ("DT_INT32", np.array([1.0]), "1.0 is written as a float"),
        ("DT_FLOAT", np.array([True]), "true is not a number"),
        ("DT_BOOL", np.array([1]), "1 is not a boolean"),
        ("DT_FLOAT", np.array([1j]), "a Python complex is not a number"),
    ],
)
def test_numbers_are_not_bent_to_fit(dtype: str, value: Any, message: str) -> None:
    with pytest.raises(blocks.DiagramError, match=f"^block 'p': the value fed to 'p': .*{message}"):
        blocks.Session(placeholder(dtype)).run(feed={"p": value})


@pytest.mark.parametrize(
    "ask", [{"fetch": ["q"]}, {"fetch": ["p.q"]}, {"feed": {"q": 1}}, {"feed": {"p": "a"}}, {"steps": 0}], ids=str
)
def test_what_a_run_raises_carries_all_errors_and_what_did_run(ask: dict[str, Any]) -> None:
    with pytest.raises(blocks.DiagramError) as caught:
        blocks.Session(placeholder("DT_FLOAT")).run(**ask)
    raised: Any = caught.value
    assert raised.errors == [raised]
    assert raised.results == {}


def test_what_a_step_computes_is_found_out_once_for_values_of_one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """A training loop feeds a batch after the other; to look through a large page for each would take longer than a
    step. What is fed to one run is nothing to the next, nor to a run within it."""
    page = placeholder("DT_FLOAT")
    page.add("Negate", id="n")
    page.wire("p.output", "n.x")
    session = blocks.Session(page)
    asked: list[Any] = []

    def counted(*given: Any) -> Any:
        asked.append(given)
        return computed(*given)

    monkeypatch.setattr("blocks.run.steps.stepper.computed", counted)
    inner: list[float] = []

    def within(step: int) -> None:
        inner.append(float(session.run("n", {"p": [7.0]})["n.result_y"][0]))

    for value in (1.0, 2.0, 3.0):
        assert session.run("n", {"p": [value]})["n.result_y"] == -value
    assert len(asked) == 1
    assert session.run("n", {"p": [4.0]}, steps=2, on_step=within)["n.result_y"] == -4
    assert inner == [-7, -7]
    assert session.run("n", {"p": [1.0, 2.0]})["n.result_y"].tolist() == [-1, -2]
    with pytest.raises(blocks.RunError, match="p"):
        session.run("n")


def test_of_a_list_one_tensor_is_fed() -> None:
    page = blocks.Diagram().add_page("main")
    page.add("Unstack", id="u", value=[1.0, 2.0], num=2)
    session = blocks.Session(page)
    assert session.run(feed={"u.output[1]": 5.0})["u.result_output[1]"] == 5.0
    for name, words in (("u", "2 tensors"), ("u.output", "2 tensors"), ("u.output[2]", "the list has only 2 elements")):
        with pytest.raises(blocks.DiagramError, match=words):
            session.run(feed={name: 5.0})

"""Summaries and histories of results."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from app.core.runs.results import HISTORY, ResultStore, summarise
from app.panels.words import summary_words
from blocks.base import dtypes
from blocks.base.types import Array
from blocks.run.monitoring.curves import Points


def test_a_summary_counts_what_is_not_finite() -> None:
    value = np.array([[1.0, np.nan], [np.inf, -3.0]], np.float32)
    summary = summarise(value, dtypes.FLOAT).summary
    assert (summary.lowest, summary.highest, summary.mean) == (-3.0, 1.0, -1.0)
    assert (summary.nan, summary.infinite) == (1, 1)
    assert summary_words(summary) == "float32 [2,2], -3 ... 1, mean -1, 1 NaN, 1 infinite"


def test_one_nan_among_a_million_is_found() -> None:
    value = np.zeros((1000, 1001), np.float32)
    value[777, 3] = np.nan
    value[5, 5] = -2.0
    summary = summarise(value, dtypes.FLOAT).summary
    assert (summary.nan, summary.lowest, summary.highest) == (1, -2.0, 0.0)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (np.zeros((0, 3), np.float32), dtypes.FLOAT),
        (np.full(20, np.nan), dtypes.DOUBLE),
        (np.array([1e308, -1e308] * 20), dtypes.DOUBLE),
        (np.arange(30).reshape(2, 3, 5).astype(np.complex64), dtypes.COMPLEX64),
        (np.array([True, False] * 20), dtypes.BOOL),
        (np.arange(40).astype(ml_dtypes.bfloat16), dtypes.BFLOAT16),
        (np.array([b"a", b"<b>"] * 20, object), dtypes.STRING),
        (np.arange(50, dtype=np.uint64) + 2**63, dtypes.UINT64),
        (np.arange(60, dtype=np.float16), dtypes.HALF),
    ],
)
def test_every_kind_of_value_has_a_summary(value: Array, dtype: dtypes.DType) -> None:
    with np.errstate(all="ignore"):
        result = summarise(value, dtype)
    assert result.value is value
    assert dtype.short in summary_words(result.summary)


def test_a_long_history_keeps_the_whole_run() -> None:
    store = ResultStore()
    steps = range(1, 3 * HISTORY)
    store.put("main", 3 * HISTORY, {}, [Points(["loss.result_output"], steps, np.array(steps).reshape(-1, 1))])
    history = store.history("main", "loss.result_output")
    assert HISTORY // 2 <= len(history) <= HISTORY
    assert history[0][0] < 10
    assert history[-1][0] == 3 * HISTORY - 1
    assert [step for step, _ in history] == sorted(step for step, _ in history)


def test_a_new_run_begins_a_new_history_and_live_results_leave_it() -> None:
    store = ResultStore()
    one = {"a.result_output": summarise(np.asarray(1.0), dtypes.DOUBLE)}
    for step in (1, 2, 3):
        store.put("main", step, one)
    store.show("main", {"a.result_output": summarise(np.asarray(9.0), dtypes.DOUBLE)})
    assert [step for step, _ in store.history("main", "a.result_output")] == [1, 2, 3]
    store.put("main", 1, one)
    assert [step for step, _ in store.history("main", "a.result_output")] == [1]


@pytest.mark.parametrize("shape", [(), (1,), (1, 1, 1)])
def test_results_with_one_element_have_a_history_whatever_their_rank(shape: tuple[int, ...]) -> None:
    store = ResultStore()
    for step in (1, 2, 3):
        value = np.full(shape, step / 4, np.float32)
        store.put("main", step, {"a.result_y": summarise(value, dtypes.FLOAT)})
    assert store.history("main", "a.result_y") == [(1, 0.25), (2, 0.5), (3, 0.75)]
    result = store.get("main", "a.result_y")
    assert result is not None and result.summary.shape == shape

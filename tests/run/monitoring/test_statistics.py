"""Tensors in a few numbers, and which steps of a run they are taken of."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from blocks.base.types import Array
from blocks.run.monitoring.statistics import FIRST, SAMPLE, HistoryBuffer, Measured, sampled, statistics, statistics_of
from blocks.run.results import Results


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([3.0, -4.0, 0.0], ((3,), 5.0, math.log10(5), -4.0, 3.0, 1, 0, 0)),
        ([0.0, 0.0], ((2,), 0.0, -math.inf, 0.0, 0.0, 2, 0, 0)),
        ([1e200, 1e200], ((2,), 1e200 * math.sqrt(2), 200 + math.log10(2) / 2, 1e200, 1e200, 0, 0, 0)),
        ([3e-200, 4e-200], ((2,), 5e-200, -200 + math.log10(5), 3e-200, 4e-200, 0, 0, 0)),
        ([math.nan, 2.0, math.inf], ((3,), math.nan, math.nan, 2.0, 2.0, 0, 1, 1)),
        ([-math.inf, 2.0], ((2,), math.inf, math.inf, 2.0, 2.0, 0, 0, 1)),
        ([], ((0,), 0.0, -math.inf, math.nan, math.nan, 0, 0, 0)),
        ([3 + 4j], ((1,), 5.0, math.log10(5), 5.0, 5.0, 0, 0, 0)),
        (7.0, ((), 7.0, math.log10(7), 7.0, 7.0, 0, 0, 0)),
    ],
)
def test_statistics(values: Any, expected: tuple[Any, ...]) -> None:
    array = np.array(values)
    beside = {"a": np.array([1.0, 2.0]), "g": array, "b": np.zeros((0, 3)), "c": np.array([math.inf, 5.0])}
    for results in (statistics_of(array), statistics({"g": array})["g"], statistics(beside)["g"]):
        for name, each, wanted in zip(results._fields, results[:-1], expected, strict=False):
            assert each == pytest.approx(wanted, rel=1e-12, nan_ok=True), name


@pytest.mark.parametrize("size", [100, 10_000])
def test_statistics_of_half_precision_do_not_overflow(size: int) -> None:
    half = np.full(size, 60000, np.float16)
    for result in (statistics_of(half), statistics({"g": half})["g"]):
        assert result.norm == pytest.approx(60000 * math.sqrt(size), rel=1e-2)


@pytest.mark.parametrize("shape", [(), (7,), (128,), (129,), (32, 128), (1000, 128)])
def test_a_tensor_keeps_some_elements(shape: tuple[int, ...]) -> None:
    """All of a small tensor; of a large one they lie in all its rows and columns, not in a few of them."""
    array = np.arange(math.prod(shape), dtype=np.float32).reshape(shape)
    for summary in (statistics_of(array), statistics({"g": array})["g"]):
        results = sampled(summary.sample)
        assert results.tolist() == sorted(results.tolist())
        if array.size <= SAMPLE:
            assert results.tolist() == array.ravel().tolist()
            continue
        assert results.size == SAMPLE and set(results.tolist()) <= set(array.ravel().tolist())
        # Spread as all elements are: between two neighbours lie no more than a few times the mean.
        assert np.diff([0.0, *results, array.size]).max() < 4 * array.size / SAMPLE
        assert len(set((results % shape[-1]).tolist())) > SAMPLE / 3


def test_a_sample_leaves_out_what_is_not_finite_and_holds_what_is_too_large_for_it() -> None:
    array = np.array([math.nan, 1e300, -math.inf, 2.0, -1e300])
    largest = float(np.finfo(np.float32).max)
    assert sampled(statistics_of(array).sample).tolist() == [-largest, 2.0, largest]


def results(gradients: dict[str, Array], values: dict[str, Array]) -> Results:
    results = Results()
    results.update(values)
    results.gradients.update(gradients)
    return results


def trail(steps: int, size: int = 3, step_takes: float = 100.0) -> list[Measured]:
    """What is measured of some steps between two deliveries: the gradient (step, 0 ...), the value (3, 4, 0 ...).

    Args:
        steps: how many.
        size: how many elements the tensors have.
        step_takes: by the clock that the trail looks at; each look at it takes 1, so that measuring does.
    """
    clock = 0.0

    def now() -> float:
        nonlocal clock
        clock += 1.0
        return clock

    trail = HistoryBuffer(now)
    for step in range(1, steps + 1):
        clock += step_takes
        gradient = np.zeros(size, np.float32)
        gradient[0] = step
        value = np.array([3.0, 4.0] + [0.0] * (size - 2))
        trail.add(step, results({"a.y": gradient}, {"a.result_y": value, "b.result_y": value}))
    return trail.take()


@pytest.mark.parametrize("size", [3, 5_000, 50_000])
def test_every_step_of_a_short_run_is_measured(size: int) -> None:
    results = trail(FIRST, size)
    assert [each.step for each in results] == list(range(1, FIRST + 1))
    for each in results:
        gradient, value = each.gradients["a.y"], each.values["a.result_y"]
        assert (gradient.norm, gradient.minimum, gradient.maximum, gradient.zeros) == (
            each.step,
            0,
            each.step,
            size - 1,
        )
        assert (value.norm, value.minimum, value.maximum, value.zeros) == (5.0, 0.0, 4.0, size - 2)
        assert each.values.keys() == {"a.result_y"}  # no gradient comes to the other block


def test_measuring_large_tensors_takes_a_small_part_of_a_run_but_the_first_step_and_the_last_are_there() -> None:
    steps = [each.step for each in trail(40, 50_000, step_takes=0.0)]
    assert steps[0] == 1 and steps[-1] == 40 and len(steps) < 20
    assert len(trail(40, 50_000, step_takes=100.0)) == 40


@pytest.mark.parametrize("size", [3, 50_000])
def test_of_many_steps_some_are_measured_and_the_last(size: int) -> None:
    steps = [each.step for each in trail(1_000, size)]
    assert steps[0] == 1 and steps[-1] == 1_000 and steps == sorted(set(steps))
    assert len(steps) <= 2 * FIRST + 1


def test_tensors_that_change_from_step_to_step_are_measured_one_by_one() -> None:
    """Shapes, names and what is there may be different in each step; what is no number is left out."""
    trail = HistoryBuffer()
    trail.add(1, results({"a.y": np.array([3.0, 4.0])}, {"a.result_text": np.array([b"no"], object)}))
    trail.add(2, results({"a.y": np.array(2.0)}, {"a.result_y": np.array([True, False])}))
    trail.add(3, results({}, {}))
    trail.add(4, results({"b.y": np.array([math.nan, 1.0])}, {}))
    first, second, third = trail.take()
    assert (first.step, second.step, third.step) == (1, 2, 4)
    assert first.gradients["a.y"].norm == 5.0 and not first.values
    assert second.gradients["a.y"].shape == () and second.values["a.result_y"].zeros == 1
    assert third.gradients["b.y"].nans == 1 and "a.y" not in third.gradients
    assert trail.take() == []


def test_all_elements_of_small_tensors_are_there() -> None:
    small, large = np.arange(6.0).reshape(2, 3), np.zeros(SAMPLE + 1)
    results = statistics({"small": small, "large": large})
    assert results["large"].elements is None
    elements = results["small"].elements
    assert elements is not None
    np.testing.assert_array_equal(elements, small)

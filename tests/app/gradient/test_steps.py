"""Pictures of how elements were spread over the steps of a run."""

from __future__ import annotations

import numpy as np
import pytest

from app.core.runs.step_history import Sample
from app.panels.gradients.steps import norm_ticks, picture


def sample(step: int, *elements: float) -> Sample:
    return Sample(step, np.array(elements, np.float32).tobytes())


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (-0.8, 0.4, ["0.2", "0.5", "1", "2"]),  # 0.158 to 2.51
        (-0.1, 0.1, ["0.8", "0.9", "1"]),  # 0.79 to 1.26
        (-2.1, 0.9, ["0.01", "0.1", "1"]),
        (-8.0, 4.0, ["1e-8", "1e-5", "0.01", "10", "1e4"]),
        (-0.81, -0.8, ["0.155", "0.158"]),  # nothing round lies between
        (0.0, 0.0, ["1"]),
        (-323.3, 308.2, ["1e-323", "1e-196", "1e-69", "1e58", "1e185"]),
    ],
)
def test_numbers_beside_the_norm_are_round_and_few(low: float, high: float, texts: list[str]) -> None:
    found = norm_ticks(low, high)
    assert [text for _, text in found] == texts
    assert all(low <= height <= high for height, _ in found)


def test_a_column_holds_all_elements_of_its_step() -> None:
    found = picture([sample(1, 0.0, 0.0, 10.0), sample(2, 10.0), sample(3, *range(11))])
    assert found is not None and (found.first, found.last) == (1, 3)
    assert found.low < 0.0 and found.high > 10.0
    assert found.shares.shape[1] == 3
    np.testing.assert_allclose(found.shares.sum(axis=0), 1.0, rtol=1e-6)
    assert found.shares[:, 0].max() == pytest.approx(2 / 3)  # the two zeros
    assert np.argmax(found.shares[:, 0]) < 4 and np.argmax(found.shares[:, 1]) > 43
    assert np.count_nonzero(found.shares[:, 2]) == 11


def test_a_step_stands_until_the_next_that_was_kept() -> None:
    found = picture([sample(1, 0.0), sample(9, 1.0)])
    assert found is not None
    high = [int(np.argmax(column)) for column in found.shares.T]
    assert high == [high[0]] * 8 + [high[-1]] and high[0] < high[-1]


def test_a_million_steps_are_a_few_hundred_columns() -> None:
    found = picture([sample(1 + i * 1000, float(i)) for i in range(1000)])
    assert found is not None and found.shares.shape[1] < 500
    rows = [int(np.argmax(column)) for column in found.shares.T]
    assert rows == sorted(rows) and rows[0] < 4 and rows[-1] > 43


def test_a_few_elements_far_away_do_not_press_the_others_together() -> None:
    rng = np.random.default_rng(0)
    found = picture([sample(i, *rng.normal(size=100), *([1e6] if i == 50 else [])) for i in range(100)])
    assert found is not None and -20 < found.low < -2 and 2 < found.high < 40
    np.testing.assert_allclose(found.shares.sum(axis=0), 1.0, rtol=1e-6)


@pytest.mark.parametrize("elements", [(0.0,), (5.0, 5.0), (-3e38, 3e38), (1e-40,)])
def test_any_numbers_have_a_range(elements: tuple[float, ...]) -> None:
    found = picture([sample(1, *elements), sample(2, *elements)])
    assert found is not None
    assert np.isfinite([found.low, found.high]).all() and found.low < min(elements) <= max(elements) < found.high


def test_elements_of_many_orders_of_magnitude_have_a_logarithmic_scale() -> None:
    rng = np.random.default_rng(0)
    found = picture([sample(i, *(rng.normal(size=100) * 10.0**-i), 0.0) for i in range(6)])
    assert found is not None and found.unit is not None
    heights = [np.flatnonzero(column) for column in found.shares.T]
    spans = [int(each[-1] - each[0]) for each in heights]
    assert spans == sorted(spans, reverse=True) and spans[2] > 10  # a hundredth is still seen
    ticks = found.ticks()
    assert ticks is not None and 3 <= len(ticks) <= 7
    for height, text in ticks:
        assert found.number(height) == pytest.approx(float(text)) and found.low <= height <= found.high
    plain = picture([sample(1, -1.0, 2.0), sample(2, 0.0, 3.0)])
    assert plain is not None and plain.unit is None and plain.ticks() is None and plain.number(2.0) == 2.0


def test_nothing_to_draw() -> None:
    assert picture([]) is None and picture([sample(1)]) is None

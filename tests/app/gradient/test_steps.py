"""Pictures of how elements were spread over the steps of a run."""

from __future__ import annotations

import numpy as np
import pytest

from app.core.runs.gradient import Sample
from app.panels.gradients.pin import norm_ticks, picture


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
    ticks = norm_ticks(low, high)
    assert [text for _, text in ticks] == texts
    assert all(low <= height <= high for height, _ in ticks)


def test_a_column_holds_all_elements_of_its_step() -> None:
    heat_map = picture([sample(1, 0.0, 0.0, 10.0), sample(2, 10.0), sample(3, *range(11))])
    assert heat_map is not None and (heat_map.first, heat_map.last) == (1, 3)
    assert heat_map.low < 0.0 and heat_map.high > 10.0
    assert heat_map.shares.shape[1] == 3
    np.testing.assert_allclose(heat_map.shares.sum(axis=0), 1.0, rtol=1e-6)
    assert heat_map.shares[:, 0].max() == pytest.approx(2 / 3)  # the two zeros
    assert np.argmax(heat_map.shares[:, 0]) < 4 and np.argmax(heat_map.shares[:, 1]) > 43
    assert np.count_nonzero(heat_map.shares[:, 2]) == 11


def test_a_step_stands_until_the_next_that_was_kept() -> None:
    heat_map = picture([sample(1, 0.0), sample(9, 1.0)])
    assert heat_map is not None
    high = [int(np.argmax(column)) for column in heat_map.shares.T]
    assert high == [high[0]] * 8 + [high[-1]] and high[0] < high[-1]


def test_a_million_steps_are_a_few_hundred_columns() -> None:
    heat_map = picture([sample(1 + i * 1000, float(i)) for i in range(1000)])
    assert heat_map is not None and heat_map.shares.shape[1] < 500
    rows = [int(np.argmax(column)) for column in heat_map.shares.T]
    assert rows == sorted(rows) and rows[0] < 4 and rows[-1] > 43


def test_a_few_elements_far_away_do_not_press_the_others_together() -> None:
    rng = np.random.default_rng(0)
    heat_map = picture([sample(i, *rng.normal(size=100), *([1e6] if i == 50 else [])) for i in range(100)])
    assert heat_map is not None and -20 < heat_map.low < -2 and 2 < heat_map.high < 40
    np.testing.assert_allclose(heat_map.shares.sum(axis=0), 1.0, rtol=1e-6)


@pytest.mark.parametrize("elements", [(0.0,), (5.0, 5.0), (-3e38, 3e38), (1e-40,)])
def test_any_numbers_have_a_range(elements: tuple[float, ...]) -> None:
    heat_map = picture([sample(1, *elements), sample(2, *elements)])
    assert heat_map is not None
    assert (
        np.isfinite([heat_map.low, heat_map.high]).all()
        and heat_map.low < min(elements) <= max(elements) < heat_map.high
    )


def test_elements_of_many_orders_of_magnitude_have_a_logarithmic_scale() -> None:
    rng = np.random.default_rng(0)
    heat_map = picture([sample(i, *(rng.normal(size=100) * 10.0**-i), 0.0) for i in range(6)])
    assert heat_map is not None and heat_map.unit is not None
    heights = [np.flatnonzero(column) for column in heat_map.shares.T]
    spans = [int(each[-1] - each[0]) for each in heights]
    assert spans == sorted(spans, reverse=True) and spans[2] > 10  # a hundredth is still seen
    ticks = heat_map.ticks()
    assert ticks is not None and 3 <= len(ticks) <= 7
    for height, text in ticks:
        assert heat_map.number(height) == pytest.approx(float(text)) and heat_map.low <= height <= heat_map.high
    plain = picture([sample(1, -1.0, 2.0), sample(2, 0.0, 3.0)])
    assert plain is not None and plain.unit is None and plain.ticks() is None and plain.number(2.0) == 2.0


def test_nothing_to_draw() -> None:
    assert picture([]) is None and picture([sample(1)]) is None

"""Whether what is drawn has the distribution that it should: against SciPy's, and TensorFlow 2.21 at the edges."""

from __future__ import annotations

import sys
import zlib
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import BFLOAT16, DOUBLE, FLOAT, HALF, INT64
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.library.random import double_functions
from blocks.library.random.distributions import (
    Multinomial,
    ParameterizedTruncatedNormal,
    RandomGamma,
    RandomPoisson,
    StatelessParameterizedTruncatedNormal,
    StatelessRandomGammaV3,
)
from blocks.library.random.drawing import RandomNormal, RandomNormal_ex

stats: Any = import_module("scipy.stats")
special: Any = import_module("scipy.special")
COUNT = 20_000


def generator(seed: int = 3) -> np.random.Generator:
    return np.random.default_rng(seed)


def truncated(mean: float, stdev: float, low: float, high: float, count: int = COUNT, dtype: Any = np.float64) -> Array:
    parameters = [np.array(each, dtype) for each in (mean, stdev, low, high)]
    return ParameterizedTruncatedNormal.kernel(np.array([count]), *parameters, rng=generator())


@pytest.mark.parametrize("alpha", [0.05, 0.5, 1.0, 2.5, 40.0, 1e5])
def test_gamma(alpha: float) -> None:
    drawn = RandomGamma.kernel(np.array([COUNT]), np.array(alpha), rng=generator())
    assert stats.kstest(drawn, stats.gamma(alpha).cdf).pvalue > 0.01


@pytest.mark.parametrize(
    ("mean", "stdev", "low", "high"),
    [(0, 1, -1, 1), (0, 1, 2, 4), (5, 0.5, -100, 100), (1, 2, -np.inf, 0), (0, 1, 3, np.inf), (-2, 3, 10, 11)],
)
def test_truncated_normal(mean: float, stdev: float, low: float, high: float) -> None:
    drawn = truncated(mean, stdev, low, high)
    assert drawn.min() >= low and drawn.max() <= high
    reference = stats.truncnorm((low - mean) / stdev, (high - mean) / stdev, mean, stdev)
    assert stats.kstest(drawn, reference.cdf).pvalue > 0.01


@pytest.mark.parametrize("low", [50.0, 1e5])
def test_truncated_normal_far_out_decays_as_an_exponential(low: float) -> None:
    """Far out, the distance from the bound is nearly exponential with the rate of the bound (Robert, 1995)."""
    up, down = truncated(0, 1, low, np.inf) - low, -low - truncated(0, 1, -np.inf, -low)
    for distance in (up, down):
        assert distance.min() >= 0
        assert abs(distance.mean() * low - 1) < 0.03


@pytest.mark.parametrize("dtype", [HALF, BFLOAT16, FLOAT])
def test_truncated_normal_keeps_its_bounds_in_every_precision(dtype: Any) -> None:
    low, high = np.array([1.0, 1.25], dtype.numpy)
    drawn = truncated(0, 1, low, high, dtype=dtype.numpy)
    assert drawn.dtype == dtype.numpy and drawn.min() >= low and drawn.max() <= high


@pytest.mark.parametrize(
    ("parameters", "pin"),
    [
        ((0, 1, 1, 1), "minvals"),
        ((0, 0, -1, 1), "stdevs"),
        ((0, np.nan, -1, 1), "stdevs"),
        ((np.nan, 1, -1, 1), "means"),
        ((0, 1, np.nan, 1), "minvals"),
        ((0, 1, -np.inf, np.inf), "maxvals"),
    ],
)
def test_parameters_that_truncated_normal_refuses(parameters: tuple[float, ...], pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        truncated(*parameters)  # pyright: ignore[reportArgumentType]
    assert caught.value.pin == pin
    assert truncated(*parameters, count=0).shape == (0,)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("rate", [0.1, 3.0, 12.0, 1e4, 1e17])
def test_poisson(rate: float) -> None:
    drawn = RandomPoisson.kernel(np.array([COUNT]), np.array(rate), rng=generator())
    assert np.array_equal(drawn, np.rint(drawn)) and drawn.min() >= 0
    deviation = np.sqrt(rate)
    assert abs(drawn.mean() - rate) < 4 * deviation / np.sqrt(COUNT)
    assert abs(drawn.std() / deviation - 1) < 0.05


@pytest.mark.parametrize("rate", [-1.0, np.nan, np.inf])
def test_rates_that_poisson_refuses(rate: float) -> None:
    with pytest.raises(DiagramError, match="rates must be finite"):
        RandomPoisson.kernel(np.array([2]), np.array(rate), rng=generator())


def test_multinomial() -> None:
    chances = np.array([[0.2, 0.5, 0.3], [0.0, 0.9, 0.1]])
    with np.errstate(divide="ignore"):
        logits = np.log(chances) + np.array([[7.0], [-300.0]])
    drawn = Multinomial.kernel(logits, np.array(COUNT), output_dtype=INT64, rng=generator())
    for row, chance in zip(drawn, chances, strict=True):
        seen = np.bincount(row, minlength=3)
        assert seen[chance == 0].sum() == 0
        assert stats.chisquare(seen[chance > 0], COUNT * chance[chance > 0]).pvalue > 0.01


def test_multinomial_never_draws_what_is_not_finite() -> None:
    logits = np.array([[np.inf, 0, 0], [np.nan, 0, -np.inf]], np.float32)
    drawn = Multinomial.kernel(logits, np.array(500), output_dtype=INT64, rng=generator())
    assert set(drawn[0]) == {1, 2} and set(drawn[1]) == {1}
    with pytest.raises(DiagramError, match="row 1"):
        Multinomial.kernel(np.array([[0.0], [-np.inf]]), np.array(1), output_dtype=INT64, rng=generator())


# Alpha, a drawn number, and how that moves with alpha: TensorFlow's RandomGammaGrad.
MOVED = [
    (2.0, 1.0, 0.7507786921262597),
    (2.0, 0.5, 0.4980267179922236),
    (0.1, 1e-5, 0.0011089279600203115),
    (0.1, 3.0, 9.44361714409459),
    (30.0, 20.0, 0.8154222242260378),
    (30.0, 40.0, 1.1571274264331395),
    (1e-3, 1e-30, 6.850198085801106e-26),
    (5.0, 0.0, 0.0),
    (1e4, 9.9e3, 0.994999832659),  # by the expansion of Cornish and Fisher; TensorFlow's series ends too early
    (3000.0, 3100.0, 1.0165409787629813),
]


def test_gradient_of_gamma() -> None:
    alphas, drawn, wanted = (np.array(column) for column in zip(*MOVED, strict=True))
    root = blocks.Scope.new_root_scope()
    alpha = ops.Const(root, alphas, dtype=DOUBLE)
    y = ops.RandomGamma(root, ops.Const(root, [1]), alpha)
    [gradient] = blocks.add_symbolic_gradients(root, outputs=[y], inputs=[alpha])
    [result] = blocks.ClientSession(root).run([gradient], {y: drawn[None]})
    np.testing.assert_allclose(result, wanted, rtol=1e-9)


@pytest.mark.parametrize("kind", [RandomGamma, RandomPoisson])
def test_seeds_of_a_block_decide_alone(kind: BlockType) -> None:
    root = blocks.Scope.new_root_scope()
    drawn = [kind(root, [30], [0.5, 2.0], seed=seed) for seed in (5, 5, 6)]
    a, b, c = blocks.ClientSession(root).run(drawn)
    assert np.array_equal(a, b) and not np.array_equal(a, c)


def test_normal_ex_is_normal() -> None:
    shape = np.array([5])
    ours, other = (t.kernel(shape, dtype=FLOAT, rng=generator()) for t in (RandomNormal_ex, RandomNormal))
    assert np.array_equal(ours, other)


@pytest.mark.parametrize(
    ("dtype", "checksum"), [("float16", 0xCE417BE5), ("float32", 0xB73FB653), ("float64", 0xE1782678)]
)
def test_gamma_numbers_are_tensorflows_to_the_last_bit(dtype: str, checksum: int) -> None:
    """``zlib.crc32`` of the bytes of ``tf.raw_ops.StatelessRandomGammaV3(shape=[2001, 5], alpha=ALPHA, key=[123],
    counter=[0, 7], alg=1)`` of TensorFlow 2.21.
    """
    alpha = np.array([0.02, 0.3, 1, 2.5, 40], dtype)
    key, counter = np.array([123], np.uint64), np.array([0, 7], np.uint64)
    result = StatelessRandomGammaV3.kernel(np.array([2001, 5]), key, counter, np.array(1), alpha)
    assert zlib.crc32(result.tobytes()) == checksum


@pytest.mark.parametrize(("dtype", "checksum"), [("float32", 0xE2EA8E85), ("float64", 0x447A00D6)])
def test_truncated_numbers_are_tensorflows_to_the_last_bit(dtype: str, checksum: int) -> None:
    """The same of ``tf.raw_ops.StatelessParameterizedTruncatedNormal(shape=[80, 3], seed=[1, 2], ...)``: a tail, a
    narrow interval, and a tail below.
    """
    parameters = [np.array(each, dtype) for each in ([0, 1, 2], [1, 0.5, 2], [2, 0.5, -np.inf], [np.inf, 0.75, -3])]
    result = StatelessParameterizedTruncatedNormal.kernel(np.array([80, 3]), np.array([1, 2]), *parameters)
    assert zlib.crc32(result.tobytes()) == checksum


def test_logarithms_are_the_c_librarys_before_and_after_scipy_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    x = np.random.default_rng(3).random((50, 400))
    expected = special.xlogy(1.0, x)
    assert double_functions.log(x).tobytes() == expected.tobytes()
    monkeypatch.delitem(sys.modules, "scipy.special")
    assert double_functions.log(x).tobytes() == expected.tobytes()
    assert "scipy.special" not in sys.modules

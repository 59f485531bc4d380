"""Lowering rules for random numbers with NumPy's distributions but different values.

Each block draws with a key that its stream provides: the same seed, block and step give the same numbers. A block with
seeds draws TensorFlow's numbers, as on NumPy, or is left to the NumPy kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import LoweringContext, Value, checked, jax, jnp, lax, number, sizes, wide
from blocks.library.jax_rules.random import philox
from blocks.library.rules import LoweringRule, each

_FAR = -600.0
"""A logarithm of chances that are still numbers."""


def _uniform(site: LoweringContext, shape: Value) -> Value:
    wanted = sizes(shape, "shape")
    if site.stream is not None:
        return philox.uniform(philox.reserved(site, wanted), wanted, site.dtype)
    return jax.random.uniform(site.key, wanted, site.dtype)


def _normal(site: LoweringContext, shape: Value) -> Value:
    wanted = sizes(shape, "shape")
    if site.stream is not None:
        return philox.normal(philox.reserved(site, wanted), wanted, site.dtype)
    dtype = np.float64 if site.dtype == np.float64 else np.float32
    return jax.random.normal(site.key, wanted, dtype)


def _truncated(site: LoweringContext, shape: Value) -> Value:
    wanted = sizes(shape, "shape")
    if site.stream is not None:
        return philox.truncated_normal(philox.reserved(site, wanted), wanted, site.dtype)
    dtype = np.float64 if site.dtype == np.float64 else np.float32
    return jax.random.truncated_normal(site.key, -2, 2, wanted, dtype)


def _truncated_rows(site: LoweringContext, shape: Value, *parameters: Value) -> Value:
    philox.only_numpy(site)
    wanted, dtype = sizes(shape, "shape"), site.dtype
    if 0 in wanted:
        return jnp.zeros(wanted, dtype)
    rows = [-1] + [1] * (len(wanted) - 1)
    mean, stdev, low, high = (jnp.reshape(jnp.asarray(each, np.float64), rows) for each in parameters)
    site.require(jnp.all(jnp.isfinite(mean) & (stdev > 0) & (low < high) & (jnp.isfinite(low) | jnp.isfinite(high))))
    chance = jax.random.uniform(site.key, wanted, np.float64)
    result = standard_normal_within((low - mean) / stdev, (high - mean) / stdev, chance) * stdev + mean
    return jnp.clip(result.astype(dtype), low.astype(dtype), high.astype(dtype))


def standard_normal_within(low: Value, high: Value, chance: Value) -> Value:
    mirrored = low > 0
    low, high = jnp.where(mirrored, -high, low), jnp.where(mirrored, -low, high)
    log_below: Any = jax.scipy.special.log_ndtr
    below_low, below_high = (jnp.where(jnp.isneginf(each), -np.inf, log_below(each)) for each in (low, high))
    result = _quantile(below_high + jnp.log1p(chance * jnp.expm1(below_low - below_high)))
    return result * jnp.where(mirrored, -1, 1)


def _quantile(log_chance: Value) -> Value:
    quantile: Any = jax.scipy.special.ndtri
    near = jnp.where(log_chance < -1, quantile(jnp.exp(log_chance)), -quantile(-jnp.expm1(log_chance)))
    # Far out the chance is too small for a number; there ln chance = -x^2 / 2 - ln |x| - ln sqrt(2 pi) + ln(1 - ...).
    far = jnp.minimum(log_chance, _FAR)
    size = jnp.sqrt(-2 * far)
    for _ in range(6):
        square = size * size
        rest = jnp.log1p(-(1 - (3 - 15 / square) / square) / square) - jnp.log(size) - np.log(2 * np.pi) / 2
        size = jnp.sqrt(2 * (rest - far))
    return jnp.where(log_chance < _FAR, -size, near)


def _integers(site: LoweringContext, shape: Value, low: Value, high: Value) -> Value:
    wanted = sizes(shape, "shape")
    if 0 not in wanted:
        site.require(jnp.all(jnp.less(low, high)))
    if site.stream is not None:
        return philox.integers(philox.reserved(site, wanted), wanted, site.dtype, low, high)
    return jax.random.randint(site.key, wanted, low, high, site.dtype)


def _all_integers(site: LoweringContext, shape: Value) -> Value:
    unsigned = np.dtype(f"u{site.dtype.itemsize}")
    return lax.bitcast_convert_type(jax.random.bits(site.key, sizes(shape, "shape"), unsigned), site.dtype)


def _shuffled(site: LoweringContext, value: Value) -> Value:
    if not value.ndim:
        return value
    if site.stream is not None:
        site.reserved = (value.shape[0] + 2) // 4 if value.shape[0] > 1 else 0
        return philox.permuted(site.stream, jnp.asarray(value))
    return jnp.asarray(value)[jax.random.permutation(site.key, value.shape[0])]


def _gamma(site: LoweringContext, shape: Value, alpha: Value) -> Value:
    philox.only_numpy(site)
    alpha = wide(alpha)
    numbers = jax.random.gamma(site.key, alpha, (*sizes(shape, "shape"), *alpha.shape), alpha.dtype)
    return jnp.where(alpha > 0, numbers, np.nan)


def _poisson(site: LoweringContext, shape: Value, rate: Value) -> Value:
    site.require(jnp.all(jnp.isfinite(rate) & (rate >= 0)))
    return jax.random.poisson(site.key, jnp.asarray(rate, np.float64), (*sizes(shape, "shape"), *rate.shape))


def _many(site: LoweringContext, shape: Value, rate: Value) -> Value:
    philox.only_numpy(site)
    return _poisson(site, shape, jnp.maximum(jnp.asarray(rate, np.float64), 0)).astype(site.dtype)


def _classes(site: LoweringContext, logits: Value, num_samples: Value) -> Value:
    count = number(num_samples, "num_samples")
    if site.stream is not None:
        index = philox.reserved(site, (logits.shape[0], 2 * (-(-count // 4) * 4)))
        return philox.classes(site, index, logits, count)
    finite = jnp.isfinite(logits)
    site.require(jnp.all(jnp.any(finite, axis=1)))
    rows = jnp.where(finite, jnp.asarray(logits, np.float64), -np.inf)
    return jax.random.categorical(site.key, rows[:, None, :], shape=(rows.shape[0], count))


RULES: dict[str, LoweringRule] = {
    "RandomUniform": _uniform,
    **each("RandomNormal RandomNormal_ex", _normal),
    "TruncatedNormal": _truncated,
    "ParameterizedTruncatedNormal": _truncated_rows,
    "RandomUniformInt": checked(_integers, "minval", "maxval"),
    "NonDeterministicInts": _all_integers,
    "RandomGamma": _gamma,
    "RandomPoisson": _poisson,
    "RandomPoissonV2": _many,
    "Multinomial": _classes,
    "RandomShuffle": _shuffled,
}

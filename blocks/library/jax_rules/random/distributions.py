"""Lowering rules for random numbers and candidates with NumPy's distributions but different values.

Each block draws with a key that its stream provides: the same seed, block and step give the same numbers. A block with
seeds draws TensorFlow's numbers, as on NumPy, or is left to the NumPy kernel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import (
    LoweringContext,
    Value,
    checked,
    functions_of,
    jax,
    jnp,
    lax,
    number,
    sizes,
    wide,
)
from blocks.library.jax_rules.random import philox
from blocks.library.rules import LoweringRule, each

_FAR = -600.0
"""A logarithm of chances that are still numbers."""


def _drawn(seeded: Callable[..., Value], free: Callable[..., Value]) -> LoweringRule:
    def lower(site: LoweringContext, shape: Value) -> Value:
        wanted = sizes(shape, "shape")
        if site.stream is not None:
            return seeded(philox.reserved(site, wanted), wanted, site.dtype)
        return free(site.key, wanted, site.dtype)

    return lower


def _normal(key: Value, shape: tuple[int, ...], dtype: np.dtype) -> Value:
    return jax.random.normal(key, shape, np.promote_types(dtype, np.float32))


def _truncated(key: Value, shape: tuple[int, ...], dtype: np.dtype) -> Value:
    return jax.random.truncated_normal(key, -2, 2, shape, np.promote_types(dtype, np.float32))


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


# -- Lowering rules for candidate sampling, with and without replacement -----------------------------------------------


_DRAWING = functions_of("blocks.library.candidate_sampling.drawing")
_FEW: int = _DRAWING["_FEW"]

Draw = Callable[[Value, int], Value]
"""So many classes with replacement, by a key."""


def _all(site: LoweringContext, true_classes: Value) -> tuple[Value, Value, Value]:
    count: int = site.attrs["num_sampled"]
    site.require_within(true_classes, count)
    return jnp.arange(count), jnp.ones(true_classes.shape), jnp.ones(count)


def _uniform_candidates(count: int) -> tuple[Draw, Callable[[Value], Value]]:
    def draw(key: Value, number: int) -> Value:
        return jax.random.randint(key, (number,), 0, count, np.int64)

    return draw, lambda classes: jnp.full(classes.shape, 1 / count)


def _log_uniform(count: int) -> tuple[Draw, Callable[[Value], Value]]:
    scale = float(np.log1p(float(count)))

    def draw(key: Value, number: int) -> Value:
        result = jnp.expm1(jax.random.uniform(key, (number,), np.float64) * scale)
        return jnp.minimum(result, np.nextafter(float(count), 0)).astype(np.int64)

    return draw, lambda classes: jnp.log1p(1 / (classes + 1.0)) / scale


def _sampler(distribution: Callable[[int], tuple[Draw, Callable[[Value], Value]]]) -> LoweringRule:
    def lower(site: LoweringContext, true_classes: Value) -> tuple[Value, Value, Value]:
        number, count = site.attrs["num_sampled"], site.attrs["range_max"]
        site.require_within(true_classes, count)
        draw, probability = distribution(count)
        if not site.attrs["unique"]:
            result, tries = draw(site.key, number), float(number)
        elif count <= max(_FEW, 4 * number):
            result, tries = _race(site.key, probability(jnp.arange(count)), number)
        else:
            result, tries = _again_and_again(site.key, draw, number)

        def expected(classes: Value) -> Value:
            chance = probability(jnp.asarray(classes))
            return jnp.where(tries == number, chance * number, -jnp.expm1(tries * jnp.log1p(-chance)))

        return result, expected(true_classes), expected(result)

    return lower


def _race(key: Value, chances: Value, number: int) -> tuple[Value, Value]:
    runs, waits = jax.random.split(key)
    order = jnp.argsort(jax.random.exponential(runs, chances.shape, np.float64) / chances)
    remaining = jnp.cumsum(chances[order][::-1])[::-1][:number]
    share = jnp.minimum(remaining / remaining[0], 1)
    # The number of tries of a geometric distribution, by its inverse.
    chance = jax.random.uniform(waits, share.shape, np.float64)
    tries = jnp.where(share < 1, jnp.ceil(jnp.log1p(-chance) / jnp.log1p(-share)), 1)
    return order[:number], jnp.sum(jnp.maximum(tries, 1))


def _again_and_again(key: Value, draw: Draw, number: int) -> tuple[Value, Value]:
    def another(state: Any) -> Any:
        key, results, count, tries = state
        key, own = jax.random.split(key)
        drawn = draw(own, number)
        both = jnp.concatenate([results, drawn])
        order = jnp.argsort(both, stable=True)
        is_first = jnp.ones(2 * number, bool).at[order[1:]].set(both[order[1:]] != both[order[:-1]])[number:]
        indices = count + jnp.cumsum(is_first) - 1
        results = results.at[jnp.where(is_first, indices, number)].set(drawn, mode="drop")
        enough = indices >= number - 1
        tries += jnp.where(enough[-1], jnp.argmax(enough) + 1, number)
        return key, results, jnp.minimum(indices[-1] + 1, number), tries

    nothing = -1 - jnp.arange(number)  # each another one, and none of the classes
    zero = jnp.array(0, nothing.dtype)
    start = key, nothing, zero, zero

    def is_short(state: Any) -> Value:
        return state[2] < number

    _, result, _, tries = lax.while_loop(is_short, another, start)
    return result, tries.astype(np.float64)


RULES: dict[str, LoweringRule] = {
    "RandomUniform": _drawn(philox.uniform, jax.random.uniform),
    **each("RandomNormal RandomNormal_ex", _drawn(philox.normal, _normal)),
    "TruncatedNormal": _drawn(philox.truncated_normal, _truncated),
    "ParameterizedTruncatedNormal": _truncated_rows,
    "RandomUniformInt": checked(_integers, "minval", "maxval"),
    "NonDeterministicInts": _all_integers,
    "RandomGamma": _gamma,
    "RandomPoisson": _poisson,
    "RandomPoissonV2": _many,
    "Multinomial": _classes,
    "RandomShuffle": _shuffled,
    "AllCandidateSampler": _all,
    "UniformCandidateSampler": _sampler(_uniform_candidates),
    "LogUniformCandidateSampler": _sampler(_log_uniform),
}

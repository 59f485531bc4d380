"""Lowering rules for candidate sampling, with and without replacement.

As on NumPy, few classes are sampled by a race, and many by redrawing until there are enough distinct ones. The numbers
themselves differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import LoweringContext, Value, functions_of, jax, jnp, lax
from blocks.library.rules import LoweringRule

_DRAWING = functions_of("blocks.library.candidate_sampling.drawing")
_FEW: int = _DRAWING["_FEW"]

Draw = Callable[[Value, int], Value]
"""So many classes with replacement, by a key."""


def _all(site: LoweringContext, true_classes: Value) -> tuple[Value, Value, Value]:
    count: int = site.attrs["num_sampled"]
    site.require_within(true_classes, count)
    return jnp.arange(count), jnp.ones(true_classes.shape), jnp.ones(count)


def _uniform(count: int) -> tuple[Draw, Callable[[Value], Value]]:
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
    "AllCandidateSampler": _all,
    "UniformCandidateSampler": _sampler(_uniform),
    "LogUniformCandidateSampler": _sampler(_log_uniform),
}

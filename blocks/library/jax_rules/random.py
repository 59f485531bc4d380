"""Lowering rules of the page random: other numbers than NumPy's, of the same distributions.

Each block draws from a key that its stream gives: the same seed, block and step give the same numbers.
"""

from __future__ import annotations

import numpy as np

from blocks.library.jax_rules.lowering import Rule, Site, Value, jax, jnp, number, sizes, wide


def _uniform(site: Site, shape: Value) -> Value:
    return jax.random.uniform(site.key, sizes(shape, "shape"), site.dtype)


def _normal(site: Site, shape: Value) -> Value:
    dtype = np.float64 if site.dtype == np.float64 else np.float32
    return jax.random.normal(site.key, sizes(shape, "shape"), dtype)


def _truncated(site: Site, shape: Value) -> Value:
    dtype = np.float64 if site.dtype == np.float64 else np.float32
    return jax.random.truncated_normal(site.key, -2, 2, sizes(shape, "shape"), dtype)


def _integers(site: Site, shape: Value, low: Value, high: Value) -> Value:
    wanted = sizes(shape, "shape")
    if 0 not in wanted:
        site.require(jnp.all(jnp.less(low, high)))
    return jax.random.randint(site.key, wanted, low, high, site.dtype)


def _shuffled(site: Site, value: Value) -> Value:
    return jnp.asarray(value)[jax.random.permutation(site.key, value.shape[0])] if value.ndim else value


def _gamma(site: Site, shape: Value, alpha: Value) -> Value:
    alpha = wide(alpha)
    numbers = jax.random.gamma(site.key, alpha, (*sizes(shape, "shape"), *alpha.shape), alpha.dtype)
    return jnp.where(alpha > 0, numbers, np.nan)


def _poisson(site: Site, shape: Value, rate: Value) -> Value:
    site.require(jnp.all(jnp.isfinite(rate) & (rate >= 0)))
    return jax.random.poisson(site.key, jnp.asarray(rate, np.float64), (*sizes(shape, "shape"), *rate.shape))


def _classes(site: Site, logits: Value, num_samples: Value) -> Value:
    count = number(num_samples, "num_samples")
    finite = jnp.isfinite(logits)
    site.require(jnp.all(jnp.any(finite, axis=1)))
    rows = jnp.where(finite, jnp.asarray(logits, np.float64), -np.inf)
    return jax.random.categorical(site.key, rows[:, None, :], shape=(rows.shape[0], count))


RULES: dict[str, Rule] = {
    "RandomUniform": Rule(_uniform),
    "RandomNormal": Rule(_normal),
    "RandomNormal_ex": Rule(_normal),
    "TruncatedNormal": Rule(_truncated),
    "RandomUniformInt": Rule(_integers, frozenset({"minval", "maxval"})),
    "RandomGamma": Rule(_gamma),
    "RandomPoisson": Rule(_poisson),
    "Multinomial": Rule(_classes),
    "RandomShuffle": Rule(_shuffled),
}

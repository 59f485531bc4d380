"""The lowering rule of CTCLoss: one scan over time for all sequences, differentiated by JAX.

Impossible events get the logarithm of a tiny number instead of minus infinity, whose differences would be NaN.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import Rule, Site, Value, is_known, jax, jnp, lax

_NEVER = -1e30
_HARDLY = -1e25
"""A sum of what is possible is more."""


def _loss(site: Site, inputs: Value, indices: Value, values: Value, lengths: Value) -> tuple[Value, Value]:
    time, batch, classes = inputs.shape
    rows = indices[:, 0]
    _require(site, inputs, indices, values, lengths)
    counts = jnp.zeros(batch, np.int32).at[rows].add(1)
    late = counts > lengths
    if not site.attrs["ignore_longer_outputs_than_inputs"]:
        site.require(jnp.all(~late))
    longest = int(np.bincount(rows, minlength=1).max()) if is_known(indices) else len(values)
    labels, used = _labels(site, rows, values, batch, classes, longest)

    def total(x: Value) -> tuple[Value, Value]:
        results = _probability(site, jax.nn.log_softmax(x, axis=-1), labels, used, lengths)
        counted = ~late & (results > _HARDLY)
        return -jnp.sum(jnp.where(counted, results, 0)), results

    x = jnp.asarray(inputs)
    gradient, result = jax.grad(total, has_aux=True)(x)
    impossible = ~late & (result <= _HARDLY)
    gradient = jnp.where(impossible[:, None], jax.nn.softmax(x, axis=-1), gradient)
    seen = (jnp.arange(time)[:, None] < lengths) & ~late
    loss = jnp.where(late, 0, jnp.where(impossible, np.inf, -result))
    return loss, jnp.where(seen[:, :, None], gradient, 0)


def _require(site: Site, inputs: Value, indices: Value, values: Value, lengths: Value) -> None:
    time, batch, classes = inputs.shape
    rows, positions = indices[:, 0], indices[:, 1]
    site.require_within(rows, batch)
    site.require_within(jnp.asarray(lengths), time + 1)
    site.require(jnp.all(jnp.asarray(values) >= 0) & jnp.all(jnp.asarray(positions) >= 0))
    later = (rows[1:] > rows[:-1]) | ((rows[1:] == rows[:-1]) & (positions[1:] > positions[:-1]))
    site.require(jnp.all(jnp.asarray(later)))
    site.require(jnp.all(jnp.zeros(batch, np.int32).at[rows].add(1) > 0))
    behind = (rows[1:] == rows[:-1]) & (values[:-1] >= classes - 1) & (values[1:] < classes - 1)
    site.require(jnp.all(~jnp.asarray(behind)))


def _labels(site: Site, rows: Value, values: Value, batch: int, classes: int, longest: int) -> tuple[Value, Value]:
    rows, values = jnp.asarray(rows), jnp.asarray(values)
    kept = values < classes - 1
    if site.attrs["preprocess_collapse_repeated"]:
        again = (rows[1:] == rows[:-1]) & (values[1:] == values[:-1])
        kept = kept & ~jnp.concatenate((jnp.zeros(1, bool), again))
    used = jnp.zeros(batch, np.int32).at[rows].add(kept.astype(np.int32))
    before = jnp.cumsum(used) - used
    index = jnp.cumsum(kept.astype(np.int32)) - 1 - before[rows]
    labels = jnp.full((batch, longest), classes - 1, np.int32)
    return labels.at[rows, jnp.where(kept, index, longest)].set(values, mode="drop"), used


def _probability(site: Site, logs: Value, labels: Value, used: Value, lengths: Value) -> Value:
    _, batch, classes = logs.shape
    blank, merge = classes - 1, site.attrs["ctc_merge_repeated"]
    states = 2 * labels.shape[1] + 1
    path = jnp.full((batch, states), blank, np.int32).at[:, 1::2].set(labels)
    count = 2 * used + 1
    inside = jnp.arange(states) < count[:, None]
    never = logs.dtype.type(_NEVER)
    at = jnp.where(inside, jnp.take_along_axis(logs, jnp.broadcast_to(path, (*logs.shape[:1], *path.shape)), 2), never)
    skips = path[:, 2:] != blank
    if merge:
        skips = skips & (path[:, 2:] != path[:, :-2])
    stays = jnp.full(path.shape, True) if merge else path == blank

    def moved(x: Value, by: int) -> Value:
        return jnp.concatenate((jnp.full((batch, by), never), x[:, :-by]), 1)

    may_skip = jnp.concatenate((jnp.zeros((batch, 2), bool), skips), 1)

    def step(before: Value, given: tuple[Value, Value]) -> tuple[Value, Any]:
        now, results = given
        paths = [jnp.where(stays, before, never), moved(before, 1), jnp.where(may_skip, moved(before, 2), never)]
        value = jnp.maximum(jax.scipy.special.logsumexp(jnp.stack(paths), axis=0) + now, never)
        return jnp.where(results[:, None], value, before), None

    first = jnp.where(jnp.arange(states) < 2, at[0], never)
    result = jnp.arange(1, len(logs))[:, None] < lengths
    last, _ = lax.scan(step, first, (at[1:], result))
    ends = inside & (jnp.arange(states) >= count[:, None] - 2)
    return jax.scipy.special.logsumexp(jnp.where(ends, last, never), axis=1)


RULES: dict[str, Rule] = {"CTCLoss": Rule(_loss)}

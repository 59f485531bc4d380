"""Lowering rules for recurrent networks and the CTC loss: a scan over the steps of a sequence."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from blocks.library.jax_rules.lowering import (
    LoweringContext,
    Value,
    checked,
    functions_of,
    is_known,
    jax,
    jnp,
    lax,
    precision,
    wide,
)
from blocks.library.rnn.cells import Gates
from blocks.library.rnn.sequences import ORDER
from blocks.library.rules import LoweringRule, plain

_CELLS = functions_of("blocks.library.rnn.cells")
_step: Any = _CELLS["lstm_step"]
_sigmoid: Any = _CELLS["sigmoid"]


def _product(x: Value, w: Value) -> Value:
    return jnp.matmul(x, w, precision=precision())


def _gates(site: LoweringContext, order: str, peepholes: tuple[Value, ...]) -> Gates:
    attrs = site.attrs
    wci, wcf, wco = peepholes
    seen = (wci, wcf, wco) if attrs["use_peephole"] else None
    return Gates(order, attrs.get("forget_bias", 0.0), attrs["cell_clip"], seen)


def _lstm_cell(site: LoweringContext, *given: Value) -> tuple[Value, ...]:
    x, cs_prev, h_prev, w, wci, wcf, wco, b = map(wide, given)
    gates = _gates(site, ORDER, (wci, wcf, wco))
    return tuple(_step(gates, _product(jnp.concatenate((x, h_prev), 1), w) + b, cs_prev))


def _gru_cell(x: Value, h_prev: Value, w_ru: Value, w_c: Value, b_ru: Value, b_c: Value) -> tuple[Value, ...]:
    cells = h_prev.shape[1]
    gates = _sigmoid(_product(jnp.concatenate((x, h_prev), 1), w_ru) + b_ru)
    r, u = gates[:, :cells], gates[:, cells:]
    c = jnp.tanh(_product(jnp.concatenate((x, r * h_prev), 1), w_c) + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


def _sequence(site: LoweringContext, length: Value, *given: Value, order: str) -> tuple[Value, ...]:
    x, cs_prev, h_prev, w, wci, wcf, wco, b = map(wide, given)
    gates = _gates(site, order, (wci, wcf, wco))
    inputs = x.shape[2]
    site.require_within(jnp.reshape(jnp.asarray(length), 1), x.shape[0] + 1)
    products = _product(x, w[:inputs]) + b

    def step(state: tuple[Value, Value], product: Value) -> tuple[tuple[Value, Value], Any]:
        cs, h = state
        results = _step(gates, product + _product(h, w[inputs:]), cs)
        return (results.cs, results.h), tuple(results)

    _, results = lax.scan(step, (cs_prev, h_prev), products)
    result = _is_step(x, length)
    return tuple(jnp.where(result, each, 0) for each in results)


def _is_step(x: Value, length: Value) -> Value:
    return (jnp.arange(x.shape[0]) < length)[:, None, None]


def _gradient(site: LoweringContext, length: Value, *given: Value) -> tuple[Value, ...]:
    x, cs_prev, h_prev, w, wci, wcf, wco, _, i, cs, f, o, ci, co, h, cs_grad, h_grad = map(wide, given)
    peephole, inputs, result = site.attrs["use_peephole"], x.shape[2], _is_step(x, length)
    before = jnp.concatenate((cs_prev[None], cs[:-1]))
    zero = np.zeros((), x.dtype)
    cs_grad, h_grad = jnp.where(result, cs_grad, zero), jnp.where(result, h_grad, zero)

    def step(state: tuple[Value, Value], at: tuple[Value, ...]) -> tuple[tuple[Value, Value], Value]:
        i, f, o, ci, co, before, cs_grad, h_grad, results = at
        dcs, dh = state[0], state[1] + h_grad
        by_o = o * (1 - o) * dh * co
        dcs = dcs + cs_grad + (1 - co * co) * dh * o
        dcs = dcs + by_o * wco if peephole else dcs
        by = {"o": by_o, "c": (1 - ci * ci) * dcs * i, "f": f * (1 - f) * dcs * before, "i": i * (1 - i) * dcs * ci}
        dcs = dcs * f
        dcs = dcs + by["i"] * wci + by["f"] * wcf if peephole else dcs
        row = jnp.where(results, jnp.concatenate([by[gate] for gate in ORDER], 1), zero)
        return (jnp.where(results, dcs, zero), _product(row, w[inputs:].T)), row

    start = jnp.zeros_like(cs_prev), jnp.zeros_like(h_prev)
    every = (i, f, o, ci, co, before, cs_grad, h_grad, result)
    (dcs, dh), arriving = lax.scan(step, start, every, reverse=True)
    rows = jnp.reshape(arriving, (-1, w.shape[1]))
    last = jnp.concatenate((h_prev[None], h[:-1]))
    seen = jnp.reshape(jnp.concatenate((x, last), 2), (-1, w.shape[0]))
    dx = jnp.reshape(_product(rows, w[:inputs].T), x.shape)
    holes = [jnp.zeros_like(wci)] * 3
    if peephole:
        by = dict(zip(ORDER, jnp.split(arriving, 4, axis=2), strict=True))
        holes = [jnp.sum(by[gate] * state, axis=(0, 1)) for gate, state in (("i", before), ("f", before), ("o", cs))]
    return dx, dcs, dh, _product(seen.T, rows), *holes, jnp.sum(rows, axis=0)


_NEVER = -1e30
_HARDLY = -1e25
"""A sum of what is possible is more."""


def _loss(site: LoweringContext, inputs: Value, indices: Value, values: Value, lengths: Value) -> tuple[Value, Value]:
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


def _require(site: LoweringContext, inputs: Value, indices: Value, values: Value, lengths: Value) -> None:
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


def _labels(
    site: LoweringContext, rows: Value, values: Value, batch: int, classes: int, longest: int
) -> tuple[Value, Value]:
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


def _probability(site: LoweringContext, logs: Value, labels: Value, used: Value, lengths: Value) -> Value:
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


RULES: dict[str, LoweringRule] = {
    "LSTMBlockCell": _lstm_cell,
    "GRUBlockCell": plain(_gru_cell),
    "BlockLSTM": checked(partial(_sequence, order=ORDER), "seq_len_max"),
    "BlockLSTMV2": checked(partial(_sequence, order="ifco"), "seq_len_max"),
    "BlockLSTMGrad": checked(_gradient, "seq_len_max"),
    "CTCLoss": _loss,
}

"""ONNX rules for recurrent networks: cells as formulas, sequences step by step.

ONNX has operators for whole networks (LSTM, GRU), but they return only outputs and last states, not the gates.
"""

from __future__ import annotations

import numpy as np

from blocks.library.onnx_rules.values import MOST, NotExported, Value, constant, like, op, reshaped, wide
from blocks.library.onnx_rules.writing import Rule, Site, number, plain, sizes

MOST_STEPS = 256
"""Longer sequences would make a model of too many operators."""


def _columns(x: Value, letters: str, cells: int) -> dict[str, Value]:
    return {each: op.Slice(x, [n * cells], [(n + 1) * cells], [1]) for n, each in enumerate(letters)}


def _step(site: Site, order: str, product: Value, cs_prev: Value, peepholes: tuple[Value, ...]) -> tuple[Value, ...]:
    attrs = site.attrs
    into = _columns(product, order, sizes(cs_prev, "cs_prev")[1])
    to_i, to_f, to_o = into["i"], into["f"] + attrs.get("forget_bias", 0.0), into["o"]
    if attrs["use_peephole"]:
        to_i, to_f = to_i + cs_prev * peepholes[0], to_f + cs_prev * peepholes[1]
    i, f, ci = op.Sigmoid(to_i), op.Sigmoid(to_f), op.Tanh(into["c"])
    cs = ci * i + cs_prev * f
    if attrs["cell_clip"] > 0:
        cs = op.Min(op.Max(cs, -attrs["cell_clip"]), attrs["cell_clip"])
    cs.shape = cs_prev.shape
    if attrs["use_peephole"]:
        to_o = to_o + cs * peepholes[2]
    o, co = op.Sigmoid(to_o), op.Tanh(cs)
    return i, cs, f, o, ci, co, o * co


def _lstm_cell(site: Site, *given: Value) -> tuple[Value, ...]:
    x, cs_prev, h_prev, w, wci, wcf, wco, b = map(wide, given)
    product = op.MatMul(op.Concat(x, h_prev, axis=1), w) + b
    cs_prev.shape = given[1].shape
    return _step(site, "icfo", product, cs_prev, (wci, wcf, wco))


def _gru_cell(x: Value, h_prev: Value, w_ru: Value, w_c: Value, b_ru: Value, b_c: Value) -> tuple[Value, ...]:
    gates = op.Sigmoid(op.MatMul(op.Concat(x, h_prev, axis=1), w_ru) + b_ru)
    r, u = _columns(gates, "ru", sizes(h_prev, "h_prev")[1]).values()
    c = op.Tanh(op.MatMul(op.Concat(x, r * h_prev, axis=1), w_c) + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


def _sequence(site: Site, order: str, length: Value, *given: Value) -> tuple[Value, ...]:
    steps, batch, inputs = sizes(given[0], "x")
    count, cells = number(length, "seq_len_max"), sizes(given[1], "cs_prev")[1]
    if count > MOST_STEPS:
        raise NotExported(f"has {count} steps, but a model with more than {MOST_STEPS} steps would be too large")
    x, cs, h, w, wci, wcf, wco, b = map(wide, given)
    cs.shape = (batch, cells)
    into_cells, into_states = op.Slice(w, [0], [inputs], [0]), op.Slice(w, [inputs], [MOST], [0])
    value: list[tuple[Value, ...]] = []
    for t in range(count):
        at = op.Gather(x, constant(x.sink, np.array(t)), axis=0)
        product = op.MatMul(at, into_cells) + op.MatMul(h, into_states) + b
        result = _step(site, order, product, cs, (wci, wcf, wco))
        cs, h = result[1], result[6]
        value.append(result)
    results: list[Value] = []
    nothing = op.Expand(like(x, 0), [steps - count, batch, cells]) if count < steps else None
    for n in range(7):
        rows = [reshaped(item[n], (1, batch, cells)) for item in value]
        results.append(op.Concat(*rows, *([] if nothing is None else [nothing]), axis=0))
    return tuple(results)


def _lstm(site: Site, *given: Value) -> tuple[Value, ...]:
    return _sequence(site, "icfo", *given)


def _lstm_v2(site: Site, *given: Value) -> tuple[Value, ...]:
    return _sequence(site, "ifco", *given)


RULES: dict[str, Rule] = {
    "LSTMBlockCell": Rule(_lstm_cell),
    "GRUBlockCell": plain(_gru_cell),
    "BlockLSTM": Rule(_lstm),
    "BlockLSTMV2": Rule(_lstm_v2),
}

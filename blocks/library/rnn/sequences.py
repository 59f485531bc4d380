"""LSTMs over a whole sequence: BlockLSTM and BlockLSTMV2, and their gradient.

One product computes the inputs' share of the gates for all steps; only the outputs' share is computed step by step.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import scalar
from blocks.library.declare import block, make
from blocks.library.rnn.cells import Gates, LSTMBlockCell, lstm_shapes, lstm_step, require_sizes, widened

_PINS = "seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T"
ORDER = "icfo"
_RESULTS = ("i", "cs", "f", "o", "ci", "co", "h")
_EXAMPLE: dict[str, Any] = {
    "seq_len_max": 1,
    "x": [[[1.0]], [[1.0]]],
    "cs_prev": [[0.5]],
    "h_prev": [[0.0]],
    "wci": [0.0],
    "wcf": [0.0],
    "wco": [0.0],
    "b": [0.0, 0.0, 0.0, 0.0],
    "i": [[[0.5]], [[0.0]]],
    "cs": [[[0.63079708]], [[0.0]]],
    "f": [[[0.5]], [[0.0]]],
    "o": [[[0.5]], [[0.0]]],
    "ci": [[[0.76159416]], [[0.0]]],
    "co": [[[0.55860084]], [[0.0]]],
    "h": [[[0.27930042]], [[0.0]]],
}


def _sequence(
    given: tuple[Array, ...], order: str, forget_bias: float, cell_clip: float, use_peephole: bool
) -> tuple[Array, ...]:
    count, dtype = int(given[0]), given[1].dtype
    x, cs_prev, h_prev, w, wci, wcf, wco, b = widened(*given[1:])
    gates = Gates(order, forget_bias, cell_clip, (wci, wcf, wco) if use_peephole else None)
    steps, batch, inputs = x.shape
    from_inputs = x[:count].reshape(count * batch, inputs) @ w[:inputs] + b
    products, weights = from_inputs.reshape(count, batch, w.shape[1]), w[inputs:]
    results = tuple(np.zeros((steps, *cs_prev.shape), x.dtype) for _ in _RESULTS)
    for t in range(count):
        value = lstm_step(gates, products[t] + h_prev @ weights, cs_prev)
        for result, each in zip(results, value, strict=True):
            result[t] = each
        cs_prev, h_prev = value.cs, value.h
    return tuple(each.astype(dtype, copy=False) for each in results)


@block(
    f"{_PINS} -> i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    T=(HALF, FLOAT),
    doc_of=LSTMBlockCell,
    example={**_EXAMPLE, "w": [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]], "forget_bias": 0.0},
)
def BlockLSTM(
    *inputs: Array, forget_bias: float = 1.0, cell_clip: float = 3.0, use_peephole: bool = False
) -> tuple[Array, ...]:
    """Run a long short-term memory (LSTM) network over a sequence: one LSTMBlockCell per step.

    In each step, [x, h] @ w + b is split into four parts: i = sigmoid(first), ci = tanh(second), f = sigmoid(third +
    forget_bias), o = sigmoid(fourth). Then cs = ci * i + previous cs * f, co = tanh(cs) and h = co * o. With peepholes,
    previous cs * wci is added to i, previous cs * wcf to f and the new cs * wco to o, before the sigmoid. Only cs and h
    pass gradients back; clipping does not stop them.

    Source: Hochreiter, Schmidhuber (1997); Zaremba, Sutskever, Vinyals, arXiv:1409.2329.

    Args:
        seq_len_max: [] the number of steps to run. The results of later steps are 0.
        x: [time, batch, inputs] the inputs.
        cs_prev: [batch, cells] the initial cell state.
        h_prev: [batch, cells] the initial output.
        wci: [cells] the peephole weights of the input gate.
        wcf: [cells] the peephole weights of the forget gate.
        wco: [cells] the peephole weights of the output gate.

    Returns:
        i: [time, batch, cells] the input gates.
        cs: [time, batch, cells] the cell states.
        f: [time, batch, cells] the forget gates.
        o: [time, batch, cells] the output gates.
        ci: [time, batch, cells] the cell inputs (candidates).
        co: [time, batch, cells] the cell outputs: tanh of the cell states.
        h: [time, batch, cells] the outputs.
    """
    return _sequence(inputs, ORDER, forget_bias, cell_clip, use_peephole)


@block(
    f"{_PINS} -> i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    T=(HALF, FLOAT),
    surrogate_gradient="the gradient assumes the gate order of BlockLSTM, as in TensorFlow",
    doc_of=BlockLSTM,
    example={**_EXAMPLE, "w": [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]]},
)
def BlockLSTMV2(*inputs: Array, cell_clip: float = 0.0, use_peephole: bool = False) -> tuple[Array, ...]:
    """Run an LSTM over a sequence, with gate order i, f, c, o and without a forget bias.

    In each step, [x, h] @ w + b is split into four parts: i = sigmoid(first), f = sigmoid(second), ci = tanh(third), o
    = sigmoid(fourth). Then cs = ci * i + previous cs * f, co = tanh(cs) and h = co * o. With peepholes, previous cs *
    wci is added to i, previous cs * wcf to f and the new cs * wco to o, before the sigmoid.

    The gradient has exactly TensorFlow's values, but it is not the derivative: it assumes the gate order i, c, f, o,
    while the columns of w have another order. For training, use BlockLSTM with the columns of w in its order.

    Source: Hochreiter, Schmidhuber (1997); Zaremba, Sutskever, Vinyals, arXiv:1409.2329.
    """
    return _sequence(inputs, "ifco", 0.0, cell_clip, use_peephole)


def _sizes(call: Call) -> list[Shape]:
    steps, batch, inputs = require_sizes(call, "x", ("time", None), ("batch", None), ("inputs", None)) or [None] * 3
    count = scalar(call, "seq_len_max")
    if count is not None and (count < 0 or (steps is not None and count > steps)):
        text = f"{call.type.name}: seq_len_max must be from 0 to the number of steps ({steps}), got {count}"
        raise DiagramError(text, pin="seq_len_max")
    batch, cells = require_sizes(call, "cs_prev", ("batch", batch), ("cells", None)) or (None, None)
    return lstm_shapes(call, (steps, batch), inputs, cells, cells)


# -- The gradient -----------------------------------------------------------------------------------------------------


@block(
    f"{_PINS}, i: T, cs: T, f: T, o: T, ci: T, co: T, h: T, cs_grad: T, h_grad: T"
    " -> x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T",
    T=(HALF, FLOAT),
    prevents_gradient=True,
    internal=True,
)
def BlockLSTMGrad(seq_len_max: Array, x: Array, *others: Array, use_peephole: bool = False) -> tuple[Array, ...]:
    """Compute the gradient of BlockLSTM with respect to all inputs except the length, from the last step back.

    BlockLSTMV2 uses it too, although its gates have another order, as in TensorFlow.
    """
    dtype, count, inputs = x.dtype, int(seq_len_max), x.shape[2]
    x, cs_prev, h_prev, w, wci, wcf, wco, _b, *results, cs_grad, h_grad = widened(x, *others)
    i, cs, f, o, ci, co, h = (each[:count] for each in results)
    before = np.concatenate((cs_prev[None], cs[:-1]))[:count]
    arriving = np.zeros((count, *cs_prev.shape[:1], w.shape[1]), x.dtype)
    size, back = cs_prev.shape[1], w[inputs:].T
    into = {letter: arriving[..., n * size : (n + 1) * size] for n, letter in enumerate(ORDER)}
    dcs, dh = np.zeros_like(cs_prev), np.zeros_like(h_prev)
    for t in range(count - 1, -1, -1):
        dh = dh + h_grad[t]
        into["o"][t] = o[t] * (1 - o[t]) * dh * co[t]
        dcs = dcs + cs_grad[t] + (1 - co[t] * co[t]) * dh * o[t]
        if use_peephole:
            dcs = dcs + into["o"][t] * wco
        into["c"][t] = (1 - ci[t] * ci[t]) * dcs * i[t]
        into["f"][t] = f[t] * (1 - f[t]) * dcs * before[t]
        into["i"][t] = i[t] * (1 - i[t]) * dcs * ci[t]
        dcs = dcs * f[t]
        if use_peephole:
            dcs = dcs + into["i"][t] * wci + into["f"][t] * wcf
        dh = arriving[t] @ back
    rows = arriving.reshape(-1, w.shape[1])
    last = np.concatenate((h_prev[None], h[:-1]))[:count]
    seen = np.concatenate((x[:count], last), 2).reshape(len(rows), w.shape[0])
    dx = np.zeros_like(x)
    dx[:count] = (rows @ w[:inputs].T).reshape(x[:count].shape)
    holes = [np.zeros_like(wci)] * 3
    if use_peephole:
        holes = [(into[gate] * state).sum((0, 1)) for gate, state in (("i", before), ("f", before), ("o", cs))]
    result = dx, dcs, dh, seen.T @ rows, *holes, rows.sum(0)
    return tuple(each.astype(dtype, copy=False) for each in result)


BlockLSTMGrad.shape(lambda call: [call.shape(pin) for pin in ("x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")])


@BlockLSTMGrad.gradient("x")
def _(call: Node, *_arrived: Output | None) -> Output:
    raise DiagramError(
        "BlockLSTM has no second-order gradient, as in TensorFlow", hint="build the LSTM from single blocks"
    )


def _gradient(call: Node, *arrived: Output | None) -> list[Output]:
    given = {pin: each for pin, each in zip(_RESULTS, arrived, strict=True) if each is not None}
    states, outputs = (
        given[pin] if pin in given else make("ZerosLike", call.outputs[_RESULTS.index(pin)]) for pin in ("cs", "h")
    )
    peephole = call.attrs["use_peephole"]
    node: Node = BlockLSTMGrad(*call.inputs, *call.outputs, states, outputs, use_peephole=peephole)
    return list(node.outputs)


for _type in (BlockLSTM, BlockLSTMV2):
    _type.shape(_sizes)
    _type.gradient("x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b")(_gradient)
    for _pin in ("i", "f", "o", "ci", "co"):
        _type.gradient_limit(_pin, "only the outputs cs and h have a gradient, as in TensorFlow")

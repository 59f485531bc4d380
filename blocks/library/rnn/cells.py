"""Recurrent cells for a single time step: LSTMBlockCell and GRUBlockCell.

A single product with the concatenated input and last output gives all gates of a step.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from blocks.base.dtypes import FLOAT, HALF
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block
from blocks.library.math.shared import wide_dtype


class CellStep(NamedTuple):
    i: Array
    cs: Array
    f: Array
    o: Array
    ci: Array
    co: Array
    h: Array


class Gates(NamedTuple):
    """The computation of the gates from the product.

    Attributes:
        order: the letters of the gates in the order of the columns of w: i, c, f, o.
        forget_bias: a number added to the forget gate.
        clip: the bound of the cell state, if it is positive.
        peepholes: the weights wci, wcf, wco from the cell state to gates, or None.
    """

    order: str
    forget_bias: float = 0.0
    clip: float = 0.0
    peepholes: tuple[Array, Array, Array] | None = None


def lstm_step(gates: Gates, product: Array, cs_prev: Array) -> CellStep:
    """Compute one LSTM step.

    Args:
        product: [batch, 4 cells] the gates' input.
        cs_prev: [batch, cells] the previous cell state.
    """
    kind, size = product.dtype.type, cs_prev.shape[1]
    into = {letter: product[:, n * size : (n + 1) * size] for n, letter in enumerate(gates.order)}
    to_i, to_f, to_o = into["i"], into["f"] + kind(gates.forget_bias), into["o"]
    if gates.peepholes is not None:
        wci, wcf, _ = gates.peepholes
        to_i, to_f = to_i + cs_prev * wci, to_f + cs_prev * wcf
    i, f, ci = sigmoid(to_i), sigmoid(to_f), np.tanh(into["c"])
    cs = ci * i + cs_prev * f
    if gates.clip > 0:
        cs = np.clip(cs, kind(-gates.clip), kind(gates.clip))
    if gates.peepholes is not None:
        to_o = to_o + cs * gates.peepholes[2]
    o, co = sigmoid(to_o), np.tanh(cs)
    return CellStep(i, cs, f, o, ci, co, o * co)


def sigmoid(x: Array) -> Array:
    with np.errstate(over="ignore"):
        return 1 / (1 + np.exp(-x))


def widened(*arrays: Array) -> tuple[Array, ...]:
    return tuple(each.astype(wide_dtype(each), copy=False) for each in arrays)


def require_sizes(call: Call, pin: str, *wanted: tuple[str, int | None]) -> Shape:
    """Return the shape at a pin, checked against named sizes. Raise DiagramError if one differs."""
    shape = call.shape(pin)
    if shape is None:
        return tuple(size for _, size in wanted)
    names = ", ".join(name for name, _ in wanted)
    if len(shape) != len(wanted):
        raise pin_error(call, pin, f"{pin} must have the shape [{names}], got {shape_text(shape)}")
    for (name, size), given in zip(wanted, shape, strict=True):
        if None not in (size, given) and size != given:
            text = (
                f"{call.type.name}: {pin} must have the shape [{names}] with {name} = {size}, got {shape_text(shape)}"
            )
            raise DiagramError(text, pin=pin)
    return tuple(size if given is None else given for (_, size), given in zip(wanted, shape, strict=True))


def times(size: int | None, count: int) -> int | None:
    return None if size is None else size * count


def plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


@block(
    "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T -> i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    T=(HALF, FLOAT),
    example={
        "x": [[1.0]],
        "cs_prev": [[0.5]],
        "h_prev": [[0.0]],
        "w": [[0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]],
        "wci": [0.0],
        "wcf": [0.0],
        "wco": [0.0],
        "b": [0.0, 0.0, 0.0, 0.0],
        "forget_bias": 0.0,
        "i": [[0.5]],
        "cs": [[0.63079708]],
        "f": [[0.5]],
        "o": [[0.5]],
        "ci": [[0.76159416]],
        "co": [[0.55860084]],
        "h": [[0.27930042]],
    },
)
def LSTMBlockCell(
    x: Array,
    cs_prev: Array,
    h_prev: Array,
    w: Array,
    wci: Array,
    wcf: Array,
    wco: Array,
    b: Array,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
) -> tuple[Array, ...]:
    """Compute one step of a long short-term memory (LSTM) cell.

    [x, h_prev] @ w + b is split into four parts: i = sigmoid(first), ci = tanh(second), f = sigmoid(third +
    forget_bias), o = sigmoid(fourth). Then cs = ci * i + cs_prev * f, co = tanh(cs) and h = co * o. With peepholes,
    cs_prev * wci is added to i, cs_prev * wcf to f and cs * wco to o, before the sigmoid. It has no gradient, as in
    TensorFlow. Use BlockLSTM if you need one.

    Source: Hochreiter, Schmidhuber (1997); Zaremba, Sutskever, Vinyals, arXiv:1409.2329.

    Args:
        x: [batch, inputs] the input.
        cs_prev: [batch, cells] the cell state of the previous step.
        h_prev: [batch, cells] the output of the previous step.
        w: [rows, 4 * cells] the weights, with one row for each input and each cell.
        wci: [weights_i] the peephole weights of the input gate, one per cell if use_peephole is true.
        wcf: [weights_f] the peephole weights of the forget gate, one per cell if use_peephole is true.
        wco: [weights_o] the peephole weights of the output gate, one per cell if use_peephole is true.
        b: [4 * cells] the biases.
        forget_bias: the value added to the forget gate before the sigmoid.
        cell_clip: if above 0, the cell state is clipped to -cell_clip ... cell_clip.
        use_peephole: whether the gates use the cell state (peepholes). If false, the peephole weights are ignored.

    Returns:
        i: [batch, cells] the input gate.
        cs: [batch, cells] the cell state.
        f: [batch, cells] the forget gate.
        o: [batch, cells] the output gate.
        ci: [batch, cells] the cell input (candidate).
        co: [batch, cells] the cell output: tanh of the cell state.
        h: [batch, cells] the output.
    """
    dtype = x.dtype
    x, cs_prev, h_prev, w, wci, wcf, wco, b = widened(x, cs_prev, h_prev, w, wci, wcf, wco, b)
    gates = Gates("icfo", forget_bias, cell_clip, (wci, wcf, wco) if use_peephole else None)
    result = lstm_step(gates, np.concatenate((x, h_prev), 1) @ w + b, cs_prev)
    return tuple(each.astype(dtype, copy=False) for each in result)


@LSTMBlockCell.shape
def _(call: Call) -> list[Shape]:
    batch, inputs = require_sizes(call, "x", ("batch", None), ("inputs", None)) or (None, None)
    batch, cells = require_sizes(call, "cs_prev", ("batch", batch), ("cells", None)) or (None, None)
    if 0 in (batch, cells):
        raise pin_error(call, "cs_prev", "cs_prev must have at least one cell and one example")
    peepholes = cells if call.attrs["use_peephole"] else None
    return lstm_shapes(call, (batch,), inputs, cells, peepholes)


def lstm_shapes(
    call: Call, lead: tuple[int | None, ...], inputs: int | None, cells: int | None, peepholes: int | None
) -> list[Shape]:
    require_sizes(call, "h_prev", ("batch", lead[-1]), ("cells", cells))
    require_sizes(call, "w", ("inputs + cells", plus(inputs, cells)), ("4 * cells", times(cells, 4)))
    for pin in ("wci", "wcf", "wco"):
        require_sizes(call, pin, ("cells", peepholes))
    require_sizes(call, "b", ("4 * cells", times(cells, 4)))
    return [(*lead, cells)] * 7


@block(
    "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T -> r: T, u: T, c: T, h: T",
    T=(FLOAT,),
    doc_of=LSTMBlockCell,
    example={
        "x": [[1.0]],
        "h_prev": [[0.5]],
        "w_ru": [[0.0, 0.0], [0.0, 0.0]],
        "w_c": [[1.0], [0.0]],
        "b_ru": [0.0, 0.0],
        "b_c": [0.0],
        "r": [[0.5]],
        "u": [[0.5]],
        "c": [[0.76159416]],
        "h": [[0.63079708]],
    },
)
def GRUBlockCell(x: Array, h_prev: Array, w_ru: Array, w_c: Array, b_ru: Array, b_c: Array) -> tuple[Array, ...]:
    """Compute one step of a gated recurrent unit (GRU) cell.

    r and u are the halves of sigmoid([x, h_prev] @ w_ru + b_ru). Then c = tanh([x, r * h_prev] @ w_c + b_c) and h = u *
    h_prev + (1 - u) * c. It has no gradient, as in TensorFlow.

    Source: Cho and others, arXiv:1406.1078.

    Args:
        w_ru: [rows, 2 * cells] the weights of the gates, with one row for each input and each cell.
        w_c: [rows, cells] the weights of the candidate.
        b_ru: [2 * cells] the biases of the gates.
        b_c: [cells] the biases of the candidate.

    Returns:
        r: [batch, cells] the reset gate.
        u: [batch, cells] the update gate.
        c: [batch, cells] the candidate.
    """
    cells = h_prev.shape[1]
    gates = sigmoid(np.concatenate((x, h_prev), 1) @ w_ru + b_ru)
    r, u = gates[:, :cells].copy(), gates[:, cells:].copy()
    c = np.tanh(np.concatenate((x, r * h_prev), 1) @ w_c + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


@GRUBlockCell.shape
def _(call: Call) -> list[Shape]:
    batch, inputs = require_sizes(call, "x", ("batch", None), ("inputs", None)) or (None, None)
    batch, cells = require_sizes(call, "h_prev", ("batch", batch), ("cells", None)) or (None, None)
    rows = plus(inputs, cells)
    require_sizes(call, "w_ru", ("inputs + cells", rows), ("2 * cells", times(cells, 2)))
    require_sizes(call, "w_c", ("inputs + cells", rows), ("cells", cells))
    require_sizes(call, "b_ru", ("2 * cells", times(cells, 2)))
    require_sizes(call, "b_c", ("cells", cells))
    return [(batch, cells)] * 4

"""Rules for recurrent layers: a Scan over time for each layer and direction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from blocks import loops
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.interchange.tracing.tracer import rank, transposed
from blocks.library.declare import make
from blocks.torch.rules.call import Call
from blocks.torch.rules.helpers import RULES, outputs
from blocks.torch.rules.random import kept

State = tuple[Output, ...]
"""The hidden state, and the cell's state of an LSTM."""
_GATES = {"lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}


def _cell(kind: str, given: Output, state: State, weight: Output, bias: Output | None, projection: Output | None = None
          ) -> State:  # fmt: skip
    """Return the next state of a cell, from its weighted input."""
    hidden = make("MatMul", state[0], weight, transpose_b=True)
    hidden = hidden if bias is None else hidden + bias
    if kind.startswith("rnn"):
        return (make("Tanh" if kind == "rnn_tanh" else "Relu", given + hidden),)
    if kind == "gru":
        (r, z, n), (hr, hz, hn) = (outputs("Split", 1, each, num_split=3) for each in (given, hidden))
        new = make("Tanh", n + make("Sigmoid", r + hr) * hn)
        return (new + make("Sigmoid", z + hz) * (state[0] - new),)
    i, f, g, o = outputs("Split", 1, given + hidden, num_split=4)
    c = make("Sigmoid", f) * state[1] + make("Sigmoid", i) * make("Tanh", g)
    h = make("Sigmoid", o) * make("Tanh", c)
    return (h if projection is None else make("MatMul", h, projection, transpose_b=True)), c


def _weighted(x: Output, weight: Output, bias: Output | None) -> Output:
    result = make("MatMul" if rank(x) == 2 else "BatchMatMulV2", x, weight,
                  **{"transpose_b" if rank(x) == 2 else "adj_y": True})  # fmt: skip
    return result if bias is None else result + bias


def _run(kind: str, x: Output, state: State, parameters: Sequence[Output], biases: bool, backward: bool
         ) -> tuple[Output, State]:  # fmt: skip
    """Run a layer in one direction over [time, batch, inputs]."""
    w, r, *rest = parameters
    wb, rb = rest[:2] if biases else (None, None)
    projection = rest[2 if biases else 0] if len(rest) > (2 if biases else 0) else None
    names = ["h", "c"][: len(state)]
    given: dict[str, Output] = {"x": _weighted(x, w, wb), **dict(zip(names, state, strict=True)), "weight": r}
    given.update({} if rb is None else {"bias": rb})
    given.update({} if projection is None else {"projection": projection})

    def body(scope: Scope, x: Output, weight: Output, bias: Any = None, projection: Any = None, **now: Output
             ) -> dict[str, Output]:  # fmt: skip
        plain = [None if each is None else each.as_output() for each in (x, weight, bias, projection)]
        before = tuple([now[name].as_output() for name in names])
        after = _cell(kind, plain[0], before, plain[1], plain[2], plain[3])  # pyright: ignore[reportArgumentType]
        return {**dict(zip(names, after, strict=True)), "y": make("Identity", after[0])}

    result = loops.scan(None, body, kind, over=["x"], reverse=backward, inputs=given)
    return result["y"], tuple([result[name] for name in names])


def _layers(kind: str, call: Call, x: Output, state: Any, parameters: Sequence[Output], biases: bool, layers: int,
            dropout: float, train: bool, bidirectional: bool, by_batch: bool = False) -> list[Output]:  # fmt: skip
    states = [state] if isinstance(state, Output) else list(state)
    alone = rank(x) == 2
    if alone:
        x, states = make("ExpandDims", x, 1), [make("ExpandDims", each, 1) for each in states]
    elif by_batch:
        x = transposed(x, [1, 0, 2])
    directions = 2 if bidirectional else 1
    count = len(parameters) // (layers * directions)
    apart = [outputs("Unstack", each, axis=0, num=layers * directions) for each in states]
    ends: list[State] = []
    for layer in range(layers):
        results: list[Output] = []
        for side in range(directions):
            at = layer * directions + side
            own = parameters[at * count : (at + 1) * count]
            y, end = _run(kind, x, tuple([each[at] for each in apart]), own, biases, side == 1)
            results.append(y)
            ends.append(end)
        x = make("Concat", results, 2) if bidirectional else results[0]
        if train and dropout and layer < layers - 1:
            x = kept(x, dropout)[0]  # pyright: ignore[reportAssignmentType]
    last = [make("Stack", list(each)) for each in zip(*ends, strict=True)]
    if alone:
        return [make("Squeeze", each, squeeze_dims=[1]) for each in (x, *last)]
    return [transposed(x, [1, 0, 2]) if by_batch else x, *last]


def _one_cell(kind: str, call: Call, x: Output, state: Any, w: Output, r: Output, wb: Output | None = None,
              rb: Output | None = None) -> Output | list[Output]:  # fmt: skip
    states = (state,) if isinstance(state, Output) else tuple(state)
    after = _cell(kind, _weighted(x, w, wb), states, r, rb)
    return list(after) if kind == "lstm" else after[0]


RULES.update({f"{kind}.input": partial(_layers, kind) for kind in _GATES})
RULES.update({f"{kind}_cell": partial(_one_cell, kind) for kind in _GATES})

"""What branches and loops cost: a Switch that is not in the way of a step, and a loop of a few small rounds."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks import ops
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from tests.bench.measuring import Report, Way, measured
from tests.bench.peers import peers
from tests.bench.workloads import OTHER, START, Workload, small_nodes

NODES = 100
"""Nodes forward; with those of the gradient, and a Switch, they are some 200."""
ROUNDS = 20


def main(report: Report) -> None:
    """Measure both."""
    beside = small_nodes(NODES, True)
    ways: dict[str, Way] = {"without a Switch": small_nodes(NODES, True).step(), "ours": _with_switch(beside).step()}
    notes = {"ours": "budget 1.05 x without"}
    measured(report, "A Switch beside 200 small nodes", ways, "without a Switch", notes=notes)
    step = loop().step()
    ways = {"NumPy by hand": _by_hand, "ours": step, **peers(tensorflow_graph=_in_tensorflow)}
    notes = {"ours": "budget 2 x TensorFlow's graph"}
    measured(report, f"A loop of {ROUNDS} rounds on 8 elements", ways, "NumPy by hand", notes=notes)


def _with_switch(workload: Workload) -> Workload:
    """The same step with two branches that nothing else needs."""
    root = workload.root
    sides = ops.Switch(root, ops.Variable(root, START), ops.Variable(root, np.bool_(True)))
    ends = [ops.Negate(root, sides.output_false), ops.Exp(root, sides.output_true)]
    return workload._replace(updates=[ops.Merge(root, ends).output])


def loop() -> Workload:
    """``while i < rounds: i, y = i + 1, tanh(0.9 y + x)``."""
    root = Scope.new_root_scope()
    x, limit = ops.Variable(root, START).as_output(), ops.Variable(root, np.int32(ROUNDS)).as_output()
    rate: Output = ops.Const(root, OTHER).as_output()
    comes = [ops.LoopValue(root, dtype=dtype) for dtype in ("DT_INT32", "DT_FLOAT")]
    i, y = (ops.Merge(root, pair) for pair in zip((ops.Const(root, np.int32(0)), x), comes, strict=True))
    goes = ops.LoopCond(root, ops.Less(root, i.output, limit))
    i_sides, y_sides = (ops.Switch(root, each.output, goes) for each in (i, y))
    ends = [ops.Add(root, i_sides.output_true, np.int32(1)), ops.Tanh(root, y_sides.output_true * rate + x)]
    for begin, end in zip(comes, ends, strict=True):
        root.graph.loops[begin.as_output().op.number] = ops.NextIteration(root, end).as_output().op.number
    return Workload(root, [y_sides.output_false])


def _by_hand() -> list[Any]:
    i, y = np.int32(0), START
    while i < ROUNDS:
        i, y = i + np.int32(1), np.tanh(y * OTHER + START)
    return [y]


def _in_tensorflow(tf: Any) -> Way:
    x, limit, rate = tf.Variable(START), tf.Variable(np.int32(ROUNDS)), tf.constant(OTHER)

    def goes(i: Any, _: Any) -> Any:
        return i < limit

    def another(i: Any, y: Any) -> Any:
        return i + 1, tf.tanh(y * rate + x)

    @tf.function
    def step() -> Any:
        return tf.while_loop(goes, another, (tf.constant(0), tf.identity(x)))[1]

    return lambda: [step().numpy()]

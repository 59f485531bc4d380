"""The graphs of E1 to E5, with what they start from.

Inputs of a graph are variables here: their values are there when a step begins, as arguments are for a peer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks import ops
from blocks.base.types import Array
from blocks.compile.plan import OPTIMISATIONS, Plan
from blocks.compile.rewrite import Goal
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession

RATE = 0.01


class Workload(NamedTuple):
    """A graph, and what a step of it is for.

    Attributes:
        root: a scope of the graph.
        fetches: what a step gives.
        updates: what it also runs.
    """

    root: Scope
    fetches: Sequence[Operand]
    updates: Sequence[Operand] = ()

    def step(self, without: str = "", backend: str = "numpy") -> Callable[[], list[Any]]:
        """What runs one step, with all optimisations but one."""
        session = ClientSession(self.root, passes=[name for name in OPTIMISATIONS if name != without], backend=backend)
        wanted = [each.as_output() for each in self.fetches]
        return lambda: session.run(wanted, run_outputs=self.updates)

    def plan(self) -> Plan:
        """The program of a step; no step is run for it."""
        outputs, targets = ([each.as_output() for each in some] for some in (self.fetches, self.updates))
        return ClientSession(self.root).plan(Goal(outputs, [each.op for each in targets]), {})


# -- E1: small nodes ---------------------------------------------------------------------------------------------------

START: Array = np.linspace(-1, 1, 8, dtype=np.float32)
OTHER: Array = np.full(8, 0.9, np.float32)
CYCLE = ("sin", "mul", "tanh", "add", "sub")


def chain(x: Any, c: Any, sin: Any, tanh: Any, count: int) -> Any:
    """Elementwise calls, one after the other, written once for everything that overloads operators."""
    y = x
    for i in range(count):
        kind = CYCLE[i % len(CYCLE)]
        if kind == "sin":
            y = sin(y)
        elif kind == "mul":
            y = y * c
        elif kind == "tanh":
            y = tanh(y)
        elif kind == "add":
            y = y + x
        else:
            y = y - c
    return y


def small_nodes(count: int, gradient: bool) -> Workload:
    """E1: small elementwise nodes, one after the other."""
    root = Scope.new_root_scope()
    x, c = ops.Variable(root, START).as_output(), ops.Variable(root, OTHER).as_output()
    y = chain(x, c, ops.Sin, ops.Tanh, count)
    return Workload(root, [y, *add_symbolic_gradients(root, [y], [x])] if gradient else [y])


# -- E2 and E3: training -----------------------------------------------------------------------------------------------


class Examples(NamedTuple):
    """Images with the numbers of their classes, and what the variables of a network begin with."""

    images: Array
    labels: Array
    first: Sequence[Array]


def examples(images: Sequence[int], variables: Sequence[Sequence[int]], scale: float) -> Examples:
    """Images of a shape, and variables of some shapes, all drawn at random."""
    rng = np.random.default_rng(0)
    drawn = rng.normal(size=tuple(images)).astype(np.float32)
    labels = rng.integers(0, 10, images[0])
    return Examples(drawn, labels, [(rng.normal(size=tuple(s)) * scale).astype(np.float32) for s in variables])


PERCEPTRON = ((784, 256), (256,), (256, 10), (10,))
CONVOLUTIONS = ((5, 5, 1, 32), (32,), (5, 5, 32, 64), (64,), (3136, 1024), (1024,), (1024, 10), (10,))


def perceptron(given: Examples) -> Workload:
    """E2: a training step of a perceptron with one hidden layer."""

    def logits(images: Output, w1: Output, b1: Output, w2: Output, b2: Output) -> Operand:
        hidden = ops.Relu(ops.BiasAdd(ops.MatMul(images, w1), b1))
        return ops.BiasAdd(ops.MatMul(hidden, w2), b2)

    return _training(given, logits)


def convolutional(given: Examples) -> Workload:
    """E3: a training step of a network with two convolutions."""
    steps: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    pool: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}

    def logits(images: Output, *variables: Output) -> Operand:
        f1, b1, f2, b2, w3, b3, w4, b4 = variables
        y = ops.MaxPool(ops.Relu(ops.BiasAdd(ops.Conv2D(images, f1, **steps), b1)), **pool)
        y = ops.MaxPool(ops.Relu(ops.BiasAdd(ops.Conv2D(y, f2, **steps), b2)), **pool)
        y = ops.Relu(ops.BiasAdd(ops.MatMul(ops.Reshape(y, [len(given.images), 3136]), w3), b3))
        return ops.BiasAdd(ops.MatMul(y, w4), b4)

    return _training(given, logits)


def _training(given: Examples, logits: Callable[..., Operand]) -> Workload:
    root = Scope.new_root_scope()
    variables = [ops.Variable(root, value).as_output() for value in given.first]
    scores = logits(ops.Const(root, given.images).as_output(), *variables)
    wanted = ops.Const(root, given.labels.astype(np.int32))
    loss = ops.Mean(ops.SparseSoftmaxCrossEntropyWithLogits(scores, wanted).loss, [0]).as_output()
    gradients = add_symbolic_gradients(root, [loss], variables)
    updates = [ops.ApplyGradientDescent(v, RATE, g) for v, g in zip(variables, gradients, strict=True)]
    return Workload(root, [loss], updates)


# -- E4 and E5: large arrays -------------------------------------------------------------------------------------------


def stable_softmax(given: Array, arriving: Array) -> Workload:
    """E4: the softmax whose largest number is taken off behind a StopGradient, and back from a gradient."""
    root = Scope.new_root_scope()
    x, g = ops.Variable(root, given).as_output(), ops.Variable(root, arriving).as_output()
    top = ops.StopGradient(ops.Max(x, [1], keep_dims=True))
    e = ops.Exp(ops.Subtract(x, top))
    y = ops.RealDiv(e, ops.Sum(e, [1], keep_dims=True)).as_output()
    return Workload(root, [y, *add_symbolic_gradients(root, [y], [x], [g])])


NUMBERS = tuple(np.float32(each) for each in (1.5, 0.25, 0.75, 0.5))


def expression(given: Array) -> Workload:
    """E5: sigmoid(a*x+b)*tanh(c*x)-d and its gradient by x."""
    root = Scope.new_root_scope()
    x = ops.Variable(root, given).as_output()
    a, b, c, d = (ops.Const(root, value).as_output() for value in NUMBERS)
    y: Output = ops.Sigmoid(a * x + b) * ops.Tanh(c * x) - d
    return Workload(root, [y, *add_symbolic_gradients(root, [y], [x])])

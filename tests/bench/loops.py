"""Training steps of loops that run a composite, beside the peers: an LSTM, Runge-Kutta's method, a stack of layers, a
small layer on many vectors one by one; and how building depends on the number of rounds.

``python -m tests.bench loops [NAME ...]``. Each loss is written once with blocks, and once for the peers together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import blocks
from blocks.base.types import Array
from tests.bench.measuring import Report, Way, compare, module, timed
from tests.bench.peers import peers
from tests.models.pen import Pen, Ref
from tests.models.setting import Setting

RATE = 1e-3
STEPS = 3
"""Steps whose losses are compared: the later ones depend on the gradients of the earlier."""
UNITS, LENGTH, BATCH = 128, 100, 32
NUMBERS, MOMENTS, DISTANCE = 8, 1_000, 1e-3
WIDTH, LAYERS = 256, 24
VECTORS = 10_000
FEW, MANY = 10, 10_000
"""Rounds of loops that are built."""


class Case(NamedTuple):
    """A loss that is trained.

    Attributes:
        draw: writes it on a page.
        loss: makes it of the functions of a peer and weights.
        weights: what these begin with, by their paths.
        data: what is given, by name.
        apart: how many weights a round has of its own.
    """

    draw: Callable[[Pen], Ref]
    loss: Callable[[Any, Sequence[Any]], Any]
    weights: dict[str, Array]
    apart: int = 0


def main(report: Report, names: Sequence[str] = ()) -> None:
    """Measure those of some names, or all."""
    for name, make in CASES.items():
        if names and name.split()[0] not in names:
            continue
        case = make()
        ways: dict[str, Way] = {"ours": _ours(case)}
        if module("jax") is not None:
            ways["ours on JAX"] = _ours(case, backend="jax")
        ways |= peers(
            tensorflow_graph=partial(_in_tensorflow, case),
            torch=partial(_in_torch, case),
            jax_jit=partial(_in_jax, case),
        )
        for _ in range(STEPS):
            compare(ways, 1e-3)
        notes = {"ours": "budget 1.0 x TensorFlow and torch", "ours on JAX": "budget 1.2 x plain JAX"}
        timed(report, name, ways, "ours", notes=notes)
    for kind in ("Repeat", "Scan", "Map") if not names or "building" in names else ():
        ways = {f"{count:,} rounds": partial(_built, kind, count) for count in (FEW, MANY)}
        timed(report, f"building a {kind} with its gradient", ways, f"{FEW:,} rounds")


def _random(seed: int, *shape: int, size: float) -> Array:
    return (np.random.default_rng(seed).normal(size=shape) * size).astype(np.float32)


# -- The losses --------------------------------------------------------------------------------------------------------


def lstm() -> Case:
    """An LSTM of 128 units over 100 steps, 32 sequences at a time."""
    xs = _random(0, LENGTH, BATCH, UNITS, size=1.0)
    zero = np.zeros((BATCH, UNITS), np.float32)

    def draw(p: Pen) -> Ref:
        cell = p.on("Cell")
        x, h, c, w, b = (cell.input(name) for name in "xhcwb")
        gates = cell("Split", 1, cell("BiasAdd", cell("MatMul", cell("Concat", [x, h], 1), w), b), num_split=4)
        let, forget, out = (cell("Sigmoid", gates.at(i)) for i in (0, 1, 3))
        new = cell("Add", cell("Multiply", c, forget), cell("Multiply", let, cell("Tanh", gates.at(2))))
        cell.output("c", new)
        y = cell("Multiply", cell("Tanh", new), out)
        cell.output("h", y)
        cell.output("y", y)
        first = p.const(zero)
        weights = {name: p("Variable", id=name, initvalues=value) for name, value in case.weights.items()}
        rnn = p("Scan", id="rnn", body=":Cell", over=["x"], x=p.const(xs), h=first, c=first, **weights)
        return p.mean(p("Square", rnn.pin("y")), 0, 1, 2, id="loss")

    def loss(of: Any, weights: Sequence[Any]) -> Any:
        w, b = weights

        def cell(state: Any, x: Any) -> Any:
            h, c = state
            let, forget, new, out = of.split(of.join(x, h) @ w + b)
            c = c * of.sigmoid(forget) + of.sigmoid(let) * of.tanh(new)
            return of.tanh(c) * of.sigmoid(out), c

        return of.mean(of.scan(cell, (of.array(zero), of.array(zero)), of.array(xs)) ** 2)

    weights = {"w": _random(1, 2 * UNITS, 4 * UNITS, size=0.1), "b": _random(2, 4 * UNITS, size=0.1)}
    case = Case(draw, loss, weights)
    return case


def runge_kutta() -> Case:
    """The method of Runge and Kutta of order four, 1,000 steps of 8 numbers."""
    start = _random(0, NUMBERS, 1, size=1.0)
    at = (0.0, 0.5 * DISTANCE, 0.5 * DISTANCE, DISTANCE)

    def draw(p: Pen) -> Ref:
        step = p.on("Step")
        y, w = step.input("y"), step.input("w")
        slopes: list[Ref] = []
        for share in at:
            there = step("Add", y, step("Multiply", slopes[-1], share)) if slopes else y
            slopes.append(step("Tanh", step("MatMul", w, there)))
        a, b, c, d = slopes
        both = step("Multiply", step("Add", b, c), 2.0)
        all_four = step("Add", step("Add", a, both), d)
        step.output("y", step("Add", y, step("Multiply", all_four, DISTANCE / 6)))
        w = p("Variable", id="w", initvalues=case.weights["w"])
        ode = p("Repeat", id="ode", body=":Step", times=MOMENTS, share=True, y=p.const(start), w=w)
        return p.mean(p("Square", ode.pin("y")), 0, 1, id="loss")

    def loss(of: Any, weights: Sequence[Any]) -> Any:
        [w] = weights

        def step(y: Any) -> Any:
            a = of.tanh(w @ y)
            b = of.tanh(w @ (y + a * at[1]))
            c = of.tanh(w @ (y + b * at[2]))
            d = of.tanh(w @ (y + c * at[3]))
            return y + (a + (b + c) * 2.0 + d) * (DISTANCE / 6)

        return of.mean(of.repeat(step, of.array(start), MOMENTS) ** 2)

    case = Case(draw, loss, {"w": _random(1, NUMBERS, NUMBERS, size=0.5)})
    return case


def layers() -> Case:
    """A stack of 24 residual layers of width 256."""
    start = _random(0, BATCH, WIDTH, size=1.0)

    def draw(p: Pen) -> Ref:
        layer = p.on("Layer")
        x = layer.input("x")
        w = layer("Variable", id="w", dtype="DT_FLOAT", shape=[WIDTH, WIDTH])
        b = layer("Variable", id="b", dtype="DT_FLOAT", shape=[WIDTH])
        layer.output("x", layer("Add", x, layer("Relu", layer("BiasAdd", layer("MatMul", x, w), b))))
        stack = p("Repeat", id="stack", body=":Layer", times=LAYERS, x=p.const(start))
        return p.mean(p("Square", stack.pin("x")), 0, 1, id="loss")

    def loss(of: Any, weights: Sequence[Any]) -> Any:
        def layer(x: Any, w: Any, b: Any) -> Any:
            return x + of.relu(x @ w + b)

        return of.mean(of.stack(layer, of.array(start), weights) ** 2)

    weights: dict[str, Array] = {}
    for i in range(LAYERS):
        weights[f"stack/{i}/w"] = _random(2 * i, WIDTH, WIDTH, size=0.02)
        weights[f"stack/{i}/b"] = _random(2 * i + 1, WIDTH, size=0.1)
    return Case(draw, loss, weights, 2)


def each_vector() -> Case:
    """A small layer on each of 10,000 vectors."""
    vectors = _random(0, VECTORS, NUMBERS, size=1.0)

    def draw(p: Pen) -> Ref:
        layer = p.on("Layer")
        x, w = layer.input("x"), layer.input("w")
        layer.output("y", layer("Tanh", layer("Sum", layer("Multiply", layer("ExpandDims", x, 1), w), [0])))
        w = p("Variable", id="w", initvalues=case.weights["w"])
        node = p("Map", id="each", body=":Layer", over=["x"], x=p.const(vectors), w=w)
        return p.mean(p("Square", node.pin("y")), 0, 1, id="loss")

    def loss(of: Any, weights: Sequence[Any]) -> Any:
        [w] = weights

        def layer(x: Any) -> Any:
            return of.tanh(of.total(of.column(x) * w))

        return of.mean(of.each(layer, of.array(vectors)) ** 2)

    case = Case(draw, loss, {"w": _random(1, NUMBERS, NUMBERS, size=0.5)})
    return case


CASES: dict[str, Callable[[], Case]] = {
    f"LSTM of {UNITS} units, {LENGTH} steps, batch {BATCH}": lstm,
    f"RK4, {MOMENTS:,} steps of {NUMBERS} numbers": runge_kutta,
    f"stack of {LAYERS} layers of width {WIDTH}, batch {BATCH}": layers,
    f"map of a layer over {VECTORS:,} vectors of {NUMBERS} numbers": each_vector,
}


def _built(kind: str, count: int) -> Sequence[Any]:
    """Make a session of a page with such a loop and its gradient; there are no numbers to compare."""
    diagram = blocks.Diagram()
    p = Pen(diagram.add_page("main"), "DT_FLOAT", Setting({}, {}))
    body = p.on("Body")
    h, w = body.input("h"), body.input("w")
    body.output("h", body("Tanh", body("MatMul", h, w)))
    start = np.zeros((NUMBERS, NUMBERS), np.float32)
    values: dict[str, Any] = {"times": count, "share": True}
    if kind != "Repeat":
        body.output("y", body("Multiply", body.input("x"), w))
        values = {"over": ["x"], "x": p("Placeholder", id="xs", dtype="DT_FLOAT", shape=[count, 1, NUMBERS])}
    w = p("Variable", id="w", initvalues=start)
    loop = p(kind, id="loop", body=":Body", h=p.const(start), w=w, **values)
    p("AddSymbolicGradients", [p("L2Loss", loop.pin("h"), id="loss")], [w], id="gradient")
    blocks.Session(diagram)
    return ()


# -- A step of training, in each library -------------------------------------------------------------------------------


def _ours(case: Case, backend: str = "numpy") -> Way:
    diagram = blocks.Diagram()
    page = diagram.add_page("main")
    pen = Pen(page, "DT_FLOAT", Setting({}, {}))
    loss = case.draw(pen)
    train = pen("Minimize", loss, id="train", learning_rate=RATE, optimizer="GradientDescent")
    pen("ClientSession", [loss], run_outputs=[train], id="run")
    session = blocks.Session(diagram, backend=backend)
    for path, value in case.weights.items():
        session.variables[path] = value
    return lambda: [session.run("loss")["loss.result_output"]]


class _TensorFlow:
    """Functions that the losses are made of."""

    def __init__(self, tf: Any) -> None:
        self.tf = tf
        self.sigmoid, self.tanh, self.relu = tf.sigmoid, tf.tanh, tf.nn.relu
        self.array, self.mean = tf.constant, tf.reduce_mean

    def join(self, x: Any, y: Any) -> Any:
        return self.tf.concat([x, y], 1)

    def split(self, x: Any) -> Any:
        return self.tf.split(x, 4, 1)

    def scan(self, body: Callable[..., Any], state: Any, xs: Any) -> Any:
        """The first of what is carried, of all rounds."""
        return self.tf.scan(body, xs, state)[0]

    def repeat(self, body: Callable[..., Any], state: Any, times: int) -> Any:
        def goes(_: Any) -> bool:
            return True

        def each(y: Any) -> Any:
            return (body(y),)

        return self.tf.while_loop(goes, each, (state,), maximum_iterations=times)[0]

    def column(self, x: Any) -> Any:
        return self.tf.reshape(x, (-1, 1))

    def total(self, x: Any) -> Any:
        return self.tf.reduce_sum(x, 0)

    def each(self, body: Callable[..., Any], xs: Any) -> Any:
        return self.tf.vectorized_map(body, xs)

    def stack(self, body: Callable[..., Any], x: Any, weights: Sequence[Any]) -> Any:
        for w, b in zip(weights[::2], weights[1::2], strict=True):
            x = body(x, w, b)
        return x


class _Torch(_TensorFlow):
    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.sigmoid, self.tanh, self.relu = torch.sigmoid, torch.tanh, torch.relu
        self.array, self.mean = torch.from_numpy, torch.mean

    def join(self, x: Any, y: Any) -> Any:
        return self.torch.cat([x, y], 1)

    def split(self, x: Any) -> Any:
        return x.chunk(4, 1)

    def scan(self, body: Callable[..., Any], state: Any, xs: Any) -> Any:
        states: list[Any] = []
        for x in xs:
            state = body(state, x)
            states.append(state[0])
        return self.torch.stack(states)

    def repeat(self, body: Callable[..., Any], state: Any, times: int) -> Any:
        for _ in range(times):
            state = body(state)
        return state

    def column(self, x: Any) -> Any:
        return x[:, None]

    def total(self, x: Any) -> Any:
        return x.sum(0)

    def each(self, body: Callable[..., Any], xs: Any) -> Any:
        return self.torch.func.vmap(body)(xs)


class _Jax(_TensorFlow):
    def __init__(self, jax: Any) -> None:
        self.jax = jax
        self.sigmoid, self.tanh, self.relu = jax.nn.sigmoid, jax.numpy.tanh, jax.nn.relu
        self.array, self.mean = jax.numpy.asarray, jax.numpy.mean

    def join(self, x: Any, y: Any) -> Any:
        return self.jax.numpy.concatenate([x, y], 1)

    def split(self, x: Any) -> Any:
        return self.jax.numpy.split(x, 4, 1)

    def scan(self, body: Callable[..., Any], state: Any, xs: Any) -> Any:
        def each(state: Any, x: Any) -> Any:
            state = body(state, x)
            return state, state[0]

        return self.jax.lax.scan(each, state, xs)[1]

    def repeat(self, body: Callable[..., Any], state: Any, times: int) -> Any:
        def each(y: Any, _: Any) -> Any:
            return body(y), None

        return self.jax.lax.scan(each, state, None, times)[0]

    def column(self, x: Any) -> Any:
        return x[:, None]

    def total(self, x: Any) -> Any:
        return x.sum(0)

    def each(self, body: Callable[..., Any], xs: Any) -> Any:
        return self.jax.vmap(body)(xs)

    def stack(self, body: Callable[..., Any], x: Any, weights: Sequence[Any]) -> Any:
        """Weights are those of all layers, stacked."""

        def each(x: Any, own: Any) -> Any:
            return body(x, *own), None

        return self.jax.lax.scan(each, x, tuple(weights))[0]


def _in_tensorflow(case: Case, tf: Any) -> Way:
    variables = [tf.Variable(value) for value in case.weights.values()]

    @tf.function
    def step() -> Any:
        loss = case.loss(_TensorFlow(tf), variables)
        for variable, gradient in zip(variables, tf.gradients(loss, variables), strict=True):
            variable.assign_sub(RATE * gradient)
        return loss

    return lambda: [step().numpy()]


def _in_torch(case: Case, torch: Any) -> Way:
    variables = [torch.from_numpy(value.copy()).requires_grad_() for value in case.weights.values()]
    optimiser = torch.optim.SGD(variables, RATE)

    def step() -> Sequence[Any]:
        loss = case.loss(_Torch(torch), variables)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        return [loss.detach()]

    return step


def _in_jax(case: Case, jax: Any) -> Way:
    values = list(case.weights.values())
    if case.apart:
        values = [np.stack(values[k :: case.apart]) for k in range(case.apart)]
    state = [values]

    @jax.jit
    def update(values: Any) -> Any:
        loss, gradients = jax.value_and_grad(partial(case.loss, _Jax(jax)))(values)
        return loss, [v - RATE * g for v, g in zip(values, gradients, strict=True)]

    def step() -> Sequence[Any]:
        loss, state[0] = update(state[0])
        jax.block_until_ready(state[0])
        return [loss]

    return step

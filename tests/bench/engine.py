"""E1 to E5: steps of graphs, beside NumPy by hand and the peers that are installed.

Inputs of a graph are variables here: their values are there when a step begins, as arguments are for a peer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks import ops
from blocks.compile.plan import OPTIMISATIONS
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Operand, Output
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession
from tests.bench.measuring import MIB, Report, Row, Way, measured, module, peak

Peer = Callable[[Any], Way]


def ours(
    root: Scope,
    fetches: Sequence[Operand],
    run: Sequence[Operand] = (),
    without: Sequence[str] = (),
    backend: str = "numpy",
) -> Callable[[], Any]:
    """A step of a graph."""
    session = ClientSession(root, passes=[name for name in OPTIMISATIONS if name not in without], backend=backend)
    wanted = [each.as_output() for each in fetches]
    return lambda: session.run(wanted, run_outputs=run)


def variants(root: Scope, fetches: Sequence[Operand], run: Sequence[Operand] = (), *names: str) -> dict[str, Way]:
    """A step of a graph with all optimisations, and without some of them: what each brings."""
    found = {f"ours without {name}": ours(root, fetches, run, (name,)) for name in names}
    return {"ours": ours(root, fetches, run), **found}


def on_jax(root: Scope, fetches: Sequence[Operand], run: Sequence[Operand] = ()) -> dict[str, Way]:
    """A step of a graph that XLA compiles, if it is there (E10); to be compared with plain JAX among the peers."""
    return {"ours on JAX": ours(root, fetches, run, backend="jax")} if module("jax") is not None else {}


def peers(**ways: Peer) -> dict[str, Way]:
    """The ways of the peers that can be imported."""
    found: dict[str, Way] = {}
    for name, make in ways.items():
        library = module(name.split("_")[0])
        if library is None:
            print(f"  {name}: not installed, left out")
        else:
            found[name.replace("_", " ")] = make(library)
    return found


# -- E1: small nodes ---------------------------------------------------------------------------------------------------

CYCLE = ("sin", "mul", "tanh", "add", "sub")


def small_forward(x: Any, c: Any, sin: Any, tanh: Any, count: int) -> Any:
    """A chain of elementwise calls, written once for everything that overloads operators."""
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


def by_hand_source(count: int, gradient: bool) -> str:
    """The same as somebody would write it in NumPy: a line per call, and backwards a line per derivative and sum."""
    lines = ["def step(x, c, sin, cos, tanh, ones_like):", " y0 = x"]
    for i in range(count):
        text = {"sin": "sin(y{0})", "mul": "y{0} * c", "tanh": "tanh(y{0})", "add": "y{0} + x", "sub": "y{0} - c"}
        lines.append(f" y{i + 1} = " + text[CYCLE[i % len(CYCLE)]].format(i))
    if not gradient:
        return "\n".join([*lines, f" return [y{count}]"])
    lines += [f" d = ones_like(y{count})", " dx = None"]
    added = False
    for i in reversed(range(count)):
        kind = CYCLE[i % len(CYCLE)]
        if kind == "sin":
            lines.append(f" d = d * cos(y{i})")
        elif kind == "mul":
            lines.append(" d = d * c")
        elif kind == "tanh":
            lines.append(f" d = d * (1 - y{i + 1} * y{i + 1})")
        elif kind == "add":
            lines.append(" dx = dx + d" if added else " dx = d")
            added = True
    return "\n".join([*lines, f" return [y{count}, dx + d]"])


def small(report: Report, count: int, gradient: bool) -> None:
    """E1: small elementwise nodes, one after the other."""
    start, other = np.linspace(-1, 1, 8, dtype=np.float32), np.full(8, 0.9, np.float32)
    before = time.perf_counter()
    root = Scope.new_root_scope()
    x, c = ops.Variable(root, start).as_output(), ops.Variable(root, other).as_output()
    y = small_forward(x, c, ops.Sin, ops.Tanh, count)
    fetches = [y, *add_symbolic_gradients(root, [y], [x])] if gradient else [y]
    step = ours(root, fetches)
    step()
    made = time.perf_counter() - before
    step()  # the first one was interpreted
    compiled = time.perf_counter() - before
    names: dict[str, Any] = {}
    exec(by_hand_source(count, gradient), names)

    def torch_way(torch: Any) -> Way:
        a, b = torch.from_numpy(start.copy()), torch.from_numpy(other.copy())

        def step() -> Sequence[Any]:
            leaf = a.detach().requires_grad_(gradient)
            end = small_forward(leaf, b, torch.sin, torch.tanh, count)
            if not gradient:
                return [end]
            end.sum().backward()
            return [end.detach(), leaf.grad]

        return step

    def jax_way(jax: Any) -> Way:
        def forward(a: Any) -> Any:
            return small_forward(a, other, jax.numpy.sin, jax.numpy.tanh, count)

        def both(a: Any) -> Any:
            end, back = jax.vjp(forward, a)
            return [end, *back(jax.numpy.ones_like(end))]

        step = jax.jit(both if gradient else forward)
        if not gradient:
            return lambda: [jax.block_until_ready(step(start))]
        return lambda: jax.block_until_ready(step(start))

    def graph_way(tf: Any) -> Way:
        b = tf.constant(other)

        @tf.function
        def step(a: Any) -> Any:
            end = small_forward(a, b, tf.sin, tf.tanh, count)
            return [end, tf.gradients(end, a)[0]] if gradient else [end]

        given = tf.constant(start)
        return lambda: [each.numpy() for each in step(given)]

    arguments = (start, other, np.sin, np.cos, np.tanh, np.ones_like)
    ways: dict[str, Way] = {"NumPy by hand": lambda: names["step"](*arguments)}
    ways |= variants(root, fetches, (), "buffers")
    others = {"torch": torch_way, "tensorflow_graph": graph_way}
    ways |= peers(**others, **({"jax_jit": jax_way} if count <= 1000 else {}))
    name = f"E1 {count:,} nodes of 8 elements, {'forward and gradient' if gradient else 'forward'}"
    notes = {"ours": "budget 0.85 x by hand"}
    measured(report, name, ways, "NumPy by hand", per=count, notes=notes, seconds=1.0, rtol=1e-3)
    for way, taken in (("build and first step", made), ("build, two steps, compile", compiled)):
        per_node = taken * 1e6 / count
        report.add(Row(name, f"ours: {way}", per_node, per_node, "us/block", note="budget 60"))


# -- E2: a network -----------------------------------------------------------------------------------------------------

RATE = 0.01


def network(report: Report) -> None:
    """E2: a training step of a perceptron 784-256-10, 128 images at a time."""
    rng = np.random.default_rng(0)
    images = rng.normal(size=(128, 784)).astype(np.float32)
    labels = rng.integers(0, 10, 128)
    first = [(rng.normal(size=shape) * 0.05).astype(np.float32) for shape in ((784, 256), (256,), (256, 10), (10,))]
    root = Scope.new_root_scope()
    variables = [ops.Variable(root, value).as_output() for value in first]
    w1, b1, w2, b2 = variables
    data, wanted = ops.Const(root, images), ops.Const(root, labels.astype(np.int32))
    hidden = ops.Relu(ops.BiasAdd(ops.MatMul(data, w1), b1))
    logits = ops.BiasAdd(ops.MatMul(hidden, w2), b2)
    losses = ops.SparseSoftmaxCrossEntropyWithLogits(logits, wanted).loss
    loss = ops.Mean(losses, [0]).as_output()
    gradients = add_symbolic_gradients(root, [loss], variables)
    updates = [ops.ApplyGradientDescent(v, RATE, g) for v, g in zip(variables, gradients, strict=True)]
    held = [value.copy() for value in first]
    rows, one_hot = np.arange(128), np.eye(10, dtype=np.float32)[labels]

    def by_hand() -> Sequence[Any]:
        v1, c1, v2, c2 = held
        h = np.maximum(images @ v1 + c1, 0)
        z = h @ v2 + c2
        z -= z.max(1, keepdims=True)
        e = np.exp(z)
        total = e.sum(1, keepdims=True)
        value = (np.log(total[:, 0]) - z[rows, labels]).mean()
        dz = (e / total - one_hot) / np.float32(128)
        dh = dz @ v2.T
        dh *= h > 0
        v2 -= np.float32(RATE) * (h.T @ dz)
        c2 -= np.float32(RATE) * dz.sum(0)
        v1 -= np.float32(RATE) * (images.T @ dh)
        c1 -= np.float32(RATE) * dh.sum(0)
        return [value]

    def torch_way(torch: Any) -> Way:
        values = [torch.from_numpy(v.copy()).requires_grad_() for v in first]
        a, to = torch.from_numpy(images), torch.from_numpy(labels)
        optimiser = torch.optim.SGD(values, RATE)

        def step() -> Sequence[Any]:
            h = torch.relu(torch.addmm(values[1], a, values[0]))
            value = torch.nn.functional.cross_entropy(torch.addmm(values[3], h, values[2]), to)
            optimiser.zero_grad()
            value.backward()
            optimiser.step()
            return [value.detach()]

        return step

    def jax_way(jax: Any) -> Way:
        state = [list(first)]

        def loss_of(values: Any) -> Any:
            h = jax.nn.relu(images @ values[0] + values[1])
            z = h @ values[2] + values[3]
            return (jax.nn.logsumexp(z, 1) - z[rows, labels]).mean()

        @jax.jit
        def update(values: Any) -> Any:
            value, found = jax.value_and_grad(loss_of)(values)
            return value, [v - RATE * g for v, g in zip(values, found, strict=True)]

        def step() -> Sequence[Any]:
            value, state[0] = update(state[0])
            jax.block_until_ready(state[0])
            return [value]

        return step

    def graph_way(tf: Any) -> Way:
        values = [tf.Variable(v) for v in first]
        a, to = tf.constant(images), tf.constant(labels)

        @tf.function
        def update() -> Any:
            h = tf.nn.relu(a @ values[0] + values[1])
            z = h @ values[2] + values[3]
            value = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(to, z))
            for v, g in zip(values, tf.gradients(value, values), strict=True):
                v.assign_sub(RATE * g)
            return value

        return lambda: [update().numpy()]

    ways = {"NumPy by hand": by_hand, **variants(root, [loss], updates, "recycle", "reuse", "merge")}
    ways |= on_jax(root, [loss], updates) | peers(torch=torch_way, jax_jit=jax_way, tensorflow_graph=graph_way)
    name = "E2 training step, perceptron 784-256-10, 128 images"
    measured(report, name, ways, "NumPy by hand", notes={"ours": "budget 1.0 x by hand, and before every peer"})


# -- E3: a convolutional network ---------------------------------------------------------------------------------------


def convolutions(report: Report) -> None:
    """E3: a training step of a network with two convolutions, 64 images at a time."""
    rng = np.random.default_rng(0)
    images = rng.normal(size=(64, 28, 28, 1)).astype(np.float32)
    labels = rng.integers(0, 10, 64)
    shapes = ((5, 5, 1, 32), (32,), (5, 5, 32, 64), (64,), (3136, 1024), (1024,), (1024, 10), (10,))
    first = [(rng.normal(size=shape) * 0.03).astype(np.float32) for shape in shapes]
    root = Scope.new_root_scope()
    variables = [ops.Variable(root, value).as_output() for value in first]
    f1, b1, f2, b2, w3, b3, w4, b4 = variables
    steps: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "SAME"}
    pool: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "SAME"}
    y = ops.MaxPool(ops.Relu(ops.BiasAdd(ops.Conv2D(ops.Const(root, images), f1, **steps), b1)), **pool)
    y = ops.MaxPool(ops.Relu(ops.BiasAdd(ops.Conv2D(y, f2, **steps), b2)), **pool)
    y = ops.Relu(ops.BiasAdd(ops.MatMul(ops.Reshape(y, [64, 3136]), w3), b3))
    logits = ops.BiasAdd(ops.MatMul(y, w4), b4)
    wanted = ops.Const(root, labels.astype(np.int32))
    loss = ops.Mean(ops.SparseSoftmaxCrossEntropyWithLogits(logits, wanted).loss, [0]).as_output()
    gradients = add_symbolic_gradients(root, [loss], variables)
    updates = [ops.ApplyGradientDescent(v, RATE, g) for v, g in zip(variables, gradients, strict=True)]

    def torch_way(torch: Any) -> Way:
        last = torch.channels_last
        values = [torch.from_numpy(v.copy()) for v in first]
        for i in (0, 2):
            values[i] = values[i].permute(3, 2, 0, 1).contiguous(memory_format=last)
        for each in values:
            each.requires_grad_()
        a = torch.from_numpy(images).permute(0, 3, 1, 2).contiguous(memory_format=last)
        to, f = torch.from_numpy(labels), torch.nn.functional
        optimiser = torch.optim.SGD(values, RATE)

        def step() -> Sequence[Any]:
            h = f.max_pool2d(torch.relu(f.conv2d(a, values[0], values[1], padding=2)), 2)
            h = f.max_pool2d(torch.relu(f.conv2d(h, values[2], values[3], padding=2)), 2)
            h = torch.relu(h.permute(0, 2, 3, 1).reshape(64, 3136) @ values[4] + values[5])
            value = f.cross_entropy(h @ values[6] + values[7], to)
            optimiser.zero_grad()
            value.backward()
            optimiser.step()
            return [value.detach()]

        return step

    def jax_way(jax: Any) -> Way:
        state = [list(first)]
        lax, jnp = jax.lax, jax.numpy

        def layer(a: Any, f: Any, b: Any) -> Any:
            h = lax.conv_general_dilated(a, f, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            return lax.reduce_window(jax.nn.relu(h + b), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")

        def loss_of(v: Any) -> Any:
            h = layer(layer(images, v[0], v[1]), v[2], v[3]).reshape(64, 3136)
            z = jax.nn.relu(h @ v[4] + v[5]) @ v[6] + v[7]
            return (jax.nn.logsumexp(z, 1) - z[np.arange(64), labels]).mean()

        @jax.jit
        def update(values: Any) -> Any:
            value, found = jax.value_and_grad(loss_of)(values)
            return value, [v - RATE * g for v, g in zip(values, found, strict=True)]

        def step() -> Sequence[Any]:
            value, state[0] = update(state[0])
            jax.block_until_ready(state[0])
            return [value]

        return step

    def graph_way(tf: Any) -> Way:
        values = [tf.Variable(v) for v in first]
        a, to = tf.constant(images), tf.constant(labels)

        @tf.function
        def update() -> Any:
            h = a
            for i in (0, 2):
                h = tf.nn.relu(tf.nn.conv2d(h, values[i], 1, "SAME") + values[i + 1])
                h = tf.nn.max_pool2d(h, 2, 2, "SAME")
            h = tf.nn.relu(tf.reshape(h, (64, 3136)) @ values[4] + values[5])
            z = h @ values[6] + values[7]
            value = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(to, z))
            for v, g in zip(values, tf.gradients(value, values), strict=True):
                v.assign_sub(RATE * g)
            return value

        return lambda: [update().numpy()]

    found = variants(root, [loss], updates, "recycle", "fuse", "threads")
    found |= on_jax(root, [loss], updates) | peers(torch=torch_way, jax_jit=jax_way, tensorflow_graph=graph_way)
    reference = "torch" if "torch" in found else "ours"
    name = "E3 training step, 5x5x32 5x5x64 1024 10, 64 images"
    measured(report, name, found, reference, notes={"ours": "budget 1.5 x torch"}, rtol=1e-3, seconds=3)


# -- E4 and E5: large arrays -------------------------------------------------------------------------------------------


def softmax(report: Report, size: int = 4096) -> None:
    """E4: the softmax whose largest number is taken off behind a StopGradient; forward, and back from a gradient."""
    rng = np.random.default_rng(0)
    given, arriving = (rng.normal(size=(size, size)).astype(np.float32) for _ in range(2))
    root = Scope.new_root_scope()
    x, g = ops.Variable(root, given).as_output(), ops.Variable(root, arriving).as_output()
    top = ops.StopGradient(ops.Max(x, [1], keep_dims=True))
    e = ops.Exp(ops.Subtract(x, top))
    y = ops.RealDiv(e, ops.Sum(e, [1], keep_dims=True)).as_output()
    fetches = [y, *add_symbolic_gradients(root, [y], [x], [g])]

    def by_hand() -> Sequence[Any]:
        power = np.exp(given - given.max(1, keepdims=True))
        total = power.sum(1, keepdims=True)
        p = power / total
        arrived = arriving / total - (arriving * power / (total * total)).sum(1, keepdims=True)
        return [p, arrived * power]

    def torch_way(torch: Any) -> Way:
        a, b = torch.from_numpy(given), torch.from_numpy(arriving)

        def step() -> Sequence[Any]:
            leaf = a.detach().requires_grad_()
            power = torch.exp(leaf - leaf.max(1, keepdim=True).values.detach())
            end = power / power.sum(1, keepdim=True)
            end.backward(b)
            return [end.detach(), leaf.grad]

        return step

    def jax_way(jax: Any) -> Way:
        def forward(a: Any) -> Any:
            power = jax.numpy.exp(a - jax.lax.stop_gradient(a.max(1, keepdims=True)))
            return power / power.sum(1, keepdims=True)

        @jax.jit
        def step(a: Any, b: Any) -> Any:
            end, back = jax.vjp(forward, a)
            return [end, *back(b)]

        a, b = jax.numpy.asarray(given), jax.numpy.asarray(arriving)
        return lambda: jax.block_until_ready(step(a, b))

    def graph_way(tf: Any) -> Way:
        @tf.function
        def step(a: Any, b: Any) -> Any:
            power = tf.exp(a - tf.stop_gradient(tf.reduce_max(a, 1, keepdims=True)))
            end = power / tf.reduce_sum(power, 1, keepdims=True)
            return [end, *tf.gradients(end, a, b)]

        a, b = tf.constant(given), tf.constant(arriving)
        return lambda: step(a, b)

    found = variants(root, fetches, (), "fuse", "threads", "recycle")
    ways = {"NumPy by hand": by_hand, **found}
    ways |= on_jax(root, fetches) | peers(torch=torch_way, jax_jit=jax_way, tensorflow_graph=graph_way)
    beyond = peak(ours(root, fetches)) / MIB
    notes = {"ours": f"budget 0.35 x by hand, 160 MiB; peak {beyond:.0f} MiB beyond the inputs"}
    name = f"E4 stable softmax with StopGradient, {size} x {size}, forward and gradient"
    measured(report, name, ways, "NumPy by hand", notes=notes, seconds=1.5)


def expression(report: Report, size: int = 10_000_000) -> None:
    """E5: sigmoid(a*x+b)*tanh(c*x)-d and its gradient by x."""
    given = np.random.default_rng(0).normal(size=size).astype(np.float32)
    a, b, c, d = (np.float32(each) for each in (1.5, 0.25, 0.75, 0.5))
    root = Scope.new_root_scope()
    x = ops.Variable(root, given).as_output()
    numbers = [ops.Const(root, value).as_output() for value in (a, b, c, d)]
    y: Output = ops.Sigmoid(numbers[0] * x + numbers[1]) * ops.Tanh(numbers[2] * x) - numbers[3]
    fetches = [y, *add_symbolic_gradients(root, [y], [x])]

    def by_hand() -> Sequence[Any]:
        s = 1 / (1 + np.exp(-(a * given + b)))
        t = np.tanh(c * given)
        return [s * t - d, a * s * (1 - s) * t + c * s * (1 - t * t)]

    def torch_way(torch: Any) -> Way:
        start = torch.from_numpy(given)

        def step() -> Sequence[Any]:
            leaf = start.detach().requires_grad_()
            end = torch.sigmoid(float(a) * leaf + float(b)) * torch.tanh(float(c) * leaf) - float(d)
            end.backward(torch.ones_like(end))
            return [end.detach(), leaf.grad]

        return step

    def jax_way(jax: Any) -> Way:
        def forward(z: Any) -> Any:
            return jax.nn.sigmoid(a * z + b) * jax.numpy.tanh(c * z) - d

        @jax.jit
        def step(z: Any) -> Any:
            end, back = jax.vjp(forward, z)
            return [end, *back(jax.numpy.ones_like(end))]

        start = jax.numpy.asarray(given)
        return lambda: jax.block_until_ready(step(start))

    def graph_way(tf: Any) -> Way:
        @tf.function
        def step(z: Any) -> Any:
            end = tf.sigmoid(a * z + b) * tf.tanh(c * z) - d
            return [end, *tf.gradients(end, z)]

        start = tf.constant(given)
        return lambda: step(start)

    found = variants(root, fetches, (), "fuse", "threads", "recycle", "simplify")
    ways: dict[str, Any] = {"NumPy by hand": by_hand, **found}
    ways |= on_jax(root, fetches) | peers(torch=torch_way, jax_jit=jax_way, tensorflow_graph=graph_way)
    beyond = (peak(ours(root, fetches)) - 2 * given.nbytes) / MIB
    notes = {"ours": f"budget 0.35 x by hand, 64 MiB; peak {beyond:.0f} MiB beyond inputs and outputs"}
    name = f"E5 sigmoid(a*x+b)*tanh(c*x)-d, {size:,}, forward and gradient"
    measured(report, name, ways, "NumPy by hand", notes=notes, seconds=1.5)

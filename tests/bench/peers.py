"""The workloads of E1 to E5 in the libraries that they are compared with.

What differs from workload to workload is the forward computation: it is written for each library, which the functions
in it get as an argument. A step of training, and a gradient, are written once for each library.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.types import Array
from tests.bench.measuring import Way, apart
from tests.bench.workloads import NUMBERS, OTHER, RATE, START, Examples, chain

Forward = Callable[..., Any]
HAS_GPU = shutil.which("nvidia-smi") is not None


def peers(
    elsewhere: Mapping[str, Callable[[Any], Way]] | None = None, /, **ways: Callable[[Any], Way]
) -> dict[str, Way]:
    """The ways of the peers that can be imported, each in its process; a name begins with the library's.

    Args:
        elsewhere: ways for a machine on which that library has a GPU, too.
        ways: by name, for every machine.
    """
    result: dict[str, Way] = {}
    for name, make in {**ways, **((elsewhere or {}) if HAS_GPU else {})}.items():
        how = make if name in ways else partial(_on_gpu, make)
        result |= apart(name.replace("_", " "), name.split("_")[0], how)
    return result


def _on_gpu(make: Callable[[Any], Way], library: Any) -> Way | None:
    """A way of torch or JAX, if it can compute elsewhere than on the processor; JAX does it then."""
    on = library.cuda.is_available() if library.__name__ == "torch" else library.default_backend() != "cpu"
    return make(library) if on else None


def precise(jax: Any, make: Callable[[Any], Way]) -> Way:
    """As `handed_back`, and its products are in single precision, as ours are: a GPU's are shorter unless asked."""
    way = handed_back(jax, make)

    def step() -> Sequence[Any]:
        with jax.default_matmul_precision("highest"):
            return way()

    return step


def handed_back(jax: Any, make: Callable[[Any], Way]) -> Way:
    """A way that gives NumPy's arrays, as ours does: from a GPU that is a copy."""
    way = make(jax)
    return lambda: [np.asarray(each) for each in way()]


# -- Forward and gradient, in each library -----------------------------------------------------------------------------


def torch_gradient(
    torch: Any, forward: Forward, given: Array, arriving: Array | None = None, device: str = "cpu"
) -> Way:
    """A result, and its gradient by what is given; handed back to the processor."""
    start = torch.from_numpy(given.copy()).to(device)
    back = None if arriving is None else torch.from_numpy(arriving).to(device)

    def step() -> Sequence[Any]:
        leaf = start.detach().requires_grad_()
        end = forward(leaf)
        end.backward(torch.ones_like(end) if back is None else back)
        return [end.detach().cpu(), leaf.grad.cpu()]

    return step


def jax_gradient(jax: Any, forward: Forward, given: Array, arriving: Array | None = None) -> Way:
    """The same, compiled by XLA."""

    @jax.jit
    def step(a: Any, b: Any) -> Any:
        end, back = jax.vjp(forward, a)
        return [end, *back(jax.numpy.ones_like(end) if b is None else b)]

    a, b = jax.numpy.asarray(given), None if arriving is None else jax.numpy.asarray(arriving)
    return lambda: jax.block_until_ready(step(a, b))


def tensorflow_gradient(tf: Any, forward: Forward, given: Array, arriving: Array | None = None) -> Way:
    """The same, as a graph of TensorFlow."""

    @tf.function
    def step(a: Any, b: Any) -> Any:
        end = forward(a)
        return [end, *tf.gradients(end, a, b)]

    a, b = tf.constant(given), None if arriving is None else tf.constant(arriving)
    return lambda: step(a, b)


# -- Steps of training, in each library --------------------------------------------------------------------------------


def torch_training(torch: Any, loss: Forward, values: Sequence[Any]) -> Way:
    """Gradient descent on a loss of some tensors."""
    for each in values:
        each.requires_grad_()
    optimiser = torch.optim.SGD(values, RATE)

    def step() -> Sequence[Any]:
        value = loss(*values)
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        return [value.detach().cpu()]

    return step


def jax_training(jax: Any, logits: Forward, given: Examples) -> Way:
    """The same for the cross entropy of logits, which are a function of images and a list of variables."""
    state = [list(given.first)]
    rows = np.arange(len(given.labels))

    def loss(values: Any) -> Any:
        z = logits(given.images, values)
        return (jax.nn.logsumexp(z, 1) - z[rows, given.labels]).mean()

    @jax.jit
    def update(values: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(values)
        return value, [v - RATE * g for v, g in zip(values, gradients, strict=True)]

    def step() -> Sequence[Any]:
        value, state[0] = update(state[0])
        jax.block_until_ready(state[0])
        return [value]

    return step


def tensorflow_training(tf: Any, logits: Forward, given: Examples) -> Way:
    """The same, as a graph of TensorFlow."""
    values = [tf.Variable(v) for v in given.first]
    images, labels = tf.constant(given.images), tf.constant(given.labels)

    @tf.function
    def update() -> Any:
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits(images, values))
        value = tf.reduce_mean(losses)
        for v, g in zip(values, tf.gradients(value, values), strict=True):
            v.assign_sub(RATE * g)
        return value

    return lambda: [update().numpy()]


# -- The workloads -----------------------------------------------------------------------------------------------------


def small_nodes(count: int, gradient: bool) -> dict[str, Way]:
    """E1."""

    def in_torch(torch: Any) -> Way:
        b = torch.from_numpy(OTHER.copy())

        def forward(a: Any) -> Any:
            return chain(a, b, torch.sin, torch.tanh, count)

        start = torch.from_numpy(START.copy())
        return torch_gradient(torch, forward, START) if gradient else lambda: [forward(start)]

    def in_jax(jax: Any) -> Way:
        def forward(a: Any) -> Any:
            return chain(a, OTHER, jax.numpy.sin, jax.numpy.tanh, count)

        if gradient:
            return jax_gradient(jax, forward, START)
        compiled = jax.jit(forward)
        return lambda: [jax.block_until_ready(compiled(START))]

    def in_tensorflow(tf: Any) -> Way:
        b = tf.constant(OTHER)

        def forward(a: Any) -> Any:
            return chain(a, b, tf.sin, tf.tanh, count)

        if gradient:
            return tensorflow_gradient(tf, forward, START)
        compiled, start = tf.function(forward), tf.constant(START)
        return lambda: [compiled(start)]

    makers: dict[str, Callable[[Any], Way]] = {"torch": in_torch, "tensorflow_graph": in_tensorflow}
    return peers(**makers, **({"jax_jit": in_jax} if count <= 1000 else {}))  # XLA compiles for minutes


def perceptron(given: Examples) -> dict[str, Way]:
    """E2."""

    def in_torch(torch: Any, device: str = "cpu") -> Way:
        images, labels = torch.from_numpy(given.images).to(device), torch.from_numpy(given.labels).to(device)

        def loss(w1: Any, b1: Any, w2: Any, b2: Any) -> Any:
            h = torch.relu(torch.addmm(b1, images, w1))
            return torch.nn.functional.cross_entropy(torch.addmm(b2, h, w2), labels)

        return torch_training(torch, loss, [torch.from_numpy(v.copy()).to(device) for v in given.first])

    def logits(relu: Any, images: Any, v: Any) -> Any:
        return relu(images @ v[0] + v[1]) @ v[2] + v[3]

    def in_jax(jax: Any) -> Way:
        return jax_training(jax, partial(logits, jax.nn.relu), given)

    def in_tensorflow(tf: Any) -> Way:
        return tensorflow_training(tf, partial(logits, tf.nn.relu), given)

    elsewhere = {"torch_cuda": partial(in_torch, device="cuda"), "jax_precise": partial(precise, make=in_jax)}
    return peers(elsewhere, torch=in_torch, jax_jit=in_jax, tensorflow_graph=in_tensorflow)


def convolutional(given: Examples) -> dict[str, Way]:
    """E3; PyTorch in the memory layout that it is fastest with."""
    count = len(given.images)

    def in_torch(torch: Any, device: str = "cpu") -> Way:
        last, f = torch.channels_last, torch.nn.functional
        values = [torch.from_numpy(v.copy()).to(device) for v in given.first]
        for i in (0, 2):
            values[i] = values[i].permute(3, 2, 0, 1).contiguous(memory_format=last)
        images = torch.from_numpy(given.images).to(device).permute(0, 3, 1, 2).contiguous(memory_format=last)
        labels = torch.from_numpy(given.labels).to(device)

        def loss(*v: Any) -> Any:
            h = f.max_pool2d(torch.relu(f.conv2d(images, v[0], v[1], padding=2)), 2)
            h = f.max_pool2d(torch.relu(f.conv2d(h, v[2], v[3], padding=2)), 2)
            h = torch.relu(h.permute(0, 2, 3, 1).reshape(count, 3136) @ v[4] + v[5])
            return f.cross_entropy(h @ v[6] + v[7], labels)

        return torch_training(torch, loss, values)

    def in_jax(jax: Any) -> Way:
        lax, inf = jax.lax, jax.numpy.inf

        def layer(a: Any, f: Any, b: Any) -> Any:
            h = lax.conv_general_dilated(a, f, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
            return lax.reduce_window(jax.nn.relu(h + b), -inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "SAME")

        def logits(images: Any, v: Any) -> Any:
            h = layer(layer(images, v[0], v[1]), v[2], v[3]).reshape(count, 3136)
            return jax.nn.relu(h @ v[4] + v[5]) @ v[6] + v[7]

        return jax_training(jax, logits, given)

    def in_tensorflow(tf: Any) -> Way:
        def logits(h: Any, v: Any) -> Any:
            for i in (0, 2):
                h = tf.nn.relu(tf.nn.conv2d(h, v[i], 1, "SAME") + v[i + 1])
                h = tf.nn.max_pool2d(h, 2, 2, "SAME")
            h = tf.nn.relu(tf.reshape(h, (count, 3136)) @ v[4] + v[5])
            return h @ v[6] + v[7]

        return tensorflow_training(tf, logits, given)

    elsewhere = {"torch_cuda": partial(in_torch, device="cuda"), "jax_precise": partial(precise, make=in_jax)}
    return peers(elsewhere, torch=in_torch, jax_jit=in_jax, tensorflow_graph=in_tensorflow)


def stable_softmax(given: Array, arriving: Array) -> dict[str, Way]:
    """E4."""

    def in_torch(torch: Any, device: str = "cpu") -> Way:
        def forward(a: Any) -> Any:
            power = torch.exp(a - a.max(1, keepdim=True).values.detach())
            return power / power.sum(1, keepdim=True)

        return torch_gradient(torch, forward, given, arriving, device)

    def in_jax(jax: Any) -> Way:
        def forward(a: Any) -> Any:
            power = jax.numpy.exp(a - jax.lax.stop_gradient(a.max(1, keepdims=True)))
            return power / power.sum(1, keepdims=True)

        return jax_gradient(jax, forward, given, arriving)

    def in_tensorflow(tf: Any) -> Way:
        def forward(a: Any) -> Any:
            power = tf.exp(a - tf.stop_gradient(tf.reduce_max(a, 1, keepdims=True)))
            return power / tf.reduce_sum(power, 1, keepdims=True)

        return tensorflow_gradient(tf, forward, given, arriving)

    elsewhere = {"torch_cuda": partial(in_torch, device="cuda"), "jax_handed back": partial(handed_back, make=in_jax)}
    return peers(elsewhere, torch=in_torch, jax_jit=in_jax, tensorflow_graph=in_tensorflow)


def expression(given: Array) -> dict[str, Way]:
    """E5."""
    a, b, c, d = map(float, NUMBERS)

    def forward(sigmoid: Any, tanh: Any, x: Any) -> Any:
        return sigmoid(a * x + b) * tanh(c * x) - d

    def in_torch(torch: Any, device: str = "cpu") -> Way:
        return torch_gradient(torch, partial(forward, torch.sigmoid, torch.tanh), given, device=device)

    def in_jax(jax: Any) -> Way:
        return jax_gradient(jax, partial(forward, jax.nn.sigmoid, jax.numpy.tanh), given)

    def in_tensorflow(tf: Any) -> Way:
        return tensorflow_gradient(tf, partial(forward, tf.sigmoid, tf.tanh), given)

    elsewhere = {"torch_cuda": partial(in_torch, device="cuda"), "jax_handed back": partial(handed_back, make=in_jax)}
    return peers(elsewhere, torch=in_torch, jax_jit=in_jax, tensorflow_graph=in_tensorflow)

"""Training steps of a VAE, a U-Net and a GPT, each small: written once, for our operations and those of TensorFlow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from blocks import ops
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from tests.bench.measuring import Way
from tests.bench.workloads import Workload

RATE = 1e-3
BATCH, PIXELS, HIDDEN, CODE = 64, 784, 128, 20
PICTURES, SIDE, CHANNELS = 4, 32, (3, 16, 32, 64)
TEXTS, LENGTH, WIDTH, HEADS, LAYERS, WORDS = 4, 128, 128, 4, 4, 256


class Network(NamedTuple):
    """A loss of data and variables.

    Attributes:
        loss: given functions, the data and the variables in order, it makes the loss.
        data: arrays of numbers, and of whole numbers.
        shapes: those of the variables.
    """

    loss: Callable[[Any, Sequence[Any], Iterator[Any]], Any]
    data: Sequence[Array]
    shapes: Sequence[Sequence[int]]

    def first(self) -> list[Array]:
        """What the variables begin with."""
        rng = np.random.default_rng(1)
        return [(rng.normal(size=tuple(shape)) * 0.05).astype(np.float32) for shape in self.shapes]

    def ours(self) -> Workload:
        """A step of gradient descent, as a graph of ours."""
        root = Scope.new_root_scope()
        variables = [ops.Variable(root, value).as_output() for value in self.first()]
        data = [ops.Const(root, each).as_output() for each in self.data]
        loss: Output = self.loss(Ours(), data, iter(variables)).as_output()
        gradients = add_symbolic_gradients(root, [loss], variables)
        updates = [ops.ApplyGradientDescent(v, RATE, g) for v, g in zip(variables, gradients, strict=True)]
        return Workload(root, [loss], updates)

    def tensorflow(self, tf: Any) -> Way:
        """The same, as a graph of TensorFlow."""
        variables = [tf.Variable(value) for value in self.first()]
        data = [tf.constant(each) for each in self.data]

        @tf.function
        def step() -> Any:
            loss = self.loss(Theirs(tf), data, iter(variables))
            for variable, gradient in zip(variables, tf.gradients(loss, variables), strict=True):
                variable.assign_sub(RATE * tf.convert_to_tensor(gradient))
            return loss

        return lambda: [step().numpy()]


class Ours:
    """Our operations, by names that `Theirs` has too."""

    relu, exp, softplus, softmax, rsqrt, matmul = ops.Relu, ops.Exp, ops.Softplus, ops.Softmax, ops.Rsqrt, ops.MatMul
    reshape, turn, rows = ops.Reshape, ops.Transpose, ops.Gather

    def products(self, x: Any, y: Any, turned: bool = False) -> Any:
        """Of many pairs of matrices."""
        return ops.BatchMatMul(x, y, adj_y=turned)

    def convolve(self, x: Any, filter: Any) -> Any:
        """With padding."""
        return ops.Conv2D(x, filter, strides=[1, 1, 1, 1], padding="SAME")

    def enlarge(self, x: Any, filter: Any, shape: Sequence[int]) -> Any:
        """Twice as wide and high."""
        return ops.Conv2DBackpropInput(list(shape), filter, x, strides=[1, 2, 2, 1], padding="SAME")

    def pool(self, x: Any) -> Any:
        """Half as wide and high."""
        return ops.MaxPool(x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")

    def join(self, x: Any, y: Any) -> Any:
        """Side by side."""
        return ops.Concat([x, y], -1)

    def mean(self, x: Any, axes: Sequence[int], keep: bool = False) -> Any:
        """Along axes."""
        return ops.Mean(x, list(axes), keep_dims=keep)

    def cross_entropy(self, logits: Any, labels: Any) -> Any:
        """Of rows, each with the number of its class."""
        return ops.SparseSoftmaxCrossEntropyWithLogits(logits, labels).loss


class Theirs:
    """The same in TensorFlow."""

    def __init__(self, tf: Any) -> None:
        self.tf = tf
        self.relu, self.exp, self.softplus, self.softmax = tf.nn.relu, tf.exp, tf.nn.softplus, tf.nn.softmax
        self.rsqrt, self.matmul, self.reshape, self.turn = tf.math.rsqrt, tf.matmul, tf.reshape, tf.transpose
        self.rows = tf.gather

    def products(self, x: Any, y: Any, turned: bool = False) -> Any:
        return self.tf.matmul(x, y, transpose_b=turned)

    def convolve(self, x: Any, filter: Any) -> Any:
        return self.tf.nn.conv2d(x, filter, 1, "SAME")

    def enlarge(self, x: Any, filter: Any, shape: Sequence[int]) -> Any:
        return self.tf.nn.conv2d_transpose(x, filter, shape, 2, "SAME")

    def pool(self, x: Any) -> Any:
        return self.tf.nn.max_pool2d(x, 2, 2, "SAME")

    def join(self, x: Any, y: Any) -> Any:
        return self.tf.concat([x, y], -1)

    def mean(self, x: Any, axes: Sequence[int], keep: bool = False) -> Any:
        return self.tf.reduce_mean(x, axes, keepdims=keep)

    def cross_entropy(self, logits: Any, labels: Any) -> Any:
        return self.tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)


def _vae(f: Any, data: Sequence[Any], v: Iterator[Any]) -> Any:
    images, noise = data
    hidden = f.relu(f.matmul(images, next(v)) + next(v))
    middle, spread = (f.matmul(hidden, next(v)) + next(v) for _ in range(2))
    code = middle + f.exp(spread * 0.5) * noise
    logits = f.matmul(f.relu(f.matmul(code, next(v)) + next(v)), next(v)) + next(v)
    rebuilt = f.mean(f.softplus(logits) - images * logits, (0, 1)) * float(PIXELS)
    return rebuilt + f.mean(f.exp(spread) + middle * middle - spread - 1.0, (0, 1)) * (0.5 * CODE)


def _unet(f: Any, data: Sequence[Any], v: Iterator[Any]) -> Any:
    x, wanted = data

    def twice(x: Any) -> Any:
        for _ in range(2):
            x = f.relu(f.convolve(x, next(v)) + next(v))
        return x

    kept: list[Any] = []
    for _ in CHANNELS[1:-1]:
        kept.append(twice(x))
        x = f.pool(kept[-1])
    x = twice(x)
    for i, channels in reversed(list(enumerate(CHANNELS[1:-1]))):
        x = f.enlarge(x, next(v), (PICTURES, SIDE >> i, SIDE >> i, channels))
        x = twice(f.join(kept[i], x))
    off = f.convolve(x, next(v)) - wanted
    return f.mean(off * off, (0, 1, 2, 3))


def _gpt(f: Any, data: Sequence[Any], v: Iterator[Any]) -> Any:
    words, following, hidden = data

    def normal(x: Any) -> Any:
        x = x - f.mean(x, (1,), True)
        return x * f.rsqrt(f.mean(x * x, (1,), True) + 1e-5) * (next(v) + 1.0) + next(v)

    def heads(x: Any) -> Any:
        return f.turn(f.reshape(f.matmul(x, next(v)), (TEXTS, LENGTH, HEADS, WIDTH // HEADS)), (0, 2, 1, 3))

    x = f.rows(next(v), words)
    for _ in range(LAYERS):
        seen = normal(x)
        asked, keys, values = heads(seen), heads(seen), heads(seen)
        weights = f.softmax(f.products(asked, keys, True) * (WIDTH // HEADS) ** -0.5 + hidden)
        attended = f.reshape(f.turn(f.products(weights, values), (0, 2, 1, 3)), (TEXTS * LENGTH, WIDTH))
        x = x + f.matmul(attended, next(v))
        x = x + f.matmul(f.relu(f.matmul(normal(x), next(v)) + next(v)), next(v))
    return f.mean(f.cross_entropy(f.matmul(normal(x), next(v)), following), (0,))


def vae() -> Network:
    """784-128-20-128-784, 64 images."""
    rng = np.random.default_rng(0)
    images, noise = rng.random((BATCH, PIXELS)), rng.normal(size=(BATCH, CODE))
    sizes = (PIXELS, HIDDEN), (HIDDEN, CODE), (HIDDEN, CODE), (CODE, HIDDEN), (HIDDEN, PIXELS)
    shapes = [shape for size in sizes for shape in (size, size[1:])]
    return Network(_vae, [images.astype(np.float32), noise.astype(np.float32)], shapes)


def unet() -> Network:
    """Two times half as wide and high, and back; four pictures of 32 x 32."""
    rng = np.random.default_rng(0)
    pictures = [rng.normal(size=(PICTURES, SIDE, SIDE, c)).astype(np.float32) for c in (CHANNELS[0], 1)]
    shapes: list[tuple[int, ...]] = []

    def twice(before: int, after: int) -> None:
        for size in (before, after):
            shapes.extend([(3, 3, size, after), (after,)])

    for before, after in pairwise(CHANNELS):
        twice(before, after)
    for before, after in zip(CHANNELS[:1:-1], CHANNELS[-2:0:-1], strict=True):
        shapes.append((2, 2, after, before))
        twice(2 * after, after)
    return Network(_unet, pictures, [*shapes, (1, 1, CHANNELS[1], 1)])


def gpt() -> Network:
    """Four layers of width 128 with four heads, four texts of 128."""
    rng = np.random.default_rng(0)
    words, following = rng.integers(0, WORDS, (2, TEXTS * LENGTH)).astype(np.int32)
    hidden = np.triu(np.full((LENGTH, LENGTH), -1e9, np.float32), 1)
    normal, square = [(WIDTH,), (WIDTH,)], (WIDTH, WIDTH)
    wide: list[tuple[int, ...]] = [(WIDTH, 4 * WIDTH), (4 * WIDTH,), (4 * WIDTH, WIDTH)]
    layer = [*normal, *[square] * 4, *normal, *wide]
    shapes = [(WORDS, WIDTH), *layer * LAYERS, *normal, (WIDTH, WORDS)]
    return Network(_gpt, [words, following, hidden], shapes)


NETWORKS: dict[str, Callable[[], Network]] = {"VAE": vae, "U-Net": unet, "GPT": gpt}

"""Writes ``custom_gradients.zip``: functions with custom gradients, saved by TensorFlow, and its gradients of them.

``python -m tests.interchange.tensorflow.make_custom_gradients`` with TensorFlow 2.21. In the archive lie a SavedModel
with a signature for each function, and ``numbers.npz``: ``NAME|y`` is its result for `X`, ``NAME|x`` and ``NAME|w`` are
gradients of the sum of ``y``, and ``NAME|xx`` and ``NAME|xw`` are those of the sum of the squares of ``NAME|x``.
"""

# TensorFlow is not there where this is checked.
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
tf: Any = import_module("tensorflow")
ARCHIVE = Path(__file__).parent / "custom_gradients.zip"
X = np.array([0.7, 1.6], np.float32)


def custom(forward: Any, backward: Any) -> Any:
    """A function whose gradient gets the gradients of its results."""
    return tf.custom_gradient(lambda *xs: (forward(*xs), backward))


def straight(x: Any, w: Any, _unused: Any) -> Any:
    return custom(tf.round, lambda dy: dy)(tf.sin(x) * w)


def clipped(x: Any, w: Any, _unused: Any) -> Any:
    return custom(tf.identity, lambda dy: tf.clip_by_norm(dy, 0.5))(x**3) * w


def captured(x: Any, w: Any, _unused: Any) -> Any:
    @tf.custom_gradient
    def log1p_exp(a: Any) -> Any:
        e = tf.exp(a)
        return tf.math.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    return log1p_exp(x * x * w)


def weighted(x: Any, w: Any, _unused: Any) -> Any:
    @tf.custom_gradient
    def layer(a: Any) -> Any:
        def grad(dy: Any, variables: Any = None) -> Any:
            return dy * w * a * 7.0, [dy * a * 5.0 for _ in variables]

        return a * w, grad

    return layer(x)


def two(x: Any, w: Any, _unused: Any) -> Any:
    @tf.custom_gradient
    def both(a: Any, b: Any) -> Any:
        return (a * b, a + b), lambda da, db: (da * 2.0 + db * a + 1.0, da * b)

    product, _ = both(x, x * w)
    first, second = both(x * x, w)
    return product**2 + first * second


def nested(x: Any, w: Any, _unused: Any) -> Any:
    inner = custom(tf.round, lambda dy: dy * 2.0)

    @tf.custom_gradient
    def outer(a: Any) -> Any:
        y = inner(a) * 3.0
        return y, lambda dy: dy * y * y

    return outer(inner(x) * w)


def called(x: Any, w: Any, _unused: Any) -> Any:
    @tf.function
    def inner(x: Any) -> Any:
        @tf.custom_gradient
        def own(a: Any) -> Any:
            y = tf.exp(a)
            return y, lambda dy: dy * y * x

        return own(x)

    return inner(x) * inner(x * 2.0) * w


def looped(x: Any, w: Any, _unused: Any) -> Any:
    def body(i: Any, y: Any) -> Any:
        z = tf.sin(y)

        @tf.custom_gradient
        def own(a: Any) -> Any:
            r = tf.sigmoid(a) * w
            return r, lambda dy, variables: (dy * r * z * x, [dy * a for _ in variables])

        return i + 1, own(y)

    return tf.while_loop(lambda i, _: i < 3, body, [0, x])[1]


def chosen(x: Any, w: Any, _unused: Any) -> Any:
    own = custom(tf.round, lambda dy: dy * 2.0)
    return tf.cond(tf.reduce_sum(x) > 0, lambda: own(x * x), lambda: x) * w


def of_variable(x: Any, w: Any, unused: Any) -> Any:
    return custom(tf.square, lambda dy: dy * unused)(x) * w


def of_integers(x: Any, w: Any, _unused: Any) -> Any:
    def grad(dy: Any) -> Any:
        return tf.scatter_nd([[1], [0]], dy * 3.0, [2]), None

    return custom(tf.gather, grad)(x * x, tf.constant([1, 0])) * w


def passed(x: Any, w: Any, _unused: Any) -> Any:
    return tf.grad_pass_through(lambda a: tf.floor(a) * w)(x * x)


def replaced(x: Any, w: Any, _unused: Any) -> Any:
    with tf.compat.v1.get_default_graph().gradient_override_map({"Round": "HalfGradient"}):
        return tf.round(x * x) * w


tf.RegisterGradient("HalfGradient")(lambda _op, dy: dy * 0.5)
FUNCTIONS = (
    straight, clipped, captured, weighted, two, nested, called, looped, chosen, of_variable, of_integers, passed,
    replaced,
)  # fmt: skip


def gradients(function: Callable[[Any], Any], w: Any) -> dict[str, Any]:
    """The result of a function for `X` and its gradients, those that it has."""
    x = tf.constant(X)
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = function(x)
            total = tf.reduce_sum(y)
        dx = tape.gradient(total, x)
        squares = tf.reduce_sum(dx * dx)
    found = {"y": y, "x": dx, "w": tape.gradient(total, w)}
    found.update({"xx": outer.gradient(squares, x), "xw": outer.gradient(squares, w)})
    return {key: value.numpy() for key, value in found.items() if value is not None}


def main() -> None:
    """Save all functions, and what TensorFlow gives for them."""
    module = tf.Module()
    module.w = tf.Variable([2.0, 3.0], name="w")
    module.unused = tf.Variable([0.5, -1.5], name="unused")
    numbers: dict[str, Any] = {}
    signatures: dict[str, Any] = {}
    for each in FUNCTIONS:
        spec = [tf.TensorSpec([2], tf.float32, "x")]
        own = tf.function(lambda x, each=each: {"y": each(x, module.w, module.unused)}, input_signature=spec)
        signatures[each.__name__] = own
        results = gradients(lambda x, own=own: own(x)["y"], module.w)
        numbers.update({f"{each.__name__}|{key}": value for key, value in results.items()})
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(ARCHIVE, "w", zipfile.ZIP_DEFLATED) as out:
        path = Path(folder)
        options = tf.saved_model.SaveOptions(experimental_custom_gradients=True)
        tf.saved_model.save(module, str(path / "model"), signatures=signatures, options=options)
        np.savez_compressed(path / "numbers.npz", **numbers)
        for file in (path / "numbers.npz", path / "model/saved_model.pb", *sorted(path.glob("model/variables/*"))):
            out.write(file, file.relative_to(path))


if __name__ == "__main__":
    main()

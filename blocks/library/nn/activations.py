"""Activation functions.

The kernels take the output array as a last argument, as NumPy's ufuncs do, so that a plan can reuse memory. They write
to it only in their last operation: the result can replace the input.
"""

from __future__ import annotations

import numpy as np

from blocks.base.dtypes import FLOATS, REAL
from blocks.base.types import Array
from blocks.graph.graph import Node, Output
from blocks.library.declare import block, make
from blocks.library.math.shared import JAX, PYTORCH, clip


def _clipped(x: Array, top: float, out: Array | None) -> Array:
    if x.dtype.kind == "f":
        return clip(x, 0, top, out)  # twice as fast as the maximum with one number
    return np.maximum(x, 0, out=out) if top == np.inf else np.minimum(np.maximum(x, 0), int(top), out=out)


@block(
    "features: T -> activations: T",
    T=REAL,
    ufunc=True,
    formula="relu({features})",
    example={"features": [-2.0, 0.0, 3.0], "activations": [0.0, 0.0, 3.0]},
)
def Relu(features: Array, out: Array | None = None) -> Array:
    """Compute the rectified linear unit (ReLU): activations = max(features, 0).

    The gradient is 1 where features > 0 and 0 elsewhere, including at 0.

    Args:
        features: [...] any tensor of real numbers.
        gradient_rule: how the gradient treats special values. If the local slope is 0 and the incoming gradient is
            infinite or NaN, "tensorflow" returns NaN; "jax" and "pytorch" return 0. If a feature is NaN, "pytorch"
            passes the gradient through; the others return 0.

    Returns:
        activations: [...] the result, with the shape of features. NaN stays NaN.
    """
    return _clipped(features, np.inf, out)


Relu.gradient("features")(lambda call, dy: ReluGrad(dy, call.outputs[0]).as_output())


Relu.rule_of(JAX)(lambda call, dy: make("Where3", make("Greater", call.outputs[0], 0), dy, make("ZerosLike", dy)))


Relu.rule_of(PYTORCH)(lambda call, dy: make("Where3", make("LessEqual", call.outputs[0], 0), make("ZerosLike", dy), dy))


@block(
    "features: T -> activations: T",
    T=REAL,
    ufunc=True,
    doc_of=Relu,
    formula="relu6({features})",
    example={"features": [-2.0, 3.0, 8.0], "activations": [0.0, 3.0, 6.0]},
)
def Relu6(features: Array, out: Array | None = None) -> Array:
    """Compute ReLU6, the ReLU capped at 6: activations = min(max(features, 0), 6).

    The gradient is 1 where 0 < features < 6 and 0 elsewhere. Source: Krizhevsky, Convolutional Deep Belief Networks on
    CIFAR-10 (2010).
    """
    return _clipped(features, 6, out)


Relu6.gradient("features")(lambda call, dy: Relu6Grad(dy, call.outputs[0]).as_output())


@Relu6.rule_of(JAX)
def _(call: Node, dy: Output) -> Output:
    y = call.outputs[0]
    return make("Where3", make("LogicalAnd", make("Greater", y, 0), make("Less", y, 6)), dy, make("ZerosLike", dy))


@Relu6.rule_of(PYTORCH)
def _(call: Node, dy: Output) -> Output:
    y = call.outputs[0]
    outside = make("LogicalOr", make("LessEqual", y, 0), make("GreaterEqual", y, 6))
    return make("Where3", outside, make("ZerosLike", dy), dy)


@block(
    "gradients: T, features: T -> backprops: T",
    T=FLOATS,
    ufunc=True,
    internal=True,
    example={"gradients": [1.0, 2.0, 3.0], "features": [-1.0, 0.0, 5.0], "backprops": [0.0, 0.0, 3.0]},
)
def ReluGrad(gradients: Array, features: Array, out: Array | None = None) -> Array:
    """Compute the gradient of Relu: gradients where features > 0, 0 elsewhere.

    Args:
        features: the features or the activations; both give the same result.
    """
    return np.multiply(gradients, np.greater(features, 0), out)


@ReluGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output]:
    features = call.input("features")
    return ReluGrad(dy, features).as_output(), make("ZerosLike", features)


@block(
    "gradients: T, features: T -> backprops: T",
    T=FLOATS,
    ufunc=True,
    internal=True,
    example={"gradients": [1.0, 2.0, 3.0], "features": [-1.0, 5.0, 6.0], "backprops": [0.0, 2.0, 0.0]},
)
def Relu6Grad(gradients: Array, features: Array, out: Array | None = None) -> Array:
    """Compute the gradient of Relu6: gradients where 0 < features < 6, 0 elsewhere."""
    return np.multiply(gradients, np.greater(features, 0) & np.less(features, 6), out)


@Relu6Grad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output]:
    features = call.input("features")
    return Relu6Grad(dy, features).as_output(), make("ZerosLike", features)


@block(
    "features: T -> activations: T",
    T=FLOATS,
    ufunc=True,
    formula="elu({features})",
    example={"features": [-1.0, 0.0, 2.0], "activations": [-0.63212055, 0.0, 2.0]},
)
def Elu(features: Array, out: Array | None = None) -> Array:
    """Compute the exponential linear unit (ELU): exp(features) - 1 where features < 0, features elsewhere.

    The result approaches -1 for large negative features. Source: Clevert, Unterthiner, Hochreiter, arXiv:1511.07289.

    Args:
        features: [...] any tensor of floating-point numbers.

    Returns:
        activations: [...] the result, with the shape of features.
    """
    return np.add(np.maximum(features, 0), np.expm1(np.minimum(features, 0)), out)


@Elu.gradient("features")
def _(call: Node, dy: Output) -> Output:
    # exp(x) is y + 1 where x < 0. Chosen, not multiplied: NaN passes dy on, as in TensorFlow.
    y = call.outputs[0]
    return make("Where3", make("Less", y, 0), dy * (y + 1), dy)


@block(
    "features: T -> activations: T",
    T=FLOATS,
    ufunc=True,
    formula="softplus({features})",
    example={"features": [-1.0, 0.0, 100.0], "activations": [0.31326169, 0.69314718, 100.0]},
)
def Softplus(features: Array, out: Array | None = None) -> Array:
    """Compute softplus, a smooth form of ReLU: activations = log(exp(features) + 1), without overflow.

    The derivative of softplus is the sigmoid function.

    Source: Dugas and others, Incorporating Second-Order Functional Knowledge for Better Option Pricing (2000).

    Args:
        features: [...] any tensor of floating-point numbers.

    Returns:
        activations: [...] the result, with the shape of features. It is never negative.
    """
    return np.add(np.maximum(features, 0), np.log1p(np.exp(-np.abs(features))), out)


Softplus.gradient("features")(lambda call, dy: dy * make("Sigmoid", call.input("features")))


@block(
    "features: T -> activations: T",
    T=FLOATS,
    ufunc=True,
    formula="softsign({features})",
    example={"features": [-3.0, 0.0, 1.0], "activations": [-0.75, 0.0, 0.5]},
)
def Softsign(features: Array, out: Array | None = None) -> Array:
    """Compute softsign, which maps features to values between -1 and 1: activations = features / (|features| + 1).

    Source: Bergstra and others, Quadratic Polynomials Learn Better Image Features (2009).

    Args:
        features: [...] any tensor of floating-point numbers.

    Returns:
        activations: [...] the result, with the shape of features. It is NaN for an infinite feature, as in TensorFlow.
    """
    return np.divide(features, np.abs(features) + 1, out)


Softsign.gradient("features")(lambda call, dy: dy / make("Square", make("Abs", call.input("features")) + 1))


@block(
    "features: T -> activations: T",
    T=FLOATS,
    fusion="elementwise",
    formula="leaky_relu({features})",
    example={"features": [-2.0, 0.0, 3.0], "alpha": 0.25, "activations": [-0.5, 0.0, 3.0]},
)
def LeakyRelu(features: Array, *, alpha: float = 0.2) -> Array:
    """Compute the leaky ReLU: features where features > 0, alpha * features elsewhere.

    The gradient is 1 where features > 0 and alpha elsewhere, including at 0.

    Source: Maas, Hannun, Ng, Rectifier Nonlinearities Improve Neural Network Acoustic Models (2013).

    Args:
        features: [...] any tensor of floating-point numbers.
        alpha: the slope for negative features.

    Returns:
        activations: [...] the result, with the shape of features. NaN stays NaN.
    """
    with np.errstate(invalid="ignore"):
        left = features * features.dtype.type(np.float32(alpha))
        if 0 < alpha <= 1:
            return np.maximum(features, left)  # several times as fast as a choice
        return np.where(features > 0, features, left)


LeakyRelu.shape(lambda call: call.shape("features"))


@LeakyRelu.gradient("features")
def _(call: Node, dy: Output) -> Output:
    return LeakyReluGrad(dy, call.input("features"), alpha=call.attrs["alpha"]).as_output()


@block(
    "gradients: T, features: T -> backprops: T",
    T=FLOATS,
    fusion="elementwise",
    internal=True,
    example={"gradients": [1.0, 2.0, 3.0], "features": [-1.0, 0.0, 5.0], "backprops": [0.2, 0.4, 3.0]},
)
def LeakyReluGrad(gradients: Array, features: Array, *, alpha: float = 0.2) -> Array:
    """Compute the gradient of LeakyRelu: gradients where features > 0, alpha * gradients elsewhere."""
    return np.where(features > 0, gradients, gradients * gradients.dtype.type(np.float32(alpha)))


LeakyReluGrad.shape(lambda call: call.shape("features"))


@LeakyReluGrad.gradient()
def _(call: Node, dy: Output) -> tuple[Output, Output]:
    features = call.input("features")
    return LeakyReluGrad(dy, features, alpha=call.attrs["alpha"]).as_output(), make("ZerosLike", features)


SELU_SCALE = 1.0507009873554804934193349852946
SELU_LIMIT = 1.7580993408473768599402175208123
"""What Selu goes to on the left, without its sign."""


@block(
    "features: T -> activations: T",
    T=FLOATS,
    ufunc=True,
    formula="selu({features})",
    doc_of=Elu,
    example={"features": [-1.0, 0.0, 2.0], "activations": [-1.1113307, 0.0, 2.101402]},
)
def Selu(features: Array, out: Array | None = None) -> Array:
    """Compute the scaled exponential linear unit (SELU).

    activations = 1.0507 * features where features > 0, 1.7581 * (exp(features) - 1) elsewhere. With suitable initial
    weights, SELU keeps mean 0 and variance 1 from layer to layer.

    Source: Klambauer, Unterthiner, Mayr, Hochreiter, arXiv:1706.02515.

    Args:
        gradient_rule: the slope at 0: 1.0507 with "tensorflow" (as in JAX), 1.7581 with "pytorch".
    """
    kind = features.dtype.type
    left = np.expm1(np.minimum(features, kind(0))) * kind(SELU_LIMIT)
    return np.add(np.maximum(features, kind(0)) * kind(SELU_SCALE), left, out)


@Selu.gradient("features")
def _(call: Node, dy: Output) -> Output:
    # 1.7581 exp(x) is y + 1.7581 where x < 0. Chosen, not multiplied: NaN passes dy on, as in TensorFlow.
    y = call.outputs[0]
    return make("Where3", make("Less", y, 0), dy * (y + SELU_LIMIT), dy * SELU_SCALE)


@Selu.rule_of(PYTORCH)
def _(call: Node, dy: Output) -> Output:
    y = call.outputs[0]
    right = make("Where3", make("Equal", y, 0), dy * SELU_LIMIT, dy * SELU_SCALE)
    return make("Where3", make("Less", y, 0), dy * (y + SELU_LIMIT), right)

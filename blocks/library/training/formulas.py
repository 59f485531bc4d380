"""The update rules of optimizers: one function per rule, shared by the dense, the sparse and the resource blocks.

Each takes the variable and its slots, then the hyperparameters and the gradient, in the order of the block's pins, and
returns the new values of the variable and its slots. All arithmetic is in the dtype of the variable. The first line and
the formula of a docstring become the documentation of the blocks. The formulas follow TensorFlow's ``training_ops.cc``;
papers are cited if there are any.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from blocks.base.types import Array

Number = Any
"""A single number in the dtype of the variable: a NumPy scalar or an array of no axes."""


def gradient_descent(var: Array, alpha: Number, delta: Array) -> Array:
    """Update a variable by gradient descent.

    var -= alpha * delta
    """
    return var - delta * alpha


def momentum(
    var: Array, accum: Array, lr: Number, grad: Array, momentum: Number, *, use_nesterov: bool = False
) -> tuple[Array, Array]:
    """Update a variable with the momentum optimizer.

    accum = momentum * accum + grad; var -= lr * accum. With use_nesterov, var -= lr * (grad + momentum * accum)
    instead. Source: Sutskever and others, On the Importance of Initialization and Momentum in Deep Learning (2013).
    """
    accum = accum * momentum + grad
    step = grad * lr + accum * momentum * lr if use_nesterov else accum * lr
    return var - step, accum


def adam(
    var: Array,
    m: Array,
    v: Array,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    grad: Array,
    *,
    use_nesterov: bool = False,
) -> tuple[Array, Array, Array]:
    """Update a variable with the Adam optimizer.

    rate = lr * sqrt(1 - beta2_power) / (1 - beta1_power); m += (grad - m) * (1 - beta1); v += (grad² - v) * (1 -
    beta2); var -= rate * m / (sqrt(v) + epsilon). With use_nesterov, beta1 * m + (1 - beta1) * grad replaces m in the
    last formula. Source: Kingma, Ba, arXiv:1412.6980.
    """
    rate = np.sqrt(1 - beta2_power) * lr / (1 - beta1_power)
    m = (grad - m) * (1 - beta1) + m
    v = (grad * grad - v) * (1 - beta2) + v
    step = grad * (1 - beta1) + m * beta1 if use_nesterov else m
    return var - step * rate / (np.sqrt(v) + epsilon), m, v


def adam_with_amsgrad(
    var: Array,
    m: Array,
    v: Array,
    vhat: Array,
    beta1_power: Number,
    beta2_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    grad: Array,
) -> tuple[Array, Array, Array, Array]:
    """Update a variable with the AMSGrad variant of Adam, which divides by the largest v so far.

    rate = lr * sqrt(1 - beta2_power) / (1 - beta1_power); m += (grad - m) * (1 - beta1); v += (grad² - v) * (1 -
    beta2); vhat = max(vhat, v); var -= rate * m / (sqrt(vhat) + epsilon). Source: Reddi, Kale, Kumar, On the
    Convergence of Adam and Beyond, ICLR 2018.
    """
    rate = np.sqrt(1 - beta2_power) * lr / (1 - beta1_power)
    m = (grad - m) * (1 - beta1) + m
    v = (grad * grad - v) * (1 - beta2) + v
    vhat = _larger(vhat, v)
    return var - m * rate / (np.sqrt(vhat) + epsilon), m, v, vhat


def ada_max(
    var: Array,
    m: Array,
    v: Array,
    beta1_power: Number,
    lr: Number,
    beta1: Number,
    beta2: Number,
    epsilon: Number,
    grad: Array,
) -> tuple[Array, Array, Array]:
    """Update a variable with the AdaMax optimizer.

    m += (grad - m) * (1 - beta1); v = max(beta2 * v, |grad|); var -= lr / (1 - beta1_power) * m / (v + epsilon).
    Source: Kingma, Ba, arXiv:1412.6980, section 7.1.
    """
    m = (grad - m) * (1 - beta1) + m
    v = _larger(v * beta2, np.abs(grad))
    return var - m / (v + epsilon) * (lr / (1 - beta1_power)), m, v


def keras_momentum(
    var: Array, accum: Array, lr: Number, grad: Array, momentum: Number, *, use_nesterov: bool = False
) -> tuple[Array, Array]:
    """Update a variable with the momentum optimizer, in Keras's form.

    accum = momentum * accum - lr * grad; var += accum. With use_nesterov, var += momentum * accum - lr * grad instead.
    Source: Sutskever and others, On the Importance of Initialization and Momentum in Deep Learning (2013).
    """
    accum = accum * momentum - grad * lr
    return var + (accum * momentum - grad * lr if use_nesterov else accum), accum


def power_sign(
    var: Array, m: Array, lr: Number, logbase: Number, sign_decay: Number, beta: Number, grad: Array
) -> tuple[Array, Array]:
    """Update a variable with the PowerSign optimizer.

    m = beta * m + (1 - beta) * grad; var -= lr * exp(logbase * sign_decay * sign(grad) * sign(m)) * grad. Source:
    Bello and others, Neural Optimizer Search with Reinforcement Learning, arXiv:1709.07417.
    """
    m = grad * (1 - beta) + m * beta
    return var - np.exp(np.sign(grad) * np.sign(m) * (logbase * sign_decay)) * grad * lr, m


def add_sign(
    var: Array, m: Array, lr: Number, alpha: Number, sign_decay: Number, beta: Number, grad: Array
) -> tuple[Array, Array]:
    """Update a variable with the AddSign optimizer.

    m = beta * m + (1 - beta) * grad; var -= lr * (alpha + sign_decay * sign(grad) * sign(m)) * grad. Source: Bello and
    others, Neural Optimizer Search with Reinforcement Learning, arXiv:1709.07417.
    """
    m = grad * (1 - beta) + m * beta
    return var - (np.sign(grad) * np.sign(m) * sign_decay + alpha) * grad * lr, m


def _larger(kept: Array, other: Array) -> Array:
    return np.where(other > kept, other, kept)


def adadelta(
    var: Array, accum: Array, accum_update: Array, lr: Number, rho: Number, epsilon: Number, grad: Array
) -> tuple[Array, Array, Array]:
    """Update a variable with the Adadelta optimizer.

    accum = rho * accum + (1 - rho) * grad²; update = sqrt(accum_update + epsilon) / sqrt(accum + epsilon) * grad;
    accum_update = rho * accum_update + (1 - rho) * update²; var -= lr * update. Source: Zeiler, arXiv:1212.5701.
    """
    accum = accum * rho + grad * grad * (1 - rho)
    update = np.sqrt(accum_update + epsilon) / np.sqrt(accum + epsilon) * grad
    return var - update * lr, accum, accum_update * rho + update * update * (1 - rho)


def adagrad(var: Array, accum: Array, lr: Number, grad: Array, *, update_slots: bool = True) -> tuple[Array, Array]:
    """Update a variable with the Adagrad optimizer.

    accum += grad² (unless update_slots is false); var -= lr * grad / sqrt(accum). If accum starts at 0, the result is
    NaN where the gradient is 0. Source: Duchi, Hazan, Singer, JMLR 12 (2011).
    """
    accum = accum + grad * grad if update_slots else +accum
    return var - grad * lr / np.sqrt(accum), accum


def adagrad_v2(
    var: Array, accum: Array, lr: Number, epsilon: Number, grad: Array, *, update_slots: bool = True
) -> tuple[Array, Array]:
    """Update a variable with the Adagrad optimizer.

    accum += grad² (unless update_slots is false); var -= lr * grad / (sqrt(accum) + epsilon). Source: Duchi, Hazan,
    Singer, JMLR 12 (2011).
    """
    accum = accum + grad * grad if update_slots else +accum
    return var - grad * lr / (np.sqrt(accum) + epsilon), accum


def _shrunk(x: Array, by: Any) -> Array:
    return np.sign(x) * np.maximum(np.abs(x) - by, 0)


def adagrad_da(
    var: Array,
    gradient_accumulator: Array,
    gradient_squared_accumulator: Array,
    grad: Array,
    lr: Number,
    l1: Number,
    l2: Number,
    global_step: Number,
) -> tuple[Array, Array, Array]:
    """Update a variable with the Adagrad dual averaging (AdagradDA) optimizer.

    gradient_accumulator += grad; gradient_squared_accumulator += grad²; with g = gradient_accumulator, var = -lr *
    sign(g) * max(|g| - l1 * global_step, 0) / (l2 * global_step * lr + sqrt(gradient_squared_accumulator)). Source:
    Duchi, Hazan, Singer, JMLR 12 (2011).
    """
    total = gradient_accumulator + grad
    squares = gradient_squared_accumulator + grad * grad
    step = global_step.astype(var.dtype)
    top = _shrunk(total, l1 * step) if l1 > 0 else total
    return -(lr * top) / (l2 * step * lr + np.sqrt(squares)), total, squares


def sparse_adagrad_da(
    var: Array,
    gradient_accumulator: Array,
    gradient_squared_accumulator: Array,
    grad: Array,
    lr: Number,
    l1: Number,
    l2: Number,
    global_step: Number,
) -> tuple[Array, Array, Array]:
    """Update a variable with the Adagrad dual averaging (AdagradDA) optimizer.

    gradient_accumulator += grad; gradient_squared_accumulator += grad²; with g = gradient_accumulator, var = -sign(g) *
    max(|g| / global_step - l1, 0) / (l2 + sqrt(gradient_squared_accumulator) / (global_step * lr)). Source: Duchi,
    Hazan, Singer, JMLR 12 (2011).
    """
    # The dense rule with top and bottom divided by global_step * lr: it differs where that is 0. TensorFlow takes it
    # for rows of several numbers only.
    if var[0].size == 1:
        return adagrad_da(var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step)
    total = gradient_accumulator + grad
    squares = gradient_squared_accumulator + grad * grad
    step = global_step.astype(var.dtype)
    mean = total / step
    top = _shrunk(mean, l1) if l1 > 0 else mean
    return -top / (l2 + np.sqrt(squares) / (step * lr)), total, squares


def _by_change(old: Array, new: Array, kept: Number) -> Array:
    return old + (new - old) * (1 - kept)


def _by_parts(old: Array, new: Array, kept: Number) -> Array:
    return old * kept + new * (1 - kept)


def _rms_prop(mean: Callable[[Array, Array, Number], Array]) -> FunctionType:
    """Return RMSProp with a form of the running mean: TensorFlow's differs for rows, keeping infinite means."""

    def formula(
        var: Array, ms: Array, mom: Array, lr: Number, rho: Number, momentum: Number, epsilon: Number, grad: Array
    ) -> tuple[Array, Array, Array]:
        """Update a variable with the RMSProp optimizer.

        ms = rho * ms + (1 - rho) * grad²; mom = momentum * mom + lr * grad / sqrt(ms + epsilon); var -= mom. Source:
        Tieleman, Hinton, Coursera lecture 6.5 (2012).
        """
        ms = mean(ms, grad * grad, rho)
        mom = mom * momentum + grad * lr / np.sqrt(ms + epsilon)
        return var - mom, ms, mom

    return formula


def _centered_rms_prop(mean: Callable[[Array, Array, Number], Array]) -> FunctionType:
    def formula(
        var: Array,
        mg: Array,
        ms: Array,
        mom: Array,
        lr: Number,
        rho: Number,
        momentum: Number,
        epsilon: Number,
        grad: Array,
    ) -> tuple[Array, Array, Array, Array]:
        """Update a variable with the centered RMSProp optimizer, which normalizes by the gradient's variance.

        mg = rho * mg + (1 - rho) * grad; ms = rho * ms + (1 - rho) * grad²; mom = momentum * mom + lr * grad / sqrt(ms
        - mg² + epsilon); var -= mom. Source: Graves, arXiv:1308.0850.
        """
        ms, mg = mean(ms, grad * grad, rho), mean(mg, grad, rho)
        mom = mom * momentum + grad * lr / np.sqrt(ms - mg * mg + epsilon)
        return var - mom, mg, ms, mom

    return formula


rms_prop, sparse_rms_prop = _rms_prop(_by_change), _rms_prop(_by_parts)
centered_rms_prop, sparse_centered_rms_prop = _centered_rms_prop(_by_change), _centered_rms_prop(_by_parts)


def proximal_gradient_descent(var: Array, alpha: Number, l1: Number, l2: Number, delta: Array) -> Array:
    """Update a variable by proximal gradient descent, with L1 and L2 regularization.

    p = var - alpha * delta; var = sign(p) * max(|p| - alpha * l1, 0) / (1 + alpha * l2). Source: Duchi, Singer, NIPS 22
    (2009).
    """
    return _proximal(var - delta * alpha, alpha, l1, l2)


def proximal_adagrad(var: Array, accum: Array, lr: Number, l1: Number, l2: Number, grad: Array) -> tuple[Array, Array]:
    """Update a variable with the proximal Adagrad optimizer, with L1 and L2 regularization.

    accum += grad²; rate = lr / sqrt(accum); p = var - rate * grad; var = sign(p) * max(|p| - rate * l1, 0) / (1 + rate
    * l2). lr must be above 0; l1 and l2 must be 0 or more. Source: Duchi, Singer, NIPS 22 (2009).
    """
    accum = accum + grad * grad
    rate = lr / np.sqrt(accum)
    return _proximal(var - grad * rate, rate, l1, l2), accum


def _proximal(x: Array, rate: Any, l1: Number, l2: Number) -> Array:
    top = _shrunk(x, rate * l1) if l1 > 0 else x
    return top / (1 + rate * l2)


Finish = Callable[[Array, Array, Number, Array], tuple[Array, Array, Array]]


def _ftrl(finish: Finish, doc: str) -> FunctionType:
    def formula(
        var: Array,
        accum: Array,
        linear: Array,
        grad: Array,
        lr: Number,
        l1: Number,
        l2: Number,
        lr_power: Number,
        *,
        multiply_linear_by_lr: bool = False,
    ) -> tuple[Array, Array, Array]:
        return finish(*_ftrl_sums(var, accum, linear, grad, grad, lr, l1, l2, lr_power, multiply_linear_by_lr))

    formula.__doc__ = doc
    return formula


def _ftrl_v2(finish: Finish, doc: str) -> FunctionType:
    def formula(
        var: Array,
        accum: Array,
        linear: Array,
        grad: Array,
        lr: Number,
        l1: Number,
        l2: Number,
        l2_shrinkage: Number,
        lr_power: Number,
        *,
        multiply_linear_by_lr: bool = False,
    ) -> tuple[Array, Array, Array]:
        pulled = grad + var * (2 * l2_shrinkage)
        return finish(*_ftrl_sums(var, accum, linear, grad, pulled, lr, l1, l2, lr_power, multiply_linear_by_lr))

    formula.__doc__ = doc
    return formula


def _ftrl_result(total: Array, linear: Array, limit: Number, bottom: Array) -> tuple[Array, Array, Array]:
    result: Array = (limit * np.sign(linear) - linear) / bottom
    return np.where(np.abs(linear) > limit, result, np.zeros_like(result)), total, linear


def _sparse_ftrl_result(total: Array, linear: Array, limit: Number, bottom: Array) -> tuple[Array, Array, Array]:
    # As the dense rule, but TensorFlow divides also where the result is 0: 0 / 0 is NaN here.
    return (np.maximum(np.minimum(linear, limit), -limit) - linear) / bottom, total, linear


ftrl = _ftrl(
    _ftrl_result,
    """Update a variable with the FTRL-proximal (follow the regularized leader) optimizer.

    new = accum + grad²; linear += grad - (new^-lr_power - accum^-lr_power) / lr * var; var = (sign(linear) * l1 -
    linear) / (new^-lr_power / lr + 2 * l2) where |linear| > l1, 0 elsewhere; accum = new. With multiply_linear_by_lr,
    linear is stored multiplied by lr. Source: McMahan and others, Ad Click Prediction, KDD 2013.
    """,
)
sparse_ftrl = _ftrl(
    _sparse_ftrl_result,
    """Update a variable with the FTRL-proximal (follow the regularized leader) optimizer.

    new = accum + grad²; linear += grad - (new^-lr_power - accum^-lr_power) / lr * var; var = (min(max(linear, -l1), l1)
    - linear) / (new^-lr_power / lr + 2 * l2); accum = new. With multiply_linear_by_lr, linear holds lr times as much.
    lr must be above 0, l1 and l2 not below, lr_power not above. Source: McMahan and others, Ad Click Prediction, KDD
    2013.
    """,
)
ftrl_v2 = _ftrl_v2(
    _ftrl_result,
    """Update a variable with the FTRL-proximal optimizer, with an L2 shrinkage term in the gradient.

    new = accum + grad²; linear += grad + 2 * l2_shrinkage * var - (new^-lr_power - accum^-lr_power) / lr * var; var =
    (sign(linear) * l1 - linear) / (new^-lr_power / lr + 2 * l2) where |linear| > l1, 0 elsewhere; accum = new. With
    multiply_linear_by_lr, linear is stored multiplied by lr. Source: McMahan and others, Ad Click Prediction, KDD 2013.
    """,
)
sparse_ftrl_v2 = _ftrl_v2(
    _sparse_ftrl_result,
    """Update a variable with the FTRL-proximal optimizer, with an L2 shrinkage term in the gradient.

    new = accum + grad²; linear += grad + 2 * l2_shrinkage * var - (new^-lr_power - accum^-lr_power) / lr * var; var =
    (min(max(linear, -l1), l1) - linear) / (new^-lr_power / lr + 2 * l2); accum = new. With multiply_linear_by_lr,
    linear is stored multiplied by lr. lr must be above 0, l1, l2 and l2_shrinkage 0 or more, and lr_power 0 or less.
    Source: McMahan and others, Ad Click Prediction, KDD 2013.
    """,
)


def _ftrl_sums(
    var: Array,
    accum: Array,
    linear: Array,
    grad: Array,
    pulled: Array,
    lr: Number,
    l1: Number,
    l2: Number,
    lr_power: Number,
    multiplied: bool,
) -> tuple[Array, Array, Number, Array]:
    """Return the new sums of squares and of gradients, the threshold below which var is 0, and the divisor.

    ``pulled`` is the gradient plus the shrinkage term.
    """
    total = accum + grad * grad
    power, old_power = (np.sqrt(total), np.sqrt(accum)) if lr_power == -0.5 else (total**-lr_power, accum**-lr_power)
    if multiplied:
        linear = linear + (pulled * lr - (power - old_power) * var)
        return total, linear, l1 * lr, power + 2 * l2 * lr
    return total, linear + (pulled - (power - old_power) / lr * var), l1, power / lr + 2 * l2

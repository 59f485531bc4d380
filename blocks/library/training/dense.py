"""The update blocks that change a whole variable: one block type per rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import COMPLEX, DOUBLE, FLOAT, FLOATS, HALF
from blocks.base.shapes import element_count
from blocks.base.types import Array
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node
from blocks.library.training import formulas
from blocks.library.training.table import proximal_ranges, update_rule

MOST = (*FLOATS, *COMPLEX)
TWO = (FLOAT, DOUBLE)
FEW = 1 << 11
"""Elements, up to which the calls of a rule cost more than what they do."""


def _descent(node: Node) -> Callable[..., Any] | None:
    if not node.outputs[0].shape:
        return None

    def descent(var: Array, alpha: Array, delta: Array, out: Array | None = None) -> Any:
        change = np.multiply(delta, alpha, out)
        return np.subtract(var, change, change)

    return descent


ApplyGradientDescent = update_rule(
    "ApplyGradientDescent",
    formulas.gradient_descent,
    (),
    MOST,
    example={"alpha": 0.5, "delta": [1.0, -1.0], "out": [0.5, 2.5]},
    choose=_descent,
)


def _momentum(node: Node) -> Callable[..., Any] | None:
    size, shape = element_count(node.outputs[0].shape), node.outputs[0].shape
    if size is None or size > FEW or not shape or node.attrs["use_nesterov"]:
        return None
    multiply, add, subtract = np.multiply, np.add, np.subtract

    def step(var: Any, accum: Any, lr: Any, grad: Any, momentum: Any) -> Any:
        moved = multiply(accum, momentum)
        add(moved, grad, moved)
        change = multiply(moved, lr)
        return subtract(var, change, change), moved

    return step


ApplyMomentum = update_rule(
    "ApplyMomentum",
    formulas.momentum,
    ("accum",),
    MOST,
    choose=_momentum,
    example={"accum": [1.0, 0.0], "lr": 0.5, "grad": [1.0, -1.0], "momentum": 0.5, "out": [0.25, 2.5]},
)


MOMENTS = {
    "beta1_power": 0.9,
    "beta2_power": 0.999,
    "lr": 0.1,
    "beta1": 0.9,
    "beta2": 0.999,
    "epsilon": 1e-8,
    "grad": [3.0, -0.5],
}


def _adam(node: Node) -> Callable[..., Any] | None:
    size, shape = element_count(node.outputs[0].shape), node.outputs[0].shape
    if size is None or size > FEW or not shape or node.attrs["use_nesterov"]:
        return None
    multiply, add, subtract, divide, root = np.multiply, np.add, np.subtract, np.divide, np.sqrt
    in_order: Callable[[Any], Any] = np.ascontiguousarray
    dtype = node.outputs[0].dtype.numpy
    one, number = dtype.type(1), np.asarray
    betas = [known_value(node.input(pin)) for pin in ("beta1", "beta2")]
    # Numbers are added and multiplied faster as such, but not with tensors.
    left1, left2 = (None if beta is None else number(one - beta[()], dtype) for beta in betas)

    def step(
        var: Any, m: Any, v: Any, beta1_power: Any, beta2_power: Any, lr: Any, beta1: Any, beta2: Any, epsilon: Any,
        grad: Any,
    ) -> Any:  # fmt: skip
        rate = number(root(one - beta2_power[()]) * lr[()] / (one - beta1_power[()]))
        grad = in_order(grad)  # a transposed one would make each call here take four times as long
        mean = subtract(grad, m)
        multiply(mean, number(one - beta1[()]) if left1 is None else left1, mean)
        add(mean, m, mean)
        square = multiply(grad, grad)
        subtract(square, v, square)
        multiply(square, number(one - beta2[()]) if left2 is None else left2, square)
        add(square, v, square)
        divisor = root(square)
        add(divisor, epsilon, divisor)
        change = multiply(mean, rate)
        divide(change, divisor, change)
        return subtract(var, change, change), mean, square

    return step


ApplyAdam = update_rule(
    "ApplyAdam", formulas.adam, ("m", "v"), MOST, choose=_adam, example={**MOMENTS, "out": [0.9, 2.1]}
)
ApplyAdadelta = update_rule(
    "ApplyAdadelta",
    formulas.adadelta,
    ("accum", "accum_update"),
    MOST,
    example={"lr": 1.0, "rho": 0.5, "epsilon": 0.5, "grad": [1.0, -1.0], "out": [0.29289323, 2.7071068]},
)
ApplyAdagrad = update_rule(
    "ApplyAdagrad",
    formulas.adagrad,
    ("accum",),
    MOST,
    example={"accum": [0.0, 3.0], "lr": 0.5, "grad": [2.0, -1.0], "out": [0.5, 2.25]},
)
ApplyAdagradDA = update_rule(
    "ApplyAdagradDA",
    formulas.adagrad_da,
    ("gradient_accumulator", "gradient_squared_accumulator"),
    TWO,
    example={
        "gradient_accumulator": [0.0, 1.0],
        "gradient_squared_accumulator": [0.0, 3.0],
        "grad": [2.0, -1.0],
        "lr": 0.5,
        "l1": 1.0,
        "l2": 0.0,
        "global_step": 1,
        "out": [-0.25, 0.0],
    },
)
_MEANS = {"mom": [0.0, 0.5], "lr": 0.5, "rho": 0.5, "momentum": 0.5, "grad": [1.0, -1.0]}
ApplyRMSProp = update_rule(
    "ApplyRMSProp", formulas.rms_prop, ("ms", "mom"), MOST, example={**_MEANS, "epsilon": 0.5, "out": [0.5, 2.25]}
)
ApplyCenteredRMSProp = update_rule(
    "ApplyCenteredRMSProp",
    formulas.centered_rms_prop,
    ("mg", "ms", "mom"),
    MOST,
    example={**_MEANS, "epsilon": 0.75, "out": [0.5, 2.25]},
)
ApplyProximalGradientDescent = update_rule(
    "ApplyProximalGradientDescent",
    formulas.proximal_gradient_descent,
    (),
    TWO,
    example={"alpha": 0.5, "l1": 1.0, "l2": 2.0, "delta": [1.0, -1.0], "out": [0.0, 1.0]},
)
ApplyProximalAdagrad = update_rule(
    "ApplyProximalAdagrad",
    formulas.proximal_adagrad,
    ("accum",),
    TWO,
    check=proximal_ranges,
    example={"accum": [0.0, 3.0], "lr": 1.0, "l1": 1.0, "l2": 2.0, "grad": [1.0, -1.0], "out": [0.0, 1.0]},
)
_LEADER = {"grad": [2.0, -1.0], "lr": 0.5, "l1": 1.0, "l2": 0.0, "lr_power": -0.5}
ApplyFtrl = update_rule(
    "ApplyFtrl", formulas.ftrl, ("accum", "linear"), FLOATS, example={**_LEADER, "out": [0.25, 2.0]}
)
ApplyAdagradV2 = update_rule(
    "ApplyAdagradV2",
    formulas.adagrad_v2,
    ("accum",),
    MOST,
    example={"accum": [0.0, 3.0], "lr": 0.5, "epsilon": 0.5, "grad": [2.0, -1.0], "out": [0.6, 2.2]},
)
ApplyAdaMax = update_rule(
    "ApplyAdaMax",
    formulas.ada_max,
    ("m", "v"),
    (FLOAT, DOUBLE, HALF),
    example={
        "v": [4.0, 0.0],
        "beta1_power": 0.5,
        "lr": 0.5,
        "beta1": 0.5,
        "beta2": 0.5,
        "epsilon": 0.0,
        "grad": [2.0, -1.0],
        "out": [0.5, 2.5],
    },
    meaning={
        "v": "[...] a variable with the shape of var: the decaying maximum of the gradient's absolute value.",
        "beta2": "[] the decay rate of v, 0 ... 1; usually 0.999.",
    },
)
ApplyFtrlV2 = update_rule(
    "ApplyFtrlV2",
    formulas.ftrl_v2,
    ("accum", "linear"),
    FLOATS,
    example={**_LEADER, "l2_shrinkage": 0.5, "out": [0.0, 1.0]},
)
_SIGNS = {"m": [0.0, 4.0], "lr": 0.5, "beta": 0.5, "grad": [1.0, -1.0]}
ApplyPowerSign = update_rule(
    "ApplyPowerSign",
    formulas.power_sign,
    ("m",),
    FLOATS,
    example={**_SIGNS, "logbase": 0.6931472, "sign_decay": 1.0, "out": [0.0, 2.25]},
)
ApplyAddSign = update_rule(
    "ApplyAddSign",
    formulas.add_sign,
    ("m",),
    FLOATS,
    example={**_SIGNS, "alpha": 1.0, "sign_decay": 0.5, "out": [0.25, 2.25]},
    meaning={"alpha": "[] the constant part of the step factor; usually 1."},
)

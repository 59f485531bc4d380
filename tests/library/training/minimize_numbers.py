# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false
# pyright: reportArgumentType=false, reportOptionalMemberAccess=false
"""Makes ``minimize.json``: variables after steps of TensorFlow's optimisers, which `test_minimize` compares with.

Run by developers where TensorFlow is installed: ``python tests/library/training/minimize_numbers.py > minimize.json``.
The loss is sum((x w + b)^2) / 2 in float64. Rules are TensorFlow's raw operations, with the slots as Keras begins them;
Lion and the decay of AdamW are those of Keras, clipping and averages those of TensorFlow. ``corrected`` is AdamW of
PyTorch, with an epsilon that shows where it is added.
"""

from __future__ import annotations

import json
from typing import Any

import tensorflow as tf
import torch

X = [[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]]
W = [[0.1, 0.2], [0.3, 0.4], [0.5, -0.6]]
B = [0.05, -0.05]
RATE, STEPS = 0.05, 5
RAW = tf.raw_ops


def variable(value: Any) -> Any:
    return tf.Variable(value, dtype=tf.float64)


def like(of: Any, value: float = 0.0) -> Any:
    return variable(tf.fill(of.shape, tf.constant(value, tf.float64)))


def number(value: float) -> Any:
    return tf.constant(value, tf.float64)


class Rule:
    """An optimiser with its slots."""

    def __init__(self, kind: str, variables: list[Any]) -> None:
        begin = 0.1 if kind in ("Adagrad", "Ftrl") else 0.0
        self.kind = kind
        self.slots = [[like(v, begin if i == 0 else 0.0) for i in range(3)] for v in variables]
        self.step = 0

    def apply(self, variables: list[Any], gradients: list[Any]) -> None:
        self.step += 1
        for v, g, slots in zip(variables, gradients, self.slots, strict=True):
            self.change(v, g, [slot.handle for slot in slots], slots)

    def change(self, v: Any, g: Any, s: list[Any], slots: list[Any]) -> None:
        rate, eps = number(RATE), number(1e-8)
        b1, b2 = number(0.9), number(0.999)
        p1, p2 = number(0.9**self.step), number(0.999**self.step)
        h = v.handle
        if self.kind == "GradientDescent":
            RAW.ResourceApplyGradientDescent(var=h, alpha=rate, delta=g)
        elif self.kind in ("Momentum", "Nesterov"):
            RAW.ResourceApplyMomentum(
                var=h, accum=s[0], lr=rate, grad=g, momentum=b1, use_nesterov=self.kind == "Nesterov"
            )
        elif self.kind in ("Adam", "AdamW"):
            if self.kind == "AdamW":
                v.assign_sub(v * 0.01 * RATE)
            RAW.ResourceApplyAdam(
                var=h, m=s[0], v=s[1], beta1_power=p1, beta2_power=p2, lr=rate, beta1=b1, beta2=b2, epsilon=eps, grad=g
            )
        elif self.kind == "AMSGrad":
            RAW.ResourceApplyAdamWithAmsgrad(
                var=h, m=s[0], v=s[1], vhat=s[2], beta1_power=p1, beta2_power=p2, lr=rate, beta1=b1, beta2=b2,
                epsilon=eps, grad=g,
            )  # fmt: skip
        elif self.kind == "AdaMax":
            RAW.ResourceApplyAdaMax(
                var=h, m=s[0], v=s[1], beta1_power=p1, lr=rate, beta1=b1, beta2=b2, epsilon=eps, grad=g
            )
        elif self.kind == "RMSProp":
            RAW.ResourceApplyRMSProp(
                var=h, ms=s[0], mom=s[1], lr=rate, rho=number(0.9), momentum=number(0.0), epsilon=eps, grad=g
            )
        elif self.kind == "Adagrad":
            RAW.ResourceApplyAdagrad(var=h, accum=s[0], lr=rate, grad=g)
        elif self.kind == "Adadelta":
            RAW.ResourceApplyAdadelta(
                var=h, accum=s[0], accum_update=s[1], lr=rate, rho=number(0.95), epsilon=eps, grad=g
            )
        elif self.kind == "Ftrl":
            RAW.ResourceApplyFtrl(
                var=h, accum=s[0], linear=s[1], grad=g, lr=rate, l1=number(0.01), l2=number(0.02),
                lr_power=number(-0.5),
            )  # fmt: skip
        else:
            raise ValueError(self.kind)


def gradients(variables: list[Any]) -> list[Any]:
    with tf.GradientTape() as tape:
        w, b = variables
        loss = tf.nn.l2_loss(tf.constant(X, tf.float64) @ w + b)
    return tape.gradient(loss, variables)


def lion(variables: list[Any]) -> Any:
    optimizer = tf.keras.optimizers.Lion(learning_rate=RATE, beta_1=0.9, beta_2=0.99)
    optimizer.build(variables)
    return optimizer


def trained(kind: str, *, clip: float = 0.0, average: float = 0.0) -> dict[str, Any]:
    variables = [variable(W), variable(B)]
    rule = lion(variables) if kind == "Lion" else Rule(kind, variables)
    means = [variable(v) for v in variables]
    norms: list[float] = []
    for _ in range(STEPS):
        grads = gradients(variables)
        norms.append(float(tf.linalg.global_norm(grads)))
        if clip:
            grads = tf.clip_by_global_norm(grads, clip)[0]
        if kind == "Lion":
            rule.apply_gradients(zip(grads, variables, strict=True))
        else:
            rule.apply(variables, grads)
        for mean, v in zip(means, variables, strict=True):
            mean.assign_sub((mean - v) * (1 - average))
    result = {"w": variables[0].numpy().tolist(), "b": variables[1].numpy().tolist(), "norms": norms}
    if average:
        result["average"] = means[0].numpy().tolist()
    return result


def by_torch() -> dict[str, Any]:
    w, b, x = (torch.tensor(each, dtype=torch.float64) for each in (W, B, X))
    optimizer = torch.optim.AdamW([w.requires_grad_(), b.requires_grad_()], lr=RATE, eps=0.1)
    norms: list[float] = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        ((x @ w + b) ** 2 / 2).sum().backward()
        norms.append(float(torch.cat([w.grad.flatten(), b.grad]).norm()))
        optimizer.step()
    return {"w": w.tolist(), "b": b.tolist(), "norms": norms}


KINDS = (
    "GradientDescent",
    "Momentum",
    "Nesterov",
    "Adam",
    "AdamW",
    "AMSGrad",
    "AdaMax",
    "RMSProp",
    "Adagrad",
    "Adadelta",
    "Ftrl",
    "Lion",
)

if __name__ == "__main__":
    tf.keras.backend.set_floatx("float64")
    cases: dict[str, Any] = {kind: trained(kind) for kind in KINDS}
    cases["clipped"] = trained("Momentum", clip=0.5)
    cases["averaged"] = trained("Adam", average=0.9)
    cases["corrected"] = by_torch()
    print(json.dumps({"x": X, "w": W, "b": B, "rate": RATE, "steps": STEPS, "cases": cases}))

"""Models of pictures, words and actions: ResNet, word2vec, SimSiam, MAML, REINFORCE, DQN."""

from __future__ import annotations

import numpy as np

from tests.models.pen import Pen, Ref
from tests.models.setting import ACTIONS, CENTRES, CONTEXTS, LABELS, NEGATIVES


def resnet(p: Pen) -> None:
    """He et al. 2015: a residual block with batch normalisation."""
    scale, offset = p.variable("scale"), p.variable("offset")
    empty = p.const(np.zeros(0))
    x = y = p.given("x")
    for i in range(2):
        if i:
            y = p("Relu", y)
        y = p("Conv2D", y, p.variable(f"K{i + 1}"), strides=[1, 1, 1, 1], padding="SAME")
        gamma, beta = p("Gather", scale, i), p("Gather", offset, i)
        if p.dtype == "DT_FLOAT":
            y = p("FusedBatchNormV3", y, gamma, beta, empty, empty, epsilon=1e-3)
        else:  # which takes no double
            away = p("Subtract", y, p.mean(y, 0, 1, 2, keep=True))
            variance = p.mean(p("Square", away), 0, 1, 2)
            normal = p("Multiply", away, p("Rsqrt", p("Add", variance, 1e-3)))
            y = p("Add", p("Multiply", normal, gamma), beta)
    seen = p.mean(p("Relu", p("Add", x, y)), 1, 2)
    costs = p("SparseSoftmaxCrossEntropyWithLogits", p("MatMul", seen, p.variable("w")), p.const(LABELS))
    p.minimize(p.mean(costs, 0, id="loss"), momentum=0.9)


def word2vec(p: Pen) -> None:
    """Mikolov et al. 2013: skip-grams with negative sampling."""
    words, contexts = p.variable("E"), p.variable("O")
    centre = p("Gather", words, p.const(CENTRES))
    near = p("Einsum", [centre, p("Gather", contexts, p.const(CONTEXTS))], equation="be,be->b")
    far = p("Einsum", [centre, p("Gather", contexts, p.const(NEGATIVES))], equation="be,bne->bn")
    costs = p("Add", p("Softplus", p("Negate", near)), p("Sum", p("Softplus", far), [1]))
    p.minimize(p.mean(costs, 0, id="loss"))


def simsiam(p: Pen) -> None:
    """Chen and He 2020: two views of the same, one of them without a gradient."""
    network = p.on("Encoder")
    z = network("Tanh", network("MatMul", network.input("x"), network.variable("first/w")))
    network.output("z", z)
    network.output("p", network("MatMul", z, network.variable("first/p")))
    first = p(":Encoder", id="first", x=p.given("one"))
    second = p(":Encoder", id="second", shares="first", x=p.given("two"))

    def likeness(said: Ref, wanted: Ref) -> Ref:
        units = [p("Multiply", v, p("Rsqrt", p("Sum", p("Square", v), [1], keep_dims=True)))
                 for v in (said, p("StopGradient", wanted))]  # fmt: skip
        return p.mean(p("Sum", p("Multiply", *units), [1]), 0)

    both = p("Add", likeness(first.pin("p"), second.pin("z")), likeness(second.pin("p"), first.pin("z")))
    p.minimize(p("Multiply", both, -0.5, id="loss"), momentum=0.9)


def maml(p: Pen) -> None:
    """Finn et al. 2017: weights from which one step of descent leads far, for each of two tasks."""
    network = p.on("Network")
    x, y, *weights = (network.input(name) for name in ("x", "y", "w", "b", "v"))
    hidden = network("Tanh", network("BiasAdd", network("MatMul", x, weights[0]), weights[1]))
    away = network("SquaredDifference", network("MatMul", hidden, weights[2]), y)
    network.output("loss", network.mean(away, 0, 1))
    weights = {name: p.variable(name) for name in "wbv"}
    losses: list[Ref] = []
    for i in range(2):
        before = p(":Network", id=f"before{i}", x=p.given(f"x{i}"), y=p.given(f"y{i}"), **weights).pin("loss")
        slopes = p("AddSymbolicGradients", [before], list(weights.values()))
        fast = {
            name: p("Subtract", weight, p("Multiply", slopes.at(k), 0.1))
            for k, (name, weight) in enumerate(weights.items())
        }
        losses.append(p(":Network", id=f"after{i}", x=p.given(f"tx{i}"), y=p.given(f"ty{i}"), **fast).pin("loss"))
    p.minimize(p("Add", *losses, id="loss"))


def reinforce(p: Pen) -> None:
    """Williams 1992, with a baseline that is learnt and an entropy bonus."""
    x, rewards = p.given("x"), p.given("rewards")
    value = p("MatMul", x, p.variable("v"))
    advantage = p("StopGradient", p("Subtract", rewards, value))
    logs = p("LogSoftmax", p("MatMul", x, p.variable("w")))
    chosen = p("Sum", p("Multiply", logs, p.const(np.eye(3)[ACTIONS])), [1], keep_dims=True)
    gained = p.mean(p("Multiply", chosen, advantage), 0, 1)
    order = p.mean(p("Multiply", p("Exp", logs), logs), 0, 1)
    away = p.mean(p("SquaredDifference", rewards, value), 0, 1)
    p.minimize(p("AddN", [away, p("Negate", gained), p("Multiply", order, 0.1)], id="loss"), rho=0.9)


def dqn(p: Pen) -> None:
    """Mnih et al. 2015: values of actions, by those that an older network expects of what follows."""
    network = p.on("Target")
    hidden = network("Relu", network("MatMul", network.input("x"), network.variable("target/w")))
    network.output("q", network("MatMul", hidden, network.variable("target/v")))
    hidden = p("Relu", p("MatMul", p.given("x"), p.variable("w")))
    q = p("Sum", p("Multiply", p("MatMul", hidden, p.variable("v")), p.const(np.eye(3)[ACTIONS])), [1])
    best = p("Max", p(":Target", id="target", x=p.given("then")).pin("q"), [1])
    wanted = p("StopGradient", p("Add", p.given("rewards"), p("Multiply", best, 0.9)))
    away = p("Abs", p("Subtract", q, wanted))
    near = p("Minimum", away, 1.0)
    huber = p("Subtract", p("Multiply", near, away), p("Multiply", p("Square", near), 0.5))
    p.minimize(p.mean(huber, 0, id="loss"))

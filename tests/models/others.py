"""Models of words, actions and functions: word2vec, SimSiam, MAML, REINFORCE, PPO, DQN, a Gaussian process."""

from __future__ import annotations

import numpy as np

from tests.models.pen import Pen, Ref
from tests.models.setting import ACTIONS, BATCH, CENTRES, CONTEXTS, MEMORY, NEGATIVES, PLAYED


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


def ppo(p: Pen) -> None:
    """Schulman et al. 2017: the clipped objective, with advantages by Schulman et al. 2015 (a scan back in time)."""
    later = p.on("Later")
    surprise, advantage = later.input("surprise"), later.input("advantage")
    advantage = later("Add", surprise, later("Multiply", advantage, 0.9 * 0.95))
    later.output("advantage", advantage)
    later.output("each", advantage)
    x, rewards, before = p.given("x"), p.given("rewards"), p.given("before")
    then = p("Concat", [p("Slice", before, [1, 0], [5, 1]), p.const(np.zeros((1, 1)))], 0)
    surprises = p("Subtract", p("Add", rewards, p("Multiply", then, 0.9)), before)
    back = p("Scan", id="later", body=":Later", over=["surprise"], surprise=p("Reverse", surprises, [0]),
             advantage=p.const(np.zeros(1)))  # fmt: skip
    advantage = p("Reverse", back.pin("each"), [0])
    hidden = p("Tanh", p("MatMul", x, p.variable("w")))
    logs = p("LogSoftmax", p("MatMul", hidden, p.variable("policy")))
    chosen = p("Sum", p("Multiply", logs, p.const(np.eye(3)[PLAYED[:6]])), [1], keep_dims=True)
    ratio = p("Exp", p("Subtract", chosen, p.given("old")))
    clipped = p("Multiply", p("ClipByValue", ratio, 0.8, 1.2), advantage)
    gained = p.mean(p("Minimum", p("Multiply", ratio, advantage), clipped), 0, 1)
    value = p("MatMul", hidden, p.variable("value"))
    away = p.mean(p("SquaredDifference", value, p("Add", advantage, before)), 0, 1)
    order = p.mean(p("Sum", p("Multiply", p("Exp", logs), logs), [1]), 0)
    p.minimize(p("AddN", [p("Negate", gained), p("Multiply", away, 0.5), p("Multiply", order, 0.01)], id="loss"))


def dqn(p: Pen) -> None:
    """Mnih et al. 2015: values of actions, by those that an older network expects of what follows.

    Each step plays once more, into a memory of the last eight; a batch is drawn from there.
    """
    step = p("Variable", id="step", initvalues=-1, dtype="DT_INT32", trainable=False)
    now = p("AssignAdd", step, 1)
    row = p("FloorMod", now, MEMORY)
    taken = p(
        "StatelessRandomUniformInt",
        [BATCH],
        p("Stack", [p.const(np.array(7, np.int32)), now]),
        0,
        p("Minimum", p("Add", now, 1), MEMORY),
    )

    def remembered(name: str, seen: Ref) -> Ref:
        """A batch of what was seen in earlier steps."""
        shape = (MEMORY, 3) if name != "rewards" else (MEMORY,)
        kept = p("Variable", id=f"kept_{name}", initvalues=np.zeros(shape).tolist(), dtype=p.dtype, trainable=False)
        return p("Gather", p("ScatterUpdate", kept, row, p("Gather", seen, now)), taken)

    network = p.on("Target")
    hidden = network("Relu", network("MatMul", network.input("x"), network.variable("target/w")))
    network.output("q", network("MatMul", hidden, network.variable("target/v")))
    x, then, rewards = (remembered(name, p.given(name)) for name in ("x", "then", "rewards"))
    acted = remembered("acted", p.const(np.eye(3)[PLAYED]))
    hidden = p("Relu", p("MatMul", x, p.variable("w")))
    q = p("Sum", p("Multiply", p("MatMul", hidden, p.variable("v")), acted), [1])
    best = p("Max", p(":Target", id="target", x=then).pin("q"), [1])
    wanted = p("StopGradient", p("Add", rewards, p("Multiply", best, 0.9)))
    away = p("Abs", p("Subtract", q, wanted))
    near = p("Minimum", away, 1.0)
    huber = p("Subtract", p("Multiply", near, away), p("Multiply", p("Square", near), 0.5))
    p.minimize(p.mean(huber, 0, id="loss"))


def gaussian_process(p: Pen) -> None:
    """Rasmussen and Williams 2006, algorithm 2.1: the marginal likelihood, with a length for each input."""
    x, y = p("RealDiv", p.given("x"), p("Exp", p.variable("lengths"))), p.given("y")
    squares = p("Sum", p("Square", x), [1], keep_dims=True)
    both = p("Add", squares, p("Transpose", squares, [1, 0]))
    far = p("Subtract", both, p("Multiply", p("MatMul", x, x, transpose_b=True), 2.0))
    alike = p("Exp", p("Multiply", p("Subtract", p.variable("height"), far), 0.5))
    noise = p("MatrixDiag", p("Fill", [10], p("Exp", p.variable("noise"))))
    factor = p("Cholesky", p("Add", alike, noise))
    z = p("MatrixTriangularSolve", factor, y)
    size = p("Sum", p("Log", p("MatrixDiagPart", factor)), [0])
    p.minimize(p("Add", p("Multiply", p("Sum", p("Square", z), [0, 1]), 0.5), size, id="loss"))

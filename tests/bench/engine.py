"""E1 to E5: steps of graphs, beside NumPy by hand and the peers; and what each optimisation brings."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.types import Array
from blocks.compile.plan import OPTIMISATIONS
from tests.bench import peers, workloads
from tests.bench.measuring import MIB, Report, Row, Way, apart, measured, peak
from tests.bench.workloads import CYCLE, NUMBERS, OTHER, RATE, START, Examples, Workload


def ours(workload: Workload) -> dict[str, Way]:
    """A step of ours; also compiled by XLA, if it is there (E10), to be compared with plain JAX among the peers."""
    return {"ours": workload.step(), **apart("ours on JAX", "jax", lambda _: workload.step(backend="jax"))}


def optimisations(report: Report) -> None:
    """What each optimisation brings: steps with all of them, and with all but one."""
    for name, workload in {
        "E1 1,000 nodes of 8 elements, forward and gradient": workloads.small_nodes(1000, True),
        "E2 training step, perceptron": workloads.perceptron(_digits()),
        "E3 training step, convolutions": workloads.convolutional(_pictures()),
        "E4 stable softmax": workloads.stable_softmax(*_matrices()),
        "E5 expression": workloads.expression(_numbers()),
    }.items():
        ways: dict[str, Way] = {"all": workload.step()}
        ways |= {f"without {each}": workload.step(without=each) for each in OPTIMISATIONS}
        measured(report, f"Optimisations: {name}", ways, "all", seconds=1.0)


# -- E1: small nodes ---------------------------------------------------------------------------------------------------


def by_hand_source(count: int, gradient: bool) -> str:
    """The chain as somebody would write it in NumPy: a line per call, and backwards a line per derivative and sum."""
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
    step = workloads.small_nodes(count, gradient).step()
    step()  # interpreted
    names: dict[str, Any] = {}
    exec(by_hand_source(count, gradient), names)
    arguments = (START, OTHER, np.sin, np.cos, np.tanh, np.ones_like)
    ways: dict[str, Way] = {"NumPy by hand": lambda: names["step"](*arguments), "ours": step}
    ways |= peers.small_nodes(count, gradient)
    name = f"E1 {count:,} nodes of 8 elements, {'forward and gradient' if gradient else 'forward'}"
    notes = {"ours": "budget 0.85 x by hand"}
    measured(report, name, ways, "NumPy by hand", per=count, notes=notes, seconds=1.0, rtol=1e-3)
    for way, times in making(count, gradient).items():
        median, minimum = (each(times) * 1e6 / count for each in (statistics.median, min))
        report.add(Row(name, f"ours: {way}", median, minimum, "us/block", note="budget 60"))


def making(count: int, gradient: bool) -> dict[str, list[float]]:
    """What it takes to have a program for small nodes: each time for a new graph, collected as in any process.

    Times are those of the processor: nothing here waits, and others use the machine too.
    """
    ways = "build, gradient, compile", "build, first step", "build, two steps, compile"
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    plans, first, both = seconds.values()
    for _ in range(max(5, 20_000 // count)):
        gc.collect()
        before = time.process_time()
        workloads.small_nodes(count, gradient).plan().write()
        plans.append(time.process_time() - before)
        gc.collect()
        before = time.process_time()
        step = workloads.small_nodes(count, gradient).step()
        step()
        first.append(time.process_time() - before)
        step()
        both.append(time.process_time() - before)
    return seconds


# -- E2 and E3: training -----------------------------------------------------------------------------------------------


def _digits() -> Examples:
    return workloads.examples((128, 784), workloads.PERCEPTRON, 0.05)


def _pictures() -> Examples:
    return workloads.examples((64, 28, 28, 1), workloads.CONVOLUTIONS, 0.03)


def network(report: Report) -> None:
    """E2: a training step of a perceptron 784-256-10, 128 images at a time."""
    given = _digits()
    images, labels, first = given
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

    ways = {"NumPy by hand": by_hand, **ours(workloads.perceptron(given)), **peers.perceptron(given)}
    name = "E2 training step, perceptron 784-256-10, 128 images"
    measured(report, name, ways, "NumPy by hand", notes={"ours": "budget 1.0 x by hand, and before every peer"})


def convolutions(report: Report) -> None:
    """E3: a training step of a network with two convolutions, 64 images at a time."""
    given = _pictures()
    ways = {**ours(workloads.convolutional(given)), **peers.convolutional(given)}
    reference = "torch" if "torch" in ways else "ours"
    name = "E3 training step, 5x5x32 5x5x64 1024 10, 64 images"
    measured(report, name, ways, reference, notes={"ours": "budget 1.5 x torch"}, rtol=1e-3, seconds=3)


# -- E4 and E5: large arrays -------------------------------------------------------------------------------------------


def _matrices(size: int = 4096) -> tuple[Array, Array]:
    rng = np.random.default_rng(0)
    return rng.normal(size=(size, size)).astype(np.float32), rng.normal(size=(size, size)).astype(np.float32)


def _numbers(size: int = 10_000_000) -> Array:
    return np.random.default_rng(0).normal(size=size).astype(np.float32)


def softmax(report: Report) -> None:
    """E4: a softmax that keeps its exponentials small behind a StopGradient; forward, and back from a gradient."""
    given, arriving = _matrices()

    def by_hand() -> Sequence[Any]:
        power = np.exp(given - given.max(1, keepdims=True))
        total = power.sum(1, keepdims=True)
        p = power / total
        arrived = arriving / total - (arriving * power / (total * total)).sum(1, keepdims=True)
        return [p, arrived * power]

    workload = workloads.stable_softmax(given, arriving)
    ways = {"NumPy by hand": by_hand, **ours(workload), **peers.stable_softmax(given, arriving)}
    beyond = peak(workload.step()) / MIB
    notes = {"ours": f"budget 0.35 x by hand, 160 MiB; peak {beyond:.0f} MiB beyond the inputs"}
    name = f"E4 stable softmax with StopGradient, {len(given)} x {len(given)}, forward and gradient"
    measured(report, name, ways, "NumPy by hand", notes=notes, seconds=1.5)


def expression(report: Report) -> None:
    """E5: sigmoid(a*x+b)*tanh(c*x)-d and its gradient by x."""
    given = _numbers()
    a, b, c, d = NUMBERS

    def by_hand() -> Sequence[Any]:
        s = 1 / (1 + np.exp(-(a * given + b)))
        t = np.tanh(c * given)
        return [s * t - d, a * s * (1 - s) * t + c * s * (1 - t * t)]

    workload = workloads.expression(given)
    ways = {"NumPy by hand": by_hand, **ours(workload), **peers.expression(given)}
    beyond = (peak(workload.step()) - 2 * given.nbytes) / MIB
    notes = {"ours": f"budget 0.35 x by hand, 64 MiB; peak {beyond:.0f} MiB beyond inputs and outputs"}
    name = f"E5 sigmoid(a*x+b)*tanh(c*x)-d, {given.size:,}, forward and gradient"
    measured(report, name, ways, "NumPy by hand", notes=notes, seconds=1.5)

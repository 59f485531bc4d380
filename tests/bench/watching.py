"""What watching gradients costs beside computing them (``python -m tests.bench watching [PAGE ...]``).

A perceptron, and each shipped example that has gradient blocks, is run as the editor runs it: without its gradients and
what depends on them, with them, and with them watched; a short run and a long one, from a new session each. Times are
those of the processor for a step, minima of runs that take turns; the ratio is what watching adds, to what the
gradients add.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from blocks.document.changes import Group, RemoveBlocks, RemoveItems
from blocks.document.model import Diagram, PageView
from blocks.elaborate.model import GRADIENTS
from blocks.run.session import Session
from blocks.run.stepping import Controls, Stepping
from tests.bench.measuring import Report, Row
from tests.examples.shared import NAMES, page_of

PERCEPTRON = "perceptron"
RUNS = {20: 9, 500: 3}
"""Steps of a run, and how many runs there are of each kind."""


def main(report: Report, names: Sequence[str]) -> None:
    """Measure and print."""
    for name in names or (PERCEPTRON, *NAMES):
        gradients = gradients_of(new_page(name))
        for steps, runs in RUNS.items() if gradients else ():
            ways: dict[str, Callable[[], float]] = {
                "without gradients": lambda name=name, steps=steps: run(without_gradients(name), steps),
                "with": lambda name=name, steps=steps: run(new_page(name), steps),
                "watched": lambda name=name, steps=steps, of=gradients[0]: run(new_page(name), steps, of),
            }
            seconds: dict[str, list[float]] = {way: [] for way in ways}
            for _ in range(runs):
                for way, work in ways.items():
                    seconds[way].append(work())
            least = {way: 1e3 * min(times) / steps for way, times in seconds.items()}
            cost = least["with"] - least["without gradients"]
            for way, times in seconds.items():
                ratio = (least["watched"] - least["with"]) / cost if way == "watched" and cost > 0 else None
                median = 1e3 * sorted(times)[len(times) // 2] / steps
                report.add(Row(f"{name}, {steps} steps", way, median, least[way], ratio=ratio))


def new_page(name: str) -> PageView:
    """The page of this name, new."""
    return perceptron() if name == PERCEPTRON else page_of(name)


def perceptron(layers: Sequence[int] = (784, 300, 100, 10), batch: int = 64) -> PageView:
    """A page that trains a perceptron on random pictures."""
    rng = np.random.default_rng(0)
    page = Diagram().add_page("main")
    page.add("Const", id="x", val=rng.random((batch, layers[0])).tolist())
    page.add("Const", id="labels", val=rng.dirichlet(np.ones(layers[-1]), batch).tolist())
    page.add("SoftmaxCrossEntropyWithLogits", id="error")
    page.add("Mean", id="loss", axis=[0])
    page.add("AddSymbolicGradients", id="grad")
    last = "x.output"
    for i, (rows, columns) in enumerate(pairwise(layers)):
        weights = rng.standard_normal((rows, columns)) / np.sqrt(rows)
        page.add("Variable", id=f"w{i}", dtype="DT_FLOAT", shape=[rows, columns], initvalues=weights.tolist())
        page.add("MatMul", id=f"product{i}")
        page.add("Tanh", id=f"tanh{i}")
        page.add("ApplyGradientDescent", id=f"step{i}", alpha=0.1)
        page.wire(last, f"product{i}.a")
        page.wire(f"w{i}.ref", f"product{i}.b")
        page.wire(f"product{i}.product", f"tanh{i}.x")
        page.wire(f"w{i}.ref", "grad.inputs")
        page.wire(f"w{i}.ref", f"step{i}.var")
        page.wire(f"grad.grad_outputs[{i}]", f"step{i}.delta")
        last = f"tanh{i}.y"
    for begin, end in ((last, "error.features"), ("labels.output", "error.labels"), ("error.loss", "loss.input"),
                       ("loss.output", "grad.outputs")):  # fmt: skip
        page.wire(begin, end)
    return page


def gradients_of(page: PageView) -> list[str]:
    """The gradient blocks of a page."""
    return [block.id for block in page.blocks if block.type == GRADIENTS]


def without_gradients(name: str) -> PageView:
    """The page of an example without its gradients, and what depends on them."""
    page = new_page(name)
    gone = set(gradients_of(page))
    wires = list(enumerate(page.wires))
    while True:
        more = {wire.target.block for _, wire in wires if wire.source.block in gone} - gone
        if not more:
            break
        gone |= more
    loose = tuple(i for i, wire in wires if not gone.isdisjoint((wire.source.block, wire.target.block)))
    page.apply(Group((RemoveItems(page.name, "wires", loose), RemoveBlocks(page.name, tuple(gone)))))
    return page


def run(page: PageView, steps: int, watched: str = "") -> float:
    """The processor's seconds for a run, and for making its session."""
    stepping = Stepping(Controls(), lambda _: None, lambda _session, _moment: None)
    before = time.process_time()
    if not stepping.run(lambda: Session(page), (), steps, watched):
        raise RuntimeError(f"the run of {page.name} failed")
    return time.process_time() - before

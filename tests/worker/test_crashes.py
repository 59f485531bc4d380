"""Crashes planted at fifty places of a worker: each ends it with an error that names the block that was at work."""

from __future__ import annotations

import queue
from pathlib import Path
from typing import Any

import pytest

from blocks.base.errors import DiagramError
from blocks.document.model import Diagram
from blocks.library.index import find
from blocks.worker.frames import Message
from blocks.worker.process import WorkerProcess
from tests.run.pages import BlockText, block, const, diagram, variable
from tests.run.planted import PATIENCE, in_workers
from tests.worker.test_server import source

OF_VARIABLES = (
    "MatMul", "Conv2D", "MaxPool", "ResizeBilinear", "SegmentSum", "FakeQuantWithMinMaxVars",
    "SparseTensorDenseMatMul", "MatrixDiag", "Betainc", "InTopK",
)  # fmt: skip
"""A type of each of many families, in the first step, which is interpreted."""
OF_CONSTANTS = ("Erf", "Cross", "EncodeBase64", "StringToHashBucketFast")
"""What follows from constants is computed before the first step."""
AHEAD = ("Range", "Tile", "InvertPermutation")
"""And this while the page becomes a graph."""
LONG = ("Sinh", *["Tanh"] * 64, "Cosh", *["Tanh"] * 630, "Atan", *["Tanh"] * 310, "Log1p")
"""Enough calls for a plan to make them from lists; in what place of which list they stand differs."""
STEPS: dict[str, dict[str, Any]] = {
    "run": {"paused": False, "fetch": [], "watched": "", "steps": 5},
    "live": {"alive": [0]},
    "check": {"of": "loss"},
    "measure": {"steps": 20, "seconds": 60.0},
}


def example(type_: str, *, variables: bool) -> Diagram:
    """A page with a block as its documentation shows it; variables give what it takes, as far as they can."""
    spec = find(type_)
    assert spec is not None and spec.example is not None
    given = {name: value for name, value in spec.example.items() if spec.output(name) is None}
    texts: list[BlockText] = []
    wires: list[str] = []
    for pin in spec.inputs if variables else ():
        if isinstance(given.get(pin.name), (list, float)) and pin.allowed[0].kind != "string":
            dtype = pin.allowed[0].name if len(pin.allowed) == 1 else None
            value = given.pop(pin.name)
            texts.append(variable(pin.name, value, **({} if dtype is None else {"dtype": dtype})))
            wires.append(f"{pin.name}.ref>it.{pin.name}")
    return diagram([*texts, ("it", type_, given)], " ".join(wires))


def net(*types: str, begin: Any = ((0.5, -0.25), (1.5, 0.75))) -> Diagram:
    """A variable, some functions of one tensor one after the other, the square sum of that, its gradient, descent."""
    texts = [variable("w", begin)]
    wires: list[str] = []
    before = "w.ref"
    for i, name in enumerate(types):
        spec = find(name)
        assert spec is not None
        pins = spec.inputs if name == "MatMul" else spec.inputs[:1]
        values: dict[str, Any] = {"axis": [0]} if name in ("Sum", "Max") else {}
        texts.append(block(f"b{i}", name, **values))
        wires += [f"{before}>b{i}.{pin.name}" for pin in pins]
        before = f"b{i}.{spec.outputs[0].name}"
    texts += [block("loss", "L2Loss"), block("g", "AddSymbolicGradients")]
    texts.append(block("down", "ApplyGradientDescent", alpha=0.1))
    wires += [
        f"{before}>loss.t",
        "loss.output>g.outputs",
        "w.ref>g.inputs",
        "w.ref>down.var",
        "g.grad_outputs[0]>down.delta",
    ]
    return diagram(texts, " ".join(wires))


def wide() -> Diagram:
    """Rows that are worked on together."""
    first = block("rows", "BroadcastTo", shape=[512, 1024])
    page = diagram([variable("w", [[0.5]]), first, block("sines", "Sin"), block("soft", "Softmax")], "")
    for wire in ("w.ref rows.input", "rows.output sines.x", "sines.y soft.logits"):
        page.pages[0].wire(*wire.split())
    return page


QUEUE = diagram([block("q", "FIFOQueue", component_types=["DT_FLOAT"]), const("x", 1.0), block("in", "QueueEnqueue"),
                 block("size", "QueueSize")],
                "q.handle>in.handle x.output>in.components q.handle>size.handle")  # fmt: skip
DRAWN = diagram([block("it", "RandomUniform", shape=[3], dtype="DT_FLOAT")], "")
SUMMARY = diagram([variable("v", 1.0), block("it", "ScalarSummary", tags="loss")], "v.ref>it.values")
BEGUN = diagram([const("c", 0.5), block("it", "Digamma"), block("v", "Variable")], "c.output>it.x it.y>v.initvalues")

PLACES: list[tuple[str, str, Diagram, str | None]] = [
    *(("run", f"kernel:{name}", example(name, variables=True), "it") for name in OF_VARIABLES),
    *(("run", f"kernel:{name}", example(name, variables=False), "it") for name in OF_CONSTANTS),
    *(("run", f"kernel:{name}", example(name, variables=False), "it") for name in AHEAD),
    # in a later step, which is compiled
    *(("run", f"late:{name}", net("Tanh", name), "b1") for name in ("Softmax", "Sum", "Relu")),
    # in a list of calls of a long program
    *(
        ("run", f"listed:{name}", net(*LONG, begin=0.5), f"b{LONG.index(name)}")
        for name in ("Sinh", "Cosh", "Atan", "Log1p")
    ),
    # in a shape rule: when the graph is built, and when the shapes are there
    *(("run", f"shape:{name}", net(name), "b0") for name in ("MatMul", "Sum", "Softmax")),
    ("run", "actual:Reshape", example("Reshape", variables=True), "it"),
    ("run", "actual:Slice", example("Slice", variables=True), "it"),
    # in a gradient rule; in a kernel of a gradient
    *(("run", f"gradient:{name}", net("Tanh", name), "b1") for name in ("Tanh", "MatMul", "Softmax", "Max")),
    ("run", "kernel:ReluGrad", net("Relu"), "g"),
    ("run", "late:MatMul", net("MatMul"), "g"),
    # in a kernel that becomes machine code
    ("run", "kernel:Softmax", wide(), "soft"),
    # with effects, drawn by lot, for TensorBoard, before the first step
    ("run", "kernel:QueueEnqueue", QUEUE, "in"),
    ("run", "kernel:QueueSize", QUEUE, "size"),
    ("run", "kernel:RandomUniform", DRAWN, "it"),
    ("run", "kernel:ScalarSummary", SUMMARY, "it"),
    ("run", "kernel:Digamma", BEGUN, "it"),
    # live mode
    ("live", "kernel:Softsign", net("Softsign"), "b0"),
    ("live", "kernel:Conv2D", example("Conv2D", variables=True), "it"),
    ("live", "shape:MatMul", net("MatMul"), "b0"),
    ("live", "gradient:Max", net("Max"), "b0"),
    # the numeric check: in the run of the page, in one block alone, in its gradient
    ("check", "kernel:Softplus", net("Softplus"), "b0"),
    ("check", "late:MatMul", net("MatMul"), "b0"),
    ("check", "gradient:Softmax", net("Softmax"), "b0"),
    ("check", "kernel:ReluGrad", net("Relu"), "b0"),
    # the timings
    ("measure", "kernel:Erfc", net("Erfc"), "b0"),
    ("measure", "late:Softmax", net("Softmax"), "b0"),
    ("measure", "shape:Softmax", net("Softmax"), "b0"),
]


def test_there_are_fifty() -> None:
    assert len({(kind, planted) for kind, planted, *_ in PLACES}) == len(PLACES) >= 50


@pytest.mark.parametrize(("kind", "planted", "page", "block_"), PLACES, ids=[f"{each[0]}-{each[1]}" for each in PLACES])
def test_a_crash_is_an_error_that_names_its_block(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, planted: str, page: Diagram, block_: str | None
) -> None:
    in_workers(monkeypatch, tmp_path, planted)
    process = WorkerProcess()
    said: queue.SimpleQueue[Message | DiagramError | None] = queue.SimpleQueue()
    process.attend(said.put, said.put)
    try:
        process.send({"kind": kind, "page": 0, "job": 1, **STEPS[kind]}, source(page))
        while isinstance(message := said.get(timeout=PATIENCE), Message):
            assert message.data["kind"] not in ("ended", "lived", "found"), message.data
    finally:
        process.close()
    assert message is not None and message.message.startswith("the run ended because the worker process crashed")
    assert message.block == block_

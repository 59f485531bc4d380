"""Pages with loops and branches that run a composite, with gradients, for the tests of backends and exports."""

from __future__ import annotations

from typing import Any

import numpy as np

import blocks
from blocks.document.model import PageView
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find

XS = np.linspace(-1, 1, 24, dtype=np.float32).reshape(4, 2, 3)
W = np.linspace(-0.6, 0.7, 9, dtype=np.float32).reshape(3, 3)


def wired(canvas: PageView, *wires: str) -> None:
    """Wires, written ``a.y>b.x``."""
    for wire in wires:
        canvas.wire(*wire.split(">"))


def put(canvas: PageView, text: str, **literals: Any) -> None:
    """Blocks as lines ``id = Type(source, source) value=3``; a source is ``block`` or ``block.pin``."""
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" = ")
        kind, _, rest = rest.partition("(")
        given, _, values = rest.partition(")")
        attributes: dict[str, Any] = {
            key: literals.get(value, value) for key, _, value in (each.partition("=") for each in values.split())
        }
        canvas.add(kind, id=name, **attributes)
        spec = find(kind)
        pins = iter(spec.inputs if spec is not None else ())
        for source in filter(None, map(str.strip, given.split(","))):
            source, _, pin = source.partition(">")
            where = pin or next(pins).name
            canvas.wire(source if "." in source else f"{source}.{_only(canvas, source)}", f"{name}.{where}")


def _only(canvas: PageView, block: str) -> str:
    instance = canvas.get(block)
    spec: BlockSpec | None = None if instance is None else find(instance.type)
    assert spec is not None
    return spec.outputs[0].name if spec.outputs else "output"


def recurrent(kind: str, **values: Any) -> blocks.Diagram:
    """A loop over the cell h = tanh(h w + x), y = h^2, with the gradient of sums of both by all that goes in."""
    diagram = blocks.Diagram()
    cell = diagram.add_composite("Cell")
    for pin in "xh":
        cell.add("InputPin", id=pin, dtype="DT_FLOAT")
    cell.add("Variable", id="w", initvalues=W)
    for block, block_id in (("MatMul", "hw"), ("Add", "sum"), ("Tanh", "new"), ("Square", "square")):
        cell.add(block, id=block_id)
    cell.add("OutputPin", id="h_out", name="h")
    cell.add("OutputPin", id="y")
    wired(cell, "h>hw.a", "w>hw.b", "hw>sum.x", "x>sum.y", "sum>new.x", "new>h_out.input", "new>square.x",
          "square>y.input")  # fmt: skip
    page = diagram.add_page("main")
    page.add("Const", id="xs", val=XS if kind != "Repeat" else XS[0])
    page.add("Const", id="h0", val=np.full((2, 3), 0.25, np.float32))
    page.add(kind, id="loop", body=":Cell", **values)
    page.add("Sum", id="of_y", axis=[0, 1, 2])
    page.add("L2Loss", id="of_h")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "xs>loop.x", "h0>loop.h", "loop.y>of_y.input", "loop.h>of_h.t", "of_y>gradients.outputs",
          "of_h>gradients.outputs", "xs>gradients.inputs", "h0>gradients.inputs")  # fmt: skip
    return diagram


def counted(**values: Any) -> blocks.Diagram:
    """h = sin(k h) while the sum of h is above 1/2, with a gradient."""
    diagram = blocks.Diagram()
    body, test = diagram.add_composite("Body"), diagram.add_composite("Test")
    for canvas in (body, test):
        canvas.add("InputPin", id="h", dtype="DT_FLOAT")
    body.add("InputPin", id="k", dtype="DT_FLOAT")
    body.add("Multiply", id="kh")
    body.add("Sin", id="sin")
    body.add("OutputPin", id="out", name="h")
    wired(body, "h>kh.x", "k>kh.y", "kh>sin.x", "sin>out.input")
    test.add("Sum", id="sum", axis=[0])
    test.add("Greater", id="more", y=0.5)
    test.add("OutputPin", id="out")
    wired(test, "h>sum.input", "sum>more.x", "more>out.input")
    page = diagram.add_page("main")
    page.add("Const", id="h0", val=[1.0, 0.75])
    page.add("Const", id="k", val=0.9)
    page.add("While", id="loop", condition=":Test", body=":Body", **values)
    page.add("L2Loss", id="loss")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "h0>loop.h", "k>loop.k", "loop.h>loss.t", "loss>gradients.outputs", "h0>gradients.inputs",
          "k>gradients.inputs")  # fmt: skip
    return diagram


def chosen() -> blocks.Diagram:
    """The sine or exponential of x, as is fed, with a gradient."""
    diagram = blocks.Diagram()
    for name, kind in (("A", "Sin"), ("B", "Exp")):
        canvas = diagram.add_composite(name)
        canvas.add("InputPin", id="x", dtype="DT_FLOAT")
        canvas.add(kind, id="f")
        canvas.add("OutputPin", id="y")
        wired(canvas, "x>f.x", "f>y.input")
    page = diagram.add_page("main")
    page.add("Const", id="x", val=[1.0, 0.75])
    page.add("Placeholder", id="which", dtype="DT_BOOL", shape=[])
    branches: dict[str, Any] = {"then": ":A", "else": ":B"}  # else is a word of Python's
    page.add("Cond", id="cond", **branches)
    page.add("L2Loss", id="loss")
    page.add("AddSymbolicGradients", id="gradients")
    wired(page, "x>cond.x", "which>cond.predicate", "cond.y>loss.t", "loss>gradients.outputs", "x>gradients.inputs")
    return diagram

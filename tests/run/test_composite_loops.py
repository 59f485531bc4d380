"""Loops and branches that run composites: values and gradients against the same thing written out, and TensorFlow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks.base.types import Array
from blocks.document.model import Diagram, PageView
from blocks.graph.spec import BlockSpec
from blocks.library.registry import find
from blocks.testing.calls import same_bits

XS = np.random.default_rng(0).normal(size=(4, 3, 2))
H0, K = XS[0] * 0.5 + 0.1, np.array([0.9, -1.3])
BY = ("xs", "h0", "k")


def put(canvas: PageView, text: str, **literals: Any) -> None:
    """Blocks as lines ``id = Type(source, source) value=3``; a source is ``block`` or ``block.pin``."""
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" = ")
        kind, _, rest = rest.partition("(")
        given, _, values = rest.partition(")")
        found = {key: literals.get(value, value) for key, _, value in (each.partition("=") for each in values.split())}
        canvas.add(kind, id=name, **found)
        spec = find(kind)
        pins = iter(spec.inputs if spec is not None else ())
        for source in filter(None, map(str.strip, given.split(","))):
            source, _, pin = source.partition(">")
            where = pin or next(pins).name
            canvas.wire(source if "." in source else f"{source}.{_only(canvas, source)}", f"{name}.{where}")


def _only(canvas: PageView, block: str) -> str:
    found = canvas.get(block)
    spec: BlockSpec | None = None if found is None else find(found.type)
    assert spec is not None
    return spec.outputs[0].name if spec.outputs else "output"


def cell(diagram: Diagram) -> None:
    """h = tanh((h w + x) k), y = h^2, with a variable w."""
    put(
        diagram.add_composite("Cell"),
        """
        h = InputPin() dtype=D
        x = InputPin() dtype=D
        k = InputPin() dtype=D
        w0 = Const() val=W dtype=D
        w = Variable(w0)
        mm = MatMul(h.output, w)
        sum = Add(mm, x.output)
        scaled = Multiply(sum, k.output)
        new = Tanh(scaled)
        square = Square(new)
        out = OutputPin(new) name=h
        y = OutputPin(square)
        """,
        W=[[0.5, -0.3], [0.2, 0.7]],
        D="DT_DOUBLE",
    )


def begin(diagram: Diagram) -> PageView:
    page = diagram.add_page("main")
    for name, value in zip(BY, (XS, H0, K), strict=True):
        page.add("Const", id=name, val=value.tolist(), dtype="DT_DOUBLE")
    put(page, "zero = Const() val=Z\nfirst = Gather(xs, zero)", Z=0)
    return page


def end(page: PageView, state: str, ys: str) -> None:
    """A loss, its gradients, and the gradients of the sum of squares of these."""
    put(
        page,
        f"""
        all = Const() val=A
        two = Const() val=B
        one = Const() val=C
        stacked = Sum({ys}, all)
        last = Sum({state}, two)
        loss = Multiply(stacked, last)
        first_order = AddSymbolicGradients(loss)
        """,
        A=[0, 1, 2], B=[0, 1], C=[0],
    )  # fmt: skip
    for name, axes in zip(BY, ("all", "two", "one"), strict=True):
        page.wire(f"{name}.output", "first_order.inputs")
        at = BY.index(name)
        put(page, f"square_{name} = Square(first_order.grad_outputs[{at}])\nsum_{name} = Sum(square_{name}, {axes})")
    page.add("AddN", id="total")
    page.add("AddSymbolicGradients", id="second_order")
    page.wire("total.sum", "second_order.outputs")
    for name in BY:
        page.wire(f"sum_{name}.output", "total.inputs")
        page.wire(f"{name}.output", "second_order.inputs")


def looped(kind: str, **values: Any) -> Diagram:
    diagram = Diagram()
    cell(diagram)
    page = begin(diagram)
    page.add(kind, id="loop", body=":Cell", **values)
    for source, pin in (("h0", "h"), ("k", "k"), ("xs" if kind == "Scan" else "first", "x")):
        page.wire(f"{source}.output", f"loop.{pin}")
    end(page, "loop.h", "loop.y")
    return diagram


def written_out(kind: str, *, share: bool = True, reverse: bool = False) -> Diagram:
    """The same with an instance for each round."""
    diagram = Diagram()
    cell(diagram)
    page = begin(diagram)
    order = range(3, -1, -1) if reverse else range(4)
    state = "h0.output"
    for i in order:
        page.add(":Cell", id=f"c{i}", **({"shares": f"c{order[0]}"} if share and i != order[0] else {}))
        put(page, f"i{i} = Const() val=I\nx{i} = Gather(xs, i{i})", I=i if kind == "Scan" else 0)
        for source, pin in ((state, "h"), ("k.output", "k"), (f"x{i}.output", "x")):
            page.wire(source, f"c{i}.{pin}")
        state = f"c{i}.h"
    page.add("Stack", id="ys")
    for i in range(4):
        page.wire(f"c{i}.y", "ys.values")
    end(page, state, "ys.output")
    return diagram


def results(diagram: Diagram, **options: Any) -> tuple[dict[str, Array], Mapping[str, Array]]:
    """Losses and gradients by blocks and variables."""
    session = blocks.Session(diagram, **options)
    session.watch("loss")
    found = session.run()
    kept = ("loss", "first_order", "second_order")
    return {name: value for name, value in found.items() if name.partition(".")[0] in kept}, found.gradients


@pytest.mark.parametrize(
    ("values", "like"),
    [
        ({"kind": "Scan", "over": ["x"]}, {"kind": "Scan"}),
        ({"kind": "Scan", "over": ["x"], "reverse": True}, {"kind": "Scan", "reverse": True}),
        ({"kind": "Repeat", "times": 4}, {"kind": "Repeat", "share": False}),
        ({"kind": "Repeat", "times": 4, "share": True}, {"kind": "Repeat"}),
        ({"kind": "Scan", "over": ["x"], "reverse": True, "checkpoint": 3}, {"kind": "Scan", "reverse": True}),
        ({"kind": "Repeat", "times": 4, "checkpoint": 2}, {"kind": "Repeat", "share": False}),
    ],
)
def test_a_loop_gives_what_its_rounds_give_written_out(values: dict[str, Any], like: dict[str, Any]) -> None:
    found, by = results(looped(**values))
    wanted, by_wanted = results(written_out(**like))
    assert found.keys() == wanted.keys()
    for name, value in wanted.items():
        if name.startswith("second") or name.endswith("[2]"):  # a sum is made in another order
            np.testing.assert_allclose(found[name], value, rtol=1e-12, err_msg=name)
        else:
            assert same_bits(found[name], value), name
    order = range(3, -1, -1) if like.get("reverse") else range(4)
    paths = (
        [f"loop/{i}/w.ref" for i in range(4)]
        if values["kind"] == "Repeat" and not values.get("share")
        else ["loop/w.ref"]
    )
    for i, path in zip(order, paths, strict=False):
        np.testing.assert_allclose(by[path], by_wanted[f"c{i}/w.ref"], rtol=1e-12)

"""Random programs of loops and branches in each other, as diagrams and as functions of NumPy.

A derivative of the function is taken at a complex step: exact to the last digits, and by none of our rules
(W. Squire, G. Trapp, "Using complex variables to estimate derivatives of real functions", 1998).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.document.model import Diagram, PageView

STEP = 1e-60
H0, X0 = np.array([[0.4, -0.7], [0.9, 0.2]]), np.array([[-0.3, 0.8], [0.5, 0.6]])
DEPTH = 3

Weights = Callable[[str], Array]


class _State(NamedTuple):
    """What a body is given: two matrices, and a number that tells rounds apart."""

    h: Array
    x: Array
    n: float


class _Statement(NamedTuple):
    """A step of a body, which makes a new h.

    Attributes:
        kind: a block, or the type of a loop.
        bodies: what that runs.
        values: those of the loop.
        number: rounds, the offset of a limit, or a weight.
    """

    kind: str
    bodies: tuple[_Body, ...] = ()
    values: tuple[tuple[str, Any], ...] = ()
    number: float = 0.0


class _Body(NamedTuple):
    """A composite: its name, its steps, and what it is run by."""

    name: str
    steps: tuple[_Statement, ...]
    by: str


class Program:
    """A random program.

    Args:
        seed: tells it.
        maximum: what limits a While, so that JAX can run its gradient.
        loops: the types of loops and branches that it may hold.
    """

    def __init__(
        self,
        seed: object,
        maximum: int | None = None,
        loops: tuple[str, ...] = ("Repeat", "Scan", "Map", "While", "Cond"),
    ) -> None:
        self._draw = random.Random(str(seed))
        self._maximum = maximum
        self._loops = loops
        self._made = 0
        self._top = self._body(DEPTH, "page")

    # -- What it is ----------------------------------------------------------------------------------------------------

    def _body(self, depth: int, by: str) -> _Body:
        self._made += 1
        name = f"B{self._made}"
        steps = [self._step(depth) for _ in range(self._draw.randint(1, 3))]
        if depth and not any(each.bodies for each in steps) and by == "page":
            steps.append(self._loop(depth))
        return _Body(name, tuple(steps), by)

    def _step(self, depth: int) -> _Statement:
        draw = self._draw
        if depth and draw.random() < 0.55:
            return self._loop(depth)
        return _Statement(draw.choice(["weigh", "wave", "lean", "scale"]), number=draw.uniform(-1, 1))

    def _loop(self, depth: int) -> _Statement:
        draw = self._draw
        values: dict[str, Any] = {}
        kind = draw.choice(self._loops)
        bodies = tuple([self._body(depth - 1, kind) for _ in range(2 if kind == "Cond" else 1)])
        if kind != "Cond" and kind != "Map" and draw.random() < 0.3:
            values["checkpoint"] = draw.randint(1, 3)
        if kind == "Repeat":
            values["times"] = draw.randint(0, 3)
            values["share"] = draw.random() < 0.5
        if kind == "Scan":
            values["reverse"] = draw.random() < 0.5
        if kind == "While" and self._maximum is not None:
            values["maximum"] = self._maximum
        return _Statement(kind, bodies, tuple(values.items()), float(draw.randint(0, 3)))

    # -- As a diagram --------------------------------------------------------------------------------------------------

    def diagram(self, *, second: bool = False) -> Diagram:
        """The program with its loss and its gradients, and perhaps the gradient of the sum of their squares."""
        diagram = Diagram()
        self._composite(diagram, self._top)
        page = diagram.add_page("main")
        for name, value in (("h", H0), ("x", X0)):
            page.add("Variable", id=name, initvalues=value.tolist(), dtype="DT_DOUBLE")
        page.add(f":{self._top.name}", id="top", n=1.0)
        for name in "hx":
            page.wire(f"{name}.ref", f"top.{name}")
        put(page, "scaled", "Multiply", x="top.h", y="top.y")
        put(page, "loss", "Sum", input="scaled.z", axis=[0, 1])
        self._gradients(page, "first", "loss.output")
        if second:
            for i in (0, 1):
                put(page, f"square{i}", "Square", x=f"first.grad_outputs[{i}]")
            put(page, "squares", "Add", x="square0.y", y="square1.y")
            put(page, "norm", "Sum", input="squares.z", axis=[0, 1])
            self._gradients(page, "second", "norm.output")
        return diagram

    def _gradients(self, page: PageView, name: str, of: str) -> None:
        page.add("AddSymbolicGradients", id=name)
        page.wire(of, f"{name}.outputs")
        for each in "hx":
            page.wire(f"{each}.ref", f"{name}.inputs")

    def _composite(self, diagram: Diagram, body: _Body) -> None:
        canvas = diagram.add_composite(body.name)
        for pin in ("h", "x", "n", "i")[: 4 if body.by == "While" else 3]:
            canvas.add("InputPin", id=pin, dtype="DT_DOUBLE")
        h = "h.output"
        for number, step in enumerate(body.steps):
            for each in step.bodies:
                self._composite(diagram, each)
            h = self._put_step(diagram, canvas, f"s{number}", step, h)
        canvas.add("OutputPin", id="h_out", name="h")
        canvas.wire(h, "h_out.input")
        if body.by in ("Repeat", "Scan", "While"):
            self._count(canvas, "n")
        if body.by == "While":
            self._count(canvas, "i")
        elif body.by != "Cond":
            put(canvas, "tanh_y", "Tanh", x=h)
            put(canvas, "y", "OutputPin", input="tanh_y.y")

    def _count(self, canvas: PageView, pin: str) -> None:
        put(canvas, f"{pin}_next", "Add", x=f"{pin}.output", y=1.0)
        canvas.add("OutputPin", id=f"{pin}_out", name=pin)
        canvas.wire(f"{pin}_next.z", f"{pin}_out.input")

    def _put_step(self, diagram: Diagram, canvas: PageView, at: str, step: _Statement, h: str) -> str:
        """Blocks of a step; the pin that gives the new h."""
        if step.kind == "weigh":
            canvas.add("Variable", id=f"{at}_w", initvalues=_weights(step.number).tolist(), dtype="DT_DOUBLE")
            put(canvas, f"{at}_m", "MatMul", a=h, b=f"{at}_w.ref")
            put(canvas, f"{at}_a", "Add", x=f"{at}_m.product", y="x.output")
            return put(canvas, f"{at}_t", "Tanh", x=f"{at}_a.z", gives="y")
        if step.kind == "wave":
            put(canvas, f"{at}_m", "Multiply", x=h, y="x.output")
            return put(canvas, f"{at}_s", "Sin", x=f"{at}_m.z", gives="y")
        if step.kind == "lean":
            put(canvas, f"{at}_m", "Multiply", x="x.output", y=step.number)
            return put(canvas, f"{at}_s", "Add", x=h, y=f"{at}_m.z", gives="z")
        if step.kind == "scale":
            put(canvas, f"{at}_m", "Mean", input="x.output", axis=[0, 1])
            return put(canvas, f"{at}_s", "Multiply", x=h, y=f"{at}_m.output", gives="z")
        return self._put_loop(diagram, canvas, at, step, h)

    def _put_loop(self, diagram: Diagram, canvas: PageView, at: str, step: _Statement, h: str) -> str:
        values, bodies = dict(step.values), [f":{each.name}" for each in step.bodies]
        if step.kind == "Cond":
            put(canvas, f"{at}_o", "Add", x="n.output", y=step.number)
            put(canvas, f"{at}_p", "FloorMod", x=f"{at}_o.z", y=2.0)
            put(canvas, f"{at}_q", "Less", x=f"{at}_p.z", y=0.5)
            values |= {"then": bodies[0], "else": bodies[1], "predicate": f"{at}_q.z"}
        elif step.kind == "While":
            test = diagram.add_composite(f"{step.bodies[0].name}_test")
            for pin in ("i", "limit"):
                test.add("InputPin", id=pin, dtype="DT_DOUBLE")
            put(test, "less", "Less", x="i.output", y="limit.output")
            put(test, "out", "OutputPin", input="less.z")
            put(canvas, f"{at}_o", "Add", x="n.output", y=step.number)
            put(canvas, f"{at}_p", "FloorMod", x=f"{at}_o.z", y=4.0)
            values |= {"condition": test.name, "body": bodies[0], "limit": f"{at}_p.z", "i": 0.0}
        else:
            values["body"] = bodies[0]
        rows = {"Scan": ("x", "x.output", h), "Map": ("h", h, "x.output")}.get(step.kind)
        given = {"h": h, "x": "x.output", "n": "n.output"}
        if rows is not None:
            pin, first, second = rows
            put(canvas, f"{at}_b", "Multiply", x=first, y=second)
            canvas.add("Stack", id=f"{at}_r")
            for each in (first, second, f"{at}_b.z"):
                canvas.wire(each, f"{at}_r.values")
            values["over"] = [pin]
            given[pin] = f"{at}_r.output"
        put(canvas, at, step.kind, **values, **given)
        if step.kind == "Cond" or step.kind == "While":
            return f"{at}.h"
        put(canvas, f"{at}_y", "Sum", input=f"{at}.y", axis=[0])
        put(canvas, f"{at}_z", "Multiply", x=f"{at}_y.output", y=0.3)
        state = (
            f"{at}.h"
            if step.kind != "Map"
            else put(canvas, f"{at}_h", "Sum", input=f"{at}.h", axis=[0], gives="output")
        )
        return put(canvas, f"{at}_e", "Add", x=state, y=f"{at}_z.z", gives="z")

    # -- As a function -------------------------------------------------------------------------------------------------

    def loss(self, h: Array, x: Array, weights: dict[str, Array] | None = None) -> Any:
        """The loss, for such inputs; ``weights`` holds variables by path that are other than at the beginning."""
        result, y = _run(self._top, "top", _State(h, x, 1.0), weights or {})
        return np.sum(result.h * y)

    def gradients(self) -> dict[str, Array]:
        """The gradients of the loss by h, x, and the variables by their paths."""
        arrays: dict[str, Array] = {}
        used: dict[str, Array] = {}
        _run(self._top, "top", _State(H0, X0, 1.0), used)
        for name, value in {"h": H0, "x": X0, **used}.items():
            result = np.zeros_like(value)
            for at in np.ndindex(value.shape):
                moved = value.astype(complex)
                moved[at] += STEP * 1j
                h, x = (moved if name == each else begin for each, begin in (("h", H0), ("x", X0)))
                result[at] = self.loss(h, x, {**used, name: moved} if name in used else {**used}).imag / STEP
            arrays[name] = result
        return arrays

    def second(self) -> dict[str, Array]:
        """The gradients of the sum of squares of those by h and x, from differences of the former."""
        arrays: dict[str, Array] = {}
        for name, value in (("h", H0), ("x", X0)):
            result = np.zeros_like(value)
            for at in np.ndindex(value.shape):
                ends: list[float] = []
                for step in (1e-5, -1e-5):
                    moved = value.copy()
                    moved[at] += step
                    given = {"h": H0, "x": X0, name: moved}
                    ends.append(sum(float(np.sum(each**2)) for each in self._by_inputs(given["h"], given["x"])))
                result[at] = (ends[0] - ends[1]) / 2e-5
            arrays[name] = result
        return arrays

    def _by_inputs(self, h: Array, x: Array) -> tuple[Array, Array]:
        pair = np.zeros_like(h), np.zeros_like(x)
        for which, result in enumerate(pair):
            for at in np.ndindex(result.shape):
                moved = [h.astype(complex), x.astype(complex)]
                moved[which][at] += STEP * 1j
                result[at] = self.loss(moved[0], moved[1]).imag / STEP
        return pair


def put(canvas: PageView, name: str, kind: str, *, gives: str = "", **given: Any) -> str:
    """A block whose values of the form ``block.pin`` are wires."""
    wires = {pin: value for pin, value in given.items() if isinstance(value, str) and "." in value}
    canvas.add(kind, id=name, **{pin: value for pin, value in given.items() if pin not in wires})
    for pin, source in wires.items():
        canvas.wire(source, f"{name}.{pin}")
    return f"{name}.{gives}"


def _weights(number: float) -> Array:
    return np.array([[number, -0.5], [0.3, 0.8 - number]])


def _run(body: _Body, path: str, state: _State, weights: dict[str, Array]) -> tuple[_State, Array]:
    """What a body gives: the state, and y. Variables that are not there yet begin, and are put there."""
    h, x = state.h, state.x
    for number, step in enumerate(body.steps):
        at = f"{path}/s{number}"
        if step.kind == "weigh":
            h = np.tanh(h @ weights.setdefault(f"{at}_w", _weights(step.number)) + x)
        elif step.kind == "wave":
            h = np.sin(h * x)
        elif step.kind == "lean":
            h = h + x * step.number
        elif step.kind == "scale":
            h = h * np.mean(x)
        else:
            h = _run_loop(step, at, state._replace(h=h), weights)
    return _State(h, x, state.n + 1.0), np.tanh(h)


def _run_loop(step: _Statement, at: str, state: _State, weights: dict[str, Array]) -> Array:
    h, x, n = state
    values, body = dict(step.values), step.bodies[0]
    ys: list[Array] = []
    if step.kind == "Cond":
        side = 0 if (n + step.number) % 2 < 0.5 else 1
        return _run(step.bodies[side], f"{at}/{('then', 'else')[side]}", state, weights)[0].h
    if step.kind == "While":
        for _ in range(int((n + step.number) % 4)):
            state = _run(body, at, state, weights)[0]
        return state.h
    if step.kind == "Map":
        hs: list[Array] = []
        for each in (h, x, h * x):
            result, y = _run(body, at, _State(each, x, n), weights)
            hs.append(result.h)
            ys.append(y)
        return np.sum(hs, 0) + 0.3 * np.sum(ys, 0)
    if step.kind == "Repeat":
        for number in range(values["times"]):
            state, y = _run(body, at if values["share"] else f"{at}/{number}", state, weights)
            ys.append(y)
    else:
        rows = [x, h, x * h]
        for each in reversed(rows) if values["reverse"] else rows:
            result, y = _run(body, at, _State(state.h, each, state.n), weights)
            state = result
            ys.append(y)
    return state.h + 0.3 * np.sum(ys, 0)

"""Random programs of loops and branches in each other, as diagrams and as functions of NumPy.

A derivative of the function is taken at a complex step: exact to the last digits, and by none of our rules
(W. Squire, G. Trapp, "Using complex variables to estimate derivatives of real functions", 1998). What is written to a
variable is a real number: a gradient goes to the variable from each read of it, and not through what is written.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.document.model import Diagram, PageView

STEP = 1e-60
H0, X0 = np.array([[0.4, -0.7], [0.9, 0.2]]), np.array([[-0.3, 0.8], [0.5, 0.6]])
V0 = np.array(0.6)
DEPTH = 3
WRITES = ("decay", "bump", "touch", "look")
"""Steps about variables: a weight that changes, and three about the page's variable v: to change it beside the others,
to change it and use what it is then, to read it."""


class _State(NamedTuple):
    """What a body is given: two matrices, and a number that tells rounds apart."""

    h: Array
    x: Array
    n: float


class _Variables(dict[str, Array]):
    """Variables by path; v is the page's.

    Attributes:
        first: what they begin with.
        seen: what a reader behind all steps so far sees of v.
    """

    def __init__(self, given: Mapping[str, Array]) -> None:
        super().__init__({"v": V0, **given})
        self.first: dict[str, Array] = {}
        self.seen = self["v"]

    def read(self, path: str, begins: Array) -> Array:
        """What a variable is."""
        self.first[path] = begins
        return self.setdefault(path, begins)

    def write(self, path: str, value: Array) -> Array:
        """Give a variable a new value; what its readers are differentiated by stays."""
        self[path] = np.real(value) + 1j * np.imag(self[path]) if np.iscomplexobj(self[path]) else np.real(value)
        return np.real(value)


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
        writes: whether its bodies write variables.
    """

    def __init__(
        self,
        seed: object,
        maximum: int | None = None,
        loops: tuple[str, ...] = ("Repeat", "Scan", "Map", "While", "Cond"),
        *,
        writes: bool = False,
    ) -> None:
        self._writes = writes
        self._draw = random.Random(str(seed))
        self._maximum = maximum
        self._loops = loops
        self._made = 0
        self._top = self._body(DEPTH, "page")

    # -- What it is ----------------------------------------------------------------------------------------------------

    def _body(self, depth: int, by: str) -> _Body:
        self._made += 1
        name = f"B{self._made}"
        steps = [self._step(depth, by) for _ in range(self._draw.randint(1, 3))]
        if depth and not any(each.bodies for each in steps) and by == "page":
            steps.append(self._loop(depth, by))
        return _Body(name, tuple(steps), by)

    def _step(self, depth: int, by: str) -> _Statement:
        draw = self._draw
        if depth and draw.random() < 0.55:
            return self._loop(depth, by)
        kinds = ["weigh", "wave", "lean", "scale"]
        if self._writes:
            kinds += ["look"] if by == "Map" else WRITES
        return _Statement(draw.choice(kinds), number=draw.uniform(-1, 1))

    def _loop(self, depth: int, by: str) -> _Statement:
        draw = self._draw
        values: dict[str, Any] = {}
        kind = draw.choice(self._loops)
        inner = "Map" if by == "Map" and self._writes else kind
        bodies = tuple([self._body(depth - 1, inner)._replace(by=kind) for _ in range(2 if kind == "Cond" else 1)])
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
        if self._writes:
            page.add("Variable", id="v", initvalues=V0.tolist(), dtype="DT_DOUBLE")
        for name in "hxv" if self._writes else "hx":
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
        for pin in ("h", "x", "n", "i")[: 4 if body.by == "While" else 3] + ("v",) * self._writes:
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
        if step.kind in WRITES:
            return self._put_write(canvas, at, step, h)
        return self._put_loop(diagram, canvas, at, step, h)

    def _put_write(self, canvas: PageView, at: str, step: _Statement, h: str) -> str:
        if step.kind == "look":
            put(canvas, f"{at}_m", "Multiply", x=h, y="v.output")
            return put(canvas, f"{at}_s", "Sin", x=f"{at}_m.z", gives="y")
        if step.kind == "decay":
            canvas.add("Variable", id=f"{at}_w", initvalues=_weights(step.number).tolist(), dtype="DT_DOUBLE")
            put(canvas, f"{at}_m", "MatMul", a=h, b=f"{at}_w.ref")
            put(canvas, f"{at}_t", "Tanh", x=f"{at}_m.product")
            put(canvas, f"{at}_d", "Multiply", x=f"{at}_t.y", y=0.1)
            put(canvas, f"{at}_u", "AssignSub", ref=f"{at}_w.ref", value=f"{at}_d.z")
            return f"{at}_t.y"
        put(canvas, f"{at}_m", "Mean", input=h, axis=[0, 1])
        put(canvas, f"{at}_d", "Multiply", x=f"{at}_m.output", y=step.number)
        put(canvas, f"{at}_u", "AssignAdd", ref="v.output", value=f"{at}_d.z")
        return h if step.kind == "bump" else put(canvas, f"{at}_s", "Multiply", x=h, y=f"{at}_u.output_ref", gives="z")

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
        given = {"h": h, "x": "x.output", "n": "n.output", **({"v": "v.output"} if self._writes else {})}
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

    def loss(self, h: Array, x: Array, variables: Mapping[str, Array] = MappingProxyType({})) -> Any:
        """The loss, for such inputs; ``variables`` holds those by path that are other than at the beginning."""
        return self._run(h, x, _Variables(variables))

    def _run(self, h: Array, x: Array, variables: _Variables) -> Any:
        result, y = _run(self._top, "top", _State(h, x, 1.0), variables)
        return np.sum(result.h * y)

    def after(self, variables: Mapping[str, Array]) -> dict[str, Array]:
        """The variables that a step leaves."""
        result = _Variables(variables)
        self._run(H0, X0, result)
        return {path: value for path, value in result.items() if path != "v" or self._writes}

    def gradients(self, variables: Mapping[str, Array] = MappingProxyType({})) -> dict[str, Array]:
        """The gradients of the loss by h, x, and the variables by their paths."""
        arrays: dict[str, Array] = {}
        begin = _Variables({})
        self._run(H0, X0, begin)
        used = {**({"v": V0} if self._writes else {}), **begin.first, **variables}
        for name, value in {"h": H0, "x": X0, **used}.items():
            result = np.zeros_like(value)
            for at in np.ndindex(np.shape(value)):
                moved = np.array(value, complex)
                moved[at] += STEP * 1j
                h, x = (moved if name == each else start for each, start in (("h", H0), ("x", X0)))
                result[at] = self.loss(h, x, {**used, name: moved} if name in used else used).imag / STEP
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


def _run(body: _Body, path: str, state: _State, weights: _Variables) -> tuple[_State, Array]:
    """What a body gives: the state, and y. Variables that are not there yet begin, and are put there."""
    h, x = state.h, state.x
    for number, step in enumerate(body.steps):
        at = f"{path}/s{number}"
        if step.kind == "weigh":
            h = np.tanh(h @ weights.read(f"{at}_w", _weights(step.number)) + x)
        elif step.kind == "decay":
            w = weights.read(f"{at}_w", _weights(step.number))
            h = np.tanh(h @ w)
            weights.write(f"{at}_w", w - 0.1 * h)
        elif step.kind == "wave":
            h = np.sin(h * x)
        elif step.kind == "look":
            h = np.sin(h * weights.seen)
        elif step.kind == "lean":
            h = h + x * step.number
        elif step.kind == "scale":
            h = h * np.mean(x)
        elif step.kind in WRITES:
            new = weights.write("v", weights["v"] + np.mean(h) * step.number)
            if step.kind == "touch":
                h, weights.seen = h * new, weights["v"]
        else:
            h = _run_loop(step, at, state._replace(h=h), weights)
    return _State(h, x, state.n + 1.0), np.tanh(h)


def _writes_v(step: _Statement) -> bool:
    return step.kind in ("bump", "touch") or any(_writes_v(each) for body in step.bodies for each in body.steps)


def _run_loop(step: _Statement, at: str, state: _State, weights: _Variables) -> Array:
    h, x, n = state
    values, body = dict(step.values), step.bodies[0]
    ys: list[Array] = []
    seen = weights.seen

    def run(body: _Body, at: str, state: _State) -> tuple[_State, Array]:
        """A round: it begins with what v is then, and what comes behind the loop sees what that leaves."""
        weights.seen = weights["v"] if _writes_v(step) else seen
        result = _run(body, at, state, weights)
        weights.seen = weights["v"] if _writes_v(step) else seen
        return result

    if step.kind == "Cond":
        side = 0 if (n + step.number) % 2 < 0.5 else 1
        return run(step.bodies[side], f"{at}/{('then', 'else')[side]}", state)[0].h
    if step.kind == "Map":
        hs: list[Array] = []
        for each in (h, x, h * x):
            result, y = run(body, at, _State(each, x, n))
            hs.append(result.h)
            ys.append(y)
        return np.sum(hs, 0) + 0.3 * np.sum(ys, 0)
    weights.seen = weights["v"] if _writes_v(step) else seen  # there may be no round
    if step.kind == "While":
        for _ in range(int((n + step.number) % 4)):
            state = run(body, at, state)[0]
        return state.h
    if step.kind == "Repeat":
        for number in range(values["times"]):
            state, y = run(body, at if values["share"] else f"{at}/{number}", state)
            ys.append(y)
    else:
        rows = [x, h, x * h]
        for each in reversed(rows) if values["reverse"] else rows:
            result, y = run(body, at, _State(state.h, each, state.n))
            state = result
            ys.append(y)
    return state.h + 0.3 * np.sum(ys, 0)

"""Programs with custom gradients, as diagrams; `make_custom_gradients` has the same for JAX."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from blocks.document.changes import SetField
from blocks.document.model import Diagram
from tests.loops import put

WANTED: dict[str, Any] = json.loads(Path(__file__).with_name("custom_gradients.json").read_text())
"""By program: the loss, its gradients, and the gradients of the sum of these, as JAX 0.10.2 computes them."""

D = "dtype=DT_DOUBLE"
V = f"""v = Variable() initvalues=[0.6,-1.7] {D}
    w = Variable() initvalues=[0.5,0.25] {D}
    """
TIMES_W, TIMES_V = "\n p = Multiply(h.y, w)", "\n p = Multiply(h.y, v)"
SQUARES = """
    q = Multiply(p, v)
    s = Sum(q) axis=[0]
    loss = Square(s)"""
PASS = {"Pass": "grad_y = InputPin()\n grad_x = OutputPin(grad_y)"}
ROUND = {"Round < Pass": "x = InputPin()\n r = Rint(x)\n y = OutputPin(r)"}
REVERSE = {
    "Reverse < ReverseGrad": "x = InputPin()\n y = OutputPin(x)\n promote factor 2.0",
    "ReverseGrad": f"""grad_y = InputPin()
        k = Const() val=7.0 {D}
        n = Negate(grad_y)
        m = Multiply(n, k)
        grad_x = OutputPin(m)
        promote factor 5.0 k.val""",
}
SIGN = {"Sign < SignGrad": "x = InputPin()\n s = Sign(x)\n y = OutputPin(s)"}
CLIPPED = """grad_y = InputPin()
    x = InputPin()
    a = Abs(x)
    in = LessEqual(a) y=1.0
    c = Cast(in) DstT=DT_DOUBLE
    m = Multiply(grad_y, c)
    grad_x = OutputPin(m)"""
THIRD = """grad_grad_x = InputPin()
    x = InputPin()
    m = Multiply(grad_grad_x, x)
    n = Negate(m)
    grad_grad_y = OutputPin(m)
    grad_x = OutputPin(n)"""
CUBE = {
    "Cube < CubeGrad": f"""x = InputPin()
        w = Variable() initvalues=[1.5,0.5] {D}
        s = Square(x)
        m = Multiply(s, x)
        n = Multiply(m, w)
        y = OutputPin(n)""",
    "CubeGrad": """grad_y = InputPin()
        x = InputPin()
        result_y = InputPin()
        s = Square(x)
        a = Multiply(s, grad_y)
        b = Multiply(a, result_y)
        grad_x = OutputPin(b)""",
}
RECURSIVE = {
    "Power < PowerGrad": "x = InputPin()\n s = Square(x)\n m = Multiply(s, x)\n y = OutputPin(m)",
    "PowerGrad": """grad_y = InputPin()
        x = InputPin()
        p = :Power(x>x)
        m = Multiply(p.y, grad_y)
        grad_x = OutputPin(m)""",
}
OUTER = "x = InputPin()\n a = :Cube(x>x)\n b = :Reverse(a.y>x)"
STEP = {
    "Step": """z = InputPin()
        w = InputPin()
        b = InputPin()
        m = Multiply(z, w)
        a = Add(m, b)
        t = Tanh(a)
        out = OutputPin(t) name=z"""
}
LOOPED = """grad_y = InputPin()
    x = InputPin()
    loop = Repeat(grad_y>z, x>w, x>b) body=:Step times=3
    grad_x = OutputPin(loop.z)"""
FIXED = {  # z = tanh(w z + b), and what the implicit function theorem says of it
    **STEP,
    "Fixed < Implicit": """w = InputPin()
        b = InputPin()
        z0 = ZerosLike(w)
        loop = Repeat(z0>z, w>w, b>b) body=:Step times=60
        z = OutputPin(loop.z)""",
    "Implicit": """grad_z = InputPin()
        w = InputPin()
        result_z = InputPin()
        q = Square(result_z)
        d = Subtract(q>y) x=1.0
        wd = Multiply(w, d)
        rest = Subtract(wd>y) x=1.0
        u = RealDiv(grad_z, rest)
        gb = Multiply(u, d)
        gw = Multiply(gb, result_z)
        grad_w = OutputPin(gw)
        grad_b = OutputPin(gb)""",
}
TWO = {
    "Two < TwoGrad": """x = InputPin()
        k = InputPin() default=3.0
        n = InputPin() default=2
        s = Square(x)
        a = Multiply(s, k)
        b = Sin(x)
        i = Add(n) y=1
        y = OutputPin(a)
        z = OutputPin(b)
        count = OutputPin(i)""",
    "TwoGrad": """grad_y = InputPin()
        grad_z = InputPin()
        k = InputPin()
        result_count = InputPin()
        n = InputPin()
        more = Add(result_count, n)
        f = Cast(more) DstT=DT_DOUBLE
        a = Multiply(grad_y, k)
        b = Multiply(grad_z, f)
        s = Add(a, b)
        grad_x = OutputPin(s)""",
}
ALL_OF_TWO = """h = :Two(v>x, w>k)
    c = Cast(h.count) DstT=DT_DOUBLE
    a = Multiply(h.y, c)
    p = Add(a, h.z)"""
CELL = f"""h = InputPin() {D}
    x = InputPin() {D}
    r = :Cube(h>x)
    a = Add(r.y, x)
    t = Tanh(a)
    h_out = OutputPin(t) name=h
    """
COUNT = """o = InputPin()
    one = Add(o) y=1.0
    o_out = OutputPin(one) name=o"""
WHILE = f"""z = Const() val=0.0 {D}
    h = While(v>h, w>x, z>o) condition=:Test body=:Cell maximum=9
    p = Multiply(h.h, v)"""
CELLS = {**CUBE, "Cell": f"{CELL} y = OutputPin(a)"}
OVER = """y = Sum(loop.y) axis=[0]
    p = Multiply(loop.h, y)"""
OWN_CELL = {
    "Cell < CellGrad": """h = InputPin()
        x = InputPin()
        m = Multiply(h, x)
        t = Tanh(m)
        h_out = OutputPin(t) name=h
        y = OutputPin(m)""",
    "CellGrad": """grad_h = InputPin()
        grad_y = InputPin()
        h = InputPin()
        result_h = InputPin()
        a = Multiply(grad_h, h)
        b = Multiply(grad_y, result_h)
        c = Add(a, b)
        grad_x = OutputPin(c)
        grad_h_out = OutputPin(a) name=grad_h""",
}
MAP = """xs = Stack(w>values, v>values) axis=0
    loop = Map(xs>x, w>w) body=:Cell over=["x"]
    p = Sum(loop.y) axis=[0]"""
COND = """b = Const() val=true
    c = Const() val=false
    h = Cond(b>predicate, v>x) then=:Cube else=:Reverse
    k = Cond(c>predicate, w>x) then=:Cube else=:Reverse
    p = Multiply(h.y, k.y)"""
TURNS = """zero = Const() val=0
    limit = Const() val=3
    i = Merge(zero>inputs)
    less = Less(i.output, limit>y)
    go = LoopCond(less)
    leave = Switch(i.output, go>pred)
    more = Add(leave.output_true) y=1
    again = NextIteration(more)
    again.output > i.inputs
    h = Merge(v>inputs)
    side = Switch(h.output, go>pred)
    c = :Cube(side.output_true>x)
    t = Tanh(c.y)
    turn = NextIteration(t)
    turn.output > h.inputs
    p = Multiply(side.output_false, w)"""


class Program(NamedTuple):
    """Composites, a page with a loss, and the variables with a gradient and with a second gradient of it."""

    composites: dict[str, str]
    page: str
    first: str = "v w"
    second: str = "v w"

    def diagram(self) -> Diagram:
        page = f"{V}{self.page}{SQUARES}\n g = AddSymbolicGradients(loss>outputs, {_inputs(self.first)})"
        if self.second:
            page += f"\n gg = AddSymbolicGradients(g.grad_outputs>outputs, {_inputs(self.second)})"
        return diagram(self.composites, page)


PROGRAMS = {
    "straight-through rounding": Program(
        {**ROUND, **PASS}, "m = Multiply(v) y=3.0\n h = :Round(m>x)\n p = Square(h.y)", "v", "v"
    ),
    "reversal with the default": Program(REVERSE, f"h = :Reverse(v>x){TIMES_W}"),
    "reversal with a factor": Program(REVERSE, f"h = :Reverse(v>x) factor=0.5{TIMES_W}"),
    "clipped sign": Program({**SIGN, "SignGrad": CLIPPED}, f"h = :Sign(v>x){TIMES_V}", "v", "v"),
    "fixed point": Program(FIXED, "h = :Fixed(w>w, v>b)\n p = Multiply(h.z, v)"),
    "variable inside": Program(CUBE, f"h = :Cube(v>x){TIMES_W}"),
    "several outputs": Program(TWO, ALL_OF_TWO, "v", "v"),
    "one output, and literals": Program(TWO, "h = :Two(v>x) k=4.0 n=5\n p = Multiply(h.z, v)", "v", "v"),
    "defaults": Program(TWO, "h = :Two(v>x)\n p = Add(h.y, h.z)", "v", "v"),
    "nested": Program(
        {**CUBE, **REVERSE, "Outer": f"{OUTER} factor=3.0\n y = OutputPin(b.y)"},
        f"k = :Outer(v>x)\n h = :Outer(k.y>x){TIMES_W}",
    ),
    "in one with a custom gradient": Program(
        {**CUBE, **REVERSE, "Outer < CubeGrad": f"{OUTER}\n y = OutputPin(b.y)"}, f"h = :Outer(v>x){TIMES_W}"
    ),
    "gradient of the gradient": Program(
        {**SIGN, "SignGrad < Third": CLIPPED, "Third": THIRD}, f"h = :Sign(v>x){TIMES_W}"
    ),
    "the composite in its own gradient": Program(RECURSIVE, f"h = :Power(v>x){TIMES_W}"),
    "loop in the gradient": Program({**STEP, **ROUND, "Pass": LOOPED}, f"h = :Round(v>x){TIMES_W}"),
    "muted": Program(REVERSE, f"h = :Reverse(v>x)\n mute h{TIMES_W}"),
    "shared": Program(CUBE, "h = :Cube(v>x)\n k = :Cube(w>x) shares=h\n p = Multiply(h.y, k.y)"),
    "written variable": Program(
        REVERSE, f"h = :Reverse(v.ref>x){TIMES_W}\n d = Multiply(v) y=0.5\n set = Assign(v, d)"
    ),
    "Repeat": Program(CELLS, f"loop = Repeat(v>h, w>x) body=:Cell times=3\n {OVER}"),
    "Repeat, checkpointed": Program(CELLS, f"loop = Repeat(v>h, w>x) body=:Cell times=4 checkpoint=2\n {OVER}"),
    "Repeat, sharing": Program(CELLS, f"loop = Repeat(v>h, w>x) body=:Cell times=3 share=true\n {OVER}"),
    "Scan": Program(
        CELLS, f'xs = Stack(w>values, v>values) axis=0\n loop = Scan(v>h, xs>x) body=:Cell over=["x"]\n {OVER}'
    ),
    "Map": Program(
        {**CUBE, "Cell": "x = InputPin()\n w = InputPin()\n r = :Cube(x>x)\n m = Multiply(r.y, w)\n y = OutputPin(m)"},
        MAP,
    ),
    "While": Program(
        {**CUBE, "Cell": CELL + COUNT, "Test": "o = InputPin()\n l = Less(o) y=2.5\n go = OutputPin(l)"},
        WHILE, second="",
    ),
    "Merge and Switch": Program(CUBE, TURNS),
    "Cond": Program({**CUBE, **REVERSE}, COND),
    "body with a custom gradient": Program(OWN_CELL, f"loop = Repeat(v>h, w>x) body=:Cell times=3\n {OVER}"),
}  # fmt: skip


def _inputs(names: str) -> str:
    return ", ".join([f"{name}>inputs" for name in names.split()])


def diagram(composites: dict[str, str], page: str) -> Diagram:
    """A diagram of composites ``name`` or ``name < gradient``, and of a page; blocks as `put` takes them.

    Other lines: ``block.pin > block.pin``, ``promote name default block.value``, ``mute block``.
    """
    result = Diagram()
    named = [name.partition(" < ") for name in composites]
    canvases: list[Any] = [result.add_composite(name, gradient=gradient) for name, _, gradient in named]
    canvases.append(result.add_page("main"))
    for canvas, text in zip(canvases, [*composites.values(), page], strict=True):
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        literals: dict[str, Any] = {}
        for value in (word.partition("=")[2] for line in lines for word in line.split()):
            with contextlib.suppress(ValueError):
                literals[value] = json.loads(value)
        put(canvas, "\n".join(line for line in lines if " = " in line), **literals)
        for word, name, *rest in (line.split() for line in lines if " = " not in line):
            if word == "mute":
                canvas.apply(SetField(canvas.name, name, "muted", True))
            elif word == "promote":
                canvas.add_value(name, json.loads(rest[0]), rest[1:])
            else:
                canvas.wire(word, rest[0])
    return result

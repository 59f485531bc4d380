"""Programs with custom gradients, as diagrams; `make_custom_gradients` has the same for JAX."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

from blocks.document.changes import SetField
from blocks.document.model import Diagram
from tests.loops import put

WANTED: dict[str, Any] = json.loads(Path(__file__).with_name("custom_gradients.json").read_text())
"""By program: the loss, its gradients, and the gradients of the sum of these, as JAX 0.10.2 computes them."""

D = "dtype=DT_DOUBLE"
ROUND = {"Round < Pass": "x = InputPin()\n r = Rint(x)\n y = OutputPin(r)",
         "Pass": "grad_y = InputPin()\n grad_x = OutputPin(grad_y)"}  # fmt: skip
REVERSE = {
    "Reverse < ReverseGrad": "x = InputPin()\n y = OutputPin(x)\n promote factor 2.0",
    "ReverseGrad": f"""grad_y = InputPin()
        k = Const() val=7.0 {D}
        n = Negate(grad_y)
        m = Multiply(n, k)
        grad_x = OutputPin(m)
        promote factor 5.0 k.val""",
}
SIGN = {
    "Sign < SignGrad": "x = InputPin()\n s = Sign(x)\n y = OutputPin(s)",
    "SignGrad": """grad_y = InputPin()
        x = InputPin()
        a = Abs(x)
        in = LessEqual(a) y=1.0
        c = Cast(in) DstT=DT_DOUBLE
        m = Multiply(grad_y, c)
        grad_x = OutputPin(m)""",
}
CUBE = {  # of the gradient by x it gives half, none by the weights inside
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
FIXED = {  # z = tanh(w z + b), and what the implicit function theorem says of it
    "Step": """z = InputPin()
        w = InputPin()
        b = InputPin()
        m = Multiply(z, w)
        a = Add(m, b)
        t = Tanh(a)
        out = OutputPin(t) name=z""",
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
    p = Multiply(side.output_false, w)
    """
ROUNDED_CELL = f"""h = InputPin() {D}
    x = InputPin() {D}
    r = :Cube(h>x)
    a = Add(r.y, x)
    t = Tanh(a)
    h_out = OutputPin(t) name=h
    y = OutputPin(a)"""

V = f"v = Variable() initvalues=[0.6,-1.7] {D}\n w = Variable() initvalues=[0.5,0.25] {D}\n"
SUM = "s = Sum(q) axis=[0]\n loss = Square(s)"
SQUARES = "q = Multiply(p, v)\n " + SUM


def programs() -> dict[str, tuple[dict[str, str], str, str, str]]:
    """Return composites, a page, the variables with a gradient of the loss, and those with a second gradient."""
    cell = {**CUBE, "Cell": ROUNDED_CELL}
    loops = {
        "Repeat": ("loop = Repeat(v>h, w>x) body=:Cell times=3", "loop.h"),
        "Repeat, checkpointed": ("loop = Repeat(v>h, w>x) body=:Cell times=4 checkpoint=2", "loop.h"),
        "Repeat, sharing": ("loop = Repeat(v>h, w>x) body=:Cell times=3 share=true", "loop.h"),
        "Scan": ('xs = Stack(w>values, v>values) axis=0\n loop = Scan(v>h, xs>x) body=:Cell over=["x"]', "loop.h"),
    }
    result = {
        "straight-through rounding": (ROUND, V + "m = Multiply(v) y=3.0\n h = :Round(m>x)\n p = Square(h.y)\n" + SQUARES, "v", "v"),
        "reversal with the default": (REVERSE, V + "h = :Reverse(v>x)\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "reversal with a factor": (REVERSE, V + "h = :Reverse(v>x) factor=0.5\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "clipped sign": (SIGN, V + "h = :Sign(v>x)\n p = Multiply(h.y, v)\n" + SQUARES, "v", "v"),
        "fixed point": (FIXED, V + "h = :Fixed(w>w, v>b)\n p = Multiply(h.z, v)\n" + SQUARES, "v w", "v w"),
        "variable inside": (CUBE, V + "h = :Cube(v>x)\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "several outputs": (TWO, V + "h = :Two(v>x, w>k)\n c = Cast(h.count) DstT=DT_DOUBLE\n a = Multiply(h.y, c)\n p = Add(a, h.z)\n" + SQUARES, "v", "v"),
        "one output, and literals": (TWO, V + "h = :Two(v>x) k=4.0 n=5\n p = Multiply(h.z, v)\n" + SQUARES, "v", "v"),
        "defaults": (TWO, V + "h = :Two(v>x)\n p = Add(h.y, h.z)\n" + SQUARES, "v", "v"),
        "nested": ({**CUBE, **REVERSE, "Outer": "x = InputPin()\n a = :Cube(x>x)\n b = :Reverse(a.y>x) factor=3.0\n y = OutputPin(b.y)"},
                   V + "h = :Outer(v>x)\n k = :Outer(h.y>x)\n p = Multiply(k.y, w)\n" + SQUARES, "v w", "v w"),
        "in one with a custom gradient": ({**CUBE, **REVERSE, "Outer < CubeGrad": "x = InputPin()\n a = :Cube(x>x)\n b = :Reverse(a.y>x)\n y = OutputPin(b.y)"},
                   V + "h = :Outer(v>x)\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "gradient of the gradient": ({"Sign < SignGrad": SIGN["Sign < SignGrad"], "SignGrad < Third": SIGN["SignGrad"],
                    "Third": "grad_grad_x = InputPin()\n x = InputPin()\n m = Multiply(grad_grad_x, x)\n n = Negate(m)\n grad_grad_y = OutputPin(m)\n grad_x = OutputPin(n)"},
                   V + "h = :Sign(v>x)\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "the same composite in its gradient": ({**CUBE, "CubeGrad": "grad_y = InputPin()\n x = InputPin()\n c = :Cube(x>x)\n m = Multiply(c.y, grad_y)\n grad_x = OutputPin(m)"},
                   V + "h = :Pair(v>x)\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "loop in the gradient": ({**FIXED, **ROUND, "Pass": f"grad_y = InputPin()\n x = InputPin()\n loop = Repeat(grad_y>z, x>w, x>b) body=:Step times=3\n grad_x = OutputPin(loop.z)"},
                   V + "h = :Round(v>x)\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "muted": (REVERSE, V + "h = :Reverse(v>x)\n mute h\n p = Multiply(h.y, w)\n" + SQUARES, "v w", "v w"),
        "shared": (CUBE, V + "h = :Cube(v>x)\n k = :Cube(w>x) shares=h\n p = Multiply(h.y, k.y)\n" + SQUARES, "v w", "v w"),
        "written variable": (REVERSE, V + "h = :Reverse(v.ref>x)\n p = Multiply(h.y, w)\n" + SQUARES + "\n d = Multiply(v) y=0.5\n set = Assign(v, d)", "v w", "v w"),
        "Map": ({**CUBE, "Cell": "x = InputPin()\n w = InputPin()\n r = :Cube(x>x)\n m = Multiply(r.y, w)\n y = OutputPin(m)"},
                V + 'xs = Stack(w>values, v>values) axis=0\n loop = Map(xs>x, w>w) body=:Cell over=["x"]\n p = Sum(loop.y) axis=[0]\n' + SQUARES, "v w", "v w"),
        "While": ({**CUBE, "Cell": ROUNDED_CELL.replace("y = OutputPin(a)", "o = InputPin()\n one = Add(o) y=1.0\n o_out = OutputPin(one) name=o"), "Test": "o = InputPin()\n l = Less(o) y=2.5\n go = OutputPin(l)"},
                V + f"z = Const() val=0.0 {D}\n loop = While(v>h, w>x, z>o) condition=:Test body=:Cell maximum=9\n p = Multiply(loop.h, v)\n" + SQUARES, "v w", ""),
        "Merge and Switch": (CUBE, V + TURNS + SQUARES, "v w", "v w"),
        "Cond": ({**CUBE, **REVERSE}, V + "b = Const() val=true\n c = Const() val=false\n h = Cond(b>predicate, v>x) then=:Cube else=:Reverse\n k = Cond(c>predicate, w>x) then=:Cube else=:Reverse\n p = Multiply(h.y, k.y)\n" + SQUARES, "v w", "v w"),
        "body with a custom gradient": ({"Cell < CellGrad": "h = InputPin()\n x = InputPin()\n m = Multiply(h, x)\n t = Tanh(m)\n h_out = OutputPin(t) name=h\n y = OutputPin(m)",
                "CellGrad": "grad_h = InputPin()\n grad_y = InputPin()\n h = InputPin()\n result_h = InputPin()\n a = Multiply(grad_h, h)\n b = Multiply(grad_y, result_h)\n c = Add(a, b)\n grad_x = OutputPin(c)\n grad_h_out = OutputPin(a) name=grad_h"},
                V + "loop = Repeat(v>h, w>x) body=:Cell times=3\n y = Sum(loop.y) axis=[0]\n p = Multiply(loop.h, y)\n" + SQUARES, "v w", "v w"),
    }
    del result["the same composite in its gradient"]
    for name, (line, end) in loops.items():
        result[name] = (cell, f"{V}{line}\n y = Sum(loop.y) axis=[0]\n p = Multiply({end}, y)\n{SQUARES}", "v w", "v w")
    return result


PROGRAMS = programs()


def diagram(composites: dict[str, str], page: str, first: str = "", second: str = "") -> Diagram:
    """A diagram of composites ``name`` or ``name < gradient``, and of a page with the gradients of its loss."""
    result = Diagram()
    named = [name.partition(" < ") for name in composites]
    canvases: list[Any] = [result.add_composite(name, gradient=gradient) for name, _, gradient in named]
    gradients = "".join([
        f"\n g = AddSymbolicGradients(loss>outputs, {', '.join(f'{each}>inputs' for each in first.split())})" if first else "",
        f"\n gg = AddSymbolicGradients(g.grad_outputs>outputs, {', '.join(f'{e}>inputs' for e in second.split())})" if second else "",
    ])
    for canvas, text in zip([*canvases, result.add_page("main")], [*composites.values(), page + gradients], strict=True):
        lines = [line.strip() for line in text.splitlines()]
        literals: dict[str, Any] = {}
        for word in (word for line in lines for word in line.split()):
            with contextlib.suppress(ValueError):
                literals[word.partition("=")[2]] = json.loads(word.partition("=")[2])
        put(canvas, "\n".join(line for line in lines if " = " in line), **literals)
        for word, name, *rest in (line.split() for line in lines if " = " not in line and line):
            if name == ">":
                canvas.wire(word, *rest)
            elif word == "mute":
                canvas.apply(SetField(canvas.name, name, "muted", True))
            else:
                canvas.add_value(name, json.loads(rest[0]), rest[1:])
    return result

"""Programs whose loops and branches write variables, as diagrams; `make_loop_writes` has the same for TensorFlow."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from blocks.document.model import Diagram
from tests.loops import put

XS = np.round(np.random.default_rng(0).normal(size=(5, 3)), 3).tolist()
FEEDS = ([1.0, 5.0, 2.0], [4.0], [6.0, 1.0, 7.0, 2.0])
WANTED: dict[str, Any] = json.loads(Path(__file__).with_name("loop_writes.json").read_text())
"""By program: for each of three steps, results (``block.result_pin``), gradients of the loss (``by block.pin``) and
variables (``at block``) are in TensorFlow 2.21."""

_X, _H, _C = "x = InputPin() dtype=D", "h = InputPin() dtype=D", "c = InputPin()"
_LITERALS: dict[str, Any] = {
    "D": "DT_DOUBLE", "I": "DT_INT32", "X": XS, "OVER": ["x"], "YES": True, "AXES": [0, 1], "AXIS": [0], "S": [None],
    "TARGETS": [1.0, 2.0, 3.0, 4.0, 5.0], "OVER_T": ["x", "t"], "OVER_I": ["i"], "V": [[1.0], [0.0], [0.0]],
    "MATRIX": (np.array(XS).T @ np.array(XS)).tolist(), "W": [0.5, -0.5, 0.25], "Z": [0.0, 0.0, 0.0],
    "ONES": [1.0, 1.0, 1.0], "SCALE": [1.5, 0.5, -1.0], "INDICES": [0, 3, 3, 1, 3], "FOUR": [0.0, 0.0, 0.0, 0.0],
    "PAIR": [0.5, -1.5], "H2": [1.0, 2.0], "ZEROS": [0.0, 0.0], "WEIGHTS": [0.5, -1.5, 0.7], "H3": [0.1, 0.2, 0.3],
    "FEW": [1.0, 2.0, 3.0], "SOME": [0.5, 1.0, -2.0], "SIGNS": [1.0, -2.0, 3.0, 4.0, -5.0], "TWO": [1.0, 2.0],
    "FACTORS": [2.0, -1.0], "SIX": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
}  # fmt: skip
for number in ("0.0", "0.05", "0.1", "0.4", "0.5", "0.7", "0.8", "0.9", "0.999", "1e-8", "1.0", "1.2", "1.3", "1.5",
               "2.0", "2.5", "3.0", "4.0", "10.0", "0", "1", "2", "3", "4", "6", "7", "9", "12"):  # fmt: skip
    _LITERALS[number] = json.loads(number)


def _made(page: str, **composites: str) -> Diagram:
    """A diagram of composites, and of a page: lines as `put` takes them, and wires ``block.pin > block.pin``."""
    diagram = Diagram()
    canvases = [(diagram.add_composite(name), text) for name, text in composites.items()]
    for canvas, text in [*canvases, (diagram.add_page("main"), page)]:
        lines = [line.strip() for line in text.splitlines()]
        put(canvas, "\n".join(line for line in lines if " > " not in line), **_LITERALS)
        for source, _, target in (line.partition(" > ") for line in lines if " > " in line):
            canvas.wire(source, target)
    return diagram


def _decaying(**values: Any) -> Diagram:
    body = f"""{_H}
        {_X}
        w = Variable() initvalues=WEIGHTS dtype=D
        m = Multiply(h.output, w)
        s = Add(m, x.output)
        t = Tanh(s)
        d = Multiply(w) y=0.9
        set = Assign(w, d)
        to = OutputPin(t) name=h
        yw = Multiply(t, w)
        y = OutputPin(yw)"""
    page = """xs = Const() val=X dtype=D
        h0 = Const() val=H3 dtype=D
        loop = Scan() body=:B over=OVER
        sy = Sum(loop.y) axis=AXES
        hh = Square(loop.h)
        sh = Sum(hh) axis=AXIS
        loss = Add(sy, sh)
        g = AddSymbolicGradients(loss)
        xs.output > loop.x
        h0.output > loop.h
        xs.output > g.inputs
        h0.output > g.inputs"""
    diagram = _made(page, B=body)
    diagram.page("main").set("loop", **values)
    return diagram


def _counted(**values: Any) -> Diagram:
    body = f"""{_H}
        n = InputPin() dtype=D
        w = Variable() initvalues=1.3 dtype=D
        m = Multiply(h.output, w)
        t = Tanh(m)
        d = Multiply(w) y=0.9
        set = Assign(w, d)
        to = OutputPin(t) name=h
        next = Add(n.output) y=1.0
        no = OutputPin(next) name=n"""
    page = """h0 = Const() val=0.7 dtype=D
        loop = While() condition=:T body=:B n=0.0 maximum=9
        loss = Square(loop.h)
        g = AddSymbolicGradients(loss)
        h0.output > loop.h
        h0.output > g.inputs"""
    diagram = _made(page, B=body, T="n = InputPin() dtype=D\nless = Less(n.output) y=4.0\nout = OutputPin(less)")
    diagram.page("main").set("loop", **values)
    return diagram


_ALTERNATING = """k = Variable() initvalues=0 dtype=I
    one = Const() val=1
    inc = AssignAdd(k, one)
    mod = FloorMod(k) y=2
    even = Equal(mod) y=0"""

PROGRAMS: dict[str, Callable[[], Diagram]] = {
    "counter": lambda: _made(
        "loop = Scan() body=:B over=OVER x=FEW",
        B=f"""{_X}
            n = Variable() initvalues=0.0 dtype=D
            add = AssignAdd(n, x.output)
            seen = OutputPin(n)
            after = OutputPin(add)""",
    ),
    "batch norm": lambda: _made(
        """xs = Const() val=X dtype=D
        loop = Scan() body=:B over=OVER
        sq = Square(loop.y)
        loss = Sum(sq) axis=AXES
        g = AddSymbolicGradients(loss)
        xs.output > loop.x
        xs.output > g.inputs""",
        B=f"""{_X}
            mean = Variable() initvalues=Z dtype=D
            var = Variable() initvalues=ONES dtype=D
            scale = Variable() initvalues=SCALE dtype=D
            off = Subtract(x.output, mean)
            part = Multiply(off) y=0.1
            new_mean = AssignAdd(mean, part)
            left = Subtract(x.output, new_mean)
            sq = Square(left)
            dv = Subtract(sq, var)
            dv_part = Multiply(dv) y=0.1
            new_var = AssignAdd(var, dv_part)
            sd = Sqrt(var)
            n = RealDiv(off, sd)
            scaled = Multiply(n, scale)
            y = OutputPin(scaled)""",
    ),
    "power iteration": lambda: _made(
        "loop = Repeat() body=:B times=7 share=YES",
        B="""A = Const() val=MATRIX dtype=D
            v = Variable() initvalues=V dtype=D
            m = MatMul(A, v)
            sq = Square(m)
            s = Sum(sq) axis=AXES
            n = Sqrt(s)
            new = RealDiv(m, n)
            set = Assign(v, new)
            norm = OutputPin(n)""",
    ),
    "branches": lambda: _made(
        f"""{_ALTERNATING}
        c = Variable() initvalues=10.0 dtype=D
        cond = Cond() then=:A else=:B x=2.5
        next = Multiply(cond.y, c)
        even.z > cond.predicate
        c.ref > cond.c""",
        A=f"{_X}\n{_C}\nadd = AssignAdd(c.output, x.output)\ny = OutputPin(add)",
        B=f"""{_X}
            {_C}
            w = Variable() initvalues=3.0 dtype=D
            sub = AssignSub(w, x.output)
            m = Multiply(sub, c.output)
            y = OutputPin(m)""",
    ),
    "inner SGD": lambda: _made(
        """xs = Const() val=X dtype=D
        ts = Const() val=TARGETS dtype=D
        loop = Scan() body=:B over=OVER_T
        xs.output > loop.x
        ts.output > loop.t""",
        B=f"""{_X}
            t = InputPin() dtype=D
            w = Variable() initvalues=W dtype=D
            m = Multiply(x.output, w)
            s = Sum(m) axis=AXIS
            loss = SquaredDifference(s, t.output)
            g = AddSymbolicGradients(loss>outputs, w>inputs)
            step = ApplyGradientDescent(w>var, g.grad_outputs[0]>delta) alpha=0.05
            y = OutputPin(loss)""",
    ),
    "inner Adam": lambda: _made(
        "loop = Repeat() body=:B times=6 share=YES",
        B="""w = Variable() initvalues=W dtype=D
            m = Variable() initvalues=Z dtype=D
            v = Variable() initvalues=Z dtype=D
            p1 = Variable() initvalues=0.9 dtype=D
            p2 = Variable() initvalues=0.999 dtype=D
            sq = Square(w)
            loss = Sum(sq) axis=AXIS
            g = AddSymbolicGradients(loss>outputs, w>inputs)
            up = ApplyAdam(w, m, v, p1, p2, g.grad_outputs[0]>grad) lr=0.1 beta1=0.9 beta2=0.999 epsilon=1e-8
            n1 = Multiply(p1) y=0.9
            n2 = Multiply(p2) y=0.999
            s1 = Assign(p1, n1)
            s2 = Assign(p2, n2)
            y = OutputPin(loss)
            new = OutputPin(up)""",
    ),
    "loop in a loop": lambda: _made(
        "v = Variable() initvalues=1.0 dtype=D\nloop = Scan() body=:Out over=OVER x=SOME\nv.ref > loop.c",
        In=f"{_C}\n{_X}\nadd = AssignAdd(c.output, x.output)\nsq = Square(c.output)\ny = OutputPin(sq)",
        Out=f"""{_C}
            {_X}
            in = Repeat() body=:In times=3 share=YES
            all = Sum(in.y) axis=AXIS
            m = Multiply(all, c.output)
            sub = AssignSub(c.output, x.output)
            y = OutputPin(m)
            c.output > in.c
            x.output > in.x""",
    ),
    "branch in a loop": lambda: _made(
        "loop = Scan() body=:S over=OVER x=SIGNS",
        A=f"{_X}\np = InputPin()\nn = InputPin()\nadd = AssignAdd(p.output, x.output)\ny = OutputPin(add)",
        B=f"{_X}\np = InputPin()\nn = InputPin()\nadd = AssignAdd(n.output, x.output)\ny = OutputPin(add)",
        S=f"""{_X}
            p = Variable() initvalues=0.0 dtype=D
            n = Variable() initvalues=0.0 dtype=D
            positive = Greater(x.output) y=0.0
            cond = Cond() then=:A else=:B
            y = OutputPin(cond.y)
            seen = OutputPin(p)
            positive.z > cond.predicate
            x.output > cond.x
            p.ref > cond.p
            n.ref > cond.n""",
    ),
    "own variables": lambda: _made(
        """loop = Repeat() body=:B times=3 h=H2
        sq = Square(loop.h)
        loss = Sum(sq) axis=AXIS""",
        B=f"""{_H}
            w = Variable() initvalues=PAIR dtype=D
            mean = Variable() initvalues=ZEROS dtype=D
            m = Multiply(h.output, w)
            t = Tanh(m)
            off = Subtract(t, mean)
            part = Multiply(off) y=0.5
            up = AssignAdd(mean, part)
            to = OutputPin(t) name=h
            y = OutputPin(up)""",
    ),
    "own variables that are read and written": lambda: _made(
        """loop = Repeat() body=:B times=3 h=H2 checkpoint=2
        sq = Square(loop.h)
        loss = Sum(sq) axis=AXIS""",
        B=f"""{_H}
            w = Variable() initvalues=PAIR dtype=D
            m = Multiply(h.output, w)
            t = Tanh(m)
            sq = Square(w)
            up = Assign(w, sq)
            to = OutputPin(t) name=h""",
    ),
    "while": lambda: _made(
        "k = Variable() initvalues=0 dtype=I\nloop = While() condition=:T body=:B h=3.0\nk.ref > loop.n",
        B=f"""{_H}
            n = InputPin()
            c = Variable() initvalues=0.0 dtype=D
            one = Const() val=1
            add = AssignAdd(c, h.output)
            half = Multiply(h.output) y=0.5
            inc = AssignAdd(n.output, one)
            to = OutputPin(half) name=h""",
        T=f"""{_H}
            n = InputPin()
            large = Greater(h.output) y=0.1
            few = Less(n.output) y=12
            both = LogicalAnd(large, few)
            out = OutputPin(both)""",
    ),
    "two loops of one variable": lambda: _made(
        """c = Variable() initvalues=1.0 dtype=D
        a = Scan() body=:B over=OVER x=TWO
        b = Scan() body=:M over=OVER x=FACTORS
        s = Sum(b.y) axis=AXIS
        behind = Multiply(s, c)
        beside = Square(c)
        c.ref > a.c
        c.ref > b.c""",
        B=f"{_X}\n{_C}\nadd = AssignAdd(c.output, x.output)\ny = OutputPin(add)",
        M=f"{_X}\n{_C}\nm = Multiply(c.output, x.output)\nset = Assign(c.output, m)\ny = OutputPin(set)",
    ),
    "one variable at two pins": lambda: _made(
        "c = Variable() initvalues=1.0 dtype=D\nloop = Scan() body=:B over=OVER x=SOME\nc.ref > loop.a\nc.ref > loop.b",
        B=f"""{_X}
            a = InputPin()
            b = InputPin()
            add = AssignAdd(a.output, x.output)
            s = Subtract(x.output, add)
            sub = AssignAdd(b.output, s)
            both = Add(a.output, b.output)
            y = OutputPin(both)
            z = OutputPin(sub)""",
    ),
    "shared name": lambda: _made(
        """w = Variable() initvalues=1.0 dtype=D shared_name=s
        loop = Repeat() body=:B times=3 x=2.0
        s = Sum(loop.y) axis=AXIS
        z = Multiply(s, w)""",
        B=f"""{_X}
            w = Variable() initvalues=1.0 dtype=D shared_name=s
            add = AssignAdd(w, x.output)
            y = OutputPin(add)""",
    ),
    "histogram": lambda: _made(
        "loop = Scan() body=:B over=OVER_I i=INDICES",
        B="""i = InputPin() dtype=I
            w = Variable() initvalues=FOUR dtype=D
            one = Const() val=1.0 dtype=D
            add = ScatterAdd(w, i.output, one)
            largest = Max(add) axis=AXIS
            y = OutputPin(largest)""",
    ),
    "ring buffer": lambda: _made(
        "loop = Scan() body=:B over=OVER x=SIX",
        B=f"""{_X}
            buffer = Variable() initvalues=FOUR dtype=D
            n = Variable() initvalues=0 dtype=I
            one = Const() val=1
            at = FloorMod(n) y=4
            set = ScatterUpdate(buffer, at, x.output)
            inc = AssignAdd(n, one)
            s = Sum(set) axis=AXIS
            y = OutputPin(s)""",
    ),
    "fed lengths": lambda: _made(
        "xs = Placeholder() dtype=D shape=S\nloop = Scan() body=:B over=OVER\nxs.output > loop.x",
        B=f"""{_X}
            m = Variable() initvalues=0.0 dtype=D
            largest = Maximum(m, x.output)
            set = Assign(m, largest)
            y = OutputPin(set)""",
    ),
    "no iterations": lambda: _made(
        "loop = Repeat() body=:B times=0 share=YES h=1.0\none = Repeat() body=:B times=0 h=1.0",
        B=f"{_H}\nw = Variable() initvalues=2.0 dtype=D\nadd = AssignAdd(w, h.output)\nto = OutputPin(add) name=h",
    ),
    "read behind a write": lambda: _made(
        "loop = Scan() body=:B over=OVER x=FEW\nloss = Sum(loop.y) axis=AXIS",
        B=f"""{_X}
            w = Variable() initvalues=1.2 dtype=D
            d = Multiply(w) y=0.9
            set = Assign(w, d)
            m = Multiply(set, x.output)
            stop = StopGradient(m)
            product = Multiply(stop, w)
            y = OutputPin(product)""",
    ),
    "gradient": _decaying,
    "gradient, checkpoint": lambda: _decaying(checkpoint=2),
    "gradient, reverse": lambda: _decaying(reverse=True),
    "gradient, reverse, checkpoint": lambda: _decaying(reverse=True, checkpoint=3),
    "gradient of a while": _counted,
    "gradient of a while, checkpoint": lambda: _counted(checkpoint=2),
    "gradient of branches": lambda: _made(
        f"""{_ALTERNATING}
        c = Variable() initvalues=1.5 dtype=D
        x = Const() val=2.0 dtype=D
        cond = Cond() then=:A else=:B
        loss = Square(cond.y)
        g = AddSymbolicGradients(loss>outputs, x>inputs, c>inputs)
        even.z > cond.predicate
        c.ref > cond.c
        x.output > cond.x""",
        A=f"{_X}\n{_C}\nm = Multiply(x.output, c.output)\nset = Assign(c.output, m)\ny = OutputPin(m)",
        B=f"{_X}\n{_C}\ns = Sin(c.output)\nm = Multiply(x.output, s)\ny = OutputPin(m)",
    ),
    "gradient of a loop in a loop": lambda: _made(
        """v = Variable() initvalues=1.5 dtype=D
        h0 = Const() val=0.4 dtype=D
        loop = Repeat() body=:Out times=3 share=YES
        loss = Square(loop.h)
        g = AddSymbolicGradients(loss>outputs, h0>inputs, v>inputs)
        v.ref > loop.c
        h0.output > loop.h""",
        In=f"""{_C}
            z = InputPin() dtype=D
            m = Multiply(z.output, c.output)
            t = Tanh(m)
            d = Multiply(c.output) y=0.8
            set = Assign(c.output, d)
            to = OutputPin(t) name=z""",
        Out=f"""{_H}
            {_C}
            in = Repeat() body=:In times=2 share=YES
            s = Add(in.z, c.output)
            t = Tanh(s)
            to = OutputPin(t) name=h
            c.output > in.c
            h.output > in.z""",
    ),
    "gradient of a gradient": lambda: _made(
        """h0 = Const() val=0.4 dtype=D
        v = Variable() initvalues=1.5 dtype=D
        loop = Repeat() body=:B times=3 share=YES
        first = Square(loop.h)
        by = AddSymbolicGradients(first>outputs, h0>inputs, v>inputs)
        a = Square(by.grad_outputs[0])
        b = Square(by.grad_outputs[1])
        loss = Add(a, b)
        g = AddSymbolicGradients(loss>outputs, h0>inputs, v>inputs)
        v.ref > loop.c
        h0.output > loop.h""",
        B=f"""{_H}
            {_C}
            m = Multiply(h.output, c.output)
            t = Tanh(m)
            d = Multiply(c.output) y=0.8
            set = Assign(c.output, d)
            to = OutputPin(t) name=h""",
    ),
    "gradient beside a write": lambda: _made(
        """h = Const() val=2.0 dtype=D
        v = Variable() initvalues=3.0 dtype=D
        m = Multiply(h, v)
        one = Const() val=1.0 dtype=D
        up = AssignAdd(v, one)
        loss = Multiply(m, up)
        g = AddSymbolicGradients(loss>outputs, h>inputs, v>inputs)"""
    ),
}
"""The last one has no loop: its gradient comes after a write, and is that at the value before it."""

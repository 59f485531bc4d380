"""A diagram with loops and branches that run composites, that tests of the window open."""

from __future__ import annotations

from pathlib import Path

import blocks
from blocks.document.model import PageView

XS = [[0.5, -1.0], [0.25, 2.0], [1.0, 1.0]]
"""What the loops of the page go over: three rounds of two numbers."""


def _wire(canvas: PageView, *wires: str) -> None:
    for wire in wires:
        canvas.wire(*wire.split(">"))


def looped() -> blocks.Diagram:
    """A Scan over the cell h = tanh(h w + x), y = h^2, a While that halves, a Cond, and a Map of whole Scans.

    Nothing uses the composite Bow.
    """
    diagram = blocks.Diagram()
    cell = diagram.add_composite("Cell")
    for place, pin in enumerate(("x", "h")):
        cell.add("InputPin", id=pin, at=(0, 120 * place), dtype="DT_FLOAT")
    cell.add("Variable", id="w", at=(0, 240), initvalues=0.5)
    cell.add("Multiply", id="hw", at=(180, 120))
    cell.add("Add", id="sum", at=(360, 0))
    cell.add("Tanh", id="new", at=(540, 0))
    cell.add("Square", id="square", at=(720, 120))
    cell.add("OutputPin", id="h_out", at=(900, 0), name="h")
    cell.add("OutputPin", id="y", at=(900, 120))
    _wire(cell, "h>hw.x", "w>hw.y", "x>sum.x", "hw>sum.y", "sum>new.x", "new>h_out.input", "new>square.x",
          "square>y.input")  # fmt: skip
    half, more = diagram.add_composite("Half"), diagram.add_composite("More")
    for canvas in (half, more):
        canvas.add("InputPin", id="v", at=(0, 0), dtype="DT_FLOAT")
    half.add("Multiply", id="halved", at=(200, 0), y=0.5)
    half.add("OutputPin", id="v_out", at=(400, 0), name="v")
    _wire(half, "v>halved.x", "halved>v_out.input")
    more.add("Greater", id="large", at=(200, 0), y=1.0)
    more.add("OutputPin", id="yes", at=(400, 0))
    _wire(more, "v>large.x", "large>yes.input")
    for name, kind in (("Wave", "Sin"), ("Growth", "Exp"), ("Bow", "Cos")):
        canvas = diagram.add_composite(name)
        canvas.add("InputPin", id="a", at=(0, 0), dtype="DT_FLOAT")
        canvas.add(kind, id="f", at=(200, 0))
        canvas.add("OutputPin", id="b", at=(400, 0))
        _wire(canvas, "a>f.x", "f>b.input")
    row = diagram.add_composite("Row")
    row.add("InputPin", id="row", at=(0, 0), dtype="DT_FLOAT")
    row.add("Const", id="zero", at=(0, 120), val=0.0)
    row.add("Scan", id="along", at=(200, 0), body=":Cell", over=["x"])
    row.add("OutputPin", id="last", at=(420, 0))
    _wire(row, "row>along.x", "zero>along.h", "along.h>last.input")
    page = diagram.add_page("main")
    page.add("Const", id="xs", at=(0, 0), val=XS)
    page.add("Const", id="h0", at=(0, 140), val=[0.0, 0.0])
    page.add("Scan", id="cell", at=(220, 0), body=":Cell", over=["x"])
    page.add("Sum", id="loss", at=(460, 0), axis=[0])
    page.add("Const", id="nine", at=(0, 280), val=9.0)
    page.add("While", id="halve", at=(220, 280), condition=":More", body=":Half")
    page.add("Const", id="yes", at=(0, 460), val=True)
    page.add("Cond", id="side", at=(220, 520), then=":Wave", **{"else": ":Growth"})
    page.add("Map", id="rows", at=(460, 280), body=":Row", over=["row"])
    _wire(page, "xs>cell.x", "h0>cell.h", "cell.h>loss.input", "nine>halve.v", "yes>side.predicate", "nine>side.a",
          "xs>rows.row")  # fmt: skip
    return diagram


def looped_file(folder: Path) -> Path:
    """The diagram in a file."""
    path = folder / "looped.gradblocks"
    looped().save(path)
    return path

"""Pages to try verbs on, and the one way to try an edit: it must come back byte for byte, and go again."""

from __future__ import annotations

from blocks.base.dtypes import FLOAT, INT32, DType
from blocks.base.types import Shape
from blocks.document.changes import Change
from blocks.document.data import Block, Document, Endpoint, Frame, Note, Page, Wire, parse_endpoint
from blocks.document.model import Diagram


def end(text: str) -> Endpoint:
    return parse_endpoint(text)


def wire(source: str, target: str) -> Wire:
    return Wire(end(source), end(target))


# Two constants are multiplied, the product goes through Relu into Add and, a second time, into a list.
PAGE = Page(
    "main",
    (
        Block("a", "Const", (0, 0), {"val": [[1.0, 2.0], [3.0, 4.0]]}),
        Block("w1", "Const", (0, 120), {"val": [[1.0], [2.0]]}, extra={"colour": "red"}),
        Block("m", "MatMul", (200, 40), {}),
        Block("r", "Relu", (400, 40), {}, muted=True),
        Block("s", "Add", (600, 40), {"y": 1.5}),
        Block("n", "AddN", (600, 200)),
        Block("g", "AddSymbolicGradients", (800, 40), collapsed=True),
        Block("x", "Plug.In/Type", (0, 300), {"what": [1, {"deep": None}]}),
    ),
    (
        wire("a.output", "m.a"),
        wire("w1.output", "m.b"),
        wire("m.product", "r.features"),
        wire("r.activations", "s.x"),
        wire("m.product", "n.inputs"),
        wire("r.activations", "n.inputs"),
        wire("s.z", "g.outputs"),
        wire("a.output", "g.inputs"),
        wire("w1.output", "g.inputs"),
        wire("x.out", "x2.in"),
    ),
    (Note((40, -40), "y = a w"), Note((300, -40), "second", (80, 20), {"bold": True})),
    (Frame((-20, -20), (140, 240), "given", "#00ff00"), Frame((700, -20), (10, 10))),
    {"unknown": [1, 2]},
)

KNOWN: dict[tuple[str, str, int | None], tuple[DType, Shape]] = {
    ("a", "output", None): (FLOAT, (2, 2)),
    ("w1", "output", None): (FLOAT, (2, 1)),
    ("m", "product", None): (FLOAT, (2, 1)),
    ("r", "activations", None): (FLOAT, (2, 1)),
    ("s", "z", None): (FLOAT, (2, 1)),
    ("n", "sum", None): (FLOAT, (2, 1)),
    ("g", "grad_outputs", 0): (FLOAT, (2, 2)),
    ("g", "grad_outputs", 1): (FLOAT, (2, 1)),
    ("i", "output", None): (INT32, (2, 2)),
}


def after(page: Page, *changes: Change) -> Page:
    """The page after edits that were taken back, byte for byte, and done again."""
    diagram = Diagram(Document("title", (Page("before"), page), {"extra": 1}))
    for change in changes:
        old = diagram.dumps()
        back = diagram.apply(change)
        new = diagram.dumps()
        again = diagram.apply(back)
        assert diagram.dumps() == old
        diagram.apply(again)
        assert diagram.dumps() == new
        assert new != old
    return diagram.page(page.name).snapshot()


def block(page: Page, block_id: str) -> Block:
    return next(each for each in page.blocks if each.id == block_id)


def wires(page: Page) -> list[str]:
    return [str(each) for each in page.wires]

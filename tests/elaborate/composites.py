"""Pages and definitions of composites written in a few lines, for tests."""

from __future__ import annotations

from typing import Any

from blocks.document.data import Block, Definition, Page, PromotedValue, Wire, parse_endpoint
from blocks.elaborate.elaborate import composites_of, elaborate
from blocks.elaborate.model import Elaboration

BlockText = tuple[str, str, dict[str, Any]]


def block(id: str, type: str, **values: Any) -> BlockText:
    """A block with what is typed into it."""
    return id, type, values


def page(name: str, blocks: list[BlockText], wires: str = "", muted: str = "") -> Page:
    """A page; wires are words such as ``a.output>b.x``."""
    items = tuple(Block(id, type, values=values, muted=id in muted.split()) for id, type, values in blocks)
    ends = [wire.split(">") for wire in wires.split()]
    return Page(name, items, tuple(Wire(parse_endpoint(a), parse_endpoint(b)) for a, b in ends))


def composite(name: str, blocks: list[BlockText], wires: str = "", **values: tuple[Any, str]) -> Page:
    """A definition; promoted values as a default and what they set, ``units=(16, "units.val")``."""
    promoted = tuple(PromotedValue(each, default, tuple(sets.split())) for each, (default, sets) in values.items())
    return page(f":{name}", blocks, wires)._replace(composite=Definition(f"The composite {name}.", promoted))


def elaborated(main: Page, *definitions: Page) -> Elaboration:
    """A page as a graph."""
    return elaborate(main, composites=composites_of(definitions))


def faults(elaboration: Elaboration) -> list[str]:
    """The faults of a page, as a person reads them."""
    return [str(error) for error in elaboration.problems]


def dense(units: int = 2) -> Page:
    """A layer: relu(x w), with a variable of its own, and the promoted value `units`, that is the width of `w`."""
    return composite(
        "Dense",
        [
            block("x", "InputPin", dtype="DT_FLOAT", shape=[None, 2]),
            block("size", "Stack", axis=0),
            block("two", "Const", val=2),
            block("units", "Const", val=units),
            block("begin", "Fill", value=0.5),
            block("w", "Variable", dtype="DT_FLOAT"),
            block("mm", "MatMul"),
            block("relu", "Relu"),
            block("y", "OutputPin"),
        ],
        "two.output>size.values units.output>size.values size.output>begin.dims begin.output>w.initvalues"
        " x.output>mm.a w.ref>mm.b mm.product>relu.features relu.activations>y.input",
        units=(units, "units.val"),
    )

"""The pins of composites: blocks of a definition that stand for what its instances are given, and give."""

from __future__ import annotations

from typing import Any

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.literals import JsonValue
from blocks.base.types import Shape
from blocks.graph.scope import Scope
from blocks.library.declare import block

PAGE = "composites"


@block("-> output: output", page=PAGE, helper=True, hands_on=True, in_composites=True)
def InputPin(
    scope: Scope,
    *,
    dtype: DType | None = None,
    shape: Shape | None = None,
    default: JsonValue = None,
    list: bool = False,
    name: str = "",
) -> dict[str, Any]:
    """An input pin of a composite: what is wired to it at an instance comes out here.

    Pins stand on an instance in the order of their blocks in the definition.

    Args:
        dtype: the element type that it takes; any if it is left out.
        shape: the shape that it takes, null for a size that may be any; any shape if it is left out.
        default: what is typed into the pin of an instance that says nothing else.
        list: it takes many wires, in order.
        name: the name of the pin; the block's id if it is left empty.

    Returns:
        output: [...] what the instance is given.
    """
    raise _elsewhere("InputPin")


@block("input: output -> ", page=PAGE, helper=True, hands_on=True, in_composites=True)
def OutputPin(scope: Scope, input: Any, *, name: str = "") -> dict[str, Any]:
    """An output pin of a composite: what is wired to it here, an instance gives.

    Args:
        input: [...] what the instance gives.
        name: the name of the pin; the block's id if it is left empty.
    """
    raise _elsewhere("OutputPin")


def _elsewhere(name: str) -> DiagramError:
    return DiagramError(f"{name} is a pin of a composite: it stands in a definition, not on a page")

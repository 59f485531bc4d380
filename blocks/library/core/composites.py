"""The pins of composites: blocks of a definition that represent the inputs and outputs of its instances."""

from __future__ import annotations

from typing import Any

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.literals import JsonValue
from blocks.base.types import Shape
from blocks.graph.scope import Scope
from blocks.library.declare import block

PAGE = "composites"


@block("-> output: output", page=PAGE, helper=True, passthrough=True, in_composites=True)
def InputPin(
    scope: Scope,
    *,
    dtype: DType | None = None,
    shape: Shape | None = None,
    default: JsonValue = None,
    list: bool = False,
    name: str = "",
) -> dict[str, Any]:
    """Declare an input pin of a composite, and output its value inside the composite.

    The pins of an instance are in the order of their blocks in the definition.

    Args:
        dtype: the dtype that the pin accepts. If it is not set, the pin accepts any dtype.
        shape: the shape that the pin accepts; null stands for a size that may vary. If it is not set, the pin accepts
            any shape.
        default: the value of the pin in instances that do not set one.
        list: whether the pin accepts several wires, in order.
        name: the name of the pin. If it is empty, the block's id is used.

    Returns:
        output: [...] the value at the pin of the instance.
    """
    raise _elsewhere("InputPin")


@block("input: output -> ", page=PAGE, helper=True, passthrough=True, in_composites=True)
def OutputPin(scope: Scope, input: Any, *, name: str = "") -> dict[str, Any]:
    """Declare an output pin of a composite. The pin outputs the value wired to this block.

    Args:
        input: [...] the value of the pin.
        name: the name of the pin. If it is empty, the block's id is used.
    """
    raise _elsewhere("OutputPin")


def _elsewhere(name: str) -> DiagramError:
    return DiagramError(f"{name} declares a pin of a composite: use it inside a composite, not on a page")

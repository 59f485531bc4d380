"""Variables that exist for one step."""

from __future__ import annotations

from typing import Any

from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node
from blocks.library.array.arguments import pin_error
from blocks.library.declare import block


@block("-> ref: &dtype", variable=True, temporary=True)
def TemporaryVariable(*, shape: Shape, dtype: DType, var_name: str = "") -> Array:
    """Create a variable that exists for one step. It has no value until one is assigned.

    Args:
        shape: the shape of the variable, with all sizes known.
        dtype: the dtype of the variable.
        var_name: the name for DestroyTemporaryVariable. If it is empty, the block's name is used.

    Returns:
        ref: [...] the variable. Wire it to an Assign block first, and its output_ref to further update blocks.
    """
    raise DiagramError("a temporary variable has no value until one is assigned")


def _prepare(attrs: dict[str, Any]) -> None:
    if not is_known(attrs["shape"]):
        text = f"a temporary variable needs a shape with all sizes known, got {shape_text(attrs['shape'])}"
        raise DiagramError(text, pin="shape")


TemporaryVariable.prepare = _prepare


TemporaryVariable.shape(lambda call: call.attrs["shape"])


def name_of(variable: Node) -> str:
    return variable.attrs["var_name"] or variable.name


@block("ref: &T -> value: T", T=ANY, writes=["ref"])
def DestroyTemporaryVariable(ref: Array, *, var_name: str) -> tuple[Array, Array]:
    """Return the final value of a temporary variable and destroy the variable.

    Args:
        ref: [...] the temporary variable, from the last block that updates it.
        var_name: the var_name of the temporary variable. It is checked.

    Returns:
        value: [...] the final value.
    """
    return ref, ref


@DestroyTemporaryVariable.shape
def _(call: Call) -> Shape:
    source = call.node.input("ref").op
    while handed_on := [each.op for each in source.inputs if each.is_ref and not source.type.variable]:
        source = handed_on[0]
    if not source.type.temporary:
        raise pin_error(call, "ref", f"ref must be a TemporaryVariable, got {source.type.name}")
    name, wanted = name_of(source), call.attrs["var_name"]
    if name != wanted:
        raise DiagramError(f"the temporary variable at ref has the name {name!r}, not {wanted!r}", pin="var_name")
    return call.shape("ref")

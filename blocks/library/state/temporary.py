"""Variables that live for one step."""

from __future__ import annotations

from typing import Any

from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import is_known, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node
from blocks.library.declare import block


@block("-> ref: &dtype", variable=True, temporary=True)
def TemporaryVariable(*, shape: Shape, dtype: DType, var_name: str = "") -> Array:
    """A variable that lives for one step: empty when it begins, and kept only by who takes its value.

    Args:
        shape: the shape.
        dtype: the element type.
        var_name: the name that DestroyTemporaryVariable calls it by; the block's own if it is left out.

    Returns:
        ref: [...] the variable: to be wired to an Assign first, whose output_ref goes on to other update blocks.
    """
    raise DiagramError("a temporary variable has no value before something is assigned to it")


def _prepare(attrs: dict[str, Any]) -> None:
    if not is_known(attrs["shape"]):
        text = f"a temporary variable needs a shape without unknown sizes, got {shape_text(attrs['shape'])}"
        raise DiagramError(text, pin="shape")


TemporaryVariable.prepare = _prepare


@TemporaryVariable.shape
def _(call: Call) -> Shape:
    return call.attrs["shape"]


def name_of(variable: Node) -> str:
    """What a temporary variable is called in its step."""
    return variable.attrs["var_name"] or variable.name


@block("ref: &T -> value: T", T=ANY, writes=["ref"])
def DestroyTemporaryVariable(ref: Array, *, var_name: str) -> tuple[Array, Array]:
    """Take the value of a temporary variable at its end.

    Args:
        ref: [...] the temporary variable, as the last update block hands it on.
        var_name: its name, to be sure.

    Returns:
        value: [...] what it holds.
    """
    return ref, ref


@DestroyTemporaryVariable.shape
def _(call: Call) -> Shape:
    source = call.node.input("ref").op
    while handed_on := [each.op for each in source.inputs if each.is_ref and not source.type.variable]:
        source = handed_on[0]
    if not source.type.temporary:
        text = f"DestroyTemporaryVariable takes a TemporaryVariable at ref, not {source.type.name}"
        raise DiagramError(text, pin="ref")
    name, wanted = name_of(source), call.attrs["var_name"]
    if name != wanted:
        raise DiagramError(f"the temporary variable at ref is called {name!r}, not {wanted!r}", pin="var_name")
    return call.shape("ref")

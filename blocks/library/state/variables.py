"""Variables, temporary ones too, and the blocks that assign, count or test them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, INDEX, NUMERIC, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, element_count, is_known, merge, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import pin_error, require_ranks
from blocks.library.declare import block

ENDS = "an updated variable stores its new value, so the gradient stops there"


@block("initvalues: dtype? -> ref: &dtype", variable=True, example={"initvalues": [1.0, 2.0], "ref": [1.0, 2.0]})
def Variable(
    initvalues: Array | None,
    *,
    shape: Shape | None = None,
    dtype: DType | None = None,
    container: str = "",
    shared_name: str = "",
    trainable: bool = True,
) -> Array:
    """Create a variable: a tensor that persists from step to step and is changed by update blocks.

    A block that reads the variable gets its value at the start of the step, unless the block depends on an update
    block.

    Args:
        initvalues: [...] the initial value, typed in or wired. It is used once, in the first step of a session.
        shape: the shape of the variable. If it is not set, the shape of initvalues is used.
        dtype: the dtype of the variable. If it is not set, the dtype of initvalues is used.
        shared_name: blocks with the same shared_name share one value. If it is empty, the block has its own.
        trainable: whether a Minimize block without wired variables trains this variable, if its loss depends on it.

    Returns:
        ref: [...] the variable. Read it as a tensor, or wire it to the ref pin of update blocks.
    """
    raise DiagramError("only a session can read a variable")


@Variable.shape
def _(call: Call) -> Shape:
    wanted: Shape = call.attrs["shape"]
    given = call.shape("initvalues")
    if given == (0,) and element_count(wanted) == 0:
        return wanted  # a list of nothing: how else would [0, 2] be typed?
    if not compatible(wanted, given):
        text = f"initvalues has the shape {shape_text(given)}, but the variable has {shape_text(wanted)}"
        raise DiagramError(text, pin="initvalues")
    return merge(wanted, given)


def _variable_prepare(attrs: dict[str, Any]) -> None:
    if attrs["dtype"] is None:
        raise DiagramError("a variable needs a dtype or an initial value", pin="initvalues")


Variable.prepare = _variable_prepare


@block("value: T, variable: T -> output: T", T=ANY, internal=True, view=True, identity_kernel=True, forwards="value")
def VariableRead(value: Array, variable: Array) -> Array:
    """Read a variable after a write in the same loop iteration. The gradient goes to the variable."""
    return value


VariableRead.shape(lambda call: call.shape("value"))


VariableRead.gradient("variable")(lambda _call, dy: dy)


@VariableRead.jax
def _(_site: object, value: Any, _variable: Any) -> Any:
    return value


def _to_the_variable(node: Node, *_others: Any) -> tuple[Sequence[Output], Sequence[Any]]:
    return node.inputs[1:], ()


VariableRead.flows = _to_the_variable
VariableRead.gradient_limit("variable", ENDS)


def updated_shape(call: Call) -> Shape:
    """Return the variable's shape. Raise DiagramError if the value has another one."""
    ref, value = call.shape("ref"), call.shape("value")
    if not compatible(ref, value):
        text = f"{call.type.name}: value must have the variable's shape {shape_text(ref)}, got {shape_text(value)}"
        raise DiagramError(text, pin="value")
    return merge(ref, value)


@block(
    "ref: &T, value: T -> output_ref: &T",
    T=ANY,
    writes=["ref"],
    accepts_uninitialised=True,
    not_differentiable=ENDS,
    example={"ref": {"variable": [1.0, 2.0]}, "value": [3.0, 4.0], "output_ref": [3.0, 4.0]},
)
def Assign(ref: Array, value: Array, *, validate_shape: bool = True, use_locking: bool = True) -> Array:
    """Assign a new value to a variable: ref = value.

    Args:
        ref: [...] the variable.
        value: [...] the new value.
        validate_shape: whether the new value must have the variable's shape.
        use_locking: accepted for compatibility with TensorFlow and ignored: steps never run at the same time.

    Returns:
        output_ref: [...] the variable after the assignment.
    """
    return value


Assign.shape(lambda call: updated_shape(call) if call.attrs["validate_shape"] else call.shape("value"))


_CHANGED: dict[str, Any] = {"T": NUMERIC, "writes": ["ref"], "not_differentiable": ENDS, "doc_of": Assign}


@block(
    "ref: &T, value: T -> output_ref: &T",
    example={"ref": {"variable": [1.0, 2.0]}, "value": [3.0, 4.0], "output_ref": [4.0, 6.0]},
    **_CHANGED,
)
def AssignAdd(ref: Array, value: Array, *, use_locking: bool = False) -> Array:
    """Add a value to a variable: ref += value.

    Args:
        value: [...] the value to add, of the variable's shape.

    Returns:
        output_ref: [...] the variable after the addition.
    """
    return ref + value


AssignAdd.shape(updated_shape)


@block(
    "ref: &T, value: T -> output_ref: &T",
    example={"ref": {"variable": [1.0, 2.0]}, "value": [3.0, 4.0], "output_ref": [-2.0, -2.0]},
    **_CHANGED,
)
def AssignSub(ref: Array, value: Array, *, use_locking: bool = False) -> Array:
    """Subtract a value from a variable: ref -= value.

    Args:
        value: [...] the value to subtract, of the variable's shape.

    Returns:
        output_ref: [...] the variable after the subtraction.
    """
    return ref - value


AssignSub.shape(updated_shape)


# -- Counting, and whether a variable has a value ----------------------------------------------------------------------


@block("ref: &T -> output: T", T=INDEX, writes=["ref"], example={"ref": {"variable": 2}, "limit": 5, "output": 2})
def CountUpTo(ref: Array, *, limit: int) -> tuple[Array, Array]:
    """Increment a variable by 1 in each step, until it reaches a limit.

    Args:
        ref: [] the variable, an integer scalar.
        limit: the limit. If the variable has reached it, the step fails.

    Returns:
        output: [] the value before the increment. The last one is limit - 1.
    """
    if int(ref) >= limit:
        raise DiagramError(f"the variable has reached the limit {limit}", pin="ref")
    return np.add(ref, 1, dtype=ref.dtype), ref


@CountUpTo.shape
def _(call: Call) -> Shape:
    require_ranks(call, "ref", 0, 0, "ref must be a scalar variable")
    return ()


@block(
    "ref: &dtype -> is_initialized: bool",
    dtype=ANY,
    accepts_uninitialised=True,
    example={"ref": {"variable": [1.0, 2.0]}, "is_initialized": True},
)
def IsVariableInitialized(ref: Array | None) -> Array:
    """Check whether a variable has a value.

    Args:
        ref: [...] the variable.

    Returns:
        is_initialized: [] false if the variable has no initvalues and was not assigned yet.
    """
    return np.array(ref is not None)


IsVariableInitialized.shape(lambda call: ())


# -- Temporary variables -----------------------------------------------------------------------------------------------


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

"""Constants: Const and its kin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from blocks.base.dtypes import INT32, DType
from blocks.base.errors import DiagramError
from blocks.base.literals import JsonValue, to_array
from blocks.base.types import Array, Shape, array_of, is_array
from blocks.graph.call_info import Call
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.core.values import Initializer, TensorValue, kind_name
from blocks.library.declare import block


def tensor(value: Any, dtype: DType | None, shape: Shape, pin: str) -> tuple[Array, DType]:
    """A typed value as a read-only array; faults name the pin that it was typed into."""
    given = array_of(value)
    value = value if given is None else given
    try:
        if is_array(value) and dtype is not None and value.dtype == dtype.numpy and shape is None:
            array = value
        else:
            array, dtype = to_array(value, dtype, shape)
    except DiagramError as error:
        raise DiagramError(error.message, pin=error.pin or pin, hint=error.hint) from None
    if array.flags.writeable:
        array = array.view() if given is None else array.copy()  # who gave it may go on changing it
        array.setflags(write=False)
    return array, dtype


def _prepare(attrs: dict[str, Any]) -> None:
    attrs["val"], attrs["dtype"] = tensor(attrs["val"], attrs["dtype"], attrs["shape"], "val")
    attrs["shape"] = attrs["val"].shape


def _shape(call: Call) -> Shape:
    return call.attrs["val"].shape


@block(
    "-> output: dtype",
    constant=True,
    view=True,
    not_differentiable="a constant depends on nothing",
    foldable=True,
    where={"role": ("", "parameter", "constant")},
    example={"val": [[3, 2], [-1, 0]], "output": [[3, 2], [-1, 0]]},
)
def Const(*, val: JsonValue, dtype: DType | None = None, shape: Shape | None = None, role: str = "") -> Array:
    """A tensor that never changes.

    Args:
        val: the value: a number, a text, or nested lists. Integers give int32, numbers with a point float.
        dtype: the element type, if it is another than the value has by itself.
        shape: the shape, for what the value cannot say: an empty tensor.
        role: whether training may make it a variable: a parameter of a model, or a constant, which stays. If this is
            empty, a float tensor of several elements counts as a parameter.

    Returns:
        output: [...] the tensor.
    """
    return val


Const.shape(_shape)
Const.prepare = _prepare


@block(
    "-> output: dtype",
    constant=True,
    view=True,
    not_differentiable="a constant depends on nothing",
    foldable=True,
    example={"val": [1, 2], "dtype": "DT_DOUBLE", "output": [1.0, 2.0]},
)
def Const_ex(*, val: JsonValue, dtype: DType | None = None, shape: Shape | None = None) -> Array:
    """A tensor that never changes, with its element type beside the value.

    Args:
        val: the value: a number, a text, or nested lists.
        dtype: the element type.
        shape: the shape, for what the value cannot say: an empty tensor.

    Returns:
        output: [...] the tensor.
    """
    return val


Const_ex.shape(_shape)
Const_ex.prepare = _prepare


@block(
    "-> output: dtype",
    constant=True,
    view=True,
    not_differentiable="a constant depends on nothing",
    foldable=True,
    example={"val": 0.1, "minimum": 0.0, "maximum": 1.0, "output": 0.1},
)
def Control(
    *,
    val: JsonValue,
    minimum: float | None = None,
    maximum: float | None = None,
    choices: JsonValue | None = None,
    dtype: DType | None = None,
) -> Array:
    """Give one value, which you set in the Controls panel, to all blocks that are wired to it.

    `gradblocks run --set` and `gradblocks sweep --set` override the value.

    Args:
        val: the value, as of a Const. Integers give int32, numbers with a point float.
        minimum: the least that each of its elements may be; with a maximum, it has a slider.
        maximum: the largest.
        choices: the only values that it may have, in a list.
        dtype: the element type, if it is another than the value has by itself.

    Returns:
        output: [...] the value.
    """
    return val


def _prepare_control(attrs: dict[str, Any]) -> None:
    attrs["val"], attrs["dtype"] = array, dtype = tensor(attrs["val"], attrs["dtype"], None, "val")
    low, high, choices = attrs["minimum"], attrs["maximum"], attrs["choices"]
    if low is not None and high is not None and not low <= high:
        raise DiagramError(f"the minimum, {low:g}, is above the maximum, {high:g}", pin="minimum")
    if (low is not None or high is not None) and not (dtype.is_floating or dtype.is_integer):
        raise DiagramError(f"{dtype.name} has no minimum and maximum", pin="val")
    for bound, above in ((low, False), (high, True)):
        if bound is not None and array.size and not (np.all(array <= bound) if above else np.all(array >= bound)):
            name = "maximum" if above else "minimum"
            raise DiagramError(f"the value is {'above' if above else 'below'} the {name}, {bound:g}", pin="val")
    if choices is not None:
        given: Any = choices
        if not isinstance(given, (list, tuple)) or not given:
            raise DiagramError("the choices are written as a list, such as [0.1, 0.01]", pin="choices")
        allowed = [tensor(each, dtype, None, "choices")[0] for each in cast("Sequence[Any]", given)]
        if not any(each.shape == array.shape and bool(np.all(each == array)) for each in allowed):
            raise DiagramError("the value is none of the choices", pin="val")


Control.shape(_shape)
Control.prepare = _prepare_control


@block("-> output: tensor_value", helper=True)
def Tensor(scope: Scope, *, initvalues: JsonValue, dtype: DType = INT32) -> dict[str, Any]:
    """A plain value outside the graph, for an Input or an Input_Initializer.

    Args:
        initvalues: the value.
        dtype: its element type.

    Returns:
        output: the value; not a tensor of the graph.
    """
    return {"output": TensorValue(*tensor(initvalues, dtype, None, "initvalues"))}


@block("initvalues: tensor_value -> input: input", helper=True)
def Input(scope: Scope, initvalues: Any, *, dtype: DType = INT32) -> dict[str, Any]:
    """A value as the input of other blocks.

    Args:
        initvalues: the value, typed in or from a Tensor block.
        dtype: its element type.

    Returns:
        input: the value as a constant of the graph.
    """
    if initvalues is None:
        raise DiagramError("Input needs a value", pin="initvalues")
    if isinstance(initvalues, TensorValue):
        if initvalues.dtype is not dtype:
            text = f"the Tensor is {initvalues.dtype.short}, dtype says {dtype.short}"
            raise DiagramError(text, pin="initvalues")
        array = initvalues.array
    else:
        array, _ = tensor(_plain(initvalues, "initvalues"), dtype, None, "initvalues")
    output: Output = Const(scope, val=array, dtype=dtype).outputs[0]
    return {"input": output}


@block("t: tensor_value -> output: initializer", helper=True)
def Input_Initializer(scope: Scope, t: Any) -> dict[str, Any]:
    """The value of a feed.

    Args:
        t: the value, typed in or from a Tensor block. A typed one takes the dtype of what it is fed to.

    Returns:
        output: the value, for a FeedType block.
    """
    if t is None:
        raise DiagramError("Input_Initializer needs a value", pin="t")
    return {"output": Initializer(t if isinstance(t, TensorValue) else _plain(t, "t"))}


def _plain(value: Any, pin: str) -> Any:
    """A typed value, not something that came through a wire.

    Raises:
        DiagramError: it came through a wire, and from no Tensor block.
    """
    if hasattr(value, "_fields") or hasattr(value, "as_output"):
        raise DiagramError(f"{pin} takes a Tensor block or a typed value, not {kind_name(value)}", pin=pin)
    return value

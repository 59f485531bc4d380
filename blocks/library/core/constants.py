"""Constants and other blocks that hold typed values: Const, Control, Tensor, Input."""

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


_CONSTANT: dict[str, Any] = {
    "constant": True, "view": True, "foldable": True, "not_differentiable": "a constant depends on nothing",
}  # fmt: skip


@block(
    "-> output: dtype",
    **_CONSTANT,
    where={"role": ("", "parameter", "constant")},
    example={"val": [[3, 2], [-1, 0]], "output": [[3, 2], [-1, 0]]},
)
def Const(*, val: JsonValue, dtype: DType | None = None, shape: Shape | None = None, role: str = "") -> Array:
    """Create a constant tensor.

    Args:
        val: the value: a number, boolean, string or nested list of them. Integers become int32, numbers with a decimal
            point float32.
        dtype: the dtype. If it is not set, it follows from val.
        shape: the shape, with which val must agree. It is needed only for an empty tensor.
        role: whether training may turn the constant into a variable: parameter allows it, constant does not. If it is
            empty, a float tensor of several elements counts as a parameter.

    Returns:
        output: [...] the constant tensor.
    """
    return val


Const.shape(_shape)
Const.prepare = _prepare


@block(
    "-> output: dtype",
    **_CONSTANT,
    doc_of=Const,
    example={"val": [1, 2], "dtype": "DT_DOUBLE", "output": [1.0, 2.0]},
)
def Const_ex(*, val: JsonValue, dtype: DType | None = None, shape: Shape | None = None) -> Array:
    """Create a constant tensor with an explicit dtype.

    Args:
        val: the value: a number, boolean, string or nested list of them.
    """
    return val


Const_ex.shape(_shape)
Const_ex.prepare = _prepare


@block(
    "-> output: dtype",
    **_CONSTANT,
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
    """Create a constant that users adjust by hand. All blocks that are wired to it share its value.

    The Controls panel lists the adjustable values of the page. `gradblocks run --set` and `gradblocks sweep --set`
    override them.

    Args:
        val: the value, as in a Const block. Integers become int32, numbers with a decimal point float32.
        minimum: the smallest allowed value of each element. If minimum and maximum are set, a slider is shown.
        maximum: the largest allowed value of each element.
        choices: a list of the allowed values.
        dtype: the dtype. If it is not set, it follows from val.

    Returns:
        output: [...] the value.
    """
    return val


def _prepare_control(attrs: dict[str, Any]) -> None:
    attrs["val"], attrs["dtype"] = array, dtype = tensor(attrs["val"], attrs["dtype"], None, "val")
    low, high, choices = attrs["minimum"], attrs["maximum"], attrs["choices"]
    if low is not None and high is not None and not low <= high:
        raise DiagramError(f"the minimum {low:g} is above the maximum {high:g}", pin="minimum")
    if (low is not None or high is not None) and not (dtype.is_floating or dtype.is_integer):
        raise DiagramError(f"minimum and maximum are not supported for dtype {dtype.short}", pin="val")
    for bound, above in ((low, False), (high, True)):
        if bound is not None and array.size and not (np.all(array <= bound) if above else np.all(array >= bound)):
            name = "maximum" if above else "minimum"
            raise DiagramError(f"the value is {('above' if above else 'below')} the {name} {bound:g}", pin="val")
    if choices is not None:
        given: Any = choices
        if not isinstance(given, (list, tuple)) or not given:
            raise DiagramError("choices must be a list, such as [0.1, 0.01]", pin="choices")
        allowed = [tensor(each, dtype, None, "choices")[0] for each in cast("Sequence[Any]", given)]
        if not any(each.shape == array.shape and bool(np.all(each == array)) for each in allowed):
            raise DiagramError("the value is not one of the choices", pin="val")


Control.shape(_shape)
Control.prepare = _prepare_control


@block("-> output: tensor_value", helper=True)
def Tensor(scope: Scope, *, initvalues: JsonValue, dtype: DType = INT32) -> dict[str, Any]:
    """Create a plain value outside the graph, for an Input or Input_Initializer block.

    Args:
        initvalues: the value.
        dtype: the dtype of the value.

    Returns:
        output: the value. It is not a tensor of the graph.
    """
    return {"output": TensorValue(*tensor(initvalues, dtype, None, "initvalues"))}


@block("initvalues: tensor_value -> input: input", helper=True)
def Input(scope: Scope, initvalues: Any, *, dtype: DType = INT32) -> dict[str, Any]:
    """Add a value to the graph as a constant, for the inputs of other blocks.

    Args:
        initvalues: the value, typed in or from a Tensor block.
        dtype: the dtype of the value.

    Returns:
        input: the constant tensor.
    """
    if initvalues is None:
        raise DiagramError("Input needs a value", pin="initvalues")
    if isinstance(initvalues, TensorValue):
        if initvalues.dtype is not dtype:
            text = f"the Tensor block has dtype {initvalues.dtype.short}, but the attribute dtype of this block is"
            raise DiagramError(f"{text} {dtype.short}", pin="initvalues")
        array = initvalues.array
    else:
        array, _ = tensor(_plain(initvalues, "initvalues"), dtype, None, "initvalues")
    output: Output = Const(scope, val=array, dtype=dtype).outputs[0]
    return {"input": output}


@block("t: tensor_value -> output: initializer", helper=True)
def Input_Initializer(scope: Scope, t: Any) -> dict[str, Any]:
    """Define the value of a feed, for a FeedType block.

    Args:
        t: the value, typed in or from a Tensor block. A typed value takes the dtype of the tensor that is fed.

    Returns:
        output: the value, for a FeedType block.
    """
    if t is None:
        raise DiagramError("Input_Initializer needs a value", pin="t")
    return {"output": Initializer(t if isinstance(t, TensorValue) else _plain(t, "t"))}


def _plain(value: Any, pin: str) -> Any:
    """Return a typed value. Raise DiagramError if it comes from a wire and not from a Tensor block."""
    if hasattr(value, "_fields") or hasattr(value, "as_output"):
        raise DiagramError(f"{pin} must be a Tensor block or a typed value, got {kind_name(value)}", pin=pin)
    return value

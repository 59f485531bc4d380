"""Saying something while a step runs, and stopping it."""

from __future__ import annotations

from blocks.base.context import Context
from blocks.base.dtypes import ANY
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Output
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.string.tensor_text import tensor_text


class _Counter:
    """How often a block has printed."""

    def __init__(self) -> None:
        self.count = 0


@block(
    "input: T, data: any*? -> output: T",
    T=ANY,
    view=True,
    example={"input": [1.5, 2.5], "data": [[1, 2, 3, 4]], "message": "x = ", "output": [1.5, 2.5]},
)
def Print(
    input: Array,
    data: tuple[Array, ...],
    *,
    message: str = "",
    first_n: int = -1,
    summarize: int = 3,
    context: Context,
) -> Array:
    """Pass a tensor on, and print others to standard error.

    Args:
        input: [...] what is passed on.
        data: [...] what is printed.
        message: what is printed before them.
        first_n: print only the first so many times; each time if it is negative.
        summarize: how many elements of each tensor to print; all if it is negative.

    Returns:
        output: [...] the input.
    """
    printed = context.keep("printed", _Counter)
    if first_n < 0 or printed.count < first_n:
        printed.count += 1
        context.resources.say(message + "".join(tensor_text(each, summarize) for each in data))
    return input


@Print.shape
def _(call: Call) -> Shape:
    return call.shape("input")


@Print.gradient("input")
def _(call: Node, dy: Output) -> Output:
    return dy


@block(
    "condition: bool, data: any* -> operation: operation",
    stateful=True,
    not_differentiable="it gives no tensor",
    example={"condition": True, "data": [[1, 2, 3]]},
)
def Assert(condition: Array, data: tuple[Array, ...], *, summarize: int = 3) -> tuple[()]:
    """Let the step fail if a condition does not hold.

    Args:
        condition: [] what must be true, a scalar.
        data: [...] what is shown if it is not.
        summarize: how many elements of each tensor to show; all if it is negative.

    Returns:
        operation: the operation; it is no tensor.
    """
    if not condition:
        shown = " ".join(tensor_text(each, summarize) for each in data)
        raise DiagramError(f"assertion failed: {shown}", pin="condition")
    return ()


@Assert.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "condition")
    return []

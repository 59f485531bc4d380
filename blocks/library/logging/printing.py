"""Print and Assert: messages during a step, and a check that stops it."""

from __future__ import annotations

from blocks.base.context import Context
from blocks.base.dtypes import ANY
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.string.tensor_text import tensor_text


class _PrintCounter:
    def __init__(self) -> None:
        self.count = 0


@block(
    "input: T, data: any*? -> output: T",
    T=ANY,
    view=True,
    example={"input": [1.5, 2.5], "data": [[1, 2, 3, 4]], "message": "x = ", "output": [1.5, 2.5]},
)
def Print(
    input: Array, data: tuple[Array, ...], *, message: str = "", first_n: int = -1, summarize: int = 3, context: Context
) -> Array:
    """Return a tensor unchanged, and print other tensors to standard error.

    Args:
        input: [...] the tensor to return.
        data: [...] the tensors to print.
        message: the text to print before the tensors.
        first_n: the largest number of times to print. A negative number means no limit.
        summarize: the number of elements to print of each tensor. A negative number prints all.

    Returns:
        output: [...] the same tensor as input.
    """
    printed = context.keep("printed", _PrintCounter)
    if first_n < 0 or printed.count < first_n:
        printed.count += 1
        context.resources.say(message + "".join(tensor_text(each, summarize) for each in data))
    return input


Print.shape(lambda call: call.shape("input"))


Print.gradient("input")(lambda call, dy: dy)


@block(
    "condition: bool, data: any* -> operation: operation",
    stateful=True,
    not_differentiable="it has no output tensor",
    example={"condition": True, "data": [[1, 2, 3]]},
)
def Assert(condition: Array, data: tuple[Array, ...], *, summarize: int = 3) -> tuple[()]:
    """Fail the step if a condition is false.

    Args:
        condition: [] the condition that must be true.
        data: [...] the tensors to show in the error.
        summarize: the number of elements to show of each tensor. A negative number shows all.
    """
    if not condition:
        shown = " ".join(tensor_text(each, summarize) for each in data)
        raise DiagramError(f"assertion failed: {shown}", pin="condition")
    return ()


@Assert.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "condition")
    return []

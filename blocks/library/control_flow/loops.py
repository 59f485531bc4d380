"""Loops as in TensorFlow's dataflow: a Merge whose value goes through a Switch, a body and a NextIteration back to it.

TensorFlow's Enter and Exit are not needed on a page: a loop begins with the value that its Merge gets from outside, and
ends at the output of its Switch that leads outside.
"""

from __future__ import annotations

from typing import Any

from blocks.base.dtypes import ANY, DType
from blocks.base.types import DEAD, Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.math.shared import no_gradient

_NEXT: dict[str, Any] = {"T": ANY, "view": True, "foldable": True, "identity_kernel": True, "loop": "next"}


@block(
    "data: T -> output: T",
    **_NEXT,
    example={"data": [1.0, 2.0], "output": [1.0, 2.0]},
)
def NextIteration(data: Array) -> Array:
    """Pass a value to the next iteration of a loop. Wire the output to the Merge at the start of the loop.

    Outside a loop, it returns its input unchanged.

    Args:
        data: [...] the value for the next iteration.

    Returns:
        output: [...] the same value, in the next iteration.
    """
    return data


@block(
    "data: &T -> output: &T",
    **_NEXT,
    example={"data": {"variable": [1.0]}, "output": [1.0]},
)
def RefNextIteration(data: Array) -> Array:
    """Pass a variable to the next iteration of a loop. Outside a loop, return it unchanged.

    Args:
        data: [...] the variable.

    Returns:
        output: [...] the same variable, in the next iteration.
    """
    return data


for each in (NextIteration, RefNextIteration):

    @each.shape
    def _(call: Call) -> Shape:
        return call.shape("data")

    @each.gradient("data")
    def _(_call: Node, dy: Output) -> Operand:
        return dy


@block(
    "input: bool -> output: bool",
    view=True,
    not_differentiable="it is the boolean condition of a loop",
    foldable=True,
    identity_kernel=True,
    loop="condition",
    example={"input": True, "output": True},
)
def LoopCond(input: Array) -> Array:
    """Mark the condition of a loop. The loop continues while it is true.

    Wire the output to the pred pin of each Switch of the loop.

    Args:
        input: [] the condition, a boolean.

    Returns:
        output: [] the same condition.
    """
    return input


@LoopCond.shape
def _(call: Call) -> Shape:
    require_scalar(call, "input")
    return ()


no_gradient(LoopCond)


@block("-> value: dtype", internal=True, control="loop_value", display_name="Merge")
def LoopValue(*, dtype: DType, shape: Shape | None = None) -> Array:
    """Return the value that a NextIteration passes to the start of its loop. It is dead in the first iteration.

    Args:
        shape: the shape of the value, if it is the same in each iteration.
    """
    return DEAD


LoopValue.shape(lambda call: call.attrs["shape"])

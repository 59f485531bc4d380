"""Loops: a Merge whose value goes through a Switch, a body and a NextIteration back to it.

TensorFlow's Enter and Exit are not needed on a page: a loop begins with the value that comes to its Merge from outside,
and ends at the side of its Switch that leads out.
"""

from __future__ import annotations

from blocks.base.dtypes import ANY, DType
from blocks.base.types import DEAD, Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.math.shared import no_gradient


@block(
    "data: T -> output: T",
    T=ANY,
    view=True,
    foldable=True,
    passthrough=True,
    loop="next",
    example={"data": [1.0, 2.0], "output": [1.0, 2.0]},
)
def NextIteration(data: Array) -> Array:
    """Carry a value to the next iteration of a loop: its output is wired to the Merge at the head of the loop.

    Outside of a loop it hands its data on.

    Args:
        data: [...] the value with which the next iteration begins.

    Returns:
        output: [...] the same value, one iteration later.
    """
    return data


@block(
    "data: &T -> output: &T",
    T=ANY,
    view=True,
    foldable=True,
    passthrough=True,
    loop="next",
    example={"data": {"variable": [1.0]}, "output": [1.0]},
)
def RefNextIteration(data: Array) -> Array:
    """Carry a variable to the next iteration of a loop; outside of a loop hand it on.

    Args:
        data: [...] the variable.

    Returns:
        output: [...] the same variable, one iteration later.
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
    not_differentiable="it is a truth value that decides whether a loop goes on",
    foldable=True,
    passthrough=True,
    loop="condition",
    example={"input": True, "output": True},
)
def LoopCond(input: Array) -> Array:
    """The condition of a loop: as long as it is true, there is another iteration.

    It is wired to pred of each Switch of the loop.

    Args:
        input: [] whether to go on, one truth value.

    Returns:
        output: [] the same.
    """
    return input


@LoopCond.shape
def _(call: Call) -> Shape:
    require_scalar(call, "input")
    return ()


no_gradient(LoopCond)


@block("-> value: dtype", internal=True, control="loop_value", called="Merge")
def LoopValue(*, dtype: DType, shape: Shape | None = None) -> Array:
    """What a NextIteration hands to the head of its loop: dead in the first round.

    Args:
        dtype: its element type.
        shape: its shape, if it is the same in each round.

    Returns:
        value: the value of the last round.
    """
    return DEAD


@LoopValue.shape
def _(call: Call) -> Shape:
    return call.attrs["shape"]

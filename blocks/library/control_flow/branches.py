"""Branches: a Switch passes its data to one side, and the blocks after the other side are dead: they do not run.

As in TensorFlow's dataflow, a dead value makes all blocks that use it dead, up to a Merge, which takes the live value.
"""

from __future__ import annotations

from functools import reduce

import numpy as np

from blocks.base.dtypes import ANY
from blocks.base.errors import DiagramError
from blocks.base.types import DEAD, Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import require_scalar
from blocks.library.array.sizes import ZerosLike
from blocks.library.declare import block
from blocks.library.math.comparisons import Equal


def _two_sides(call: Call) -> list[Shape]:
    require_scalar(call, "pred")
    return [call.shape("data"), call.shape("data")]


def _back_through(call: Node, d_false: Output | None, d_true: Output | None) -> Operand | None:
    if d_false is None and d_true is None:
        return None
    if d_false is None or d_true is None:
        nothing = Switch(ZerosLike(call.input("data")), call.input("pred"))
        d_false = nothing.outputs[0] if d_false is None else d_false
        d_true = nothing.outputs[1] if d_true is None else d_true
    return Merge([d_false, d_true]).outputs[0]


@block(
    "data: T, pred: bool -> output_false: T, output_true: T",
    T=ANY,
    control="switch",
    view=True,
    example={"data": [1.0, 2.0], "pred": True, "output_false": None, "output_true": [1.0, 2.0]},
)
def Switch(data: Array, pred: Array) -> tuple[Array, Array]:
    """Pass data to one of two outputs. Blocks after the other output do not run in this step.

    Args:
        data: [...] the data to pass through.
        pred: [] the condition that chooses the output, a boolean.

    Returns:
        output_false: [...] the data if pred is false. Otherwise, the blocks wired to it do not run.
        output_true: [...] the data if pred is true. Otherwise, the blocks wired to it do not run.
    """
    return (DEAD, data) if pred else (data, DEAD)


Switch.shape(_two_sides)
Switch.gradient("data")(_back_through)


@block(
    "data: &T, pred: bool -> output_false: &T, output_true: &T",
    T=ANY,
    control="switch",
    view=True,
    example={"data": {"variable": [1.0, 2.0]}, "pred": False, "output_false": [1.0, 2.0], "output_true": None},
)
def RefSwitch(data: Array, pred: Array) -> tuple[Array, Array]:
    """Pass a variable to one of two outputs, where blocks can change it. Blocks after the other output do not run.

    Args:
        data: [...] the variable.
        pred: [] the condition that chooses the output, a boolean.

    Returns:
        output_false: [...] the variable if pred is false. Otherwise, the blocks wired to it do not run.
        output_true: [...] the variable if pred is true. Otherwise, the blocks wired to it do not run.
    """
    return Switch.kernel(data, pred)


RefSwitch.shape(_two_sides)
RefSwitch.gradient("data")(_back_through)


@block(
    "inputs: T* -> output: T, value_index: int32",
    T=ANY,
    control="merge",
    view=True,
    runs_on_dead=True,
    example={"inputs": [[1.0, 2.0]], "output": [1.0, 2.0], "value_index": 0},
)
def Merge(inputs: tuple[Array, ...]) -> tuple[Array, Array]:
    """Return the first input that has a value. It joins the two branches of a Switch.

    An input has no value if it comes from the branch that was not taken. At the start of a loop, one input comes from a
    NextIteration, which has a value as long as there is a next iteration.

    Args:
        inputs: [...] tensors of the same dtype, usually one per branch.

    Returns:
        output: [...] the first input that has a value. If there is none, the blocks wired to it do not run.
        value_index: [] the index of that input.
    """
    for i, value in enumerate(inputs):
        if value is not DEAD:
            return value, np.array(i, np.int32)
    return DEAD, DEAD


Merge.shape(lambda call: [reduce(common_sizes, call.shapes("inputs")), ()])


def common_sizes(a: Shape, b: Shape) -> Shape:
    """Return the sizes that are equal in both shapes, None for others."""
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(x if x == y else None for x, y in zip(a, b, strict=True))


@Merge.gradient("inputs")
def _(call: Node, dy: Output | None, _: Output | None) -> list[Operand] | None:
    if dy is None:
        return None
    count = len(call.input_list("inputs"))
    return [Switch(dy, Equal(call.outputs[1], np.int32(i))).outputs[1] for i in range(count)]


@block(
    "index: int32, inputs: &T* -> output: &T",
    T=ANY,
    control="select",
    view=True,
    example={"index": 1, "inputs": [{"variable": [1.0]}, {"variable": [2.0]}], "output": [2.0]},
)
def RefSelect(index: Array, inputs: tuple[Array, ...]) -> Array:
    """Select one of several variables by index. Blocks that change the output change the selected variable.

    Args:
        index: [] the index of the variable, from 0.
        inputs: [...] variables of the same dtype.

    Returns:
        output: [...] the selected variable.
    """
    return inputs[int(index)]


@RefSelect.shape
def _(call: Call) -> Shape:
    require_scalar(call, "index")
    shapes = call.shapes("inputs")
    index = call.value("index")
    if index is None:
        return reduce(common_sizes, shapes)
    if not 0 <= int(index) < len(shapes):
        raise DiagramError(f"RefSelect has {len(shapes)} inputs, so input {int(index)} does not exist", pin="index")
    return shapes[int(index)]


# -- Operations without a value ----------------------------------------------------------------------------------------


@block("-> operation: operation", page="no_op", no_op=True, example={})
def NoOp() -> tuple[()]:
    """Do nothing.

    A session can run it, and other blocks can wait for it.
    """
    return ()


@block("-> operation: operation", runs_on_dead=True, no_op=True, example={})
def ControlTrigger() -> tuple[()]:
    """Do nothing, like NoOp. In TensorFlow's control flow, it runs even if its branch is not taken."""
    return ()


@block("-> operation: operation", example={})
def Abort(*, error_msg: str = "", exit_without_error: bool = False) -> tuple[()]:
    """Fail the step whenever this block runs.

    In TensorFlow, the whole process ends. Here, only the step fails.

    Args:
        error_msg: the error message.
        exit_without_error: accepted for compatibility with TensorFlow and ignored: the step always fails.
    """
    raise DiagramError(error_msg or "this block aborted the step")

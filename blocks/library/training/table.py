"""What the blocks of all update rules share: how one is declared from its formula, its documentation, its checks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Shape
from blocks.graph.build import BlockType
from blocks.graph.calls import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import declare

GRADIENTS = ("grad", "delta")
DOCUMENTATION: dict[str, str] = {
    "var": "the variable that is trained",
    "alpha": "the step size, one number",
    "delta": "the gradient by the variable, of its shape",
    "grad": "the gradient by the variable, of its shape",
    "lr": "the learning rate, one number",
    "accum": "a variable of the same shape: what has been summed up so far",
    "accum_update": "a variable of the same shape: the running mean of squared updates",
    "linear": "a variable of the same shape: the sum of gradients, corrected for what the variable has moved",
    "momentum": "how much of the last step goes on, one number, most often 0.9",
    "m": "a variable of the same shape: the running mean of the gradient",
    "v": "a variable of the same shape: the running mean of the squared gradient",
    "mg": "a variable of the same shape: the running mean of the gradient",
    "ms": "a variable of the same shape: the running mean of the squared gradient",
    "mom": "a variable of the same shape: the last step",
    "gradient_accumulator": "a variable of the same shape: the sum of all gradients",
    "gradient_squared_accumulator": "a variable of the same shape: the sum of all squared gradients",
    "beta1_power": "beta1 to the power of the number of this step (beta1 itself in the first), one number",
    "beta2_power": "beta2 to the power of the number of this step (beta2 itself in the first), one number",
    "beta1": "how much of m is kept, one number, most often 0.9",
    "beta2": "how much of v is kept, one number, most often 0.999",
    "rho": "how much of the running means is kept, one number",
    "epsilon": "a small number that keeps the divisor away from 0",
    "l1": "how strongly numbers are drawn to 0 by their sign, one number",
    "l2": "how strongly numbers are drawn to 0 by their size, one number",
    "lr_power": "the power by which the learning rate falls, one number, most often -0.5",
    "global_step": "the number of this step, one number",
    "use_locking": "kept from TensorFlow; steps are never interleaved here",
    "use_nesterov": "look ahead by one step",
    "update_slots": "whether accum takes part; if not it stays as it is",
    "multiply_linear_by_lr": "linear holds the learning rate as a factor",
}


def update_rule(
    name: str,
    formula: FunctionType,
    slots: Sequence[str],
    dtypes: Sequence[DType],
    *,
    example: Mapping[str, Any],
    check: Callable[[Call], None] | None = None,
) -> BlockType:
    """Declare the block of an update rule that changes a whole variable and its slots.

    Args:
        name: the block type.
        formula: one of `blocks.library.training.formulas`; its parameters are the pins, its keywords the attributes.
        slots: the pins that are further variables.
        dtypes: what the variable may hold.
        example: as everywhere.
        check: what the rule demands of its numbers beyond their shapes.
    """
    code = formula.__code__  # inspect.signature would say the same ten times slower, at each start
    pins = code.co_varnames[: code.co_argcount]
    documented = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    written = ("var", *slots)
    kinds = ", ".join(f"{pin}: {'&T' if pin in written else 'int64' if pin == 'global_step' else 'T'}" for pin in pins)
    lines = [f"    {each}: {DOCUMENTATION[each]}." for each in documented]
    doc = [
        inspect.cleandoc(formula.__doc__ or ""),
        "",
        "Args:",
        *lines,
        "",
        "Returns:",
        "    out: the variable after the step.",
    ]
    found = declare(
        name,
        "training_ops",
        f"{kinds} -> out: &T",
        formula,
        doc="\n".join(doc),
        T=dtypes,
        writes=written,
        example=example,
    )

    def shape(call: Call) -> Shape:
        result = same_shapes(call, [pin for pin in pins if pin in written or pin in GRADIENTS])
        for pin in pins:
            if pin not in written and pin not in GRADIENTS:
                require_scalar(call, pin)
        if check is not None:
            check(call)
        return result

    found.shape(shape)
    return found


def same_shapes(call: Call, pins: Sequence[str]) -> Shape:
    """The shape that a variable, its slots and the gradient have in common.

    Raises:
        DiagramError: one of them has another than the variable, which is the first.
    """
    result: Shape = None
    for pin in pins:
        shape = call.shape(pin)
        if not compatible(result, shape):
            text = f"{call.type.name} needs the variable's shape {shape_text(result)} at {pin}, got {shape_text(shape)}"
            raise DiagramError(text, pin=pin)
        result = merge(result, shape)
    return result


def at_least(call: Call, pin: str, least: float, *, above: bool = False) -> None:
    """Check a number, if it is known: not below ``least``, or even above it.

    Raises:
        DiagramError: it is below, or NaN.
    """
    value = call.value(pin)
    if value is None or value.size != 1:
        return
    number = float(value.item())
    if not (number > least if above else number >= least):
        limit = f"above {least:g}" if above else f"not below {least:g}"
        raise DiagramError(f"{call.type.name} needs {pin} {limit}, got {number:g}", pin=pin)

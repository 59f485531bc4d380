"""Helpers shared by all update rules: their declaration from a formula, documentation and checks."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape, is_list
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.graph.kernel_choice import Choose, specialised
from blocks.library.array.arguments import pin_error, require_scalar, require_vector, vector_length
from blocks.library.declare import declare
from blocks.library.state.rows import checked_rows, turns

GRADIENTS = ("grad", "delta")
DOCUMENTATION: dict[str, str] = {
    "var": "[...] the variable to train.",
    "alpha": "[] the learning rate.",
    "delta": "[...] the gradient with respect to var.",
    "grad": "[...] the gradient with respect to var.",
    "indices": "[k] the indices of the rows to update. Repeated rows are updated repeatedly, in order.",
    "lr": "[] the learning rate.",
    "accum": "[...] a variable with the shape of var: the accumulator.",
    "accum_update": "[...] a variable with the shape of var: the running mean of squared updates.",
    "linear": "[...] a variable with the shape of var: the linear term, a corrected sum of gradients.",
    "momentum": "[] the momentum, 0 ... 1; usually 0.9.",
    "m": "[...] a variable with the shape of var: the running mean of the gradient.",
    "v": "[...] a variable with the shape of var: the running mean of the squared gradient.",
    "mg": "[...] a variable with the shape of var: the running mean of the gradient.",
    "ms": "[...] a variable with the shape of var: the running mean of the squared gradient.",
    "mom": "[...] a variable with the shape of var: the last step (momentum).",
    "gradient_accumulator": "[...] a variable with the shape of var: the sum of all gradients.",
    "gradient_squared_accumulator": "[...] a variable with the shape of var: the sum of all squared gradients.",
    "beta1_power": "[] beta1 to the power of the step number (beta1 itself in the first step).",
    "beta2_power": "[] beta2 to the power of the step number (beta2 itself in the first step).",
    "beta1": "[] the decay rate of m, 0 ... 1; usually 0.9.",
    "beta2": "[] the decay rate of v, 0 ... 1; usually 0.999.",
    "rho": "[] the decay rate of the running means, 0 ... 1.",
    "epsilon": "[] a small value added to the divisor to avoid division by 0.",
    "vhat": "[...] a variable with the shape of var: the largest v so far.",
    "logbase": "[] the logarithm of the base; usually 1.",
    "sign_decay": "[] the weight of the sign agreement; it may decrease during training.",
    "beta": "[] the decay rate of m, 0 ... 1.",
    "l1": "[] the strength of the L1 regularization, 0 or more.",
    "l2": "[] the strength of the L2 regularization, 0 or more.",
    "l2_shrinkage": "[] the strength of the L2 shrinkage added to the gradient, 0 or more.",
    "lr_power": "[] the power of the learning rate decay, 0 or less; usually -0.5.",
    "global_step": "[] the step number.",
    "use_locking": "has no effect; accepted for TensorFlow compatibility. Updates never interleave.",
    "use_nesterov": "use Nesterov momentum.",
    "update_slots": "whether to update accum; false leaves it unchanged.",
    "multiply_linear_by_lr": "store linear multiplied by the learning rate.",
    "out": "[...] the updated variable.",
}
BY_ROWS = {pin: text.replace("[...]", "[rows, ...]") for pin, text in DOCUMENTATION.items()}
BY_ROWS["grad"] = "[k, ...] the gradient with respect to the selected rows, one for each index."
BY_ROWS["out"] = DOCUMENTATION["out"]


def update_rule(
    name: str,
    formula: FunctionType,
    slots: Sequence[str],
    dtypes: Sequence[DType],
    *,
    example: Mapping[str, Any],
    check: Callable[[Call], None] | None = None,
    choose: Choose | None = None,
    meaning: Mapping[str, str] | None = None,
) -> BlockType:
    """Declare the block of an update rule that changes a whole variable and its slots.

    Args:
        formula: one of `blocks.library.training.formulas`; its parameters are the pins, its keywords the attributes.
        slots: the pins that are further variables.
        check: a check of the numbers beyond their shapes.
        example: values by pin; those of variables are by default [1, 2] for var and 0 for slots.
        choose: the kernel for a node, see `specialised`.
        meaning: the documentation of pins that differ from most rules.
    """
    pins, written = pins_of(formula), ("var", *slots)
    values = {"var": [1.0, 2.0], **{slot: [0.0, 0.0] for slot in slots}, **example}
    example = {pin: {"variable": value} if pin in written else value for pin, value in values.items()}
    doc = inspect.cleandoc(formula.__doc__ or "")
    whole = [pin for pin in pins if pin in written or pin in GRADIENTS]
    kernel: Callable[..., Any] = Dense(formula, len(pins))
    if choose is not None:
        kernel = specialised(choose)(kernel)
    # What each number becomes depends on its index alone, so that a new variable may lie where the gradient lay.
    gradient = None if slots else whole[-1:]
    meanings = {**DOCUMENTATION, **(meaning or {})}
    results = _declare(name, pins, kernel, formula, written, dtypes, doc, meanings, example, in_place=gradient)

    def shape(call: Call) -> Shape:
        result = same_shapes(call, whole)
        _check_numbers(call, [pin for pin in pins if pin not in whole], check)
        return result

    results.shape(shape)
    return results


def sparse_rule(
    whole: BlockType, formula: FunctionType, dtypes: Sequence[DType], *, check: Callable[[Call], None] | None = None
) -> BlockType:
    """Declare the block of an update rule that changes rows of a variable and its slots.

    Args:
        whole: the dense rule; its example becomes the second row of this rule's example.
        formula: as in `update_rule`, for the changed rows.
    """
    kernel = ByRows(formula, whole.writes)
    text = re.sub(r"\bdelta\b", "grad", inspect.cleandoc(formula.__doc__ or ""))
    text = text.replace("Update a variable", "Update rows of a variable", 1)
    text += "\n\nOnly the rows selected by indices are updated."
    example: dict[str, Any] = {"indices": [1]}
    for pin, value in (whole.example or {}).items():
        if pin in GRADIENTS:
            example["grad"] = [value]
        elif pin in ("var", "out"):
            example[pin] = _below([5.0, 5.0], value)
        else:
            example[pin] = _below([0.0, 0.0], value) if pin in whole.writes else value
    name = f"Sparse{whole.name.removeprefix('Resource')}"
    results = _declare(name, kernel.pins, kernel, formula, kernel.written, dtypes, text, BY_ROWS, example)
    numbers = [pin for pin in kernel.pins if pin not in (*kernel.written, "grad", "indices")]

    def shape(call: Call) -> Shape:
        result = same_shapes(call, kernel.written)
        if result == ():
            raise pin_error(call, "var", "var must have at least one axis, got a scalar")
        require_vector(call, "indices")
        fitting = None if result is None else (vector_length(call, "indices"), *result[1:])
        if not compatible(call.shape("grad"), fitting):
            text = f"{call.type.name}: grad must have the shape {shape_text(fitting)}, one row per index"
            raise DiagramError(f"{text}, got {shape_text(call.shape('grad'))}", pin="grad")
        _check_numbers(call, numbers, check)
        return result

    results.shape(shape)
    return results


def _below(row: list[float], value: Any) -> Any:
    if isinstance(value, dict):
        variable: dict[str, Any] = {"variable": [row, value["variable"]]}
        return variable
    return [row, value]


def on_resource(rule: BlockType) -> BlockType:
    """Declare the form of a rule that outputs an operation; it is otherwise identical.

    TensorFlow's takes variable handles; here a Variable is accepted wherever TensorFlow wants one.
    """
    kernel: Any = rule.kernel
    if isinstance(kernel, Dense):
        kernel = Dense(kernel.formula, kernel.count)
    result = declare(
        f"Resource{rule.name}",
        "training_ops",
        rule.signature.replace("-> out: &T", "-> operation: operation"),
        kernel,
        doc=rule.doc.replace(f"out: {DOCUMENTATION['out']}", "operation: the update, as an operation without a value."),
        T=rule.variables["T"],
        **({"Tindices": INDEX} if "Tindices" in rule.variables else {}),
        writes=rule.writes,
        attributes_of=kernel.formula,
        example={pin: value for pin, value in (rule.example or {}).items() if pin != "out"},
    )

    def shape(call: Call) -> list[Shape]:
        assert rule.shape_rule is not None
        rule.shape_rule(call)
        return []

    result.shape(shape)
    return result


class Dense:
    """The kernel of a rule for a whole variable: its formula.

    Args:
        count: the number of parameters; an array for the result may follow.
    """

    def __init__(self, formula: FunctionType, count: int) -> None:
        self.formula = formula
        self.count = count

    def __call__(self, *arrays: Array, use_locking: bool = False, **attributes: Any) -> Array | tuple[Array, ...]:
        result = self.formula(*arrays[: self.count], **attributes)
        for out in arrays[self.count :]:
            np.copyto(out, result)
            return out
        return result


class ByRows:
    """The kernel of a sparse rule: its formula, applied to the indexed rows.

    Attributes:
        formula: the rule for a whole variable.
        written: the pins that are variables.
        pins: those of the formula, with indices after the gradient.
    """

    def __init__(self, formula: FunctionType, written: Sequence[str]) -> None:
        self.formula = formula
        self.written = tuple(written)
        dense = pins_of(formula)
        self.at = next(i for i, pin in enumerate(dense) if pin in GRADIENTS)
        self.variables = [dense.index(pin) for pin in self.written]
        self.pins = (*dense[: self.at], "grad", "indices", *dense[self.at + 1 :])

    def __call__(self, *arrays: Array, use_locking: bool = False, **attributes: Any) -> Array | tuple[Array, ...]:
        given = list(arrays)
        indices, grad = given.pop(self.at + 1), given[self.at]
        new = [given[i].copy() for i in self.variables]
        rows = checked_rows(indices, len(new[0]))
        for turn in turns(rows):
            for i, variable in zip(self.variables, new, strict=True):
                given[i] = variable[rows[turn]]
            given[self.at] = grad[turn]
            result = self.formula(*given, **attributes)
            for variable, value in zip(new, result if is_list(result) else (result,), strict=True):
                variable[rows[turn]] = value
        return tuple(new) if len(new) > 1 else new[0]


def pins_of(formula: FunctionType) -> tuple[str, ...]:
    code = formula.__code__  # inspect.signature would say the same ten times slower, at each start
    return code.co_varnames[: code.co_argcount]


OTHER_KINDS = {"global_step": "int64", "indices": "Tindices"}


def _declare(
    name: str,
    pins: Sequence[str],
    kernel: Callable[..., Any],
    formula: FunctionType,
    written: tuple[str, ...],
    dtypes: Sequence[DType],
    doc: str,
    doc_of: Mapping[str, str],
    example: Mapping[str, Any],
    **options: Any,
) -> BlockType:
    kinds = ", ".join(f"{pin}: {'&T' if pin in written else OTHER_KINDS.get(pin, 'T')}" for pin in pins)
    return declare(
        name,
        "training_ops",
        f"{kinds} -> out: &T",
        kernel,
        doc=doc,
        doc_of=doc_of,
        T=dtypes,
        **({"Tindices": INDEX} if "indices" in pins else {}),
        writes=written,
        attributes_of=formula,
        example=example,
        **options,
    )


def _check_numbers(call: Call, pins: Sequence[str], check: Callable[[Call], None] | None) -> None:
    for pin in pins:
        require_scalar(call, pin)
    if check is not None:
        check(call)


def same_shapes(call: Call, pins: Sequence[str]) -> Shape:
    """Return the common shape. Raise DiagramError if one differs from the variable, the first pin."""
    result: Shape = None
    for pin in pins:
        shape = call.shape(pin)
        if not compatible(result, shape):
            text = f"{call.type.name}: {pin} must have the shape of var, {shape_text(result)}, got {shape_text(shape)}"
            raise DiagramError(text, pin=pin)
        result = merge(result, shape)
    return result


RANGES: dict[str, Callable[[float], bool]] = {
    "above 0": lambda number: number > 0,
    "0 or more": lambda number: number >= 0,
    "0 or less": lambda number: number <= 0,
}


def require_range(call: Call, pin: str, wanted: str) -> None:
    """Check a known number against one of the `RANGES`. Raise DiagramError if it is outside or NaN."""
    value = call.value(pin)
    if value is None or value.size != 1:
        return
    number = float(value.item())
    if not RANGES[wanted](number):
        raise DiagramError(f"{call.type.name}: {pin} must be {wanted}, got {number:g}", pin=pin)


def proximal_ranges(call: Call) -> None:
    require_range(call, "lr", "above 0")
    require_range(call, "l1", "0 or more")
    require_range(call, "l2", "0 or more")

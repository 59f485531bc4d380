"""Shapes, dtypes and known values at the pins of a call, for shape rules and gradients.

A value is known if it follows from constants alone (the shape of a ``Reshape``, an axis).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.shapes import is_known, room
from blocks.base.types import Array, Shape, is_list, is_ragged
from blocks.graph.graph import UNSET, Node, Output
from blocks.graph.spec import BlockSpec

LIMIT = 4096
"""Elements: larger values are data, no shapes or axes, and not worked out ahead of the run."""


class Call(Protocol):
    """The query interface of shape rules, for graph nodes and for calls with actual arrays."""

    @property
    def node(self) -> Node:
        """The node, whose known shapes and values may be less complete than those of this call."""
        ...

    @property
    def type(self) -> BlockSpec: ...

    @property
    def attrs(self) -> dict[str, Any]: ...

    def shape(self, pin: str) -> Shape: ...

    def shapes(self, pin: str) -> list[Shape]: ...

    def dtype(self, pin: str) -> DType:
        """Return the dtype at an input pin (of the first value of a list)."""
        ...

    def value(self, pin: str) -> Array | None: ...

    def actual(self, pin: str) -> Array | None:
        """Return the value at run time, otherwise None; rules may check it but not infer shapes from it."""
        ...

    def values(self, pin: str) -> list[Array] | None: ...


class NodeCall:
    """A node of the graph as a shape rule sees it.

    ``certain`` is True while everything that the rule asked for was known.
    """

    __slots__ = ("attrs", "certain", "node", "type")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.type = node.type
        self.attrs = node.attrs
        self.certain = True

    def shape(self, pin: str) -> Shape:
        result = self.node.argument(pin)
        if not isinstance(result, Output):
            return None
        self.certain = self.certain and is_known(result.shape)
        return result.shape

    def shapes(self, pin: str) -> list[Shape]:
        shapes = [output.shape for output in self.node.input_list(pin)]
        self.certain = self.certain and all(map(is_known, shapes))
        return shapes

    def dtype(self, pin: str) -> DType:
        result = self.node.argument(pin)
        return result[0].dtype if isinstance(result, tuple) else self.node.input(pin).dtype

    def value(self, pin: str) -> Array | None:
        result = self.node.argument(pin)
        if not isinstance(result, Output):
            return None
        value = known_value(result)
        self.certain = self.certain and value is not None
        return value

    def actual(self, pin: str) -> None:
        self.certain = False

    def values(self, pin: str) -> list[Array] | None:
        result = [known_value(output) for output in self.node.input_list(pin)]
        known = [value for value in result if value is not None]
        self.certain = self.certain and len(known) == len(result)
        return known if len(known) == len(result) else None


class ActualCall:
    __slots__ = ("arrays", "attrs", "node", "type")

    def __init__(self, node: Node, arrays: Sequence[Any]) -> None:
        self.node = node
        self.type = node.type
        self.attrs = node.attrs
        self.arrays = arrays

    def _array(self, pin: str) -> Any:
        return self.arrays[self.type.input_index[pin]]

    def shape(self, pin: str) -> Shape:
        array = self._array(pin)
        if array is None:  # a variable without a value: it has the shape that was declared
            result = self.node.argument(pin)
            return result.shape if isinstance(result, Output) else None
        return array.shape

    def shapes(self, pin: str) -> list[Shape]:
        return [None if is_ragged(array) else array.shape for array in self._array(pin)]

    def dtype(self, pin: str) -> DType:
        result = self.node.argument(pin)
        return result[0].dtype if isinstance(result, tuple) else self.node.input(pin).dtype

    def value(self, pin: str) -> Array | None:
        array = self._array(pin)
        return None if array is None else np.asarray(array)

    def actual(self, pin: str) -> Array | None:
        return self.value(pin)

    def values(self, pin: str) -> list[Array] | None:
        return [np.asarray(array) for array in self._array(pin)]


KERNEL, SHAPE, GRADIENT = range(3)
noted: Callable[[int, Node], object] | None = None
"""Told of each node before its kernel runs outside of a plan, before its shape rule and before its gradient rule, where
somebody must know should the process end there."""


def note(what: int, node: Node) -> None:
    if noted is not None:
        noted(what, node)


def run_kernel(node: Node, args: Sequence[Any], **given: Any) -> tuple[Any, ...]:
    """Return the outputs of a node for actual arrays; ``given`` are the kernel's context arguments."""
    note(KERNEL, node)
    return node.type.run(args, node.attrs, node.bound, **given)


def run_formula(node: Node, args: Sequence[Any]) -> Sequence[Any]:
    """Return the outputs of a node for traced arrays, without the check of its arguments."""
    note(KERNEL, node)
    spec = node.type
    keywords = getattr(spec.bind(node.attrs, node.bound), "keywords", {})
    result = getattr(spec.kernel, "unchecked", spec.kernel)(*args, **keywords)
    return spec.flat_results(result) if is_list(result) or spec.list_outputs else (result,)


def run_simple(node: Node, args: Iterable[Any]) -> Any:
    if noted is not None:
        noted(KERNEL, node)
    spec = node.type
    kernel = spec.bind(node.attrs, node.bound) if node.attrs or spec.bound_keywords else spec.kernel
    result = kernel(*args)
    if type(result) in (tuple, list):
        [result] = result
    return result


def known_value(output: Output) -> Array | None:
    """Return the value of an output if it follows from constants by pure block types, otherwise None.

    Errors count as unknown: they are reported when the block runs.
    """
    if output.known is not UNSET:
        return output.known
    pending = [output]
    while pending:  # by hand, since a chain of blocks may be longer than Python's stack is deep
        current = pending[-1]
        if current.known is not UNSET:
            pending.pop()
            continue
        waiting = [i for i in current.op.inputs if i.known is UNSET] if _may_be_known(current) else []
        if waiting and not _needs_only_shape(current):
            pending.extend(waiting)
            continue
        _work_out(current)
        pending.pop()
    return output.known


def placeholder_array(output: Output) -> Array:
    sizes = [size for size in output.shape or () if size is not None]
    return np.broadcast_to(np.zeros((), output.dtype.numpy), sizes)


def _needs_only_shape(output: Output) -> bool:
    rule = output.op.type.shape_only
    return rule and all(is_known(i.shape) for i in output.op.inputs)


def _may_be_known(output: Output) -> bool:
    node = output.op
    return node.type.foldable and room(output.shape) <= LIMIT


def _work_out(output: Output) -> None:
    node = output.op
    output.known = None
    if not _may_be_known(output):
        return
    if _needs_only_shape(output):
        args: list[Any] = [
            tuple(map(placeholder_array, a)) if isinstance(a, tuple) else None if a is None else placeholder_array(a)
            for a in node.args
        ]
    else:
        args = []
        for arg in node.args:
            result = [None if o is None else o.known for o in (arg if isinstance(arg, tuple) else (arg,))]
            if arg is not None and any(v is None for v in result):
                return
            args.append(tuple(result) if isinstance(arg, tuple) else result[0])
    try:
        with np.errstate(all="ignore"):
            if not _stays_small(node, args):
                return
            results = run_kernel(node, args)
    except Exception:  # whatever is wrong is said when the block runs
        return
    for each, value in zip(node.outputs, results, strict=True):
        array = np.asarray(value)
        each.known = array if array.size <= LIMIT else None


def _stays_small(node: Node, args: Sequence[Any]) -> bool:
    """Return whether all results of a call will be small, before they are computed."""
    rule = node.type.shape_rule
    if rule is None:  # elementwise, or without results
        shapes: list[Shape] = [np.broadcast_shapes(*[array.shape for array in args])]
    else:
        result = rule(ActualCall(node, args))
        shapes = result if isinstance(result, list) else [result]  # pyright: ignore[reportUnknownVariableType]
    return all(room(shape) <= LIMIT for shape in shapes)

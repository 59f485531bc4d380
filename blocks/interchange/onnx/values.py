"""Values of a model under import: their source on the canvas and their known properties."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import known_value, run_simple
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref, Weight
from blocks.interchange.importing.weights import constant_values
from blocks.library.registry import find

_MOST_STEPS = 40
_MOST_SIZES = 64
_HAND_ON = ("Cast", "ExpandDims", "Identity", "Reshape", "Squeeze")


class Axis(NamedTuple):
    output: Output
    axis: int


Size = int | Axis


def sizes_in(output: Output) -> list[Size] | None:
    """Return the integers in a vector or scalar that follow from shapes; None if they do not.

    If the batch size is open, a Shape is known only in part. That is enough to determine the sizes that a Reshape
    produces, and the end of a Slice.
    """
    return _Question().sizes(output, _MOST_STEPS)


class _Question:
    """A cached search for sizes, since outputs may have many readers."""

    def __init__(self) -> None:
        self._found: dict[Output, list[Size] | None] = {}

    def sizes(self, output: Output, steps: int) -> list[Size] | None:
        """Return the sizes, going back at most ``steps`` nodes."""
        if output not in self._found:
            self._found[output] = self._sizes(output, steps)
        return self._found[output]

    def _sizes(self, output: Output, steps: int) -> list[Size] | None:
        known = known_value(output)
        if known is not None:
            plain = known.dtype.kind in "iu" and known.ndim < 2 and known.size <= _MOST_SIZES
            return [int(each) for each in known.reshape(-1)] if plain else None
        node = output.op
        kind = node.type.name
        if steps <= 0:
            return None
        if kind == "Shape":
            shape = node.inputs[0].shape
            return None if shape is None else [
                Axis(node.inputs[0], i) if size is None else size for i, size in enumerate(shape)
            ]  # fmt: skip
        if kind in _HAND_ON:
            rank = output.shape
            return None if rank is None or len(rank) > 1 else self.sizes(node.inputs[0], steps - 1)
        if kind in ("Concat", "Stack"):
            return self._joined(node, steps)
        if kind in ("GatherV2", "StridedSlice"):
            return self._picked(node, steps)
        return self._computed(node, steps)

    def _computed(self, node: Node, steps: int) -> list[Size] | None:
        spec, shape = node.type, node.outputs[0].shape
        if not (spec.foldable and spec.simple and spec.fusion in ("elementwise", "broadcast")) or shape is None:
            return None
        args: list[Array] = []
        for each in node.inputs:
            result = self.sizes(each, steps - 1)
            if result is None or each.shape is None or any(isinstance(size, Axis) for size in result):
                return None
            args.append(np.array(result, each.dtype.numpy).reshape([len(result)] if each.shape else []))
        try:
            with np.errstate(all="ignore"):
                return [int(each) for each in np.asarray(run_simple(node, args)).reshape(-1)]
        except (ArithmeticError, DiagramError, ValueError):  # whatever is wrong is said when the block runs
            return None

    def _picked(self, node: Node, steps: int) -> list[Size] | None:
        result = self.sizes(node.inputs[0], steps - 1)
        if result is None or node.inputs[0].shape is None or len(node.inputs[0].shape) != 1:
            return None
        if node.type.name == "GatherV2":
            indices = known_value(node.input("indices"))
            if indices is None or indices.ndim > 1 or indices.size > _MOST_SIZES:
                return None
            positions = [int(each) for each in indices.reshape(-1)]
            return [result[i] for i in positions] if all(-len(result) <= i < len(result) for i in positions) else None
        given = [known_value(node.input(pin)) for pin in ("begin", "end", "strides")]
        if any(each is None or each.size != 1 for each in given):
            return None
        begin, end, step = (int(each.item()) for each in given if each is not None)
        attrs = node.attrs
        if attrs["shrink_axis_mask"]:
            return [result[begin]] if -len(result) <= begin < len(result) else None
        if not step or attrs["new_axis_mask"] or attrs["ellipsis_mask"]:
            return None
        return result[None if attrs["begin_mask"] else begin : None if attrs["end_mask"] else end : step]

    def _joined(self, node: Node, steps: int) -> list[Size] | None:
        result: list[Size] = []
        for each in node.input_list("values"):
            sizes = self.sizes(each, steps - 1)
            if sizes is None:
                return None
            result += sizes
            if len(result) >= _MOST_SIZES:
                break
        return result[:_MOST_SIZES]


def reshaped(x: Output, shape: Shape, wanted: Sequence[Size]) -> list[int] | None:
    """Return sizes for a Reshape with at most one -1, and 0 for the input's size; None if that is not possible."""
    sizes: list[Size] = []
    for i, size in enumerate(wanted):
        if size != 0:
            sizes.append(size)
        elif shape is None or i >= len(shape):
            return None
        else:
            own = shape[i]
            sizes.append(Axis(x, i) if own is None else own)
    open_ = [each for each in sizes if isinstance(each, Axis)]
    if not open_:
        return [each for each in sizes if isinstance(each, int)]
    if len(open_) > 1:
        return None
    plain = [-1 if isinstance(each, Axis) else each for each in sizes]
    if plain.count(-1) == 1:
        return plain
    # Both an axis of x and the rest: what is left of the sizes of x without that axis.
    [own_axis] = open_
    others = None if shape is None else [size for i, size in enumerate(shape) if i != own_axis.axis]
    if own_axis.output is not x or others is None or None in others:
        return None
    whole = math.prod(size for size in others if size is not None)
    rest = math.prod(size for size in plain if size != -1)
    if not rest or whole % rest or not whole:
        return None
    return [-1 if isinstance(each, Axis) else whole // rest if each == -1 else each for each in sizes]


@dataclass(eq=False)
class Val:
    """A value of a model: a node output, an input, or a stored tensor.

    The nodes of the diagram are also built in a graph of ours, so that dtypes, shapes, and values that follow from
    constants are known: ``out`` returns its output there, and ``ref`` its location on the canvas, where a constant gets
    its block on the first call. ``stacked`` is [count, ...] the items of a sequence that grows in a loop.
    """

    make_out: Callable[[], Output]
    make_ref: Callable[[], Ref]
    array: Array | None = None
    declared: Shape = None
    items: list[Val] | None = None
    stacked: Val | None = None
    is_parameter: bool = False
    near: Callable[[tuple[str, ...]], Ref] | None = None

    @property
    def is_sequence(self) -> bool:
        return self.items is not None or self.stacked is not None

    @cached_property
    def out(self) -> Output:
        return self.make_out()

    @cached_property
    def ref(self) -> Ref:
        return self.make_ref()

    @property
    def is_placed(self) -> bool:
        return "ref" in self.__dict__

    def ref_at(self, home: tuple[str, ...]) -> Ref:
        """Return the location for a reader in a composite; each composite has its own copy of a small constant.

        Otherwise, layers that share the constants of their shapes would have different structures.
        """
        return self.ref if self.near is None else self.near(home)

    @property
    def dtype(self) -> DType:
        return self.out.dtype

    @property
    def shape(self) -> Shape:
        result, said = self.out.shape, self.declared
        if result is None or said is None or len(result) != len(said):
            return said if result is None else result
        return tuple(b if a is None else a for a, b in zip(result, said, strict=True))

    @property
    def sizes(self) -> tuple[int, ...] | None:
        shape = self.shape
        if shape is None or None in shape:
            return None
        return tuple(size for size in shape if size is not None)

    @property
    def rank(self) -> int:
        shape = self.shape
        if shape is None:
            raise DiagramError("the number of axes of an input is not known")
        return len(shape)

    def size(self, axis: int) -> int:
        result = self.shape[axis] if self.shape is not None else None
        if result is None:
            raise DiagramError(f"the size of axis {axis} of an input is not known before the model runs")
        return result

    @property
    def known(self) -> Array | None:
        if self.array is not None:
            return self.array
        result = known_value(self.out)
        return self._from_shapes() if result is None else result

    def _from_shapes(self) -> Array | None:
        """Return the value if it consists of known sizes of partially known shapes."""
        shape = self.out.shape
        if not self.dtype.is_integer or shape is None or len(shape) > 1:
            return None
        result = sizes_in(self.out)
        if result is None or any(isinstance(each, Axis) for each in result):
            return None
        return np.array(result, self.dtype.numpy).reshape([len(result)] if shape else [])

    def numbers(self, what: str) -> list[int]:
        result = self.known
        if result is None:
            raise DiagramError(f"{what} must be known before the model runs")
        return [int(each) for each in np.atleast_1d(result).reshape(-1)]


Given = Val | None
"""What comes to an input: None where it is left out."""


def shadow(scope: Scope, kind: str, **given: Any) -> Any:
    spec: Any = find(kind)
    assert spec is not None, kind
    return spec(scope, **given)


def stand_in(scope: Scope, dtype: DType, shape: Shape) -> Output:
    given: dict[str, Any] = {} if shape is None else {"shape": list(shape)}
    return shadow(scope, "Placeholder", dtype=dtype.name, **given).outputs[0]


def constant(
    scope: Scope,
    graph: ModelGraph,
    path: tuple[str, ...],
    weight: Weight,
    kind: str = "Const",
    on_block: Callable[[ModelNode], object] | None = None,
    why: str | None = None,
) -> Val:
    """Return a tensor of the model, which becomes a block, a Const or Variable, when it is first wired.

    ``why`` is the reason that it is not a parameter; empty for a parameter, None for a mere part of an operator.
    """

    def out() -> Output:
        if weight.array.size > _MOST_KNOWN or kind == "Variable":
            return stand_in(scope, weight.dtype, weight.array.shape)
        results = shadow(scope, "Const", val=weight.array, dtype=weight.dtype.name, shape=list(weight.array.shape))
        return results.outputs[0]

    def ref() -> Ref:
        is_variable = kind == "Variable"
        node = graph.add(path, kind, {"initvalues": weight} if is_variable else constant_values(weight, why))
        node.why = why or ""
        if on_block is not None:
            on_block(node)
        return node.out("ref" if is_variable else "output")

    result = Val(out, ref, None if kind == "Variable" else weight.array)
    result.is_parameter = why == ""
    size = weight.array.size
    is_small = size <= _MOST_COPIED and not (weight.dtype.is_floating and size > 1)
    if kind == "Const" and on_block is None and is_small:
        copies: dict[tuple[str, ...], Ref] = {}

        def near(home: tuple[str, ...]) -> Ref:
            if home == path[:-1]:
                return result.ref
            if home not in copies:
                copies[home] = graph.add((*home, path[-1]), "Const", constant_values(weight, why)).out("output")
            return copies[home]

        result.near = near
    return result


_MOST_KNOWN = 4096
_MOST_COPIED = 16
"""Elements of a constant of which each composite has one of its own."""


def output_of(out: Output, ref: Ref) -> Val:
    return Val(lambda: out, lambda: ref)


def sequence(items: list[Val] | None, stacked: Val | None = None) -> Val:
    """Return a sequence, which no block can have: of known items, or of those in one stacked tensor."""

    def fail() -> Any:
        raise DiagramError("the operator uses a sequence, which a diagram cannot represent")

    return Val(fail, fail, items=items, stacked=stacked)


def given_list(values: Sequence[Given]) -> list[Val]:
    return [each for each in values if each is not None]


def parts_of(value: Val) -> list[Val]:
    if value.items is not None:
        return value.items
    return [value if value.stacked is None else value.stacked]


def pin(graph: ModelGraph, scope: Scope, name: str, dtype: DType, shape: Shape) -> Val:
    return output_of(stand_in(scope, dtype, shape), graph.add((name,), "InputPin").out("output"))


def give(graph: ModelGraph, name: str, value: Val) -> None:
    graph.add((name,), "OutputPin", inputs=[("input", value.ref)])

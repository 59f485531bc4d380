"""Values of a model under import: their source on the canvas and their known properties."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import known_value
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Ref, Weight
from blocks.interchange.importing.weights import constant_values
from blocks.interchange.onnx.sizes import Axis, sizes_in
from blocks.library.registry import find


class Val:
    """A value of a model: a node output, an input, or a stored tensor.

    The nodes of the diagram are also built in a graph of ours, so that dtypes, shapes, and values that follow from
    constants are known.

    Args:
        out: returns its output in that graph.
        ref: returns its location on the canvas; a constant gets its block on the first call.
        declared: the shape that the model declares.
        stacked: [count, ...] the items of a sequence that grows in a loop.
    """

    def __init__(
        self,
        out: Callable[[], Output],
        ref: Callable[[], Ref],
        array: Array | None = None,
        declared: Shape = None,
        items: list[Val] | None = None,
        stacked: Val | None = None,
    ) -> None:
        self._make_out = out
        self._make_ref = ref
        self._out: Output | None = None
        self._ref: Ref | None = None
        self.array = array
        self.declared = declared
        self.items = items
        self.stacked = stacked
        self.is_parameter = False
        self.near: Callable[[tuple[str, ...]], Ref] | None = None

    @property
    def is_sequence(self) -> bool:
        return self.items is not None or self.stacked is not None

    @property
    def out(self) -> Output:
        if self._out is None:
            self._out = self._make_out()
        return self._out

    @property
    def ref(self) -> Ref:
        if self._ref is None:
            self._ref = self._make_ref()
        return self._ref

    @property
    def is_placed(self) -> bool:
        return self._ref is not None

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
            raise DiagramError("the number of axes of its input is not known")
        return len(shape)

    def size(self, axis: int) -> int:
        result = self.shape[axis] if self.shape is not None else None
        if result is None:
            raise DiagramError(f"the size of axis {axis} of its input is not known before the model runs")
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
            raise DiagramError(f"{what} is not known before the model runs")
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
    """Return a tensor of the model, which becomes a block when it is first wired.

    Args:
        kind: ``"Const"`` or ``"Variable"``.
        on_block: called with the block.
        why: the reason that it is not a parameter; empty for a parameter, None for a mere part of an operator.
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
        raise DiagramError("it uses a sequence, which a diagram cannot have")

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

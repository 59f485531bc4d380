"""The context in which the blocks of one operator are built: its inputs, attributes and new blocks."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, NamedTuple, TypeVar

import numpy as np

from blocks.base.dtypes import BOOL, INT64, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.graph.scope import Scope
from blocks.graph.spec import GRADIENT_RULE, TENSORFLOW
from blocks.interchange.importing.model_graph import ModelGraph, ModelNode, Weight
from blocks.interchange.onnx.schema import DTYPES, OTHER_DTYPES, text
from blocks.interchange.onnx.tensors import OnnxTensors
from blocks.interchange.onnx.values import Given, Val, constant, output_of, parts_of, shadow, stand_in
from blocks.library.registry import find

_BY_HAND = ("Maximum", "Minimum", "ClipByValue")
"""Block types that functions with different gradient rules are made of: who makes one says which it gets."""
_NONE = 0
_LARGEST = (1 << 31) - 1
_MOST_WORKED_OUT = 1 << 24
_MOST_NUMBERS = 1 << 16


Json = Mapping[str, Any]
Wires = Sequence[tuple[str, Val]]
Ends = Sequence[tuple[str, DType, Shape]]


class OperatorCall(NamedTuple):
    """An operator of a model; an omitted input is None, ``outputs`` tells which outputs are wanted."""

    path: tuple[str, ...]
    op: str
    inputs: Sequence[Given]
    attributes: Mapping[str, Any]
    outputs: Sequence[bool] = ()


class Site:
    """The context for building the blocks of one operator, with the gradient rules of a framework.

    ``function`` is the operator's PyTorch function, such as ``aten.max.dim``; empty if it is unknown. ``unsure``
    collects paths of operators that functions with different gradient rules are written as.
    """

    framework = TENSORFLOW
    function = ""

    def __init__(self, scope: Scope, graph: ModelGraph, call: OperatorCall, version: int, tensors: OnnxTensors) -> None:
        self.scope = scope
        self.graph = graph
        self.path, self.op, inputs, self.attributes, self.outputs = call
        self.inputs = list(inputs)
        self.version, self.tensors = version, tensors
        self.nodes: list[ModelNode] = []
        self.around: Any = None
        self.unsure: list[str] = []
        self.declared: list[Shape] = [None] * len(self.outputs)

    # -- what it is given ---------------------------------------------------------------------------------------------

    def given(self, index: int) -> Given:
        return self.inputs[index] if index < len(self.inputs) else None

    def input(self, index: int) -> Val:
        result = self.given(index)
        if result is None:
            raise DiagramError(f"input {index} is missing")
        return result

    def wants(self, output: int) -> bool:
        return output < len(self.outputs) and self.outputs[output]

    def has(self, name: str) -> bool:
        return name in self.attributes

    def whole(self, name: str, default: int = 0) -> int:
        return self.attributes[name].i if name in self.attributes else default

    def number(self, name: str, default: float = 0.0) -> float:
        # It was a float32: in as few digits as that needs, so that people can read it.
        return float(str(np.float32(self.attributes[name].f))) if name in self.attributes else default

    def word(self, name: str, default: str = "") -> str:
        return text(self.attributes[name].s) if name in self.attributes else default

    def wholes(self, name: str) -> list[int]:
        return list(self.attributes[name].ints) if name in self.attributes else []

    def numbers(self, name: str) -> list[float]:
        return [float(str(np.float32(each))) for each in self.attributes[name].floats] if self.has(name) else []

    def words(self, name: str) -> list[str]:
        return [text(each) for each in self.attributes[name].strings] if name in self.attributes else []

    def tensor(self, name: str) -> Weight | None:
        return self.tensors.read(self.attributes[name].t, name) if name in self.attributes else None

    def element(self, name: str, default: DType) -> DType:
        """Return a dtype attribute; raise DiagramError if a diagram does not have the dtype."""
        number = self.whole(name, _NONE)
        if number == _NONE:
            return default
        if number not in DTYPES:
            raise DiagramError(f"the dtype {OTHER_DTYPES.get(number, f'number {number}')} is not supported")
        return DTYPES[number]

    # -- blocks -------------------------------------------------------------------------------------------------------

    def all(self, kind: str, label: str = "", /, **given: Any) -> list[Val]:
        """Add a block with inputs and attributes; return all its outputs. Raise DiagramError if its type is missing."""
        wires: list[tuple[str, Val]] = []
        value: Any
        literals: dict[str, Any] = {}
        shadowed: dict[str, Any] = {}
        rule, spec = given.pop(GRADIENT_RULE, None), find(kind)
        if rule is None and spec is not None and self.framework in spec.rules and kind not in _BY_HAND:
            rule = self.framework
        for name, value in given.items():
            if value is None:
                continue
            if isinstance(value, Val):
                wires.append((name, value))
                shadowed[name] = value.out
            elif _are_values(value):
                wires += [(name, each) for each in value]
                shadowed[name] = [each.out for each in value]
            else:
                plain = value.name if isinstance(value, DType) else value
                literals[name] = _written(plain)
                shadowed[name] = plain
        result = shadow(self.scope, kind, **shadowed)
        if rule not in (None, TENSORFLOW) and result.outputs[0].dtype.is_differentiable:
            literals[GRADIENT_RULE] = rule
        node = self.graph.add((*self.path, label or kind), kind, literals, source=self.op)
        node.inputs.extend((name, each.ref_at(self.path[:-1])) for name, each in wires)
        self.nodes.append(node)
        return [output_of(out, node.out(*result.pin_of(i))) for i, out in enumerate(result.outputs)]

    def __call__(self, kind: str, label: str = "", /, **given: Any) -> Val:
        return self.all(kind, label, **given)[0]

    def with_bodies(
        self, kind: str, values: Json, wires: Wires, outputs: Ends, bodies: Mapping[str, ModelGraph], label: str = ""
    ) -> list[Val]:
        """Add a block that runs other graphs, and return its outputs, given the pin, dtype and shape of each."""
        node = self.graph.add((*self.path, label or kind), kind, values, source=self.op)
        node.inputs.extend((name, each.ref_at(self.path[:-1])) for name, each in wires)
        node.bodies.update(bodies)
        self.nodes.append(node)
        return [output_of(stand_in(self.scope, dtype, shape), node.out(pin)) for pin, dtype, shape in outputs]

    def inside(self, graph: ModelGraph) -> Site:
        call = OperatorCall((), self.op, (), self.attributes)
        result = Site(self.scope, graph, call, self.version, self.tensors)
        result.framework = self.framework
        return result

    def folded(self, make: Callable[[Site], list[Val]]) -> list[Val]:
        """Return the values that blocks would compute, as constants if they are known before the run."""
        call = OperatorCall(self.path, self.op, self.inputs, self.attributes)
        tried = make(Site(self.scope, ModelGraph("scratch"), call, self.version, self.tensors))
        if all(each.known is not None for each in tried):
            return [self.const(each.known, "number", each.dtype) for each in tried]
        return make(self)

    def const(self, value: Any, label: str = "constant", dtype: DType | None = None) -> Val:
        array = np.asarray(value) if dtype is None else np.asarray(value, dtype.numpy)
        weight = Weight(array, dtype or dtype_of(array))
        return constant(self.scope, self.graph, (*self.path, label), weight, on_block=self.nodes.append)

    def parameter(self, value: Any, label: str, dtype: DType | None = None) -> Val:
        """Add a parameter that the model holds as an attribute of this operator."""
        array = np.asarray(value) if dtype is None else np.asarray(value, dtype.numpy)
        translation = self.around.translation
        kind = "Variable" if translation.shared.trainable and not translation.depth else "Const"
        weight = Weight(array, dtype or dtype_of(array))
        return constant(self.scope, self.graph, (*self.path, label), weight, kind, self.nodes.append, why="")

    def finish(self, outputs: Sequence[Val | None], kind: str) -> None:
        """Name the blocks: a single one as the operator, several as a composite named after ``kind``."""
        if not self.nodes:
            return
        if len(self.nodes) == 1:
            self.nodes[0].path = self.path
            return
        self.graph.names[self.path] = kind
        own = set(self.nodes)
        result = [item for each in outputs if each is not None for item in parts_of(each)]
        given = [each.ref.node for each in result if each.ref.node in own]
        named: set[ModelNode] = set()
        for i, node in enumerate(given):
            if node not in named:
                node.path = (*self.path, "output" if i == 0 else f"output_{i}")
                named.add(node)

    # -- what many need -----------------------------------------------------------------------------------------------

    def cast(self, x: Val, dtype: DType, label: str = "") -> Val:
        return x if x.dtype is dtype else self("Cast", label, x=x, DstT=dtype)

    def scalar(self, value: float, like: Val) -> Any:
        return int(value) if like.dtype.is_integer else float(value)

    def sizes(self, x: Val) -> Val | list[int]:
        known = x.sizes
        return list(known) if known is not None else self("Shape", input=x, out_type=INT64)

    def size(self, x: Val, axis: int) -> Val | int:
        result = x.shape[axis] if x.shape is not None else None
        if result is not None:
            return result
        return self.item(self("Shape", input=x, out_type=INT64), axis, label="size")

    def linear(self, size: Val | int, times: int = 1, more: int = 0) -> Val | int:
        """Return ``times * size + more``, in int64 if the size is known only when the model runs."""
        if isinstance(size, int):
            return times * size + more
        wide = self.cast(size, INT64)
        wide = wide if times == 1 else self("Multiply", x=wide, y=times)
        return wide if not more else self("Add", x=wide, y=more)

    def item(self, x: Val, *index: int, label: str = "") -> Val:
        """Return the part of a value at an index into its first axes."""
        count = len(index)
        return self(
            "StridedSlice", label, input=x, begin=[*index], end=[each + 1 for each in index], strides=[1] * count,
            shrink_axis_mask=(1 << count) - 1,
        )  # fmt: skip

    def transpose(self, x: Val, perm: Sequence[int], label: str = "") -> Val:
        return x if list(perm) == list(range(len(perm))) else self("Transpose", label, x=x, perm=list(perm))

    def last(self, x: Val, axis: int) -> tuple[Val, list[int]]:
        """Move an axis to the end; also return the permutation that moves it back."""
        rank = x.rank
        perm = [i for i in range(rank) if i != axis] + [axis]
        back = [perm.index(i) for i in range(rank)]
        return self.transpose(x, perm), back

    def reshape(self, x: Val, shape: Any, label: str = "") -> Val:
        parts: list[Any] = shape if isinstance(shape, list) else []  # pyright: ignore[reportUnknownVariableType]
        if any(isinstance(each, Val) for each in parts):
            shape = self.vector(parts)
        elif isinstance(shape, list) and x.sizes == tuple(parts):
            return x
        return self("Reshape", label, tensor=x, shape=shape)

    def vector(self, parts: Sequence[Any], label: str = "shape") -> Val:
        result = [
            self("Reshape", tensor=self.cast(each, INT64), shape=[1]) if isinstance(each, Val) else
            self.const(np.array([each], np.int64), "size")
            for each in parts
        ]  # fmt: skip
        return self("Concat", label, values=result, axis=0) if len(result) > 1 else result[0]

    def axis(self, rank: int, name: str = "axis", default: int = 0) -> int:
        return counted(self.whole(name, default), rank, name)

    def part(self, x: Val, axis: int, begin: int, end: int | None, step: int = 1, label: str = "") -> Val:
        mask = (1 << (axis + 1)) - 1
        open_below = mask & ~(1 << axis)
        return self(
            "StridedSlice", label, input=x,
            begin=[0] * axis + [begin], end=[0] * axis + [end or 0], strides=[1] * axis + [step],
            begin_mask=open_below, end_mask=mask if end is None else open_below,
        )  # fmt: skip

    def not_zero(self, x: Val) -> Val:
        return x if x.dtype is BOOL else self("NotEqual", x=x, y=self.scalar(0, x))


def counted(axis: int, rank: int, what: str = "axis") -> int:
    """Return an axis counted from 0; raise DiagramError if it does not exist."""
    if not -max(rank, 1) <= axis < max(rank, 1):
        raise DiagramError(f"{what} {axis} does not exist in an input with {rank} axes")
    return axis % max(rank, 1)


def affordable(*sizes: int) -> None:
    """Raise a DiagramError if a tensor of these sizes is too large to compute during an import."""
    if math.prod(max(each, 0) for each in sizes) > _MOST_WORKED_OUT:
        raise DiagramError("the tensor is too large to be computed before the model runs")


def counting(site: Site, count: Val | int, label: str = "numbers") -> Val:
    if isinstance(count, int) and count <= _MOST_NUMBERS:
        return site.const(np.arange(count, dtype=np.int64), label)
    limit = site.cast(count, INT64) if isinstance(count, Val) else site.const(count, "limit", INT64)
    return site("Range", label, start=site.const(0, "zero", INT64), limit=limit, delta=site.const(1, "one", INT64))


def clipped(numbers: Sequence[int]) -> list[int]:
    """Return the integers in the range of 32 bits; larger ones mean the end of an axis."""
    return [min(max(each, -_LARGEST), _LARGEST) for each in numbers]


def same_shape(a: Shape, b: Shape) -> bool:
    return a is not None and b is not None and None not in a and a == b


def _are_values(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Val)  # pyright: ignore[reportUnknownArgumentType]


def _written(value: Any) -> Any:
    """Return a literal as a diagram has it; numbers that JSON lacks become a tensor."""
    return np.asarray(value, np.float32) if isinstance(value, float) and not math.isfinite(value) else value


Rule = Callable[[Site], "Val | Sequence[Given]"]
R = TypeVar("R", bound=Callable[..., "Val | Sequence[Given]"])

OPERATORS: dict[str, Rule] = {}
"""By operator what makes its blocks; of another domain than ONNX's own with that before it."""


def operator(*names: str) -> Callable[[R], R]:
    """Register the function that makes an operator's blocks. It takes the site and, if it names them, the first inputs.

    An input that may be omitted has the default None.
    """

    def add(rule: R) -> R:
        _site, *pins = (each for each in signature(rule).parameters.values() if each.kind is each.POSITIONAL_OR_KEYWORD)

        def call(site: Site) -> Val | Sequence[Given]:
            inputs = (site.input(i) if each.default is each.empty else site.given(i) for i, each in enumerate(pins))
            return rule(site, *inputs)

        OPERATORS.update(dict.fromkeys(names, call))
        return rule

    return add

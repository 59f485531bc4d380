"""Random graphs of everything that can go wrong between a graph and its plan, for property tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from blocks.base.dtypes import BOOL, DOUBLE, FLOAT, INT32, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.compile.rewrite import Goal, OutputKey, output_key
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Node, Output, Owner
from blocks.graph.scope import Scope
from blocks.library.index import find
from blocks.testing.agreement import Program, frozen

# fmt: off
UNARY = [
    "Negate", "Square", "Abs", "Exp", "Tanh", "Sigmoid", "Log", "Sqrt", "Relu", "Softplus", "Reciprocal", "Sign",
    "Identity", "StopGradient", "ZerosLike", "OnesLike", "Cos", "Rint", "IsNan", "Softmax", "L2Loss",
]
BINARY = [
    "Add", "Add", "Subtract", "Multiply", "Multiply", "RealDiv", "Maximum", "Minimum", "Pow", "SquaredDifference",
    "FloorMod", "Less", "Equal", "NotEqual", "SumToShape",
]
# fmt: on
REDUCTIONS = ["Sum", "Sum", "Mean", "Max", "Min", "Prod"]
INITIAL_SHAPES = [(), (1,), (3,), (2, 3), (3, 2), (3, 3), (1, 3), (2, 1), (0,), (2, 2, 3), (3,), (3, 3), (3, 3)]


class Builder:
    """A graph that grows by random calls; calls that are refused are left out.

    Attributes:
        pool: the outputs made so far.
        references: those that stand for variables.
        nodes: the nodes made so far that were meant (no constants of typed values).
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.root = Scope.new_root_scope()
        self.pool: list[Output] = []
        self.references: list[Output] = []
        self.nodes: list[Node] = []
        self.placeholders: list[tuple[Output, tuple[int, ...]]] = []
        self.orders = self.random.sample(range(100), 100)

    def number(self, low: int, high: int) -> int:
        """A random integer, bounds included."""
        return self.random.randint(low, high)

    def some(self, values: Sequence[Any]) -> Any:
        """A random one of some values, those at the end more often: they are what was made last."""
        return self.random.choice(values[-6:] if self.chance(50) else values)

    def like(self, x: Output) -> Output:
        """A random output that goes together with another, most often."""
        fitting = [o for o in self.pool if o.dtype is x.dtype and (o.shape == x.shape or self.chance(30))]
        return self.some(fitting) if fitting and self.chance(90) else self.some(self.pool)

    def real(self) -> Output:
        """A random output of floating numbers, most often."""
        floats = [o for o in self.pool if o.dtype is FLOAT]
        return self.some(floats) if floats and self.chance(80) else self.some(self.pool)

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.random.random() * 100 < percent

    def array(self, shape: tuple[int, ...], dtype: DType) -> Array:
        """A few random numbers, repeated: small, some equal, some 0 or negative."""
        rng = np.random.default_rng(self.number(0, 50))
        if dtype is BOOL:
            return rng.integers(0, 2, shape).astype(bool)
        if dtype is INT32:
            return rng.integers(-3, 4, shape).astype(np.int32)
        return (rng.integers(-8, 9, shape) / 4 + 0.1).astype(dtype.numpy)

    def scope(self) -> Scope:
        """Where the next node goes: the root, perhaps behind other nodes, as a block of its own."""
        order = self.orders[len(self.nodes) % len(self.orders)]
        scope = Scope(self.root.graph, owner=Owner(f"b{len(self.nodes)}", order))
        if self.nodes and self.chance(12):
            scope = scope.with_control_dependencies([self.some(self.nodes)])
        return scope

    def make(self, name: str, *args: Any, **attributes: Any) -> Node | None:
        """A node, if the call is legal."""
        spec = find(name)
        assert spec is not None, name
        try:
            node: Node = spec(self.scope(), *args, **attributes)
        except DiagramError:
            return None
        self.nodes.append(node)
        for output in node.outputs:
            self.pool.append(output)
            if output.is_ref:
                self.references.append(output)
        return node

    def start(self) -> None:
        """A few sources."""
        for _ in range(self.number(2, 6)):
            self.source()

    def source(self) -> None:
        """A constant, a placeholder of which not everything is known, or a variable."""
        shape = self.some(INITIAL_SHAPES)
        dtype = (*[FLOAT] * 9, DOUBLE, INT32, BOOL)[self.number(0, 11)]
        kind = self.number(0, 9)
        if kind < 3:
            self.make("Const", val=self.array(shape, dtype), dtype=dtype)
        elif kind < 6:
            known = None if self.chance(30) else [None if self.chance(40) else size for size in shape]
            node = self.make("Placeholder", dtype=dtype, shape=known)
            assert node is not None
            self.placeholders.append((node.outputs[0], shape))
        elif kind == 6:
            self.make("RandomNormal", list(shape), dtype=dtype if dtype.is_floating else FLOAT, seed=self.number(0, 2))
        else:
            shared = self.some(("", "", "s1", "s2"))
            dtype = FLOAT if shared else dtype  # another dtype under one name is a fault of the page
            shape = (3,) if shared else shape
            initial: Any = self.array(shape, dtype)
            if self.chance(30) and self.pool:
                initial = self.some(self.pool)
            attributes = {"shape": list(shape)} if self.chance(50) else {}
            self.make("Variable", None if self.chance(8) else initial, dtype=dtype, shared_name=shared, **attributes)

    def grow(self) -> None:
        """One more call that is legal."""
        before = len(self.nodes)
        for _ in range(10):
            self.try_to_grow()
            if len(self.nodes) > before:
                return

    def try_to_grow(self) -> None:
        """One more call, if it is legal."""
        kinds: list[tuple[int, Callable[[], object]]] = [
            (6, self.source),
            (24, lambda: self.make(self.some(UNARY), self.real())),
            (28, self.binary),
            (10, self.reduction),
            (24, self.shaping),
            (8, self.matrices),
            (6, self.choosing),
            (16, self.write),
            (6, self.gradient),
            (2, lambda: self.make("CheckNumerics", self.real(), message="checked")),
        ]
        left = self.number(0, sum(weight for weight, _ in kinds) - 1)
        for weight, call in kinds:
            left -= weight
            if left < 0:
                call()
                return

    def binary(self) -> None:
        """An elementwise call of two tensors, or one with itself, or with a number."""
        x = self.real()
        y = self.like(x)
        name = self.some(BINARY)
        if name == "SumToShape":
            shape = self.make("Shape", y)
            self.make(name, x, shape.outputs[0] if shape is not None else [])
            return
        other: Any = (y, y, x, 2 if x.dtype is INT32 else 0.5)[self.number(0, 3)]
        self.make(name, x, other)

    def reduction(self) -> None:
        """A reduction along some axes, which may not exist."""
        x = self.real()
        rank = len(x.shape) if x.shape is not None else 2
        axes = [axis for axis in range(rank) if self.chance(60)]
        self.make(self.some(REDUCTIONS), x, axes, keep_dims=self.chance(40))

    def shaping(self) -> None:
        """A call that moves elements about."""
        x = self.real()
        y = self.like(x)
        rank = len(x.shape) if x.shape is not None else 2
        choices: list[Callable[[], object]] = [
            lambda: self.make("Reshape", x, [-1]),
            lambda: self.make("Reshape", x, self._shape_of(y)),
            lambda: self.make("Transpose", x, list(range(rank))[::-1]),
            lambda: self.make("ExpandDims", x, self.number(-1, 1)),
            lambda: self.make("Squeeze", x),
            lambda: self.make("Concat", [x, y], self.number(0, 1)),
            lambda: self.make("Stack", [x, y, x], axis=0),
            lambda: self.make("Split", self.number(0, 1), x, num_split=self.number(1, 3)),
            lambda: self.make("Unstack", x, num=self.number(2, 3)),
            lambda: self.make("Slice", x, [self.number(0, 1)] * rank, [-1] * rank),
            lambda: self.make("StridedSlice", x, [2], [0], [-1], begin_mask=0, end_mask=1),
            lambda: self.make("Tile", x, [self.number(0, 2)] * rank),
            lambda: self.make("Pad", x, [[1, 0]] * rank),
            lambda: self.make("Cast", x, DstT=self.some((FLOAT, DOUBLE, INT32, BOOL))),
            lambda: self.make("Shape", x),
            lambda: self.make("Fill", self._shape_of(x), 1.5),
            lambda: self.make("Reverse", x, [0]),
        ]
        self.random.choice(choices)()

    def _shape_of(self, x: Output) -> Any:
        node = self.make("Shape", x)
        return node.outputs[0] if node is not None else []

    def matrices(self) -> None:
        """A product of matrices."""
        x = self.real()
        y = self.like(x)
        self.make("MatMul", x, y, transpose_a=self.chance(40), transpose_b=self.chance(40))

    def choosing(self) -> None:
        """A call that looks at values: indices that may not exist, conditions."""
        x, z = self.real(), self.some(self.pool)
        y = self.like(x)
        choices: list[Callable[[], object]] = [
            lambda: self.make("Gather", x, y if y.dtype is INT32 else [0, 1, 0]),
            lambda: self.make("Where3", z if z.dtype is BOOL else self._equal(x), x, y),
            lambda: self.make("ArgMax", x, 0),
            lambda: self.make("AddN", [x, y, x]),
            lambda: self.make("OneHot", y, 3, 1.0, 0.0),
            lambda: self.make("Fill", y, 2.0),
        ]
        self.random.choice(choices)()

    def _equal(self, x: Output) -> Any:
        node = self.make("GreaterEqual", x, x)
        return node.outputs[0] if node is not None else True

    def write(self) -> None:
        """A new value for a variable."""
        if not self.references:
            self.source()
            return
        ref = self.some(self.references)
        fitting = [o for o in self.pool if o.dtype is ref.dtype and (o.shape == ref.shape or self.chance(10))]
        value = self.some(fitting or [ref])
        slots = [o for o in self.references if o.dtype is ref.dtype and o is not ref]
        kind = self.number(0, 6)
        if kind < 2:
            self.make("Assign", ref, value, validate_shape=not self.chance(20))
        elif kind == 2:
            self.make("AssignAdd", ref, value)
        elif kind == 3:
            self.make("AssignSub", ref, value)
        elif kind == 4 or not slots:
            self.make("ApplyGradientDescent", ref, 0.5, value)
        elif kind == 5:
            self.make("ApplyMomentum", ref, self.some(slots), 0.5, value, 0.25, use_nesterov=self.chance(50))
        else:
            self.make("ApplyRMSProp", ref, self.some(slots), self.some(slots), 0.5, 0.5, 0.5, 0.1, value)

    def gradient(self) -> None:
        """The gradients of one or two tensors by some others."""
        ys = [self.some(self.pool) for _ in range(self.number(1, 2))]
        xs = [self.some(self.pool) for _ in range(self.number(1, 2))]
        try:
            gradients = try_gradients(self.scope(), ys, xs)
        except DiagramError:
            return
        for gradient in gradients:
            if isinstance(gradient, Output):
                self.pool.append(gradient)
                self.nodes.append(gradient.op)

    def finish(self, steps: int, everything: bool) -> Program:
        """What is fetched and fed."""
        outputs = list(dict.fromkeys(self.pool)) if everything else [self.some(self.pool) for _ in range(4)]
        targets = [self.some(self.nodes) for _ in range(self.number(0, 2))]
        feeds: list[dict[OutputKey, Array]] = []
        unfed = {output_key(output) for output, _ in self.placeholders if self.chance(5)}
        also = self.some(self.pool) if self.chance(25) else None
        for _ in range(steps):
            given: dict[OutputKey, Array] = {}
            for output, shape in self.placeholders:
                if output_key(output) not in unfed:
                    given[output_key(output)] = frozen(self.array(shape, output.dtype), output)
            if also is not None and not also.is_ref and also.shape is not None and also.dtype in (FLOAT, INT32):
                shape = tuple(2 if size is None else size for size in also.shape)
                given[output_key(also)] = frozen(self.array(shape, also.dtype), also)
            feeds.append(given)
        return Program(self.root.graph, Goal(outputs, targets), feeds)


@st.composite
def programs(draw: Callable[[Any], Any], steps: int = 3, everything: bool | None = None) -> Program:
    """Random programs. Hypothesis chooses a number that all follows from, and how large the graph is."""
    builder = Builder(draw(st.integers(0, 2**32)))
    builder.start()
    for _ in range(draw(st.integers(3, 40))):
        builder.grow()
    return builder.finish(steps, builder.chance(50) if everything is None else everything)

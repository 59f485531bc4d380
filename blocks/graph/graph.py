"""The autodiff graph: nodes in the order of their creation, which is a topological order.

A graph is append-only. Gradients are ordinary nodes. This module does not depend on files, pages or the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, cast

import numpy as np

from blocks.base.dtypes import BOOL, DType
from blocks.base.errors import DiagramError
from blocks.base.literals import text_of
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape, is_array, is_list
from blocks.graph.spec import BlockSpec, OutputPin
from blocks.graph.unique_names import is_numbered, keep_number

UNSET: Any = object()


def _operator(symbol: str) -> Callable[[Any, Any], Output]:
    return lambda self, other: self._make(symbol, self, other)


def _swapped(symbol: str) -> Callable[[Any, Any], Output]:
    return lambda self, other: self._make(symbol, other, self)


class Operand:
    """A value that supports arithmetic in a graph: an output, or a node with one output.

    NumPy's elementwise functions build blocks, too: ``np.tanh(x)``, ``np.ones(3) + x``. An array of NumPy's default
    dtype, float64 or int64, takes the dtype of the tensor beside it.
    """

    __slots__ = ()

    def as_output(self) -> Output:
        raise NotImplementedError

    def _make(self, what: str, *args: Any) -> Output:
        return self.as_output().op.type.basic(what)(*args).as_output()

    __add__, __radd__ = _operator("+"), _swapped("+")
    __sub__, __rsub__ = _operator("-"), _swapped("-")
    __mul__, __rmul__ = _operator("*"), _swapped("*")
    __truediv__, __rtruediv__ = _operator("/"), _swapped("/")
    __matmul__, __rmatmul__ = _operator("@"), _swapped("@")
    __pow__, __rpow__ = _operator("**"), _swapped("**")
    __lt__ = _operator("<")
    __le__ = _operator("<=")
    __gt__ = _operator(">")
    __ge__ = _operator(">=")

    def __neg__(self) -> Output:
        return self._make("negate", self)

    def __getitem__(self, index: Any) -> Output:
        """Slice the tensor by integers, slices, ``None``, ``...`` as in NumPy; raise DiagramError for other indices."""
        begin, end, strides, masks = _strided(index)
        return self.as_output().op.type.basic("[]")(self, begin, end, strides, **masks).as_output()  # pyright: ignore[reportCallIssue]

    __iter__: None = None
    """Python would take what has an index for a sequence, and go on for ever."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        """Build the block of an elementwise function of NumPy; while tracing, run the ufunc in the graph."""
        traced = self.as_output().graph.array_calls
        if traced is not None:
            return traced.ufunc(ufunc, method, inputs, keywords)
        if method != "__call__" or keywords:
            name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
            raise _not_supported(f"{name} with {', '.join(keywords)}" if keywords else name)
        return self._make(f"numpy.{ufunc.__name__}", *inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, keywords: Any) -> Any:
        traced = self.as_output().graph.array_calls
        if traced is None:
            raise _not_supported(function.__name__)
        return traced.function(function, args, keywords)


def _not_supported(name: str) -> DiagramError:
    text = f"numpy.{name} is not supported for a tensor of a graph"
    return DiagramError(text, hint="use a function of blocks.ops, or trace a function of arrays with blocks.trace")


class Output(Operand):
    """One result of a node: typed, with the shape as far as it is known.

    Attributes:
        dtype, shape: both are read-only; the shape is None, or has a None, where it is not known.
        index: its index among the node's outputs (a list takes as many indices as it has elements).
        known: its value if it follows from constants alone; `blocks.graph.call_info` sets it on demand.
    """

    __slots__ = ("_dtype", "_shape", "index", "is_ref", "known", "op")

    def __init__(self, op: Node, index: int, dtype: DType, shape: Shape, is_ref: bool = False) -> None:
        self.op = op
        self.index = index
        self._dtype = dtype
        self._shape = shape
        self.is_ref = is_ref
        self.known: Any = UNSET

    @property
    def dtype(self) -> DType:
        return self._dtype

    @property
    def shape(self) -> Shape:
        return self._shape

    def infer(self, shape: Shape) -> None:
        """Replace the shape, after it was inferred again."""
        self._shape = shape

    def __bool__(self) -> bool:
        if self.dtype is BOOL:  # ``if x < y`` would always go one way
            raise TypeError(f"{self} has no value before the graph runs: use SelectV2 instead of a Python condition")
        return True

    def as_output(self) -> Output:
        """Return the output itself; for a node, return its only output."""
        return self

    def node(self) -> Node:
        """Return the graph node that computes it (TensorFlow C++: ``Output::node()``)."""
        return self.op

    @property
    def graph(self) -> Graph:
        """The graph of the output."""
        return self.op.graph

    @property
    def name(self) -> str:
        """The node's name and, unless it is the only output, the index: ``split:1``."""
        return self.op.name if len(self.op.outputs) == 1 else f"{self.op.name}:{self.index}"

    def __repr__(self) -> str:
        return f"<{self.name}: {self.dtype.short}{shape_text(self.shape)}>"


Argument = Output | tuple[Output, ...] | None


class Node(Operand):
    """A call of a block type in a graph. ``print(graph)`` shows each as a line: ``v: float[2,1] = MatMul(A, b)``.

    Attributes:
        label, serial: the name and the number after it (0: none), which are joined only on demand.
        number: its index in the graph; inputs always have smaller ones.
        args: the value of each input pin: an output, a tuple of them for a list pin, None if unconnected.
        controls: nodes that must run before, without passing a value.
        bound: the dtypes of type variables; a tuple if each element of a list has its own.
        certain: whether its shape rule knew everything that it asked for, so no check is left for run time.
        source: for a node of a gradient, the forward node whose gradient it computes.
        twins: for a node of an optimized graph, the blocks of equal nodes that it replaces.
    """

    __slots__ = (
        "args", "attrs", "bound", "certain", "controls", "graph", "home", "inputs", "label", "number", "outputs",
        "serial", "source", "twins", "type",
    )  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        home: Home,
        block_type: BlockSpec,
        name: str,
        args: tuple[Argument, ...],
        attrs: dict[str, Any],
        bound: dict[str, Any],
        controls: tuple[Node, ...],
    ) -> None:
        self.graph = graph
        self.home = home
        self.type = block_type
        self.label = name
        self.serial = 0
        self.args = args
        self.inputs = _flat(block_type, args)
        self.attrs = attrs
        self.bound = bound
        self.controls = controls
        self.certain = False
        self.source = graph.gradient_of
        self.number = len(graph.nodes)
        self.outputs: tuple[Output, ...] = ()
        self.twins: tuple[str, ...] = ()

    def with_attributes(self, attrs: dict[str, Any]) -> Node:
        """Return the same call with other attributes, without adding it to the graph."""
        node = Node(self.graph, self.home, self.type, self.label, self.args, attrs, self.bound, self.controls)
        node.serial, node.source, node.number = self.serial, self.source, self.number
        node.outputs, node.twins = self.outputs, self.twins
        return node  # it is not certain: what was sure of the old attributes is not of these

    def rewire(self, args: tuple[Argument, ...]) -> None:
        """Replace the inputs by tensors of the same dtypes and shapes."""
        self.args = args
        self.inputs = _flat(self.type, args)

    @property
    def name(self) -> str:
        return f"{self.label}_{self.serial}" if self.serial else self.label

    @name.setter
    def name(self, name: str) -> None:
        self.label, self.serial = name, 0

    @property
    def owner(self) -> Owner | None:
        return self.home.owner

    @property
    def block_name(self) -> str:
        """The name that users know: the block's id, otherwise the node's own name."""
        return self.home.owner.block if self.home.owner is not None else self.name

    @property
    def display_name(self) -> str:
        return self.attrs["program"].title if self.type.nested else self.type.display_name

    def node(self) -> Node:
        return self

    def as_output(self) -> Output:
        """Return the only output; raise DiagramError if the node has none or several."""
        if len(self.outputs) != 1:
            names = ", ".join(pin.name for pin in self.type.outputs)
            raise DiagramError(f"{self.type.name} has {len(self.outputs)} outputs: name one of them ({names})")
        return self.outputs[0]

    def output_of(self, pin: str) -> Output | tuple[Output, ...]:
        """Return the output of a pin, a tuple for a list pin; raise DiagramError if there is no such pin."""
        i = self.type.output_index.get(pin)
        if i is None:
            raise DiagramError(f"{self.type.name} has no output pin {pin!r}")
        if not self.type.list_outputs:
            return self.outputs[i]
        *before, end = accumulate(map(self._length, self.type.outputs[: i + 1]), initial=0)
        return self.outputs[before[-1] : end] if self.type.outputs[i].is_list else self.outputs[before[-1]]

    def _length(self, pin: OutputPin) -> int:
        return output_length(pin, self) if pin.is_list else 1

    def pin_of(self, index: int) -> tuple[str, int | None]:
        """Return the output pin of a flat index, and the index in its list (None if it is not a list)."""
        if not self.type.list_outputs:
            return self.type.outputs[index].name, None
        start = 0
        for pin in self.type.outputs:
            length = self._length(pin)
            if index < start + length:
                return pin.name, index - start if pin.is_list else None
            start += length
        raise IndexError(index)

    def argument(self, pin: str) -> Argument:
        return self.args[self.type.input_index[pin]]

    def input(self, pin: str) -> Output:
        output = self.args[self.type.input_index[pin]]
        assert isinstance(output, Output)
        return output

    def input_list(self, pin: str) -> tuple[Output, ...]:
        outputs = self.argument(pin)
        assert isinstance(outputs, tuple)
        return outputs

    def __getattr__(self, name: str) -> Any:
        # Only called for names that are not attributes: the output pins, as fields of the C++ classes, come first.
        if name in self.type.output_index:
            return self.output_of(name)
        if name not in ("shape", "dtype") or len(self.outputs) != 1:
            raise AttributeError(f"{self.type.name} has no output pin {name!r}")
        return getattr(self.outputs[0], name)

    def __repr__(self) -> str:
        return f"<{self.type.name} {self.name!r}>"

    def __str__(self) -> str:
        types = ", ".join(f"{o.dtype.short}{shape_text(o.shape)}" for o in self.outputs) or "operation"
        parts = [_argument_text(arg) for arg in self.args if arg is not None]
        for attribute in self.type.attributes:
            value = self.attrs[attribute.name]
            if is_array(value) or value != attribute.default:
                parts.append(f"{attribute.name}={_value_text(value)}")
        text = f"{self.name}: {types} = {self.type.name}({', '.join(parts)})"
        return f"{text} after {', '.join(c.name for c in self.controls)}" if self.controls else text


def _argument_text(arg: Output | tuple[Output, ...]) -> str:
    return f"[{', '.join(output.name for output in arg)}]" if isinstance(arg, tuple) else arg.name


def _value_text(value: object) -> str:
    if is_array(value):
        return text_of(value, 60)
    return value.short if isinstance(value, DType) else repr(value)


class Owner(NamedTuple):
    """The page block that nodes belong to.

    Attributes:
        order: its index in the file.
        path: in an instance, the path for its random streams and state.
    """

    block: str
    order: int
    path: str | None = None


class Home(NamedTuple):
    name: str = ""
    owner: Owner | None = None
    controls: tuple[Node, ...] = ()


def _flat(block_type: BlockSpec, args: tuple[Any, ...]) -> tuple[Output, ...]:
    if block_type.plain_inputs:
        return args
    only = args[0] if len(args) == 1 else None
    return only if type(only) is tuple else tuple(flatten(args))  # pyright: ignore[reportUnknownVariableType]


def flatten(args: Iterable[Argument]) -> Iterator[Output]:
    for arg in args:
        if isinstance(arg, tuple):
            yield from arg
        elif arg is not None:
            yield arg


def output_length(pin: OutputPin, node: Node) -> int:
    """Return the length of an output list: from an attribute, or from the length of an input list."""
    if pin.length is None:
        return len(node.attrs[pin.var or ""])
    if pin.length in node.type.input_index:
        return len(node.input_list(pin.length))
    return node.attrs[pin.length]


def output_dtype(pin: OutputPin, node: Node, index: int) -> DType:
    if pin.fixed is not None:
        return pin.fixed
    if pin.var is None:
        return node.input_list(pin.length or "")[index].dtype
    entry = node.bound.get(pin.var) or node.attrs[pin.var]
    return entry[index] if is_list(entry) else entry


class Graph:
    """An append-only list of nodes.

    Attributes:
        nodes: all nodes, inputs before their users.
        names: all used names with the last number after each; names from `number_for` are counted at `numbered` (name)
            instead.
        counts: whether names come from `number_for`.
        active: while a gradient is being built, the scope of new nodes.
        last_scope: the scope of the last node without an explicit one; see `blocks.graph.scope.scope_of`.
        has_writes: whether a node may write a variable; never reset.
        loops: the number of each LoopValue node, with that of the node whose output is its value in the next iteration.
        bindings: shared dictionaries of the bindings of type variables, by content.
    """

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.names: dict[str, int] = {}
        self.counts = False
        self.has_writes = False
        self.loops: dict[int, int] = {}
        self.bindings: dict[tuple[tuple[str, Any], ...], dict[str, Any]] = {}
        self.active: Home | None = None
        self.gradient_of: Node | None = None
        self.last_scope: Any = None
        self.array_calls: Any = None

    def unique_name(self, wanted: str) -> str:
        """Return the wanted name, or with ``_1``, ``_2`` ... if it is taken, as TensorFlow does."""
        names = self.names
        count = names.get(wanted)
        if count is None:
            if not (self.counts and "/" in wanted and is_numbered(names, wanted)):
                names[wanted] = 0
                if self.active is not None:
                    keep_number(names, wanted)
                return wanted
            count = 0
        while True:
            count += 1
            name = f"{wanted}_{count}"
            if name not in names:
                names[wanted] = count
                names[name] = 0
                return name

    def number_for(self, wanted: str, counted: str) -> int:
        """Return the number that makes a name unique (0: none), in a scope whose names all come from here.

        The numbered names are not stored, which would need much memory in a large page.
        """
        names = self.names
        count = names.get(wanted)
        if count is None:
            names[wanted] = 0
            return 0
        count += 1
        names[wanted] = names[counted] = count
        self.counts = True
        return count

    def __len__(self) -> int:
        return len(self.nodes)

    def __str__(self) -> str:
        return "\n".join(str(node) for node in self.nodes)


def outputs_of(values: Sequence[Operand]) -> list[Output]:
    return [value.as_output() for value in values]


def _strided(index: Any) -> tuple[Array, Array, Array, dict[str, int]]:
    """Return the inputs begin, end and strides of StridedSlice, and its masks."""
    parts = cast("tuple[Any, ...]", index if isinstance(index, tuple) else (index,))
    if sum(part is Ellipsis for part in parts) > 1:
        raise DiagramError("an index can contain `...` only once")
    indices = np.zeros((3, len(parts)), np.int32)
    indices[2] = 1
    masks = {f"{each}_mask": 0 for each in ("begin", "end", "ellipsis", "new_axis", "shrink_axis")}
    for i, part in enumerate(parts):
        bit = 1 << i
        if part is None:
            masks["new_axis_mask"] |= bit
        elif part is Ellipsis:
            masks["ellipsis_mask"] |= bit
        elif type(part) is slice:
            for row, value in enumerate((part.start, part.stop, part.step)):
                if value is not None:
                    indices[row, i] = _integer(value)
                elif row < 2:
                    masks[("begin_mask", "end_mask")[row]] |= bit
        else:
            indices[0, i] = _integer(part)
            indices[1, i] = indices[0, i] + 1
            masks["shrink_axis_mask"] |= bit
    return indices[0], indices[1], indices[2], masks


def _integer(value: Any) -> int:
    if isinstance(value, (int, np.integer)) and value is not True and value is not False and abs(int(value)) < 1 << 31:  # pyright: ignore[reportUnknownArgumentType]
        return int(value)  # pyright: ignore[reportUnknownArgumentType]
    hint = "use a Gather block to index with a tensor"
    raise DiagramError(f"an index must consist of integers, slices, None and ..., got {value!r}", hint=hint)

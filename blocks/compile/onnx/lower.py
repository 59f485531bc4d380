"""Lowering of a graph to ONNX by the rules of `blocks.library.onnx_rules`. Variables become initializers.

Values have the names of their blocks: ``w`` is the variable w, and ``y.product`` is the output product of the block y.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.names import claim_name
from blocks.base.shapes import is_known
from blocks.base.types import Array, Shape
from blocks.compile.conditions import ALWAYS, BranchOutcome, Condition
from blocks.compile.liveness import Region
from blocks.compile.onnx.bodies import BodyNodes, BodyWriter
from blocks.compile.rewrite import Goal, OutputKey, output_key
from blocks.compile.schedule import cell_key, schedule
from blocks.graph.call_info import known_value
from blocks.graph.graph import Argument, Graph, Node, Output
from blocks.library.onnx_rules.complex_numbers import PARTS, in_pairs, is_complex
from blocks.library.onnx_rules.kernels import DTYPES
from blocks.library.onnx_rules.values import CODES, Attributes, NotExported, Value, op
from blocks.library.onnx_rules.writing import OnnxWriter
from blocks.library.rules import rule_of

onnx: Any = importlib.import_module("onnx")  # by name: the package is optional, and so are its types

OPSET = 18
IR_VERSION = 8
"""The oldest that has this opset: all runtimes of the last years take it."""
LARGEST = 1 << 30
"""Bytes of initializers: what is near 2 GiB does not fit into one protobuf message."""

HINT = "fetch results that do not need it, or make its output an input of the model"


class ModelNames(NamedTuple):
    """The names in the model.

    Attributes:
        inputs: by feed slot.
        defaults: default values of inputs, by feed slot.
    """

    inputs: list[str]
    defaults: Mapping[int, Array]
    outputs: list[str]
    values: Mapping[Output, str]


def to_model(
    graph: Graph, goal: Goal, cells: Mapping[Any, Any], names: ModelNames, title: str
) -> tuple[Any, list[DiagramError]]:
    """Return the model that computes a goal.

    Returns:
        The model (``ModelProto``), and an error for each call without an ONNX form, in which case the model is
        incomplete.
    """
    writer = _Writer(graph, cells, names)
    for node in graph.nodes:
        writer.write(node)
    for output, name in zip(goal.outputs, names.outputs, strict=True):
        writer.output(output, name)
    nodes = nested(writer.nodes, names.outputs)
    used = {*_read(nodes), *names.outputs}
    tensors = [tensor for tensor in writer.tensors if tensor.name in used]  # some operators need none where ours do
    result = onnx.helper.make_graph(nodes, "page", writer.inputs, writer.outputs, tensors, title)
    opsets = [onnx.helper.make_opsetid("", OPSET)]
    model = onnx.helper.make_model(result, opset_imports=opsets, ir_version=IR_VERSION, producer_name="gradblocks")
    return model, writer.errors


def _read(nodes: Iterable[Any]) -> Iterator[str]:
    for node in nodes:
        yield from node.input
        for attribute in node.attribute:
            yield from _read(attribute.g.node)
            yield from (output.name for output in attribute.g.output)


class _Writer:
    def __init__(self, graph: Graph, cells: Mapping[Any, Any], names: ModelNames) -> None:
        self.nodes: list[Any] = []
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self.tensors: list[Any] = []
        self.errors: list[DiagramError] = []
        self._cells = cells
        self._names = names
        self._values: dict[OutputKey, Value] = {}
        self._branches = OnnxBranches(graph, self._values) if any(node.type.control for node in graph.nodes) else None
        self._constants: dict[Any, str] = {}
        self._stored_names: set[str] = set()
        self._taken = {*names.inputs, *names.outputs, *names.values.values()}
        self._bytes = 0
        self._here = ""

    # -- the sink -----------------------------------------------------------------------------------------------------

    def add(self, kind: str, inputs: Sequence[str], count: int, attributes: Attributes) -> list[str]:
        """Add an operator; a copy of a model tensor becomes that tensor.

        onnxruntime 1.32 fuses Mul and Div if one reads such a copy, and then reports that the model is invalid.
        """
        if kind == "Identity" and inputs[0] in self._stored_names:
            return list(inputs)
        name = self._free(f"{self._here}/{kind}")
        results = [name] if count == 1 else [f"{name}:{i}" for i in range(count)]
        self.nodes.append(onnx.helper.make_node(kind, inputs, results, name=name, **attributes))
        return results

    def constant(self, array: Array, dtype: DType) -> str:
        key = dtype, array.shape, array.tobytes() if array.nbytes <= 4096 else id(array)
        entry = self._constants.get(key)
        if entry is None:
            entry = self._constants[key] = self._tensor(self._free(f"{self._here}/constant"), array, dtype)
        return entry

    def _free(self, wanted: str) -> str:
        return claim_name(wanted, self._taken, first=1)

    def _tensor(self, name: str, array: Array, dtype: DType) -> str:
        self._bytes += array.nbytes
        if self._bytes > LARGEST:
            text = (
                f"the constants and variables of the page take more than {LARGEST >> 30} GiB, the limit of an ONNX file"
            )
            raise DiagramError(text, block=self._here or None, hint="turn large constants or variables into inputs")
        data = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        tensor = onnx.TensorProto(name=name, data_type=CODES[dtype.name], dims=array.shape, raw_data=data)
        self.tensors.append(tensor)
        self._stored_names.add(name)
        return name

    # -- one node -----------------------------------------------------------------------------------------------------

    def write(self, node: Node) -> None:
        if node.type.no_op:
            return  # who waits is not written either: a model has no effects that an order could change
        shown = bool(node.outputs) and node.outputs[0] in self._names.values
        self._here = node.block_name if shown else node.name
        if any(output_key(each) not in self._values for each in node.inputs) and not node.type.variable:
            return  # what it needs has no form
        try:
            values = self._lowered(node)
        except NotExported as reason:
            self._fail(node, f"{node.display_name} {reason}")
        except DiagramError as error:
            self.errors.append(error.located(block=node.block_name))
        except (ArithmeticError, IndexError, TypeError, ValueError) as error:
            text = (str(error).splitlines() or [type(error).__name__])[0]
            self._fail(node, f"{node.type.name} cannot be written for its shapes: {text}")
        else:
            self._values.update(((node.number, i), value) for i, value in enumerate(values))

    def _fail(self, node: Node, text: str) -> None:
        self.errors.append(
            DiagramError(f"this block cannot be exported to ONNX: {text}", hint=HINT).located(block=node.block_name)
        )

    def _lowered(self, node: Node) -> Sequence[Value]:
        spec = node.type
        reason = outside(node)
        if reason is not None and not spec.variable:
            raise NotExported(reason)
        if spec.name == "Feed" and "slot" in node.attrs:
            slot: int = node.attrs["slot"]
            name, default = self._names.inputs[slot], self._names.defaults.get(slot)
            if default is not None:
                self._tensor(name, default, node.outputs[0].dtype)
            return [self._input(node.outputs[0], name)]
        if spec.variable:
            return [self._variable(node)]
        if spec.constant:
            return [self._stored(node.outputs[0], node.attrs["val"])]
        first, site, args = len(self.nodes), OnnxWriter(node, self), tuple([self._argument(arg) for arg in node.args])
        rule = rule_of(spec, "onnx_complex" if is_complex(node) else "onnx")
        if spec.control and self._branches is not None:
            results = self._branches.lowered(site, args)
        elif spec.nested:
            results = BodyWriter(self._inner, self._free).lowered(site, args[0])
        elif rule is None:
            raise NotExported("has no ONNX rule")
        else:
            results = spec.flat_results(rule(site, *args))
        result: list[Value] = []
        renamed: dict[str, str] = {}
        for value, output in zip(results, node.outputs, strict=True):
            result.append(self._named(value, output, first, renamed))
        return result

    def _inner(self, graph: Graph, goal: Goal, names: Sequence[str]) -> BodyNodes:
        """Return a body as operators; raise NotExported if a call in it has no ONNX form."""
        inner = _Writer(graph, self._cells, ModelNames(list(names), {}, [], {}))
        inner._taken, inner.tensors, inner._constants = self._taken, self.tensors, self._constants
        inner._stored_names = self._stored_names
        inner._bytes = self._bytes
        for node in graph.nodes:
            inner.write(node)
        self._bytes = inner._bytes
        if inner.errors:
            first = inner.errors[0]
            raise NotExported(f"runs {first.block}: {first.message}")
        given = [self._free(f"{output.name} out") for output in goal.outputs]
        values = [inner._values[output_key(output)] for output in goal.outputs]
        for value, name in zip(values, given, strict=True):
            inner._hand_on(value.name, name)
        return BodyNodes(inner.nodes, given, [value.shape for value in values])

    def _argument(self, arg: Argument) -> Any:
        if isinstance(arg, tuple):
            return tuple([self._value(each) for each in arg])
        return None if arg is None else self._value(arg)

    def _value(self, output: Output) -> Value:
        result = self._values[output_key(output)]
        if output.dtype in PARTS:
            return Value(self, result.name, PARTS[output.dtype], in_model(output)[1])
        return Value(self, result.name, output.dtype, result.shape, known_value(output))

    def _input(self, output: Output, name: str) -> Value:
        if output.shape is None:
            hint = "give the input a shape, with null for unknown sizes"
            raise DiagramError("an input of an ONNX model needs a known number of axes", hint=hint)
        self.inputs.append(_info(name, output))
        return Value(self, name, *in_model(output))

    def _variable(self, node: Node) -> Value:
        array = self._cells.get(cell_key(node))
        if array is None:
            raise DiagramError(f"the variable {node.block_name!r} has no value yet")
        return self._stored(node.outputs[0], np.asarray(array))

    def _stored(self, output: Output, array: Array) -> Value:
        if output.dtype in PARTS:
            array = in_pairs(array)
            return Value(self, self._tensor(self._free(self._here), array, PARTS[output.dtype]), PARTS[output.dtype])
        name = self._tensor(self._free(self._here), array, output.dtype)
        return Value(self, name, output.dtype, array.shape, known_value(output))

    def _named(self, value: Value, output: Output, first: int, renamed: dict[str, str]) -> Value:
        """Rename a result of the operators from index ``first`` on; add an Identity if it has a name already."""
        name, (dtype, shape) = renamed.get(value.name, value.name), in_model(output)
        if not is_known(shape) and is_known(value.shape):
            shape = value.shape  # a loop with a maximum has room for that
        if value.dtype is not dtype:
            [name] = self.add("Cast", [name], 1, {"to": CODES[dtype.name]})
        if name in self._stored_names:
            return Value(self, name, dtype, shape)
        wanted = self._names.values.get(output) or self._free(output.name)
        given = name in renamed.values()
        for node in self.nodes[first:] if not given else ():
            if name in node.output:
                for user in self.nodes[first:]:
                    _rename(user, name, wanted)
                renamed[name] = wanted
                return Value(self, wanted, dtype, shape)
        self._hand_on(name, wanted)
        return Value(self, wanted, dtype, shape)

    def _hand_on(self, name: str, wanted: str) -> None:
        self.nodes.append(onnx.helper.make_node("Identity", [name], [wanted], name=self._free(f"{wanted}/Identity")))

    def output(self, output: Output, name: str) -> None:
        value = self._values.get(output_key(output))
        if value is None:
            return
        if self._branches is not None and not self._branches.always(output):
            self._fail(output.op, f"{output.op.type.name} has a value only if its branch is taken")
            return
        if value.name != name:
            self._hand_on(value.name, name)
        self.outputs.append(_info(name, output))


def _rename(node: Any, old: str, new: str) -> None:
    for names in (node.input, node.output):
        for i, name in enumerate(names):
            if name == old:
                names[i] = new


def _info(name: str, output: Output) -> Any:
    dtype, shape = in_model(output)
    return onnx.helper.make_tensor_value_info(name, CODES[dtype.name], shape)


def in_model(output: Output) -> tuple[DType, Shape]:
    """Return an output's element type and shape in a model; complex numbers become pairs."""
    if output.dtype not in PARTS:
        return output.dtype, output.shape
    return PARTS[output.dtype], None if output.shape is None else (*output.shape, 2)


def outside(node: Node) -> str | None:
    """Return why a call is not part of inference, as text that follows the type's name; None if it may be."""
    spec = node.type
    if spec.writes or spec.temporary:
        return "changes a variable, which is part of training"
    if spec.random:
        return "draws random numbers"
    if spec.context and rule_of(spec, "onnx") is None:
        return "reads or writes outside the step"
    if spec.control == "loop_value":
        return "is part of a loop of single blocks, which is not supported"
    if spec.control == "select":
        return "chooses a variable while it runs"
    has_form = rule_of(spec, "onnx_complex") or spec.constant or spec.variable or spec.name == "Feed"
    for output in (*node.outputs, *node.inputs):
        if output.dtype not in DTYPES and not (has_form and output.dtype in PARTS):
            return f"works on {output.dtype.short}"
    return None


class OnnxBranches:
    """The branches of a graph: a Merge becomes an If that contains the nodes that only one branch needs.

    Nodes after a Switch are first written like all others. Their conditions (`blocks.compile.liveness`) determine which
    branch they belong to. At the end, operators move into the branches that need them, so that a branch that is not
    taken is not computed.
    """

    def __init__(self, graph: Graph, values: Mapping[OutputKey, Value]) -> None:
        order = schedule(graph)
        self._region = Region(order.instructions)
        self._indices = {number: output_key(output) for output, number in order.outputs.items()}
        self._values = values

    def always(self, output: Output) -> bool:
        return self._region.of(output_key(output)) == ALWAYS

    def lowered(self, site: OnnxWriter, args: tuple[Any, ...]) -> list[Value]:
        if site.node.type.control == "switch":
            return [op.Identity(args[0]), op.Identity(args[0])]
        merged = self._region.merged(site.node)
        alive = [(i, output, c) for i, output in merged if (c := self._region.of(output_key(output))) is not None]
        if not alive:
            raise NotExported("has only inputs that never get a value")
        shared = frozenset[Any].intersection(*(condition for *_, condition in alive))
        *others, (last, output, _) = alive
        value, index = self._values[output_key(output)], site.constant(last, site.node.outputs[1].dtype)
        for i, output, condition in reversed(others):
            flag = self._flag(condition - shared)
            other = site.constant(i, site.node.outputs[1].dtype)
            value, index = _chosen(flag, self._values[output_key(output)], value), op.Where(flag, other, index)
        return [value, index]

    def _flag(self, condition: Condition) -> Value:
        return functools.reduce(Value.__and__, map(self._part, condition))

    def _part(self, part: Any) -> Value:
        if not isinstance(part, BranchOutcome):
            return functools.reduce(Value.__or__, map(self._flag, part))
        value = self._values[self._indices[part.value]]
        return value if part.side else ~value


def _chosen(flag: Value, x: Value, y: Value) -> Value:
    sides: dict[str, Any] = {}
    for side, value in (("then_branch", x), ("else_branch", y)):
        [inner] = x.sink.add("Identity", [value.name], 1, {})
        info = onnx.helper.make_tensor_value_info(inner, CODES[x.dtype.name], None)
        sides[side] = onnx.helper.make_graph([], side, [], [info])
    [name] = x.sink.add("If", [flag.name], 1, sides)
    return Value(x.sink, name, x.dtype)


def nested(nodes: list[Any], kept: Collection[str]) -> list[Any]:
    """Move each operator that only one side of an If needs into that side, and return the others."""
    homes: dict[str, set[Any]] = {name: {None} for name in kept}
    inside: dict[Any, list[Any]] = {None: []}
    for node in reversed(nodes):
        needed = set[Any]().union(*(homes.get(name, ()) for name in node.output))
        home = next(iter(needed)) if len(needed) == 1 else None
        inside.setdefault(home, []).append(node)
        for name in node.input:
            homes.setdefault(name, set()).add(home)
        for each in node.attribute:
            for given in each.g.output:
                homes.setdefault(given.name, set()).add((node.name, each.name))
    for node in nodes:
        for each in node.attribute:
            if (node.name, each.name) in inside:
                each.g.node.extend(reversed(inside.pop((node.name, each.name))))
    return inside[None][::-1]

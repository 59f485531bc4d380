"""Export of loops and branches as functions for TensorFlow's While and If, and of custom gradients.

The stacked outputs and the sequence inputs of a loop become tensor lists, as in TensorFlow's own recurrent networks.
The module `recurrent` converts such a loop back to a Scan.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import BOOL, INT32
from blocks.base.errors import DiagramError
from blocks.base.types import Shape
from blocks.graph.graph import Node, Output
from blocks.interchange.tensorflow.custom_gradients import CAPTURES, GRADIENT
from blocks.interchange.tensorflow.nodes import NodeWriter, upstream
from blocks.interchange.tensorflow.schema import NUMBERS
from blocks.interchange.tensorflow.writing import TensorFlowWriter, Typed, dtype_attribute, put_attribute
from blocks.library.control_flow.bodies import Choice, Loop, Port
from blocks.library.control_flow.custom_gradients import CustomRule

_VARIANT = NUMBERS["DT_VARIANT"]
_INT = dtype_attribute(INT32)


def write_program(outside: NodeWriter, node: Node) -> None:
    program = node.attrs["program"]
    if isinstance(program, Choice):
        _write_choice(outside, node, program)
    elif isinstance(program, Loop):
        _LoopWriter(outside, node, program).write()
    elif isinstance(program, CustomRule):
        _write_custom(outside, node, program)
    else:
        text = "the gradient of a loop that recomputes its iterations cannot be exported to TensorFlow"
        raise DiagramError(text, hint="set the loop's checkpoint attribute to 0")


class _FunctionWriter:
    def __init__(self, library: Any, wish: str) -> None:
        self._function = library.function.add()
        self.name = f"{wish.replace('/', '_')}_{len(library.function)}"
        self._function.signature.name = self.name.encode()
        self.nodes = NodeWriter(TensorFlowWriter(self._function.node_def, in_function=True), library, write_program)

    def argument(self, dtype: int) -> str:
        name = self.nodes.writer.name(f"arg_{len(self._function.signature.input_arg)}")
        self._function.signature.input_arg.add(name=name.encode(), type=dtype)
        return name

    def describe(self, shapes: Sequence[Shape], captured: Sequence[str]) -> None:
        put_attribute(self._function.attr["_input_shapes"], Typed("list(shape)", shapes))
        put_attribute(self._function.attr[CAPTURES], Typed("list(string)", captured))

    def result(self, text: str, dtype: int) -> None:
        name = f"result_{len(self._function.signature.output_arg)}"
        self._function.signature.output_arg.add(name=name.encode(), type=dtype)
        self._function.ret[name] = text

    def add(self, op: str, pin: str, inputs: Sequence[str], **attributes: Typed) -> str:
        return self.nodes.writer.call(op, pin, inputs, f"loop/{op}", **attributes)

    def constant(self, value: int | list[int]) -> str:
        return self.nodes.writer.constant(value, INT32, "loop/Const")

    def give(self, inner: Output | None, text: str) -> None:
        if inner is not None:
            self.nodes.values[inner] = text

    def write(self, outputs: Sequence[Output]) -> None:
        given = {each.op for each in self.nodes.values}
        wanted = upstream([each.op for each in outputs if each not in self.nodes.values])
        for each in sorted(wanted - given, key=lambda each: each.number):
            if each.type.writes or each.type.variable:
                raise DiagramError(f"{each.type.display_name} inside a loop cannot be exported to TensorFlow")
            self.nodes.node(each)


def _write_choice(outside: NodeWriter, node: Node, choice: Choice) -> None:
    name = outside.new_name(node)
    functions: list[_FunctionWriter] = []
    for side, what in enumerate(("then", "else")):
        function = _FunctionWriter(outside.library, f"{name}_{what}")
        for pair, given in zip(choice.inputs, node.inputs[1:], strict=True):
            function.give(pair[side], function.argument(NUMBERS[given.dtype.name]))
        results = [pair[side] for pair in choice.outputs]
        function.write([each for each in results if each is not None])
        for each, output in zip(results, node.outputs, strict=True):
            text = _nothing(function, output) if each is None else function.nodes.ref(each)
            function.result(text, NUMBERS[output.dtype.name])
        functions.append(function)
    attributes = {
        "Tcond": dtype_attribute(BOOL),
        "Tin": Typed("list(type)", [each.dtype for each in node.inputs[1:]]),
        "Tout": Typed("list(type)", [each.dtype for each in node.outputs]),
        "then_branch": Typed("func", functions[0].name),
        "else_branch": Typed("func", functions[1].name),
    }
    outside.writer.add("If", name, [outside.ref(each) for each in node.inputs], attributes, outside.controls(node))
    for output in node.outputs:
        outside.values[output] = outside.writer.output(name, "output", output.index, output.index)


def _nothing(function: _FunctionWriter, output: Output) -> str:
    """Add a replacement for an output of the other branch, which only that branch's gradient reads."""
    sizes = [size or 0 for size in output.shape or ()]
    return function.nodes.writer.constant(np.zeros(sizes), output.dtype, "nothing")


def _write_custom(outside: NodeWriter, node: Node, rule: CustomRule) -> None:
    """Write values that pass with a custom gradient, as TensorFlow 2 does, and the function of the gradient.

    That function captures all values that it reads besides the gradients. Inputs are captured from an Identity each,
    because a gradient with respect to an output of the IdentityN would be lost.
    """
    writer = outside.writer
    name = outside.names[node] = writer.name(node.block_name or node.name)
    graph, inputs = rule.make(), node.input_list("inputs")
    pairs = zip(inputs, graph.outputs, strict=False)
    passing = [(x, dx) for x, dx in pairs if dx is not None and x.dtype.is_differentiable]
    read = upstream([dx.op for _, dx in passing])
    values = [*node.input_list("results"), *(x for x, _ in passing)]
    function = _FunctionWriter(outside.library, f"{name}_gradient")
    arguments = [function.argument(NUMBERS[each.dtype.name]) for each in values]
    shapes = [each.shape for each in values]
    captured: list[str] = []
    for leaf, (role, index, _) in graph.sources.items():
        if role == "gradients":
            function.give(leaf, arguments[index])
        elif leaf.op in read:
            text = f"{name}:{index}"
            if role == "inputs":
                pin = rule.inputs[index] if index < len(rule.inputs) else f"captured_{index}"
                kind = {"T": dtype_attribute(leaf.dtype)}
                text = f"{writer.add('Identity', writer.name(f'{name}/{pin}'), [outside.ref(inputs[index])], kind)}:0"
            captured.append(text)
            shapes.append(leaf.shape)
            function.give(leaf, function.argument(NUMBERS[leaf.dtype.name]))
    function.write([dx for _, dx in passing])
    for _, dx in passing:
        function.result(function.nodes.ref(dx), NUMBERS[dx.dtype.name])
    function.describe(shapes, captured)
    kind = f"CustomGradient-{function.name}".encode()
    outside.library.registered_gradients.add(gradient_func=function.name.encode(), registered_op_type=kind)
    attributes = {"T": Typed("list(type)", [each.dtype for each in values]), GRADIENT: Typed("string", kind)}
    writer.add("IdentityN", name, [outside.ref(each) for each in values], attributes, outside.controls(node))
    for output in node.outputs:
        outside.values[output] = writer.output(name, "output", output.index, output.index)


class _LoopWriter:
    """The writer of a loop, which carries its iteration number and count, its inputs, and lists."""

    def __init__(self, outside: NodeWriter, node: Node, loop: Loop) -> None:
        ports = [*loop.inputs, *loop.outputs]
        kinds = {"over", "carried", "constant", "count", "stacked", "rounds"}
        if any(port.kind not in kinds for port in ports) or len(loop.inputs) != len(node.inputs):
            hint = ("set the loop's checkpoint attribute to 0") if any(port.kind == "kept" for port in ports) else None
            raise DiagramError(f"this {loop.title} cannot be exported to TensorFlow", hint=hint)
        self._outside, self._node, self._loop = outside, node, loop
        self._name = outside.new_name(node)
        self._given: list[tuple[str, int]] = []

    def write(self) -> None:
        loop, outside = self._loop, self._outside
        stacked = [port for port in loop.outputs if port.kind == "stacked"]
        self._given.append((self._constant(0, "round"), NUMBERS["DT_INT32"]))
        # TensorFlow's gradient takes the second value for the largest number of iterations; -1 is none.
        count = self._count() if loop.test is None else self._constant(-1, "most")
        self._given.append((count, NUMBERS["DT_INT32"]))
        first = len(self._given)
        for port, given in zip(loop.inputs, self._node.inputs, strict=True):
            text = outside.ref(given)
            if port.kind == "over":
                shape = None if given.shape is None else given.shape[1:]
                kind, inputs = dtype_attribute(given.dtype), [text, self._shape(shape, port.name)]
                text = self._helper("TensorListFromTensor", "output_handle", inputs, f"list_{port.name}",
                                    element_dtype=kind, shape_type=_INT)  # fmt: skip
            self._given.append((text, _VARIANT if port.kind == "over" else NUMBERS[given.dtype.name]))
        last = len(self._given)
        for port in stacked:
            assert port.value is not None
            shape = self._shape(port.value.shape, f"items_{port.name}")
            # With a test, how many items there will be is not known yet.
            op = "TensorListReserve" if loop.test is None else "EmptyTensorList"
            text = self._helper(op, "handle", [shape, count], f"list_{port.name}",
                                element_dtype=dtype_attribute(port.value.dtype), shape_type=_INT)  # fmt: skip
            self._given.append((text, _VARIANT))
        body, condition = self._body(first, stacked), self._condition(first)
        attributes = {
            "T": Typed("list(number)", [number for _, number in self._given]),
            "cond": Typed("func", condition),
            "body": Typed("func", body),
            "output_shapes": Typed("list(shape)", [None] * len(self._given)),
            "parallel_iterations": Typed("int", 10),
        }
        outside.writer.add(
            "While", self._name, [text for text, _ in self._given], attributes, outside.controls(self._node)
        )
        self._take(first, last)

    def _take(self, first: int, last: int) -> None:
        carried = [i for i, port in enumerate(self._loop.inputs) if port.kind == "carried"]
        for port, output in zip(self._loop.outputs, self._node.outputs, strict=True):
            if port.kind == "rounds":
                given = self._output(0)
                text = self._helper("Cast", "y", [given], "rounds", SrcT=_INT, DstT=dtype_attribute(output.dtype))
            elif port.kind == "carried":
                text = self._output(first + carried.pop(0))
            else:
                assert port.value is not None
                shape = self._shape(port.value.shape, f"stack_{port.name}")
                kind, items = dtype_attribute(output.dtype), self._output(last)
                text = self._helper("TensorListStack", "tensor", [items, shape], f"stacked_{port.name}",
                                    element_dtype=kind, num_elements=Typed("int", -1))  # fmt: skip
                last += 1
            self._outside.values[output] = text

    def _output(self, index: int) -> str:
        return self._outside.writer.output(self._name, "output", index, index)

    def _body(self, first: int, stacked: Sequence[Port]) -> str:
        loop, function = self._loop, _FunctionWriter(self._outside.library, f"{self._name}_body")
        arguments = [function.argument(number) for _, number in self._given]
        add, index = function.add, arguments[0]
        if loop.reverse:
            last = add("Sub", "z", [arguments[1], function.constant(1)], T=_INT)
            index = add("Sub", "z", [last, index], T=_INT)
        for port, argument in zip(loop.inputs, arguments[first:], strict=False):
            text = argument
            if port.kind == "over" and port.value is not None:
                kind = dtype_attribute(port.value.dtype)
                shape = function.constant(_known(port.value.shape))
                text = add("TensorListGetItem", "item", [argument, index, shape], element_dtype=kind)
            function.give(port.value, text)
        values = [port.value for port in loop.outputs if port.value is not None]
        function.write(values)
        following = iter([port.value for port in loop.outputs if port.kind == "carried"])
        function.result(add("AddV2", "z", [arguments[0], function.constant(1)], T=_INT), NUMBERS["DT_INT32"])
        function.result(arguments[1], NUMBERS["DT_INT32"])
        for port, (_, number), argument in zip(loop.inputs, self._given[first:], arguments[first:], strict=False):
            value = next(following) if port.kind == "carried" else None
            function.result(argument if value is None else function.nodes.ref(value), number)
        for port, argument in zip(stacked, arguments[first + len(loop.inputs) :], strict=True):
            assert port.value is not None
            item, kind = function.nodes.ref(port.value), dtype_attribute(port.value.dtype)
            op, given = ("TensorListSetItem", [index]) if loop.test is None else ("TensorListPushBack", [])
            function.result(add(op, "output_handle", [argument, *given, item], element_dtype=kind), _VARIANT)
        return function.name

    def _condition(self, first: int) -> str:
        function = _FunctionWriter(self._outside.library, f"{self._name}_condition")
        arguments = [function.argument(number) for _, number in self._given]
        test = self._loop.test
        if test is None:
            goes_on = function.add("Less", "z", arguments[:2], T=_INT)
        else:
            for inner, index in test.inputs:
                function.give(inner, arguments[first + index])
            function.write([test.value])
            goes_on = function.nodes.ref(test.value)
        function.result(goes_on, NUMBERS["DT_BOOL"])
        return function.name

    def _count(self) -> str:
        if self._loop.times is not None:
            return self._constant(self._loop.times, "times")
        for port, given in zip(self._loop.inputs, self._node.inputs, strict=True):
            if port.kind == "count":
                kind = dtype_attribute(given.dtype)
                return self._helper("Cast", "y", [self._outside.ref(given)], "times", SrcT=kind, DstT=_INT)
        for port, given in zip(self._loop.inputs, self._node.inputs, strict=True):
            if port.kind == "over":
                shape = self._helper("Shape", "output", [self._outside.ref(given)], "shape",
                                     T=dtype_attribute(given.dtype), out_type=_INT)  # fmt: skip
                ends = [self._constant([value], f"end_{value}") for value in (0, 1)]
                return self._helper("StridedSlice", "output", [shape, *ends, ends[1]], "times", T=_INT, Index=_INT,
                                    shrink_axis_mask=Typed("int", 1))  # fmt: skip
        raise DiagramError(f"this {self._loop.title} cannot be exported to TensorFlow")

    def _helper(self, op: str, pin: str, inputs: Sequence[str], what: str, **attributes: Typed) -> str:
        return self._outside.writer.call(op, pin, inputs, f"{self._name}_{what}", **attributes)

    def _constant(self, value: int | list[int], what: str) -> str:
        return self._outside.writer.constant(value, INT32, f"{self._name}_{what}")

    def _shape(self, shape: Shape, what: str) -> str:
        return self._constant(_known(shape), f"shape_{what}")


def _known(shape: Shape) -> int | list[int]:
    return -1 if shape is None else [-1 if size is None else size for size in shape]

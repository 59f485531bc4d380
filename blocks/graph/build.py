"""The construction of nodes: argument binding, shape inference and error reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base import renames
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import broadcast, check_size, shape_text
from blocks.base.types import Shape
from blocks.graph.attributes import complete
from blocks.graph.binding import HelperCall, bind, constant
from blocks.graph.call_info import SHAPE, Call, NodeCall, note
from blocks.graph.graph import Node, Operand, Output, output_dtype, output_length
from blocks.graph.scope import Scope, home_of, scope_of, traced_scope
from blocks.graph.spec import BlockSpec, Form


class BlockType(BlockSpec):
    """A block type that can be called: ``MatMul(scope, a, b, transpose_b=True)``.

    Without a scope, the node gets the scope of the first operand, or of the gradient that is being built. Positional
    values after the inputs are attributes in their order. Python values at inputs become constants of the dtype that
    the other inputs require.

    Returns the node; for helpers, a `HelperCall`.

    Raises:
        DiagramError: Inputs or attributes do not fit.
    """

    def __call__(self, *args: Any, **attributes: Any) -> Any:
        if self.forms and not attributes and len(args) == len(self.inputs) and isinstance(args[0], Operand):
            result = _as_before(self, scope_of(args[0]), args)
            if result is not None:
                return result
        rest = args
        if rest and isinstance(rest[0], Scope):
            scope, rest = rest[0], rest[1:]
        elif attributes and isinstance(attributes.get("scope"), Scope):
            scope = attributes.pop("scope")
        else:
            scope = _scope_of((*rest, *attributes.values()) if attributes else rest, self)
        if self.earlier:
            attributes = self._of_today(attributes)
        if attributes and "name" in attributes and "name" not in self.attribute_names:
            name = attributes.pop("name")
            scope = scope if name is None else scope.with_op_name(name)
        if len(rest) == len(self.inputs) and not attributes:
            return construct(self, scope, rest, attributes)
        given = list(rest[: len(self.inputs)])
        for attribute, value in zip(self.attributes, rest[len(self.inputs) :], strict=False):
            attributes.setdefault(attribute.name, value)
        if len(rest) > len(self.inputs) + len(self.attributes):
            most = len(self.inputs) + len(self.attributes)
            raise DiagramError(f"{self.name} takes at most {most} inputs and attributes, got {len(rest)}")
        given.extend(attributes.pop(pin.name, None) for pin in self.inputs[len(given) :])
        return construct(self, scope, given, attributes)

    def _of_today(self, attributes: dict[str, Any]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for name, value in attributes.items():
            new = self.earlier.get(name, name)
            if new != name:
                if new in attributes:
                    raise self.clash(name) or AssertionError
                renames.note(f"{self.name}.{name}", f"{self.name}.{new}")
            result[new] = value
        return result

    def create(self, *args: Any, **attributes: Any) -> Any:
        """Make a node in the Java form: ``MatMul.create(scope, a, b).as_output()``."""
        return self(*args, **attributes)


def _scope_of(values: Sequence[Any], spec: BlockSpec) -> Scope:
    for value in values:
        if isinstance(value, Operand):
            return scope_of(value)
        each = value[0] if isinstance(value, (list, tuple)) and value else value  # pyright: ignore[reportUnknownVariableType]
        if isinstance(each, HelperCall):
            each = each.as_output()
        if isinstance(each, Operand):
            return scope_of(each)
    traced = traced_scope.get()
    if traced is not None:
        return traced
    raise DiagramError(f"{spec.name} needs a scope: none of its inputs belongs to a graph")


def construct(spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: dict[str, Any]) -> Any:
    """Make a node of a block type (or run a helper).

    Args:
        given: one entry per input pin: an operand, a list of them, a literal (JSON, Python or NumPy value), or None.

    Raises:
        DiagramError: An input or attribute does not fit; the error names the pin.
    """
    if spec.forms and not attributes and len(given) == len(spec.inputs):
        result = _as_before(spec, scope, given)
        if result is not None:
            return result
    attrs = complete(spec, attributes)
    if spec.kind == "helper":
        result = spec.kernel(scope, *given, **attrs)
        return result if isinstance(result, HelperCall) else HelperCall(spec, result)
    bound: dict[str, Any] = {}
    for name in spec.attribute_names:
        value = attrs[name]
        if isinstance(value, DType):
            bound[name] = value
    args = bind(spec, scope, given, bound)
    if spec.forms and not attributes:
        result = _as_before(spec, scope, args)
        if result is not None:  # its literals are constants now
            return result
    for name, value in bound.items():
        if name in attrs and attrs[name] is None:
            attrs[name] = value
    if spec.prepare is not None:
        with np.errstate(all="ignore"):  # as for rules
            spec.prepare(attrs)
        for name in spec.attribute_names:
            if isinstance(attrs[name], DType):
                bound[name] = attrs[name]
    for pin, arg in zip(spec.inputs, args, strict=True):
        if pin.each in spec.bound_keywords and isinstance(arg, tuple):
            bound[pin.each] = tuple(output.dtype for output in arg)
    bound = scope.graph.bindings.setdefault(tuple(bound.items()), bound)  # it is read-only from here on
    name = scope.get_unique_name_for_op(spec.name)
    node = Node(scope.graph, home_of(scope), spec, name, args, attrs, bound, scope.controls)
    node.outputs = _infer(node)
    scope.graph.nodes.append(node)
    if spec.writes:
        scope.graph.has_writes = True
    if spec.forms is not None and not attributes:
        _remember(node)
    return node


MOST_FORMS = 1000
"""Forms that are kept of a block type: who builds with ever new shapes would fill the memory."""


def _as_before(spec: BlockSpec, scope: Scope, given: Sequence[Any]) -> Node | None:
    """Return a node like an earlier one with the same operand dtypes and shapes; None if there was none.

    A number beside an operand becomes a constant of the operand's dtype.
    """
    assert spec.forms is not None
    graph = scope.graph
    x, y = given[0], given[-1]  # the same where there is one
    if type(x) is not Output or type(y) is not Output:
        x, y = [each.as_output() if isinstance(each, Operand) else each for each in (x, y)]
        pair = _with_constant(spec, scope, x, y)
        if pair is None:
            return None
        x, y = pair
    form = spec.forms.get((x.dtype, x.shape, y.dtype, y.shape))
    if form is None or x.op.graph is not graph or y.op.graph is not graph:
        return None
    name = scope.get_unique_name_for_op(spec.name)
    args = (x, y) if len(given) == 2 else (x,)
    node = Node(graph, home_of(scope), spec, name, args, form.attrs.copy(), form.bound, scope.controls)
    node.certain = form.certain
    node.outputs = (Output(node, 0, form.dtype, form.shape),)
    graph.nodes.append(node)
    return node


def _with_constant(spec: BlockSpec, scope: Scope, x: Any, y: Any) -> tuple[Output, Output] | None:
    assert spec.forms is not None
    if type(x) is Output and type(y) is Output:
        return x, y
    other, number = (x, y) if type(x) is Output else (y, x)
    if type(other) is not Output or other.op.graph is not scope.graph or type(number) not in (float, int):
        return None
    if spec.inputs[0].var is None or spec.inputs[0].var != spec.inputs[-1].var:
        return None
    kind = (other.dtype, other.shape)
    form = spec.forms.get((*kind, other.dtype, ()) if other is x else (other.dtype, (), *kind))
    if form is None:
        return None
    if other is x:
        return x, constant(spec, spec.inputs[-1], scope, y, form.bound)
    return constant(spec, spec.inputs[0], scope, x, form.bound), y


def _remember(node: Node) -> None:
    forms = node.type.forms
    assert forms is not None
    if len(forms) >= MOST_FORMS:
        forms.clear()
    [output] = node.outputs
    x, y = node.inputs[0], node.inputs[-1]
    forms[x.dtype, x.shape, y.dtype, y.shape] = Form(node.bound, output.dtype, output.shape, node.certain, node.attrs)


MAX_OUTPUTS = 10_000
"""How long an output that is a list may be."""


def _check_lengths(node: Node) -> None:
    """Raise DiagramError if an output list is too long, before a rule makes a list of its shapes."""
    for pin in node.type.outputs:
        length = output_length(pin, node) if pin.is_list and pin.kind == "tensor" else 0
        if not 0 <= length <= MAX_OUTPUTS:
            text = f"{node.type.name} cannot have {length:,} tensors at the output {pin.name}; the limit is"
            raise DiagramError(f"{text} {MAX_OUTPUTS:,}", pin=pin.length or pin.var)


def _infer(node: Node) -> tuple[Output, ...]:
    spec = node.type
    if spec.list_outputs:
        _check_lengths(node)
    call = NodeCall(node)
    with np.errstate(all="ignore"):  # rules may do arithmetic with any attribute; what comes out is checked
        shapes = infer_shapes(spec, call)
    node.certain = call.certain
    outputs: list[Output] = []
    for pin in spec.outputs:
        if pin.kind != "tensor":
            continue
        for k in range(output_length(pin, node) if pin.is_list else 1):
            dtype = output_dtype(pin, node, k)
            index = len(outputs)
            shape = shapes[index] if shapes is not None else None
            outputs.append(Output(node, index, dtype, shape, pin.is_ref))
    if shapes is not None and len(shapes) != len(outputs):
        raise DiagramError(f"{spec.name} has {len(outputs)} outputs, but its shape rule returns {len(shapes)} shapes")
    return tuple(outputs)


def infer_shapes(spec: BlockSpec, call: Call) -> list[Shape] | None:
    rule = spec.shape_rule
    if rule is None:
        return [elementwise_shape(spec, call)] if spec.ufunc or spec.broadcasts else None
    note(SHAPE, call.node)
    result = rule(call)
    shapes: list[Shape] = result if isinstance(result, list) else [result]  # pyright: ignore[reportUnknownVariableType]
    for shape in shapes:
        check_size(shape)
    return shapes


def elementwise_shape(spec: BlockSpec, call: Call) -> Shape:
    """Return the broadcast shape of the inputs; raise DiagramError at the pin that does not fit."""
    result: Shape = call.shape(spec.inputs[0].name)
    for pin in spec.inputs[1:]:
        shape = call.shape(pin.name)
        try:
            result = broadcast(result, shape)
        except DiagramError:
            first = spec.inputs[0].name
            text = f"{spec.name} cannot broadcast {first} {shape_text(result)} and {pin.name} {shape_text(shape)}"
            raise DiagramError(
                f"{text} to a common shape", pin=pin.name, hint="make the sizes equal, or make one of the sizes 1"
            ) from None
    return result

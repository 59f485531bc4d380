"""Making nodes: inputs are bound to pins, dtypes to type variables, shapes are inferred, and what is wrong is said."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import ANY, DType, dtype_of
from blocks.base.errors import DiagramError
from blocks.base.literals import natural_dtype, to_array
from blocks.base.shapes import broadcast, check_size, shape_text
from blocks.base.types import Array, Shape, array_of
from blocks.graph.attributes import complete
from blocks.graph.calls import Call, NodeCall
from blocks.graph.graph import Argument, Node, Operand, Output, output_dtype, output_length
from blocks.graph.scope import Scope, scope_of
from blocks.graph.spec import BlockSpec, Form, InputPin


class HelperCall:
    """What a helper block gives: its output pins as attributes."""

    def __init__(self, block_type: BlockSpec, values: Mapping[str, Any]) -> None:
        self.type = block_type
        self.values = dict(values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in self.values:
            raise AttributeError(f"{self.type.name} has no output pin {name!r}")
        return self.values[name]

    def as_output(self) -> Output:
        """Its output, if it has just one that is a tensor.

        Raises:
            DiagramError: it has none.
        """
        found = next(iter(self.values.values()), None) if len(self.values) == 1 else None
        if isinstance(found, Operand):
            return found.as_output()
        raise DiagramError(f"{self.type.name} gives no single tensor")


class BlockType(BlockSpec):
    """A block type that can be called: ``MatMul(scope, a, b, transpose_b=True)``.

    Without a scope the node goes to that of the first operand, or to the gradient that is being built. Positional
    values beyond the inputs are attributes in their order. Python values given as inputs become constants of the dtype
    that the other inputs demand.

    Returns the node; for helpers, a `HelperCall`.

    Raises:
        DiagramError: inputs or attributes do not fit.
    """

    def __call__(self, *args: Any, **attributes: Any) -> Any:
        """Make a node of this type."""
        name = attributes.pop("name", None) if attributes and "name" not in self.attribute_names else None
        rest = args
        if rest and isinstance(rest[0], Scope):
            scope, rest = rest[0], rest[1:]
        elif attributes and isinstance(attributes.get("scope"), Scope):
            scope = attributes.pop("scope")
        else:
            scope = _scope_of((*rest, *attributes.values()), self)
        if name is not None:
            scope = scope.with_op_name(name)
        if len(rest) == len(self.inputs) and not attributes:
            return construct(self, scope, rest, attributes)
        given = list(rest[: len(self.inputs)])
        for attribute, value in zip(self.attributes, rest[len(self.inputs) :], strict=False):
            attributes.setdefault(attribute.name, value)
        if len(rest) > len(self.inputs) + len(self.attributes):
            raise DiagramError(f"{self.name} takes {len(self.inputs)} inputs, got {len(rest)} values")
        given.extend(attributes.pop(pin.name, None) for pin in self.inputs[len(given) :])
        return construct(self, scope, given, attributes)

    def create(self, *args: Any, **attributes: Any) -> Any:
        """The Java form: ``MatMul.create(scope, a, b).as_output()``."""
        return self(*args, **attributes)


def _scope_of(values: Sequence[Any], spec: BlockSpec) -> Scope:
    for value in values:
        each = value[0] if isinstance(value, (list, tuple)) and value else value  # pyright: ignore[reportUnknownVariableType]
        if isinstance(each, HelperCall):
            each = each.as_output()
        if isinstance(each, Operand):
            return scope_of(each)
    raise DiagramError(f"{spec.name} needs a scope: none of its inputs belongs to a graph")


def construct(spec: BlockSpec, scope: Scope, given: Sequence[Any], attributes: dict[str, Any]) -> Any:
    """Make a node of a block type (or run a helper).

    Args:
        spec: the block type.
        scope: where the node goes.
        given: one entry per input pin: an operand, a list of them, a literal (JSON, Python or NumPy value), or None.
        attributes: attribute values by name.

    Raises:
        DiagramError: what does not fit, with the pin.
    """
    if spec.forms and not attributes and len(given) == len(spec.inputs):
        made = _as_before(spec, scope, given)
        if made is not None:
            return made
    attrs = complete(spec, attributes)
    if spec.kind == "helper":
        return HelperCall(spec, spec.kernel(scope, *given, **attrs))
    bound: dict[str, Any] = {}
    for name in spec.attribute_names:
        value = attrs[name]
        if isinstance(value, DType):
            bound[name] = value
    args = _bind(spec, scope, given, bound)
    if spec.forms:
        made = _as_before(spec, scope, args)
        if made is not None:  # its literals are constants now
            return made
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
    name = scope.get_unique_name_for_op(spec.name)
    node = Node(scope.graph, scope.home, spec, name, args, attrs, bound, scope.controls)
    node.outputs = _infer(node)
    scope.graph.nodes.append(node)
    if spec.forms is not None:
        _remember(node)
    return node


MOST_FORMS = 1000
"""Forms that are kept of a block type: who builds with ever new shapes would fill the memory."""


def _form_key(operands: Sequence[Output]) -> tuple[Any, ...]:
    return tuple([each for output in operands for each in (output.dtype, output.shape)])


def _as_before(spec: BlockSpec, scope: Scope, given: Sequence[Any]) -> Node | None:
    """A node like an earlier one, whose operands had the same dtypes and shapes; None if there was none."""
    assert spec.forms is not None
    graph = scope.graph
    args: list[Output] = []
    for value in given:
        if not isinstance(value, Operand):
            return None
        output = value.as_output()
        if output.op.graph is not graph:
            return None
        args.append(output)
    form = spec.forms.get(_form_key(args))
    if form is None:
        return None
    name = scope.get_unique_name_for_op(spec.name)
    node = Node(graph, scope.home, spec, name, tuple(args), {}, form.bound, scope.controls)
    node.certain = form.certain
    node.outputs = (Output(node, 0, form.dtype, form.shape),)
    graph.nodes.append(node)
    return node


def _remember(node: Node) -> None:
    """Keep what followed from the dtypes and shapes of an elementwise call, for the next one."""
    forms = node.type.forms
    assert forms is not None
    if len(forms) >= MOST_FORMS:
        forms.clear()
    [output] = node.outputs
    forms[_form_key(node.inputs)] = Form(node.bound, output.dtype, output.shape, node.certain)


def _bind(spec: BlockSpec, scope: Scope, given: Sequence[Any], bound: dict[str, DType]) -> tuple[Argument, ...]:
    args: list[Any] = []
    literals: list[int] = []
    graph = scope.graph
    for i, pin in enumerate(spec.inputs):
        value = given[i] if i < len(given) else None
        if isinstance(value, Operand):
            output = value.as_output()
            if output.op.graph is not graph:
                raise DiagramError(f"{output.name!r} belongs to another graph", pin=pin.name)
            _match(spec, pin, output, bound)
            args.append((output,) if pin.is_list else output)
        elif value is None:
            if not pin.optional:
                raise nothing_at(spec, pin)
            args.append(() if pin.is_list else None)
        elif isinstance(value, HelperCall):
            args.append(value.as_output())
            _match(spec, pin, args[-1], bound)
        elif pin.is_list and isinstance(value, (list, tuple)):
            args.append(_bind_list(spec, pin, scope, list(value), bound))  # pyright: ignore[reportUnknownArgumentType]
        else:
            literals.append(i)
            args.append(value)
    if len(literals) > 1:  # integers last: they take the dtype of a float beside them
        literals.sort(key=lambda i: _is_integer(args[i]))
    for i in literals:
        args[i] = constant(spec, spec.inputs[i], scope, args[i], bound)
    return tuple(args)


def _is_integer(value: Any) -> bool:
    """Whether a typed value is made of integers only (or says nothing about its dtype)."""
    if array_of(value) is not None:
        return False
    try:
        return natural_dtype(value).is_integer
    except DiagramError:
        return True


def no_reference(spec: BlockSpec, pin: InputPin, instead: str = "") -> DiagramError:
    """The error for a pin that takes a reference: to a variable, or to something else that the session keeps."""
    if spec.context:
        return DiagramError(f"{spec.name} needs the handle of what it uses at {pin.name}{instead}", pin=pin.name)
    text = f"{spec.name} changes what is wired to {pin.name}: it must be a Variable{instead}"
    return DiagramError(text, pin=pin.name)


def nothing_at(spec: BlockSpec, pin: InputPin) -> DiagramError:
    """The error for a pin that must not be left open."""
    if pin.is_list:
        return DiagramError(f"{spec.name} needs at least one value at {pin.name}", pin=pin.name)
    return DiagramError(f"{spec.name} needs a value at {pin.name}: it is not wired", pin=pin.name)


def _bind_list(
    spec: BlockSpec, pin: InputPin, scope: Scope, values: list[Any], bound: dict[str, DType]
) -> tuple[Output, ...]:
    outputs: list[Any] = [v.as_output() if isinstance(v, (Operand, HelperCall)) else v for v in values]
    for output in outputs:
        if isinstance(output, Output):
            if output.op.graph is not scope.graph:
                raise DiagramError(f"{output.name!r} belongs to another graph", pin=pin.name)
            _match(spec, pin, output, bound)
    if not outputs and not pin.optional:
        raise nothing_at(spec, pin)
    return tuple(o if isinstance(o, Output) else constant(spec, pin, scope, o, bound) for o in outputs)


def _match(spec: BlockSpec, pin: InputPin, output: Output, bound: dict[str, DType]) -> None:
    """Check an output's dtype against a pin, and bind the pin's type variable."""
    dtype = output.dtype
    if pin.is_ref and not output.is_ref:
        raise no_reference(spec, pin, f", not {output.op.type.name}")
    if pin.var is not None:
        known = bound.get(pin.var)
        if known is dtype:
            return
        if known is not None:
            raise DiagramError(
                f"{spec.name} needs {known.short} at {pin.name} ({_who(spec, pin)}), got {dtype.short}",
                pin=pin.name,
                hint="a Cast block changes the dtype",
            )
        bound[pin.var] = dtype
    if pin.allowed is not ANY and dtype not in pin.allowed:
        names = ", ".join(d.short for d in pin.allowed)
        raise DiagramError(f"{spec.name} does not take {dtype.short} at {pin.name}: it takes {names}", pin=pin.name)


def _who(spec: BlockSpec, pin: InputPin) -> str:
    """Why a dtype is demanded, in words."""
    if pin.var in spec.attribute_names:
        return f"{pin.var} says so"
    others = [p.name for p in spec.inputs if p.var == pin.var]
    return f"{', '.join(others)} are of one dtype" if len(others) > 1 else "all values of the list are of one dtype"


def constant(spec: BlockSpec, pin: InputPin, scope: Scope, value: Any, bound: dict[str, DType]) -> Output:
    """A Const node for a value that was typed into a pin (or given as a Python value).

    Its dtype is that which the block's other inputs or attributes demand; else the one it has by itself, if the pin
    takes that; else the first of the pin's dtypes that can hold it.
    """
    if pin.is_ref:
        raise no_reference(spec, pin)
    array, dtype = _literal(spec, pin, value, bound)
    if pin.var is not None:
        bound[pin.var] = dtype
    maker = spec.find("Const")
    if maker is None:
        raise DiagramError("there is no block type Const in this library")
    sub = scope.with_op_name(f"{scope.op_name or spec.name}.{pin.name}")
    node: Node = construct(maker, sub, [], {"val": array, "dtype": dtype})
    return node.outputs[0]


def _literal(spec: BlockSpec, pin: InputPin, value: Any, bound: dict[str, DType]) -> tuple[Array, DType]:
    demanded = bound.get(pin.var) if pin.var is not None else None
    try:
        array = array_of(value)
        if array is not None:
            return _array_literal(array, demanded)
        if demanded is not None and (type(value) is float or (type(value) is int and abs(value) < 1 << 31)):
            return _number(repr(value), demanded)
        if demanded is not None:
            return to_array(value, demanded)
        natural = natural_dtype(value)
        if natural in pin.allowed:
            return to_array(value, natural)
        for candidate in pin.allowed:
            try:
                return to_array(value, candidate)
            except DiagramError:
                continue
        names = ", ".join(d.short for d in pin.allowed)
        raise DiagramError(f"{spec.name} takes {names} at {pin.name}, not {natural.short}")
    except DiagramError as error:
        raise DiagramError(error.message, pin=pin.name, hint=error.hint) from None


@functools.lru_cache(maxsize=1000)
def _number(text: str, dtype: DType) -> tuple[Array, DType]:
    """The tensor of a single number (by its text, since 0.0 equals -0.0 and 1), which nobody writes to."""
    array, dtype = to_array(int(text) if text.lstrip("-").isdigit() else float(text), dtype)
    array.setflags(write=False)
    return array, dtype


def _array_literal(array: Array, demanded: DType | None) -> tuple[Array, DType]:
    """A NumPy array as it is: it has a dtype of its own, which must be the demanded one."""
    if array.dtype.kind in "USO":
        return to_array(array.tolist(), demanded)
    if demanded is not None and demanded.numpy == array.dtype:
        return array, demanded
    found = dtype_of(array)
    if demanded is not None:
        raise DiagramError(f"needs {demanded.short}, got an array of {found.short}")
    return array, found


MAX_OUTPUTS = 10_000
"""How long an output that is a list may be."""


def _check_lengths(node: Node) -> None:
    """See that no attribute asks for more outputs than can be listed, before a rule lists their shapes.

    Raises:
        DiagramError: one does.
    """
    for pin in node.type.outputs:
        length = output_length(pin, node) if pin.is_list and pin.kind == "tensor" else 0
        if not 0 <= length <= MAX_OUTPUTS:
            text = f"{node.type.name} cannot give {length:,} tensors at {pin.name}: {MAX_OUTPUTS:,} are the most"
            raise DiagramError(text, pin=pin.length or pin.var)


def _infer(node: Node) -> tuple[Output, ...]:
    """The outputs of a new node: dtypes from the bindings, shapes from the block type's rule."""
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
        raise DiagramError(f"{spec.name} has {len(outputs)} outputs, its shape rule gives {len(shapes)} shapes")
    return tuple(outputs)


def infer_shapes(spec: BlockSpec, call: Call) -> list[Shape] | None:
    """The shapes that a block type's rule gives for a call; None if it has no rule.

    Raises:
        DiagramError: the inputs do not fit together.
    """
    rule = spec.shape_rule
    if rule is None:
        if spec.ufunc or spec.broadcasts:
            return [elementwise_shape(spec, call)]
        return None
    found = rule(call)
    shapes: list[Shape] = found if isinstance(found, list) else [found]  # pyright: ignore[reportUnknownVariableType]
    for shape in shapes:
        check_size(shape)
    return shapes


def elementwise_shape(spec: BlockSpec, call: Call) -> Shape:
    """The common shape of inputs that are broadcast against each other.

    Raises:
        DiagramError: they do not fit; the pin is the one that broke it.
    """
    result: Shape = call.shape(spec.inputs[0].name)
    for pin in spec.inputs[1:]:
        shape = call.shape(pin.name)
        try:
            result = broadcast(result, shape)
        except DiagramError:
            first = spec.inputs[0].name
            text = f"{spec.name} cannot spread {first} {shape_text(result)} and {pin.name} {shape_text(shape)}"
            raise DiagramError(
                f"{text} to one shape", pin=pin.name, hint="sizes must be equal, or one of them 1"
            ) from None
    return result


def block(
    signature: str, *, page: str | None = None, find: Callable[[str], BlockSpec | None] | None = None, **options: Any
) -> Callable[[Callable[..., Any]], BlockType]:
    """Declare a block type: the decorated function is its kernel, its docstring the documentation.

    Options are those of `BlockSpec`; other keywords are type variables (``T=NUMERIC``).
    """

    def decorate(kernel: Callable[..., Any]) -> BlockType:
        name = kernel.__name__.rstrip("_")
        return declare(name, page or "", signature, kernel, doc=kernel.__doc__ or "", find=find, **options)

    return decorate


_OPTIONS = frozenset(BlockSpec.__init__.__kwdefaults__ or {})


def declare(name: str, page: str, signature: str, kernel: Callable[..., Any], **options: Any) -> BlockType:
    """Declare a block type from a kernel that has no function of its own: a row of a family's table."""
    variables = {k: v for k, v in options.items() if k not in _OPTIONS}
    rest = {k: v for k, v in options.items() if k in _OPTIONS}
    return BlockType(name, page, signature, kernel, variables=variables, **rest)

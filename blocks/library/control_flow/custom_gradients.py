"""Custom gradients: values that pass unchanged, and whose gradient a graph of its own computes.

This is TensorFlow's `tf.custom_gradient` and JAX's `custom_vjp`. The node stands between the blocks that compute the
values and the blocks that use them, so the gradient goes from the values to the inputs, past the blocks between.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from blocks.base.dtypes import ANY, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, merge, shape_text
from blocks.base.types import Array, Shape, is_list
from blocks.graph.build import construct
from blocks.graph.call_info import Call
from blocks.graph.flow import AS_IT_IS, Changes, Cut, forwarded, passing
from blocks.graph.graph import Graph, Node, Operand, Output, outputs_of
from blocks.graph.scope import Scope, home_of, scope_of
from blocks.library.control_flow.bodies import copied, leaf, pasted
from blocks.library.declare import block, declare, make

_AROUND: ContextVar[tuple[tuple[list[Any], CustomRule], ...]] = ContextVar("_AROUND", default=())
"""The gradients that are being built, the innermost last."""
_DEEPEST = 16


class Source(NamedTuple):
    """A tensor that a gradient is computed from.

    Attributes:
        role, at: ``inputs``, ``results`` or ``gradients`` of the node, and the index there.
        like: a tensor of the same dtype and shape.
    """

    role: str
    at: int
    like: Output


class GradientGraph(NamedTuple):
    """A graph that computes a gradient.

    Attributes:
        sources: the placeholders of the graph, which get values of the node.
        outputs: the gradient of each input; None for an input without one.
        elaboration: of a gradient composite, its elaboration.
    """

    sources: Mapping[Output, Source]
    outputs: Sequence[Output | None]
    elaboration: Any = None


@dataclass(frozen=True, eq=False, repr=False)
class CustomRule:
    """The program of a node with a custom gradient.

    Attributes:
        title: the name that users know: the gradient composite's.
        inputs: the names of the leading inputs of the node; further inputs are only values for the gradient.
        cut: the inputs that get no gradient.
        make: returns the graph of the gradient, on demand: that may contain the same node.
    """

    title: str
    inputs: tuple[str, ...]
    cut: Collection[str]
    make: Callable[[], GradientGraph]

    def __repr__(self) -> str:
        return f"<{self.title}>"

    def passes(self, index: int) -> bool:
        """Return whether an input of the node gets a gradient, if its dtype has one."""
        return index < len(self.inputs) and self.inputs[index] not in self.cut

    def cast(self, wanted: Callable[[DType], DType]) -> CustomRule:
        """Return the rule for tensors of other dtypes, with casts around its graph."""

        def made() -> GradientGraph:
            graph, new = self.make(), Graph()
            leaves = {old: leaf(new, old.name, wanted(old.dtype), old.shape) for old in graph.sources}
            given = {old: cast_to(each, old.dtype) for old, each in leaves.items()}
            found = pasted([each for each in graph.outputs if each is not None], given, Scope(new))
            outputs = [each and cast_to(found[each], wanted(each.dtype)) for each in graph.outputs]
            return GradientGraph({leaves[old]: source for old, source in graph.sources.items()}, outputs)

        return replace(self, make=made)


def cast_to(output: Output, dtype: DType) -> Output:
    return output if output.dtype is dtype else make("Cast", output, DstT=dtype)


def _pass_results(inputs: tuple[Array, ...], results: tuple[Array, ...], *, program: CustomRule) -> tuple[Array, ...]:
    return results


CustomGradient = declare(
    "CustomGradient",
    "control_flow_ops",
    "inputs: any*?, results: any* -> outputs: any*results",
    _pass_results,
    internal=True,
    view=True,
    forwards="results",
    custom_gradient=True,
    doc="Return values unchanged, with a custom gradient with respect to the inputs that they follow from.",
)
CustomGradient.shape(lambda call: call.shapes("results"))


@block("gradient: T, x: any -> output: T", T=ANY, internal=True, view=True, formula="{gradient}")
def CheckedGradient(gradient: Array, x: Array, *, title: str, pin: str) -> Array:
    """Return a custom gradient unchanged, and fail if its shape is not that of the input.

    Args:
        title: the name of the custom gradient.
        pin: the name of the input.
    """
    return gradient


@CheckedGradient.shape
def _(call: Call) -> Shape:
    gradient, x = call.shape("gradient"), call.shape("x")
    _check_shape(call.attrs["title"], call.attrs["pin"], gradient, x)
    return merge(gradient, x)


CheckedGradient.gradient("gradient")(lambda call, dy: dy)


def _check_shape(title: str, name: str, gradient: Shape, x: Shape) -> None:
    if not compatible(gradient, x):
        text = f"custom gradient {title}: grad_{name} must have the shape {shape_text(x)} of {name}"
        raise DiagramError(f"{text}, got {shape_text(gradient)}", pin=name)


def _check_gradient(title: str, name: str, gradient: Output, x: Output) -> None:
    """Raise DiagramError if a gradient does not have the dtype and shape of its input."""
    if gradient.dtype is not x.dtype:
        text = f"custom gradient {title}: grad_{name} must have the dtype {x.dtype.short} of {name}"
        raise DiagramError(f"{text}, got {gradient.dtype.short}", pin=name)
    _check_shape(title, name, gradient.shape, x.shape)


@CustomGradient.gradient("inputs")
def _gradient(call: Node, dys: tuple[Output, ...]) -> list[Output | None]:
    rule: CustomRule = call.attrs["program"]
    graph = rule.make()
    inputs = call.input_list("inputs")
    given = {"inputs": inputs, "results": call.outputs, "gradients": dys}
    values = {leaf: _value(given[each.role][each.at]) for leaf, each in graph.sources.items()}
    scope = scope_of(call.outputs[0]).new_sub_scope(rule.title)
    try:
        found = pasted([each for each in graph.outputs if each is not None], values, scope)
    except DiagramError as error:
        raise DiagramError(f"custom gradient {rule.title}: {error.block}: {error.message}", hint=error.hint) from None
    gradients: list[Output | None] = [None] * len(inputs)
    for i, (name, each, x) in enumerate(zip(rule.inputs, graph.outputs, inputs, strict=False)):
        if each is not None and x.dtype.is_differentiable:
            gradients[i] = gradient = found[each]
            _check_gradient(rule.title, name, gradient, x)
            if gradient.shape is None or None in gradient.shape or gradient.shape != x.shape:
                gradients[i] = checked = CheckedGradient(gradient, _value(x), title=rule.title, pin=name).as_output()
                checked.op.home = checked.op.home._replace(owner=call.owner)  # that is where its error is reported
    return gradients


def _value(output: Output) -> Output:
    return make("Identity", output) if output.is_ref else output


def _flows(
    node: Node, _reached: Collection[Output], _changes: Changes = AS_IT_IS
) -> tuple[Sequence[Output], Sequence[Cut]]:
    """Return the inputs with a gradient, and the cuts: the other inputs, and the variables of the blocks between."""
    rule: CustomRule = node.attrs["program"]
    inputs = node.input_list("inputs")
    cuts: list[Cut] = []
    for name, x in zip(rule.inputs, inputs, strict=False):
        if not x.dtype.is_differentiable:
            cuts.append(Cut(node, name, f"{x.dtype.short} values have no gradient", "dtype", value=x))
        elif name in rule.cut:
            cuts.append(Cut(node, name, f"custom gradient {rule.title} has no grad_{name}", "stop_gradient", value=x))
    seen = set(inputs[: len(rule.inputs)])
    pending = [*forwarded(node)]
    while pending:
        output = pending.pop()
        if output in seen:
            continue
        seen.add(output)
        if not (output.op.type.variable or output.op.type.fed):
            pending += output.op.inputs
        elif output.dtype.is_differentiable:
            reason = f"custom gradient {rule.title} has no gradient for the variables inside"
            cuts.append(Cut(output.op, "", reason, "not_differentiable", value=output))
    return passing(node), cuts


CustomGradient.flows = _flows


def custom_gradient(
    scope: Scope,
    forward: Callable[..., Any],
    backward: Callable[[Sequence[Output], Sequence[Output], Sequence[Output]], Any],
    inputs: Sequence[Any],
) -> Any:
    """Build the blocks of a function, and replace their gradient by that of another function.

    The gradient of the gradient is that of the blocks that ``backward`` builds. Variables that ``forward`` uses get no
    gradient. ``backward`` is called once, now, with placeholders; other tensors of the graph may be used in it.

    Args:
        scope: the scope of the new nodes.
        forward: ``forward(*inputs)`` returns one output or a list of outputs.
        backward: ``backward(inputs, results, grads)`` gets the inputs, the outputs of ``forward`` and the gradients
            with respect to these (None for an integer result). It returns one output or None for each input, with the
            shape and dtype of the input.
        inputs: the tensors that get a gradient. The functions get other values as they are.

    Returns:
        What ``forward`` returns.

    Raises:
        DiagramError: ``backward`` returns another number of gradients, or one with another shape or dtype.

    Example:
        root = blocks.Scope.new_root_scope()
        x = blocks.ops.Variable(root, [0.4, 1.6])
        [y] = blocks.custom_gradient(root, lambda x: [blocks.ops.Rint(x)], lambda x, y, dy: dy, [x])
        [gradient] = blocks.add_symbolic_gradients(root, [y], [x])  # ones, not zeros
    """
    xs = {i: each.as_output() for i, each in enumerate(inputs) if isinstance(each, Operand)}

    def values(tensors: Sequence[Output]) -> list[Any]:
        given = dict(zip(xs, tensors, strict=True))
        return [given.get(i, each) for i, each in enumerate(inputs)]

    @functools.wraps(backward)
    def back(tensors: Sequence[Output], *others: Any) -> Any:
        found = backward(values(tensors), *others)
        return [found[i] for i in xs] if is_list(found) and len(found) == len(inputs) else found

    named = {f"inputs[{i}]": each for i, each in xs.items()}
    return with_backward(scope, lambda *tensors: forward(*values(tensors)), back, named, _identity(backward))


def with_backward(
    scope: Scope,
    forward: Callable[..., Any],
    backward: Callable[..., Any],
    xs: Mapping[str, Output],
    key: Any,
) -> Any:
    """Build a custom gradient as `custom_gradient` does, for inputs with names.

    Args:
        key: is equal for functions with equal gradients.
    """
    returned = forward(*xs.values())
    made = outputs_of(returned if is_list(returned) else [returned])
    results = {str(i): each for i, each in enumerate(made)}
    sources = sources_of(xs, results)
    key = [key, *[(each.like.dtype, each.like.shape) for each in sources.values()]]
    rule, captured = _trace(scope, backward, tuple(xs), results, sources, key)
    is_open = any(rule is each for _, each in _AROUND.get())
    made = [*call_rule(scope, rule, results, sources, captured, ahead=not is_open).values()]
    return made if is_list(returned) else made[0]


def sources_of(inputs: Mapping[str, Output], results: Mapping[str, Output]) -> dict[str, Source]:
    """Return the tensors for a gradient by the names of pins; a result without a gradient is a further input."""
    smooth = [name for name, each in results.items() if each.dtype.is_differentiable]
    others = {f"result_{name}": each for name, each in results.items() if name not in smooth}
    sources = {name: Source("inputs", i, each) for i, (name, each) in enumerate({**inputs, **others}.items())}
    for i, name in enumerate(smooth):
        sources[f"result_{name}"] = Source("results", i, results[name])
        sources[f"grad_{name}"] = Source("gradients", i, results[name])
    return sources


def call_rule(
    scope: Scope,
    rule: CustomRule,
    results: Mapping[str, Output],
    sources: Mapping[str, Source],
    captured: Sequence[Output] = (),
    ahead: bool = True,
) -> dict[str, Output]:
    """Return the results through a node with a rule.

    Args:
        sources: as from `sources_of`.
        captured: further inputs of the node.
        ahead: build the graph of the gradient now, to check it.
    """
    inputs, smooth = ([each.like for each in sources.values() if each.role == role] for role in ("inputs", "results"))
    if not smooth:
        return {**results}
    for name, gradient in zip(rule.inputs, rule.make().outputs, strict=True) if ahead else ():
        if gradient is not None:
            _check_gradient(rule.title, name, gradient, sources[name].like)
        elif name not in rule.cut:
            raise DiagramError(f"custom gradient {rule.title}: grad_{name} must be exactly one tensor", pin=name)
    node: Node = construct(CustomGradient, scope, [[*inputs, *captured], smooth], {"program": rule})
    outputs = iter(node.outputs)
    return {name: next(outputs) if f"grad_{name}" in sources else each for name, each in results.items()}


def _trace(
    scope: Scope,
    backward: Callable[..., Any],
    xs: tuple[str, ...],
    results: Iterable[str],
    sources: dict[str, Source],
    key: list[Any],
) -> tuple[CustomRule, list[Output]]:
    """Return the rule that a function builds, and the other tensors of the graph that it uses.

    ``backward`` may call `custom_gradient` with itself. A call with an equal ``key`` gets the same rule.
    """
    graph, home, title = scope.graph, home_of(scope), getattr(backward, "__name__", "backward")
    first, names, around = len(graph.nodes), dict(graph.names), _AROUND.get()
    for known, rule in around:
        if known == key:
            return rule, []
    if len(around) == _DEEPEST:
        raise DiagramError(f"custom gradient {title} contains custom gradients more than {_DEEPEST} levels deep")
    cut, graphs = list[str](), list[GradientGraph]()
    rule = CustomRule(title, xs, cut, lambda: graphs[0])
    token = _AROUND.set((*around, (key, rule)))
    try:
        leaves = {name: leaf(graph, name, each.like.dtype, each.like.shape, home) for name, each in sources.items()}
        given = [[leaves.get(begin + name) for name in results] for begin in ("result_", "grad_")]
        found = backward([leaves[name] for name in xs], *given)
        found = found if is_list(found) else [found]
        if len(found) != len(xs) or not all(each is None or isinstance(each, Operand) for each in found):
            text = f"{title} must return one output or None for each of the {len(xs)} inputs, got {found!r}"
            raise DiagramError(f"custom gradient {text}")
        outputs = [None if each is None else each.as_output() for each in found]
        built = graph.nodes[first:]
        for node in built:
            if node.type.variable or node.type.context or node.type.writes:
                raise DiagramError(f"custom gradient {title} cannot contain {node.display_name}: it has a state")
        wanted = [each for each in outputs if each is not None]
        used = [each for each in (*wanted, *(i for node in built for i in node.inputs)) if each.op.number < first]
        captured = list(dict.fromkeys(used))
        for node in built:
            if node.attrs.get("program") is rule:
                node.rewire(((*node.input_list("inputs"), *captured), tuple(forwarded(node))))
        count = sum(each.role == "inputs" for each in sources.values())
        stands = {leaves[name]: each for name, each in sources.items()}
        stands |= {each: Source("inputs", count + i, each) for i, each in enumerate(captured)}
        _, there = copied(wanted, {each: each.shape for each in stands})
    finally:
        _AROUND.reset(token)
        del graph.nodes[first:]
        graph.names = names
        if graph.array_calls is not None:
            graph.array_calls.forget(graph, first)
    gradients = [None if each is None else there[each] for each in outputs]
    graphs.append(GradientGraph({there[each]: source for each, source in stands.items()}, gradients))
    cut += [name for name, each in zip(xs, outputs, strict=True) if each is None]
    return rule, captured


def _identity(function: Any) -> list[Any]:
    """Return values that are equal for functions of the same code that see the same values around them."""
    cells: list[Any] = [cell.cell_contents for cell in getattr(function, "__closure__", None) or ()]
    plain = (bool, int, float, str, bytes, list, tuple)
    seen = [repr(each) if type(each) in plain else id(each) for each in cells if not isinstance(each, Scope)]
    return [getattr(function, "__code__", function), *seen]

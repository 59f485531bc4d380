"""What-if analysis: the gradient flow if a gradient stop were ignored or a pin stopped it, without edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from blocks.analysis.checks import gradient_report
from blocks.analysis.gradient_flow import PageFlow, node_of, page_flow, passes_through
from blocks.analysis.gradient_targets import differentiated, tensors_at, wire_values
from blocks.analysis.output_names import asked_by, parse_name
from blocks.base.errors import UsageError
from blocks.document.data import Endpoint, Wire
from blocks.elaborate.model import Elaboration
from blocks.graph.flow import AS_IT_IS, Changes, gradient_flow, is_stop
from blocks.graph.graph import Node, Output


class Question(NamedTuple):
    """A what-if question about a gradient."""

    of: str
    lift: Sequence[str] = ()
    cut: Sequence[str] = ()


class FlowChange(NamedTuple):
    """The change of a gradient's flow.

    Attributes:
        reaches: the output pins that it would reach, without the differentiated ones.
        why: the reason why no wanted gradient changes; None if one may change.
    """

    lifted: tuple[str, ...]
    cut: tuple[str, ...]
    reaches: tuple[str, ...]
    gains: tuple[str, ...]
    loses: tuple[str, ...]
    why: str | None

    @property
    def changes_nothing(self) -> bool:
        """Whether the gradient's paths alone prove that no wanted gradient changes."""
        return self.why is not None


def changes_of(elaboration: Elaboration, question: Question) -> Changes:
    changes = AS_IT_IS
    for name in question.lift:
        stop = find_stop(elaboration, name)
        changes = _within(changes, stop.begins, Changes(lifted=frozenset([stop.node.block_name])))
    for name in question.cut:
        at = find_pin(elaboration, name)
        # Of what is only handed on, the rest of the page may take the same tensor elsewhere.
        through = None if name == question.of else uses_through(at.elaboration, at.name)
        more = Changes(cut=frozenset(at.outputs)) if through is None else Changes(uses=through)
        changes = _within(changes, at.begins, more)
    return changes


def stopping_of(elaboration: Elaboration, question: Question) -> Changes:
    """Return changes that make a PreventGradient only stop gradients, as a baseline without an error."""
    changes = AS_IT_IS
    for name in question.lift:
        stop = find_stop(elaboration, name)
        if stop.node.type.prevents_gradient:
            changes = _within(changes, stop.begins, Changes(cut=frozenset(stop.node.outputs)))
    return changes


class Stop(NamedTuple):
    begins: tuple[str, ...]
    node: Node


class At(NamedTuple):
    """The value of an output pin.

    Attributes:
        begins: the path from the page to the graph that contains it.
        elaboration, name: the elaboration of that graph, and the pin's name there.
    """

    begins: tuple[str, ...]
    outputs: Sequence[Output]
    elaboration: Elaboration
    name: str


def _within(changes: Changes, begins: Sequence[str], more: Changes) -> Changes:
    if not begins:
        return Changes(changes.lifted | more.lifted, changes.cut | more.cut, changes.uses | more.uses, changes.inside)
    inner = _within(changes.within(begins[0]), begins[1:], more)
    others = [each for each in changes.inside if each[0] != begins[0]]
    return changes._replace(inside=(*others, (begins[0], inner)))


def find_pin(elaboration: Elaboration, name: str) -> At:
    outputs = asked_by(elaboration, name).outputs
    begins, inner, rest = _led(elaboration, name)
    if begins:
        outputs = asked_by(inner, rest).outputs
    if not outputs:
        raise UsageError(f"{name!r} is not a tensor, so the gradient cannot stop there", page=elaboration.page.name)
    return At(begins, outputs, inner, rest)


def find_stop(elaboration: Elaboration, name: str) -> Stop:
    begins, inner, block = _led(elaboration, name)
    own = [output.op for *_, output in inner.outputs_of(block) if output.op.block_name == block]
    stops = [Stop(begins, node) for node in own if is_stop(node)]
    stops += [stop for stop in _of_bodies(elaboration) if "".join(stop.begins).rstrip("/") == name]
    if stops:
        return stops[0]
    if block not in inner.position:
        raise UsageError(f"there is no block {name!r} whose gradient stop could be ignored", page=elaboration.page.name)
    muted = inner.page.blocks[inner.position[block]].muted
    why = "is not a StopGradient, a PreventGradient or an instance with a custom gradient: it has nothing to ignore"
    raise UsageError(f"{name!r} {'is muted: it stops nothing' if muted else why}", page=elaboration.page.name)


def _of_bodies(elaboration: Elaboration, begins: tuple[str, ...] = ()) -> Iterator[Stop]:
    """Yield the custom gradients of composites that loops and branches run."""
    from blocks.analysis.inner_values import inside_of  # only pages with composites pay for it

    for block in elaboration.running:
        for inside in inside_of(elaboration, block):
            path = (*begins, f"{block}/{inside.part}")
            yield from (Stop(path, node) for node in inside.body.graph.nodes if is_stop(node) and not node.block_name)
            yield from _of_bodies(inside.elaboration, path)


def _led(elaboration: Elaboration, name: str) -> tuple[tuple[str, ...], Elaboration, str]:
    """Return the path prefixes into nested loops and branches, the innermost elaboration, and the remaining path."""
    block, dot, pin = name.partition(".")
    if elaboration.expansion is None or block in elaboration.position:
        return (), elaboration, name
    from blocks.analysis.inner_values import find_inside  # only pages with composites pay for it

    result = find_inside(elaboration, block)
    if result is None:
        return (), elaboration, name
    outer, inside, rest = result
    begins, inner, left = _led(inside.elaboration, rest + dot + pin)
    return (f"{outer}/{inside.part}", *begins), inner, left


def flow_change(elaboration: Elaboration, question: Question) -> FlowChange:
    """Return how the gradient's flow would change, without a run; raise UsageError for invalid names or stops."""
    changes, ys = changes_of(elaboration, question), differentiated(elaboration, question.of)
    before = gradient_report(elaboration, question.of, ys).reaches
    after = gradient_report(elaboration, question.of, ys, changes).reaches
    cut = tuple(name for each in question.cut for name in (each, f"{each}.", f"{each}["))
    after = [name for name in after if name not in question.cut and not name.startswith(cut[1::3] + cut[2::3])]
    old, new = frozenset(before), frozenset(after)
    gains, loses = ([name for name in names if name not in others] for names, others in ((after, old), (before, new)))
    why = _why_nothing(
        elaboration, question, changes, ({*before, *_asked(elaboration, ys)}, {*after, *_asked(elaboration, ys)})
    )
    return FlowChange(tuple(question.lift), tuple(question.cut), tuple(after), tuple(gains), tuple(loses), why)


def flow_after(elaboration: Elaboration, question: Question, *, inside: bool = False) -> PageFlow:
    """Return the flow with the changes on the page's wires; raises the errors of `flow_change`."""
    return page_flow(elaboration, question.of, changes_of(elaboration, question), inside=inside)


def _asked(elaboration: Elaboration, ys: Sequence[Output]) -> Iterator[str]:
    asked = frozenset(ys)
    return (str(Endpoint(block, pin, index)) for block, pin, index, output in elaboration.outputs() if output in asked)


def _why_nothing(
    elaboration: Elaboration, question: Question, changes: Changes, reached: tuple[Set[str], Set[str]]
) -> str | None:
    """Return the reason why the changes affect nothing that has a gradient, or None."""
    wanted, reasons = wanted_gradients(elaboration).keys(), list[str]()
    lifts = [(name, stop, stop.node.inputs, changes, reached[1]) for name in question.lift
             for stop in (find_stop(elaboration, name),)]  # fmt: skip
    cuts = [
        (name, at, at.outputs, AS_IT_IS, reached[0]) for name in question.cut for at in (find_pin(elaboration, name),)
    ]
    for name, index, behind, flows, names in (*lifts, *cuts):
        if not any(each == name or each.startswith((f"{name}.", f"{name}[", f"{name}/")) for each in names):
            reasons.append(f"no gradient of {question.of} comes to {name}")
            continue
        for begin in index.begins:
            flows = flows.within(begin)
        onward = gradient_flow(behind[0].graph, behind, flows).reached
        # What is given to a loop or a branch may come from anywhere.
        if any(each.op.type.fed if index.begins else each in wanted for each in onward):
            return None
        reasons.append(f"nothing behind {name} reaches a variable")
    return "; ".join(reasons)


def wanted_gradients(elaboration: Elaboration) -> dict[Output, str]:
    asked = {value for block in elaboration.gradients for value in tensors_at(elaboration, block, "inputs")}
    result: dict[Output, str] = {}
    for block, pin, index, output in elaboration.outputs():
        spec = output.op.type
        if (spec.variable or spec.fed or (output in asked and not output.op.inputs)) and output.dtype.is_differentiable:
            result.setdefault(output, str(Endpoint(block, pin, index)))
    return result


# -- Uses of a tensor through pins that pass it through unchanged

Use = tuple[int, int]
"""The number of a node, and the index of one of its inputs."""


def uses_through(elaboration: Elaboration, name: str) -> frozenset[Use] | None:
    """Return the uses of a tensor through an output pin that passes it unchanged: of an instance, or of a muted block.

    Returns:
        The uses; None if the pin's own block computes the tensor, or if a user is not a single node.
    """
    block, pin, index = parse_name(elaboration, name)
    instances = {} if elaboration.expansion is None else elaboration.expansion.instances
    pins = [(block, pin)]
    if block in instances:
        outputs = instances[block].outputs
        pins = [(outputs[each], None) for each in (outputs if pin is None else [pin]) if each in outputs]
    if not all(passes_through(elaboration, each) for each, _ in pins):
        return None
    uses: set[Use] = set()
    for each, of in pins:
        for use in _uses(elaboration, each, of, index):
            if use is None:
                return None
            uses.add(use)
    return frozenset(uses)


def _uses(elaboration: Elaboration, block: str, pin: str | None, index: int | None) -> Iterator[Use | None]:
    for wires in elaboration.wires_into.values():
        for wire in wires:
            source = wire.source
            if source.block != block or (pin is not None and source.pin != pin) or index not in (None, source.index):
                continue
            if passes_through(elaboration, wire.target.block):
                yield from _uses(elaboration, wire.target.block, None, None)
            else:
                yield from _of_wire(elaboration, wire)


def _of_wire(elaboration: Elaboration, wire: Wire) -> Iterator[Use | None]:
    target = wire.target
    node, spec = node_of(elaboration, target.block), elaboration.specs.get(target.block)
    if (
        spec is None or spec.annotation_only or target.block in elaboration.gradients | elaboration.sessions
    ):  # no gradient comes from there
        return
    if node is not None and node.type.custom_gradient:
        names, values = node.attrs["program"].inputs, wire_values(elaboration, wire)
        results = [i for i, x in enumerate(node.inputs) if i >= len(names) and x in values]
        yield from ((node.number, i) for i in ([names.index(target.pin)] if target.pin in names else results))
        return
    if node is None or node.type is not spec:
        yield None
        return
    pin, index = spec.aliases.get(target.pin, target.pin), 0
    for each, arg in zip(spec.inputs, node.args, strict=True):
        values = arg if isinstance(arg, tuple) else () if arg is None else (arg,)
        if each.name == pin:
            index += _before(elaboration, wire, Endpoint(*target)) if isinstance(arg, tuple) else 0
            yield from ((node.number, index + i) for i in range(min(len(wire_values(elaboration, wire)), len(values))))
            return
        index += len(values)


def _before(elaboration: Elaboration, wire: Wire, target: Endpoint) -> int:
    count = 0
    for other in elaboration.wires_into.get(target.block, ()):
        if other == wire:
            break
        count += len(wire_values(elaboration, other)) if other.target == target else 0
    return count

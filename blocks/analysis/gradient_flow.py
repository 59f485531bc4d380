"""Gradient flow on a page: the wires that carry a gradient, where it stops, and the variables that it reaches.

The flow follows from the declarations of the block types (`blocks.graph.flow`). No node is run or built, so the editor
can compute it after every edit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import NamedTuple

from blocks.analysis.gradient_targets import differentiated, weights_of, wire_values
from blocks.base import renames
from blocks.base.types import is_list
from blocks.base.web_page import notebook_html
from blocks.document.data import Document, Endpoint, Page, Wire
from blocks.document.definitions import OUTPUT_PIN
from blocks.document.model import PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import RAN, Elaboration, index_in
from blocks.elaborate.muting import fitting_pins
from blocks.graph.flow import (
    AS_IT_IS,
    Changes,
    Cut,
    CutKind,
    could_have_gradient,
    is_cut_inside,
    is_lifted,
    whole_cut,
    without_path,
)
from blocks.graph.flow import gradient_flow as graph_flow
from blocks.graph.graph import Node, Output
from blocks.library.core.values import OperationRef

Carried = tuple[Wire, tuple[Output, ...]]
"""A wire and the tensors that go through it."""


class FlowCut(NamedTuple):
    """A point at which a gradient stops.

    Attributes:
        pin: the input pin; None if the differentiated tensor has no gradient itself.
        wire: the wire at that pin, which carries data but no gradient.
    """

    block: str
    pin: str | None
    wire: Wire | None
    kind: CutKind
    reason: str


class Reachability(NamedTuple):
    """The gradient status of a variable: whether it gets a gradient, with the reason if not.

    Attributes:
        kind: the reason as an identifier; None if it gets one.
        path: the blocks from it to the one that stops the gradient, both included; only itself if there are none
            between.
    """

    block: str
    reached: bool
    kind: CutKind | None = None
    reason: str = ""
    path: tuple[str, ...] = ()


class PageFlow(NamedTuple):
    """The gradient flow of a tensor on a page.

    Attributes:
        of: the tensors that are differentiated.
        outputs: the tensors that the gradient reaches, including those of ``of``.
        wires: the wires along which the gradient flows, against the direction of the data.
        cuts: the places where it stops although their inputs depend on something that could have a gradient.
        variables: the status of each Variable and Placeholder, in file order.
        weights: the weights of the tensors in ``of``; empty for a plain sum.
        source: the page with the composites that it uses, or None.
    """

    of: tuple[Endpoint, ...]
    outputs: frozenset[Endpoint]
    wires: frozenset[Wire]
    cuts: tuple[FlowCut, ...]
    variables: Mapping[str, Reachability]
    weights: tuple[Endpoint, ...] = ()
    source: Document | None = None

    def _repr_html_(self) -> str | None:
        return None if self.source is None else notebook_html(self)

    @property
    def names(self) -> str:
        """The names of the differentiated blocks; the outermost instance stands for a block inside."""
        return _outermost([each.block for each in self.of])

    @property
    def blocks(self) -> frozenset[str]:
        """The blocks that the gradient reaches."""
        return frozenset([output.block for output in self.outputs])


def _outermost(blocks: Iterable[str], between: str = " + ") -> str:
    result = list(dict.fromkeys(blocks))
    begins = tuple([f"{each}/" for each in result])
    return between.join([each for each in result if not each.startswith(begins)])


@renames.parameters(of="loss")
def gradient_flow(page: PageView, loss: str) -> PageFlow:
    """Return the flow of a tensor's gradient on a page, without running the page.

    Args:
        page: the page, such as ``diagram.page("main")``.
        loss: the tensor to differentiate: ``block``, ``block.pin``, ``block.pin[0]``, or a weighted sum such as ``a.y *
            w.output + b.y``. The name of an AddSymbolicGradients block refers to the tensors at its ``outputs``.

    Returns:
        The tensors and wires that the gradient reaches, the points where it stops, and the status of each variable.

    Raises:
        UsageError: a block or pin does not exist, or is not a tensor.

    Example:
        flow = blocks.gradient_flow(blocks.load("stable_softmax.gradblocks").pages[0], "loss")
        for cut in flow.cuts:
            print(cut.block, cut.reason)
    """
    elaboration = elaborate(page.snapshot(), composites=composites_of(definitions_of(page.diagram)))
    return page_flow(elaboration, loss)._replace(
        source=Document("", (page.snapshot(),), {}, page.diagram.document.composites)
    )


class InstanceFlow(NamedTuple):
    """The outputs and inputs of an instance, loop or branch that a gradient passes, and its gradient composites."""

    enters: list[str]
    leaves: list[str]
    custom_gradient: str = ""

    def within(self, begin: str) -> InstanceFlow:
        return self._replace(enters=[begin + pin for pin in self.enters], leaves=[begin + pin for pin in self.leaves])


def instance_flows(elaboration: Elaboration, flow: PageFlow) -> dict[str, InstanceFlow]:
    """Return the flow at each instance, loop and branch of a page, and at those inside them, by path."""
    if elaboration.expansion is None:
        return {}
    from blocks.library.control_flow.inner_flow import inner_flows

    carried = {wire.source[:2] for wire in flow.wires}
    starts = {block for block, _ in carried}
    asked = {(each.block, each.pin) for each in flow.of}
    flows: dict[str, InstanceFlow] = {}
    for path, instance in elaboration.expansion.instances.items():
        outputs, inputs = instance.outputs.items(), instance.inputs.items()
        enters = [
            f"{path}.{name}"
            for name, pin in outputs
            if (pin, name if pin == path else "output") in carried or (path, name) in asked
        ]
        leaves = [f"{path}.{name}" for name, pin in inputs if pin in starts and pin in elaboration.wires_into]
        flows[path] = InstanceFlow(enters, leaves, _gradient_of(instance.definition))
    running = elaboration.outputs(elaboration.running)
    given = [output for block, pin, index, output in running if Endpoint(block, pin, index) in flow.outputs]
    for block in elaboration.running:
        reached = {each.pin for each in flow.outputs if each.block == block}
        wires = [wire for wire in elaboration.wires_into.get(block, ()) if wire in flow.wires]
        leaves = [str(wire.target) for wire in wires if "/" not in wire.target.pin]  # variables are no pins
        values, customs = elaboration.values[block], dict[str, None]()
        for inner in inner_flows(values[RAN].op, given):
            there: Elaboration = inner.body.elaboration
            begin = f"{block}/{inner.part}"
            inside = instance_flows(there, page_flow(there, inner.of))
            flows.update((begin + path, each.within(begin)) for path, each in inside.items())
            customs[_gradient_of(there.expansion.source if there.expansion else there.page)] = None
        enters = [f"{block}.{pin}" for pin in values if pin in reached]
        flows[block] = InstanceFlow(enters, leaves, ", ".join(filter(None, customs)))
    return flows


def _gradient_of(definition: Page) -> str:
    return "" if definition.composite is None else definition.composite.gradient


def page_flow(
    elaboration: Elaboration, of: str | Sequence[Output], changes: Changes = AS_IT_IS, *, inside: bool = False
) -> PageFlow:
    """Return the flow of a tensor's gradient back through a page.

    Args:
        of: the differentiated tensor: ``block``, ``block.pin``, ``block.pin[0]``, the sum of pins ``a.y + b.y``, with
            weights ``a.y * w.output + b.y``; an AddSymbolicGradients block means the tensors at its ``outputs``; or
            tensors of the page's graph, whose sum is differentiated.
        inside: include the wires at instances, and the wires inside instances, loops and branches.

    Raises:
        UsageError: A block or pin does not exist, or is not a tensor.
    """
    ys = differentiated(elaboration, of) if isinstance(of, str) else list(of)
    gradient = PageGradient(elaboration, of if isinstance(of, str) else None, ys, changes)
    flow = gradient.result()
    if not inside or elaboration.expansion is None:
        return flow
    drawn = {flat: wire for wire, flat in elaboration.expansion.wires_at_instances()}
    at_instances = [wire for flat, wire in drawn.items() if flat in flow.wires]
    outputs, wires = _flows_inside(elaboration, gradient.reached, changes)
    cuts = [cut if cut.wire is None else cut._replace(wire=drawn.get(cut.wire, cut.wire)) for cut in flow.cuts]
    return flow._replace(wires=flow.wires.union(at_instances, wires), outputs=flow.outputs | outputs, cuts=tuple(cuts))


class PageGradient:
    """A gradient on a page: the projection of its flow through the graph onto the wires."""

    def __init__(self, elaboration: Elaboration, block: str | None, ys: Sequence[Output], changes: Changes) -> None:
        self.elaboration = elaboration
        self.ys = ys
        self.block = block
        self.flow = graph_flow(elaboration.graph, ys, changes)
        self.reached = frozenset(self.flow.reached)
        self.wires = self._wires(changes)

    def carried(self, block: str) -> list[Carried]:
        wires = self.elaboration.wires_into.get(block, ())
        return [(wire, wire_values(self.elaboration, wire)) for wire in wires]

    def result(self) -> PageFlow:
        elaboration, asked, aside = self.elaboration, set(self.ys), self.aside(shared=True)
        of: list[Endpoint] = []
        outputs: list[Endpoint] = []
        for block, pin, index, output in elaboration.outputs():
            if output in self.reached and (block not in aside or output in asked):
                outputs.append(Endpoint(block, pin, index))
            if output in asked and not elaboration.specs[block].passthrough:
                of.append(Endpoint(block, pin, index))
        weights = [Endpoint(*each) for each in weights_of(elaboration, self.block)] if self.block is not None else []
        return PageFlow(
            tuple(of), frozenset(outputs), frozenset(self.wires), tuple(self.cuts()), self.fates(of), tuple(weights)
        )

    def aside(self, *, shared: bool) -> set[str]:
        """Return the input pins of instances that the gradient does not pass, since none of the wires carries it there.

        Args:
            shared: include the variables of instances that share those of another one.
        """
        expansion = self.elaboration.expansion
        if expansion is None:
            return set()
        given = {pin for instance in expansion.instances.values() for pin in instance.inputs.values()}
        if shared and expansion.shares:
            from blocks.elaborate.instance_types import SHARED  # only pages with instances pay for it

            given.update(each.id for each in self.elaboration.page.blocks if each.type.startswith(SHARED))
        return given.difference([wire.source.block for wire in self.wires])

    def _wires(self, changes: Changes) -> set[Wire]:
        """Return the wires through which nodes pass the gradient, back to the blocks that make their inputs."""
        pending, wires = list[Carried](), set[Wire]()
        if self.block is not None and self.block in self.elaboration.gradients:
            for wire, values in self.carried(self.block):
                if wire.target.pin == "outputs" and changes.cut.isdisjoint(values):
                    pending.append((wire, values))
        inside: dict[str, set[Output]] = {}
        for node, passed in self.flow.passed.items():
            spec, block = node.type, node.block_name
            if spec.custom_gradient and self.elaboration.is_block(node):
                rule, lifted = node.attrs["program"], is_lifted(node, changes)
                for wire, values in self.carried(block) if passed else ():
                    passes = (wire.target.pin in rule.inputs) is not lifted and wire.target.pin not in rule.cut
                    pending += [(wire, values)] if passes and not set(passed).isdisjoint(values) else []
                continue
            if self.elaboration.specs.get(block) is not spec:  # a block that added nodes of its own, such as a gradient
                inside.setdefault(block, set()).update(passed)
                continue
            by = spec.input_index if spec.rule is None or whole_cut(node) is not None else spec.rule.inputs
            for wire, values in self.carried(block) if passed else ():
                if spec.aliases.get(wire.target.pin, wire.target.pin) in by and not set(passed).isdisjoint(values):
                    pending.append((wire, values))
        for block, passed in inside.items():
            pending += [each for each in self.carried(block) if not passed.isdisjoint(each[1])]
        while pending:
            wire, values = pending.pop()
            if wire in wires:
                continue
            wires.add(wire)
            if passes_through(self.elaboration, wire.source.block):
                pending += self.through(wire.source.block, self.reached & set(values))
        return wires

    def through(self, block: str, values: Set[Output]) -> list[Carried]:
        wires = [each for each in self.carried(block) if not values.isdisjoint(each[1])]
        if not is_muted(self.elaboration, block):
            return wires
        spec = self.elaboration.specs[block]
        # A tensor may come to several of its pins: it goes on from the first that could stand for the output.
        order = {pin.name: index for index, pin in enumerate(fitting_pins(spec) or spec.inputs)}
        first: dict[Output, tuple[int, Carried]] = {}
        for each in wires:
            at = order.get(spec.aliases.get(each[0].target.pin, each[0].target.pin))
            if at is None:
                continue
            for value in each[1]:
                if value in values and (value not in first or at < first[value][0]):
                    first[value] = at, each
        return [*dict.fromkeys([each for _, each in first.values()])]

    def cuts(self) -> list[FlowCut]:
        result: dict[FlowCut, None] = {}
        for cut in self.flow.cuts:
            if cut.within is not None and cut.within.block_name in self.elaboration.position and is_cut_inside(cut):
                result[FlowCut(cut.block, cut.pin or None, None, cut.kind, cut.reason)] = None
        cuts = [cut for cut in self.flow.cuts if cut.within is None and self.elaboration.is_block(cut.node)]
        matters = could_have_gradient(self.elaboration.graph) if cuts else b""
        for cut in cuts:
            block = cut.node.block_name
            if not cut.pin:
                result[FlowCut(block, None, None, cut.kind, cut.reason)] = None
                continue
            spec, whole = cut.node.type, whole_cut(cut.node) is not None
            for wire, values in self.carried(block):
                pin = spec.aliases.get(wire.target.pin, wire.target.pin)
                if (whole or pin == cut.pin) and any(matters[value.op.number] for value in values):
                    shown = wire if cut.value is None else self.carried(wire.source.block)[0][0]
                    result[FlowCut(block, wire.target.pin, shown, cut.kind, cut.reason)] = None
        return sorted(result, key=lambda cut: index_in(self.elaboration.position, cut.block))

    def fates(self, of: Sequence[Endpoint]) -> dict[str, Reachability]:
        fates: dict[str, Reachability] = {}
        towards: dict[int, tuple[int | None, Cut]] | None = None
        before: set[int] | None = None
        names = _outermost([each.block for each in of] or [y.op.block_name for y in self.ys], ", ")
        specs = self.elaboration.specs
        for each in self.elaboration.page.blocks:
            block, spec = each.id, specs.get(each.id)
            if spec is None or each.muted or not (spec.variable or spec.fed):
                continue
            node = node_of(self.elaboration, block)
            if node is None:
                continue
            output = node.outputs[0]
            if output in self.reached:
                fates[block] = Reachability(block, True)
                continue
            if not output.dtype.is_differentiable:
                fates[block] = Reachability(
                    block, False, "dtype", f"{output.dtype.short} values have no gradient", (block,)
                )
                continue
            if towards is None:
                towards = self.towards_cuts()
            if node.number in towards:
                path, cut = self.walk(node.number, towards)
                fates[block] = Reachability(block, False, cut.kind, cut.reason, path)
            else:
                before = self.before() if before is None else before
                reason = without_path(names, depends=node.number in before)
                fates[block] = Reachability(block, False, "disconnected", reason, (block,))
        return fates

    def before(self) -> set[int]:
        numbers: set[int] = set()
        pending = [output.op for output in self.ys]
        while pending:
            node = pending.pop()
            if node.number not in numbers:
                numbers.add(node.number)
                pending += [] if node.type.variable else [each.op for each in node.inputs]
        return numbers

    def towards_cuts(self) -> dict[int, tuple[int | None, Cut]]:
        """Return the next node toward a cut, and the cut, for each node without a gradient whose data reaches a cut.

        A breadth-first search from all cuts at once finds the shortest paths.
        """
        graph = self.elaboration.graph
        cuts: dict[int, tuple[int | None, Cut]] = {}
        pending: deque[int] = deque()

        def visit(number: int, after: int | None, cut: Cut) -> None:
            if number not in cuts and self.reached.isdisjoint(graph.nodes[number].outputs):
                cuts[number] = (after, cut)
                pending.append(number)

        for cut in self.flow.cuts:
            after = (cut.within or cut.node).number if cut.within is not None or cut.pin else None
            for value in cut.sources:
                visit(value.op.number, after, cut)
        while pending:
            node = graph.nodes[pending.popleft()]
            if node.type.variable:
                continue  # its inputs are what it began with
            cut = cuts[node.number][1]
            for value in node.inputs:
                visit(value.op.number, node.number, cut)
            if node.number in graph.loops:
                visit(graph.loops[node.number], node.number, cut)
        return cuts

    def walk(self, start: int, towards: Mapping[int, tuple[int | None, Cut]]) -> tuple[tuple[str, ...], Cut]:
        cut = towards[start][1]
        path = [self.elaboration.graph.nodes[start].block_name]
        number: int | None = start
        while number is not None:
            number = towards[number][0] if number in towards else None
            name = self.elaboration.graph.nodes[number].block_name if number is not None else path[-1]
            if name != path[-1]:
                path += [*self.between(path[-1], name), name]
        if cut.within is not None and cut.block not in path:  # the cut is in a body that the last block runs
            path.append(cut.block)
        return tuple(path), cut

    def between(self, block: str, other: str) -> list[str]:
        before: dict[str, str] = {}
        pending = deque([other])
        while pending:
            current = pending.popleft()
            for wire in self.elaboration.wires_into.get(current, ()):
                source = wire.source.block
                if source == block:
                    path: list[str] = []
                    while current != other:
                        path.append(current)
                        current = before[current]
                    return path
                if source not in before and passes_through(self.elaboration, source):
                    before[source] = current
                    pending.append(source)
        return []


def _flows_inside(
    elaboration: Elaboration, reached: Collection[Output], changes: Changes
) -> tuple[set[Endpoint], set[Wire]]:
    """Return the output pins in loops and branches that a gradient reaches, by path, and the wires it uses."""
    from blocks.library.control_flow.inner_flow import inner_flows

    outputs: set[Endpoint] = set()
    wires: set[Wire] = set()
    for block in elaboration.running:
        for inner in inner_flows(elaboration.values[block][RAN].op, reached, changes):
            if not inner.of:
                continue
            page: Page = inner.body.elaboration.page
            begin = f"{block}/{inner.part}"
            flow = page_flow(inner.body.elaboration, inner.of, changes.within(begin), inside=True)
            outputs.update([Endpoint(begin + at, pin, index) for at, pin, index in flow.outputs])
            ends = {each.id for each in page.blocks if each.type == OUTPUT_PIN}
            out = [wire for wire in page.wires if wire.target.block in ends and wire.source in flow.outputs]
            for source, target in flow.wires.union(out):
                pair = source._replace(block=begin + source.block), target._replace(block=begin + target.block)
                wires.add(Wire(*pair))
    return outputs, wires


def passes_through(elaboration: Elaboration, block: str) -> bool:
    spec = elaboration.specs.get(block)
    return spec is not None and (spec.passthrough or is_muted(elaboration, block))


def is_muted(elaboration: Elaboration, block: str) -> bool:
    return elaboration.page.blocks[elaboration.position[block]].muted


def node_of(elaboration: Elaboration, block: str) -> Node | None:
    for value in elaboration.values.get(block, {}).values():
        for each in value if is_list(value) else (value,):
            if isinstance(each, (Output, OperationRef)):
                return each.op
    return None

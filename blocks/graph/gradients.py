"""Symbolic gradients: one backward sweep that adds nodes to the same graph.

The sum of the ``outputs`` is differentiated. A block type's rule computes the gradient with respect to its inputs from
the gradient with respect to its outputs. The sweep adds the gradients that several users of an output contribute and,
for block types that broadcast their inputs, sums to the input's shape. So rules need to do neither.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from blocks.base.collection import paused_collection
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, is_known, shape_text
from blocks.base.types import is_list
from blocks.graph.call_info import GRADIENT, note
from blocks.graph.flow import AS_IT_IS, Changes, Cut, cuts_between, describe, forwarded, is_lifted, passing
from blocks.graph.gradient_templates import Results, Templates
from blocks.graph.graph import Graph, Node, Operand, Output, outputs_of
from blocks.graph.scope import Scope, home_of
from blocks.graph.spec import Rule
from blocks.graph.unrolling import unroll

_KINDS = (bool, int, str, DType)
"""Attributes that are the same where they are equal."""


class UnreachableError(DiagramError):
    """An input that no gradient reaches."""

    def __init__(self, message: str, cuts: list[Cut], index: int, hint: str | None = None) -> None:
        super().__init__(message, pin="inputs", hint=hint)
        self.cuts = cuts
        self.input_index = index


class Gradients(list["Output | UnreachableError"]):
    """One gradient or error for each input, with the sweep that built them, which can be continued."""

    sweep: _Sweep | None = None

    def known(self, ys: Sequence[Output], seeds: Sequence[Output | None]) -> Mapping[Output, Output]:
        """Return complete gradients at intermediate outputs; empty if the sweep has other outputs or seeds."""
        sweep = self.sweep
        return sweep.complete() if sweep is not None and sweep.ys == ys and sweep.seeds == seeds else {}


def add_symbolic_gradients(
    scope: Scope,
    outputs: Sequence[Operand],
    inputs: Sequence[Operand],
    grad_inputs: Sequence[Operand | None] | None = None,
) -> list[Output]:
    """Add the gradient of the sum of ``outputs`` with respect to each of ``inputs`` to the graph.

    Args:
        scope: the scope of the new nodes, which go into its sub-scope ``gradients``.
        outputs: the tensors to differentiate, of any shape and of floating or complex dtype.
        inputs: the tensors with respect to which to differentiate: any outputs of the graph, including intermediate
            ones.
        grad_inputs: the incoming gradient of each output, with the output's shape and dtype. None: ones.

    Returns:
        One output per input, with the shape and dtype of the input.

    Raises:
        UnreachableError: no gradient reaches one of the inputs.
        DiagramError: a block on the path from an input to an output has no gradient rule, or prevents the gradient.

    Example:
        root = blocks.Scope.new_root_scope()
        x = blocks.ops.Const(root, [3.0, 4.0])
        loss = blocks.ops.Square(root, x)
        [gradient] = blocks.add_symbolic_gradients(root, [loss], [x])
        print(blocks.ClientSession(root).run([gradient]))
    """
    result = try_gradients(scope, outputs, inputs, grad_inputs)
    for gradient in result:
        if isinstance(gradient, UnreachableError):
            raise gradient
    return [gradient for gradient in result if isinstance(gradient, Output)]


def try_gradients(
    scope: Scope,
    outputs: Sequence[Operand],
    inputs: Sequence[Operand],
    grad_inputs: Sequence[Operand | None] | None = None,
    known: Mapping[Output, Output] = MappingProxyType({}),
    changes: Changes = AS_IT_IS,
) -> Gradients:
    """Do the same as `add_symbolic_gradients`, but return the error for an input that no gradient reaches.

    Args:
        known: gradients that another sweep from the same outputs built.
    """
    ys, xs = outputs_of(outputs), outputs_of(inputs)
    if not ys:
        raise DiagramError("there are no outputs to differentiate", pin="outputs")
    if not xs:
        raise DiagramError("there are no inputs to differentiate with respect to", pin="inputs")
    graph = scope.graph
    for pin, values in (("outputs", ys), ("inputs", xs)):
        for value in values:
            if value.op.graph is not graph:
                raise DiagramError(f"{value.name!r} belongs to another graph", pin=pin)
    given = grad_inputs if grad_inputs is not None else [None for _ in ys]
    seeds = [None if each is None else each.as_output() for each in given]
    if len(seeds) != len(ys):
        raise DiagramError(
            f"expected one gradient per output, got {len(seeds)} for {len(ys)} outputs", pin="grad_inputs"
        )
    written_out = unroll(scope, ys)
    ys, xs = [written_out.get(y, y) for y in ys], [written_out.get(x, x) for x in xs]
    changes = changes._replace(cut=frozenset([written_out.get(each, each) for each in changes.cut]))
    sweep = _Sweep(graph, scope.new_sub_scope("gradients"), ys, seeds, xs, known, changes)
    outer, outer_source = graph.active, graph.gradient_of
    graph.active = home_of(sweep.scope)
    try:
        with paused_collection():
            sweep.seed()
            sweep.run()
            gradients = Gradients([sweep.gradient(i, x, ys) for i, x in enumerate(xs)])
    finally:
        graph.active, graph.gradient_of = outer, outer_source
    if not (written_out or scope.controls or any(changes)):
        gradients.sweep = sweep
    return gradients


class _Sweep:
    def __init__(
        self,
        graph: Graph,
        scope: Scope,
        ys: list[Output],
        seeds: list[Output | None],
        xs: list[Output],
        known: Mapping[Output, Output],
        changes: Changes,
    ) -> None:
        self.changes = changes
        self.graph = graph
        self.scope = scope
        self.ys = ys
        self.seeds = seeds
        self.reached, self.between = _between(graph, ys, xs)
        self.writes: list[int] = []  # for each node the writes of variables that it depends on, as bits
        self.bit = 1
        self.reads: dict[tuple[Output, int], Output] = {}
        self.known = known
        self.ends = {*known, *changes.cut}  # where it goes no further
        self.templates = Templates(graph, home_of(scope))
        self.arrived: dict[Output, Output | list[Output]] = {**known}

    def seed(self) -> None:
        for y, given in zip(self.ys, self.seeds, strict=True):
            if not y.dtype.is_differentiable:
                if given is not None:
                    raise DiagramError(f"{y.name!r} is {y.dtype.short}, which has no gradient", pin="grad_inputs")
                continue
            if y not in self.ends:
                self._arrive(y, _checked(given, y) if given is not None else self._make("ones", y))

    def run(self) -> None:
        """Walk from the last node to the first; every node's users come before it."""
        graph = self.graph
        for number in self.between:
            node = graph.nodes[number]
            if self.known and (values := passing(node)) and all(value in self.known for value in values):
                continue
            dys = [self._sum(output) for output in node.outputs]
            if any([dy is not None for dy in dys]):
                graph.gradient_of = node
                if self.changes.lifted and is_lifted(node, self.changes):
                    self._lift(node, dys)
                else:
                    self._pass_on(node, dys)

    def gradient(self, index: int, x: Output, ys: list[Output]) -> Output | UnreachableError:
        result = self._sum(x)
        if result is not None:
            return result
        cuts = cuts_between(self.graph, ys, x)
        hint = "write floats with a decimal point: 3.0" if x.dtype.is_integer else None
        return UnreachableError(describe(x, ys, cuts), cuts, index, hint)

    def complete(self) -> dict[Output, Output]:
        """Return the accumulated gradients at nodes for which all paths have been followed."""
        reached, arrived = self.reached, self.arrived
        return {o: each for o, each in arrived.items() if reached[o.op.number] and isinstance(each, Output)}

    def _lift(self, node: Node, dys: list[Output | None]) -> None:
        first = len(node.inputs) - len(dys)
        for i, (target, dy) in enumerate(zip(forwarded(node), dys, strict=True)):
            if dy is not None and self._wants(target) and (node.number, first + i) not in self.changes.uses:
                self._arrive(target, dy)

    def _pass_on(self, node: Node, dys: list[Output | None]) -> None:
        spec = node.type
        if spec.not_differentiable or spec.variable or not node.inputs:
            return
        rule = spec.rule_for(node.attrs)
        if rule is None:
            raise DiagramError(f"{node.block_name} ({spec.name}) has no gradient rule")
        dy, uses = dys[0], self.changes.uses
        attrs = node.attrs.values()
        if self.graph.has_writes and any([x.is_ref for x in node.inputs]) and self._is_behind(dys, node):
            result = self._by_rule_and_reads(node, rule, dys)
        elif dy is not None and spec.simple and (not attrs or all([type(value) in _KINDS for value in attrs])):
            reached, ends, y = self.reached, self.ends, node.outputs[0]
            # All that a rule may look at, beside values: who asks for one is noticed.
            kind = [spec, dy.dtype, dy.shape, y.dtype, y.shape, *attrs]
            for x in node.inputs:
                kind += (x.dtype, x.shape, reached[x.op.number] and x not in ends)
            given = (*node.inputs, y, dy)
            result = self.templates.results(tuple(kind), given, self._by_rule, node, rule, dys)
        else:
            result = self._by_rule(node, rule, dys)
        if uses:
            result = [None if (node.number, i) in uses else gradient for i, gradient in enumerate(result)]
        for target, gradient in zip(node.inputs, result, strict=True):
            if gradient is not None:
                self._arrive(target, gradient)

    def _is_behind(self, dys: list[Output | None], node: Node) -> bool:
        """Return whether an incoming gradient depends on a variable write that the node does not depend on."""
        arrived = 0
        for each in dys:
            arrived |= self._writes_before(each.op) if each is not None else 0
        return bool(arrived & ~self._writes_before(node))

    def _writes_before(self, node: Node) -> int:
        """Return the writes at and before a node as a bit mask."""
        writes = self.writes
        for each in self.graph.nodes[len(writes) : node.number + 1]:
            bits = 0
            for before in (*[x.op for x in each.inputs], *each.controls):
                bits |= writes[before.number]
            if each.type.writes:
                bits, self.bit = bits | self.bit, self.bit << 1
            writes.append(bits)
        return writes[node.number]

    def _by_rule_and_reads(self, node: Node, rule: Rule, dys: list[Output | None]) -> Results:
        """Apply the rule with the variable values that the node read, not with later ones."""
        at = node.number if self._writes_before(node) else -1
        scope = self.scope if at < 0 else self.scope.with_control_dependencies([node])
        for x in node.inputs:
            if x.is_ref and x.dtype.is_differentiable and (x, at) not in self.reads:
                self.reads[x, at] = x.op.type.basic("identity")(scope, x).as_output()
        first = len(self.graph.nodes)
        result = self._by_rule(node, rule, dys)
        for new in self.graph.nodes[first:]:
            if any([(x, at) in self.reads for x in new.inputs]):
                new.rewire(tuple([
                    tuple([self.reads.get((x, at), x) for x in arg]) if isinstance(arg, tuple)
                    else arg if arg is None else self.reads.get((arg, at), arg)
                    for arg in new.args
                ]))  # fmt: skip
        return result

    def _by_rule(self, node: Node, rule: Rule, dys: list[Output | None]) -> Results:
        spec = node.type
        if not any([self._wants(target) for target in node.inputs]):
            return [None] * len(node.inputs)
        note(GRADIENT, node)
        try:
            given: list[Any] = self._per_pin(node, dys) if spec.list_outputs else [*dys]
            if spec.nested and self.changes.inside:
                given.append(self.changes)
            result = rule.build(node, *given)
        except DiagramError as error:
            # A node of another gradient has no block of its own: it is told where this one is asked for.
            if error.block is None and node.owner is not None and node.source is None:
                error.block = node.owner.block
            raise
        parts: Sequence[Any] = result if len(rule.inputs) > 1 and is_list(result) else (result,)
        if len(parts) != len(rule.inputs):
            raise DiagramError(
                f"the gradient rule of {spec.name} returns {len(parts)} values for {len(rule.inputs)} inputs"
            )
        by_pin = dict(zip(rule.inputs, parts, strict=True))
        results: list[Operand | None] = []
        for pin, arg in zip(spec.inputs, node.args, strict=True):
            part = by_pin.get(pin.name)
            if isinstance(arg, tuple):
                results += part if part is not None else [None] * len(arg)
            elif arg is not None:
                results.append(part)
        return [self._fitted(node, target, dx) for target, dx in zip(node.inputs, results, strict=True)]

    def _per_pin(self, node: Node, dys: list[Output | None]) -> list[Any]:
        """Return the incoming gradients as a rule takes them: one per output pin, with complete lists."""
        results: list[Any] = []
        for pin in node.type.outputs:
            outputs = node.output_of(pin.name)
            if not isinstance(outputs, tuple):
                results.append(dys[outputs.index])
                continue
            given = [dys[o.index] for o in outputs]
            if node.type.nested:  # it knows what is nothing
                results.append(given)
            elif all(dy is None for dy in given):
                results.append(None)
            else:
                pairs = zip(given, outputs, strict=True)
                results.append(tuple(self._make("zeros", o) if dy is None else dy for dy, o in pairs))
        return results

    def _fitted(self, node: Node, target: Output, dx: Operand | None) -> Output | None:
        if dx is None or not self._wants(target):
            return None
        gradient = dx.as_output()
        shape = gradient.shape
        if node.type.broadcasts and not (shape == target.shape and is_known(shape)):
            return self._make("unbroadcast", gradient, self._make("shape", target))
        return gradient

    def _wants(self, target: Output) -> bool:
        return target.dtype.is_differentiable and bool(self.reached[target.op.number]) and target not in self.ends

    def _arrive(self, target: Output, gradient: Output) -> None:
        before = self.arrived.get(target)
        if before is None:
            self.arrived[target] = gradient
        elif isinstance(before, list):
            before.append(gradient)
        else:
            self.arrived[target] = [before, gradient]

    def _sum(self, target: Output) -> Output | None:
        output = self.arrived.get(target)
        if isinstance(output, list):
            kind = ("total", *[(each.dtype, each.shape) for each in output])
            [output] = self.templates.results(kind, output, self._total, output)
            assert output is not None
            self.arrived[target] = output
        return output

    def _total(self, outputs: list[Output]) -> Results:
        return [self._make("total", outputs)]

    def _make(self, what: str, *args: Any) -> Output:
        first = args[0][0] if isinstance(args[0], list) else args[0]  # pyright: ignore[reportUnknownVariableType]
        result = first.op.type.basic(what)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        return result(self.scope, *args).as_output()  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _checked(given: Output, y: Output) -> Output:
    if given.op.graph is not y.op.graph:
        raise DiagramError(f"{given.name!r} belongs to another graph", pin="grad_inputs")
    if given.dtype is not y.dtype or not compatible(given.shape, y.shape):
        result, wanted = (f"{o.dtype.short}{shape_text(o.shape)}" for o in (given, y))
        raise DiagramError(
            f"the gradient given for {y.op.block_name}: expected {wanted}, got {result}", pin="grad_inputs"
        )
    return given


def _between(graph: Graph, ys: list[Output], xs: list[Output]) -> tuple[bytearray, list[int]]:
    """Return for each node whether it depends on an input, and the nodes that a gradient must pass, last first.

    The node of an input must be passed only if it takes a value from another input.
    """
    top = max(y.op.number for y in ys)
    low = min(x.op.number for x in xs)
    nodes = graph.nodes
    # Only what is before the outputs: a graph may have many gradients, and much else beside each.
    upstream: list[int] = []
    needed = bytearray(top + 1)
    for y in ys:
        needed[y.op.number] = 1
    number = needed.rfind(1, low)
    while number >= 0:
        upstream.append(number)
        for i in nodes[number].inputs:
            needed[i.op.number] = 1
        number = needed.rfind(1, low, number)
    forward = bytearray(top + 1)
    for x in xs:
        if x.op.number <= top:
            forward[x.op.number] = 1
    results: list[int] = []
    for number in reversed(upstream):
        for i in nodes[number].inputs:
            if forward[i.op.number]:
                forward[number] = 1
                results.append(number)
                break
    results.reverse()
    return forward, results

"""The graph of a resolved page: nodes are built from the wires and typed values of each block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.compile.rewrite import needed_nodes
from blocks.document.data import Block, Wire
from blocks.elaborate.loops import close_loop, open_loop
from blocks.elaborate.model import RAN, BodyFaults, Elaboration, FileReader, ResolvedPage, Wires, index_of
from blocks.elaborate.muting import hand_on, hand_on_loop
from blocks.elaborate.resolve import PageErrors, output_at
from blocks.graph.attributes import faults
from blocks.graph.binding import HelperCall, Trained, nothing_at
from blocks.graph.build import construct
from blocks.graph.graph import Graph, Node, Operand, Output, Owner
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef, SessionRequest, kind_name

if TYPE_CHECKING:
    from blocks.elaborate.composites import Composites


class Missing(Exception):
    """The absence of a value because its block failed; that error is reported elsewhere."""


class GraphBuilder:
    """The graph of a page while it grows.

    Args:
        composites: the definitions of the page's instances.

    Attributes:
        root: the scope of blocks without a wired scope.
        open_loops: the loops that are not closed yet, by the blocks that close them.
        mute: the reasons why muted blocks cannot pass their inputs.
    """

    def __init__(
        self, resolved: ResolvedPage, read_file: FileReader | None, composites: Composites | None = None
    ) -> None:
        self.page = resolved.page
        self.resolved = resolved
        self.read_file = read_file
        self.composites = composites
        self.errors = PageErrors(resolved.page.name, resolved.errors, resolved.failed)
        self.graph = Graph()
        self.root = Scope(self.graph)
        self.scopes: dict[str, Scope] = {"": self.root}
        self.specs = dict(resolved.specs)
        self.values: dict[str, dict[str, Any]] = {}
        self.open_loops: dict[str, list[tuple[Node, Wire]]] = {}
        self.mute: dict[str, DiagramError] = {}
        self.reads_files = False
        self.inner: list[str] = []
        self.running: list[str] = []
        self.trained: dict[str, Trained] = {}

    def elaboration(self) -> Elaboration:
        resolved, page = self.resolved, self.page
        requests: list[tuple[str, SessionRequest]] = []
        if resolved.sessions:
            self._collect_requests(requests, [page.blocks[index].id for index in resolved.order])
        position = resolved.wiring.position
        self.errors.all.sort(key=lambda error: index_of(position, error))
        result = Elaboration(
            page, self.graph, self.values, self.errors.all, requests, self.specs, resolved.gradients, resolved.sessions,
            resolved.back, self.reads_files, resolved.wiring, resolved.in_file_order, resolved.expansion,
            tuple(self.inner), tuple(self.running), self.trained,
        )  # fmt: skip
        if result.sessions and any(spec.trains for spec in set(result.specs.values())):
            _run_trainers(result, requests)
        return result

    def scope_in(self, instance: str) -> Scope:
        scope = self.scopes.get(instance)
        if scope is None:
            outer, _, own = instance.rpartition("/")
            within = self.scope_in(outer) if outer else self.root
            scope = self.scopes[instance] = within.new_sub_scope(own)
        return scope

    def make(self, index: int) -> None:
        """Make the nodes of a block, after the blocks of its wires."""
        spec = self.resolved.types[index]
        if spec is not None:
            block = self.page.blocks[index]
            self._make(block, index, spec, self.resolved.wiring.allowed[index])
            if self.open_loops:
                self._close_loops(block.id)

    def _make(self, block: Block, index: int, spec: BlockSpec, wires: Wires) -> None:
        errors = self.errors
        attributes, literals = self._split_values(block, spec) if block.values else ({}, {})
        try:
            given, scope = self._gather(self._owner(block.id, index, spec), spec, wires, literals)
        except Missing:
            errors.failed.add(block.id)
            given, scope = [], None
        if scope is None or block.id in errors.failed:
            self._report_attributes(block, spec, attributes)
            return
        if block.muted:
            try:
                self.values[block.id] = self._handed_on(block, spec, scope, given, attributes)
            except DiagramError as error:
                self.mute[block.id] = error
                errors.failed.add(block.id)
            return
        try:
            result = construct(spec, scope, given, attributes)
        except DiagramError as error:
            if not self._report_attributes(block, spec, attributes):
                open_pins = (
                    [] if spec.kind == "helper" else [p for p, v in zip(spec.inputs, given, strict=True) if v is None]
                )
                inside = error.errors if isinstance(error, BodyFaults) else [error]
                for fault in [nothing_at(spec, p) for p in open_pins if not p.optional] or inside:
                    errors.report(block.id, fault)
            return
        self.values[block.id] = values = _pin_values(spec, result)
        if not isinstance(result, HelperCall):
            return
        if RAN in values:
            self.running.append(block.id)
        for inner, node in result.inner.items():
            path = f"{block.id}/{inner}"
            self.specs[path], self.values[path] = node.type, _pin_values(node.type, node)
            self.inner.append(path)
        if result.trained is not None:
            self.trained[block.id] = result.trained
        for value in values.values():
            if is_list(value):
                for each in value:
                    if isinstance(each, DiagramError):
                        errors.note(each.located(block=block.id, page=self.page.name))

    def _handed_on(
        self, block: Block, spec: BlockSpec, scope: Scope, given: list[Any], attributes: dict[str, Any]
    ) -> dict[str, Output]:
        if block.type[:1] == ":":
            assert self.composites is not None
            return self.composites.handed_on(spec, given, attributes)
        return (hand_on_loop if "/" in block.type else hand_on)(spec, scope, given, attributes)

    def _owner(self, block: str, index: int, spec: BlockSpec) -> Owner:
        expansion = self.resolved.expansion
        if expansion is not None and (spec.random or spec.context) and "/" in block:
            return Owner(block, index, expansion.keeper(block))
        return Owner(block, index)

    def _report_attributes(self, block: Block, spec: BlockSpec, attributes: dict[str, Any]) -> bool:
        result = faults(spec, attributes)
        for error in result:
            if error.pin not in self.errors.reported.get(block.id, ()):
                self.errors.report(block.id, error)
        return bool(result)

    def _split_values(self, block: Block, spec: BlockSpec) -> tuple[dict[str, Any], dict[str, Any]]:
        """Split a block's typed values into attributes and literals of inputs; report all others and wrong ones."""
        attributes: dict[str, Any] = {}
        literals: dict[str, Any] = {}
        for name, value in block.values.items():
            pin = spec.input(name)
            if name not in spec.attribute_names and pin is None:
                names = [*spec.attribute_names, *(p.name for p in spec.inputs if p.literal)]
                known = ", ".join([each for each in names if each[:1] != "/"]) or "none"
                text = f"{spec.name} has no attribute or input {name!r}"
                error = spec.clash(name) or DiagramError(text, hint=f"the attributes and inputs are: {known}")
                self.errors.report(block.id, error, name)
                continue
            if pin is not None and name not in spec.attribute_names:
                if not pin.literal:
                    self.errors.report(block.id, DiagramError(f"{name} takes a wire, not a typed value"), name)
                    continue
                if value is None:
                    continue
            if _is_file(value):
                self.reads_files = True
                try:
                    value = self._read(value["file"])
                except DiagramError as error:
                    self.errors.report(block.id, error, name)
                    continue
            (attributes if name in spec.attribute_names else literals)[name] = value
        return attributes, literals

    def _read(self, name: Any) -> Array:
        if not isinstance(name, str):
            raise DiagramError("a file name must be a string")
        if self.read_file is None:
            raise DiagramError(f"cannot read the file {name!r}: the diagram was opened without a working folder")
        return self.read_file(name)

    # -- Inputs

    def _gather(
        self, owner: Owner, spec: BlockSpec, wires: Wires, literals: Mapping[str, Any]
    ) -> tuple[list[Any], Scope]:
        given: list[Any] = [literals.get(pin.name) for pin in spec.inputs] if literals else [None] * len(spec.inputs)
        scope = self.root
        lists: dict[int, list[Any]] = {}
        missing = False
        back: dict[int, Wire] = {}
        block, back_wires = owner.block, self.resolved.back
        for wire in wires:
            if back_wires and wire in back_wires:
                given[0] = lists.setdefault(0, [])
                back[len(lists[0])] = wire
                lists[0].append(None)
                continue
            if self._plainly(spec, wire, given):
                continue
            try:
                value = self.source_value(wire)
            except Missing:
                missing = True
                continue
            except DiagramError as error:
                self.errors.report(block, error, wire.target.pin)
                continue
            name = wire.target.pin
            name = spec.aliases.get(name, name)
            if name == "scope":
                if not isinstance(value, Scope):
                    self.errors.report(block, DiagramError("scope must be a Scope block"), "scope")
                    continue
                scope = value
                continue
            i = spec.input_index[name]
            pin = spec.inputs[i]
            if (
                not pin.is_list and not spec.is_display and is_list(value) and len(value) == 1
            ):  # it is clear what is meant
                value = value[0]
                if isinstance(value, DiagramError):
                    missing = True
                    continue
            whole = is_list(value)
            if pin.is_list:
                values: list[Any] = list(value) if whole else [value]
                if any(isinstance(v, DiagramError) for v in values):
                    missing = True
                    continue
                lists.setdefault(i, []).extend(values)
                given[i] = lists[i]
            elif whole and not spec.is_display:
                text = f"{wire.target.pin} takes one tensor, but {wire.source} is a list: name one of its elements"
                self.errors.report(
                    block, DiagramError(text, hint=f"write, for example, {wire.source}[0]"), wire.target.pin
                )
            elif pin.kind == "tensor" and not isinstance(value, Operand):
                text = f"{wire.target.pin} must be a tensor, but {wire.source} is {kind_name(value)}"
                self.errors.report(block, DiagramError(text), wire.target.pin)
            else:
                given[i] = value
        if missing and not spec.allows_missing_inputs:
            raise Missing
        name = block
        if self.resolved.expansion is not None:
            name = f"{block}/gradient" if spec.in_composites else block.rstrip("/")
            slash = name.rfind("/")
            if slash > 0:
                name, instance = name[slash + 1 :], name[:slash]
                if scope is self.root:
                    scope = self.scopes.get(instance) or self._scope_in(block, instance)
        here = Scope(scope.graph, scope.name, name, scope.controls, owner, scope.device)
        if back:
            try:
                for begin, wire in open_loop(here, given[0], back, endless=block in self.resolved.endless):
                    self.open_loops.setdefault(wire.source.block, []).append((begin, wire))
            except DiagramError as error:
                self.errors.report(block, error)
                raise Missing from None
        return given, here

    def _scope_in(self, block: str, instance: str) -> Scope:
        try:
            return self.scope_in(instance)
        except DiagramError as error:
            self.errors.report(block, error)
            raise Missing from None

    def _plainly(self, spec: BlockSpec, wire: Wire, given: list[Any]) -> bool:
        (block, source, index), (_, target, _) = wire
        values, i = self.values.get(block), spec.input_index.get(target)
        if values is None or i is None or index is not None or spec.inputs[i].is_list:
            return False
        value = values.get(source)
        if not isinstance(value, Output):
            return False
        given[i] = value
        return True

    def source_value(self, wire: Wire) -> Any:
        """Return the value of a wire's source; raise DiagramError if it cannot exist, Missing if its block failed."""
        source = wire.source
        values = self.values.get(source.block)
        if values is not None and source.index is None and source.pin in values:
            return values[source.pin]
        target = self.specs[wire.target.block]
        if values is None:
            if target.is_annotation:  # what there is nothing of is not shown
                raise Missing
            why = self.mute.get(source.block)
            if why is not None:
                pin = output_at(self.specs[source.block], source.pin, target)
                if pin is not None and pin.kind == "operation":
                    return []  # nothing to run
                text = f"{source.block} is muted and cannot pass its input through: {why.message}"
                raise DiagramError(text, hint="unmute the block, or wire around the block")
            raise Missing
        spec = self.specs[source.block]
        pin = output_at(spec, source.pin, target)
        value = values.get(pin.name) if pin is not None else None
        if source.index is None:
            return value
        if not is_list(value):
            raise DiagramError(f"{source.block}.{source.pin} is not a list and has no element {source.index}")
        if source.index >= len(value):
            raise DiagramError(f"{source.block}.{source.pin} has {len(value)} elements, so {source} does not exist")
        result: Any = value[source.index]
        if isinstance(result, DiagramError):
            raise Missing
        return result

    def _close_loops(self, block: str) -> None:
        for begin, wire in self.open_loops.get(block, ()):
            try:
                close_loop(self.graph, begin, self.source_value(wire))
            except Missing:
                continue  # the fault is reported where it is
            except DiagramError as error:
                self.errors.report(wire.target.block, error)

    # -- Sessions

    def _collect_requests(self, requests: list[tuple[str, SessionRequest]], order: Sequence[str]) -> None:
        fed: dict[Output, tuple[str, Array]] = {}
        for block in order:
            request = self.values.get(block, {}).get("status") if block in self.resolved.sessions else None
            if isinstance(request, SessionRequest):
                requests.append((block, request))
                self._check_feeds(block, request, fed)

    def _check_feeds(self, block: str, request: SessionRequest, fed: dict[Output, tuple[str, Array]]) -> None:
        """Report sessions that feed different values to one tensor, since a tensor has one value per step."""
        for feed in request.feeds:
            first, value = fed.setdefault(feed.output, (block, feed.value))
            if not (value.shape == feed.value.shape and value.tobytes() == feed.value.tobytes()):
                where = "two FeedType blocks" if first == block else f"{first} and {block}"
                text = f"{where} feed different values to {feed.output.op.block_name} in the same step"
                self.errors.report(block, DiagramError(text), "inputs")


def _run_trainers(elaboration: Elaboration, requests: list[tuple[str, SessionRequest]]) -> None:
    graph, wired = elaboration.graph, elaboration.upstream(elaboration.sessions)
    run = needed_nodes(graph, [o for _, r in requests for o in r.fetches], [n for _, r in requests for n in r.targets])
    for block in elaboration.page.blocks:
        spec = elaboration.specs.get(block.id)
        if spec is None or not spec.trains or block.muted:
            continue
        values = elaboration.values.get(block.id)
        steps = [each.op for each in (values or {}).values() if isinstance(each, OperationRef)]
        if not any(run[each.number] for each in steps) and (values is not None or block.id not in wired):
            elaboration.trainers.append(block.id)  # one that is at fault makes each step fail
            requests.append((block.id, SessionRequest([], steps, [])))


def _pin_values(spec: BlockSpec, result: Node | HelperCall) -> dict[str, Any]:
    if isinstance(result, HelperCall):
        return result.values
    if spec.simple:
        return {spec.outputs[0].name: result.outputs[0]}
    return {p.name: result.output_of(p.name) if p.kind == "tensor" else OperationRef(result) for p in spec.outputs}


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and "file" in value  # pyright: ignore[reportUnknownArgumentType]

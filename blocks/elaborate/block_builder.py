"""The builder of a block's nodes from its wires and typed values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.document.data import Block, Wire
from blocks.elaborate.loops import close_loop, open_loop
from blocks.elaborate.model import RAN, Wires
from blocks.elaborate.muting import hand_on
from blocks.elaborate.page_builder import BodyFaults, PageBuilder
from blocks.elaborate.wiring import output_at
from blocks.graph.attributes import faults
from blocks.graph.binding import HelperCall, nothing_at
from blocks.graph.build import construct
from blocks.graph.graph import Node, Operand, Output, Owner
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.core.values import OperationRef


class Missing(Exception):
    """The absence of a value because its block failed; that error is reported elsewhere."""


def make(builder: PageBuilder, block: Block, index: int, spec: BlockSpec | None, wires: Wires) -> None:
    """Make the nodes of a block, after the blocks of its wires."""
    if spec is not None:
        _make(builder, block, index, spec, wires)
        if builder.open_loops:
            _close_loops(builder, block.id)


def _make(builder: PageBuilder, block: Block, index: int, spec: BlockSpec, wires: Wires) -> None:
    attributes, literals = _split_values(builder, block, spec) if block.values else ({}, {})
    try:
        owner = Owner(block.id, index) if builder.expansion is None else _owner(builder, block.id, index, spec)
        given, scope = _gather(builder, owner, spec, wires, literals)
    except Missing:
        builder.faulty.add(block.id)
        given, scope = [], None
    if scope is None or block.id in builder.faulty:
        _report_attributes(builder, block, spec, attributes)
        return
    if block.muted:
        try:
            builder.values[block.id] = _handed_on(builder, block, spec, scope, given, attributes)
        except DiagramError as error:
            builder.mute[block.id] = error
            builder.faulty.add(block.id)
        return
    try:
        result = construct(spec, scope, given, attributes)
    except DiagramError as error:
        if not _report_attributes(builder, block, spec, attributes):
            open_pins = (
                [] if spec.kind == "helper" else [p for p, v in zip(spec.inputs, given, strict=True) if v is None]
            )
            inside = error.errors if isinstance(error, BodyFaults) else [error]
            for fault in [nothing_at(spec, p) for p in open_pins if not p.optional] or inside:
                builder.report(block.id, fault)
        return
    builder.values[block.id] = values = _pin_values(spec, result)
    if not isinstance(result, HelperCall):
        return
    if RAN in values:
        builder.running.append(block.id)
    for path, node in result.inner.items():
        builder.add_inner(f"{block.id}/{path}", node.type, _pin_values(node.type, node))
    if result.trained is not None:
        builder.trained[block.id] = result.trained
    for value in values.values():
        if is_list(value):
            for each in value:
                if isinstance(each, DiagramError):
                    builder.note(each.located(block=block.id, page=builder.page.name))


def _handed_on(
    builder: PageBuilder, block: Block, spec: BlockSpec, scope: Scope, given: list[Any], attributes: dict[str, Any]
) -> dict[str, Output]:
    if block.type[:1] != ":" and "/" not in block.type:
        return hand_on(spec, scope, given, attributes)
    from blocks.elaborate.instance_muting import hand_on_instance, hand_on_loop  # which elaborate definitions

    if block.type[:1] != ":":
        return hand_on_loop(spec, scope, given, attributes)
    return hand_on_instance(builder, spec, given, attributes)


def _owner(builder: PageBuilder, block: str, index: int, spec: BlockSpec) -> Owner:
    if (spec.random or spec.context) and "/" in block and builder.expansion is not None:
        return Owner(block, index, builder.expansion.keeper(block))
    return Owner(block, index)


def _scope_in(builder: PageBuilder, block: str, instance: str) -> Scope:
    try:
        return builder.scope_in(instance)
    except DiagramError as error:
        builder.report(block, error)
        raise Missing from None


def _report_attributes(builder: PageBuilder, block: Block, spec: BlockSpec, attributes: dict[str, Any]) -> bool:
    result = faults(spec, attributes)
    for error in result:
        if error.pin not in builder.reported.get(block.id, ()):
            builder.report(block.id, error)
    return bool(result)


def _pin_values(spec: BlockSpec, result: Node | HelperCall) -> dict[str, Any]:
    if isinstance(result, HelperCall):
        return result.values
    if spec.simple:
        return {spec.outputs[0].name: result.outputs[0]}
    return {p.name: result.output_of(p.name) if p.kind == "tensor" else OperationRef(result) for p in spec.outputs}


def _split_values(builder: PageBuilder, block: Block, spec: BlockSpec) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a block's typed values into attributes and literals of inputs; report all others and wrong ones."""
    attributes: dict[str, Any] = {}
    literals: dict[str, Any] = {}
    for name, value in block.values.items():
        pin = spec.input(name)
        if name not in spec.attribute_names and pin is None:
            names = [*spec.attribute_names, *(p.name for p in spec.inputs if p.literal)]
            known = ", ".join([each for each in names if each[:1] != "/"]) or "none"
            text = f"{spec.name} has no attribute or input {name!r}"
            builder.report(block.id, spec.clash(name) or DiagramError(text, hint=f"it has: {known}"), name)
            continue
        if pin is not None and name not in spec.attribute_names:
            if not pin.literal:
                builder.report(block.id, DiagramError(f"{name} takes a wire, not a typed value"), name)
                continue
            if value is None:
                continue
        if _is_file(value):
            builder.reads_files = True
            try:
                value = _read(builder, value["file"])
            except DiagramError as error:
                builder.report(block.id, error, name)
                continue
        (attributes if name in spec.attribute_names else literals)[name] = value
    return attributes, literals


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and "file" in value  # pyright: ignore[reportUnknownArgumentType]


def _read(builder: PageBuilder, name: Any) -> Array:
    if not isinstance(name, str):
        raise DiagramError("a file name must be a string")
    if builder.read_file is None:
        raise DiagramError(f"cannot read the file {name!r}: the diagram has no folder")
    return builder.read_file(name)


def _gather(
    builder: PageBuilder, owner: Owner, spec: BlockSpec, wires: Wires, literals: Mapping[str, Any]
) -> tuple[list[Any], Scope]:
    given: list[Any] = [literals.get(pin.name) for pin in spec.inputs] if literals else [None] * len(spec.inputs)
    scope = builder.root
    lists: dict[int, list[Any]] = {}
    missing = False
    back: dict[int, Wire] = {}
    block = owner.block
    for wire in wires:
        if builder.back and wire in builder.back:
            given[0] = lists.setdefault(0, [])
            back[len(lists[0])] = wire
            lists[0].append(None)
            continue
        if _plainly(builder, spec, wire, given):
            continue
        try:
            value = source_value(builder, wire)
        except Missing:
            missing = True
            continue
        except DiagramError as error:
            builder.report(block, error, wire.target.pin)
            continue
        name = wire.target.pin
        name = spec.aliases.get(name, name)
        if name == "scope":
            if not isinstance(value, Scope):
                builder.report(block, DiagramError("scope must be a Scope block"), "scope")
                continue
            scope = value
            continue
        i = spec.input_index[name]
        pin = spec.inputs[i]
        if not pin.is_list and not spec.is_display and is_list(value) and len(value) == 1:  # it is clear what is meant
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
            builder.report(block, DiagramError(text, hint=f"for example {wire.source}[0]"), wire.target.pin)
        elif pin.kind == "tensor" and not isinstance(value, Operand):
            from blocks.library.core.values import kind_name

            text = f"{wire.target.pin} must be a tensor, but {wire.source} is {kind_name(value)}"
            builder.report(block, DiagramError(text), wire.target.pin)
        else:
            given[i] = value
    if missing and not spec.partial:
        raise Missing
    name = block
    if builder.expansion is not None:
        name = block.rstrip("/")
        slash = name.rfind("/")
        if slash > 0:
            name, instance = name[slash + 1 :], name[:slash]
            if scope is builder.root:
                scope = builder.scopes.get(instance) or _scope_in(builder, block, instance)
    here = Scope(scope.graph, scope.name, name, scope.controls, owner, scope.device)
    if back:
        try:
            for begin, wire in open_loop(here, given[0], back, endless=block in builder.endless):
                builder.open_loops.setdefault(wire.source.block, []).append((begin, wire))
        except DiagramError as error:
            builder.report(block, error)
            raise Missing from None
    return given, here


def _plainly(builder: PageBuilder, spec: BlockSpec, wire: Wire, given: list[Any]) -> bool:
    (block, source, index), (_, target, _) = wire
    values, i = builder.values.get(block), spec.input_index.get(target)
    if values is None or i is None or index is not None or spec.inputs[i].is_list:
        return False
    value = values.get(source)
    if not isinstance(value, Output):
        return False
    given[i] = value
    return True


def _close_loops(builder: PageBuilder, block: str) -> None:
    for begin, wire in builder.open_loops.get(block, ()):
        try:
            close_loop(builder.graph, begin, source_value(builder, wire))
        except Missing:
            continue  # the fault is reported where it is
        except DiagramError as error:
            builder.report(wire.target.block, error)


def source_value(builder: PageBuilder, wire: Wire) -> Any:
    """Return the value of a wire's source; raise DiagramError if it cannot exist, Missing if its block failed."""
    source = wire.source
    values = builder.values.get(source.block)
    if values is not None and source.index is None and source.pin in values:
        return values[source.pin]
    target = builder.specs[wire.target.block]
    if values is None:
        if target.is_aside:  # what there is nothing of is not shown
            raise Missing
        why = builder.mute.get(source.block)
        if why is not None:
            text = f"{source.block} is muted and cannot pass its input through: {why.message}"
            raise DiagramError(text, hint="unmute it, or wire around it")
        raise Missing
    spec = builder.specs[source.block]
    pin = output_at(spec, source.pin, target)
    value = values.get(pin.name) if pin is not None else None
    if source.index is None:
        return value
    if not is_list(value):
        raise DiagramError(f"{source.block}.{source.pin} is not a list: it has no element {source.index}")
    if source.index >= len(value):
        raise DiagramError(f"{source.block}.{source.pin} has {len(value)} elements: there is no {source}")
    result: Any = value[source.index]
    if isinstance(result, DiagramError):
        raise Missing
    return result

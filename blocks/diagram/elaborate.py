"""From a page to a graph: blocks become nodes, wires become inputs, and every problem on the way is collected."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.types import Array, is_list
from blocks.diagram.data import Block, Page, Wire
from blocks.diagram.loops import HINT as LOOP_HINT
from blocks.diagram.loops import back_wires, close_loop, gradients_after, open_loop
from blocks.diagram.muting import hand_on
from blocks.graph.attributes import faults
from blocks.graph.build import HelperCall, construct, nothing_at
from blocks.graph.graph import Graph, Node, Operand, Output, Owner
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec, OutputPin
from blocks.library.core.values import OperationRef, SessionRequest
from blocks.library.index import find as find_in_library

FileReader = Callable[[str], Array]


class Missing(Exception):
    """A value that does not exist because the block that should give it failed; the fault is reported there."""


class Elaboration:
    """A page as a graph.

    Attributes:
        page: the page.
        graph: its graph; blocks that failed are not in it.
        values: for each block that could be made, what its output pins give.
        problems: all faults of the page, in file order.
        requests: what the ClientSession blocks ask for, in file order.
        specs: the block type of each block that has a known one.
        sources: for each block, the blocks that are wired into it.
    """

    def __init__(self, page: Page, find: Callable[[str], BlockSpec | None], read_file: FileReader | None) -> None:
        self.page = page
        self.find = find
        self.read_file = read_file
        self.root = Scope(Graph())
        self.graph = self.root.graph
        self.values: dict[str, dict[str, Any]] = {}
        self.problems: list[DiagramError] = []
        self.requests: list[tuple[str, SessionRequest]] = []
        self.position = {block.id: i for i, block in enumerate(page.blocks)}
        self.specs: dict[str, BlockSpec] = {}
        self.wires_into: dict[str, list[Wire]] = {}
        self.sources: dict[str, list[str]] = {block.id: [] for block in page.blocks}
        self.faulty: set[str] = set()
        self.mute: dict[str, DiagramError] = {}
        self.fed: dict[Output, tuple[str, Array]] = {}
        self.reported: set[tuple[str | None, str | None]] = set()
        self.back: set[Wire] = set()
        self.open_loops: list[tuple[Node, Wire]] = []

    def report(self, block: str | None, error: DiagramError, pin: str | None = None) -> None:
        """Note a fault; its block gives no values."""
        self.problems.append(error.located(block=block, page=self.page.name, pin=pin))
        self.reported.add((error.block, error.pin))
        if block is not None:
            self.faulty.add(block)

    def outputs(self) -> Iterator[tuple[str, str, int | None, Output]]:
        """All tensors that blocks give, as (block, output pin, place in its list, output), in file order.

        A temporary variable gives none: it is empty when the step begins.
        """
        for block in self.page.blocks:
            yield from (each for each in self.outputs_of(block.id) if not each[-1].op.type.temporary)

    def outputs_of(self, block: str) -> Iterator[tuple[str, str, int | None, Output]]:
        """The tensors that one block gives."""
        for pin, value in self.values.get(block, {}).items():
            if isinstance(value, Output):
                yield block, pin, None, value
            elif is_list(value):
                for i, each in enumerate(value):
                    if isinstance(each, Output):
                        yield block, pin, i, each

    def is_block(self, node: Node) -> bool:
        """Whether a node is what a block of the page became, and not something that a gradient added."""
        spec = self.specs.get(node.block_name) if node.owner is not None else None
        return spec is node.type

    def upstream(self, blocks: set[str]) -> set[str]:
        """These blocks and all that are wired into them, directly or not."""
        found = set(blocks)
        pending = list(blocks)
        while pending:
            for source in self.sources.get(pending.pop(), ()):
                if source not in found:
                    found.add(source)
                    pending.append(source)
        return found


def elaborate(
    page: Page,
    read_file: FileReader | None = None,
    find: Callable[[str], BlockSpec | None] = find_in_library,
) -> Elaboration:
    """Compile a page into a graph, as far as it can be; never raises for a fault of the page.

    Args:
        page: the page.
        read_file: reads the file of a ``{"file": ...}`` value; None refuses such values.
        find: gives block types by name.
    """
    made = Elaboration(page, find, read_file)
    _look_up(made)
    _sort_wires(made)
    for block in _in_order(made):
        _make(made, block)
        _close_loops(made, block.id)
    made.problems.sort(key=lambda error: made.position.get(error.block or "", -1))
    return made


def _look_up(made: Elaboration) -> None:
    for block in made.page.blocks:
        spec = made.find(block.type)
        # What gradients are made of may stand on a page: an expanded gradient does. What decides which blocks run is
        # made together with what it belongs to, and cannot stand alone.
        if spec is None or (spec.internal and spec.control):
            made.report(block.id, DiagramError(f"there is no block type {block.type!r}", hint=_similar(block.type)))
        else:
            made.specs[block.id] = spec


def _similar(name: str) -> str | None:
    import difflib  # only for a page with a fault

    from blocks.library.index import public_names

    found = difflib.get_close_matches(name, public_names(), 3, 0.7)
    return f"did you mean {' or '.join(found)}?" if found else None


def _sort_wires(made: Elaboration) -> None:
    """Give each block its wires, and report those that lead nowhere or where they must not."""
    single: set[tuple[str, str]] = set()
    for wire in made.page.wires:
        source, target = wire
        if target.block not in made.position:
            # The block where the wire begins is not at fault: it gives its values all the same.
            error = DiagramError(f"a wire comes from {source}, but there is no block {target.block!r}", pin=target.pin)
            made.problems.append(error.located(block=target.block, page=made.page.name))
            continue
        if source.block not in made.position:
            text = f"a wire comes from {source}, but there is no block {source.block!r}"
            made.report(target.block, DiagramError(text), target.pin)
            continue
        made.sources[target.block].append(source.block)
        spec = made.specs.get(target.block)
        if spec is None:
            continue
        faults_here = len(made.problems)
        fault = _target_fault(spec, target.pin, target.index)
        if fault is None:
            pin = spec.input(target.pin)
            place = (target.block, spec.aliases.get(target.pin, target.pin))
            if (pin is None or not pin.is_list) and place in single:
                fault = f"{target.pin} takes one wire, but there are several"
            single.add(place)
        if fault is not None:
            made.report(target.block, DiagramError(fault), target.pin)
        source_spec = made.specs.get(source.block)
        if source_spec is not None and _output_at(source_spec, source.pin, spec) is None:
            names = ", ".join(pin.name for pin in source_spec.outputs) or "none"
            text = f"a wire comes from {source}, but {source_spec.name} has no output pin {source.pin!r}"
            made.report(target.block, DiagramError(text, hint=f"its output pins: {names}"), target.pin)
        if len(made.problems) == faults_here:
            made.wires_into.setdefault(target.block, []).append(wire)


def _output_at(source: BlockSpec, pin: str, target: BlockSpec) -> OutputPin | None:
    """The output that a wire begins at; one that leads to a display may begin at a result pin, too."""
    return source.shown_by(pin) if target.is_display else source.output(pin)


def _target_fault(spec: BlockSpec, pin: str, index: int | None) -> str | None:
    if index is not None:
        return "a wire ends at a pin, not at a place in a list: the order of the wires is the order of the list"
    if pin == "scope" or spec.input(pin) is not None:
        return None
    if pin in spec.attribute_names:
        return f"{pin} is typed in, it takes no wire"
    names = ", ".join(p.name for p in spec.inputs) or "none"
    return f"{spec.name} has no input pin {pin!r} (its input pins: {names})"


def _in_order(made: Elaboration) -> Iterator[Block]:
    """The blocks so that sources come first, else in file order; reports circles."""
    page, position = made.page, made.position
    made.back = back_wires(made.wires_into, made.specs, made.sources)
    for wire in made.back:
        made.sources[wire.target.block].remove(wire.source.block)
    after = gradients_after(made.specs, made.sources, made.back)
    waiting = {block.id: len(made.sources[block.id]) + len(after.get(block.id, ())) for block in page.blocks}
    users: dict[str, list[str]] = {}
    for block, sources in made.sources.items():
        for source in (*sources, *after.get(block, ())):
            users.setdefault(source, []).append(block)
    ready = [position[block] for block, count in waiting.items() if not count]
    heapq.heapify(ready)
    while ready:
        block = page.blocks[heapq.heappop(ready)]
        del waiting[block.id]
        yield block
        for user in users.get(block.id, ()):
            waiting[user] -= 1
            if not waiting[user]:
                heapq.heappush(ready, position[user])
    for circle in _circles(made, set(waiting)):
        names = " -> ".join([*circle, circle[0]])
        hint = LOOP_HINT if _meant_as_loop(made, circle) else None
        made.report(circle[0], DiagramError(f"the blocks form a circle: {names}", hint=hint))
    made.faulty |= set(waiting)
    for wire in made.back:
        made.sources[wire.target.block].append(wire.source.block)


def _meant_as_loop(made: Elaboration, circle: list[str]) -> bool:
    """Whether a circle was perhaps meant as a loop."""
    types = {made.page.blocks[made.position[block]].type for block in circle}
    return not types.isdisjoint(("Merge", "NextIteration", "Switch", "LoopCond"))


def _circles(made: Elaboration, left: set[str]) -> Iterator[list[str]]:
    """One circle for each tangle among blocks that wait for each other."""
    seen: set[str] = set()
    for block in sorted(left, key=made.position.__getitem__):
        path: list[str] = []
        place: dict[str, int] = {}
        current = block
        while current not in seen:
            if current in place:
                circle = path[place[current] :][::-1]
                start = min(range(len(circle)), key=lambda i: made.position[circle[i]])
                yield circle[start:] + circle[:start]
                break
            place[current] = len(path)
            path.append(current)
            current = next(s for s in made.sources[current] if s in left)
        seen.update(path)


def _make(made: Elaboration, block: Block) -> None:
    spec = made.specs.get(block.id)
    if spec is None:
        return
    attributes, literals = _split_values(made, block, spec)
    try:
        given, scope = _gather(made, block, spec, literals)
    except Missing:
        made.faulty.add(block.id)
        given, scope = [], None
    if scope is None or block.id in made.faulty:
        _report_attributes(made, block, spec, attributes)
        return
    if block.muted:
        try:
            made.values[block.id] = hand_on(spec, scope, given, attributes)
        except DiagramError as error:
            made.mute[block.id] = error
            made.faulty.add(block.id)
        return
    try:
        result = construct(spec, scope, given, attributes)
    except DiagramError as error:
        if not _report_attributes(made, block, spec, attributes):
            open_pins = (
                [] if spec.kind == "helper" else [p for p, v in zip(spec.inputs, given, strict=True) if v is None]
            )
            for fault in [nothing_at(spec, p) for p in open_pins if not p.optional] or [error]:
                made.report(block.id, fault)
        return
    made.values[block.id] = values = _pin_values(spec, result)
    for pin, value in values.items():
        if isinstance(value, SessionRequest) and pin == "status" and spec.name == "ClientSession":
            made.requests.append((block.id, value))
            _check_feeds(made, block.id, value)
        elif is_list(value):
            for each in value:
                if isinstance(each, DiagramError):
                    made.problems.append(each.located(block=block.id, page=made.page.name))


def _check_feeds(made: Elaboration, block: str, request: SessionRequest) -> None:
    """In one step a tensor has one value: two sessions cannot feed it different ones."""
    for feed in request.feeds:
        first, value = made.fed.setdefault(feed.output, (block, feed.value))
        if not (value.shape == feed.value.shape and value.tobytes() == feed.value.tobytes()):
            where = "two FeedType blocks" if first == block else f"{first} and {block}"
            text = f"{where} feed {feed.output.op.block_name} different values in one step"
            made.report(block, DiagramError(text), "inputs")


def _report_attributes(made: Elaboration, block: Block, spec: BlockSpec, attributes: dict[str, Any]) -> bool:
    """Report all wrong attributes of a block, not only the first, but each once."""
    found = faults(spec, attributes)
    for error in found:
        if (block.id, error.pin) not in made.reported:
            made.report(block.id, error)
    return bool(found)


def _pin_values(spec: BlockSpec, result: Node | HelperCall) -> dict[str, Any]:
    if isinstance(result, HelperCall):
        return result.values
    return {p.name: result.output_of(p.name) if p.kind == "tensor" else OperationRef(result) for p in spec.outputs}


def _split_values(made: Elaboration, block: Block, spec: BlockSpec) -> tuple[dict[str, Any], dict[str, Any]]:
    """What was typed into a block, as attributes and as literals of inputs; reports what is neither, or wrong."""
    attributes: dict[str, Any] = {}
    literals: dict[str, Any] = {}
    for name, value in block.values.items():
        pin = spec.input(name)
        if name not in spec.attribute_names and pin is None:
            known = ", ".join([*spec.attribute_names, *(p.name for p in spec.inputs if p.literal)]) or "none"
            text = f"{spec.name} has no attribute or input {name!r}"
            made.report(block.id, DiagramError(text, hint=f"it has: {known}"), name)
            continue
        if pin is not None and name not in spec.attribute_names:
            if not pin.literal:
                made.report(block.id, DiagramError(f"{name} takes a wire, no typed value"), name)
                continue
            if value is None:
                continue
        if _is_file(value):
            try:
                value = _read(made, value["file"])
            except DiagramError as error:
                made.report(block.id, error, name)
                continue
        (attributes if name in spec.attribute_names else literals)[name] = value
    return attributes, literals


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and "file" in value  # pyright: ignore[reportUnknownArgumentType]


def _read(made: Elaboration, name: Any) -> Array:
    if not isinstance(name, str):
        raise DiagramError("the name of a file is a text")
    if made.read_file is None:
        raise DiagramError(f"the file {name!r} cannot be read here: the diagram has no folder")
    return made.read_file(name)


def _gather(made: Elaboration, block: Block, spec: BlockSpec, literals: Mapping[str, Any]) -> tuple[list[Any], Scope]:
    """What each input pin gets, and the scope.

    Raises:
        Missing: something upstream failed.
    """
    given: list[Any] = [literals.get(pin.name) for pin in spec.inputs]
    scope = made.root
    lists: dict[int, list[Any]] = {}
    missing = False
    back: dict[int, Wire] = {}
    for wire in made.wires_into.get(block.id, ()):
        if wire in made.back:
            given[0] = lists.setdefault(0, [])
            back[len(lists[0])] = wire
            lists[0].append(None)
            continue
        try:
            value = _source_value(made, wire)
        except Missing:
            missing = True
            continue
        except DiagramError as error:
            made.report(block.id, error, wire.target.pin)
            continue
        name = spec.aliases.get(wire.target.pin, wire.target.pin)
        if name == "scope":
            if not isinstance(value, Scope):
                made.report(block.id, DiagramError("the scope pin takes a Scope block"), "scope")
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
            text = f"{wire.target.pin} takes one tensor, {wire.source} is a list: name one of its elements"
            made.report(block.id, DiagramError(text, hint=f"{wire.source}[0]"), wire.target.pin)
        elif pin.kind == "tensor" and not isinstance(value, Operand):
            from blocks.library.core.values import kind_name

            text = f"{wire.target.pin} takes a tensor, {wire.source} is {kind_name(value)}"
            made.report(block.id, DiagramError(text), wire.target.pin)
        else:
            given[i] = value
    if missing:
        raise Missing
    owner = Owner(block.id, made.position[block.id])
    here = Scope(scope.graph, scope.name, block.id, scope.controls, owner, scope.device)
    if back:
        try:
            made.open_loops += open_loop(here, given[0], back)
        except DiagramError as error:
            made.report(block.id, error)
            raise Missing from None
    return given, here


def _close_loops(made: Elaboration, block: str) -> None:
    """Tell the loops that a block closes what comes round in them."""
    for begin, wire in made.open_loops:
        if wire.source.block != block:
            continue
        try:
            close_loop(made.graph, begin, _source_value(made, wire))
        except Missing:
            continue  # the fault is reported where it is
        except DiagramError as error:
            made.report(wire.target.block, error)


def _source_value(made: Elaboration, wire: Wire) -> Any:
    source = wire.source
    target = made.specs[wire.target.block]
    values = made.values.get(source.block)
    if values is None:
        if target.is_display:  # what there is nothing of is not shown
            raise Missing
        why = made.mute.get(source.block)
        if why is not None:
            text = f"{source.block} is muted, and cannot hand on what it is given: {why.message}"
            raise DiagramError(text, hint="unmute it, or wire past it")
        raise Missing
    spec = made.specs[source.block]
    pin = _output_at(spec, source.pin, target)
    value = values.get(pin.name) if pin is not None else None
    if source.index is None:
        return value
    if not is_list(value):
        raise DiagramError(f"{source.block}.{source.pin} is no list: it has no element {source.index}")
    if source.index >= len(value):
        raise DiagramError(f"{source.block}.{source.pin} has {len(value)} elements: there is no {source}")
    found: Any = value[source.index]
    if isinstance(found, DiagramError):
        raise Missing
    return found

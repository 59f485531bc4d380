"""The wires of a page: where each may lead, and the order in which blocks are made."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from blocks.base.errors import DiagramError
from blocks.diagram.data import Wire
from blocks.diagram.elaboration import ORDERED, WIRED, Elaboration
from blocks.diagram.loops import HINT as LOOP_HINT
from blocks.diagram.loops import back_wires, gradients_after
from blocks.graph.spec import BlockSpec, OutputPin


def report_loose(made: Elaboration) -> None:
    """Report the wires that lead to no block."""
    made.found[WIRED].pop("", None)
    made.look_at(WIRED, "")
    nowhere = made.wires.keys() - made.position.keys()
    for source, target in made.page.wires if nowhere else ():
        if target.block not in made.position:
            # The block where the wire begins is not at fault: it gives its values all the same.
            text = f"a wire comes from {source}, but there is no block {target.block!r}"
            made.note(DiagramError(text, pin=target.pin, block=target.block))


def join(made: Elaboration, block: str) -> None:
    """Give a block its wires, and report those that come from nowhere or lead where they must not."""
    made.look_at(WIRED, block)
    spec, sources = made.specs.get(block), made.sources[block]
    single: set[str] = set()
    wires, fitting, specs = made.wires.get(block, []), made.fitting, made.specs
    allowed: list[Wire] = []
    for wire in wires:
        source, target = wire
        source_spec = specs.get(source.block)
        if source_spec is None and source.block not in made.position:
            text = f"a wire comes from {source}, but there is no block {source.block!r}"
            made.report(block, DiagramError(text), target.pin)
            continue
        sources.append(source.block)
        if spec is None:
            continue
        kind = (source_spec, source.pin, spec, target.pin, target.index)
        only = fitting.get(kind, "")
        if only == "" or only in single:
            if not _fits(made, wire, source_spec, spec, single):
                continue
            only = fitting[kind] = _only_one(spec, target.pin)
        if only is not None:
            single.add(only)
        allowed.append(wire)
    if allowed:
        made.wires_into[block] = wires if len(allowed) == len(wires) else allowed


def _fits(made: Elaboration, wire: Wire, source_spec: BlockSpec | None, spec: BlockSpec, single: set[str]) -> bool:
    """Whether a wire may be where it is; reports why not.

    Args:
        made: the page.
        wire: the wire.
        source_spec, spec: the block types at its ends; None where there is no such type.
        single: the pins of its target that have a wire, and take no other; what it takes is added.
    """
    source, target = wire
    fault = _target_fault(spec, target.pin, target.index)
    if fault is None:
        only = _only_one(spec, target.pin)
        if only in single:
            fault = f"{target.pin} takes one wire, but there are several"
        elif only is not None:
            single.add(only)
    if fault is not None:
        made.report(target.block, DiagramError(fault), target.pin)
    if source_spec is not None and output_at(source_spec, source.pin, spec) is None:
        names = ", ".join(pin.name for pin in source_spec.outputs) or "none"
        text = f"a wire comes from {source}, but {source_spec.name} has no output pin {source.pin!r}"
        made.report(target.block, DiagramError(text, hint=f"its output pins: {names}"), target.pin)
        return False
    return fault is None


def _only_one(spec: BlockSpec, pin: str) -> str | None:
    """The name of a pin that takes one wire only; None for one that takes several."""
    found = spec.input(pin)
    return None if found is not None and found.is_list else spec.aliases.get(pin, pin)


def output_at(source: BlockSpec, pin: str, target: BlockSpec) -> OutputPin | None:
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


def put_in_order(made: Elaboration) -> None:
    """Find the order in which sources come first, else that of the file; reports circles."""
    position = made.position
    made.back = back_wires(made.wires_into, made.specs, made.sources)
    for wire in made.back:
        made.sources[wire.target.block].remove(wire.source.block)
    after = gradients_after(made.specs, made.sources, made.back)
    waiting = [len(sources) for sources in map(made.sources.__getitem__, position)]
    users: dict[str, list[str]] = {}
    made.users = users
    for block, sources in made.sources.items():
        for source in sources:
            users.setdefault(source, []).append(block)
    for block, sources in after.items():
        waiting[position[block]] += len(sources)
        for source in sources:
            users.setdefault(source, []).append(block)
    blocks = list(position)
    ready = [i for i, count in enumerate(waiting) if not count]
    order: list[str] = []
    made.order = order
    while ready:
        block = blocks[heapq.heappop(ready)]
        order.append(block)
        for user in users.get(block, ()):
            i = position[user]
            waiting[i] -= 1
            if not waiting[i]:
                heapq.heappush(ready, i)
    made.rank = {block: i for i, block in enumerate(order)}
    made.tangled = len(order) < len(blocks)
    if made.tangled:
        left = set(blocks).difference(order)
        for circle in _circles(made, left):
            names = " -> ".join([*circle, circle[0]])
            hint = LOOP_HINT if _meant_as_loop(made, circle) else None
            made.look_at(ORDERED, circle[0])
            made.report(circle[0], DiagramError(f"the blocks form a circle: {names}", hint=hint))
        made.faulty |= left
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

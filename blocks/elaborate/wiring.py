"""The wires of a page: their valid targets, and the order in which blocks are built."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from blocks.base.errors import DiagramError
from blocks.document.data import Wire
from blocks.elaborate.loops import HINT as LOOP_HINT
from blocks.elaborate.loops import back_wires, still_open
from blocks.elaborate.model import Wires
from blocks.elaborate.page_builder import Kind, PageBuilder
from blocks.graph.spec import BlockSpec, OutputPin

_LATE = "a gradient is made when all loops are closed that need not wait for it, and one waits for another gradient"


def join_all(builder: PageBuilder, specs: Sequence[BlockSpec | None]) -> None:
    """Assign the wires to blocks and set ``in_file_order``; report wires with a missing end or an invalid target."""
    joined: list[Wires] = [()] * len(specs)
    builder.wiring.allowed = joined
    others: dict[int, list[Wire]] = {}
    doubtful: set[int] = set()
    _join(builder, specs, others, doubtful)
    for index in sorted(doubtful | others.keys()):
        if index >= 0:
            there = (*joined[index], *others.get(index, ()))
            joined[index] = tuple(_allowed(builder, builder.page.blocks[index].id, specs[index], there))
            builder.wiring.refused += len(there) - len(joined[index])
    for source, target in others.get(-1, ()):
        builder.wiring.refused += 1
        # The block where the wire begins is not at fault: it gives its values all the same.
        text = f"a wire comes from {source}, but there is no block {target.block!r}"
        builder.note(DiagramError(text, pin=target.pin, block=target.block))


def _join(
    builder: PageBuilder, specs: Sequence[BlockSpec | None], others: dict[int, list[Wire]], doubtful: set[int]
) -> None:
    """Assign the wires of the page to blocks.

    Args:
        others: receives wires to unknown blocks or to blocks that have wires already.
        doubtful: receives blocks with wires that may be invalid.
    """
    position, fitting, joined = builder.position, builder.fitting, builder.wiring.allowed
    wires = builder.page.wires
    name, slot, spec, begin = "", -1, None, 0
    single: set[str] = set()

    def end(end: int) -> None:
        if slot < 0 or joined[slot]:
            others.setdefault(slot, []).extend(wires[begin:end])
        else:
            joined[slot] = wires[begin:end]

    for i, ((source, pin, _), (block, target, index)) in enumerate(wires):  # once: a cache holds not all
        if block is not name:  # mostly those to one block stand together
            end(i)
            name, slot, begin = block, position.get(block, -1), i
            spec = specs[slot] if slot >= 0 else None
            single.clear()
        at = position.get(source, -1)
        kind = (specs[at] if at >= 0 else None, pin, spec, target, index)
        only = fitting.get(kind, "")
        if only == "":
            only = _check_fit(builder, kind)
        if at < 0 or only == "" or only in single:
            doubtful.add(slot)
        elif only is not None:
            single.add(only)
        if at >= slot >= 0:
            builder.in_file_order = False
    end(len(wires))


def _check_fit(builder: PageBuilder, kind: Kind) -> str | None:
    """Add a kind of wire to `PageBuilder.fitting`, and return its entry; "" for an invalid wire."""
    source, pin, spec, target, index = kind
    if spec is None or _target_fault(spec, target, index) is not None:
        return ""
    if source is not None and output_at(source, pin, spec) is None:
        return ""
    only = builder.fitting[kind] = _only_one(spec, target)
    return only


def _allowed(builder: PageBuilder, block: str, spec: BlockSpec | None, wires: Sequence[Wire]) -> list[Wire]:
    single: set[str] = set()
    fitting, specs = builder.fitting, builder.specs
    allowed: list[Wire] = []
    for wire in wires:
        (source, pin, _), (_, target, index) = wire
        source_spec = specs.get(source)
        if source_spec is None and source not in builder.position:
            text = f"a wire comes from {wire.source}, but there is no block {source!r}"
            builder.report(block, DiagramError(text), target)
            continue
        if spec is None:
            continue
        kind = (source_spec, pin, spec, target, index)
        only = fitting.get(kind, "")
        if only == "":
            only = _check_fit(builder, kind)
        if only == "" or only in single:
            _report_fault(builder, wire, source_spec, spec, single)
            continue
        if only is not None:
            single.add(only)
        allowed.append(wire)
    return allowed


def _report_fault(
    builder: PageBuilder, wire: Wire, source_spec: BlockSpec | None, spec: BlockSpec, single: set[str]
) -> None:
    """Report why a wire is invalid.

    Args:
        single: the pins of its target that have a wire already and take only one; the wire's pin is added.
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
        builder.report(target.block, spec.clash(target.pin) or DiagramError(fault), target.pin)
    if source_spec is not None and output_at(source_spec, source.pin, spec) is None:
        names = ", ".join(pin.name for pin in source_spec.outputs) or "none"
        text = f"a wire comes from {source}, but {source_spec.name} has no output pin {source.pin!r}"
        builder.report(target.block, DiagramError(text, hint=f"its output pins are: {names}"), target.pin)


def _only_one(spec: BlockSpec, pin: str) -> str | None:
    """Return the name of a pin that takes only one wire; None for a pin that takes several."""
    declared = spec.input(pin)
    return None if declared is not None and declared.is_list else spec.aliases.get(pin, pin)


def output_at(source: BlockSpec, pin: str, target: BlockSpec) -> OutputPin | None:
    """Return the output where a wire starts, which may be a result pin if the wire leads to a display."""
    return source.shown_by(pin) if target.is_display else source.output(pin)


def _target_fault(spec: BlockSpec, pin: str, index: int | None) -> str | None:
    if index is not None:
        return "a wire ends at a pin, not at an index of a list: the order of the wires is the order of the list"
    if pin == "scope" or spec.input(pin) is not None:
        return None
    if pin in spec.attribute_names:
        return f"{pin} is typed in, it takes no wire"
    names = ", ".join(p.name for p in spec.inputs if p.name[:1] != "/") or "none"
    return f"{spec.name} has no input pin {pin!r}; its input pins are: {names}"


def put_in_order(builder: PageBuilder) -> list[int]:
    """Return the block indices with sources first, otherwise in file order; report cycles."""
    position, wiring = builder.position, builder.wiring
    builder.back, builder.endless = back_wires(wiring.into, builder.specs, wiring.sources)
    forward = _forward(builder)
    blocks = [*position]
    # Indices of blocks stand for them: to look up names takes far longer in a large page.
    users: list[list[int]] = [[] for _ in blocks]
    waiting: list[int] = []
    for i, sources in enumerate(list(map(forward.__getitem__, blocks))):
        waiting.append(len(sources))
        for source in sources:
            users[position[source]].append(i)
    ends = {position[wire.source.block] for wire in builder.back}
    gradients = [position[block] for block in builder.specs if block in builder.gradients] if ends else []
    allowed = still_open(ends, gradients, users)
    late: dict[int, list[int]] = {}  # gradients that wait until only so many loops are open
    left_open = len(ends)
    ready: list[int] = []
    fed = [i for i, count in enumerate(waiting) if not count]
    order: list[int] = []
    while True:
        for i in fed:
            if allowed.get(i, left_open) < left_open:
                late.setdefault(allowed[i], []).append(i)
            else:
                heapq.heappush(ready, i)
        if not ready:
            break
        index = heapq.heappop(ready)
        order.append(index)
        left_open -= index in ends
        fed = late.pop(left_open, [])
        for i in users[index]:
            waiting[i] -= 1
            if not waiting[i]:
                fed.append(i)
    if len(order) < len(blocks):
        left = set(blocks).difference([blocks[position] for position in order])
        cycles = list(_cycles(builder, left, forward))
        for i in sorted(chain.from_iterable(late.values())) if not cycles else ():
            builder.report(blocks[i], DiagramError(_LATE))
        for cycle in cycles:
            names = " -> ".join([*cycle, cycle[0]])
            hint = LOOP_HINT if _meant_as_loop(builder, cycle) else None
            builder.report(cycle[0], DiagramError(f"the blocks form a cycle: {names}", hint=hint))
        builder.faulty |= left
    return order


def _forward(builder: PageBuilder) -> Mapping[str, Sequence[str]]:
    if not builder.back:
        return builder.wiring.sources
    result = dict[str, Sequence[str]](builder.wiring.sources)
    back: dict[str, Counter[str]] = {}
    for wire in builder.back:
        back.setdefault(wire.target.block, Counter())[wire.source.block] += 1
    for block, left in back.items():
        kept: list[str] = []
        for source in builder.wiring.sources[block]:
            if left[source]:
                left[source] -= 1
            else:
                kept.append(source)
        result[block] = kept
    return result


def _meant_as_loop(builder: PageBuilder, cycle: list[str]) -> bool:
    specs = [spec for block in cycle if (spec := builder.specs.get(block)) is not None]
    return any(spec.loop or spec.control in ("merge", "switch") for spec in specs)


def _cycles(builder: PageBuilder, left: set[str], sources: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    seen: set[str] = set()
    for block in sorted(left, key=builder.position.__getitem__):
        path: list[str] = []
        location: dict[str, int] = {}
        current: str | None = block
        while current is not None and current not in seen:
            if current in location:
                cycle = path[location[current] :][::-1]
                start = min(range(len(cycle)), key=lambda i: builder.position[cycle[i]])
                yield cycle[start:] + cycle[:start]
                break
            location[current] = len(path)
            path.append(current)
            current = next((s for s in sources[current] if s in left), None)
        seen.update(path)

"""Resolution of a page: the types of its blocks, the valid wires to their pins, and the order of the blocks."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain

from blocks.base.errors import DiagramError, without_frames
from blocks.document.data import Block, Page, Wire
from blocks.elaborate.loops import HINT as LOOP_HINT
from blocks.elaborate.loops import back_wires, still_open
from blocks.elaborate.model import GRADIENTS, SESSION, SILENT, ExpandedPage, PageWires, ResolvedPage
from blocks.elaborate.promotion import Find
from blocks.graph.spec import BlockSpec, OutputPin
from blocks.library.similar import Suggestions

_LATE = "this gradient must wait for a loop, and the loop waits for another gradient"

_Kind = tuple[BlockSpec | None, str, BlockSpec | None, str, int | None]
"""The block types and the pins at the ends of a wire, and the index in the list at its target."""


def resolve(page: Page, find: Find, suggest: Suggestions, expansion: ExpandedPage | None = None) -> ResolvedPage:
    """Return the types, wires and order of a page's blocks, with the errors that these have."""
    return _Resolver(page, expansion).resolved(find, suggest)


def output_at(source: BlockSpec, pin: str, target: BlockSpec) -> OutputPin | None:
    """Return the output where a wire starts, which may be a result pin if the wire leads to a display."""
    return source.shown_by(pin) if target.is_display else source.output(pin)


class PageErrors:
    """The errors of a page that is elaborated.

    Attributes:
        failed: the blocks without values.
        reported: the pins of blocks with a reported error; None for a block as a whole.
    """

    def __init__(self, page: str, errors: Sequence[DiagramError] = (), failed: AbstractSet[str] = frozenset()) -> None:
        self.page = page
        self.all = [*errors]
        self.failed = set(failed)
        self.reported: dict[str | None, set[str | None]] = {}
        for error in errors:
            if error.composite is None:
                self.reported.setdefault(error.block, set()).add(error.pin)

    def note(self, error: DiagramError) -> None:
        """Record an error of a block that still has values."""
        self.all.append(without_frames(error.located(page=self.page)))

    def report(self, block: str, error: DiagramError, pin: str | None = None) -> None:
        """Record an error of a block, which then has no values."""
        self.note(error.located(block=block, page=self.page, pin=pin))
        self.reported.setdefault(error.block, set()).add(error.pin)
        self.failed.add(block)


class _Resolver:
    """A page during its resolution.

    Attributes:
        fitting: valid wires, as block types and pins at their ends, with the target pin if it takes only one wire (or
            None).
    """

    def __init__(self, page: Page, expansion: ExpandedPage | None) -> None:
        self.page = page
        self.expansion = expansion
        self.errors = PageErrors(page.name)
        self.specs: dict[str, BlockSpec] = {}
        self.gradients: set[str] = set()
        self.sessions: set[str] = set()
        self.wiring = PageWires(page)
        self.position = self.wiring.position
        self.fitting: dict[_Kind, str | None] = {}
        self.in_file_order = True

    def resolved(self, find: Find, suggest: Suggestions) -> ResolvedPage:
        blocks, errors = self.page.blocks, self.errors
        # In a large page the table of a dict is as large as a processor's cache: indices of blocks stand for them here.
        types = [self._look_up(block, find, suggest) for block in blocks]
        self._join_all(types)
        order, back, endless = range(len(blocks)), set[Wire](), set[str]()
        if not self.in_file_order:
            back, endless = back_wires(self.wiring.into, self.specs, self.wiring.sources)
            order = self._in_order(back)
        for fault in self.expansion.faults if self.expansion is not None else ():
            if fault.composite is None:
                errors.report(fault.block, fault.error(), fault.pin)
            else:
                errors.note(fault.error())
        return ResolvedPage(
            self.page, self.expansion, types, self.specs, self.gradients, self.sessions, self.wiring,
            self.in_file_order, order, back, endless, errors.all, errors.failed,
        )  # fmt: skip

    def _look_up(self, block: Block, find: Find, suggest: Suggestions) -> BlockSpec | None:
        spec = find(block.type)
        # What gradients are made of may stand on a page: an expanded gradient does. What decides which blocks run is
        # made together with what it belongs to, and cannot stand alone.
        if spec is None or (spec.internal and spec.control):
            if self.expansion is not None and block.type == SILENT:
                self.errors.failed.add(block.id)
                return None
            self.errors.report(block.id, suggest.missing(block.type))
            return None
        self.specs[block.id] = spec
        if spec.name == GRADIENTS:
            self.gradients.add(block.id)
        elif spec.name == SESSION:
            self.sessions.add(block.id)
        return spec

    # -- Wires

    def _join_all(self, types: Sequence[BlockSpec | None]) -> None:
        """Assign the wires to blocks; report wires with a missing end or an invalid target."""
        targets: dict[str, list[Wire]] = {}
        for wire in self.page.wires:
            targets.setdefault(wire[1][0], []).append(wire)
        self.wiring.allowed = [
            tuple(self._allowed(index, types, targets.pop(block.id))) if block.id in targets else ()
            for index, block in enumerate(self.page.blocks)
        ]
        for source, target in chain.from_iterable(targets.values()):
            self.wiring.refused += 1
            # The block where the wire begins is not at fault: it gives its values all the same.
            text = f"a wire from {source} ends at the block {target.block!r}, which does not exist"
            self.errors.note(DiagramError(text, pin=target.pin, block=target.block))

    def _allowed(self, block: int, types: Sequence[BlockSpec | None], wires: list[Wire]) -> Iterator[Wire]:
        position, fitting, single, spec = self.position, self.fitting, set[str](), types[block]
        for wire in wires:
            (source, pin, _), (name, target, index) = wire
            at = position.get(source, -1)
            if at >= block:
                self.in_file_order = False
            if at < 0:
                self.wiring.refused += 1
                text = f"a wire comes from {wire.source}, but there is no block {source!r}"
                self.errors.report(name, DiagramError(text), target)
                continue
            kind = (types[at], pin, spec, target, index)
            only = fitting.get(kind, "")
            if only == "":
                only = self._check_fit(kind)
            if only == "" or only in single:
                self.wiring.refused += 1
                if spec is not None:
                    self._report_fault(wire, types[at], spec, single)
                continue
            if only is not None:
                single.add(only)
            yield wire

    def _check_fit(self, kind: _Kind) -> str | None:
        """Add a kind of wire to `fitting`, and return its entry; "" for an invalid wire."""
        source, pin, spec, target, index = kind
        if spec is None or _target_fault(spec, target, index) is not None:
            return ""
        if source is not None and output_at(source, pin, spec) is None:
            return ""
        only = self.fitting[kind] = _only_one(spec, target)
        return only

    def _report_fault(self, wire: Wire, source_spec: BlockSpec | None, spec: BlockSpec, single: set[str]) -> None:
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
            self.errors.report(target.block, spec.clash(target.pin) or DiagramError(fault), target.pin)
        if source_spec is not None and output_at(source_spec, source.pin, spec) is None:
            names = ", ".join(pin.name for pin in source_spec.outputs) or "none"
            text = f"a wire comes from {source}, but {source_spec.name} has no output pin {source.pin!r}"
            self.errors.report(target.block, DiagramError(text, hint=f"the output pins are: {names}"), target.pin)

    # -- Order

    def _in_order(self, back: set[Wire]) -> list[int]:
        """Return the block indices with sources first, otherwise in file order; report cycles."""
        position = self.position
        forward = self._forward(back)
        blocks = [*position]
        # Indices of blocks stand for them: to look up names takes far longer in a large page.
        users: list[list[int]] = [[] for _ in blocks]
        waiting: list[int] = []
        for i, sources in enumerate(list(map(forward.__getitem__, blocks))):
            waiting.append(len(sources))
            for source in sources:
                users[position[source]].append(i)
        ends = {position[wire.source.block] for wire in back}
        gradients = [position[block] for block in self.specs if block in self.gradients] if ends else []
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
            cycles = list(self._cycles(left, forward))
            for i in sorted(chain.from_iterable(late.values())) if not cycles else ():
                self.errors.report(blocks[i], DiagramError(_LATE))
            for cycle in cycles:
                names = " -> ".join([*cycle, cycle[0]])
                hint = LOOP_HINT if self._meant_as_loop(cycle) else None
                self.errors.report(cycle[0], DiagramError(f"the blocks form a cycle: {names}", hint=hint))
            self.errors.failed |= left
        return order

    def _forward(self, back_wires: set[Wire]) -> Mapping[str, Sequence[str]]:
        if not back_wires:
            return self.wiring.sources
        result = dict[str, Sequence[str]](self.wiring.sources)
        back: dict[str, Counter[str]] = {}
        for wire in back_wires:
            back.setdefault(wire.target.block, Counter())[wire.source.block] += 1
        for block, left in back.items():
            kept: list[str] = []
            for source in self.wiring.sources[block]:
                if left[source]:
                    left[source] -= 1
                else:
                    kept.append(source)
            result[block] = kept
        return result

    def _meant_as_loop(self, cycle: list[str]) -> bool:
        specs = [spec for block in cycle if (spec := self.specs.get(block)) is not None]
        return any(spec.loop or spec.control in ("merge", "switch") for spec in specs)

    def _cycles(self, left: set[str], sources: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
        seen: set[str] = set()
        for block in sorted(left, key=self.position.__getitem__):
            path: list[str] = []
            location: dict[str, int] = {}
            current: str | None = block
            while current is not None and current not in seen:
                if current in location:
                    cycle = path[location[current] :][::-1]
                    start = min(range(len(cycle)), key=lambda i: self.position[cycle[i]])
                    yield cycle[start:] + cycle[:start]
                    break
                location[current] = len(path)
                path.append(current)
                current = next((s for s in sources[current] if s in left), None)
            seen.update(path)


def _only_one(spec: BlockSpec, pin: str) -> str | None:
    """Return the name of a pin that takes only one wire; None for a pin that takes several."""
    declared = spec.input(pin)
    return None if declared is not None and declared.is_list else spec.aliases.get(pin, pin)


def _target_fault(spec: BlockSpec, pin: str, index: int | None) -> str | None:
    if index is not None:
        return "a wire ends at a pin, not at an index of a list: the order of the wires is the order of the list"
    if pin == "scope" or spec.input(pin) is not None:
        return None
    if pin in spec.attribute_names:
        return f"{pin} is typed in, it takes no wire"
    names = ", ".join(p.name for p in spec.inputs if p.name[:1] != "/") or "none"
    return f"{spec.name} has no input pin {pin!r}; its input pins are: {names}"

"""Outdated results after an edit: those of the changed blocks, and of all blocks that depend on them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import is_, is_not

from app.core.instance_steps import step_of, steps_into
from blocks.base.reachable import reachable
from blocks.document.data import LOOP_BODIES, Block, Page, Wire, uses_of
from blocks.document.definitions import SHARES, pins
from blocks.library.registry import find


def same_computation(a: Page, b: Page) -> bool:
    """Return whether two states of a page compute the same: only positions, notes and the like differ."""
    if a is b:
        return True
    if len(a.blocks) != len(b.blocks) or (a.wires is not b.wires and a.wires != b.wires):
        return False
    return all(_same(x, y) for x, y in zip(a.blocks, b.blocks, strict=True))


def changed_composites(before: Sequence[Page], now: Sequence[Page]) -> frozenset[str]:
    """Return the composites whose computation changed, directly or through a composite inside."""
    if before is now:
        return frozenset()
    known = {page.name: page for page in before}
    changed = {
        page.name
        for page in now
        if (old := known.get(page.name)) is None or old.composite != page.composite or not same_computation(old, page)
    }
    users: defaultdict[str, set[str]] = defaultdict(set)
    for page in now if changed else ():
        users[page.gradient].add(page.name)
        for block in page.blocks:
            for name in uses_of(block):
                users[name].add(page.name)
    return frozenset(reachable(changed, lambda name: users[name]))


class StateComparison:
    """Two states of a page and its composites, compared to find the results that an edit made outdated."""

    def __init__(
        self, before: Page, now: Page, composites_before: Sequence[Page] = (), composites_now: Sequence[Page] = ()
    ) -> None:
        self._pages = before, now
        self._before = {page.name: page for page in composites_before}
        self._now = {page.name: page for page in composites_now}
        self._changed = changed_composites(composites_before, composites_now)
        self._written: dict[str, frozenset[str]] = {}

    def outdated(self) -> frozenset[str]:
        if not self._changed and same_computation(*self._pages):
            return frozenset()
        there, here = ({block.id for block in page.blocks} for page in self._pages)
        return self._old(*self._pages, ()) | (there - here)

    def inside(self, path: Sequence[str]) -> frozenset[str]:
        (before, now), old = self._pages, self.outdated()
        values: Collection[tuple[str, str]] = ()
        for step in path:
            instance = step_of(step).block
            a, b = _block(before, instance), _block(now, instance)
            inner = None if b is None else self._now.get(dict(steps_into(b)).get(step, ""))
            if instance not in old or b is None or inner is None:
                return frozenset()
            alike = a is not None and (a.type, a.muted) == (b.type, b.muted)
            earlier = self._before.get(b.type) if alike else None
            everything = frozenset([block.id for block in inner.blocks])
            if b.type in LOOP_BODIES:  # what a round gives, the next one may be given
                before, now, old, values = inner, inner, everything, ()
                continue
            if a is None or earlier is None:
                return everything
            names = {name for block, name in values if block == instance}
            names |= {name for name in a.values.keys() | b.values.keys() if a.values.get(name) != b.values.get(name)}
            names |= self._reached(before, now, instance, old)
            inputs = {pin.name: pin.block for pin in pins(inner).inputs}
            values = _sets(earlier, inner, names)
            seeds = {block for block, _ in values} | {inputs[name] for name in names if name in inputs}
            seeds |= self._written_outside(now, instance, inner, old)
            is_known = names <= inputs.keys() | {value.name for value in inner.promoted}
            outdated = self._old(earlier, inner, seeds) if is_known else everything
            before, now, old = earlier, inner, outdated or everything  # there is a reason for it
        return old

    def _reached(self, before: Page, now: Page, instance: str, old: Collection[str]) -> set[str]:
        was, wires = _incoming(before.wires).get(instance, []), _incoming(now.wires).get(instance, [])
        return {
            pin
            for pin in {wire.target.pin for wire in (*was, *wires)}
            if any(wire.source.block in old for wire in wires if wire.target.pin == pin)
            or [wire for wire in was if wire.target.pin == pin] != [wire for wire in wires if wire.target.pin == pin]
        }

    def _written_outside(self, now: Page, instance: str, inner: Page, old: Collection[str]) -> set[str]:
        """Return the blocks inside an instance whose variables are changed by outdated blocks outside."""
        types = {block.id: block.type for block in now.blocks}
        written = {
            source.pin
            for source, target in now.wires
            if source.block == instance
            and target.block in old
            and self._writes(types.get(target.block, ""), target.pin)
        }
        ends = {pin.block for pin in pins(inner).outputs if pin.name in written}
        return {wire.source.block for wire in inner.wires if wire.target.block in ends}

    def _old(self, before: Page, now: Page, seeds: Iterable[str]) -> frozenset[str]:
        """Return the outdated blocks of a canvas; ``seeds`` are outdated because of blocks outside the canvas."""
        known = {block.id: block for block in before.blocks}
        changed = {b.id for b in now.blocks if (a := known.get(b.id)) is None or not _same(a, b)}
        users = now.blocks if self._changed else ()
        changed |= {block.id for block in users if not self._changed.isdisjoint(uses_of(block))} | set(seeds)
        if before.wires is not now.wires:
            old, new = _incoming(before.wires), _incoming(now.wires)
            changed |= {block.id for block in now.blocks if old.get(block.id) != new.get(block.id)}
        follows: defaultdict[str, list[str]] = defaultdict(list)
        types = {block.id: block.type for block in now.blocks}
        for source, target in now.wires:
            follows[source.block].append(target.block)
            if self._writes(types.get(target.block, ""), target.pin):
                follows[target.block].append(source.block)
        for block in now.blocks if self._now else ():
            owner = block.values.get(SHARES)
            if isinstance(owner, str) and block.type in self._now:
                follows[owner].append(block.id)
        return frozenset(reachable(changed, lambda block: follows.get(block, ())))

    def _writes(self, kind: str, pin: str) -> bool:
        """Return whether a block of a type changes what is wired into a pin, as an update changes a variable."""
        definition = self._now.get(kind)
        return _library_writes(kind, pin) if definition is None else pin in self._written_by(definition)

    def _written_by(self, definition: Page) -> frozenset[str]:
        names = self._written.get(definition.name)
        if names is None:
            self._written[definition.name] = frozenset()  # one that contains itself writes nothing there
            types = {block.id: block.type for block in definition.blocks}
            sources = {
                source.block
                for source, target in definition.wires
                if self._writes(types.get(target.block, ""), target.pin)
            }
            names = frozenset([pin.name for pin in pins(definition).inputs if pin.block in sources])
            self._written[definition.name] = names
        return names


def _block(page: Page, block_id: str) -> Block | None:
    return next((block for block in page.blocks if block.id == block_id), None)


def _sets(before: Page, now: Page, names: Collection[str]) -> set[tuple[str, str]]:
    old, new = before.promoted, now.promoted
    edited = [value for value in (*old, *new) if value not in old or value not in new]
    chosen = [*edited, *(value for value in new if value.name in names)]
    ends = [each.partition(".") for value in chosen for each in value.sets]
    return {(block, name) for block, _, name in ends}


def _same(a: Block, b: Block) -> bool:
    return a is b or (a.id == b.id and a.type == b.type and a.muted == b.muted and a.values == b.values)


def _incoming(wires: Sequence[Wire]) -> dict[str, list[Wire]]:
    incoming: defaultdict[str, list[Wire]] = defaultdict(list)
    for wire in wires:
        incoming[wire.target.block].append(wire)
    return incoming


@lru_cache(maxsize=1024)
def _library_writes(name: str, pin: str) -> bool:
    spec = find(name)
    return spec is not None and any(each.name == pin and each.is_ref for each in spec.inputs)


def differing(old: Sequence[object], new: Sequence[object]) -> tuple[int, int, int]:
    """Return the shortest span with all differences: its begin, its end in ``old``, and its end in ``new``."""
    least = min(len(old), len(new))
    begin = next(compress(count(), map(is_not, old, new)), least)
    behind = min(next(compress(count(), map(is_not, reversed(old), reversed(new))), least), least - begin)
    return begin, len(old) - behind, len(new) - behind


def identical(old: Sequence[object], new: Sequence[object]) -> bool:
    """Return whether both contain the same objects (by identity)."""
    return old is new or (len(old) == len(new) and all(map(is_, old, new)))

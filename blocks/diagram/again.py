"""A page elaborated again and again: only what an edit touches is made anew.

A block is made anew if it was edited, if its wires are others, or if what comes through them is. When what it gives
looks from outside as before (dtypes, shapes, and values as far as somebody asked for them), its old nodes stay and take
over what is new, so that nothing that is wired to it has to be made anew. A gradient is made anew if anything that it
may go through was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from blocks.base.splices import differing
from blocks.diagram.alike import looks_alike, made_alike, same_mute, same_values, take_over
from blocks.diagram.data import Block, Page, Wire
from blocks.diagram.elaborate import elaborate, look_up, settle
from blocks.diagram.elaboration import LOOKED_UP, MADE, WIRED, Elaboration, FileReader, Part
from blocks.diagram.making import make
from blocks.diagram.reorder import reorder
from blocks.diagram.wiring import join, put_in_order, report_loose
from blocks.graph.graph import Home, Node, Owner
from blocks.graph.spec import BlockSpec
from blocks.library.index import find as find_in_library

_MOST_GONE = 1000
"""Blocks that are gone of which is known how they were made, for when they come back."""
_MOST_FEW = 64
"""Blocks: when more are made anew, all nodes are numbered anew."""


class Elaborated(NamedTuple):
    """A state of a page as a graph.

    Attributes:
        made: the page; the next state uses it up.
        touched: the blocks at whose pins there may be something else than the last time, those that are gone included;
            None: at any of them.
        anew: the blocks that were made or wired anew, those that are gone included, gradients only if they were wired
            anew; None: others than these may have changed places in the order of the file.
        same_work: it computes the same as the last one, but for the values of constants.
        left: the gradients that are still to be made, and what comes after them: they give nothing yet.
    """

    made: Elaboration
    touched: set[str] | None = None
    anew: set[str] | None = None
    same_work: bool = False
    left: frozenset[str] = frozenset()


class Elaborator:
    """Elaborates states of a page one after the other.

    Args:
        find: gives block types by name.
    """

    def __init__(self, find: Callable[[str], BlockSpec | None] = find_in_library) -> None:
        self._find = find
        self._made: Elaboration | None = None
        self._left: frozenset[str] = frozenset()
        self._good: dict[str, Part] = {}
        self._stamps = count(1)

    def elaborate(
        self,
        page: Page,
        read_file: FileReader | None = None,
        patched: Collection[str] = (),
        *,
        leave_gradients: bool = False,
    ) -> Elaborated:
        """As `blocks.diagram.elaborate.elaborate`.

        Args:
            page, read_file: as there.
            patched: the blocks whose nodes somebody has changed since.
            leave_gradients: leave those that must be made anew, which takes long, to the next time.
        """
        for block in patched:
            self._good.pop(block, None)
        made, self._made = self._made, None  # nothing is left of it if something goes wrong
        found: Elaborated | None = None
        if made is not None:
            made.read_file = read_file
            update = _Update(made, page, self._good, self._stamps, leave_gradients=leave_gradients)
            found = update.run(patched, self._left)
        if found is None:
            found = self._begin(page, read_file)
        elif len(self._good) > 2 * len(page.blocks) + _MOST_GONE:
            self._good = {block: part for block, part in self._good.items() if block in found.made.position}
        self._made, self._left = found.made, found.left
        return found

    def _begin(self, page: Page, read_file: FileReader | None) -> Elaborated:
        """Elaborate a page of which nothing is known."""
        made = elaborate(page, read_file, self._find)
        for part in made.parts.values():
            part.stamp = next(self._stamps)
        self._good = {block: part for block, part in made.parts.items() if part.values is not None}
        for block in made.gradients & self._good.keys():
            self._good[block].way = way_to(made, block)
        return Elaborated(made)


class _Update:
    """One edit.

    Attributes:
        good: how each block was made when that last succeeded, those that are gone included.
        dirty: the blocks that must be looked at.
        rejoined: those whose wires are others, or mean something else.
        changed: those that give something else than before, the ones that are gone included.
        rebuilt: something computes something else.
        renewed: those that were made anew.
        left: those that the next update is to make.
        before: what was wired into a block, of those at which it may be something else now.
        position: where the blocks stood in the file.
    """

    def __init__(
        self, made: Elaboration, page: Page, good: dict[str, Part], stamps: Iterator[int], *, leave_gradients: bool
    ) -> None:
        self.made = made
        self.page = page
        self.good = good
        self.stamps = stamps
        self.leave_gradients = leave_gradients
        self.left: set[str] = set()
        self.before: dict[str, list[str]] = {}
        self.position: Mapping[str, int] = made.position
        self.dirty: set[str] = set()
        self.rejoined: set[str] = set()
        self.changed: set[str] = set()
        self.rebuilt = False
        self.renewed: set[str] = set()

    def run(self, patched: Collection[str], left: Collection[str]) -> Elaborated | None:
        """Bring the elaboration up to date; None if that is not possible.

        Args:
            patched: the blocks whose nodes somebody has changed since.
            left: those that were left the last time.
        """
        made, page = self.made, self.page
        old = made.page
        if page.name != old.name or made.back or made.tangled or made.graph.entangled:
            return None
        made.page = page
        edited, retyped, moved = self.compare(old.blocks)
        self.dirty = {block.id for block in edited}
        if not self.rewire(old.wires, retyped):
            return None
        in_order = not (moved or self.before) or reorder(made, self.before, self.position)
        if not in_order:
            put_in_order(made)
            if made.back or made.tangled:
                return None
        self.dirty |= self.rejoined | made.reading | made.position.keys() & {*patched, *left}
        if moved or retyped or self.rejoined or not self.make_few():
            self.make_all()
        if made.open_loops or made.graph.entangled:
            return None
        if moved:
            for block, place in made.position.items():
                _number(made.parts[block], place)
        settle(made)
        touched = self.changed | self.rejoined | made.position.keys() & left
        for block in self.changed:
            touched.update(made.users.get(block, ()))
        touched -= self.left
        same_work = not (moved or self.rebuilt or touched or self.left)
        anew = (self.renewed - made.gradients) | self.before.keys() if in_order else None
        return Elaborated(made, touched, anew, same_work, frozenset(self.left))

    def compare(self, old: Sequence[Block]) -> tuple[list[Block], set[str], bool]:
        """The blocks that are not made as before; those of another type, or gone; whether places are others."""
        made, now = self.made, self.page.blocks
        if len(old) == len(now):
            pairs = [(a, b) for a, b in zip(old, now, strict=True) if a is not b]
            if all(a.id == b.id for a, b in pairs):
                edited = [b for a, b in pairs if not made_alike(a, b)]
                return edited, {b.id for a, b in pairs if a.type != b.type}, False
        before = {block.id: block for block in old}
        other = [block for block in now if before.get(block.id) is not block]
        made.position = {block.id: i for i, block in enumerate(now)}
        gone = before.keys() - made.position.keys()
        if len(gone) == 1 and len(old) == len(now):
            self.rename(old, other)
        for block in gone:
            self.remove(block)
        edited = [b for b in other if b.id not in before or not made_alike(before[b.id], b)]
        return edited, gone | {b.id for b in other if b.id not in before or before[b.id].type != b.type}, True

    def rename(self, old: Sequence[Block], edited: Sequence[Block]) -> None:
        """If a block has only another name now, what is known of it goes over to that."""
        if len(edited) == 1:
            now = edited[0]
            before = old[self.made.position[now.id]]
            if before._replace(id=now.id) == now and before.id in self.made.parts:
                self.made.values[now.id] = self.made.values.pop(before.id, {})
                part = self.good.get(before.id)
                if part is not None:
                    self.good[now.id] = part
                self.rename_in_order(before.id, now.id)

    def rename_in_order(self, block: str, name: str) -> None:
        """Put another name in the place of a block's, in the order and at the wires."""
        made = self.made

        def renamed(names: list[str]) -> list[str]:
            return [name if each == block else each for each in names]

        made.order[made.rank[block]] = name
        made.rank[name] = made.rank.pop(block)
        made.users[name] = made.users.pop(block, [])
        made.sources[name] = made.sources.pop(block)
        for source in set(made.sources[name]):
            made.users[source] = renamed(made.users[source])
        for user in set(made.users[name]):
            made.sources[user] = renamed(made.sources[user])
        self.position = {name if each == block else each: place for each, place in self.position.items()}

    def remove(self, block: str) -> None:
        """Forget a block."""
        made = self.made
        made.forget(LOOKED_UP, block)
        if block in made.sources:  # it has no other name now
            self.before[block] = made.sources.pop(block)
        for kept in (made.specs, made.wires_into, made.values, made.mute):
            kept.pop(block, None)
        for kept in (made.reading, made.gradients, made.sessions):
            kept.discard(block)
        self.free(made.parts.pop(block))
        self.changed.add(block)
        self.rebuilt = True

    def free(self, part: Part) -> None:
        """Give up the names that a block took."""
        for name in part.names:
            self.made.graph.names.pop(name, None)

    def rewire(self, old: tuple[Wire, ...], retyped: set[str]) -> bool:
        """Join the blocks anew whose wires are others; returns False if too much is different."""
        made, wires = self.made, self.page.wires
        rewired: set[str] = set()
        begin, until, end = differing(old, wires)
        if begin < max(until, end):
            gone, new = old[begin:until], wires[begin:end]
            kept, now = set(map(id, gone)), set(map(id, new))
            if [w for w in gone if id(w) in now] != [w for w in new if id(w) in kept]:
                return False
            rewired = {w.target.block for w in gone if id(w) not in now}
            rewired |= {w.target.block for w in new if id(w) not in kept}
        for block in rewired:
            made.wires.pop(block, None)
        for wire in wires if rewired else ():
            if wire.target.block in rewired:
                made.wires.setdefault(wire.target.block, []).append(wire)
        again = rewired | retyped
        if retyped:
            again.update([wire.target.block for wire in wires if wire.source.block in retyped])
            for block in retyped & made.position.keys():
                made.forget(LOOKED_UP, block)
                made.specs.pop(block, None)
                made.gradients.discard(block)
                made.sessions.discard(block)
                look_up(made, self.page.blocks[made.position[block]])
        for block in again & made.position.keys():
            made.forget(WIRED, block)
            made.wires_into.pop(block, None)
            self.before[block] = made.sources.get(block, [])
            made.sources[block] = []
            join(made, block)
            self.rejoined.add(block)
        if again:
            report_loose(made)
        return True

    def make_few(self) -> bool:
        """Make what must be made anew, while the order is as it was; returns False if that is too much for this way."""
        made, rank = self.made, self.made.rank
        nodes = made.graph.nodes
        for _ in range(_MOST_FEW):
            if self.rebuilt:
                self.dirty |= made.gradients - self.renewed
            if not self.dirty:
                return True
            block = min(self.dirty, key=rank.__getitem__)
            old = made.parts[block].nodes
            leaves = self.leave_gradients and block in made.gradients
            if not old or leaves or len(self.dirty) > _MOST_FEW:
                return False
            self.dirty.discard(block)
            first = old[0].number
            end = first + len(old)
            rest = nodes[end:]
            del nodes[first:]
            self.renew(block)
            if len(nodes) != end:
                for i, node in enumerate(rest, len(nodes)):
                    node.number = i
            nodes.extend(rest)
        return not self.dirty

    def make_all(self) -> None:
        """Make what must be made anew, and number all nodes."""
        made = self.made
        dirty, parts = self.dirty, made.parts
        nodes: list[Node] = []
        made.graph.nodes = nodes
        for block in made.order:
            if block in dirty or (self.rebuilt and block in made.gradients and block not in self.renewed):
                self.renew(block)
                continue
            for node in parts[block].nodes:
                node.number = len(nodes)
                nodes.append(node)

    def renew(self, block: str) -> None:
        """Make a block anew, or take it as it was when that is right."""
        made = self.made
        self.renewed.add(block)
        way = way_to(made, block) if block in made.gradients else None
        values, mute = made.values.pop(block, None), made.mute.pop(block, None)
        last, good = made.parts.get(block), self.good.get(block)
        if last is not None:
            self.free(last)
        made.forget(MADE, block)
        now = self.page.blocks[made.position[block]]
        if good is not None and self.fits(good, now, way):
            self.restore(good, now)
        elif self.leave_gradients and (way is not None or not self.left.isdisjoint(made.sources[block])):
            self.left.add(block)
            made.parts[block] = Part(now, [], [])
        else:
            made.reading.discard(block)
            make(made, now)
            part = made.parts[block]
            part.way = way
            same_work = good is not None and self.adopt(part, good)
            part.stamp = good.stamp if good is not None and same_work else next(self.stamps)
            if part.values is not None:
                self.good[block] = part
        if last is None or last.stamp != made.parts[block].stamp:
            self.rebuilt = True
        if not (same_values(values, made.values.get(block)) and same_mute(mute, made.mute.get(block))):
            self.changed.add(block)
            self.dirty.update(made.users.get(block, ()))

    def fits(self, part: Part, block: Block, way: list[tuple[str, int]] | None) -> bool:
        """Whether a block would be made as it was before."""
        made, wires = self.made, self.made.wires_into.get(block.id, [])
        return (
            block.id not in made.faulty
            and block.id not in made.reading
            and part.block.id == block.id
            and _same_way(part, way)
            and made_alike(part.block, block)
            and part.wires == wires
            and all(made.values.get(wire.source.block) is each for wire, each in zip(wires, part.given, strict=True))
            and part.names.keys().isdisjoint(made.graph.names.keys())
        )

    def restore(self, part: Part, block: Block) -> None:
        """Take a block as it was."""
        made = self.made
        assert part.values is not None
        made.parts[block.id] = part
        made.values[block.id] = part.values
        made.graph.names.update(part.names)
        nodes = made.graph.nodes
        for node in part.nodes:
            node.number = len(nodes)
            nodes.append(node)
        _number(part, made.position[block.id])
        if part.faults:
            made.found[MADE][block.id] = part.faults

    def adopt(self, part: Part, old: Part) -> bool:
        """Keep the old nodes of a block if they look as before from outside; returns whether they compute the same."""
        made = self.made
        spec = made.specs[part.block.id]
        if spec.kind != "op" or part.values is None or part.block.muted or old.block.muted:
            return False
        pairs = list(zip(old.nodes, part.nodes, strict=False))
        if len(old.nodes) != len(part.nodes) or not all(looks_alike(a, b) for a, b in pairs):
            return False
        first = part.nodes[0].number
        old_of = {id(o): p for a, b in pairs for p, o in zip(a.outputs, b.outputs, strict=True)}
        same_work = True
        for i, (a, b) in enumerate(pairs):
            same_work = take_over(a, b, old_of) and same_work
            made.graph.nodes[first + i] = a
        part.nodes = old.nodes
        assert old.values is not None
        part.values = made.values[part.block.id] = old.values
        return same_work


def _number(part: Part, place: int) -> None:
    """Tell the nodes of a block at which place of the file it stands."""
    for node in part.nodes:
        owner = node.home.owner
        if owner is None or owner.order == place:
            return
        node.home = Home(node.home.name, Owner(owner.block, place), node.home.controls)


def way_to(made: Elaboration, gradient: str) -> list[tuple[str, int]]:
    """The blocks that a gradient may go through, with their stamps, in order."""
    found = made.upstream({gradient})
    found.discard(gradient)
    return [(block, made.parts[block].stamp) for block in made.order if block in found]


def _same_way(part: Part, way: list[tuple[str, int]] | None) -> bool:
    """Whether a gradient goes through the same; faults name the blocks on the way."""
    if part.way is None or way is None or part.faults:
        return part.way == way
    return [stamp for _, stamp in part.way] == [stamp for _, stamp in way]

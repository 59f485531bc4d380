"""Blocks that an edit touched, made anew; or taken as they were, where that is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import Any

from blocks.base.sequence_diff import differing
from blocks.document.data import Block, Page
from blocks.elaborate.block_builder import make
from blocks.elaborate.elaboration import MADE, Elaboration, Part, Wires
from blocks.elaborate.equivalence import looks_alike, made_alike, same_mute, same_values, take_over
from blocks.graph.graph import Home, Node

_MOST_FEW = 64
"""Blocks: when more are made anew, all nodes are numbered anew."""
_MOST_LOOKED_AT = 8
"""Blocks: while more are to be made anew, others are looked at one by one."""
_NOT_MADE = Part(Block("", ""), (), ())
"""Of each block that was not made."""


class Renewal:
    """Makes anew what an edit of a page touched.

    Args:
        made: the page as it was.
        page: as it is now.
        good: how each block was made when that last succeeded, those that are gone included.
        stamps: numbers that no part has.
        leave_gradients: leave those that must be made anew to the next time.

    Attributes:
        dirty: the blocks that must be looked at.
        changed: those that give something else than before, the ones that are gone included.
        rebuilt: something computes something else.
        renewed: those that were made anew.
        fell: those of them that give nothing any more, only since one before them does not.
        left: those that the next update is to make.
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
        self.dirty: set[str] = set()
        self.changed: set[str] = set()
        self.rebuilt = False
        self.renewed: set[str] = set()
        self.fell: set[str] = set()
        self._making_all = False
        self._lost: set[int] = set()

    def drop(self, block: str) -> None:
        """A block is gone."""
        made = self.made
        for kept in (made.values, made.mute):
            kept.pop(block, None)
        for kept in (made.reading, made.gradients):
            kept.discard(block)
        self.free(made.parts.pop(block))
        self.changed.add(block)
        self.rebuilt = True

    def free(self, part: Part) -> None:
        """Give up the names that a block took."""
        if part.names:
            names = self.made.graph.names
            for name, _ in part.names:
                names.pop(name, None)

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

    def make_all(self, old: Sequence[str]) -> None:
        """Make what must be made anew, and number the nodes that come after another number of them than before.

        Args:
            old: the order in which blocks were made the last time.
        """
        made, order, rank = self.made, self.made.order, self.made.rank
        dirty, parts = self.dirty, made.parts
        self._making_all = True
        begin, _, end = differing(old, order)
        begin = min([begin, *[rank[block] for block in dirty]])
        first = next((parts[block].nodes[-1].number + 1 for block in reversed(order[:begin]) if parts[block].nodes), 0)
        before = made.graph.nodes
        nodes = made.graph.nodes = before[:first]
        place = begin
        while place < len(order):
            until = self.stays_until(place) if place >= end else place
            if until > place:
                _keep(nodes, before, [parts[block].nodes for block in order[place:until]])
                place = until
                continue
            block = order[place]
            place += 1
            if block in dirty or (self.rebuilt and block in made.gradients and block not in self.renewed):
                dirty.discard(block)
                self.renew(block)
                continue
            for node in parts[block].nodes:
                node.number = len(nodes)
                nodes.append(node)

    def stays_until(self, place: int) -> int:
        """The place in the order up to which all blocks stay as they are, or this one if that is not easily said."""
        if self.fell or len(self.dirty) > _MOST_LOOKED_AT:
            return place
        made, rank = self.made, self.made.rank
        later = [rank[block] for block in self.dirty]
        if self.rebuilt:
            later += [rank[block] for block in made.gradients - self.renewed if rank[block] >= place]
        return min(later, default=len(made.order))

    def renew(self, block: str) -> None:
        """Make a block anew, or take it as it was when that is right."""
        made = self.made
        self.renewed.add(block)
        is_gradient = block in made.gradients
        values, mute = made.values.pop(block, None), made.mute.pop(block, None)
        last, good = made.parts.get(block), self.good.get(block)
        if last is not None:
            self.free(last)
        made.forget(MADE, block)
        now = self.page.blocks[made.position[block]]
        wires = made.wires_into.get(block, ())
        given = [made.values.get(wire.source.block) for wire in wires]
        if good is not None and self.fits(good, now, wires, given):
            self.restore(good, now)
        elif self.left and not self.left.isdisjoint(made.sources[block]):
            self.left.add(block)
            made.parts[block] = _NOT_MADE
        elif good is not None and self.fails(good, now, wires, given):
            made.faulty.add(block)
            made.parts[block] = _NOT_MADE
        elif is_gradient and self.leave_gradients:
            self.left.add(block)
            made.parts[block] = _NOT_MADE
        else:
            made.reading.discard(block)
            make(made, now, made.position[block], made.specs.get(block), wires)
            part = made.parts[block]
            part.way = way_to(made, block) if is_gradient else None
            same_work = good is not None and self.adopt(part, good)
            part.stamp = good.stamp if good is not None and same_work else next(self.stamps)
            if part.values is not None:
                self.good[block] = part
        if last is None or last.stamp != made.parts[block].stamp:
            self.rebuilt = True
            if last is not None and last is not _NOT_MADE:
                self._lost.add(last.stamp)
        changed = not (same_values(values, made.values.get(block)) and same_mute(mute, made.mute.get(block)))
        if changed:
            self.changed.add(block)
        if block in self.left or (changed and (block in made.values or block in made.mute or not self._making_all)):
            self.dirty.update(made.users.get(block, ()))
        elif changed:
            self.fall_after(block)

    def fall_after(self, block: str) -> None:
        """A block gives nothing any more: then those after it give nothing either, and nothing is said of them.

        As `renew` finds where `fails` holds, but for many of them at once.
        """
        made, good, dirty, parts = self.made, self.good, self.dirty, self.made.parts
        values, users, names = made.values, made.users, made.graph.names
        apart = made.gradients | made.reading | made.faulty
        fallen: list[str] = []
        pending = [block]
        while pending:
            for user in users.get(pending.pop(), ()):
                if user in dirty:
                    continue
                part = parts[user]
                plain = user in values and part is good.get(user) and not (part.faults or part.block.muted)
                if not plain or user in apart:
                    dirty.add(user)
                    continue
                del values[user]
                for name, _ in part.names:
                    names.pop(name, None)
                parts[user] = _NOT_MADE
                fallen.append(user)
                pending.append(user)
        for told in (made.faulty, self.renewed, self.changed, self.fell):
            told.update(fallen)

    def fits(self, part: Part, block: Block, wires: Wires, given: list[Any]) -> bool:
        """Whether a block would be made as it was before: it is wired like this, and its sources give this."""
        made = self.made
        return (
            len(given) == len(part.given)
            and all(map(is_, given, part.given))
            and block.id not in made.faulty
            and block.id not in made.reading
            and part.block.id == block.id
            and made_alike(part.block, block)
            and part.wires == wires
            and not any(name in made.graph.names for name, _ in part.names)
            and (part.way is None or self._lost.isdisjoint([stamp for _, stamp in part.way]))  # soon said, mostly
            and _same_way(part, way_to(made, block.id) if block.id in made.gradients else None)
        )

    def fails(self, part: Part, block: Block, wires: Wires, given: list[Any]) -> bool:
        """Whether a block, which was made before, fails only since one before it did: nothing more is said of it."""
        made, muted = self.made, self.made.mute
        return (
            None in given
            and block.id not in made.faulty
            and block.id not in made.reading
            and not part.faults
            and not (block.muted or part.block.muted)
            and part.wires == wires
            and made_alike(part.block, block)
            and all(now is None or now is before for now, before in zip(given, part.given, strict=True))
            and not (muted and any(wire.source.block in muted for wire in wires))
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
        tell_place(part, made.position[block.id])
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


def _keep(nodes: list[Node], before: Sequence[Node], kept: Sequence[Sequence[Node]]) -> None:
    """Put nodes that stay behind others.

    Args:
        nodes: where to.
        before: all nodes as they were numbered.
        kept: those of blocks that were made one after the other.
    """
    first = next((each[0].number for each in kept if each), 0)
    behind = next((each[-1].number + 1 for each in reversed(kept) if each), 0)
    stay = before[first:behind]
    if first != len(nodes):
        for number, node in enumerate(stay, len(nodes)):
            node.number = number
    nodes.extend(stay)


def tell_place(part: Part, place: int) -> None:
    """Tell the nodes of a block at which place of the file it stands."""
    for node in part.nodes:
        owner = node.home.owner
        if owner is None or owner.order == place:
            return
        node.home = Home(node.home.name, owner._replace(order=place), node.home.controls)


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

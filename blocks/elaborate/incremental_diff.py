"""What an edit made of a page: which blocks are others, and which are wired otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from blocks.base.sequence_diff import differing
from blocks.document.data import Block, Page, Wire
from blocks.elaborate.elaborate import look_up
from blocks.elaborate.elaboration import LOOKED_UP, WIRED
from blocks.elaborate.equivalence import made_alike
from blocks.elaborate.incremental_order import reorder
from blocks.elaborate.incremental_rebuild import Renewal
from blocks.elaborate.wiring import join, list_users, put_in_order, report_loose


class Edited:
    """Compares two states of a page, and joins its blocks as they are wired now.

    Args:
        renewal: makes anew what has to be; told of it.
        old: the page before.

    Attributes:
        moved: the places in the file at which there may be blocks that had another place, or none.
        retyped: the blocks of another type, new or gone.
        new: those of them that are new.
        rejoined: those whose wires are others, or mean something else.
        before: what was wired into a block, of those at which it may be something else now.
        position: where the blocks stood in the file.
    """

    def __init__(self, renewal: Renewal, old: Page) -> None:
        self.renewal = renewal
        self.made = renewal.made
        self.page = renewal.page
        self.old = old
        self.moved = range(0)
        self.retyped: set[str] = set()
        self.new: set[str] = set()
        self.rejoined: set[str] = set()
        self.before: dict[str, list[str]] = {}
        self.position: Mapping[str, int] = self.made.position

    @property
    def rearranged(self) -> bool:
        """Whether blocks have other places or other wires."""
        return bool(self.moved or self.retyped or self.rejoined)

    def find(self) -> bool | None:
        """Find out all of it.

        Returns:
            Whether blocks that stay can be made in the order of before; None if too much is different.
        """
        made = self.made
        edited = self.compare(self.old.blocks)
        self.renewal.dirty = {block.id for block in edited}
        if not self.rewire(self.old.wires):
            return None
        self.renewal.dirty |= self.rejoined
        in_order = not (self.moved or self.before) or reorder(made, self.before, self.position)
        if not in_order:
            put_in_order(made)
            if made.back or made.tangled:
                return None
            list_users(made)
        return in_order

    def compare(self, old: Sequence[Block]) -> list[Block]:
        """The blocks that are not made as before."""
        made = self.made
        begin, until, end = differing(old, self.page.blocks)
        was, now = old[begin:until], self.page.blocks[begin:end]
        if [block.id for block in was] == [block.id for block in now]:
            self.retyped = {b.id for a, b in zip(was, now, strict=True) if a.type != b.type}
            return [b for a, b in zip(was, now, strict=True) if a is not b and not made_alike(a, b)]
        self.moved = range(begin, end if until == end else len(self.page.blocks))
        before = {block.id: block for block in was}
        other = [block for block in now if before.get(block.id) is not block]
        names = [*made.position]
        names[begin:until] = [block.id for block in now]
        made.position = dict(zip(names, range(len(names)), strict=True))
        gone = before.keys() - {block.id for block in now}
        if len(gone) == 1 and len(was) == len(now):
            self.rename(old, other)
        for block in gone:
            self.remove(block)
        self.new = {b.id for b in other if b.id not in before}
        self.retyped = gone | self.new | {b.id for b in other if b.id in before and before[b.id].type != b.type}
        return [b for b in other if b.id not in before or not made_alike(before[b.id], b)]

    def rename(self, old: Sequence[Block], edited: Sequence[Block]) -> None:
        """If a block has only another name now, what is known of it goes over to that."""
        if len(edited) == 1:
            now = edited[0]
            before = old[self.made.position[now.id]]
            gone = before.id in self.made.parts and before.id not in self.made.position  # and no copy of one that stays
            if gone and before._replace(id=now.id) == now:
                self.made.values[now.id] = self.made.values.pop(before.id, {})
                good = self.renewal.good
                part = good.pop(before.id, None)  # its nodes become those of the block with the new name
                if part is not None:
                    good[now.id] = part
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
        names = renamed([*self.position])
        self.position = dict(zip(names, range(len(names)), strict=True))

    def remove(self, block: str) -> None:
        """Forget a block."""
        made = self.made
        made.forget(LOOKED_UP, block)
        if block in made.sources:  # it has no other name now
            self.before[block] = made.sources.pop(block)
        for kept in (made.specs, made.wires_into):
            kept.pop(block, None)
        made.sessions.discard(block)
        self.renewal.drop(block)

    def rewire(self, old: tuple[Wire, ...]) -> bool:
        """Join the blocks anew whose wires are others; returns False if too much is different."""
        made, wires, retyped = self.made, self.page.wires, self.retyped
        rewired: set[str] = set()
        joined: set[str] = set()
        begin, until, end = differing(old, wires)
        if begin < max(until, end):
            gone, new = old[begin:until], wires[begin:end]
            kept, now = set(map(id, gone)), set(map(id, new))
            if [w for w in gone if id(w) in now] != [w for w in new if id(w) in kept]:
                return False
            joined = {w.target.block for w in new if id(w) not in kept}
            lost = [w for w in gone if id(w) not in now]
            rewired = joined.union([w.target.block for w in lost])
            self.list_wires(joined, lost)
        again = rewired | retyped
        if retyped:
            for block in retyped:
                again.update(made.users.get(block, ()))
            if self.new:  # wires may have come from there before there was anything
                again.update([wire.target.block for wire in wires if wire.source.block in self.new])
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
            join(made, block)
            self.rejoined.add(block)
        if again:
            report_loose(made)
        return True

    def list_wires(self, joined: Collection[str], lost: Sequence[Wire]) -> None:
        """List the wires that lead to blocks to which others lead now.

        Args:
            joined: the blocks to which there are new ones.
            lost: those that are gone.
        """
        listed, gone = self.made.wires, set(map(id, lost))
        for block in {wire.target.block for wire in lost}.difference(joined):
            listed[block] = tuple([wire for wire in listed[block] if id(wire) not in gone])
            if not listed[block]:
                del listed[block]
        for block in joined:
            listed.pop(block, None)
        now: dict[str, list[Wire]] = {}
        for wire in self.page.wires if joined else ():
            if wire.target.block in joined:
                now.setdefault(wire.target.block, []).append(wire)
        listed.update((block, tuple(wires)) for block, wires in now.items())

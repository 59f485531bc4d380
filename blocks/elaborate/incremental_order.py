"""The order in which blocks are made, after an edit: brought up to date where the edit leaves it nearly as it was.

The order is the one that takes, again and again, the first block of the file whose sources are all there. So a wire
that is taken away changes nothing if its block could not have come earlier all the same, a new one nothing if it leads
forwards, and a block that nothing is wired to yet stands before the first one that comes later in the file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from blocks.elaborate.elaboration import Elaboration

_MOST_NEW = 24
"""Blocks: for more of them the order is found anew."""


def reorder(made: Elaboration, before: Mapping[str, Sequence[str]], position: Mapping[str, int]) -> bool:
    """Bring order, ranks and users up to date.

    Args:
        made: the page; its blocks and their sources are those of now, all else is as before.
        before: the sources before, of each block that has others now, that is new (none) or gone.
        position: the places of blocks in the file before.

    Returns:
        False if the order must be found anew; nothing is changed then.
    """
    rank, order, sources = made.rank, made.order, made.sources
    gone = before.keys() - made.position.keys()
    new = [block for block in before if block not in rank]
    if len(new) > _MOST_NEW or not _same_places(made, position, new):
        return False
    for block, old in before.items():
        if block in rank and block not in gone:
            first = max((rank[source] for source in set(old).intersection(sources[block])), default=-1) + 1
            here = position[block]
            if any(position[each] > here for each in order[first : rank[block]]):
                return False
    order = [block for block in order if block not in gone] if gone else list(order)
    found = _with_new(made, order, new)
    if found is None:
        return False
    for block in before:
        if block not in gone and any(found[source] >= found[block] for source in sources[block]):
            return False
    made.order, made.rank = order, found
    _tell_users(made, before, gone)
    return True


def _same_places(made: Elaboration, position: Mapping[str, int], new: Collection[str]) -> bool:
    """Whether the blocks that stay stand in the file in the same order as before."""
    if position is made.position:
        return True
    stay = [block for block in made.position if block not in new] if new else [*made.position]
    gone = position.keys() - made.position.keys()
    return stay == ([block for block in position if block not in gone] if gone else [*position])


def _with_new(made: Elaboration, order: list[str], new: Sequence[str]) -> dict[str, int] | None:
    """Put new blocks into an order; returns the ranks, or None if they wait for each other."""
    place = made.position
    rank = dict(zip(order, place.values(), strict=False))
    waiting = sorted(new, key=place.__getitem__)
    while waiting:
        block = next((each for each in waiting if rank.keys() >= set(made.sources[each])), None)
        if block is None:
            return None
        waiting.remove(block)
        first = max((rank[source] for source in made.sources[block]), default=-1) + 1
        here = place[block]
        at = next((i for i in range(first, len(order)) if place[order[i]] > here), len(order))
        order.insert(at, block)
        rank = dict(zip(order, place.values(), strict=False))
    return rank


def _tell_users(made: Elaboration, before: Mapping[str, Sequence[str]], gone: Collection[str]) -> None:
    users = made.users
    for block, old in before.items():
        for source in set(old):
            users[source] = [user for user in users.get(source, ()) if user != block]
        if block not in gone:
            for source in made.sources[block]:
                users.setdefault(source, []).append(block)
    for block in gone:
        users.pop(block, None)

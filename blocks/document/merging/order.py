"""Three-way merge of the order of items that both sides may have added, removed or moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def merged_order(base: Sequence[K], ours: Sequence[K], theirs: Sequence[K]) -> list[K]:
    """Return the order of all items of both sides; a side that kept the order follows the other one.

    An item that only the other side has follows the item that precedes it there, after items added at the same index.
    """
    if theirs == base or ours == theirs:
        main, other = ours, theirs
    elif ours == base or not moved(ours, base):
        main, other = (theirs, ours) if ours == base or moved(theirs, base) else (ours, theirs)
    else:
        main, other = ours, theirs
    known, old = set(main), set(base)
    behind: defaultdict[K | None, list[K]] = defaultdict(list)
    anchor: K | None = None
    for key in other:
        if key in known:
            anchor = key
        else:
            behind[anchor].append(key)
    results: list[K] = []
    waiting = behind.pop(None, [])
    for key in main:
        if key in old:
            results += waiting
            waiting = []
        results.append(key)
        waiting += behind.get(key, ())
    return results + waiting


def moved(now: Sequence[K], before: Sequence[K]) -> bool:
    was, remain = set(before), set(now)
    return [key for key in now if key in was] != [key for key in before if key in remain]


def numbered(items: Iterable[K]) -> list[tuple[K, int]]:
    seen: Counter[K] = Counter()
    results: list[tuple[K, int]] = []
    for item in items:
        results.append((item, seen[item]))
        seen[item] += 1
    return results

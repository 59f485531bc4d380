"""The nodes that can be reached in any graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def reachable(starts: Iterable[T], after: Callable[[T], Iterable[T]]) -> set[T]:
    """Return the starts and all nodes that can be reached from them, given the next nodes of a node."""
    results: set[T] = set()
    pending = list(starts)
    while pending:
        each = pending.pop()
        if each not in results:
            results.add(each)
            pending.extend(after(each))
    return results

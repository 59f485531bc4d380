"""Tables by block path, in which identical instances share one table.

A path ``hidden/mm`` is looked up first by its instance ``hidden``, then by the rest. Tables of unchanged instances are
not rebuilt.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, MutableMapping
from itertools import islice
from typing import Any, TypeVar, overload

T = TypeVar("T")
D = TypeVar("D")

_NOTHING: Any = object()


class PathTable(MutableMapping[str, T]):
    """A table by path with its own entries and shared tables of instances.

    Iteration follows the insertion order of own entries and instance tables together.

    Attributes:
        own: its own entries; they hide equal paths in instances.
        parts: the tables of instances by path; their keys are relative to the instance.
    """

    __slots__ = ("_count", "_order", "own", "parts")

    def __init__(self) -> None:
        self.own: dict[str, T] = {}
        self.parts: dict[str, Mapping[str, T]] = {}
        self._order: list[tuple[int, str]] = []
        self._count = 0

    def add_part(self, path: str, table: Mapping[str, T]) -> None:
        self.parts[path] = table
        self._order.append((len(self.own), path))
        self._count += len(table)

    def __getitem__(self, path: str) -> T:
        value: Any = self.get(path, _NOTHING)
        if value is _NOTHING:
            raise KeyError(path)
        return value

    @overload
    def get(self, path: str, default: None = None, /) -> T | None: ...
    @overload
    def get(self, path: str, default: T, /) -> T: ...
    @overload
    def get(self, path: str, default: D, /) -> T | D: ...
    def get(self, path: str, default: Any = None, /) -> Any:
        value = self.own.get(path, _NOTHING)
        if value is not _NOTHING:
            return value
        instance, slash, rest = path.partition("/")
        part = self.parts.get(instance) if slash else None
        return default if part is None else part.get(rest, default)

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self.get(path, _NOTHING) is not _NOTHING

    def __setitem__(self, path: str, value: T) -> None:
        self.own[path] = value

    def __delitem__(self, path: str) -> None:
        del self.own[path]

    def popitem(self) -> tuple[str, T]:
        """Remove and return the last own entry."""
        return self.own.popitem()

    def __len__(self) -> int:
        return len(self.own) + self._count

    def __iter__(self) -> Iterator[str]:
        return (path for path, _ in self.items())

    def items(self) -> ItemsView[str, T]:
        return _Items(self)

    def pairs(self) -> Iterator[tuple[str, T]]:
        own, done = iter(self.own.items()), 0
        for end, path in self._order:
            yield from islice(own, end - done)
            done = end
            for rest, value in self.parts[path].items():
                yield f"{path}/{rest}", value
        yield from own

    def different(self, old: Mapping[str, T]) -> Iterator[tuple[str, T]]:
        """Yield the entries that an older table lacks or has as another object."""
        known = old.parts if isinstance(old, PathTable) else {}
        yield from ((path, value) for path, value in self.own.items() if old.get(path) is not value)
        for path, part in self.parts.items():
            if known.get(path) is not part:
                inside = ((f"{path}/{rest}", value) for rest, value in part.items())
                yield from ((inner, value) for inner, value in inside if old.get(inner) is not value)

    def with_old(self, old: Mapping[str, T]) -> PathTable[T]:
        known = old.parts if isinstance(old, PathTable) else {}
        result, merged = PathTable[T](), dict[tuple[int, int], Mapping[str, T]]()
        result.own = _with_old(self.own, old)
        result._order, result._count = self._order, self._count
        for path, part in self.parts.items():
            before = known.get(path)
            pair = id(part), id(before)
            both = part if before is part else merged.get(pair)
            if both is None and before is None:  # its entries were by themselves
                both = _with_old(part, {rest: old[inner] for rest in part if (inner := f"{path}/{rest}") in old})
            elif both is None and before is not None:
                both = _with_old(part, before)
                is_old = len(both) == len(before) and all(before.get(rest) is each for rest, each in both.items())
                both = merged[pair] = before if is_old else both
            assert both is not None
            result.parts[path] = both
        return result


def _with_old(now: Mapping[str, T], old: Mapping[str, T]) -> dict[str, T]:
    result: dict[str, T] = {}
    for path, value in now.items():
        before = old.get(path, value)
        result[path] = before if before is value or before == value else value
    return result


class _Items(ItemsView[str, T]):
    def __init__(self, table: PathTable[T]) -> None:
        super().__init__(table)
        self._table = table

    def __iter__(self) -> Iterator[tuple[str, T]]:
        return self._table.pairs()


class Shifted(Mapping[str, int]):
    """The indices of an instance's blocks, relative to that of its first block."""

    __slots__ = ("_indices", "_start")

    def __init__(self, indices: Mapping[str, int], start: int) -> None:
        self._indices = indices
        self._start = start

    def __getitem__(self, path: str) -> int:
        return self._indices[path] + self._start

    def __iter__(self) -> Iterator[str]:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)

"""Points that the steps of a run add to scalar curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.run.monitoring.previews import MOST_ELEMENTS, element_names

_MOST_NAMES = 256
"""Curves of a page beyond which elements have none: scalars come first."""

_kind = attrgetter("dtype", "shape")


class Points(NamedTuple):
    """The points that some steps add to curves.

    Attributes:
        names: scalars (results with one element, of any rank), and elements of small tensors by `element_names`.
    """

    names: Sequence[str]
    steps: Sequence[int]
    values: Array


class Curves:
    """A collector of points, stored as bytes and decoded together."""

    def __init__(self) -> None:
        self._results: list[str] = []
        self._kinds: list[tuple[np.dtype[Any], tuple[int, ...]]] = []
        self._names: list[str] = []
        self._indices: list[int] = []
        self._row = np.dtype([])
        self._steps: list[int] = []
        self._bytes: list[bytes] = []
        self._points: list[Points] = []

    def add(self, step: int, results: Mapping[str, Array]) -> None:
        arrays = [*results.values()]
        kinds = [*map(_kind, arrays)]
        if kinds != self._kinds or [*results] != self._results:
            self._gather()
            self._results, self._kinds = [*results], kinds
            self._choose(arrays)
        if self._indices:
            self._steps.append(step)
            self._bytes += [arrays[index].tobytes() for index in self._indices]

    def take(self) -> list[Points]:
        self._gather()
        results, self._points = self._points, []
        return results

    def _choose(self, arrays: Sequence[Array]) -> None:
        numeric = [slot for slot, array in enumerate(arrays) if array.dtype.kind in "fiub"]
        self._indices = [position for position in numeric if arrays[position].size == 1]
        self._names = [self._results[position] for position in self._indices]
        for index in numeric:
            array = arrays[index]
            if 1 < array.size <= MOST_ELEMENTS and len(self._names) + array.size <= _MOST_NAMES:
                self._indices.append(index)
                self._names += element_names(self._results[index], array.shape)
        chosen = groupby([arrays[position] for position in self._indices], key=lambda array: array.dtype)
        parts = [(dtype, sum([array.size for array in alike])) for dtype, alike in chosen]
        self._row = np.dtype([(str(i), dtype, (count,)) for i, (dtype, count) in enumerate(parts)])

    def _gather(self) -> None:
        if self._steps:
            rows = np.frombuffer(b"".join(self._bytes), self._row)
            columns = [rows[name] for name in self._row.names or ()]
            values = np.concatenate(columns, axis=1, dtype=np.float64, casting="unsafe")
            self._points.append(Points(self._names, self._steps, values))
            self._steps, self._bytes = [], []

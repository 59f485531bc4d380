"""Statistics of tensors, which are kept for the gradients and values of earlier steps.

Many small tensors of many steps are processed in a few calls, because one call for each would take longer than the step
that computed them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.run.results import Results

SAMPLE = 128
"""Elements of a tensor that are kept; of a larger one these are spread over it."""
FIRST = 64
"""So many steps of a run are all measured, however large the tensors are, as long as there is time."""
SHARE = 0.05
"""The part of a run's time that measuring large tensors takes at most; gradients take a third of it and more."""
_SMALL = 1 << 12
"""Elements up to which tensors are measured together."""
_LIGHT = 1 << 14
"""Elements of all tensors of a step up to which steps between two deliveries are measured."""
_BETWEEN = 64
"""So many of them at most."""
_SAFE = (1e-280, 1e280)
"""Sums of squares from which a norm can be told as they are."""
_SINGLE = float(np.finfo(np.float32).max)
_NUMBERS = 6


class Statistics(NamedTuple):
    """The statistics of a tensor.

    Attributes:
        norm: the Euclidean norm; NaN if an element is NaN.
        log10_norm: its decimal logarithm, -inf for 0.
        minimum, maximum: of the finite elements, or of the absolute values of complex ones; NaN if there are none.
        sample: some elements, always at the same indices, as float32; see `sampled`.
    """

    shape: tuple[int, ...]
    norm: float
    log10_norm: float
    minimum: float
    maximum: float
    zeros: int
    nans: int
    infinities: int
    sample: bytes = b""

    @property
    def single(self) -> float | None:
        """The finite element of a scalar, if complex its absolute value; None for other tensors."""
        return self.minimum if math.prod(self.shape) == 1 and math.isfinite(self.minimum) else None

    @property
    def number(self) -> float:
        """The finite element of a scalar, otherwise the norm."""
        return self.norm if self.single is None else self.single

    @property
    def elements(self) -> Array | None:
        """All elements as float32 if there are few, otherwise None."""
        if math.prod(self.shape) > SAMPLE:
            return None
        return np.frombuffer(self.sample, np.float32).reshape(self.shape)


class MeasuredTensors:
    """The measured tensors of a step, usually the same in every step.

    Attributes:
        ends: the ends of the samples in the concatenated samples.
        small: the indices of the tensors that are measured together.
    """

    def __init__(
        self,
        gradients: Sequence[str],
        values: Sequence[str],
        shapes: Sequence[tuple[int, ...]],
        dtypes: Sequence[np.dtype[Any]] = (),
    ) -> None:
        self.gradients = {name: index for index, name in enumerate(gradients)}
        self.values = {name: index for index, name in enumerate(values, len(gradients))}
        self.shapes, self.dtypes = list(shapes), list(dtypes)
        sizes = [math.prod(shape) for shape in shapes]
        self.elements = sum(sizes)
        self.ends: list[int] = np.cumsum([min(size, SAMPLE) for size in sizes], dtype=np.intp).tolist()
        self.small = [index for index, size in enumerate(sizes) if 0 < size <= _SMALL]
        self.large = [index for index, size in enumerate(sizes) if not 0 < size <= _SMALL]
        self.small_sizes = np.array([sizes[index] for index in self.small], np.intp)
        self.starts = np.cumsum(self.small_sizes) - self.small_sizes
        picked = [start + _indices(sizes[at]) for at, start in zip(self.small, self.starts.tolist(), strict=True)]
        self.picked = np.concatenate(picked) if picked else np.zeros(0, np.intp)
        held = [np.arange(*self.sample(index)) for index in self.small]
        self.held = np.concatenate(held) if held else self.picked

    def sample(self, index: int) -> tuple[int, int]:
        return self.ends[index - 1] if index else 0, self.ends[index]


class Measured(NamedTuple):
    """The measurements of a step.

    Attributes:
        numbers: a row for each tensor: norm, minimum, maximum, zeros, NaNs, infinities.
        samples: the concatenated samples.
    """

    step: int
    layout: MeasuredTensors
    numbers: Array
    samples: Array

    @property
    def gradients(self) -> Mapping[str, Statistics]:
        return _Named(self, self.layout.gradients)

    @property
    def values(self) -> Mapping[str, Statistics]:
        return _Named(self, self.layout.values)


class _Named(Mapping[str, Statistics]):
    def __init__(self, measured: Measured, indices: Mapping[str, int]) -> None:
        self._measured = measured
        self._indices = indices

    def __getitem__(self, name: str) -> Statistics:
        _, layout, numbers, samples = self._measured
        index = self._indices[name]
        start, end = layout.sample(index)
        norm, low, high, *counts = numbers[index].tolist()
        zeros, nans, infinities = map(int, counts)
        log10 = -math.inf if norm == 0 else math.log10(norm) if math.isfinite(norm) else norm
        sample = samples[start:end].tobytes()
        return Statistics(layout.shapes[index], norm, log10, low, high, zeros, nans, infinities, sample)

    def __iter__(self) -> Iterator[str]:
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)


class _Taken(NamedTuple):
    step: int
    layout: MeasuredTensors
    arrays: list[Array]


class HistoryBuffer:
    """Measurements of a run's steps while a gradient is watched.

    In a short run, all steps are measured as long as that takes a small part of the time. In a long run, many steps are
    measured if the tensors are small, otherwise one for each request. The first and the last step are always measured.
    """

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._begun = now()
        self._spent = 0.0
        self._layout = MeasuredTensors((), (), ())
        self._names: tuple[list[str], list[str]] = [], []
        self._wanted: list[str] = []
        self._pending: list[_Taken] = []
        self._measured: list[Measured] = []
        self._large: dict[int, tuple[Array, list[float], Array]] = {}
        self._count = 0

    def add(self, step: int, results: Results) -> None:
        if not results.gradients:
            return
        names = [*results.gradients], [*results]
        if names != self._names:
            blocks = {name.partition(".")[0] for name in results.gradients}
            self._wanted = [each for each in results if each.partition(".")[0] in blocks and _numeric(results[each])]
            self._names = names
        self._pending.append(
            self._taken(step, results.gradients, self._wanted, [results[each] for each in self._wanted])
        )
        self._count += 1
        if self._pending[-1].layout.elements > _LIGHT:
            if self._count == 1 or (self._count <= FIRST and (self._spent <= SHARE * (self._now() - self._begun))):
                self._measure_pending()
            else:
                del self._pending[:-1]
        elif len(self._pending) > 2 * _BETWEEN:
            del self._pending[1::2]  # it stays the last one

    def take(self) -> list[Measured]:
        self._measure_pending()
        results, self._measured = self._measured, []
        return results

    def measure(self, step: int, gradients: Mapping[str, Array], values: Mapping[str, Array]) -> Measured:
        [measured] = self._all([self._taken(step, gradients, [*values], [*values.values()])])
        return measured

    def _measure_pending(self) -> None:
        begun = self._now()
        self._measured += self._all(self._pending)
        self._pending = []
        self._spent += self._now() - begun

    def _taken(self, step: int, gradients: Mapping[str, Array], names: list[str], values: list[Array]) -> _Taken:
        arrays = [*gradients.values(), *values]
        shapes, dtypes, kept = [array.shape for array in arrays], [array.dtype for array in arrays], self._layout
        is_new = kept.shapes != shapes or kept.dtypes != dtypes
        if is_new or [*kept.gradients] != [*gradients] or [*kept.values] != names:
            self._layout = MeasuredTensors([*gradients], names, shapes, dtypes)
        return _Taken(step, self._layout, arrays)

    def _all(self, taken: Sequence[_Taken]) -> list[Measured]:
        results: list[Measured] = []
        with np.errstate(all="ignore"):
            for layout, group in groupby(taken, key=lambda each: each.layout):
                results += self._of_layout(layout, list(group))
        return results

    def _of_layout(self, layout: MeasuredTensors, taken: list[_Taken]) -> list[Measured]:
        numbers = np.zeros((len(taken), len(layout.shapes), _NUMBERS))
        samples = np.zeros((len(taken), layout.ends[-1] if layout.ends else 0), np.float32)
        if layout.small:
            _together(layout, taken, numbers, samples)
        for i, each in enumerate(taken if layout.large else ()):
            seen: dict[int, tuple[Array, list[float], Array]] = {}
            for index in layout.large:
                array = each.arrays[index]
                row = self._large.get(id(array)) or seen.get(id(array)) or (array, *_measure(_real(array)))
                seen[id(array)] = row
                numbers[i, index] = row[1]
                samples[i, slice(*layout.sample(index))] = row[2]
            self._large = seen  # what pins share, and what is the same in the next step, is measured once
        return [Measured(each.step, layout, numbers[i], samples[i]) for i, each in enumerate(taken)]


def statistics(tensors: Mapping[str, Array]) -> Mapping[str, Statistics]:
    return HistoryBuffer().measure(0, tensors, {}).gradients


def statistics_of(tensor: Array) -> Statistics:
    return statistics({"": tensor})[""]


def sampled(sample: bytes) -> Array:
    values = np.frombuffer(sample, np.float32)
    return np.sort(values[np.isfinite(values)])


def _numeric(array: Array) -> bool:
    return array.dtype.kind in "biufc" or array.dtype.kind == "V"  # the latter: bfloat16 and smaller


def _together(layout: MeasuredTensors, taken: list[_Taken], numbers: Array, samples: Array) -> None:
    parts = [each.arrays[position] for each in taken for position in layout.small]
    if any(dtype.kind == "c" for dtype in layout.dtypes):
        parts = [_real(part) for part in parts]
    flat = np.concatenate(parts, axis=None, dtype=np.float64, casting="unsafe").reshape(len(taken), -1)
    squares = np.add.reduceat(flat * flat, layout.starts, axis=1)
    zeros = np.add.reduceat(flat == 0, layout.starts, axis=1, dtype=np.intp)
    result = np.zeros((len(taken), len(layout.small), _NUMBERS))
    result[..., 0] = np.sqrt(squares)
    result[..., 1] = np.minimum.reduceat(flat, layout.starts, axis=1)
    result[..., 2] = np.maximum.reduceat(flat, layout.starts, axis=1)
    result[..., 3] = zeros
    good = ((squares > _SAFE[0]) & (squares < _SAFE[1])) | (zeros == layout.small_sizes)
    for step, index in np.argwhere(~good).tolist():
        result[step, index] = _measure(_real(parts[step * len(layout.small) + index]))[0]
    numbers[:, layout.small] = result
    samples[:, layout.held] = _single(flat[:, layout.picked])


def _measure(flat: Array) -> tuple[list[float], Array]:
    if flat.dtype.name not in ("float32", "float64"):
        flat = flat.astype(np.float64)
    size = flat.size
    sample = _single(flat[_indices(size)])
    nans = infinities = 0
    zeros = int(np.count_nonzero(flat == 0))  # several times as fast as to count what is not
    low, high = (float(flat.min()), float(flat.max())) if size else (math.nan, math.nan)
    if size and not (math.isfinite(low) and math.isfinite(high)):  # both are NaN if one element is
        nans = int(np.count_nonzero(np.isnan(flat)))
        flat = flat[np.isfinite(flat)]
        infinities = size - nans - flat.size
        low, high = (float(flat.min()), float(flat.max())) if flat.size else (math.nan, math.nan)
    norm = math.nan if nans else math.inf if infinities else _norm(flat, max(-low, high))
    return [norm, low, high, zeros, nans, infinities], sample


def _norm(values: Array, largest: float) -> float:
    if not values.size or largest == 0:
        return 0.0
    if 1e-12 < largest < 1e12:
        return math.sqrt(float(np.dot(values, values)))
    scaled = values.astype(np.float64) / largest
    return largest * math.sqrt(float(np.dot(scaled, scaled)))


def _real(array: Array) -> Array:
    return (np.abs(array) if array.dtype.kind == "c" else array).ravel()


def _single(values: Array) -> Array:
    """Return values as float32; too large ones become the largest float32."""
    if values.dtype.itemsize > 4:
        values = values.astype(np.float64)
        values = np.where(np.isinf(values), values, np.clip(values, -_SINGLE, _SINGLE))
    return values.astype(np.float32)


@lru_cache(256)
def _indices(size: int) -> Array:
    """Return the indices of a sample: all, or spread over a tensor without following its rows or columns."""
    if size <= SAMPLE:
        return np.arange(size)
    return np.sort((np.arange(1, SAMPLE + 1) * _GOLDEN % 1.0 * size).astype(np.intp))


_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
"""The fractions of its multiples are spread evenly, and have no period."""

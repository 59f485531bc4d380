"""Watching gradients: those of everything that lies between what is watched and what it depends on, in each step.

They are nodes of the session's graph, added behind those of the page, so that what the page computes stays as it is,
and what its own gradients compute already is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from blocks.base.types import Array
from blocks.compile.passes import Goal
from blocks.compile.rewrite import Place, needed_nodes, place
from blocks.diagram.elaborate import Elaboration
from blocks.diagram.gradient_flow import OutputName, differentiated
from blocks.graph.flow import gradient_flow
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope


class Watching:
    """Gradients that were added to a page's graph in order to be looked at.

    Attributes:
        of: the names of what is differentiated.
        gradients: by the names of the output pins that the gradient reaches, ``block.pin`` or ``block.pin[0]``.
    """

    def __init__(self, made: Elaboration, of: Sequence[str]) -> None:
        """Add them.

        Raises:
            UsageError: there is no such block or pin, or it gives no tensor.
            DiagramError: a block in between has no gradient rule.
        """
        self.of = tuple(of)
        self.gradients: dict[str, Output] = {}
        self._graph = made.graph
        self._size = len(made.graph)
        self._ys = [y for name in self.of for y in differentiated(made, name)]
        reached = {place(output) for output in gradient_flow(made.graph, self._ys).reached}
        names: dict[Output, list[str]] = {}
        for block, pin, index, output in made.outputs():
            if place(output) in reached:
                names.setdefault(output, []).append(str(OutputName(block, pin, index)))
        if names:
            found = try_gradients(Scope(made.graph).new_sub_scope("watched"), self._ys, list(names))
            for each, gradient in zip(names.values(), found, strict=True):
                if isinstance(gradient, Output):
                    self.gradients.update(dict.fromkeys(each, gradient))

    def of_step(self, goal: Goal, feeds: Iterable[Place]) -> dict[str, Output]:
        """The gradients that a step can give: those for which no block has to run that would not run anyway."""
        fed = set(feeds)
        runs = needed_nodes(self._graph, goal.outputs, goal.targets, fed)
        if not all(runs[y.op.number] or place(y) in fed for y in self._ys):
            return {}
        more = bytearray(len(self._graph))
        for node in self._graph.nodes:
            if node.number < self._size:
                more[node.number] = not runs[node.number]
            else:
                more[node.number] = any(more[i.op.number] and place(i) not in fed for i in node.inputs)
        return {name: gradient for name, gradient in self.gradients.items() if not more[gradient.op.number]}


SAMPLE = 128
"""Elements of a tensor that a summary keeps; of a larger one these are spread over it."""
_SMALL = 1024
"""Elements up to which tensors are summarised together: a call for each would cost more than its elements do."""
_SAFE = (1e-280, 1e280)
"""Sums of squares from which a norm can be told as they are."""
_SINGLE = float(np.finfo(np.float32).max)


class GradientSummary(NamedTuple):
    """A gradient in a few numbers.

    Attributes:
        shape: its shape.
        norm: the Euclidean norm; NaN if an element is.
        log10_norm: its decimal logarithm, -inf for 0.
        minimum, maximum: of the finite elements, or of their absolute values where they are complex; NaN if there are
            none.
        zeros, nans, infinities: how many elements are 0, NaN or infinite.
        sample: some elements, always the same ones, as float32; see `sampled`.
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


def summarise(gradient: Array) -> GradientSummary:
    """A gradient in a few numbers."""
    flat = _real(gradient)
    if flat.dtype.name not in ("float32", "float64"):
        flat = flat.astype(np.float64)
    size = flat.size
    sample = _sample(flat)
    nans = infinities = 0
    zeros = int(np.count_nonzero(flat == 0))  # several times as fast as to count what is not
    low, high = (float(flat.min()), float(flat.max())) if size else (math.nan, math.nan)
    if size and not (math.isfinite(low) and math.isfinite(high)):  # both are NaN if one element is
        nans = int(np.count_nonzero(np.isnan(flat)))
        flat = flat[np.isfinite(flat)]
        infinities = size - nans - flat.size
        low, high = (float(flat.min()), float(flat.max())) if flat.size else (math.nan, math.nan)
    norm = math.nan if nans else math.inf if infinities else _norm(flat, max(-low, high))
    log10 = -math.inf if norm == 0 else math.log10(norm) if math.isfinite(norm) else norm
    return GradientSummary(gradient.shape, norm, log10, low, high, zeros, nans, infinities, sample)


def _norm(values: Array, largest: float) -> float:
    """The Euclidean norm; scaled where squares, or their sum, would be too large or too small."""
    if not values.size or largest == 0:
        return 0.0
    if 1e-12 < largest < 1e12:
        return math.sqrt(float(np.dot(values, values)))
    scaled = values.astype(np.float64) / largest
    return largest * math.sqrt(float(np.dot(scaled, scaled)))


def summaries(gradients: Mapping[str, Any]) -> dict[str, GradientSummary]:
    """The summaries of a step's gradients, by the same names."""
    arrays = {name: np.asarray(value) for name, value in gradients.items()}
    each_once = {id(array): array for array in arrays.values()}  # pins that hand a gradient on share it
    with np.errstate(all="ignore"):
        found = _together({key: array for key, array in each_once.items() if 0 < array.size <= _SMALL})
        for key, array in each_once.items():
            if key not in found:
                found[key] = summarise(array)
    return {name: found[id(array)] for name, array in arrays.items()}


def _together(arrays: Mapping[int, Array]) -> dict[int, GradientSummary]:
    """The summaries of small tensors, worked out at once; those are left out that have to be looked at more closely."""
    if not arrays:
        return {}
    sizes = np.array([array.size for array in arrays.values()])
    ends = np.cumsum(sizes)
    starts = ends - sizes
    flat = np.concatenate([_real(array) for array in arrays.values()], dtype=np.float64, casting="unsafe")
    squares = np.add.reduceat(flat * flat, starts)
    lows, highs = np.minimum.reduceat(flat, starts), np.maximum.reduceat(flat, starts)
    zeros = np.add.reduceat(flat == 0, starts, dtype=np.intp)
    good = ((squares > _SAFE[0]) & (squares < _SAFE[1])) | (zeros == sizes)
    norms = np.sqrt(squares)
    columns = (norms, np.log10(norms), lows, highs, zeros, starts, ends, good)
    raw = _single(flat).tobytes()
    found: dict[int, GradientSummary] = {}
    rows = zip(arrays.items(), *(column.tolist() for column in columns), strict=True)
    for (key, array), norm, log10, low, high, none, start, end, is_good in rows:
        if is_good:
            sample = raw[4 * start : 4 * end] if end - start <= SAMPLE else _sample(flat[start:end])
            found[key] = GradientSummary(array.shape, norm, log10, low, high, none, 0, 0, sample)
    return found


def _real(array: Array) -> Array:
    """The elements one after the other; the absolute values of complex ones."""
    return (np.abs(array) if array.dtype.kind == "c" else array).ravel()


def sampled(sample: bytes) -> Array:
    """The finite elements of a sample, in ascending order."""
    values = np.frombuffer(sample, np.float32)
    return np.sort(values[np.isfinite(values)])


def sample_of(array: Array) -> bytes:
    """Some elements of a tensor, as `GradientSummary.sample` has them."""
    return _sample(_real(array))


def _sample(flat: Array) -> bytes:
    return _single(flat if flat.size <= SAMPLE else flat[_places(flat.size)]).tobytes()


def _single(values: Array) -> Array:
    """As float32; what is too large for it is the largest that it has."""
    if values.dtype.itemsize > 4:
        values = values.astype(np.float64)
        values = np.where(np.isinf(values), values, np.clip(values, -_SINGLE, _SINGLE))
    return values.astype(np.float32)


@lru_cache(256)
def _places(size: int) -> Array:
    """Places spread over a tensor so that they follow no rows or columns of it."""
    return np.sort((np.arange(1, SAMPLE + 1) * _GOLDEN % 1.0 * size).astype(np.intp))


_GOLDEN = (math.sqrt(5.0) - 1.0) / 2.0
"""The fractions of its multiples are spread evenly, and have no period."""

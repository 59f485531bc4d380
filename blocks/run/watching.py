"""Watching gradients: those of everything that lies between what is watched and what it depends on, in each step.

They are nodes of the session's graph, added behind those of the page, so that what the page computes stays as it is,
and what its own gradients compute already is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
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


class GradientSummary(NamedTuple):
    """A gradient in a few numbers.

    Attributes:
        shape: its shape.
        norm: the Euclidean norm; NaN if an element is.
        log10_norm: its decimal logarithm, -inf for 0.
        minimum, maximum: of the finite elements, or of their absolute values where they are complex; NaN if there are
            none.
        zeros, nans, infinities: how many elements are 0, NaN or infinite.
    """

    shape: tuple[int, ...]
    norm: float
    log10_norm: float
    minimum: float
    maximum: float
    zeros: int
    nans: int
    infinities: int


def summarise(gradient: Array) -> GradientSummary:
    """A gradient in a few numbers."""
    flat = (np.abs(gradient) if gradient.dtype.kind == "c" else gradient).ravel()
    if flat.dtype.name not in ("float32", "float64"):
        flat = flat.astype(np.float64)
    size = flat.size
    nans = infinities = 0
    zeros = size - int(np.count_nonzero(flat))
    low, high = (float(flat.min()), float(flat.max())) if size else (math.nan, math.nan)
    if size and not (math.isfinite(low) and math.isfinite(high)):  # both are NaN if one element is
        nans = int(np.count_nonzero(np.isnan(flat)))
        flat = flat[np.isfinite(flat)]
        infinities = size - nans - flat.size
        low, high = (float(flat.min()), float(flat.max())) if flat.size else (math.nan, math.nan)
    norm = math.nan if nans else math.inf if infinities else _norm(flat, max(-low, high))
    log10 = -math.inf if norm == 0 else math.log10(norm) if math.isfinite(norm) else norm
    return GradientSummary(gradient.shape, norm, log10, low, high, zeros, nans, infinities)


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
    with np.errstate(all="ignore"):
        return {name: summarise(np.asarray(value)) for name, value in gradients.items()}

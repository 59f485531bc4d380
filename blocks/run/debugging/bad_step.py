"""Bisection for the first bad step between the saved states of a timeline.

It assumes that a value stays bad once it has gone bad, as NaN and vanished gradients do. So a few single steps are
enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from blocks.base.errors import RunError, UsageError
from blocks.compile.rewrite import output_key
from blocks.document.data import Endpoint
from blocks.run.debugging.breakpoints import Breakpoints
from blocks.run.results import Results

if TYPE_CHECKING:
    from blocks.run.debugging.timeline import Timeline

_JUMP = 10.0
"""So many times as large as in the first step a loss has jumped."""


def first_stop(timeline: Timeline, breakpoints: Sequence[str] | str) -> Results | None:
    """Return the results of the first step from which on a condition holds, by bisection.

    Args:
        timeline: the history of the run; the session's state is restored afterwards.

    Returns:
        The results of that step so far, with ``stopped``; None if the condition holds in none of the examined steps.
    """
    texts = (breakpoints,) if isinstance(breakpoints, str) else tuple(breakpoints)
    wanted, here = Breakpoints(timeline.session.elaboration, texts), timeline.session.steps
    try:
        return _search(timeline, wanted)
    finally:
        with suppress(RunError):
            timeline.back(here)


def _search(timeline: Timeline, wanted: Breakpoints) -> Results | None:
    kept = [each for each in timeline.kept if each < timeline.last]
    low, high = 0, len(kept)
    linear = any(each.condition is not None and each.condition.compares_steps for each in wanted.all)
    while low < high and not linear:  # it holds in no step that follows those before `low`, in all from `high` on
        middle = (low + high) // 2
        if timeline.run_to_stop(kept[middle], kept[middle] + 1, wanted) is None:
            low = middle + 1
        else:
            high = middle
    if not kept:
        return None
    last = kept[low] + 1 if low < len(kept) and not linear else timeline.last
    return timeline.run_to_stop(kept[max(0, low - 1)], last, wanted)


def first_trouble(timeline: Timeline, loss: str) -> Results | None:
    """Return the results of the first step with a non-finite value, a jump of the loss, or a vanished gradient.

    The values are those of the blocks, and gradients with respect to variables and feeds. A loss has jumped if it is
    ten times as large as in the first step. A variable's gradient has vanished if it is 0, but was not in the first
    step.
    """
    here = timeline.session.steps
    try:
        texts = [*_not_finite(timeline), *_gone(timeline, loss), *_jumped(timeline, loss)]
        return _search(timeline, Breakpoints(timeline.session.elaboration, texts, optional=True))
    finally:
        with suppress(RunError):
            timeline.back(here)


def _not_finite(timeline: Timeline) -> Iterator[str]:
    for block, pin, index, output in timeline.session.elaboration.outputs():
        if output.dtype.is_differentiable:
            yield f"{Endpoint(block, pin, index)}: nonfinite"


def _gone(timeline: Timeline, loss: str) -> Iterator[str]:
    """Yield breakpoints for gradients of variables and feeds: not finite, or (variables only) 0 unlike at first."""
    session, watched = timeline.session, timeline.session.watching
    session.watch(loss)
    try:
        gradients = timeline.back(timeline.first + 1).gradients
    finally:
        session.watching = watched
    fed = timeline.fed
    for block, pin, index, output in session.elaboration.outputs():
        name = str(Endpoint(block, pin, index))
        if name in gradients and (output.op.type.variable or output_key(output) in fed):
            yield f"grad({loss}, {name}): nonfinite"
            if output.op.type.variable and np.any(gradients[name]):
                yield f"grad({loss}, {name}): absmax == 0"


def _jumped(timeline: Timeline, loss: str) -> Iterator[str]:
    with suppress(UsageError):  # a sum of pins is no pin
        at_loss = Breakpoints(timeline.session.elaboration, [loss])
        timeline.run_to_stop(timeline.first, timeline.first + 1, at_loss)
        if at_loss.value is not None and np.isfinite(at_loss.value).all():
            yield f"{loss}: max > {_JUMP * float(np.max(np.abs(at_loss.value))) or _JUMP!r}"

"""What-if analysis: the change of variable gradients if a stop is ignored or a pin stops the gradient.

Both gradients are nodes of the session's graph, added after those of the page and of watched gradients. So a step
computes them in addition to its results, which do not change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_targets import terms
from blocks.analysis.what_if import FlowChange, Question, changes_of, flow_change, stopping_of, wanted_gradients
from blocks.base import renames
from blocks.base.dtypes import DOUBLE
from blocks.base.errors import RunError
from blocks.base.threads import single_blas
from blocks.base.types import Array
from blocks.compile.dispatch import quiet
from blocks.compile.rewrite import Goal
from blocks.document.data import Endpoint
from blocks.document.model import PageView
from blocks.elaborate.elaborate import composites_of, definitions_of, elaborate
from blocks.elaborate.model import Elaboration
from blocks.graph.flow import AS_IT_IS, Changes, gradient_flow
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.run.monitoring.statistics import Statistics, statistics_of
from blocks.run.session import Session
from blocks.run.steps.environment import feeds_of, initialise, plan_for, streams_of, wanted_of
from blocks.run.steps.watching import Watching

_SAME = {True: 1e-12, False: 1e-5}
"""Differences below this share of the larger norm are rounding: for doubles, and for what has fewer digits."""


class VariableChange(NamedTuple):
    """The gradient with respect to a variable, now and after the change.

    Attributes:
        is_now: its current norm.
        would_be: its norm after the change.
        cosine: the cosine of the angle between them; None if one is zero.
        largest_difference: the largest norm of the difference in all observed steps.
    """

    is_now: float
    would_be: float
    difference: float
    cosine: float | None
    largest_difference: float
    step: int


class WhatIf(NamedTuple):
    """The answer to a what-if question about a gradient.

    Attributes:
        lifted, cut, reaches, gains, loses: as in `blocks.analysis.what_if.FlowChange`.
        changes_nothing: whether the gradient with respect to every variable would stay the same in all observed steps.
        why: the reason if nothing changes, otherwise None.
        variables: the changes by variable, placeholder or differentiated constant, by the name of its pin; empty if
            nothing was run.
    """

    lifted: tuple[str, ...]
    cut: tuple[str, ...]
    reaches: tuple[str, ...]
    gains: tuple[str, ...]
    loses: tuple[str, ...]
    changes_nothing: bool
    why: str | None
    variables: Mapping[str, VariableChange]


class PinChange(NamedTuple):
    """The statistics of the gradient at an output pin.

    Attributes:
        is_now, would_be: now and after the change; None if there is no gradient.
        same: whether the difference is only rounding.
    """

    is_now: Statistics | None
    would_be: Statistics | None
    difference: Statistics | None
    same: bool


class WhatIfComparison:
    def __init__(self, elaboration: Elaboration, question: Question, *, everywhere: bool = False) -> None:
        """Build both gradients.

        Args:
            everywhere: at all output pins that one of them reaches, not only with respect to variables.
        """
        self.flow: FlowChange = flow_change(elaboration, question)
        self._changes_by_name: dict[str, VariableChange] = {}
        self._same = True
        self._everywhere = everywhere
        self.pins: dict[str, PinChange] = {}
        summed = terms(elaboration, question.of)
        ys, weights = [term.output for term in summed], [term.weight for term in summed]
        changes = changes_of(elaboration, question)
        stopping = stopping_of(elaboration, question)
        variables = wanted_gradients(elaboration)
        self._variables = frozenset(variables.values())
        names = {output: [name] for output, name in variables.items()}
        for block, pin, index, output in elaboration.outputs() if everywhere else ():
            names.setdefault(output, []).append(str(Endpoint(block, pin, index)))
        self.gradients: dict[str, Output] = {}
        self._sides: list[dict[str, str]] = []
        for side, followed in (("is", AS_IT_IS), ("would be", changes)):
            reached = frozenset(gradient_flow(elaboration.graph, ys, followed).reached)
            xs = [each for each in names if each in reached]
            built = _built(elaboration, ys, weights, xs, followed if side != "is" else stopping)
            self.gradients.update((f"{side} {names[x][0]}", gradient) for x, gradient in built.items())
            self._sides.append({name: f"{side} {names[x][0]}" for x in built for name in names[x]})

    def note(self, step: int, values: Mapping[str, Array]) -> None:
        now, then = self._sides
        for name in dict.fromkeys([*now, *then]):
            pair = [values.get(side[name]) if name in side else None for side in self._sides]
            if any(value is None and name in side for value, side in zip(pair, self._sides, strict=True)):
                continue  # the step did not get there
            known = next(value for value in pair if value is not None)
            one, other = (np.zeros_like(known) if value is None else value for value in pair)
            change = _change(one, other, step)
            same = change.difference <= _SAME[known.dtype == DOUBLE.numpy] * max(change.is_now, change.would_be)
            if self._everywhere:
                self.pins[name] = _in_numbers(pair, one, other, same=same)
            if name not in self._variables:
                continue
            before = self._changes_by_name.get(name)
            if before is not None and before.largest_difference >= change.largest_difference:
                change = change._replace(largest_difference=before.largest_difference, step=before.step)
            self._changes_by_name[name] = change
            self._same = self._same and same

    @classmethod
    def begin(cls, session: Session, question: Question) -> WhatIfComparison:
        watching = Watching(
            session.elaboration, (question.of,), session.inside, stopping_of(session.elaboration, question)
        )
        comparison = cls(session.elaboration, question)
        watching.beside = comparison.gradients  # the nodes of which come behind those that are watched
        session.watching = watching
        return comparison

    def of_step(self, step: int, results: Any) -> None:
        gradients: dict[str, Array] = getattr(results, "gradients", {})
        self.note(step, {name: gradients.pop(name) for name in self.gradients if name in gradients})

    def result(self) -> WhatIf:
        flow, why = self.flow, self.flow.why
        if why is None and self._changes_by_name and self._same:
            why = "the gradients with respect to all variables are equal, except for rounding"
        return _joined(flow, why, self._changes_by_name)


def _joined(flow: FlowChange, why: str | None, variables: Mapping[str, VariableChange]) -> WhatIf:
    nothing = why is not None
    return WhatIf(flow.lifted, flow.cut, flow.reaches, flow.gains, flow.loses, nothing, why, dict(variables))


def _built(
    elaboration: Elaboration, ys: list[Output], weights: list[Output | None], xs: list[Output], changes: Changes
) -> dict[Output, Output]:
    if not xs:
        return {}
    result = try_gradients(Scope(elaboration.graph).new_sub_scope("what_if"), ys, xs, weights, changes=changes)
    return {x: each for x, each in zip(xs, result, strict=True) if isinstance(each, Output)}


def _in_numbers(pair: Sequence[Array | None], one: Array, other: Array, *, same: bool) -> PinChange:
    now, then = (None if each is None else statistics_of(each) for each in pair)
    with np.errstate(all="ignore"):
        return PinChange(now, then, statistics_of(np.asarray(one - other)), same)


def _change(one: Array, other: Array, step: int) -> VariableChange:
    now, then = (each.astype(np.float64).reshape(-1) for each in (one, other))
    is_now, would_be, difference = (float(np.linalg.norm(each)) for each in (now, then, now - then))
    both = is_now * would_be
    return VariableChange(is_now, would_be, difference, float(now @ then) / both if both else None, difference, step)


@renames.parameters(of="loss", lift="ignore_stop", cut="stop_at")
def what_if(
    source: Session | PageView,
    loss: str,
    ignore_stop: Sequence[str] = (),
    stop_at: Sequence[str] = (),
    feed: Any = None,
) -> WhatIf:
    """Return how the gradient flow and the gradients of variables would change if stops were ignored or added.

    Args:
        source: a page, which is not run, or a session, whose next step is computed without changing its state.
        loss: the tensor to differentiate: ``block``, ``block.pin``, ``block.pin[0]``, or a sum such as ``a.y + b.y``.
        ignore_stop: paths of StopGradient and PreventGradient blocks, or instances with a custom gradient, to ignore.
        stop_at: output pins at which the gradient would stop.
        feed: for a session, values for the step, as in `Session.run`.

    Returns:
        The pins that the gradient would newly reach or no longer reach and, for a session, the change of each
        variable's gradient.

    Raises:
        UsageError: a block or pin does not exist, or the block neither stops nor replaces a gradient.
        RunError: the step fails.

    Example:
        session = blocks.Session(blocks.load("stable_softmax.gradblocks"))
        print(blocks.what_if(session, "loss", ignore_stop=["stopped_max"]))
    """
    question = Question(loss, ignore_stop, stop_at)
    if not isinstance(source, Session):
        elaboration = elaborate(source.snapshot(), composites=composites_of(definitions_of(source.diagram)))
        flow = flow_change(elaboration, question)
        return _joined(flow, flow.why, {})
    comparison = WhatIfComparison(source.elaboration, question)
    compare_next(source, comparison, feed)
    return comparison.result()


def compare_next(session: Session, comparison: WhatIfComparison, feed: Any = None) -> None:
    """Compare the gradients of a session's next step without taking it; raise RunError if it fails."""
    names, outputs = list(comparison.gradients), list(comparison.gradients.values())
    feeds = feeds_of(session, feed or {})
    initialise(session, feeds)
    if not outputs:
        return
    plan = plan_for(session, wanted_of(session)._replace(goal=Goal(outputs)), feeds)
    with quiet(), single_blas():
        result = plan.run(session.state.values, list(feeds.values()), streams_of(session, session.steps))
    if result.errors:
        raise RunError(list(map(session.lines.located, result.errors)), {})
    pairs = zip(names, result.outputs, strict=False)
    comparison.note(session.steps + 1, {name: np.asarray(value) for name, value in pairs if value is not None})

"""Breakpoints: pins and gradients at which a step stops if a condition holds, ``PIN[: CONDITION]``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.analysis.gradient_targets import terms
from blocks.analysis.output_names import asked_by, parse_name, pin_of
from blocks.base.errors import UsageError
from blocks.base.types import Array
from blocks.compile.rewrite import Goal, OutputKey, needed_nodes
from blocks.elaborate.model import Elaboration
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Graph, Output
from blocks.graph.scope import Scope
from blocks.run.results import Stopped
from blocks.run.steps.conditions import Condition, Seen, mean, parse_condition
from blocks.run.steps.watching import known_gradients

_GRADIENT = re.compile(r"grad\s*\((?P<inside>.*)\)", re.DOTALL)


class BreakpointText(NamedTuple):
    """The text of a breakpoint: its target and its condition."""

    at: str
    condition: str | None


class Breakpoint(NamedTuple):
    """A breakpoint of a page.

    Attributes:
        condition: None stops at each step.
        rounds: the number of loops around the pin, which is the number of iteration axes at the front of the value.
    """

    spelling: BreakpointText
    block: str
    condition: Condition | None
    output: Output
    rounds: int

    def holds(self, step: int, value: Array, before: Array | None) -> bool:
        if self.rounds and not value.size:
            return False  # it did not run
        if self.condition is None:
            return True
        parts = _rounds(value, self.rounds)
        means: list[float | None] = [] if before is None else before.tolist()
        means += [None] * (len(parts) - len(means))
        return any(self.condition.holds(Seen(step, *each)) for each in zip(parts, means, strict=False))


class Breakpoints:
    """The breakpoints of a session.

    Attributes:
        optional: whether breakpoints that the run cannot reach are ignored.
        value: the tensor at which a step was stopped last.
    """

    def __init__(self, elaboration: Elaboration, texts: Sequence[str], *, optional: bool = False) -> None:
        """Resolve breakpoints and add their gradients to the page's graph; raise UsageError for an invalid one."""
        self.all = tuple([_resolved(elaboration, text) for text in texts])
        self.optional = optional
        self.value: Array | None = None
        self._before: dict[int, Array] = {}
        self._passed: tuple[int, frozenset[int]] = 0, frozenset()

    def first(self, step: int, values: Mapping[Output, Any], order: Sequence[int]) -> int | None:
        """Return the index of the first breakpoint at which to stop a step; None if there is none."""
        passed = self._passed[1] if self._passed[0] == step else frozenset[int]()
        for i in order:
            value = values.get(self.all[i].output)
            if value is None or i in passed:
                continue
            array = np.asarray(value)
            if self.all[i].holds(step, array, self._before.get(i)):
                self._passed, self.value = (step, passed | {i}), array
                return i
        return None

    def pass_by(self, step: int, indices: Iterable[int]) -> None:
        passed = self._passed[1] if self._passed[0] == step else frozenset[int]()
        self._passed = step, passed.union(indices)

    def stopped(self, index: int, step: int) -> Stopped:
        at, condition = self.all[index].spelling
        return Stopped(at, step, condition)

    def note(self, values: Mapping[Output, Any]) -> None:
        for i, each in enumerate(self.all):
            value = values.get(each.output)
            if value is not None and each.condition is not None and each.condition.compares_steps:
                result = [mean(part) for part in _rounds(np.asarray(value), each.rounds)]
                self._before[i] = np.array([np.nan if x is None else x for x in result])

    def forget(self) -> None:
        self._before.clear()
        self._passed = 0, frozenset()


class Guard:
    """The breakpoints that steps for one goal can reach."""

    def __init__(
        self, breakpoints: Breakpoints, graph: Graph, goal: Goal, whole: Goal, feeds: Mapping[OutputKey, Any]
    ) -> None:
        """Find the reachable breakpoints; raise UsageError if computing the value of one would have side effects."""
        self.breakpoints = breakpoints
        self._graph = graph
        self._fed = set(feeds)
        runs, could = (needed_nodes(graph, each.outputs, each.targets, feeds) for each in (goal, whole))
        results: list[int] = []
        for i, each in enumerate(breakpoints.all):
            needs = [node for node, needed in zip(graph.nodes, self.needed(i), strict=True) if needed]
            beyond = [node for node in needs if not could[node.number]]
            if any(node.type.writes or node.type.context for node in beyond):
                if breakpoints.optional:
                    continue
                at = each.spelling.at
                text = f"cannot stop at {at}: this run does not compute it, and computing it would have side effects"
                raise UsageError(text, block=each.block)
            due = all(runs[node.number] for node in needs if could[node.number])
            if runs[each.output.op.number] or (due and not could[each.output.op.number]):
                results.append(i)
        self.order = sorted(results, key=lambda i: breakpoints.all[i].output.op.number)
        self.outputs = [breakpoints.all[i].output for i in self.order]

    def needed(self, index: int) -> bytearray:
        return needed_nodes(self._graph, [self.breakpoints.all[index].output], (), self._fed)


def spelled(elaboration: Elaboration, text: str) -> tuple[BreakpointText, Condition | None]:
    """Parse a breakpoint, whose block name may contain a colon; raise UsageError for a malformed condition."""
    at, colon, condition = (each.strip() for each in text.rpartition(":"))
    gradient = _GRADIENT.fullmatch(text.strip())
    whole = text.strip() if gradient is None else _loss_and_pin(elaboration, text, gradient["inside"])[1]
    if not colon or _is_there(elaboration, whole):
        return BreakpointText(text.strip(), None), None
    try:
        parsed = parse_condition(condition)
    except UsageError as error:
        raise error.located(page=elaboration.page.name) from None
    if not at:
        text = f"the breakpoint {text.strip()!r} does not name a pin"
        raise UsageError(text, page=elaboration.page.name, hint="write PIN: CONDITION")
    return BreakpointText(at, condition), parsed


def _is_there(elaboration: Elaboration, at: str) -> bool:
    try:
        asked_by(elaboration, at)
    except UsageError:
        return False
    return True


def _resolved(elaboration: Elaboration, text: str) -> Breakpoint:
    spelling, condition = spelled(elaboration, text)
    match = _GRADIENT.fullmatch(spelling.at)
    if match is None or _is_there(elaboration, spelling.at):
        result = _at_pin(elaboration, spelling, condition)
    else:
        result = _at_gradient(elaboration, spelling, match["inside"], condition)
    looks = condition is not None and condition.looks_at_value
    if looks and result.output.dtype.numpy.hasobject:
        text = f"{spelling.at} holds values of dtype {result.output.dtype.short}, which are not numbers"
        raise UsageError(text, page=elaboration.page.name, hint="use only `step` in the condition")
    return result


def _at_pin(elaboration: Elaboration, spelling: BreakpointText, condition: Condition | None) -> Breakpoint:
    asked = asked_by(elaboration, spelling.at, rounds=True)
    if len(asked.outputs) != 1:
        raise _not_one(elaboration, spelling.at, asked.outputs)
    return Breakpoint(spelling, asked.block, condition, asked.outputs[0], _loops_around(elaboration, asked.block))


def _at_gradient(
    elaboration: Elaboration, spelling: BreakpointText, inside: str, condition: Condition | None
) -> Breakpoint:
    loss, pin = _loss_and_pin(elaboration, spelling.at, inside)
    asked = asked_by(elaboration, pin)
    if len(asked.outputs) != 1:
        raise _not_one(elaboration, pin, asked.outputs)
    summed = terms(elaboration, loss)
    ys, weights = [term.output for term in summed], [term.weight for term in summed]
    if asked.inner:
        return _at_rounds(elaboration, spelling, pin, condition, ys, weights)
    known = known_gradients(elaboration, ys, weights)
    [gradient] = try_gradients(Scope(elaboration.graph).new_sub_scope("breakpoints"), ys, asked.outputs, weights, known)
    if not isinstance(gradient, Output):
        raise UsageError(f"{spelling.at}: {gradient.message}", page=elaboration.page.name)
    return Breakpoint(spelling, asked.block, condition, gradient, 0)


def _at_rounds(
    elaboration: Elaboration,
    spelling: BreakpointText,
    name: str,
    condition: Condition | None,
    ys: Sequence[Output],
    weights: Sequence[Output | None],
) -> Breakpoint:
    from blocks.analysis.inner_values import gradient_of_rounds, spec_at

    block, pin, index = parse_name(elaboration, name)
    spec = spec_at(elaboration, block)
    assert spec is not None
    pin = spec.outputs[0].name if pin is None else pin_of(spec, pin, name)
    try:
        result = gradient_of_rounds(elaboration, block, (pin, index), ys, weights)
    except UsageError as error:
        raise UsageError(f"{spelling.at}: {error.message}", page=elaboration.page.name, hint=error.hint) from None
    if result is None:
        raise UsageError(f"no gradient reaches {spelling.at}", page=elaboration.page.name)
    return Breakpoint(spelling, block, condition, result, _loops_around(elaboration, block))


def _loss_and_pin(elaboration: Elaboration, at: str, inside: str) -> tuple[str, str]:
    """Split ``grad(LOSS, PIN)``, where names may contain commas."""
    parts = inside.split(",")
    pairs = [(",".join(parts[:i]).strip(), ",".join(parts[i:]).strip()) for i in range(1, len(parts))]
    if not pairs:
        raise UsageError(f"{at!r} does not name a pin", page=elaboration.page.name, hint="write grad(LOSS, PIN)")
    return next((pair for pair in pairs if _is_there(elaboration, pair[1])), pairs[-1])


def _not_one(elaboration: Elaboration, name: str, outputs: Sequence[Output]) -> UsageError:
    count = "no tensor" if not outputs else f"{len(outputs)} tensors"
    return UsageError(
        f"{name!r} refers to {count}, but a breakpoint needs exactly one tensor",
        page=elaboration.page.name,
        hint="name one pin, as block.pin",
    )


def _loops_around(elaboration: Elaboration, path: str) -> int:
    from blocks.analysis.inner_values import find_inside  # few pages have any

    result = find_inside(elaboration, path) if "/" in path else None
    return 0 if result is None else (result[1].side is None) + _loops_around(result[1].elaboration, result[2])


def _rounds(value: Array, axes: int) -> Sequence[Array]:
    return [value] if not axes else list(value.reshape(-1, *value.shape[axes:]))

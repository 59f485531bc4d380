"""Gradients with respect to values inside loops, for all iterations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from blocks.analysis.inner_values import find_inside
from blocks.base.errors import UsageError
from blocks.base.types import is_list
from blocks.elaborate.model import Elaboration
from blocks.graph.gradients import try_gradients
from blocks.graph.graph import Node, Output
from blocks.graph.scope import Scope
from blocks.library.control_flow.gradient_records import Look


def gradient_of_rounds(
    elaboration: Elaboration,
    path: str,
    location: tuple[str, int | None],
    ys: Sequence[Output],
    weights: Sequence[Output | None],
) -> Output | None:
    """Return the gradient with respect to an output in loops, [iterations of each loop ..., its shape], or None.

    Args:
        elaboration: the page; the gradient is added to its graph.

    Raises:
        UsageError: The block is in a branch.
        DiagramError: A block in between has no gradient rule.
    """
    changed: list[tuple[Node, Look | None]] = []
    try:
        loop, look = _look_at(elaboration, path, location, changed)
        by = [each for each in loop.inputs if each.dtype.is_differentiable]
        try_gradients(Scope(elaboration.graph).new_sub_scope("breakpoints"), ys, by, weights)
    finally:
        for node, before in changed:  # the loops may give more by now, for that gradient
            _set_look(node, before)
    return next(iter(look.gradients.values()), None)


def _look_at(
    elaboration: Elaboration, path: str, location: tuple[str, int | None], changed: list[tuple[Node, Look | None]]
) -> tuple[Node, Look]:
    """Make the loops on a path return the additional gradient, and record their previous state in ``changed``."""
    result = find_inside(elaboration, path)
    assert result is not None
    _, inside, rest = result
    program = inside.node.attrs["program"]
    if inside.side is not None:
        raise UsageError("the gradient inside a branch cannot be shown", hint="name a pin of the branch block itself")
    value = inside.elaboration.values.get(rest, {}).get(location[0])
    if location[1] is not None:
        value = value[location[1]] if is_list(value) else None
    if isinstance(value, Output):
        look = Look({"at": value}, stacked=True)
    else:
        look = Look(inner={"in": _look_at(inside.elaboration, rest, location, changed)[1]}, stacked=True)
    changed.append((inside.node, program.look))
    _set_look(inside.node, look)
    return inside.node, look


def _set_look(node: Node, look: Look | None) -> None:
    node.attrs = {**node.attrs, "program": replace(node.attrs["program"], look=look)}

"""The lint rules about updates that train nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError
from blocks.graph.call_info import known_value
from blocks.graph.graph import Node, Output
from blocks.library.lint.ranges import ZERO
from blocks.library.lint.surroundings import Advice, Surroundings

_STEPS = ("delta", "grad", "value", "updates")
_RATES = ("lr", "alpha")
_ADDING = ("AssignAdd", "AssignSub", "ScatterAdd", "ScatterSub")
"""Types other than optimizers that change a variable by a given amount."""


def unreached(at: Surroundings) -> Iterator[Advice]:
    """An optimizer step that does not depend on the variable that it updates.

    The step is usually meant to be the gradient with respect to the variable. A step that does not depend on the
    variable moves it without regard to a loss.

    Bad:
        w = ops.variable([1.0, 2.0])
        ops.apply_gradient_descent(w, 0.1, g)

    Fixed:
        w = ops.variable([1.0, 2.0])
        loss = ops.sum(ops.square(w), 0)
        ops.minimize(loss, learning_rate=0.1)
        loss

    Case: https://stackoverflow.com/questions/41689451
    """
    for node in at.updates():
        spec = node.type
        pin = _pin(node, _STEPS)
        if pin is None or at.range_of(node.input(pin)) == ZERO:
            continue
        variable = node.inputs[spec.input_index[spec.writes[0]]].op
        step = node.argument(pin)
        if isinstance(step, Output) and not at.depends(step, variable):
            text = f"{step.op.block_name} does not depend on {variable.block_name}, the variable that it updates"
            mend = f"wire the gradient with respect to {variable.block_name} to {pin}"
            yield Advice("unreached", node, pin, text, mend)


def no_update(at: Surroundings) -> Iterator[Advice]:
    """An update that never changes its variable, because its step or its learning rate is always 0.

    The run has no error, but the variable keeps its initial value.

    Bad:
        w = ops.variable([1.0, 2.0])
        loss = ops.sum(ops.square(w), 0)
        ops.minimize(loss, learning_rate=0.0)
        loss

    Fixed:
        w = ops.variable([1.0, 2.0])
        loss = ops.sum(ops.square(w), 0)
        ops.minimize(loss, learning_rate=0.1)
        loss

    Case: https://github.com/huggingface/transformers/issues/34754
    """
    groups: dict[tuple[str, Node], list[Node]] = {}
    for node in at.graph.nodes:
        spec = node.type
        if spec.writes and node.owner is not None and node.source is None:
            variable = _root(node.inputs[spec.input_index[spec.writes[0]]])
            groups.setdefault((node.block_name, variable), []).append(node)
    done = set[str]()
    for (block, variable), nodes in groups.items():
        causes = [_cause(node, at) for node in nodes]
        if block in done or None in causes or variable.block_name.startswith(f"{block}/"):
            continue  # another part of a Minimize block, which has variables of its own
        done.add(block)
        pin, cause = causes[-1] or ("", nodes[-1])
        is_rate, name = pin in _RATES, variable.block_name
        shown = pin if at.is_block(nodes[-1]) else "learning_rate" if is_rate else None
        if shown is None:
            text, mend = f"{name} never changes, because its gradient is 0", f"use a loss that depends on {name}"
        else:
            text = f"{name} never changes, because {shown} is always 0"
            mend = "use a learning rate above 0" if is_rate else f"wire a nonzero value to {shown}"
        culprit = None if cause.block_name == block else cause
        yield Advice("no-update", nodes[-1], shown, text, mend, culprit)


def _pin(node: Node, names: tuple[str, ...]) -> str | None:
    return next((each for each in names if each in node.type.input_index), None)


def _root(ref: Output) -> Node:
    node = ref.op
    while node.type.writes:
        node = node.inputs[node.type.input_index[node.type.writes[0]]].op
    return node


def _cause(node: Node, at: Surroundings) -> tuple[str, Node] | None:
    """Return the pin that is always 0 and its source, if the update has no effect for this reason."""
    if node.type.page != "training_ops" and node.type.name not in _ADDING:
        return None
    pins = [each for each in (_pin(node, _RATES), _pin(node, _STEPS)) if each is not None]
    zero = next((each for each in pins if at.range_of(node.input(each)) == ZERO), None)
    return (zero, node.input(zero).op) if zero is not None and not _changes(node, at) else None


def _changes(node: Node, at: Surroundings) -> bool:
    """Return whether a variable changes within a few steps, with arbitrary numbers for unknown inputs."""
    spec, values = node.type, list[Any]()
    for pin, output in zip(spec.inputs, node.inputs, strict=True):
        dtype, known = output.dtype.numpy, at.range_of(output)
        if pin.name == "indices":
            value: Any = [0]
        elif pin.name == spec.writes[0]:
            value = [0.75]
        elif pin.name in spec.writes:
            value = [_initial(output, at)]
        elif pin.name in _STEPS:
            value = [0.0 if known == ZERO else 0.25]
        else:
            value = known.low if known.low == known.high else 0.5
        values.append(np.asarray(value, dtype))
    try:
        with np.errstate(all="ignore"):
            for _ in range(3):
                results = spec.run(values, node.attrs, node.bound)
                for pin, value in zip(spec.writes, results, strict=False):
                    if pin == spec.writes[0] and value != values[spec.input_index[pin]]:
                        return True
                    values[spec.input_index[pin]] = value
    except DiagramError:
        return True
    return False


def _initial(slot: Output, at: Surroundings) -> float:
    """Return the initial value of all elements of a slot, or 0.5 if it is unknown or several updates change it."""
    begin = slot.op.args[0] if slot.op.type.variable and slot.op.args else None
    known = known_value(begin) if isinstance(begin, Output) else None
    if known is None or not known.size or not np.all(known == known.flat[0]) or at.writers_of(slot.op) > 1:
        return 0.5
    return float(known.flat[0])

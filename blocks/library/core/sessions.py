"""Sessions on a page: what is run in each step, and with which values fed."""

from __future__ import annotations

from typing import Any

from blocks.base.errors import DiagramError
from blocks.base.literals import to_array
from blocks.base.shapes import compatible, shape_text
from blocks.graph.graph import Node
from blocks.graph.scope import Scope
from blocks.library.core.values import (
    Feed,
    Initializer,
    OperationRef,
    SessionRequest,
    TensorValue,
    kind_name,
    output_at,
    outputs_at,
)
from blocks.library.declare import block


@block("input: output, initializer: initializer -> output: feed", helper=True)
def FeedType(scope: Scope, input: Any, initializer: Any) -> dict[str, Any]:
    """One feed of a ClientSession: in its steps, a tensor has a given value.

    Args:
        input: the tensor, most often a Placeholder.
        initializer: the value, from an Input_Initializer.

    Returns:
        output: the feed.
    """
    target = output_at("input", input)
    if initializer is None:
        raise DiagramError("FeedType needs a value: wire an Input_Initializer to it", pin="initializer")
    if not isinstance(initializer, Initializer):
        text = f"initializer takes an Input_Initializer, not {kind_name(initializer)}"
        raise DiagramError(text, pin="initializer")
    given = initializer.value
    if isinstance(given, TensorValue):
        array = given.array
        if given.dtype is not target.dtype:
            text = f"{target.op.name} takes {target.dtype.short}, the value is {given.dtype.short}"
            raise DiagramError(text, pin="initializer")
    else:
        try:
            array, _ = to_array(given, target.dtype)
        except DiagramError as error:
            raise DiagramError(error.message, pin="initializer", hint=error.hint) from None
    if not compatible(array.shape, target.shape):
        text = f"{target.op.name} takes the shape {shape_text(target.shape)}, the value has {shape_text(array.shape)}"
        raise DiagramError(text, pin="initializer")
    return {"output": Feed(target, array)}


@block(
    "fetch_outputs: output*?, inputs: feed*?, run_outputs: operation*? -> status: status",
    helper=True,
    where={"every": 1},
)
def ClientSession(
    scope: Scope,
    fetch_outputs: Any,
    inputs: Any,
    run_outputs: Any,
    *,
    device: str = "/cpu:0",
    show_debug: bool = False,
    infinite_loop: bool = False,
    every: int = 1,
) -> dict[str, Any]:
    """What is run in each step of the page.

    A page without a session evaluates all its blocks; with sessions, a step runs what they ask for and what that needs.

    Args:
        fetch_outputs: the tensors to compute.
        inputs: the values to feed, from FeedType blocks.
        run_outputs: operations to run without taking a value.
        device: kept from enuSpace; nothing is placed by it.
        show_debug: print the fetched values of each step.
        infinite_loop: run step after step until it is stopped.
        every: it runs at every so-many-th step: 100 evaluates at steps 100, 200 ... of a training.

    Returns:
        status: how the step ended, for a Status block.
    """
    targets: list[Node] = []
    for value in run_outputs or ():
        result = [value.op] if isinstance(value, OperationRef) else [o.op for o in outputs_at("run_outputs", value)]
        targets.extend(result)
    fetches = [v for v in fetch_outputs or () if not isinstance(v, OperationRef)]
    targets.extend(v.op for v in fetch_outputs or () if isinstance(v, OperationRef))
    feeds: list[Feed] = []
    for value in inputs or ():
        if not isinstance(value, Feed):
            raise DiagramError(f"inputs takes FeedType blocks, not {kind_name(value)}", pin="inputs")
        feeds.append(value)
    return {"status": SessionRequest(outputs_at("fetch_outputs", fetches), targets, feeds, every)}

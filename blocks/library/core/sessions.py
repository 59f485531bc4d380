"""Sessions on a page: the outputs to run in each step, and the values to feed."""

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
    """Define a feed of a ClientSession: a value that replaces a tensor in the steps of that session.

    Args:
        input: the tensor to feed, usually a Placeholder.
        initializer: the value, from an Input_Initializer block.

    Returns:
        output: the feed, for the inputs pin of a ClientSession.
    """
    target = output_at("input", input)
    if initializer is None:
        raise DiagramError("FeedType needs a value: wire an Input_Initializer to it", pin="initializer")
    if not isinstance(initializer, Initializer):
        raise DiagramError(f"initializer must be an Input_Initializer, got {kind_name(initializer)}", pin="initializer")
    given = initializer.value
    if isinstance(given, TensorValue):
        array = given.array
        if given.dtype is not target.dtype:
            text = f"{target.op.name} has dtype {target.dtype.short}, but the value has dtype {given.dtype.short}"
            raise DiagramError(text, pin="initializer")
    else:
        try:
            array, _ = to_array(given, target.dtype)
        except DiagramError as error:
            raise DiagramError(error.message, pin="initializer", hint=error.hint) from None
    if not compatible(array.shape, target.shape):
        text = f"{target.op.name} needs the shape {shape_text(target.shape)}, but the value has the shape"
        raise DiagramError(f"{text} {shape_text(array.shape)}", pin="initializer")
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
    """Define the fetches of each step of the page, and the operations to run.

    A page without sessions evaluates all its blocks. With sessions, a step runs only the requested blocks and the
    blocks that they depend on.

    Args:
        fetch_outputs: the tensors to compute.
        inputs: the feeds, from FeedType blocks.
        run_outputs: the operations to run without fetching a value.
        device: accepted for compatibility with enuSpace and ignored.
        show_debug: whether to print the fetched values in each step.
        infinite_loop: whether to run steps until the run is stopped.
        every: run in every Nth step only. 100 means steps 100, 200, and so on, such as for an evaluation during
            training.

    Returns:
        status: the status of the step, for a Status block.
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
            raise DiagramError(f"inputs must be FeedType blocks, got {kind_name(value)}", pin="inputs")
        feeds.append(value)
    return {"status": SessionRequest(outputs_at("fetch_outputs", fetches), targets, feeds, every)}

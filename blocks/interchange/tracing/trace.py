"""`blocks.trace`: conversion of a Python function of arrays to a diagram."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from blocks.base.errors import DiagramError, UsageError
from blocks.document.model import Diagram
from blocks.graph.graph import Operand, Output
from blocks.interchange.tracing.arguments import by_parameter, input_block, trained
from blocks.interchange.tracing.calls import Recording, leaves, mapped
from blocks.interchange.tracing.diagram import draw
from blocks.interchange.tracing.tracer import Tracer

STATIC = (type(None), bool, str, bytes)
"""Arguments of these types, and what can be called, are given to the function as they are."""


def trace(function: Callable[..., Any], /, *examples: Any, trainable: int | str | Sequence[int | str] = ()) -> Diagram:
    """Convert a Python function that uses NumPy and `blocks.ops` to a diagram.

    The function is called once with placeholders for its arrays. Operations of NumPy and `blocks.ops` become blocks,
    calls to your other functions become instances of composites, and variable names become block names. Parameters
    become Placeholder blocks, or Variable blocks if you train them. Results become Identity blocks ``output``, or
    ``output_0``, ``output_1``, ..., which the ClientSession block ``run`` fetches.

    Args:
        function: a function of arrays, and of lists, tuples and dictionaries of arrays. It must not branch or loop on
            the values of arrays.
        examples: example arguments. Arrays and numbers determine shapes and dtypes. Booleans, strings and None become
            part of the function.
        trainable: the arguments to train, by index or name. Each of their arrays becomes a Variable block with the
            array as its initial value. Its id is the path of the array, for example ``params_0_w``.

    Returns:
        A diagram with one page.

    Raises:
        DiagramError: the function uses an operation without a block, or branches on the value of an array.
        UsageError: the examples do not fit the function, or it has no argument that ``trainable`` names.

    Example:
        def loss(w, x):
            return np.mean(np.square(x @ w))

        diagram = blocks.trace(loss, np.ones((2, 1), np.float32), np.ones((4, 2), np.float32), trainable="w")
    """
    recording = Recording()
    named = by_parameter(function, examples)
    variables = trained(named, trainable)
    with recording.running():
        given = [mapped(name, value, partial(_stand_in, recording, name in variables)) for name, value in named]
        for (name, _), value in zip(named, given, strict=True):
            if name in variables and not any(isinstance(each, Tracer) for _, each in leaves(name, value)):
                raise UsageError(f"trainable: the argument {name} has no arrays")
        recording.root.begin = len(recording.scope.graph.nodes)
        result = function(*given)
        found = [(path, each) for path, each in leaves("output", result) if each is not None]
        results = [(path, _output(recording, path, each)) for path, each in found]
    if not results:
        raise DiagramError("the traced function returns nothing")
    recording.root.results = results
    name = getattr(function, "__name__", type(function).__name__)
    return draw(recording, name if name.isidentifier() else "main")


def _stand_in(recording: Recording, is_trained: bool, path: str, example: Any) -> Any:
    if isinstance(example, STATIC) or callable(example):
        return example
    kind = next((each for each in (int, float, complex) if type(example) is each), None)
    return Tracer(input_block(recording, path, np.asarray(example), is_trained), kind)


def _output(recording: Recording, path: str, value: Any) -> Output:
    if isinstance(value, Operand):
        return value.as_output()
    try:
        return recording.constant(np.asarray(value))
    except DiagramError:
        name = type(value).__name__
        raise DiagramError(f"the traced function returns a {name} as {path}, which is not a tensor") from None

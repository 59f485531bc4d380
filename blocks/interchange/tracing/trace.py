"""`blocks.trace`: conversion of a Python function of arrays to a diagram."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype_of
from blocks.base.errors import DiagramError, UsageError
from blocks.base.types import Array
from blocks.document.model import Diagram
from blocks.graph.graph import Operand, Output
from blocks.interchange.tracing.calls import Recording, leaves, mapped
from blocks.interchange.tracing.diagram import draw
from blocks.interchange.tracing.tracer import Tracer
from blocks.library.index import find

STATIC = (type(None), bool, str, bytes)
"""Arguments of these types, and what can be called, are given to the function as they are."""


def trace(function: Callable[..., Any], /, *examples: Any) -> Diagram:
    """Convert a Python function that uses NumPy and `blocks.ops` to a diagram.

    The function is called once with placeholders for its arrays. Operations of NumPy and `blocks.ops` become blocks,
    calls to your other functions become instances of composites, and variable names become block names. Parameters
    become Placeholder blocks. Results become Identity blocks ``output``, or ``output_0``, ``output_1``, ..., which the
    ClientSession block ``run`` fetches.

    Args:
        function: a function of arrays, and of lists, tuples and dictionaries of arrays. It must not branch or loop on
            the values of arrays.
        examples: example arguments. Arrays and numbers determine shapes and dtypes. Booleans, strings and None become
            part of the function.

    Returns:
        A diagram with one page.

    Raises:
        DiagramError: the function uses an operation without a block, or branches on the value of an array.

    Example:
        def loss(x, w):
            return np.mean(np.square(x @ w))

        diagram = blocks.trace(loss, np.ones((4, 2), np.float32), np.ones((2, 1), np.float32))
    """
    recording = Recording()
    named = _by_parameter(function, examples)
    with recording.running():
        given = [mapped(name, value, lambda path, each: _stand_in(recording, path, each)) for name, value in named]
        recording.root.begin = len(recording.scope.graph.nodes)
        result = function(*given)
        results = [
            (path, _output(recording, path, each)) for path, each in leaves("output", result) if each is not None
        ]
    if not results:
        raise DiagramError("the traced function returns nothing")
    recording.root.results = results
    name = getattr(function, "__name__", type(function).__name__)
    return draw(recording, name if name.isidentifier() else "main")


def _by_parameter(function: Callable[..., Any], examples: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """Return the examples by parameter name; raise UsageError if they do not fit the function."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # one of NumPy's, which tells no names
        return [(f"x_{i}" if len(examples) > 1 else "x", each) for i, each in enumerate(examples)]
    try:
        bound = signature.bind(*examples)
    except TypeError as error:
        raise UsageError(f"the examples do not fit the function: {error}") from None
    results: list[tuple[str, Any]] = []
    for name, value in bound.arguments.items():
        if signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            results += [(f"{name}_{i}", each) for i, each in enumerate(value)]
        else:
            results.append((name, value))
    return results


def _stand_in(recording: Recording, path: str, example: Any) -> Any:
    if isinstance(example, STATIC) or callable(example):
        return example
    array: Array = np.asarray(example)
    placeholder: Any = find("Placeholder")
    output = placeholder(recording.scope, dtype=dtype_of(array), shape=array.shape).as_output()
    recording.root.arguments.append((path, output))
    recording.root.names[output.op.number] = path
    kind = next((each for each in (int, float, complex) if type(example) is each), None)
    return Tracer(output, kind)


def _output(recording: Recording, path: str, value: Any) -> Output:
    if isinstance(value, Operand):
        return value.as_output()
    try:
        return recording.constant(np.asarray(value))
    except DiagramError:
        raise DiagramError(
            f"the traced function returns a {type(value).__name__} as {path}, which is not a tensor"
        ) from None

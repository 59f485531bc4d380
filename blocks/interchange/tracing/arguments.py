"""Arguments of a traced function: their names, and their arrays as Placeholder or Variable blocks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import dtype_of
from blocks.base.errors import UsageError
from blocks.base.types import Array
from blocks.document.data import listed
from blocks.graph.graph import Output
from blocks.interchange.tracing.calls import Recording
from blocks.interchange.tracing.diagram import identifier
from blocks.library.declare import make


def by_parameter(function: Callable[..., Any], examples: Sequence[Any]) -> list[tuple[str, Any]]:
    """Return the examples by parameter name; raise UsageError if they do not fit the function."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # of NumPy, without names
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


def trained(named: Sequence[tuple[str, Any]], trainable: Any) -> set[str]:
    """Return the names of arguments that are given by name or index; raise UsageError if one does not exist."""
    names = [name for name, _ in named]
    result: set[str] = set()
    each: Any
    for each in [trainable] if isinstance(trainable, str) or not np.iterable(trainable) else trainable:
        if isinstance(each, (int, np.integer)) and not isinstance(each, bool) and -len(names) <= each < len(names):
            result.add(names[each])
        elif isinstance(each, str) and each in names:
            result.add(each)
        else:
            text = f"trainable: expected the name or the index of an argument, got {each!r}"
            raise UsageError(text, hint=f"the arguments are: {listed(names)}")
    return result


def input_block(recording: Recording, path: str, array: Array, is_trained: bool) -> Output:
    """Add a Placeholder of an array's dtype and shape, or a Variable with its value, named by its path."""
    dtype, names, name = dtype_of(array), recording.root.names, identifier(path)
    if is_trained and name in names.values():
        raise UsageError(f"trainable: two arrays have the name {name}", hint="rename a key or an argument")
    if is_trained:
        shape = None if array.size else array.shape  # the literal of an empty array does not show its shape
        output = make("Variable", recording.scope, array, dtype=dtype, shape=shape)
    else:
        output = make("Placeholder", recording.scope, dtype=dtype, shape=array.shape)
    names[output.op.number] = name
    return output

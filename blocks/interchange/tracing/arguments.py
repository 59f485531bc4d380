"""Arguments of a traced function: their names, and their arrays as Placeholder or Variable blocks."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

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


def trained(named: Sequence[tuple[str, Any]], trainable: int | str | Sequence[int | str]) -> set[str]:
    """Return the names of arguments that are given by name or index; raise UsageError if one does not exist."""
    names = [name for name, _ in named]
    result: set[str] = set()
    for each in trainable if isinstance(trainable, (list, tuple)) else [trainable]:
        if type(each) is int and -len(names) <= each < len(names):
            result.add(names[each])
        elif isinstance(each, str) and each in names:
            result.add(each)
        else:
            text = f"trainable: expected the name or the index of an argument, got {each!r}"
            raise UsageError(text, hint=f"the arguments are: {listed(names)}")
    return result


def input_block(recording: Recording, path: str, array: Array, is_trained: bool) -> Output:
    """Add a Placeholder of an array's dtype and shape, or a Variable with its value, named by its path."""
    dtype, names = dtype_of(array), recording.root.names
    if is_trained and identifier(path) in map(identifier, names.values()):
        raise UsageError(f"trainable: two arrays have the name {identifier(path)}", hint="rename a key or an argument")
    if is_trained:
        shape = None if array.size else array.shape  # the literal of an empty array does not show its shape
        output = make("Variable", recording.scope, array, dtype=dtype, shape=shape)
    else:
        output = make("Placeholder", recording.scope, dtype=dtype, shape=array.shape)
    names[output.op.number] = path
    return output

"""Nested dictionaries, lists and tuples of arrays, with a name for each array."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast


def leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the arrays in a value by a name made of keys and indices: ``params_w``, ``xs_0``."""
    if isinstance(value, Mapping):
        for key, each in cast("Mapping[Any, Any]", value).items():
            yield from leaves(f"{name}_{key}", each)
    elif _is_tuple_with_names(value):
        for key in value._fields:
            yield from leaves(f"{name}_{key}", getattr(value, key))
    elif isinstance(value, (list, tuple)):
        for i, each in enumerate(cast("list[Any]", value)):
            yield from leaves(f"{name}_{i}", each)
    else:
        yield name, value


def mapped(name: str, value: Any, change: Callable[[str, Any], Any]) -> Any:
    if isinstance(value, Mapping):
        return {key: mapped(f"{name}_{key}", each, change) for key, each in cast("Mapping[Any, Any]", value).items()}
    if _is_tuple_with_names(value):
        return type(value)(*[mapped(f"{name}_{key}", getattr(value, key), change) for key in value._fields])
    if isinstance(value, (list, tuple)):
        result = [mapped(f"{name}_{i}", each, change) for i, each in enumerate(cast("list[Any]", value))]
        return tuple(result) if isinstance(value, tuple) else result
    return change(name, value)


def _is_tuple_with_names(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(cast("Any", value), "_fields")

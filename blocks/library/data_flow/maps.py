"""Staging areas with keys: the Map blocks, and OrderedMap, which sorts by key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import DType
from blocks.base.shapes import element_count, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.build import BlockType
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_scalar
from blocks.library.data_flow.resources import Element
from blocks.library.data_flow.staging import Map
from blocks.library.declare import declare

LIMITS = {"capacity": 0, "memory_limit": 0}
TAKING = {**LIMITS, "dtypes": 1}
_PINS = {
    "capacity": "the largest number of complete elements; 0 means no limit. The block that uses the map first sets the "
    "limits.",
    "memory_limit": "the largest number of bytes of all elements; 0 means no limit.",
    "shared_name": "blocks with the same shared_name share one map. If it is empty, the block has its own.",
    "dtypes": "the dtypes of the tensors of an element.",
    "values": "[...] the tensors.",
    "size": "[] the number of elements.",
}


def _pair(
    name: str,
    signature: str,
    use: Callable[..., Any],
    where: Mapping[str, int] = LIMITS,
    example: Mapping[str, Any] | None = None,
    shown_as: Mapping[str, str] | None = None,
) -> tuple[BlockType, BlockType]:
    """Declare a type for maps and one for ordered maps. ``use`` takes map, context, dtypes and inputs."""

    def declared(prefix: str, ordered: bool, words: str) -> BlockType:
        def kernel(
            *inputs: Any,
            dtypes: list[DType],
            capacity: int = 0,
            memory_limit: int = 0,
            container: str = "",
            shared_name: str = "",
            context: Context,
        ) -> Any:
            name, kind = shared_name or context.name, "ordered map" if ordered else "map"
            result = context.keep(kind, lambda: Map(name, context.name, ordered), f"{container}/{kind}", shared_name)
            if result.maker == context.name:
                result.capacity, result.memory_limit = capacity, memory_limit
            return use(result, context, dtypes, *inputs)

        doc = (use.__doc__ or "").replace("a map", words)
        return declare(
            f"{prefix}{name}",
            "data_flow_ops",
            signature,
            kernel,
            doc=doc,
            doc_of=_PINS,
            where=where,
            example=example,
            shown_as=shown_as,
        )

    return declared("Map", False, "a map"), declared("OrderedMap", True, "an ordered map")


def _stage(
    kept: Map, context: Context, dtypes: list[DType], key: Array, indices: Array, values: tuple[Array, ...]
) -> tuple[()]:
    """Add an element, or some of its tensors, to a map under a key.

    An element can be taken when all its tensors have been added. If the map is full, the block waits until another
    block of the step makes room. A complete element whose key is already in use is dropped, as in TensorFlow.

    Args:
        key: [...] the key of the element, a tensor with one value.
        indices: [...] the positions of the tensors within the element, in ascending order: 0, 1, ... for all of them.
        values: [...] the tensors, one for each index.
        dtypes: the dtypes of all tensors of an element.
    """
    kept.put(context, int(key.flat[0]), indices, values, dtypes)
    return ()


def _unstage(kept: Map, _context: Context, dtypes: list[DType], key: Array, indices: Array) -> Element:
    """Take an element, or some of its tensors, from a map by key, waiting until it is there.

    Args:
        key: [] the key of the element.
        indices: [k] the positions of the tensors to take, in ascending order. The other tensors stay.
        dtypes: the dtypes of the tensors to take.
    """
    return kept.take(int(key), indices, dtypes)


def _peek(kept: Map, _context: Context, dtypes: list[DType], key: Array, indices: Array) -> Element:
    """Return an element of a map, or some of its tensors, by key without removing it, waiting until it is there.

    Args:
        key: [] the key of the element.
        indices: [k] the positions of the tensors to return, in ascending order.
        dtypes: the dtypes of the tensors to return.
    """
    return kept.peek(int(key), indices, dtypes)


def _unstage_no_key(kept: Map, _context: Context, dtypes: list[DType], indices: Array) -> tuple[Array, Element]:
    """Take one element, or some of its tensors, from a map, waiting until there is one.

    OrderedMapUnstageNoKey takes the element with the smallest key. MapUnstageNoKey takes the most recent one.

    Args:
        indices: [k] the positions of the tensors to take, in ascending order. The other tensors stay.
        dtypes: the dtypes of the tensors to take.

    Returns:
        key: [] the key of the element.
    """
    key, values = kept.take_any(indices, dtypes)
    return np.array(key, np.int64), values


def _size(kept: Map, _context: Context, _dtypes: list[DType]) -> Array:
    """Count the complete elements in a map."""
    return np.array(len(kept), np.int32)


def _incomplete_size(kept: Map, _context: Context, _dtypes: list[DType]) -> Array:
    """Count the incomplete elements in a map."""
    return np.array(len(kept.incomplete), np.int32)


def _clear(kept: Map, _context: Context, _dtypes: list[DType]) -> tuple[()]:
    """Remove all elements from a map, including incomplete ones."""
    kept.clear()
    return ()


ONE: dict[str, Any] = {"dtypes": ["DT_FLOAT"]}

MapStage, OrderedMapStage = _pair(
    "Stage",
    "key: int64, indices: int32, values: any* -> operation: operation",
    _stage,
    example={**ONE, "key": 7, "indices": [0], "values": [[1.0, 2.0]]},
)
MapUnstage, OrderedMapUnstage = _pair("Unstage", "key: int64, indices: int32 -> values: dtypes*", _unstage, TAKING)
MapPeek, OrderedMapPeek = _pair(
    "Peek", "key: int64, indices: int32 -> values: dtypes*", _peek, TAKING, shown_as={"values": "result_size"}
)
MapUnstageNoKey, OrderedMapUnstageNoKey = _pair(
    "UnstageNoKey", "indices: int32 -> key: int64, values: dtypes*", _unstage_no_key, TAKING
)
MapSize, OrderedMapSize = _pair("Size", "-> size: int32", _size, example={**ONE, "size": 0})
MapIncompleteSize, OrderedMapIncompleteSize = _pair(
    "IncompleteSize", "-> size: int32", _incomplete_size, example={**ONE, "size": 0}
)
MapClear, OrderedMapClear = _pair("Clear", "-> operation: operation", _clear, example=ONE)


@MapSize.shape
@OrderedMapSize.shape
@MapIncompleteSize.shape
@OrderedMapIncompleteSize.shape
def _(call: Call) -> Shape:
    return ()


@MapStage.shape
@OrderedMapStage.shape
def _(call: Call) -> list[Shape]:
    shape = call.shape("key")
    if element_count(shape) not in (None, 1):
        raise pin_error(call, "key", f"key must have one element, got shape {shape_text(shape)}")
    return []


@MapUnstage.shape
@OrderedMapUnstage.shape
@MapPeek.shape
@OrderedMapPeek.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "key")
    return [None] * len(call.attrs["dtypes"])


@MapUnstageNoKey.shape
@OrderedMapUnstageNoKey.shape
def _(call: Call) -> list[Shape]:
    return [(), *[None] * len(call.attrs["dtypes"])]

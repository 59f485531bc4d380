"""Writers of TensorFlow nodes for graphs and functions, which name outputs differently."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.names import claim_name
from blocks.base.types import Array
from blocks.graph.graph import Node
from blocks.interchange.tensorflow.schema import FIELDS, NUMBERS
from blocks.library.parsing.tensor_messages import put_tensor

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_./-]")


class Typed(NamedTuple):
    """The value of an attribute; ``kind`` is like ``"list(int)"``, and a tensor has an array and its dtype."""

    kind: str
    value: Any


def dtype_attribute(dtype: DType) -> Typed:
    return Typed("type", dtype)


class TensorFlowWriter:
    def __init__(self, nodes: Any, *, in_function: bool) -> None:
        self._nodes = nodes
        self.in_function = in_function
        self._taken: set[str] = set()

    def name(self, wish: str) -> str:
        return claim_name(self.plain(wish), self._taken, first=1)

    def plain(self, wish: str) -> str:
        plain = _NOT_IN_NAMES.sub("_", wish)
        return plain if re.match(r"[A-Za-z0-9.]", plain) else f"n{plain}"

    @property
    def last(self) -> Any:
        return self._nodes[-1]

    def add(
        self,
        op: str,
        name: str,
        inputs: Sequence[str] = (),
        attributes: Mapping[str, Typed] | None = None,
        controls: Sequence[str] = (),
    ) -> str:
        """Add a node; ``name`` must come from `name`, and ``inputs`` from `output`."""
        node = self._nodes.add(op=op.encode(), name=name.encode())
        node.input.extend(each.encode() for each in inputs)
        node.input.extend(f"^{each}".encode() for each in dict.fromkeys(controls))
        for key, given in (attributes or {}).items():
            put_attribute(node.attr[key], given)
        return name

    def call(self, op: str, pin: str, inputs: Sequence[str], wish: str, **attributes: Typed) -> str:
        """Add a node, and return its output ``pin``; ``inputs`` must come from `output`."""
        return self.output(self.add(op, self.name(wish), inputs, attributes), pin)

    def constant(self, value: Any, dtype: DType, wish: str) -> str:
        given = tensor(np.asarray(value, dtype.numpy), dtype)
        return self.call("Const", "output", [], wish, dtype=dtype_attribute(dtype), value=given)

    def output(self, name: str, pin: str, slot: int = 0, index: int = 0) -> str:
        """Return the reference to an output: ``index`` among all, ``slot`` in the list that the pin is."""
        if self.in_function:
            return f"{name}:{pin}:{slot}"
        return f"{name}:{index}" if index else name


def output_index(node: Node, index: int) -> tuple[str, int]:
    pin, slot = node.pin_of(index)
    return pin, slot or 0


def put_attribute(target: Any, given: Typed) -> None:
    kind, value = given
    plain = kind.removeprefix("list(").rstrip(")")
    if kind == "tensor":
        array, dtype = value
        put_tensor(target.tensor, array, dtype)
    elif kind == "func":
        target.func.name = value.encode()
    elif kind == "shape":
        put_shape(target.shape, value)
    elif kind == plain:
        setattr(target, FIELDS[kind], _scalar(value))
    else:
        target.list.SetInParent()
        for each in value:
            if plain == "shape":
                put_shape(target.list.shape.add(), each)
            else:
                getattr(target.list, FIELDS[plain]).append(_scalar(each))


def _scalar(value: Any) -> Any:
    if isinstance(value, DType):
        return NUMBERS[value.name]
    return value.encode() if isinstance(value, str) else value


def put_shape(target: Any, shape: Sequence[int | None] | None) -> None:
    target.SetInParent()
    if shape is None:
        target.unknown_rank = True
        return
    for size in shape:
        target.dim.add(size=-1 if size is None else size)


def tensor(array: Array, dtype: DType) -> Typed:
    return Typed("tensor", (array, dtype))


def strings(value: bytes | list[bytes]) -> Array:
    result: Array = np.empty(() if isinstance(value, bytes) else len(value), np.object_)
    result[...] = value
    return result

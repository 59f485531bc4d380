"""Updated weights in an ONNX model file; all other bytes stay the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError, FileError
from blocks.base.sstable import read_varint, varint
from blocks.base.types import Array
from blocks.document.model import PageView
from blocks.interchange.importing.model_graph import ModelNode
from blocks.interchange.importing.updated_weights import Updated, UpdatedWeights, same
from blocks.interchange.onnx import schema
from blocks.interchange.onnx.convert import OnnxImporter
from blocks.interchange.onnx.schema import text
from blocks.interchange.onnx.tensors import LISTED, external_location, is_external
from blocks.run.files import Folders
from blocks.run.session import Session

_GRAPH, _INITIALIZER, _RAW = 7, 5, 9
_DATA = (4, 5, 6, 7, _RAW, 10, 11)
"""The fields of a tensor that hold its numbers."""
_VARINT, _FIXED64, _SIZED, _FIXED32 = 0, 1, 2, 5
_HALVES = ("DT_UINT4", "DT_INT4")


def update_model(path: str, pages: Sequence[PageView], session_of: Callable[[PageView], Session]) -> Updated:
    """Write the values in a diagram into the weights of the ONNX model that it was imported from."""
    importer = OnnxImporter(path, trainable=True)
    data, model = importer.data, importer.model
    weights = UpdatedWeights(importer.build("model"), pages, session_of, path)
    new: dict[int, bytes] = {}
    beside: dict[str, tuple[str, list[tuple[int, bytes]]]] = {}
    folder = os.path.dirname(os.path.abspath(path))
    own: dict[bytes, Any] = {}
    copies: dict[bytes, list[tuple[bytes, ModelNode]]] = {}
    for copy, source in importer.parameters.copies.items():
        node = importer.node_of(copy)
        copies.setdefault(source, []).extend([] if node is None else [(copy, node)])
    for index, message in enumerate(model.graph.initializer):
        turned = importer.parameters.turned.get(message.name)
        node = importer.node_of(message.name if turned is None else turned)
        others = copies.get(message.name, [])
        if node is None and others:  # all that read it have got parameters of their own
            node = others.pop(0)[1]
        if node is None:
            continue
        name, weight = text(message.name), importer.tensors.read(message, text(message.name))
        old = weight.array if turned is None else weight.array.T
        value = weights.new_value(node, old, name)
        for copy, other in others:
            new_value = weights.new_value(other, old, text(copy))
            its = old if new_value is None else new_value
            if not same(old if value is None else value, its):
                own[copy] = _tensor(copy, message, its)
        if value is None:
            continue
        value = value if turned is None else value.T
        if weight.dtype.name in _HALVES:
            raise DiagramError(f"{name!r} stores two values per byte and cannot be written back", file=path)
        if is_external(message):
            location, begin = external_location(message)
            file = os.path.realpath(os.path.join(folder, location))  # one file may have many names
            beside.setdefault(file, (location, []))[1].append((begin, _raw(value)))
        else:
            new[index] = _data(message, value, weight.dtype)
    updated = weights.finish()
    files = {location: _patched(folder, location, pieces) for location, pieces in beside.values()}
    if own:
        data = _separated(data, model, own)
    if new or own:
        files[os.path.basename(path)] = with_tensors(data, new)
    if files:
        Folders(folder, write=[folder]).write_together(files)
    return updated


def _tensor(name: bytes, like: Any, value: Array) -> Any:
    result = schema.message("Tensor")
    result.name, result.data_type, result.raw_data = name, like.data_type, _raw(value)
    result.dims.extend(value.shape)
    return result


def _separated(data: bytes, read: Any, own: Mapping[bytes, Any]) -> bytes:
    """Return a serialized model in which the merged parameters ``own`` have their own tensors again."""
    model = schema.read(data, "")
    readers = {tuple(node.output): node for node in read.graph.node}
    nodes = model.graph.node
    for index in reversed(range(len(nodes))):
        if not own.keys().isdisjoint(nodes[index].output):  # a copy of what it was joined with
            del nodes[index]
    for node in nodes:
        reader = readers.get(tuple(node.output))
        for i, name in enumerate(() if reader is None else reader.input):
            if name in own:
                node.input[i] = name
    model.graph.initializer.extend(own.values())
    return model.SerializeToString()


def with_tensors(data: bytes, new: Mapping[int, bytes]) -> bytes:
    """Return a serialized model with new data fields, by the index of the graph's initializer."""
    index = 0

    def tensor(field: int, inside: bytes) -> bytes:
        nonlocal index
        if field != _INITIALIZER:
            return inside
        index += 1
        return inside if index - 1 not in new else _with_data(inside, new[index - 1])

    def graph(field: int, inside: bytes) -> bytes:
        return inside if field != _GRAPH else _each_sized(inside, tensor)

    return _each_sized(data, graph)


def _with_data(tensor: bytes, new: bytes) -> bytes:
    """Return a tensor with new data, in the position of the first of the old fields."""
    kept: list[bytes] = []
    is_in = False
    for field, begin, _, end in _fields(tensor):
        if field not in _DATA:
            kept.append(tensor[begin:end])
        elif not is_in:
            kept.append(new)
            is_in = True
    return b"".join(kept if is_in else [*kept, new])


def _each_sized(data: bytes, change: Callable[[int, bytes], bytes]) -> bytes:
    parts: list[bytes] = []
    done = 0
    for field, begin, inside, end in _fields(data):
        if inside is None:
            continue
        old = data[inside:end]
        new = change(field, old)
        if new is not old:
            parts += [data[done:begin], varint(field << 3 | _SIZED), varint(len(new)), new]
            done = end
    return b"".join([*parts, data[done:]])


def _fields(data: bytes) -> Iterator[tuple[int, int, int | None, int]]:
    """Yield the fields of a message: number, begin, begin of the data after a length, end."""
    at = 0
    while at < len(data):
        begin, inside = at, None
        try:
            tag, at = read_varint(data, at)
            kind = tag & 7
            if kind == _VARINT:
                _, at = read_varint(data, at)
            elif kind == _SIZED:
                size, inside = read_varint(data, at)
                at = inside + size
            elif kind in (_FIXED32, _FIXED64):
                at += 4 if kind == _FIXED32 else 8
            else:
                raise FileError("the file contains a protobuf field of an unsupported kind")
        except ValueError:
            raise FileError("the file is damaged: it ends too early") from None
        if at > len(data):
            raise FileError("the file is damaged: it ends too early")
        yield tag >> 3, begin, inside, at


def _raw(value: Array) -> bytes:
    order = value.dtype.newbyteorder("<") if value.dtype.kind in "iufc" else value.dtype
    return np.ascontiguousarray(value, order).tobytes()


def _data(message: Any, value: Array, dtype: DType) -> bytes:
    result = schema.message("Tensor")
    if message.raw_data:
        result.raw_data = _raw(value)
    elif value.dtype.hasobject:
        result.string_data.extend(bytes(each) for each in value.reshape(-1))
    else:
        flat: Any = np.ascontiguousarray(value).reshape(-1)
        if dtype.is_complex:
            flat = flat.view(flat.real.dtype)
        elif dtype.is_floating and dtype.size < 4:  # its bits
            flat = flat.view(np.uint16 if dtype.size == 2 else np.uint8)
        getattr(result, LISTED.get(dtype.name, "int32_data")).extend(flat.tolist())
    return result.SerializeToString()


def _patched(folder: str, location: str, pieces: Sequence[tuple[int, bytes]]) -> bytes:
    with Folders(folder).open(location) as file:
        data = bytearray(file.read())
    for begin, new in pieces:
        data[begin : begin + len(new)] = new
    return bytes(data)

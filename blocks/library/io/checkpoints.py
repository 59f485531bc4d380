"""Checkpoints in TensorFlow's formats: version 1 (Save, SaveSlices, Restore, RestoreSlice) and version 2."""

from __future__ import annotations

import os
from collections.abc import Sequence

from blocks.base.context import Context
from blocks.base.dtypes import (
    BOOL,
    COMPLEX,
    DOUBLE,
    FLOAT,
    HALF,
    INT8,
    INT16,
    INT32,
    INT64,
    QINT8,
    QINT32,
    QUINT8,
    STRING,
    UINT8,
    UINT16,
    DType,
)
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar, require_vector, shape_error
from blocks.library.declare import block
from blocks.library.io import bundle, v1
from blocks.library.io.reading import text_of
from blocks.library.io.slices import parse_part
from blocks.library.parsing.tensor_messages import WRITABLE

FIRST = (
    FLOAT, DOUBLE, HALF, INT8, INT16, INT32, INT64, UINT8, UINT16, BOOL, STRING, *COMPLEX, QINT8, QUINT8, QINT32,
)  # fmt: skip
"""The dtypes that the first format can hold."""


def _saved(
    names: Array, parts: Sequence[bytes], arrays: Sequence[Array], types: Sequence[DType], pin: str
) -> list[bundle.Saved]:
    result: list[bundle.Saved] = []
    for name, text, array, dtype in zip(names.tolist(), parts, arrays, types, strict=True):
        part = parse_part(text, pin)
        if not name:
            raise DiagramError("a tensor needs a name to be saved", pin="tensor_names")
        if part is not None and part.own_shape != array.shape:
            words = f"{text.decode()!r} is a slice of shape {shape_text(part.own_shape)}, but the tensor"
            raise DiagramError(f"{words} has shape {shape_text(array.shape)}", pin=pin)
        result.append(bundle.Saved(name, array, dtype, part))
    return result


def _check_save(call: Call, file: str, tensors: str, more: str | None = None) -> list[Shape]:
    require_scalar(call, file)
    shapes = call.shapes(tensors)
    for pin in ("tensor_names", more):
        if pin is None:
            continue
        require_vector(call, pin)
        if not compatible(call.shape(pin), (len(shapes),)):
            raise shape_error(call, pin, f"{pin} must have one entry for each of the {len(shapes)} tensors")
    return []


@block("filename: string, tensor_names: string, data: any T* -> operation: operation", T=FIRST)
def Save(
    filename: Array, tensor_names: Array, data: tuple[Array, ...], *, T: tuple[DType, ...], context: Context
) -> tuple[()]:
    """Save tensors to a file in TensorFlow's V1 checkpoint format.

    Args:
        filename: [] the name of the checkpoint file.
        tensor_names: [n] the name of each tensor.
        data: [...] the tensors to save.
    """
    parts = [b""] * len(data)
    v1.save(context.files, text_of(filename.item()), _saved(tensor_names, parts, data, T, "tensor_names"))
    return ()


Save.shape(lambda call: _check_save(call, "filename", "data"))


@block(
    "filename: string, tensor_names: string, shapes_and_slices: string, data: any T* -> operation: operation",
    T=FIRST,
    doc_of=Save,
)
def SaveSlices(
    filename: Array,
    tensor_names: Array,
    shapes_and_slices: Array,
    data: tuple[Array, ...],
    *,
    T: tuple[DType, ...],
    context: Context,
) -> tuple[()]:
    """Save tensors, or slices of larger tensors, to a file in TensorFlow's V1 checkpoint format.

    Args:
        shapes_and_slices: [n] the slice that each tensor is: "4 3 1,2:-" means rows 1 and 2 and all columns of a tensor
            of shape [4,3]. An empty string means the whole tensor.
    """
    parts = shapes_and_slices.tolist()
    v1.save(context.files, text_of(filename.item()), _saved(tensor_names, parts, data, T, "shapes_and_slices"))
    return ()


SaveSlices.shape(lambda call: _check_save(call, "filename", "data", "shapes_and_slices"))


@block("file_pattern: string, tensor_name: string -> tensor: dt")
def Restore(
    file_pattern: Array, tensor_name: Array, *, dt: DType, preferred_shard: int = -1, context: Context
) -> Array:
    """Restore a tensor from a V1 checkpoint written by Save or SaveSlices.

    Args:
        file_pattern: [] the name of the checkpoint file, or a pattern that matches several files with its slices.
        tensor_name: [] the name of the tensor.
        dt: the dtype of the tensor.
        preferred_shard: accepted for compatibility with TensorFlow and ignored.

    Returns:
        tensor: [...] the tensor.
    """
    return v1.load(context, text_of(file_pattern.item()), tensor_name.item(), None, dt)


@Restore.shape
def _(call: Call) -> Shape:
    require_scalar(call, "file_pattern")
    require_scalar(call, "tensor_name")
    return None


@block("file_pattern: string, tensor_name: string, shape_and_slice: string -> tensor: dt", doc_of=Restore)
def RestoreSlice(
    file_pattern: Array,
    tensor_name: Array,
    shape_and_slice: Array,
    *,
    dt: DType,
    preferred_shard: int = -1,
    context: Context,
) -> Array:
    """Restore a slice of a tensor from a V1 checkpoint written by Save or SaveSlices.

    Args:
        shape_and_slice: [] the slice: "4 3 1,2:-" means rows 1 and 2 and all columns of a tensor of shape [4,3]. An
            empty string means the whole tensor.

    Returns:
        tensor: [...] the slice.
    """
    part = parse_part(shape_and_slice.item(), "shape_and_slice")
    return v1.load(context, text_of(file_pattern.item()), tensor_name.item(), part, dt)


@RestoreSlice.shape
def _(call: Call) -> Shape:
    for pin in ("file_pattern", "tensor_name", "shape_and_slice"):
        require_scalar(call, pin)
    text = call.value("shape_and_slice")
    part = None if text is None else parse_part(text.item(), "shape_and_slice")
    return None if part is None else part.own_shape


@block(
    "prefix: string, tensor_names: string, shape_and_slices: string, tensors: any dtypes* -> operation: operation",
    dtypes=WRITABLE,
)
def SaveV2(
    prefix: Array,
    tensor_names: Array,
    shape_and_slices: Array,
    tensors: tuple[Array, ...],
    *,
    dtypes: tuple[DType, ...],
    context: Context,
) -> tuple[()]:
    """Save tensors, or slices of larger tensors, in TensorFlow's V2 checkpoint format.

    Two files are written: PREFIX.data-00000-of-00001 has the values, and PREFIX.index lists the tensors.

    Args:
        prefix: [] the prefix of the file names.
        tensor_names: [n] the name of each tensor.
        shape_and_slices: [n] the slice that each tensor is: "4 3 1,2:-" means rows 1 and 2 and all columns of a tensor
            of shape [4,3]. An empty string means the whole tensor.
        tensors: [...] the tensors to save.
    """
    saved = _saved(tensor_names, shape_and_slices.tolist(), tensors, dtypes, "shape_and_slices")
    bundle.save(context.files, text_of(prefix.item()), saved)
    return ()


SaveV2.shape(lambda call: _check_save(call, "prefix", "tensors", "shape_and_slices"))


@block("prefix: string, tensor_names: string, shape_and_slices: string -> tensors: dtypes*", where={"dtypes": 1})
def RestoreV2(
    prefix: Array, tensor_names: Array, shape_and_slices: Array, *, dtypes: list[DType], context: Context
) -> tuple[Array, ...]:
    """Restore tensors, or slices of them, from a V2 checkpoint written by SaveV2.

    If prefix is the name of a V1 checkpoint instead, that is read.

    Args:
        prefix: [] the prefix of the checkpoint's file names.
        tensor_names: [n] the names of the tensors.
        shape_and_slices: [n] the slice of each tensor to read: "4 3 1,2:-" means rows 1 and 2 and all columns of a
            tensor of shape [4,3]. An empty string means the whole tensor.
        dtypes: the dtypes of the tensors.

    Returns:
        tensors: [...] the tensors.
    """
    start = text_of(prefix.item())
    parts = [parse_part(text, "shape_and_slices") for text in shape_and_slices.tolist()]
    wanted = zip(tensor_names.tolist(), parts, dtypes, strict=True)
    if not bundle.exists(context.files, start) and context.files.matching(start):
        return tuple(v1.load(context, start, name, part, dtype) for name, part, dtype in wanted)
    result = bundle.Bundle(context, start)
    return tuple(result.read(name, part, dtype) for name, part, dtype in wanted)


@RestoreV2.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "prefix")
    count = len(call.attrs["dtypes"])
    for pin in ("tensor_names", "shape_and_slices"):
        require_vector(call, pin)
        if not compatible(call.shape(pin), (count,)):
            raise shape_error(call, pin, f"{pin} must have one entry per dtype ({count})")
    texts = call.value("shape_and_slices")
    if texts is None:
        return [None] * count
    parts = [parse_part(text, "shape_and_slices") for text in texts.tolist()]
    return [None if part is None else part.own_shape for part in parts]


@block("checkpoint_prefixes: string, destination_prefix: string -> operation: operation")
def MergeV2Checkpoints(
    checkpoint_prefixes: Array,
    destination_prefix: Array,
    *,
    delete_old_dirs: bool = True,
    allow_missing_files: bool = False,
    context: Context,
) -> tuple[()]:
    """Merge several V2 checkpoints into one, and delete the old files.

    Args:
        checkpoint_prefixes: [n] the prefixes of the checkpoints to merge.
        destination_prefix: [] the prefix of the new checkpoint.
        delete_old_dirs: whether to also delete the folders of the old checkpoints if they are empty.
        allow_missing_files: whether to ignore checkpoints that do not exist.
    """
    prefixes = [text_of(prefix) for prefix in checkpoint_prefixes.tolist()]
    target = text_of(destination_prefix.item())
    if allow_missing_files:
        prefixes = [prefix for prefix in prefixes if bundle.exists(context.files, prefix)]
    if not prefixes:
        raise DiagramError("MergeV2Checkpoints needs at least one checkpoint", pin="checkpoint_prefixes")
    bundle.merge(context, prefixes, target)
    if delete_old_dirs:
        for folder in {os.path.dirname(prefix) for prefix in prefixes} - {os.path.dirname(target), ""}:
            context.files.remove_folder(folder)
    return ()


@MergeV2Checkpoints.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "checkpoint_prefixes")
    require_scalar(call, "destination_prefix")
    return []

"""Sequences of different lengths turned around: ReverseSequence."""

from __future__ import annotations

from typing import Any

import numpy as np

from blocks.base.dtypes import INDEX
from blocks.base.errors import DiagramError
from blocks.base.shapes import shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.graph.graph import Node, Operand, Output
from blocks.library.array.arguments import COPYABLE, require_rank, require_vector, vector_length
from blocks.library.declare import block


@block(
    "input: T, seq_lengths: Tlen -> output: T",
    T=COPYABLE,
    Tlen=INDEX,
    example={
        "input": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        "seq_lengths": [3, 2],
        "seq_dim": 1,
        "output": [[3.0, 2.0, 1.0], [5.0, 4.0, 6.0]],
    },
)
def ReverseSequence(input: Array, seq_lengths: Array, *, seq_dim: int, batch_dim: int = 0) -> Array:
    """Turn around the beginning of each sequence: the first elements, as many as its length says.

    Args:
        input: [...] the sequences.
        seq_lengths: [batch] for each index along the batch axis, how many elements are reversed; the others stay.
        seq_dim: the axis that sequences lie along.
        batch_dim: the axis that counts the sequences.

    Returns:
        output: [...] the sequences reversed.
    """
    lengths: Array = seq_lengths.astype(np.int64)[:, None]
    places = np.arange(int(input.shape[seq_dim]))
    where: Array = np.where(places < lengths, lengths - 1 - places, places)
    front = np.moveaxis(input, (batch_dim, seq_dim), (0, 1))
    turned = front[np.arange(len(lengths))[:, None], where]
    return np.ascontiguousarray(np.moveaxis(turned, (0, 1), (batch_dim, seq_dim)))


@ReverseSequence.shape
def _(call: Call) -> Shape:
    sequence, batch = int(call.attrs["seq_dim"]), int(call.attrs["batch_dim"])
    shape = require_rank(call, "input", 2, "a matrix or more")
    require_vector(call, "seq_lengths")
    if shape is None:
        return None
    for name, axis in (("seq_dim", sequence), ("batch_dim", batch)):
        if axis >= len(shape):
            text = f"ReverseSequence has no axis {axis} ({name}) in a tensor of shape {shape_text(shape)}"
            raise DiagramError(text, pin=name)
    count, lengths = vector_length(call, "seq_lengths"), call.value("seq_lengths")
    if count is not None and shape[batch] not in (count, None):
        text = f"ReverseSequence needs one length per index along axis {batch}, {shape[batch]} of them, got {count}"
        raise DiagramError(text, pin="seq_lengths")
    size = shape[sequence]
    if lengths is not None and lengths.size and (lengths.min() < 0 or (size is not None and lengths.max() > size)):
        limit = "more" if size is None else size
        wrong = lengths.min() if lengths.min() < 0 else lengths.max()
        raise DiagramError(f"ReverseSequence needs lengths of 0 to {limit}, got {wrong}", pin="seq_lengths")
    return (*shape[:batch], count, *shape[batch + 1 :]) if shape[batch] is None else shape


@ReverseSequence.gradient("input")
def _(call: Node, dy: Output) -> Operand:
    dims = {name: call.attrs[name] for name in ("seq_dim", "batch_dim")}
    return ReverseSequence(dy, call.input("seq_lengths"), **dims)


def _check_axes(attrs: dict[str, Any]) -> None:
    for name in ("seq_dim", "batch_dim"):
        if attrs[name] < 0:
            raise DiagramError(f"ReverseSequence counts axes from the front: {name} is {attrs[name]}", pin=name)
    if attrs["seq_dim"] == attrs["batch_dim"]:
        raise DiagramError("ReverseSequence needs two axes, seq_dim and batch_dim are the same", pin="batch_dim")


ReverseSequence.prepare = _check_axes

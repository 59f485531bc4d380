"""Summaries for TensorBoard, as serialized messages; messages and assertions during a step."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from blocks.base.context import Context
from blocks.base.dtypes import ANY, REAL, DType
from blocks.base.errors import DiagramError
from blocks.base.shapes import compatible, shape_text
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import require_scalar
from blocks.library.declare import block
from blocks.library.logging.summary_messages import message
from blocks.library.parsing.tensor_messages import WRITABLE, put_tensor
from blocks.library.string.elements import scalar
from blocks.library.string.tensor_text import tensor_text

_NO_GRADIENT = "a summary is a string"


def _scalar_shape(call: Call) -> Shape:
    return ()


@block(
    "tags: string, values: T -> summary: string",
    T=REAL,
    not_differentiable=_NO_GRADIENT,
    example={"tags": "loss", "values": 0.5, "summary": "\n\x0b\n\x04loss\x15\x00\x00\x00?"},
)
def ScalarSummary(tags: Array, values: Array) -> Array:
    """Create a scalar summary, which TensorBoard shows as a curve for each tag.

    Args:
        tags: [...] the tag of each value.
        values: [...] the values, of the same shape as tags.

    Returns:
        summary: [] the serialized summary.
    """
    summary = message("Summary")
    for tag, value in zip(tags.reshape(-1).tolist(), values.reshape(-1).astype(np.float32).tolist(), strict=True):
        summary.value.add(tag=tag, simple_value=value)
    return scalar(summary.SerializeToString())


@ScalarSummary.shape
def _(call: Call) -> Shape:
    tags, values = call.shape("tags"), call.shape("values")
    if not compatible(tags, values):
        text = f"ScalarSummary: tags and values must have equal shapes, got {shape_text(tags)} and {shape_text(values)}"
        raise DiagramError(text, pin="values")
    return ()


@block(
    "tag: string, values: T -> summary: string",
    T=REAL,
    not_differentiable=_NO_GRADIENT,
    example={
        "tag": "h",
        "values": [0.0, 0.0, 0.0],
        "summary": {
            "base64": "CkIKAWgqPRkAAAAAAAAIQDIYAAAAAAAAAAAR6i2BmZdxPf///////+9/OhgAAAAAAAAAAAAAAAAAAAhAAAAAAAAAAAA="
        },
    },
)
def HistogramSummary(tag: Array, values: Array) -> Array:
    """Create a histogram summary, which TensorBoard shows as a histogram for each step.

    The bin limits are TensorFlow's: they start at 1e-12 and grow by 10%, and are mirrored for negative values.

    Args:
        tag: [] the tag of the histogram.
        values: [...] the values, all finite.

    Returns:
        summary: [] the serialized summary.
    """
    wide = values.reshape(-1).astype(np.float64)
    if not np.all(np.isfinite(wide)):
        what = "NaN" if np.any(np.isnan(wide)) else "infinity"
        raise DiagramError(f"HistogramSummary: values must be finite, got {what}", pin="values")
    summary = message("Summary")
    value = summary.value.add(tag=tag.item())
    value.histo.SetInParent()
    _count(value.histo, wide)
    return scalar(summary.SerializeToString())


@HistogramSummary.shape
def _(call: Call) -> Shape:
    require_scalar(call, "tag")
    return ()


@cache
def _limits() -> Array:
    result, bound = [0.0], 1e-12
    while bound < 1e20:  # by steps, as TensorFlow: a power would be rounded otherwise
        result.append(bound)
        bound *= 1.1
    result.append(float(np.finfo(np.float64).max))
    return np.array([-each for each in result[:0:-1]] + result)


def _count(histogram: Any, values: Array) -> None:
    """Fill in a Histogram message. Of empty bins in a row only the last is written."""
    limits = _limits()
    indices = np.minimum(np.searchsorted(limits, values, side="right"), limits.size - 1)
    counts = np.bincount(indices, minlength=limits.size).astype(np.float64)
    written = (counts > 0) | np.append(counts[1:] > 0, True)
    result = {
        "min": values[values.argmin()] if values.size else limits[-1],
        "max": values[values.argmax()] if values.size else limits[0],
        "num": values.size,
        # One after the other, beginning with 0: NumPy's own sum adds in pairs, and rounds otherwise.
        "sum": np.cumsum(np.append(0.0, values))[-1],
        "sum_squares": np.cumsum(np.append(0.0, values * values))[-1],
    }
    for name, number in result.items():
        setattr(histogram, name, float(number))
    histogram.bucket_limit.extend(limits[written].tolist())
    histogram.bucket.extend(counts[written].tolist())


@block(
    "tensor: T -> summary: string",
    T=WRITABLE,
    not_differentiable=_NO_GRADIENT,
    example={"tensor": True, "summary": '\n\x18:\rTensorSummaryB\x07\x08\n\x12\x00"\x01\x01'},
)
def TensorSummary(
    tensor: Array,
    *,
    T: DType,
    description: str = "",
    labels: list[str] = [],  # noqa: B006
    display_name: str = "",
    context: Context,
) -> Array:
    """Create a tensor summary, which stores a tensor under the block's name.

    Args:
        tensor: [...] any tensor.
        description: accepted for compatibility with TensorFlow, which also ignores it.
        labels: accepted for compatibility with TensorFlow, which also ignores it.
        display_name: accepted for compatibility with TensorFlow, which also ignores it.

    Returns:
        summary: [] the serialized summary.
    """
    summary = message("Summary")
    value = summary.value.add(node_name=context.name.encode("utf-8", "surrogatepass"))
    put_tensor(value.tensor, tensor, T)
    return scalar(summary.SerializeToString())


TensorSummary.shape(_scalar_shape)


@block(
    "inputs: string* -> summary: string", not_differentiable=_NO_GRADIENT, example={"inputs": ["", ""], "summary": ""}
)
def MergeSummary(inputs: tuple[Array, ...]) -> Array:
    """Merge several summaries into one.

    Args:
        inputs: [...] the serialized summaries. A tag must not occur in more than one of them.

    Returns:
        summary: [] the serialized summary with all values.
    """
    from google.protobuf.message import DecodeError

    merged, tags = message("Summary"), set[bytes]()
    for index, each in enumerate(inputs):
        for text in each.reshape(-1).tolist():
            summary = message("Summary")
            try:
                summary.ParseFromString(text)
            except DecodeError:
                raise DiagramError(f"MergeSummary: input {index} is not a serialized summary", pin="inputs") from None
            for value in summary.value:
                if value.tag and value.tag in tags:
                    tag = value.tag.decode("utf-8", "replace")
                    raise DiagramError(f"MergeSummary: the tag {tag!r} occurs more than once", pin="inputs")
                tags.add(value.tag)
            merged.MergeFrom(summary)
    return scalar(merged.SerializeToString())


MergeSummary.shape(_scalar_shape)


# -- Printing and assertions -------------------------------------------------------------------------------------------


class _PrintCounter:
    def __init__(self) -> None:
        self.count = 0


@block(
    "input: T, data: any*? -> output: T",
    T=ANY,
    view=True,
    example={"input": [1.5, 2.5], "data": [[1, 2, 3, 4]], "message": "x = ", "output": [1.5, 2.5]},
)
def Print(
    input: Array, data: tuple[Array, ...], *, message: str = "", first_n: int = -1, summarize: int = 3, context: Context
) -> Array:
    """Return a tensor unchanged, and print other tensors to standard error.

    Args:
        input: [...] the tensor to return.
        data: [...] the tensors to print.
        message: the text to print before the tensors.
        first_n: the largest number of times to print. A negative number means no limit.
        summarize: the number of elements to print of each tensor. A negative number prints all.

    Returns:
        output: [...] the same tensor as input.
    """
    printed = context.keep("printed", _PrintCounter)
    if first_n < 0 or printed.count < first_n:
        printed.count += 1
        context.resources.say(message + "".join(tensor_text(each, summarize) for each in data))
    return input


Print.shape(lambda call: call.shape("input"))


Print.gradient("input")(lambda call, dy: dy)


@block(
    "condition: bool, data: any* -> operation: operation",
    stateful=True,
    not_differentiable="it has no output tensor",
    example={"condition": True, "data": [[1, 2, 3]]},
)
def Assert(condition: Array, data: tuple[Array, ...], *, summarize: int = 3) -> tuple[()]:
    """Fail the step if a condition is false.

    Args:
        condition: [] the condition that must be true.
        data: [...] the tensors to show in the error.
        summarize: the number of elements to show of each tensor. A negative number shows all.
    """
    if not condition:
        shown = " ".join(tensor_text(each, summarize) for each in data)
        raise DiagramError(f"assertion failed: {shown}", pin="condition")
    return ()


@Assert.shape
def _(call: Call) -> list[Shape]:
    require_scalar(call, "condition")
    return []

"""Features of serialized examples as tensors: ParseExample, ParseSingleSequenceExample, DecodeJSONExample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array, Shape
from blocks.graph.call_info import Call
from blocks.library.array.arguments import pin_error, require_scalar, require_vector
from blocks.library.declare import block
from blocks.library.parsing.examples import (
    DTYPES,
    Dense,
    by_name,
    check_default,
    check_lengths,
    check_shapes,
    dense_batch,
    denses,
    key_text,
    mapped_example,
    read,
    sparse_batch,
    values,
)
from blocks.library.string.elements import each

_EXAMPLE = "\n\x0f\n\r\n\x01a\x12\x08\x12\x06\n\x04\x00\x00\x00?"


@block(
    "serialized: string, names: string, sparse_keys: string*?, dense_keys: string*?, dense_defaults: any Tdense*?"
    " -> sparse_indices: int64*sparse_keys, sparse_values: sparse_types*, sparse_shapes: int64*sparse_keys,"
    " dense_values: any*dense_defaults",
    Tdense=DTYPES,
    where={"sparse_types": DTYPES},
    example={
        "serialized": [_EXAMPLE, "\n\x00"],
        "names": [],
        "sparse_keys": ["a"],
        "dense_keys": ["a2"],
        "dense_defaults": [[1.5]],
        "sparse_types": ["DT_FLOAT"],
        "dense_shapes": [[1]],
        "sparse_indices": [[[0, 0]]],
        "sparse_values": [[0.5]],
        "sparse_shapes": [[2, 1]],
        "dense_values": [[[1.5], [1.5]]],
    },
)
def ParseExample(
    serialized: Array,
    names: Array,
    sparse_keys: tuple[Array, ...],
    dense_keys: tuple[Array, ...],
    dense_defaults: tuple[Array, ...],
    *,
    sparse_types: list[DType],
    dense_shapes: list[Shape],
) -> tuple[Any, ...]:
    """Parse a batch of serialized tf.train.Example messages into one tensor per feature.

    Args:
        serialized: [batch] the serialized examples.
        names: [n] a name for each example, used in errors, or an empty vector.
        sparse_keys: [] the keys of features to return as sparse tensors, with any number of values per example.
        dense_keys: [] the keys of features to return as dense tensors.
        dense_defaults: [...] for each dense feature, the default for examples without it. An empty tensor makes the
            feature required. Its dtype is that of the feature.
        sparse_types: the dtypes of the sparse features.
        dense_shapes: the shape of each dense feature in one example. If its first size is unknown, examples may have
            any number of values and are padded with the default.

    Returns:
        sparse_indices: [n_i, 2] for each sparse feature, the indices of its values: the example and the position in it.
        sparse_values: [n_i] for each sparse feature, its values.
        sparse_shapes: [2] for each sparse feature, the number of examples and the maximum number of values in one.
        dense_values: [batch, ...] for each dense feature, its values.
    """
    who = [f"example {key_text(names[i]) if names.size else i}" for i in range(len(serialized))]
    maps = [
        by_name(read("Example", data, name).features.feature)
        for data, name in zip(serialized.tolist(), who, strict=True)
    ]
    keys = [key.item() for key in (*sparse_keys, *dense_keys)]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise DiagramError(f"ParseExample: feature {key_text(twice)} is requested twice", pin="dense_keys")

    def column(key: bytes, dtype: DType) -> list[Array | None]:
        return [
            values(features.get(key), dtype, f"feature {key_text(key)} of {name}")
            for features, name in zip(maps, who, strict=True)
        ]

    sparse = [
        sparse_batch(column(key.item(), dtype), dtype) for key, dtype in zip(sparse_keys, sparse_types, strict=True)
    ]
    dense = [
        dense_batch(feature, column(feature.key, feature.dtype), who)
        for feature in denses(dense_keys, dense_defaults, dense_shapes)
    ]
    return (*_turned(sparse), dense)


def _turned(sparse: Sequence[tuple[Array, Array, Array]]) -> tuple[list[Array], list[Array], list[Array]]:
    return [each[0] for each in sparse], [each[1] for each in sparse], [each[2] for each in sparse]


@ParseExample.shape
def _(call: Call) -> list[Shape]:
    require_vector(call, "serialized")
    require_vector(call, "names")
    serialized, names = call.shape("serialized"), call.shape("names")
    count = None if serialized is None else serialized[0]
    named = None if names is None else names[0]
    if None not in (count, named) and named not in (0, count):
        raise pin_error(call, "names", f"names must be empty or have one name per example ({count}), got {named}")
    sparse, dense = call.shapes("sparse_keys"), call.shapes("dense_keys")
    types, shapes = call.attrs["sparse_types"], call.attrs["dense_shapes"]
    defaults = call.shapes("dense_defaults")
    check_lengths(len(sparse), {"sparse_types": len(types)}, "ParseExample", "sparse_keys")
    check_lengths(
        len(dense), {"dense_defaults": len(defaults), "dense_shapes": len(shapes)}, "ParseExample", "dense_keys"
    )
    _check_keys(call, "sparse_keys", "dense_keys")
    check_shapes(shapes, "ParseExample", "dense_shapes", varying=True)
    for i, (shape, default) in enumerate(zip(shapes, defaults, strict=True)):
        check_default(shape, default, "ParseExample", "dense_defaults", i)
    return [
        *[(None, 2)] * len(sparse),
        *[(None,)] * len(sparse),
        *[(2,)] * len(sparse),
        *[(count, *shape) for shape in shapes],
    ]


def _check_keys(call: Call, *pins: str) -> None:
    for pin in pins:
        for shape in call.shapes(pin):
            if shape not in (None, ()):
                raise pin_error(call, pin, f"each tensor of {pin} must be a scalar")


@block(
    "serialized: string, feature_list_dense_missing_assumed_empty: string, context_sparse_keys: string*?,"
    " context_dense_keys: string*?, feature_list_sparse_keys: string*?, feature_list_dense_keys: string*?,"
    " context_dense_defaults: any Tcontext_dense*?, debug_name: string"
    " -> context_sparse_indices: int64*context_sparse_keys, context_sparse_values: context_sparse_types*,"
    " context_sparse_shapes: int64*context_sparse_keys, context_dense_values: any*context_dense_defaults,"
    " feature_list_sparse_indices: int64*feature_list_sparse_keys,"
    " feature_list_sparse_values: feature_list_sparse_types*,"
    " feature_list_sparse_shapes: int64*feature_list_sparse_keys,"
    " feature_list_dense_values: feature_list_dense_types*",
    Tcontext_dense=DTYPES,
    where={"context_sparse_types": DTYPES, "feature_list_dense_types": DTYPES, "feature_list_sparse_types": DTYPES},
    example={
        "serialized": _EXAMPLE + "\x12\x15\n\x13\n\x01x\x12\x0e\n\x0c\x12\n\n\x08\x00\x00\x00?\x00\x00\x00@",
        "feature_list_dense_missing_assumed_empty": ["x"],
        "context_sparse_keys": ["a"],
        "context_dense_keys": ["b"],
        "feature_list_sparse_keys": [],
        "feature_list_dense_keys": ["x"],
        "context_dense_defaults": [[1.5]],
        "debug_name": "",
        "context_sparse_types": ["DT_FLOAT"],
        "feature_list_dense_types": ["DT_FLOAT"],
        "context_dense_shapes": [[1]],
        "feature_list_dense_shapes": [[2]],
        "context_sparse_indices": [[[0]]],
        "context_sparse_values": [[0.5]],
        "context_sparse_shapes": [[1]],
        "context_dense_values": [[1.5]],
        "feature_list_sparse_indices": [],
        "feature_list_sparse_values": [],
        "feature_list_sparse_shapes": [],
        "feature_list_dense_values": [[[0.5, 2.0]]],
    },
)
def ParseSingleSequenceExample(
    serialized: Array,
    feature_list_dense_missing_assumed_empty: Array,
    context_sparse_keys: tuple[Array, ...],
    context_dense_keys: tuple[Array, ...],
    feature_list_sparse_keys: tuple[Array, ...],
    feature_list_dense_keys: tuple[Array, ...],
    context_dense_defaults: tuple[Array, ...],
    debug_name: Array,
    *,
    context_sparse_types: list[DType] = [],  # noqa: B006
    feature_list_dense_types: list[DType] = [],  # noqa: B006
    context_dense_shapes: list[Shape] = [],  # noqa: B006
    feature_list_sparse_types: list[DType] = [],  # noqa: B006
    feature_list_dense_shapes: list[Shape] = [],  # noqa: B006
) -> tuple[Any, ...]:
    """Parse a serialized tf.train.SequenceExample message into its context and feature lists.

    Args:
        serialized: [] the serialized sequence example.
        feature_list_dense_missing_assumed_empty: [n] the keys of dense feature lists that may be missing. They then
            have no frames. All other lists are required.
        context_sparse_keys: [] the keys of context features to return as sparse tensors, with any number of values.
        context_dense_keys: [] the keys of context features to return as dense tensors, with a fixed shape.
        feature_list_sparse_keys: [] the keys of feature lists to return as sparse tensors, with any number of values
            per frame.
        feature_list_dense_keys: [] the keys of feature lists to return as dense tensors, with a fixed shape per frame.
        context_dense_defaults: [...] for each dense context feature, the default if it is missing. An empty tensor
            makes the feature required. Its dtype is that of the feature.
        debug_name: [] a name for the sequence, used in errors.
        context_sparse_types: the dtypes of the sparse context features.
        feature_list_dense_types: the dtypes of the dense feature lists.
        context_dense_shapes: the shapes of the dense context features.
        feature_list_sparse_types: the dtypes of the sparse feature lists.
        feature_list_dense_shapes: the shape of one frame of each dense feature list.

    Returns:
        context_sparse_indices: [n_i, 1] for each sparse context feature, the indices of its values.
        context_sparse_values: [n_i] for each sparse feature, its values.
        context_sparse_shapes: [1] for each sparse context feature, the number of values.
        context_dense_values: [...] for each dense context feature, its values.
        feature_list_sparse_indices: [m_i, 2] for each sparse feature list, the indices of its values: the frame and the
            position in it.
        feature_list_sparse_values: [m_i] for each sparse feature list, its values.
        feature_list_sparse_shapes: [2] for each sparse feature list, the number of frames and the maximum number of
            values in one.
        feature_list_dense_values: [frames, ...] for each dense feature list, its values, frame by frame.
    """
    name = debug_name.reshape(-1)[0]
    who = f"the sequence {key_text(name)}" if name else "the sequence"
    message = read("SequenceExample", serialized.item(), who)
    context = by_name(message.context.feature)
    lists = {key: value.feature for key, value in by_name(message.feature_lists.feature_list).items()}
    may_miss = set(feature_list_dense_missing_assumed_empty.reshape(-1).tolist())
    of_context = [
        sparse_batch([values(context.get(key.item()), dtype, f"feature {key_text(key.item())} of {who}")], dtype)
        for key, dtype in zip(context_sparse_keys, context_sparse_types, strict=True)
    ]
    of_lists = [
        sparse_batch(_frames(lists.get(key.item(), ()), key.item(), dtype, who), dtype)
        for key, dtype in zip(feature_list_sparse_keys, feature_list_sparse_types, strict=True)
    ]
    empty = np.empty(0, np.object_)
    frames = [
        _dense_list(Dense(key.item(), dtype, shape, empty), lists, may_miss, who)
        for key, dtype, shape in zip(
            feature_list_dense_keys, feature_list_dense_types, feature_list_dense_shapes, strict=True
        )
    ]
    dense = [
        _dense_context(each, context, who)
        for each in denses(context_dense_keys, context_dense_defaults, context_dense_shapes)
    ]
    flat = [(indices[:, 1:], each, shape[1:]) for indices, each, shape in of_context]
    return (*_turned(flat), dense, *_turned(of_lists), frames)


def _frames(features: Sequence[Any], key: bytes, dtype: DType, who: str) -> list[Array | None]:
    return [values(each, dtype, f"frame {i} of {key_text(key)} in {who}") for i, each in enumerate(features)]


def _dense_list(dense: Dense, lists: dict[bytes, Any], may_miss: set[bytes], who: str) -> Array:
    if dense.key not in lists and dense.key not in may_miss:
        raise DiagramError(
            f"{who} does not contain feature list {key_text(dense.key)}",
            pin="serialized",
            hint="if the feature list may be missing, add its key to feature_list_dense_missing_assumed_empty",
        )
    rows = _frames(lists.get(dense.key, ()), dense.key, dense.dtype, who)
    return dense_batch(dense, rows, [f"frame {i} of {who}" for i in range(len(rows))])


def _dense_context(dense: Dense, context: dict[bytes, Any], who: str) -> Array:
    row = values(context.get(dense.key), dense.dtype, f"feature {key_text(dense.key)} of {who}")
    if row is None and dense.key in context:
        raise DiagramError(f"feature {key_text(dense.key)} of {who} is empty", pin="serialized")
    return dense_batch(dense, [row], [who]).reshape([size or 0 for size in dense.shape or ()])


@ParseSingleSequenceExample.shape
def _(call: Call) -> list[Shape]:
    name = "ParseSingleSequenceExample"
    require_scalar(call, "serialized")
    require_scalar(call, "debug_name")
    require_vector(call, "feature_list_dense_missing_assumed_empty")
    counts = {pin.name: len(call.shapes(pin.name)) for pin in call.type.inputs if pin.is_list}
    counts |= {key: len(value) for key, value in call.attrs.items()}
    for keys, others in _TOGETHER.items():
        check_lengths(counts[keys], {other: counts[other] for other in others}, name, keys)
    _check_keys(call, *_TOGETHER)
    in_context: list[Shape] = call.attrs["context_dense_shapes"]
    in_lists: list[Shape] = call.attrs["feature_list_dense_shapes"]
    check_shapes(in_context, name, "context_dense_shapes", varying=False)
    check_shapes(in_lists, name, "feature_list_dense_shapes", varying=False)
    for i, default in enumerate(call.shapes("context_dense_defaults")):
        check_default(in_context[i], default, name, "context_dense_defaults", i)
    sparse, sparse_lists = counts["context_sparse_keys"], counts["feature_list_sparse_keys"]
    return [
        *[(None, 1)] * sparse,
        *[(None,)] * sparse,
        *[(1,)] * sparse,
        *in_context,
        *[(None, 2)] * sparse_lists,
        *[(None,)] * sparse_lists,
        *[(2,)] * sparse_lists,
        *[(None, *(shape or ())) for shape in in_lists],
    ]


_TOGETHER = {
    "context_sparse_keys": ("context_sparse_types",),
    "context_dense_keys": ("context_dense_defaults", "context_dense_shapes"),
    "feature_list_sparse_keys": ("feature_list_sparse_types",),
    "feature_list_dense_keys": ("feature_list_dense_types", "feature_list_dense_shapes"),
}


@block(
    "json_examples: string -> binary_examples: string",
    example={
        "json_examples": ['{"features": {"feature": {"a": {"floatList": {"value": [0.5]}}}}}'],
        "binary_examples": [_EXAMPLE],
    },
)
def DecodeJSONExample(json_examples: Array) -> Array:
    """Convert examples in JSON format to serialized tf.train.Example messages, for ParseExample.

    Args:
        json_examples: [...] the examples in the JSON format of protocol buffers, with bytes in base64.

    Returns:
        binary_examples: [...] the serialized examples.
    """
    from google.protobuf.json_format import Parse, ParseError

    def converted(text: bytes) -> bytes:
        message = mapped_example()()
        if text.lstrip()[:1] != b"{":
            raise DiagramError("DecodeJSONExample: expected a JSON object for each example", pin="json_examples")
        try:
            Parse(text, message, max_recursion_depth=20)
        except (ParseError, UnicodeDecodeError, RecursionError) as error:
            reason = "the string is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error).splitlines()[0]
            raise DiagramError(f"DecodeJSONExample: cannot parse an example: {reason}", pin="json_examples") from None
        return message.SerializeToString(deterministic=True)

    return each(converted, json_examples)


DecodeJSONExample.shape(lambda call: call.shape("json_examples"))

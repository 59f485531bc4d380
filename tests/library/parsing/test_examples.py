"""Serialised examples and tensors where it is easy to differ from TensorFlow 2.21, whose answers these are."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.library.parsing.examples import message
from blocks.library.parsing.tensor_messages import WRITABLE, put_values, read_tensor, write_tensor
from blocks.library.parsing.tensor_messages import message as tensor_message
from blocks.run.client import ClientSession

F, INT, S = "DT_FLOAT", "DT_INT64", "DT_STRING"
Feature = list[float] | list[int] | list[str] | None


def put(feature: Any, values: Feature) -> None:
    if values is None:
        feature.SetInParent()  # there, but it says nothing
    elif values and isinstance(values[0], str):
        feature.bytes_list.value.extend([str(v).encode() for v in values])
    elif values and isinstance(values[0], int):
        feature.int64_list.value.extend(values)
    else:
        feature.float_list.SetInParent()
        feature.float_list.value.extend(values)


def example(**features: Feature) -> bytes:
    proto = message("Example")
    proto.features.SetInParent()
    for name, values in features.items():
        put(proto.features.feature.add(key=name.encode()).value, values)
    return proto.SerializeToString()


def sequence(context: bytes = b"", **lists: list[Feature]) -> bytes:
    proto = message("SequenceExample")
    if context:
        parsed = message("Example")
        parsed.ParseFromString(context)
        proto.context.CopyFrom(parsed.features)
    for name, frames in lists.items():
        entry = proto.feature_lists.feature_list.add(key=name.encode())
        entry.value.SetInParent()
        for values in frames:
            put(entry.value.feature.add(), values)
    return proto.SerializeToString()


def texts(root: Scope, values: list[Any] | str | bytes) -> Any:
    """A constant of a text, or of a list of them."""
    several = values if isinstance(values, list) else [values]
    array = np.empty(len(several), object)
    array[:] = [v.encode() if isinstance(v, str) else v for v in several]
    return ops.Const(root, array if isinstance(values, list) else array.reshape(()), dtype=S)


def parse(examples: list[bytes], sparse: Any = (), dense: Any = (), names: Any = ()) -> list[Any]:
    """ParseExample of (key, dtype) and (key, dtype, default, shape)."""
    root = Scope.new_root_scope()
    node = ops.ParseExample(
        root,
        texts(root, list(examples)),
        texts(root, list(names)),
        [texts(root, key) for key, _ in sparse],
        [texts(root, key) for key, *_ in dense],
        [constant(root, default, t) for _, t, default, _ in dense],
        sparse_types=[t for _, t in sparse],
        dense_shapes=[shape for *_, shape in dense],
    )
    return [v.tolist() for v in ClientSession(root).run(node.outputs)]


def constant(root: Scope, value: Any, t: str) -> Any:
    return ops.Const(root, value, dtype=t, shape=[0]) if value == [] else ops.Const(root, value, dtype=t)


TWO, NONE = example(a=[1.0, 2.0]), example()
DENSE: list[tuple[list[bytes], Any, Any]] = [
    ([TWO, NONE], ([[9.0]], [None]), [[1, 2], [9, 9]]),
    ([TWO, example(a=[1.0, 2.0, 3.0, 4.0])], (7.0, [None, 2]), [[[1, 2], [7, 7]], [[1, 2], [3, 4]]]),
    ([example(a=None)], ([1.0, 2.0], [2]), [[1, 2]]),
    ([example(a=[])], ([], [0]), [[]]),
    ([example(a=[1.0]) + example(a=[2.0])], ([], [1]), [[2]]),
    ([example(a=[3.0])], ([], []), [3]),
    ([TWO, NONE], ([], [None]), None),
    ([TWO, NONE], ([9.0, 8.0], [None]), None),
    ([example(a=[1.0, 2.0, 3.0])], ([7.0], [None, 2]), None),
    ([NONE], (7.0, [1]), None),
    ([NONE], ([7.0], []), None),
    ([NONE], ([[7.0, 8.0]], [2]), None),
    ([NONE], ([], [0]), None),
    ([example(a=[])], ([1.0, 2.0], [2]), None),
    ([example(a=[1])], ([], [1]), None),
    ([TWO], ([], [1, None]), None),
    ([TWO], ([], None), None),
    ([b"junk"], ([], [1]), None),
]


@pytest.mark.parametrize(("examples", "dense", "values"), DENSE)
def test_dense_features(examples: list[bytes], dense: Any, values: Any) -> None:
    default, shape = dense
    if values is None:
        with pytest.raises(DiagramError):
            parse(examples, dense=[("a", F, default, shape)])
    else:
        assert parse(examples, dense=[("a", F, default, shape)]) == [values]


def test_sparse_features() -> None:
    examples = [example(a=[1.0, 2.0]), example(a=None), NONE, example(a=[3.0])]
    assert parse(examples, sparse=[("a", F)]) == [[[0, 0], [0, 1], [3, 0]], [1, 2, 3], [4, 2]]
    with pytest.raises(DiagramError, match="feature 'a' of example 'x'"):
        parse([example(a=[1])], sparse=[("a", F)], names=["x"])
    assert parse([TWO]) == []


WRONG: list[tuple[Any, Any, Any, str]] = [
    ([("a", F)], [("a", F, [], [2])], [], "dense_keys"),
    ([], [("a", F, [], [2]), ("a", F, [], [2])], [], "dense_keys"),
    ([], [("a", F, [], [2])], ["x", "y"], "names"),
]


@pytest.mark.parametrize(("sparse", "dense", "names", "pin"), WRONG)
def test_what_is_asked_wrongly(sparse: Any, dense: Any, names: Any, pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        parse([TWO], sparse, dense, names)
    assert caught.value.pin == pin


def test_one_long_example_does_not_fill_memory() -> None:
    with pytest.raises(DiagramError, match="too large"):
        parse([example(a=[1.0] * 30000), *[NONE] * 30000], dense=[("a", F, [0.0], [None])])


def in_sequence(data: bytes, missing: Any = (), **asked: Any) -> list[Any]:
    root = Scope.new_root_scope()
    cs, cd, fs, fd = (asked.get(k, ()) for k in ("cs", "cd", "fs", "fd"))
    node = ops.ParseSingleSequenceExample(
        root,
        texts(root, data),
        texts(root, list(missing)),
        [texts(root, key) for key, _ in cs],
        [texts(root, key) for key, *_ in cd],
        [texts(root, key) for key, _ in fs],
        [texts(root, key) for key, *_ in fd],
        [constant(root, default, F) for _, default, _ in cd],
        texts(root, "name"),
        context_sparse_types=[t for _, t in cs],
        feature_list_dense_types=[t for _, t, _ in fd],
        context_dense_shapes=[shape for *_, shape in cd],
        feature_list_sparse_types=[t for _, t in fs],
        feature_list_dense_shapes=[shape for *_, shape in fd],
    )
    return [v.tolist() for v in ClientSession(root).run(node.outputs)]


SEQUENCES: list[tuple[bytes, dict[str, Any], Any]] = [
    (sequence(x=[[1.0], [2.0]]), {"fd": [("x", F, [])]}, [[1, 2]]),
    (sequence(x=[]), {"fd": [("x", F, [2])]}, [[]]),
    (sequence(x=[[], []]), {"fd": [("x", F, [0])]}, [[[], []]]),
    (sequence(), {"fd": [("x", F, [2])], "missing": ["x"]}, [[]]),
    (sequence(x=[[1.0, 2.0], None, [3.0]]), {"fs": [("x", F)]}, [[[0, 0], [0, 1], [2, 0]], [1, 2, 3], [3, 2]]),
    (sequence(), {"fs": [("x", INT)]}, [[], [], [0, 0]]),
    (sequence(example(a=None)), {"cs": [("a", F)]}, [[], [], [0]]),
    (sequence(example(a=["x"])), {"cs": [("a", S)]}, [[[0]], [b"x"], [1]]),
    (sequence(), {"cd": [("a", [1.5], [1])]}, [[1.5]]),
    (sequence(), {}, []),
    (sequence(x=[[1.0, 2.0], None]), {"fd": [("x", F, [2])]}, None),
    (sequence(x=[[1.0, 2.0], []]), {"fd": [("x", F, [2])]}, None),
    (sequence(x=[[1.0, 2.0], [1.0]]), {"fd": [("x", F, [2])]}, None),
    (sequence(x=[[1]]), {"fd": [("x", F, [1])]}, None),
    (sequence(x=[[1.0], [3]]), {"fs": [("x", F)]}, None),
    (sequence(), {"fd": [("x", F, [2])], "missing": ["y"]}, None),
    (sequence(x=[[1.0]]), {"fd": [("x", F, [None])]}, None),
    (sequence(TWO), {"cd": [("a", [], [None])]}, None),
    (sequence(TWO), {"cd": [("a", [], [1])]}, None),
    (sequence(), {"cd": [("a", [1.0], [2])]}, None),
    (sequence(), {"cd": [("a", [], [1])]}, None),
    (sequence(example(a=None)), {"cd": [("a", [1.0], [1])]}, None),
    (sequence(example(a=[1])), {"cs": [("a", F)]}, None),
]


@pytest.mark.parametrize(("data", "asked", "values"), SEQUENCES)
def test_sequences(data: bytes, asked: dict[str, Any], values: Any) -> None:
    if values is None:
        with pytest.raises(DiagramError):
            in_sequence(data, **asked)
    else:
        assert in_sequence(data, **asked) == values


@pytest.mark.parametrize(
    "json",
    [
        "{features", "[]", "1", '{"feeling": {}}', '{"features": {"feature": {"a": {"int64List": {"value": [1.5]}}}}}',
        "[" * 5000, '{"features":' * 5000, "",
    ],
)  # fmt: skip
def test_what_is_no_example_in_json(json: str) -> None:
    root = Scope.new_root_scope()
    node = ops.DecodeJSONExample(root, texts(root, [json.encode()]))
    with pytest.raises(DiagramError, match="JSON"):
        ClientSession(root).run(node.outputs)


# -- Tensors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("t", WRITABLE, ids=lambda t: t.short)
def test_each_dtype_comes_back(t: DType) -> None:
    array = np.array([[b"a", b"\0", b""]], object) if t.kind == "string" else np.array([[0, 1, 1]]).astype(t.numpy)
    assert read_tensor(write_tensor(array, t), t).tolist() == array.tolist()
    one_by_one = tensor_message("Tensor")
    one_by_one.ParseFromString(write_tensor(array, t))
    one_by_one.ClearField("tensor_content")
    one_by_one.ClearField("string_val")
    put_values(one_by_one, array, t)
    result = read_tensor(one_by_one.SerializeToString(), t)
    assert result.tolist() == array.tolist() and result.dtype == t.numpy and result.shape == (1, 3)


@pytest.mark.parametrize(
    "data",
    [
        "AQ==",  # no message
        "CAESBBICCAIiBAAAgD8=",  # two elements, content for one
        "CAESBxIFCP///38=",  # a shape that is cut off
        "CAESDBIKCICAgICAgICAQCoEAACAPw==",  # 2^62 elements, one value
        "CAESBxIFCICAgIAQ",  # 2^32 elements, no value
        "CAESCxIJCP///////////wE=",  # a negative size
        "CAESAhgB",  # an unknown rank
        "CGMSAA==",  # no dtype
        "CBQSAA==",  # a resource
    ],
)
def test_what_is_no_tensor(data: str) -> None:
    with pytest.raises(DiagramError, match="tensor"):
        read_tensor(base64.b64decode(data))

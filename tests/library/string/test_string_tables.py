"""String blocks where it is easy to differ from TensorFlow 2.21, whose answers these are (None: refused)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import COMPLEX64, DOUBLE, FLOAT, INT32, STRING, UINT8, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array


def strings(values: Any) -> Array:
    return np.array(values, object)


def run(make: Callable[[blocks.Scope], Any]) -> list[Any] | None:
    """What a block gives, or None if it is refused."""
    root = blocks.Scope.new_root_scope()
    try:
        return [result.tolist() for result in blocks.ClientSession(root).run(list(make(root).outputs))]
    except DiagramError as error:
        assert error.message
        return None


NAN_WITH_SIGN = np.copysign(np.nan, -1)
AS_STRING: list[tuple[Any, DType, dict[str, Any], list[bytes] | None]] = [
    ([np.inf, -np.inf, np.nan], DOUBLE, {"fill": "0", "width": 8}, [b"     inf", b"    -inf", b"     nan"]),
    ([np.nan, NAN_WITH_SIGN], FLOAT, {}, [b"nan", b"-nan"]),
    ([1.5, np.inf, np.nan], DOUBLE, {"fill": "+"}, [b"+1.500000", b"+inf", b"+nan"]),
    ([1.5, -2], DOUBLE, {"fill": "#", "precision": 0}, [b"2.", b"-2."]),
    ([1.5, 1e5], DOUBLE, {"fill": "0", "width": 8, "precision": 0, "shortest": True}, [b"00000002", b"0001e+05"]),
    ([5, 0], UINT8, {"fill": "+"}, [b"5", b"0"]),
    ([5, -5], INT32, {"fill": "0", "width": 8}, [b"00000005", b"-0000005"]),
    ([5], INT32, {"precision": 0}, None),
    ([5], INT32, {"fill": "x"}, None),
    ([1.5], FLOAT, {"width": -2, "precision": -2}, [b"1.500000"]),
    ([complex(np.nan, np.inf)], COMPLEX64, {"fill": "0", "width": 8}, [b"(     nan,     inf)"]),
    ([b"abc"], STRING, {"precision": 1}, [b"abc"]),
    ([b"abc"], STRING, {"width": 5, "precision": 1, "fill": "0"}, [b"    a"]),
    ([b"abc"], STRING, {"scientific": True}, [b"abc"]),
    ([1.5], FLOAT, {"width": 2**31 - 1}, None),  # ours: TensorFlow fails to allocate it
]


@pytest.mark.parametrize(("values", "dtype", "attributes", "wanted"), AS_STRING)
def test_as_string(values: Any, dtype: DType, attributes: dict[str, Any], wanted: list[bytes] | None) -> None:
    array = np.array(values, dtype.numpy)
    result = run(lambda root: ops.AsString(root, ops.Const(root, array, dtype=dtype), **attributes))
    assert result == (None if wanted is None else [wanted])


WRONG = b"\x80\x80a\xc3\xa9\xff\x80b"  # bytes of no character: TensorFlow counts 5 in it
SUBSTR: list[tuple[Any, Any, Any, str, Any]] = [
    (b"hello", 1, -2, "BYTE", b"ello"),
    (b"hello", 1, -2, "UTF8_CHAR", b""),
    (b"hello", -3, -1, "UTF8_CHAR", None),
    (b"hello", -6, 2, "BYTE", None),
    (b"hello", 5, 2, "UTF8_CHAR", b""),
    (b"hello", 6, 2, "UTF8_CHAR", None),
    (WRONG, 1, 2, "UTF8_CHAR", b"a\xc3\xa9"),
    (WRONG, -2, 2, "UTF8_CHAR", b"\xff\x80b"),
    (WRONG, -5, 9, "UTF8_CHAR", WRONG),
    (WRONG, -6, 9, "UTF8_CHAR", None),
    ([[b"abc"], [b"def"]], [[0, 1]], [[1, 2]], "BYTE", [[b"a", b"bc"], [b"d", b"ef"]]),
    ([b"abc", b"def"], [[0], [1]], [[1], [2]], "BYTE", [[b"a", b"d"], [b"bc", b"ef"]]),
    ([b"abc", b"def"], [0, 0, 0], [1, 1, 1], "BYTE", None),
]


@pytest.mark.parametrize(("text", "pos", "length", "unit", "wanted"), SUBSTR)
def test_substr(text: Any, pos: Any, length: Any, unit: str, wanted: Any) -> None:
    result = run(lambda root: ops.Substr(root, ops.Const(root, strings(text), dtype=STRING), pos, length, unit=unit))
    assert result == (None if wanted is None else [wanted])


SPLIT: list[tuple[bytes, bool, list[list[int]], list[bytes], list[int]]] = [
    (b"", True, [[0, 0], [0, 1], [0, 2], [2, 0], [2, 1]], [b"a", b",", b"b", b"\xc3", b"\xa9"], [3, 3]),
    (b",", False, [[0, 0], [0, 1], [2, 0]], [b"a", b"b", b"\xc3\xa9"], [3, 2]),
    (b"b,", True, [[0, 0], [2, 0]], [b"a", b"\xc3\xa9"], [3, 1]),
    (b"b,", False, [[0, 0], [0, 1], [0, 2], [2, 0]], [b"a", b"", b"", b"\xc3\xa9"], [3, 3]),
    ("é".encode(), False, [[0, 0], [2, 0], [2, 1], [2, 2]], [b"a,b", b"", b"", b""], [3, 3]),
]


@pytest.mark.parametrize(("delimiter", "skip", "indices", "values", "shape"), SPLIT)
def test_string_split(delimiter: bytes, skip: bool, indices: Any, values: Any, shape: Any) -> None:
    texts = strings([b"a,b", b"", b"\xc3\xa9"])
    result = run(
        lambda root: ops.StringSplit(
            root, ops.Const(root, texts, dtype=STRING), ops.Const(root, strings(delimiter)), skip_empty=skip
        )
    )
    assert result == [indices, values, shape]


JOIN: list[tuple[Any, Any, Any]] = [
    ([[b"a", b"b"], [b"c", b"d"]], [], [[b"a", b"b"], [b"c", b"d"]]),
    ([[b"a", b"b"], [b"c", b"d"]], [-1], [b"ab", b"cd"]),
    ([[b"a", b"b"], [b"c", b"d"]], [[0, 1]], b"acbd"),
    ([[b"a", b"b"], [b"c", b"d"]], [-1, 1], None),
    ([[b"a", b"b"], [b"c", b"d"]], [-3], None),
    (b"x", [], b"x"),
    (b"x", [0], None),
]


@pytest.mark.parametrize(("values", "axes", "wanted"), JOIN)
def test_reduce_join(values: Any, axes: Any, wanted: Any) -> None:
    indices = np.array(axes, np.int32)
    result = run(lambda root: ops.ReduceJoin(root, ops.Const(root, strings(values), dtype=STRING), indices))
    assert result == (None if wanted is None else [wanted])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (b"YWJ=", b"ab"),  # the bits that are left over need not be 0
        (b"YR", b"a"),
        *((text, None) for text in (b"Y", b"YQ=", b"A===", b"====", b"YQ==YQ==", b"YWJjZ", b"=", b"YW=j", b"YQ\n")),
    ],
)
def test_decode_base64(text: bytes, wanted: bytes | None) -> None:
    result = run(lambda root: ops.DecodeBase64(root, ops.Const(root, strings(text), dtype=STRING)))
    assert result == (None if wanted is None else [wanted])

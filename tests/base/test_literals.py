"""Values of the diagram file to arrays and back: exact, strict, and in the user's words."""

from __future__ import annotations

import math
import struct
from typing import Any, cast

import ml_dtypes  # pyright: ignore[reportMissingTypeStubs]
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from blocks.base import dtypes
from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.literal_text import parse_text
from blocks.base.literals import MAX_ELEMENTS, from_array, natural_dtype, text_of, to_array
from blocks.base.types import Array, Shape
from tests.table import table

pytestmark = pytest.mark.filterwarnings("error")

D = dtypes.BY_NAME
FLOAT_BITS = {
    dtypes.FLOAT: np.uint32,
    dtypes.DOUBLE: np.uint64,
    dtypes.HALF: np.uint16,
    dtypes.BFLOAT16: np.uint16,
    dtypes.FLOAT8_E4M3FN: np.uint8,
    dtypes.FLOAT8_E5M2: np.uint8,
}
OBJECT = 'an object cannot be a value: the dtype is string (only {"base64": "..."} is a string)'
DEEP_ROWS = "rows have different lengths: the row at [1][1] has 0 values, but the one at [0][0] has 1 value"
SHAPES = st.lists(st.integers(1, 3), max_size=3).map(tuple)


def short(value: object) -> str:
    """A test's name: Python refuses to print huge integers."""
    return value.name if isinstance(value, DType) else type(value).__name__


def same(a: Array, b: Array) -> bool:
    """Bit for bit, but for which NaN it is."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == object:
        return a.tolist() == b.tolist()
    if a.dtype.kind == "c":
        halves = np.dtype(f"f{a.dtype.itemsize // 2}")
        return same(a.reshape(-1).view(halves), b.reshape(-1).view(halves))
    a, b = np.atleast_1d(a), np.atleast_1d(b)
    with np.errstate(invalid="ignore"):  # ml_dtypes warns of signalling NaNs
        nan, other = a != a, b != b
    return bool((nan == other).all()) and a[~nan].tobytes() == b[~nan].tobytes()


def refused(value: Any, dtype: DType | None = None, shape: Shape = None) -> str:
    with pytest.raises(DiagramError) as caught:
        to_array(value, dtype, shape)
    return caught.value.sentence()


NATURAL: list[Any] = [
    (1, "DT_INT32"),
    (-(2**31), "DT_INT32"),
    (2**31, "DT_INT64"),
    ([1, -(2**63)], "DT_INT64"),
    (1.0, "DT_FLOAT"),
    ([1, 2.5], "DT_FLOAT"),
    (["NaN", 1], "DT_FLOAT"),
    ([[1.0, "-Infinity"]], "DT_FLOAT"),
    (True, "DT_BOOL"),
    ([[True], [False]], "DT_BOOL"),
    ("a", "DT_STRING"),
    ("NaN", "DT_STRING"),
    (["NaN", "Infinity"], "DT_STRING"),
    (["NaN", "a"], "DT_STRING"),
    ([{"base64": "//4A"}, "ok"], "DT_STRING"),
    ([], "DT_FLOAT"),
    ([[], []], "DT_FLOAT"),
    (math.nan, "DT_FLOAT"),
    (1 + 2j, "DT_COMPLEX128"),
]


@pytest.mark.parametrize(
    ("value", "expected"),
    NATURAL,
)
def test_natural_dtype(value: Any, expected: str) -> None:
    assert natural_dtype(value) is D[expected]
    assert to_array(value)[1] is D[expected]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, True], "expected only numbers, got true, at [1]"),
        ([True, 1], "expected only booleans, got 1, at [1]"),
        ([True, "NaN"], "expected only booleans, got 'NaN', at [1]"),
        ([["NaN", 1], ["a", 2]], "expected only numbers, got 'a', at [1][0]"),
        ([1.0, "1+2j"], "expected only numbers, got '1+2j', at [1]. Use a complex dtype for complex numbers."),
        (["a", 1], "expected only strings, got 1, at [1]"),
        ([None], "null is not a value, at [0]"),
        ({1, 2}, "a Python set is not a value"),
        (2**63, "9223372036854775808 does not fit in int64 (-9223372036854775808 to 9223372036854775807)"),
        ({"file": "a.npy"}, "the dtype of data in a file is not known before the file is read"),
    ],
)
def test_natural_dtype_of_what_has_none(value: Any, message: str) -> None:
    with pytest.raises(DiagramError) as caught:
        natural_dtype(value)
    assert caught.value.sentence() == message


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        ([[1, -2], [3, 4]], None, np.array([[1, -2], [3, 4]], np.int32)),
        ([6.44, -6.91], None, np.array([6.44, -6.91], np.float32)),
        (7, None, np.array(7, np.int32)),
        ([1, 2], "DT_FLOAT", np.array([1, 2], np.float32)),
        ([0.1, 65504.0], "DT_HALF", np.array([0.0999755859375, 65504.0], np.float16)),
        ([2**53 + 1, -(2**63)], "DT_INT64", np.array([2**53 + 1, -(2**63)], np.int64)),
        ([2**64 - 1], "DT_UINT64", np.array([2**64 - 1], np.uint64)),
        ([-128, 127], "DT_INT8", np.array([-128, 127], np.int8)),
        ([-8, 7], "DT_INT4", np.array([-8, 7], ml_dtypes.int4)),
        ([0, 255], "DT_QUINT8", np.array([0, 255], np.uint8)),
        (["NaN", 1.0, "Infinity", "-Infinity"], "DT_FLOAT", np.array([np.nan, 1, np.inf, -np.inf], np.float32)),
        ("Infinity", "DT_HALF", np.array(np.inf, np.float16)),
        (-0.0, "DT_FLOAT", np.array(-0.0, np.float32)),
        (
            ["1+2j", "-1j", "3", "-0-1j"],
            "DT_COMPLEX64",
            np.array([1 + 2j, complex(0, -1), 3, complex(-0.0, -1)], np.complex64),
        ),
        ([1, 2.5, "NaN", "nan+infj"], "DT_COMPLEX128", np.array([1, 2.5, np.nan, complex(np.nan, np.inf)])),
        (["a", "", "déjà vu", "a\0"], None, np.array([b"a", b"", "déjà vu".encode(), b"a\0"], object)),
        ([{"base64": "//4A"}, "ok"], None, np.array([b"\xff\xfe\0", b"ok"], object)),
        ("NaN", "DT_STRING", np.array(b"NaN", object)),
        ([[True], [False]], "DT_BOOL", np.array([[True], [False]])),
        (((1, 2), [3, 4]), None, np.array([[1, 2], [3, 4]], np.int32)),
        ([np.float32(0.5), 1.0], "DT_DOUBLE", np.array([0.5, 1.0])),
        ([np.array([1, 2]), [3, 4]], None, np.array([[1, 2], [3, 4]], np.int32)),
        (np.array([1.0, 2.0]), None, np.array([1.0, 2.0])),
        (np.array([b"a", b"b\0"], object), None, np.array([b"a", b"b\0"], object)),
    ],
)
def test_to_array(value: Any, dtype: str | None, expected: Array) -> None:
    array, result_dtype = to_array(value, D[dtype] if dtype else None)
    assert same(array, expected), (array, expected)
    assert array.dtype == result_dtype.numpy and array.flags.c_contiguous


@pytest.mark.parametrize(
    ("value", "dtype", "message"),
    [
        ("a", "DT_FLOAT", "'a' is not a number: the dtype is float32"),
        ([[1.0], ["1.5"]], "DT_FLOAT", "'1.5' is not a number: the dtype is float32, at [1][0]"),
        (True, "DT_FLOAT", "true is not a number: the dtype is float32"),
        (1 + 2j, "DT_FLOAT", "a Python complex is not a number: the dtype is float32"),
        (1e39, "DT_FLOAT", "1e+39 does not fit in float32"),
        ([1.0, 65520.0], "DT_HALF", "65520.0 does not fit in float16, at [1]"),
        (3.4e38, "DT_BFLOAT16", "3.4e+38 does not fit in bfloat16"),
        ("Infinity", "DT_FLOAT8_E4M3FN", "'Infinity' does not fit in float8_e4m3fn, which has no infinity"),
        (500.0, "DT_FLOAT8_E4M3FN", "500.0 does not fit in float8_e4m3fn"),
        (10**5000, "DT_DOUBLE", "an integer of about 5001 digits does not fit in float64"),
        (10**5000, "DT_COMPLEX64", "an integer of about 5001 digits does not fit in complex64"),
        ([1, 2, 300], "DT_UINT8", "300 does not fit in uint8 (0 to 255), at [2]"),
        (-1, "DT_UINT64", "-1 does not fit in uint64 (0 to 18446744073709551615)"),
        (2**31, "DT_QINT32", "2147483648 does not fit in qint32 (-2147483648 to 2147483647)"),
        (8, "DT_INT4", "8 does not fit in int4 (-8 to 7)"),
        (1.5, "DT_INT32", "1.5 is not an integer: the dtype is int32"),
        (1.0, "DT_INT32", "1.0 is written as a float: the dtype is int32"),
        ("NaN", "DT_INT32", "'NaN' is not an integer: the dtype is int32"),
        (True, "DT_INT32", "true is not an integer: the dtype is int32"),
        (1, "DT_BOOL", "1 is not a boolean: the dtype is bool"),
        ("true", "DT_BOOL", "'true' is not a boolean: the dtype is bool"),
        (1, "DT_STRING", "1 is not a string: the dtype is string"),
        ("\ud800", "DT_STRING", "'\\ud800' contains an incomplete character (a lone surrogate)"),
        (["x", {"base64": "//4"}], "DT_STRING", "'//4' is not valid base64, at [1]"),
        ({"base64": "//5="}, "DT_STRING", "'//5=' is not valid base64"),
        ({"base64": "//4A\n"}, "DT_STRING", "'//4A\\n' is not valid base64"),
        ({"base64": 3}, "DT_STRING", "3 is not valid base64"),
        ({"base64": "é"}, "DT_STRING", "'é' is not valid base64"),
        ({"base64": "AA==", "x": 1}, "DT_STRING", OBJECT),
        ("1 + 2j", "DT_COMPLEX64", "'1 + 2j' is not a complex number that fits in complex64"),
        ("1_0j", "DT_COMPLEX64", "'1_0j' is not a complex number that fits in complex64"),
        ("1e39j", "DT_COMPLEX64", "'1e39j' is not a complex number that fits in complex64"),
        ("1e999", "DT_COMPLEX128", "'1e999' is not a complex number that fits in complex128"),
        ([[{"file": "a.npy"}]], "DT_FLOAT", "a file must hold the whole tensor, not one of its elements, at [0][0]"),
        (1, "DT_RESOURCE", "a resource handle is created by a block and cannot be entered as text"),
        (None, "DT_FLOAT", "null is not a value: the dtype is float32"),
        ([[1.0], [object()]], "DT_FLOAT", "a Python object is not a value: the dtype is float32, at [1][0]"),
        ([[1, 2], [3, 4], [5]], None, "rows have different lengths: row 3 has 1 value, but row 1 has 2 values"),
        ([[1, 2], 3], None, "rows have different lengths: row 2 is not a list, but row 1 has 2 values"),
        ([3, [1, 2]], None, "rows have different lengths: row 2 has 2 values, but row 1 is not a list"),
        ([[[1], [2]], [[3], []]], None, DEEP_ROWS),
        ([[], [1]], None, "rows have different lengths: row 2 has 1 value, but row 1 has 0 values"),
    ],
    ids=short,
)
def test_to_array_refuses(value: Any, dtype: str | None, message: str) -> None:
    assert refused(value, D[dtype] if dtype else None) == message


JUNK: list[Any] = [
    None,
    {},
    {"a": 1},
    {1, 2},
    object(),
    [None],
    [[{}]],
    b"\xff",
    10**5000,
    [1, [2]],
    lambda: 0,
    "\udfff",
    [[]],
]


@pytest.mark.parametrize("dtype", [d for d in dtypes.ALL if d.kind != "handle"])
@table("value", JUNK, ids=short)
def test_every_dtype_refuses_junk_in_one_way(dtype: DType, value: Any) -> None:
    if value == [[]]:
        assert to_array(value, dtype)[0].shape == (1, 0)
    elif dtype is dtypes.STRING and value == b"\xff":
        assert to_array(value, dtype)[0][()] == b"\xff"
    else:
        assert refused(value, dtype)


SHAPED: list[Any] = [
    ([], (0, 3), (0, 3)),
    ([], (None, 3), (0, 3)),
    ([], (2, None), (2, 0)),
    ([], (0,), (0,)),
    ([], None, (0,)),
    ([], (2, 0), (2, 0)),
    ([[], []], (2, 0, 3), (2, 0, 3)),
    ([[], []], (None, None), (2, 0)),
    (5, (1, 1), (1, 1)),
    (5, (), ()),
    ([1, 2], (None,), (2,)),
    ([[1, 2]], (None, 2), (1, 2)),
]


@pytest.mark.parametrize(
    ("value", "shape", "expected"),
    SHAPED,
)
def test_shape(value: Any, shape: Shape, expected: tuple[int, ...]) -> None:
    assert to_array(value, dtypes.FLOAT, shape)[0].shape == expected


MISSHAPED: list[Any] = [
    ([], (2, 3), "expected the shape [2,3], got [0]"),
    ([], (None, None), "expected the shape [?,?], got [0]"),
    ([], (0, None), "expected the shape [0,?], got [0]"),
    ([], (), "expected the shape [], got [0]"),
    ([[], []], (3, 0), "expected the shape [3,0], got [2,0]"),
    (5, (2,), "expected the shape [2], got []"),
    (5, (None,), "expected the shape [?], got []"),
    ([1, 2], (1, 2), "expected the shape [1,2], got [2]"),
    ([5], (), "expected the shape [], got [1]"),
    ([], (0, 2**62, 2**62), f"the shape [0,{2**62},{2**62}] is too large for a tensor"),
    ([], (0, 2**70), f"the shape [0,{2**70}] is too large for a tensor"),
    ([], (0,) * 65, "a tensor can have at most 64 axes, got a shape with 65 sizes"),
]


@pytest.mark.parametrize(
    ("value", "shape", "message"),
    MISSHAPED,
)
def test_shape_mismatch(value: Any, shape: Shape, message: str) -> None:
    assert refused(value, dtypes.FLOAT, shape) == message


def test_depth_and_size_are_limited_before_anything_is_built() -> None:
    deep: Any = 1
    for _ in range(64):
        deep = [deep]
    assert to_array(deep)[0].ndim == 64
    assert refused([deep]) == "lists are nested more than 64 levels deep"
    for _ in range(200_000):
        deep = [deep]
    assert refused(deep) == "lists are nested more than 64 levels deep"
    itself: list[Any] = []
    itself.append(itself)
    assert refused(itself) == "lists are nested more than 64 levels deep"
    bomb: Any = [0.0] * 1024
    for _ in range(50):
        bomb = [bomb] * 1024
    assert refused(bomb).startswith(f"the value has more than {MAX_ELEMENTS} elements")


def test_data_from_a_file() -> None:
    weights = np.arange(6, dtype=np.float32).reshape(2, 3)
    asked: list[str] = []

    def read(name: str) -> Array:
        asked.append(name)
        return weights

    array, dtype = to_array({"file": "weights.npy"}, None, (2, None), read)
    assert same(array, weights) and dtype is dtypes.FLOAT and asked == ["weights.npy"]
    assert same(to_array({"file": "w"}, dtypes.FLOAT, None, lambda _: weights.astype(">f4"))[0], weights)
    assert to_array({"file": "w"}, dtypes.QUINT8, None, lambda _: np.zeros(2, np.uint8))[1] is dtypes.QUINT8
    half = np.array([1.5, -2.0], ml_dtypes.bfloat16)
    for stored in (half, half.view("V2")):
        assert same(to_array({"file": "w"}, dtypes.BFLOAT16, None, lambda _, a=stored: a)[0], half)
    transposed = to_array({"file": "w"}, None, None, lambda _: weights.T)[0]
    assert transposed.flags.c_contiguous and same(transposed, weights.T.copy())


@pytest.mark.parametrize(
    ("array", "dtype", "shape", "message"),
    [
        (np.zeros(2, np.int32), "DT_FLOAT", None, "the file 'w' has the dtype int32, expected float32"),
        (np.zeros(2), "DT_FLOAT", None, "the file 'w' has the dtype float64, expected float32"),
        (np.zeros(2, "V2"), "DT_HALF", None, "the file 'w' has the dtype |V2, expected float16"),
        (
            np.zeros(2, "V4"),
            "DT_BFLOAT16",
            None,
            "the file 'w' has the dtype |V4, expected bfloat16",
        ),
        (np.zeros(2, "V2"), None, None, "tensors cannot have the NumPy dtype |V2"),
        (
            np.array([1, None]),
            None,
            None,
            "the file 'w' contains Python objects, which cannot become a tensor",
        ),
        (np.array(["a"]), "DT_STRING", None, "the file 'w' has the dtype <U1, expected string"),
        (np.zeros((2, 3)), None, (3, 2), "the file 'w' has the shape [2,3], expected [3,2]"),
        (np.zeros((), np.float32), None, (1,), "the file 'w' has the shape [], expected [1]"),
    ],
)
def test_data_from_a_file_must_fit(array: Array, dtype: str | None, shape: Shape, message: str) -> None:
    with pytest.raises(DiagramError) as caught:
        to_array({"file": "w"}, D[dtype] if dtype else None, shape, lambda _: array)
    assert caught.value.sentence() == message


@pytest.mark.parametrize("value", [{"file": "a", "x": 1}, {"file": 3}, {"file": ""}, {"file": None}])
def test_a_file_is_written_in_one_way(value: Any) -> None:
    with pytest.raises(DiagramError, match="write data from a file"):
        to_array(value, None, None, lambda _: np.zeros(2))


def test_a_file_is_not_allowed_everywhere() -> None:
    assert refused({"file": "a.npy"}) == "this value cannot come from a file: 'a.npy'"


@given(st.data(), st.sampled_from(list(FLOAT_BITS)), SHAPES)
def test_floats_come_back_bit_for_bit(data: st.DataObject, dtype: DType, shape: tuple[int, ...]) -> None:
    size = np.dtype(FLOAT_BITS[dtype]).itemsize
    count = math.prod(shape)
    raw = data.draw(st.binary(min_size=count * size, max_size=count * size))
    array = np.frombuffer(raw, dtype.numpy).reshape(shape)
    value = from_array(array, dtype)
    assert len(text_of(array, 20)) <= 20
    back, result_dtype = to_array(value, dtype, shape)
    assert result_dtype is dtype and same(back, array)
    assert same(to_array(parse_text(repr(value)), dtype)[0], array)


@given(st.data(), st.sampled_from([d for d in dtypes.ALL if d.is_integer or d.kind in ("quantized", "bool")]), SHAPES)
def test_integers_come_back(data: st.DataObject, dtype: DType, shape: tuple[int, ...]) -> None:
    if dtype.kind == "bool":
        elements: Any = st.booleans()
    else:
        limits = ml_dtypes.iinfo(dtype.numpy)
        elements = st.integers(int(limits.min), int(limits.max))
    count = math.prod(shape)
    flat = data.draw(st.lists(elements, min_size=count, max_size=count))
    array = np.array(flat, np.uint64 if dtype is dtypes.UINT64 else np.int64).astype(dtype.numpy).reshape(shape)
    value = from_array(array, dtype)
    assert same(to_array(value, dtype, shape)[0], array)
    assert same(to_array(parse_text(str(value)), dtype)[0], array)


PARTS = st.sampled_from([0.0, -0.0, 1.5, math.nan, math.inf, -math.inf])
COMPLEX = st.complex_numbers(width=64) | st.builds(complex, PARTS, PARTS)


@given(st.lists(COMPLEX, min_size=1))
def test_complex_numbers_come_back(numbers: list[complex]) -> None:
    for dtype in dtypes.COMPLEX:
        array = np.array(numbers, dtype.numpy)
        value = from_array(array, dtype)
        assert all(isinstance(each, str) for each in value)
        assert same(to_array(value, dtype)[0], array)
        assert same(to_array(parse_text("{" + ",".join(value) + "}"), dtype)[0], array)


@given(st.lists(st.binary() | st.text().map(str.encode)), st.booleans())
def test_texts_come_back(texts: list[bytes], scalar: bool) -> None:
    array = np.empty(len(texts), object)
    array[:] = texts
    if scalar:
        array = np.array(texts[0] if texts else b"", object)
    value = from_array(array, dtypes.STRING)
    back = to_array(value, dtypes.STRING)[0]
    assert back.shape == array.shape and back.tolist() == array.tolist()
    typed = to_array(parse_text(repr(value)), dtypes.STRING)[0]
    assert typed.tolist() == array.tolist()
    as_bytes = to_array(parse_text(repr(array.tolist())), dtypes.STRING)[0]
    assert as_bytes.tolist() == array.tolist()


WRITTEN: list[Any] = [
    (np.array([6.44], np.float32), "DT_FLOAT", [6.440000057220459]),
    (np.array([0.1], np.float16), "DT_HALF", [0.0999755859375]),
    (np.array(1.5, ml_dtypes.bfloat16), "DT_BFLOAT16", 1.5),
    (np.array([[np.nan, np.inf], [-np.inf, -0.0]]), "DT_DOUBLE", [["NaN", "Infinity"], ["-Infinity", -0.0]]),
    (np.array(np.nan, np.float32), "DT_FLOAT", "NaN"),
    (np.array([0x7F81], np.uint16).view(ml_dtypes.bfloat16), "DT_BFLOAT16", ["NaN"]),
    (np.array([0x7D01, 0xFE00], np.uint16).view(np.float16), "DT_HALF", ["NaN", "NaN"]),
    (np.array([1 + 2j, complex(0, -1), 3, complex(-0.0, -1.0)]), "DT_COMPLEX128", ["1+2j", "-1j", "3+0j", "-0-1j"]),
    (np.array([complex(np.inf, 1), complex(1, -np.inf)]), "DT_COMPLEX64", ["inf+1j", "1-infj"]),
    (np.array([b"a", b"\xff\xfe\0"], object), "DT_STRING", ["a", {"base64": "//4A"}]),
    (np.array([-8, 7], ml_dtypes.int4), "DT_INT4", [-8, 7]),
    (np.array([2**64 - 1], np.uint64), "DT_UINT64", [2**64 - 1]),
    (np.zeros((2, 0)), "DT_DOUBLE", [[], []]),
    (np.zeros((0, 3), object), "DT_STRING", []),
    (np.array([[True, False]]), "DT_BOOL", [[True, False]]),
]


@pytest.mark.parametrize(
    ("array", "dtype", "expected"),
    WRITTEN,
)
def test_from_array(array: Array, dtype: str, expected: Any) -> None:
    assert repr(from_array(array, D[dtype])) == repr(expected)


def test_handles_are_not_written() -> None:
    with pytest.raises(DiagramError, match="resource cannot be written"):
        from_array(np.array([None]), dtypes.RESOURCE)


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**200), 2**200))
def test_numbers_are_rounded_once(number: float) -> None:
    """Against the exact neighbours: the nearer one, the even one of two equally near."""
    from fractions import Fraction

    exact = Fraction(number)
    for dtype in (dtypes.FLOAT, dtypes.HALF, dtypes.BFLOAT16, dtypes.FLOAT8_E5M2, dtypes.FLOAT8_E4M3FN):
        bits = FLOAT_BITS[dtype]
        try:
            array = to_array([number], dtype)[0]
        except DiagramError:
            largest = float(cast("Any", ml_dtypes.finfo(dtype.numpy)).max)
            assert abs(exact) > largest
            continue
        code = int(array.view(bits)[0])
        sign = 1 << (8 * dtype.size - 1)

        def value_of(c: int, bits: Any = bits, dtype: DType = dtype) -> float:
            return float(np.array([c], bits).view(dtype.numpy)[0])

        mine = abs(Fraction(value_of(code)) - exact)
        for other in (code - 1, code + 1):
            if other >= 0 and (other & ~(sign - 1)) == (code & sign) and math.isfinite(value_of(other)):
                theirs = abs(Fraction(value_of(other)) - exact)
                assert mine < theirs or (mine == theirs and code % 2 == 0)


@pytest.mark.parametrize(
    ("number", "dtype", "expected"),
    [
        (1 + 2**-8 + 2**-40, "DT_BFLOAT16", 1 + 2**-7),
        (1 + 2**-4 + 2**-40, "DT_FLOAT8_E4M3FN", 1 + 2**-3),
        (2**60 + 2**36 + 1, "DT_FLOAT", float(2**60 + 2**37)),
        (2**200 + 2**176 + 1, "DT_BFLOAT16", None),
        (2**100 + 2**76 + 1, "DT_FLOAT", float(2**100 + 2**77)),
    ],
)
def test_no_double_rounding(number: float, dtype: str, expected: float | None) -> None:
    if expected is None:
        assert "does not fit" in refused(number, D[dtype])
    else:
        assert float(to_array(number, D[dtype])[0]) == expected
        assert float(to_array([number, 0.5, "NaN"], D[dtype])[0][0]) == expected


def test_a_fault_in_a_large_tensor_is_found() -> None:
    rows = [[0.5 * i for i in range(1000)] for _ in range(1000)]
    array, dtype = to_array(rows)
    assert from_array(array, dtype) == rows
    rows[999][999] = "x"  # pyright: ignore[reportArgumentType, reportCallIssue]
    assert refused(rows, dtypes.FLOAT) == "'x' is not a number: the dtype is float32, at [999][999]"


@pytest.mark.parametrize(
    ("value", "limit", "expected"),
    [
        ([[1.0, 2.0], [3.0, 4]], 60, "[[1.0, 2.0], [3.0, 4]]"),
        (np.array(0.1, np.float32), 60, "0.1"),
        (np.array([0.1, np.nan, -np.inf], np.float32), 60, "[0.1, NaN, -Infinity]"),
        (np.array([1.5], ml_dtypes.bfloat16), 60, "[1.5]"),
        (np.array([1 + 2j]), 60, "[1+2j]"),
        (np.array([b"a", b"\xff", "é".encode()], object), 60, "['a', b'\\xff', 'é']"),
        (np.array([[True], [False]]), 60, "[[true], [false]]"),
        ([True, None, 10**5000], 60, "[true, null, an integer of about 5001 digits]"),
        (np.zeros((2, 0)), 60, "[[], []]"),
        ([], 60, "[]"),
        (math.nan, 60, "NaN"),
        ({"file": "a.npy"}, 60, "{'file': 'a.npy'}"),
        ([1, 2, 3], 9, "[1, 2, 3]"),
        ([1, 2, 3], 8, "[1, 2, …"),
        ([1, 2, 3], 1, "…"),
        ([1, 2, 3], 0, ""),
        ("é\n\x1b[0m", 60, "'é\\n\\x1b[0m'"),
    ],
    ids=short,
)
def test_text_of(value: Any, limit: int, expected: str) -> None:
    assert text_of(value, limit) == expected


@pytest.mark.timeout(120)  # it would take hours and terabytes to look at all of it
def test_text_of_looks_only_at_what_it_shows() -> None:
    huge = np.broadcast_to(np.float32(1), (10**6, 10**6, 10**6))
    text = np.empty(2, object)
    text[:] = [b"\xc3\xa9" * 10**7, b""]
    for value in (huge, [huge.tolist] * 3, text, ["x" * 10**8], [[1] * 10**6] * 10**6):
        assert len(text_of(value, 50)) == 50
    assert text_of(text, 20).startswith("['éééé")


def test_text_of_deep_lists_does_not_recurse() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert text_of(deep, 10) == "[" * 9 + "…"
    assert len(text_of(deep, 10**6)) == 200_001


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dictionaries(st.text(), st.text())


@given(st.recursive(LEAVES, st.lists), st.sampled_from(dtypes.ALL))
def test_any_json_is_an_array_or_an_error(value: Any, dtype: DType) -> None:
    for asked in (dtype, None):
        try:
            array, result_dtype = to_array(value, asked)
        except DiagramError as error:
            assert error.message
        else:
            assert array.dtype == result_dtype.numpy
            again = to_array(from_array(array, result_dtype), result_dtype, array.shape)[0]
            assert same(again, array)
    assert len(text_of(value, 30)) <= 30


def test_float_struct_agrees() -> None:
    """float32 is rounded as C rounds it."""
    for number in (0.1, 16777217.0, 1e-45, 1.4e-46, 3.4028235e38):
        assert to_array(number, dtypes.FLOAT)[0].tobytes() == struct.pack("=f", number)

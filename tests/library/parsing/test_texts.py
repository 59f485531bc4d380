"""Numbers, records and bytes as text: TensorFlow 2.21's answers (None where it refuses, and so do we)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from blocks import ops
from blocks.base.dtypes import DOUBLE, FLOAT, INT32, INT64, UINT32, UINT64, DType, dtype
from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.run.client import ClientSession


def run(build: Callable[[Scope], Any]) -> list[Any]:
    """The values of the outputs of a node that is built in a new graph."""
    root = Scope.new_root_scope()
    return [v.tolist() for v in ClientSession(root).run(build(root).outputs)]


def text(root: Scope, value: Any) -> Any:
    return ops.Const(root, value, dtype="DT_STRING")


def convert(written: str, t: DType) -> Any:
    return run(lambda root: ops.StringToNumber(root, text(root, written), out_type=t))[0]


FLOATS = [
    ("0x10", 16), ("0X1F", 31), ("-0x2", -2), ("0x1p3", 8), ("0x.8", 0.5), ("0x1.8p1", 3), ("1e400", math.inf),
    ("-1e400", -math.inf), ("  12  ", 12), ("\v12\f", 12), ("\n1", 1), ("1.", 1), (".5", 0.5), ("1.5e+3", 1500),
    ("nan(12)", math.nan), ("-nan", math.nan), ("+inf", math.inf), ("INFINITY", math.inf), ("00012", 12),
    ("9" * 60 + "e-60", 1), ("0." + "0" * 50 + "1e51", 1), ("+5", 5),
]  # fmt: skip
NO_FLOATS = [
    "+ 1", "1_0", "\u0661", "1e", "e1", ".", "-", "+", "--1", "+-1", "infin", "1d3", "1f", "12\0", "1,5", "0b1", "0x",
    "",
]  # fmt: skip


@pytest.mark.parametrize("t", [FLOAT, DOUBLE], ids=lambda t: t.short)
@pytest.mark.parametrize(("written", "number"), FLOATS)
def test_floating_point_numbers(written: str, number: float, t: DType) -> None:
    assert convert(written, t) == pytest.approx(number, nan_ok=True)


@pytest.mark.parametrize("written", NO_FLOATS)
def test_what_is_no_number(written: str) -> None:
    for t in (FLOAT, DOUBLE, INT32, UINT64):
        with pytest.raises(DiagramError, match="cannot") as caught:
            convert(written, t)
        assert caught.value.pin == "string_tensor"


def test_floats_are_rounded_once() -> None:
    """Just above the middle between 1 and the next float; as a double it lies in the middle, which would go to 1."""
    above = "1.00000005960464477539062500000000000001"
    [result] = run(lambda root: ops.StringToNumber(root, text(root, [above, above[:-1], "-" + above])))
    assert result == [1 + 2**-23, 1, -1 - 2**-23]


INTEGERS = [
    (INT32, "+5", 5), (INT32, " 5 ", 5), (INT32, "-0", 0), (INT32, "-2147483648", -(2**31)),
    (INT32, "2147483648", None),
    (INT32, "1.0", None), (INT32, "1e3", None), (INT32, "0x10", None), (INT32, "1 2", None), (INT32, "5\0", None),
    (INT64, "9223372036854775807", 2**63 - 1), (INT64, "9223372036854775808", None), (UINT32, "4294967295", 2**32 - 1),
    (UINT32, "4294967296", None), (UINT32, "-1", None), (UINT64, "18446744073709551615", 2**64 - 1),
    (INT64, "0" * 5000 + "7", 7), (INT64, "9" * 5000, None),
]  # fmt: skip


@pytest.mark.parametrize(("t", "written", "number"), INTEGERS)
def test_integers(t: DType, written: str, number: int | None) -> None:
    if number is None:
        with pytest.raises(DiagramError):
            convert(written, t)
    else:
        assert convert(written, t) == number


QUOTED: list[tuple[str, list[bytes] | None]] = [
    ('"a""b",c', [b'a"b', b"c"]),
    ('"a"b,c', None),
    ('a"b,c', None),
    ('"a,c', None),
    ('"a" ,c', None),
    ('\n"a",c', [b"a", b"c"]),
    ("a,\nc", [b"a", b"c"]),
    ("a\n,c", None),
    ("a,c\n", None),
    ('"",c', [b"D", b"c"]),
    ('"""",c', [b'"', b"c"]),
    ('"a,",c', [b"a,", b"c"]),
    ('",",","', [b",", b","]),
    (",", [b"D", b"D"]),
    ('a,"', None),
    ('"a"', None),
    ("", None),
    ("\n", None),
    ('"a","b",', None),
    ("a,b,", None),
    ('"a"",b,c', None),
    ('a,"b""', None),
    ("\u00e9,\u00fc", ["\u00e9".encode(), "\u00fc".encode()]),
    ('"a\nb",c', [b"a\nb", b"c"]),
    ('""",b"",c"', None),
    ('"",""', [b"D", b"D"]),
    ('"a"",b",c', [b'a",b', b"c"]),
]


@pytest.mark.parametrize(("record", "fields"), QUOTED)
def test_quoted_fields(record: str, fields: list[bytes] | None) -> None:
    def build(root: Scope) -> Any:
        return ops.DecodeCSV(root, text(root, [record]), [text(root, ["D"]), text(root, ["D"])])

    if fields is None:
        with pytest.raises(DiagramError) as caught:
            run(build)
        assert caught.value.pin == "records"
    else:
        assert run(build) == [[field] for field in fields]


@pytest.mark.parametrize(
    ("record", "attributes", "fields"),
    [
        ("a,b,c", {"select_cols": [1]}, [b"b"]),
        ("a,b,", {"select_cols": [2]}, [b"D"]),
        ('a,"b",', {"select_cols": [2]}, [b"D"]),
        ('a,"b",c"d', {"select_cols": [1]}, [b"b"]),  # what comes behind is not looked at
        ("a,b,c", {"select_cols": [3]}, None),
        ("NA", {"na_value": "NA"}, [b"D"]),
        ('"NA"', {"na_value": "NA"}, [b"D"]),
        ("a\tb", {"field_delim": "\t", "select_cols": [1]}, [b"b"]),
        ('"a"', {"use_quote_delim": False}, [b'"a"']),
    ],
)
def test_attributes_of_records(record: str, attributes: dict[str, Any], fields: list[bytes] | None) -> None:
    def build(root: Scope) -> Any:
        return ops.DecodeCSV(root, text(root, record), [text(root, ["D"])], **attributes)

    if fields is None:
        with pytest.raises(DiagramError, match="fields"):
            run(build)
    else:
        assert run(build) == fields


@pytest.mark.parametrize(
    ("attributes", "defaults", "pin"),
    [
        ({"field_delim": ";;"}, [["D"]], "field_delim"),
        ({"field_delim": ""}, [["D"]], "field_delim"),
        ({"field_delim": "\u00e9"}, [["D"]], "field_delim"),
        ({"select_cols": [1]}, [["D"], ["D"]], "record_defaults"),
        ({"select_cols": [2, 1]}, [["D"], ["D"]], "select_cols"),
        ({"select_cols": [-1]}, [["D"]], "select_cols"),
        ({}, [["D", "E"]], "record_defaults"),
        ({}, [[["D"]]], "record_defaults"),
    ],
)
def test_wrong_attributes_of_records(attributes: dict[str, Any], defaults: list[Any], pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        run(lambda root: ops.DecodeCSV(root, text(root, ["a"]), [text(root, d) for d in defaults], **attributes))
    assert caught.value.pin == pin


@pytest.mark.parametrize(
    ("name", "big", "numbers"),
    [
        ("DT_INT16", False, [513, 1027]),
        ("DT_INT16", True, [258, 772]),
        ("DT_UINT8", True, [1, 2, 3, 4]),
        ("DT_INT32", True, [0x01020304]),
        ("DT_BOOL", False, [True] * 4),
        ("DT_BFLOAT16", False, np.array([0x0201, 0x0403], np.uint16).view(dtype("DT_BFLOAT16").numpy).tolist()),
    ],
)
def test_bytes_as_numbers(name: str, big: bool, numbers: list[Any]) -> None:
    result = run(lambda root: ops.DecodeRaw(root, text(root, "\1\2\3\4"), out_type=name, little_endian=not big))
    assert result == [numbers]


def test_complex_numbers_are_turned_part_by_part() -> None:
    root = Scope.new_root_scope()
    value = np.array([1.5 - 2j], ">c8").tobytes()
    raw = ops.Const(root, np.array([value], object), dtype="DT_STRING")
    node = ops.DecodeRaw(root, raw, out_type="DT_COMPLEX64", little_endian=False)
    assert ClientSession(root).run(node.outputs)[0].tolist() == [[1.5 - 2j]]


def test_no_strings_give_no_numbers() -> None:
    root = Scope.new_root_scope()
    node = ops.DecodeRaw(root, ops.Const(root, [], dtype="DT_STRING", shape=[2, 0]), out_type="DT_FLOAT")
    assert ClientSession(root).run(node.outputs)[0].shape == (2, 0, 0)

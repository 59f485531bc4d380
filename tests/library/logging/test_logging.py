"""What logging blocks write, against TensorFlow 2.21."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.dtypes import BFLOAT16, BOOL, STRING, DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.library.logging.summaries import HistogramSummary, MergeSummary, ScalarSummary
from blocks.library.string.elements import scalar
from blocks.library.string.tensor_text import tensor_text

CUBE = np.arange(24).reshape(2, 3, 4)
TWO_ROWS = np.array([[1.5, 2.25, 3], [4, 5, 6]], np.float32)
FLOATS = [1.123456789, 1e10, 1e-10, np.nan, -np.inf, 100000, 1234567, 123456789012, 0.1, -0.0]
STRINGS = np.array([[[b"a", b"b"], [b"c\n\xc3\xa9'\"", b"d"]]], object)
TEXTS: list[tuple[Array, int, str]] = [
    (TWO_ROWS, 3, "[[1.5 2.25 3]...]"),
    (TWO_ROWS, -1, "[[1.5 2.25 3][4 5 6]]"),
    (TWO_ROWS, 2, "[[1.5 2.25...]...]"),
    (TWO_ROWS, 0, "[...]"),
    (CUBE, 7, "[[[0 1 2 3][4 5 6...]]...]"),
    (CUBE, 4, "[[[0 1 2 3]]...]"),
    (CUBE[:, :2, :2], 3, "[[[0 1][4...]]...]"),
    (np.array([[1], [2], [3]]), 2, "[[1][2]...]"),
    (np.array(2.5), 3, "[2.5]"),
    (np.array(2.5), 0, "[...]"),
    (np.zeros((2, 0)), 3, "[]"),
    (np.array([True, False]), 3, "[1 0]"),
    (np.array([200, 3], np.uint8), 1, "[200...]"),
    (np.array(FLOATS), -1, "[1.123456789 10000000000 1e-10 nan -inf 100000 1234567 123456789012 0.1 -0]"),
    (np.array([1 / 3, 2**53]), -1, "[0.33333333333333331 9007199254740992]"),
    (
        np.array(FLOATS, np.float32),
        -1,
        "[1.12345684 1e+10 1e-10 nan -inf 100000 1234567 1.23456791e+11 0.1 -0]",
    ),
    (np.array([0.1, 1 / 3], np.float16), -1, "[0.0999755859 0.333251953]"),
    (np.array([1.5, 0.1], BFLOAT16.numpy), -1, "[1.5 0.100097656]"),
    (STRINGS, -1, "[[[a b][c\\né\\'\\\" d]]]"),
]


@pytest.mark.parametrize(("tensor", "summarize", "text"), TEXTS)
def test_text_of_a_tensor(tensor: Array, summarize: int, text: str) -> None:
    assert tensor_text(tensor, summarize) == text


def test_print_writes_lines_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    root = blocks.Scope.new_root_scope()
    x = ops.Const(root, [1.0, 2.0])
    data = [ops.Const(root, TWO_ROWS), ops.Const(root, True, dtype=BOOL)]
    first = ops.Print(root, x, data, message="x = ", first_n=2, summarize=3)
    second = ops.Print(root, first, [], message="none")
    session = blocks.ClientSession(root)
    for _ in range(3):
        [result] = session.run([second])
        assert result.tolist() == [1, 2]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "x = [[1.5 2.25 3]...][1]\nnone\n" * 2 + "none\n"


@pytest.mark.parametrize(
    ("values", "dtype", "summarize", "text"),
    [
        ([[b"message"], [-5, -2], [True]], None, 3, "[message] [-5 -2] [1]"),
        ([[1, 2, 3, 4]], None, 2, "[1 2...]"),
    ],
)
def test_assert_shows_its_data(values: Any, dtype: DType | None, summarize: int, text: str) -> None:
    root = blocks.Scope.new_root_scope()
    data = [ops.Const(root, np.array(v, object) if isinstance(v[0], bytes) else v) for v in values]
    node = ops.Assert(root, ops.Const(root, False, dtype=BOOL), data, summarize=summarize)
    with pytest.raises(DiagramError) as caught:
        blocks.ClientSession(root).run([], run_outputs=[node])
    assert caught.value.message == f"assertion failed: {text}"


def test_a_condition_is_one_truth_value() -> None:
    root = blocks.Scope.new_root_scope()
    with pytest.raises(DiagramError, match="scalar"):
        ops.Assert(root, ops.Const(root, [True], dtype=BOOL), [ops.Const(root, 1.0)])


def strings(*texts: bytes) -> Array:
    array = np.empty(len(texts), np.object_)
    array[:] = texts
    return array


SCALARS: list[tuple[Array, Array, bytes]] = [
    (strings(b"a"), np.array([1e300]), b"\n\x08\n\x01a\x15\x00\x00\x80\x7f"),
    (strings(b"\xff"), np.array([1.0]), b"\n\x08\n\x01\xff\x15\x00\x00\x80?"),
    (strings(b"a", b"a"), np.array([1, 2]), b"\n\x08\n\x01a\x15\x00\x00\x80?\n\x08\n\x01a\x15\x00\x00\x00@"),
    (scalar(b""), np.array(0.0), b"\n\x05\x15\x00\x00\x00\x00"),
    (strings(), np.zeros(0), b""),
]


@pytest.mark.parametrize(("tags", "values", "wanted"), SCALARS)
def test_scalar_summary(tags: Array, values: Array, wanted: bytes) -> None:
    with np.errstate(over="ignore"):
        assert ScalarSummary.kernel(tags, values).item() == wanted


MERGES: list[tuple[list[bytes], bytes | None]] = [
    ([b"\n\x02\n\x00", b"\n\x02\n\x00"], b"\n\x00\n\x00"),  # what has no tag may come twice
    ([b"\n\x08\x15\x00\x00\x80?\n\x01a"], b"\n\x08\n\x01a\x15\x00\x00\x80?"),
    ([b"\xff\xff"], None),
    ([b"\n\x08\n\x01a\x15\x00\x00\x80?"] * 2, None),
]


@pytest.mark.parametrize(("inputs", "wanted"), MERGES)
def test_merge_summary(inputs: list[bytes], wanted: bytes | None) -> None:
    if wanted is None:
        with pytest.raises(DiagramError):
            MergeSummary.kernel((strings(*inputs),))
    else:
        assert MergeSummary.kernel(tuple(map(scalar, inputs))).item() == wanted


HISTOGRAMS: list[tuple[list[float], str]] = [
    ([], "0a2b0a01742a2609ffffffffffffef7f11ffffffffffffefff3208ffffffffffffef7f3a080000000000000000"),
    (
        [-0.0, 0.0],
        "0a540a01742a4f0900000000000000801100000000000000801900000000000000403218000000000000000011ea2d819997713dffffffffffffef7f3a18000000000000000000000000000000400000000000000000",
    ),
    (
        [1e-12, -1e-12, 1.0],
        "0aa7010a01742aa1010911ea2d81999771bd11000000000000f03f19000000000000084021000000000000f03f29000000000000f03f323811ea2d81999771bd000000000000000011ea2d819997713d7a81b2a7f559733d08996919155aed3f2b14facdbe24f03fffffffffffffef7f3a380000000000000000000000000000f03f0000000000000000000000000000f03f0000000000000000000000000000f03f0000000000000000",
    ),
    (
        [-1e30, 1e30],
        "0a6d0a01742a6809ea8ca039593e29c611ea8ca039593e29461900000000000000402945f3c2e4e4e9734c3220ffffffffffffefff4c549f02238315c44c549f0223831544ffffffffffffef7f3a200000000000000000000000000000f03f0000000000000000000000000000f03f",
    ),
    (
        [0.1, 0.2, 0.3, -5e-13],
        "0ac7010a01742ac1010911ea2d81999761bd11333333333333d33f190000000000001040219c2133333333e33f29ec51b81e85ebc13f324811ea2d81999771bd0000000000000000382f9a43f9d6b73f2567f6634539ba3f9040b90f228dc93f05c74b113f1bcc3f5f2641bb6fb4d23fcf4361b44793d43fffffffffffffef7f3a480000000000000000000000000000f03f0000000000000000000000000000f03f0000000000000000000000000000f03f0000000000000000000000000000f03f0000000000000000",
    ),
]


@pytest.mark.parametrize(("values", "wanted"), HISTOGRAMS)
def test_histogram_summary(values: list[float], wanted: str) -> None:
    assert HistogramSummary.kernel(scalar(b"t"), np.array(values)).item() == bytes.fromhex(wanted)


@pytest.mark.parametrize(("value", "what"), [(np.nan, "NaN"), (-np.inf, "infinity")])
def test_histograms_count_finite_numbers(value: float, what: str) -> None:
    with pytest.raises(DiagramError, match=what):
        HistogramSummary.kernel(scalar(b"t"), np.array([1.0, value]))


def test_a_tensor_summary_has_the_name_of_its_block() -> None:
    root = blocks.Scope.new_root_scope()
    node = ops.TensorSummary(root, ops.Const(root, np.array([b"a", b"b"], object), dtype=STRING), name="TensorSummary")
    [result] = blocks.ClientSession(root).run([node])
    assert result.item() == b"\n\x1f:\rTensorSummaryB\x0e\x08\x07\x12\x04\x12\x02\x08\x02B\x01aB\x01b"

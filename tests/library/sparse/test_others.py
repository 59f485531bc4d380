"""Reductions, other shapes, filling and crosses of sparse tensors; the numbers are TensorFlow 2.21's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks.library.sparse.crossing import SparseCross
from blocks.library.sparse.filling import SparseFillEmptyRows, SparseToDense
from blocks.library.sparse.reductions import (
    SparseReduceMax,
    SparseReduceMaxSparse,
    SparseReduceSum,
    SparseReduceSumSparse,
    SparseSoftmax,
)
from blocks.library.sparse.reshaping import SparseConcat, SparseReorder, SparseReshape, SparseSlice, SparseSplit
from tests.library.sparse.checks import gradients, int64, places, refused, run, single

MATRIX = (places([0, 1], [0, 2], [2, 2]), single(1, 2, 3), int64(3, 4))
NONE = (np.zeros((0, 2), np.int64), single(), int64(3, 4))
DENSE = [[0, 1, 2, 0], [0, 0, 0, 0], [0, 0, 3, 0]]


SUMS: list[Any] = [
    ([], False, DENSE, [[0, 1], [0, 2], [2, 2]], [3, 4]),
    ([0, -2], False, [0, 1, 5, 0], [[1], [2]], [4]),
    ([0, 0], True, [[0, 1, 5, 0]], [[0, 1], [0, 2]], [1, 4]),
    ([0, 1], False, 6, [[]], []),
    ([1, 0], True, [[6]], [[0, 0]], [1, 1]),
    (-1, True, [[3], [0], [3]], [[0, 0], [2, 0]], [3, 1]),
]


@pytest.mark.parametrize(("axes", "keep", "total", "indices", "shape"), SUMS)
def test_sums_along_axes(axes: Any, keep: bool, total: Any, indices: Any, shape: Any) -> None:
    chosen = np.array(axes, np.int32)
    assert run(SparseReduceSum, *MATRIX, chosen, keep_dims=keep) == [total]
    results = run(SparseReduceSumSparse, *MATRIX, chosen, keep_dims=keep)
    assert (results[0], results[2]) == (indices, shape)
    dy = np.ones(np.shape(total), np.float32)
    assert gradients(SparseReduceSum, (1,), dy, *MATRIX, chosen, keep_dims=keep)[0].tolist() == [1, 1, 1]


def test_reductions_of_nothing() -> None:
    both = np.array([0, 1], np.int32)
    assert run(SparseReduceSum, *NONE, both) == [0.0] and run(SparseReduceMax, *NONE, both) == [0.0]
    assert run(SparseReduceMaxSparse, *NONE, both, keep_dims=True) == [[], [], [1, 1]]


def test_the_largest_of_negative_values_and_of_nan() -> None:
    values = single(-5, -2, np.nan)
    results = run(SparseReduceMax, MATRIX[0], values, MATRIX[2], np.array([1], np.int32))[0]
    assert results[:2] == [-2.0, 0.0] and np.isnan(results[2])


def test_axes_that_are_refused() -> None:
    for axes, match in (([2], "axis 2 does not exist"), ([-3], "axis -3"), ([[0]], "scalar or a vector")):
        refused(SparseReduceSum, "reduction_axes", match, *MATRIX, np.array(axes, np.int32))


def test_softmax_with_infinities_and_its_gradient() -> None:
    indices = places([0, 0], [0, 1], [1, 0], [1, 1], [2, 0])
    [result] = run(SparseSoftmax, indices, single(np.inf, 1, -np.inf, 2, -np.inf), int64(3, 2))
    np.testing.assert_array_equal(result, [np.nan, np.nan, 0, 1, np.nan])
    args = (places([0, 0], [0, 2], [1, 1]), single(1, 2, 3), int64(2, 3))
    [by_values] = gradients(SparseSoftmax, (1,), single(1, 10, 100), *args)
    np.testing.assert_allclose(by_values, [-1.7695075, 1.7695073, 0], rtol=1e-5)
    refused(SparseSoftmax, "sp_indices", "order", places([0, 1], [0, 0]), single(1, 2), int64(2, 3))


@pytest.mark.parametrize(
    ("shape", "wanted", "indices", "expected"),
    [
        ([2, 3], [6], [[1, 2]], [[[5]], [6]]),
        ([0, 3], [-1, 3], [], [[], [0, 3]]),
        ([2, 3], [-1, 1, 2], [[1, 2]], [[[2, 0, 1]], [3, 1, 2]]),
    ],
)
def test_reshape(shape: Any, wanted: Any, indices: Any, expected: Any) -> None:
    rows = np.array(indices, np.int64).reshape(-1, len(shape))
    assert run(SparseReshape, rows, int64(*shape), int64(*wanted)) == expected


@pytest.mark.parametrize(
    ("shape", "wanted", "pin", "match"),
    [
        ([0, 3], [0, -1], "new_shape", "ambiguous"),
        ([2, 3], [-2, 3], "new_shape", "0 or more"),
        ([2, 3], [-1, 4], "new_shape", "6 elements"),
        ([2, 3], [-1, -1], "new_shape", "may be -1"),
        ([2**40, 2**40], [2**20, -1], "input_shape", "too many"),
        ([2, -3], [6], "input_shape", "0 or more"),
    ],
)
def test_shapes_that_are_refused(shape: Any, wanted: Any, pin: str, match: str) -> None:
    refused(SparseReshape, pin, match, np.zeros((0, 2), np.int64), int64(*shape), int64(*wanted))


def test_reorder_and_its_gradient() -> None:
    args = (places([1, 2], [0, 1], [1, 0]), single(3, 1, 2), int64(2, 3))
    assert run(SparseReorder, *args) == [[[0, 1], [1, 0], [1, 2]], [1.0, 2.0, 3.0]]
    assert gradients(SparseReorder, (1,), single(1, 10, 100), *args, output=1)[0].tolist() == [100, 1, 10]


def test_split_spreads_what_does_not_go_up_over_the_first_parts() -> None:
    args = (int64(-1)[0], places([0, 6], [0, 0], [0, 2], [0, 3]), single(1, 2, 3, 4), int64(1, 7))
    results = run(SparseSplit, *args, num_split=3)
    assert results[:3] == [[[0, 0], [0, 2]], [[0, 0]], [[0, 1]]]
    assert results[3:] == [[2.0, 3.0], [4.0], [1.0], [1, 3], [1, 2], [1, 2]]
    refused(SparseSplit, "num_split", "into 8 parts", *args, num_split=8)


@pytest.mark.parametrize(
    ("start", "size", "expected"),
    [
        ([1, 1], [2, 2], [[[1, 1]], [3.0], [2, 2]]),
        ([4, 0], [1, 1], [[], [], [0, 1]]),
        ([0, 0], [9, 9], [[[0, 1], [0, 2], [2, 2]], [1.0, 2.0, 3.0], [3, 4]]),
        ([-1, 0], [2, 2], [[[1, 1]], [1.0], [2, 2]]),
        ([0, 2**62], [2**62, 2**62], [[], [], [3, 0]]),
    ],
)
def test_slices_beyond_the_tensor(start: Any, size: Any, expected: Any) -> None:
    assert run(SparseSlice, *MATRIX, int64(*start), int64(*size)) == expected


def test_concat_refusals() -> None:
    one, other = [MATRIX[0], MATRIX[0]], [MATRIX[1], MATRIX[1]]
    shapes = [MATRIX[2], int64(3, 5)]
    refused(SparseConcat, "shapes", "equal", one, other, shapes, concat_dim=0)
    refused(SparseConcat, "concat_dim", "axis 2", one, other, shapes, concat_dim=2)
    refused(SparseConcat, "values", "as many tensors", one, other[:1], shapes, concat_dim=1)
    refused(
        SparseConcat, "indices", "outside", [MATRIX[0], places([3, 0])], [MATRIX[1], single(1)], shapes, concat_dim=1
    )


def test_rows_are_filled_in_any_order() -> None:
    args = (places([2, 1], [0, 3], [2, 0]), single(1, 2, 3), int64(4, 5), np.float32(-1))
    results = run(SparseFillEmptyRows, *args)
    assert results[:2] == [[[0, 3], [1, 0], [2, 1], [2, 0], [3, 0]], [2.0, -1.0, 1.0, 3.0, -1.0]]
    assert results[2:] == [[False, True, False, True], [2, 0, 3]]
    by_values, by_default = gradients(SparseFillEmptyRows, (1, 3), single(1, 2, 3, 4, 5), *args, output=1)
    assert by_values.tolist() == [3, 1, 4] and by_default == 7


def test_more_rows_than_there_is_memory_for_are_refused_first() -> None:
    args = (places([2, 1]), single(1), int64(10**13, 5), np.float32(-1))
    with pytest.raises(blocks.DiagramError, match="limit"):
        run(SparseFillEmptyRows, *args)
    with pytest.raises(blocks.DiagramError, match="limit"):
        run(SparseToDense, args[0], args[2], args[1], args[3])


def test_the_last_of_repeated_places_counts_and_each_gets_the_gradient() -> None:
    args = (places([1, 1], [1, 1]), int64(2, 2), single(5, 6), np.float32(9))
    assert run(SparseToDense, *args, validate_indices=False) == [[[9.0, 9.0], [9.0, 6.0]]]
    weights = np.array([[1, 2], [3, 4]], np.float32)
    by_values, by_default = gradients(SparseToDense, (2, 3), weights, *args, validate_indices=False)
    assert by_values.tolist() == [4, 4] and by_default == 2
    refused(SparseToDense, "sparse_indices", "occurs twice", *args)


def texts(*strings: str) -> Any:
    return np.array([s.encode() for s in strings], object)


COLORS = texts("red", "green", "blue")


@pytest.mark.parametrize(
    ("values", "dense", "attributes", "expected"),
    [
        (
            COLORS,
            np.array([[b"x" * 70], [b""]], object),
            {"out_type": "DT_INT64", "internal_type": "DT_STRING"},
            [5851487446665687278, 7563797847892907097, 6912926709583580728],
        ),
        (
            COLORS,
            places([-3], [5]),
            {"num_buckets": 1000, "hash_key": 956888297470, "out_type": "DT_INT64", "internal_type": "DT_INT64"},
            [651, 544, 866],
        ),
        (
            int64(1, -2, 3),
            places([-3], [5]),
            {"hash_key": 7, "out_type": "DT_INT64", "internal_type": "DT_INT64"},
            [3906934040504461203, 1512572541585394261, 7218049577174568938],
        ),
        (
            int64(1, -2, 3),
            np.array([[b"a"], [b"b"]], object),
            {"out_type": "DT_STRING", "internal_type": "DT_INT64"},
            [b"1_X_a", b"-2_X_b", b"3_X_b"],
        ),
    ],
)
def test_crosses(values: Any, dense: Any, attributes: Any, expected: Any) -> None:
    chosen = {"hashed_output": attributes["out_type"] == "DT_INT64", "num_buckets": 0, "hash_key": 0, **attributes}
    columns = ([places([0, 0], [1, 0], [1, 1])], [values], [int64(2, 2)], [dense])
    assert run(SparseCross, *columns, **chosen) == [[[0, 0], [1, 0], [1, 1]], expected, [2, 2]]


def test_crosses_that_are_refused() -> None:
    plain = {"hashed_output": False, "num_buckets": 0, "hash_key": 0, "out_type": "DT_STRING"}
    two = (places([0, 0], [1, 0], [1, 1]), COLORS, int64(2, 2))
    strings, integers = {**plain, "internal_type": "DT_STRING"}, {**plain, "internal_type": "DT_INT64"}
    one = np.array([[b"a"]], object)
    refused(SparseCross, "dense_inputs", "same number of rows", *[[x] for x in two], [one], **strings)
    refused(SparseCross, "values", "internal_type int64", [two[0]], [int64(1, 2, 3)], [two[2]], **strings)
    refused(SparseCross, "indices", "order", [two[0][::-1].copy()], [two[1]], [two[2]], **integers)
    refused(SparseCross, "indices", "outside", [places([2, 0])], [texts("a")], [two[2]], **integers)


def test_a_cross_of_a_few_rows_among_many() -> None:
    many = 10**15
    columns: Any = ([places([7, 0], [many - 1, 0])] * 2, [texts("a", "b"), texts("c", "d")], [int64(many, 1)] * 2, [])
    attributes = {"hashed_output": False, "num_buckets": 0, "hash_key": 0}
    result = run(SparseCross, *columns, **attributes, out_type="DT_STRING", internal_type="DT_STRING")
    assert result == [[[7, 0], [many - 1, 0]], [b"a_X_c", b"b_X_d"], [many, 1]]


def test_crosses_are_counted_before_they_are_made() -> None:
    wide = np.zeros((1, 1000), np.int64)
    attributes = {"hashed_output": True, "num_buckets": 0, "hash_key": 0, "out_type": "DT_INT64"}
    for columns, match in (([wide] * 5, "limit"), ([wide] * 9, "too large")):
        root = blocks.Scope.new_root_scope()
        with pytest.raises(blocks.DiagramError, match=match):
            node = SparseCross(root, [], [], [], columns, **attributes, internal_type="DT_INT64")
            blocks.ClientSession(root).run(list(node.outputs))

"""Sparse tensors with each other and with dense ones; the numbers are TensorFlow 2.21's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.graph.build import BlockType
from blocks.library.sparse.arithmetic import SparseAdd, SparseAddGrad, SparseSparseMaximum, SparseSparseMinimum
from blocks.library.sparse.filling import (
    SparseDenseCwiseAdd,
    SparseDenseCwiseDiv,
    SparseDenseCwiseMul,
    SparseTensorDenseAdd,
)
from tests.library.sparse.checks import gradients, int64, places, refused, run, single

A, B = places([0], [0], [2]), places([0], [1], [2])
MATRIX = (places([0, 0], [0, 2], [1, 1]), single(1, 2, 3), int64(2, 3))


def test_repeated_places_meet_one_by_one_and_the_threshold_is_for_sums_only() -> None:
    result = run(SparseAdd, A, single(1, 2, 3), int64(4), B, single(-1, 0.1, np.nan), int64(4), np.float32(0.5))
    assert result == [[[0], [1]], [2.0, np.float32(0.1)], [4]]


def test_gradient_of_a_sum_that_lost_places() -> None:
    assert run(SparseAddGrad, single(7, 8), A, B, places([0], [1])) == [[7.0, 0.0, 0.0], [7.0, 8.0, 0.0]]


def test_the_smallest_integer_is_far_from_0() -> None:
    one = places([0])
    values = np.array([-100], np.int8), np.array([-28], np.int8)
    assert run(SparseAdd, one, values[0], int64(4), one, values[1], int64(4), np.int8(5)) == [[[0]], [-128], [4]]


def test_shapes_with_more_places_than_can_be_counted() -> None:
    shape, far = int64(2**41, 2**41), 2**40
    result = run(
        SparseAdd, places([far, 1]), single(1), shape, places([1, far], [far, far]), single(2, 3), shape, np.float32(0)
    )
    assert result[:2] == [[[1, far], [far, 1], [far, far]], [2.0, 1.0, 3.0]]


@pytest.mark.parametrize(
    ("block", "first", "second"),
    [(SparseSparseMaximum, [0, 1, 0], [1, 0]), (SparseSparseMinimum, [1, 0, 1], [0, 1])],
    ids=lambda value: getattr(value, "name", None),
)
def test_who_gives_the_extreme_gets_the_gradient(block: BlockType, first: list[int], second: list[int]) -> None:
    """Worked out by hand: a is -1, 5, -3, b is 2, -4 at the last two; what is missing counts as 0."""
    a, b = places([0], [1], [3]), places([1], [2])
    args = (a, single(-1, 5, -3), int64(4), b, single(2, -4), int64(4))
    # Four places come out: a alone, both, b alone, a alone.
    results = gradients(block, (1, 4), single(10, 20, 30, 40), *args, output=1)
    assert results[0].tolist() == [10 * first[0], 20 * first[1], 40 * first[2]]
    assert results[1].tolist() == [20 * (1 - first[1]), 30 * second[1]]


def test_a_tie_goes_to_the_first() -> None:
    one = places([0])
    args = (one, single(2), int64(1), one, single(2), int64(1))
    assert [g.tolist() for g in gradients(SparseSparseMaximum, (1, 4), single(7), *args, output=1)] == [[7.0], [0.0]]


ROW, COLUMN = np.array([[2, 4, 5]], np.float32), np.array([[2], [4]], np.float32)


@pytest.mark.parametrize(
    ("block", "dense", "by_values", "by_dense"),
    [
        (SparseDenseCwiseMul, ROW, [2, 50, 400], [[1, 300, 20]]),
        (SparseDenseCwiseMul, COLUMN, [2, 20, 400], [[21], [300]]),
        (SparseDenseCwiseDiv, ROW, [0.5, 2, 25], [[-0.25, -18.75, -0.8]]),
        (SparseDenseCwiseDiv, COLUMN, [0.5, 5, 25], [[-5.25], [-18.75]]),
        (SparseDenseCwiseAdd, ROW, [1, 10, 100], [[1, 100, 10]]),  # by hand: TensorFlow has none
        (SparseDenseCwiseAdd, np.float32(2), [1, 10, 100], 111),
        (SparseDenseCwiseMul, np.float32(2), [2, 20, 200], 321),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_gradients_of_what_is_spread(block: BlockType, dense: Any, by_values: Any, by_dense: Any) -> None:
    results = gradients(block, (1, 3), single(1, 10, 100), *MATRIX, dense)
    np.testing.assert_allclose(results[0], by_values, rtol=1e-6)
    np.testing.assert_allclose(results[1], by_dense, rtol=1e-6)


def test_integers_are_cut_toward_0() -> None:
    values, dense = np.array([-128, -7, 7, 5], np.int8), np.array([-1, 2, -2, 3], np.int8)
    assert run(SparseDenseCwiseDiv, places([0], [1], [2], [3]), values, int64(4), dense) == [[-128, -3, -3, 1]]


def test_repeated_places_add_up_in_a_dense_sum() -> None:
    dense = np.zeros((2, 2), np.float32)
    assert run(SparseTensorDenseAdd, places([1, 0], [0, 1], [1, 0]), single(1, 2, 4), int64(2, 2), dense) == [
        [[0.0, 2.0], [5.0, 0.0]]
    ]


@pytest.mark.parametrize(
    ("pin", "match", "a"),
    [
        ("a_indices", "order", places([1, 0], [0, 1])),
        ("a_indices", "outside", places([0, 0], [0, 3])),
        ("a_indices", "outside", places([-1, 0], [0, 0])),
        ("a_indices", "matrix", int64(0, 1)),
        ("a_values", "one value for each", places([0, 0])),
        ("a_shape", "3 sizes", places([0, 0, 0], [0, 0, 1])),
    ],
)
def test_places_that_are_refused(pin: str, match: str, a: Any) -> None:
    b = (places([0, 0]), single(1), int64(2, 3))
    refused(SparseAdd, pin, match, a, single(1, 2), int64(2, 3), *b, np.float32(0))
    refused(SparseSparseMaximum, pin, match, a, single(1, 2), int64(2, 3), *b)


@pytest.mark.parametrize("dense", [np.zeros((2, 2)), np.zeros((3, 3)), np.zeros((1, 2, 3)), np.zeros((2, 1, 1))])
def test_dense_tensors_that_are_refused(dense: Any) -> None:
    refused(SparseDenseCwiseAdd, "dense", "cannot broadcast", *MATRIX, dense.astype(np.float32))


def test_a_zero_among_the_divisors_is_refused_wherever_it_is() -> None:
    refused(SparseDenseCwiseDiv, "dense", "by zero", places([0]), single(1), int64(2), single(1, 0))

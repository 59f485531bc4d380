"""Sparse tensors on JAX: places that are known and others, their order, those that do not exist, and gradients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from tests.jax.comparing import compare, drawn, gradients, refused

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

PLACES = np.array([[0, 1], [0, 3], [1, 0], [1, 0], [2, 2], [2, 3]])
VALUES = drawn(6, seed=4)

Op = Callable[[blocks.Scope, Any, Any, Any], list[Any]]
"""A block on a page, from the places and values of a sparse tensor of shape [3, 4] and a dense tensor of that shape."""
SHAPE = np.array([3, 4])
WITH_DENSE: dict[str, Op] = {
    "SparseTensorDenseAdd": lambda root, p, v, d: [ops.SparseTensorDenseAdd(root, p, v, SHAPE, d)],
    "SparseDenseCwiseAdd": lambda root, p, v, d: [ops.SparseDenseCwiseAdd(root, p, v, SHAPE, d)],
    "SparseDenseCwiseMul": lambda root, p, v, d: [ops.SparseDenseCwiseMul(root, p, v, SHAPE, d)],
    "SparseDenseCwiseDiv": lambda root, p, v, d: [ops.SparseDenseCwiseDiv(root, p, v, SHAPE, d)],
    "SparseTensorDenseMatMul": lambda root, p, v, d: [
        ops.SparseTensorDenseMatMul(root, p, v, SHAPE, d, adjoint_b=True)
    ],
    "adjoint": lambda root, p, v, d: [ops.SparseTensorDenseMatMul(root, p, v, SHAPE, d, adjoint_a=True)],
    "SparseToDense": lambda root, p, v, d: [
        ops.Multiply(root, d, ops.SparseToDense(root, p, SHAPE, v, np.float64(2), validate_indices=False))
    ],
    "SparseReduceSum": lambda root, p, v, d: [ops.SparseReduceSum(root, p, v, SHAPE, [1]), d],
    "SparseSoftmax": lambda root, p, v, d: [ops.SparseSoftmax(root, p, v, SHAPE), d],
    "SparseReorder": lambda root, p, v, d: [ops.SparseReorder(root, p, v, SHAPE).outputs[1], d],
}


@pytest.mark.parametrize("name", WITH_DENSE)
def test_gradients_of_sparse_tensors_whose_places_are_known_when_the_step_runs(name: str) -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        v, d = ops.Variable(root, initvalues=VALUES), ops.Variable(root, initvalues=drawn(3, 4) + 4)
        results = gradients(root, WITH_DENSE[name](root, fed["places"], v, d), [v, d])
        return [*results, *blocks.add_symbolic_gradients(root, [ops.L2Loss(root, results[-2])], [v])]  # by v, once more

    compare(build, rtol=1e-9, places=PLACES)
    refused(build, r"index \[2, 4\] .*outside", places=PLACES + np.array([[0, 0]] * 5 + [[0, 1]]))


@pytest.mark.parametrize("together", [1, 4, 9, 12])
def test_products_that_do_not_lie_in_memory_at_once(together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from blocks.library.jax_rules import gather_scatter

    monkeypatch.setattr(gather_scatter, "_TOGETHER", together)
    places = np.random.default_rng(0).integers(0, 3, (7, 2))

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        v, d = ops.Variable(root, initvalues=drawn(7)), ops.Variable(root, initvalues=drawn(4, 3))
        y = ops.SparseTensorDenseMatMul(root, fed["places"], v, SHAPE, d)
        return gradients(root, [y], [v, d])

    compare(build, rtol=1e-9, places=places)


OTHER = np.array([[0, 3], [1, 0], [1, 1]])
KNOWN: dict[str, Op] = {
    "SparseAdd": lambda root, p, v, d: [
        ops.SparseAdd(root, p, v, SHAPE, OTHER, VALUES[:3], SHAPE, np.float64(0)).outputs[1]
    ],
    "SparseSparseMaximum": lambda root, p, v, d: [
        ops.SparseSparseMaximum(root, p, v, SHAPE, OTHER, VALUES[:3], SHAPE).outputs[1]
    ],
    "SparseSparseMinimum": lambda root, p, v, d: [
        ops.SparseSparseMinimum(root, OTHER, VALUES[:3], SHAPE, p, v, SHAPE).outputs[1]
    ],
    "SparseSlice": lambda root, p, v, d: [ops.SparseSlice(root, p, v, SHAPE, [0, 1], [2, 9]).outputs[1]],
    "SparseFillEmptyRows": lambda root, p, v, d: [
        ops.SparseFillEmptyRows(root, p, v, np.array([5, 4]), np.float64(7)).outputs[1]
    ],
    "DynamicPartition": lambda root, p, v, d: list(
        ops.DynamicPartition(root, v, np.array([1, 0, 1, 1, 3, 0], np.int32), num_partitions=4).outputs
    ),
    "DynamicStitch": lambda root, p, v, d: [
        ops.DynamicStitch(root, [np.array(each, np.int32) for each in ([4, 0, 4], [1, 2, 6])], [d, d])
    ],
}


@pytest.mark.parametrize("name", KNOWN)
def test_gradients_where_known_places_decide_about_sizes(name: str) -> None:
    def build(root: blocks.Scope, _fed: Mapping[str, Any]) -> list[Any]:
        v, d = ops.Variable(root, initvalues=VALUES), ops.Variable(root, initvalues=drawn(3, 4))
        return gradients(root, KNOWN[name](root, PLACES, v, d), [d if name == "DynamicStitch" else v])

    compare(build, rtol=1e-9)


def test_known_places_stay_known_behind_blocks_whose_values_are_not() -> None:
    def build(root: blocks.Scope, _fed: Mapping[str, Any]) -> list[Any]:
        v = ops.Variable(root, initvalues=VALUES)
        total = ops.SparseAdd(root, PLACES, v, SHAPE, OTHER, VALUES[:3], SHAPE, np.float64(0))
        joined = ops.SparseConcat(
            root, [total.outputs[0]] * 2, [total.outputs[1]] * 2, [total.outputs[2]] * 2, concat_dim=1
        )
        parts = ops.SparseSplit(root, 1, *joined.outputs, num_split=2).outputs
        sums = ops.SparseReduceSumSparse(root, parts[0], parts[2], parts[4], [0])
        indices, values, shape = joined.outputs
        most = ops.SparseReduceMaxSparse(root, indices, values, shape, [1], keep_dims=True)
        shaped = ops.SparseReshape(root, most.outputs[0], most.outputs[2], [-1])
        dense = ops.SparseToDense(root, shaped.outputs[0], shaped.outputs[1], most.outputs[1], np.float64(0))
        return [*joined.outputs, *parts, *sums.outputs, dense]

    compare(build, rtol=1e-9)


CHECKED: list[tuple[str, Op, Any]] = [
    ("order", WITH_DENSE["SparseSoftmax"], PLACES[::-1]),
    (
        "order",
        lambda root, p, v, _: [ops.SparseToDense(root, p, SHAPE, v, np.float64(0))],
        PLACES[[0, 2, 1, 4, 5, 5]],
    ),
    (
        r"index \[1, 0\] occurs twice",
        lambda root, p, v, _: [ops.SparseToDense(root, p, SHAPE, v, np.float64(0))],
        PLACES,
    ),
    (
        "zero|dense",
        lambda root, p, v, d: [ops.SparseDenseCwiseDiv(root, p, v, SHAPE, ops.ZerosLike(root, d))],
        PLACES,
    ),
    (
        "0 or more",
        lambda root, p, _v, _d: [ops.Bincount(root, p, 4, np.zeros(0))],
        np.array([[-1, 0]], np.int32),
    ),
]


@pytest.mark.parametrize(("match", "op", "places"), CHECKED)
def test_what_numpy_refuses_about_values_is_refused_in_its_words(match: str, op: Op, places: Any) -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        v, d = ops.Variable(root, initvalues=VALUES), ops.Variable(root, initvalues=drawn(3, 4))
        return op(root, fed["places"], v, d)

    refused(build, match, places=places)


@pytest.mark.parametrize("count", [0, 1, 6])
def test_sizes_that_do_not_depend_on_places(count: int) -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        p, v, shape = fed["places"], fed["values"], fed["shape"]
        reordered = ops.SparseReorder(root, p, v, shape)
        joined = ops.SparseConcat(root, [p, p], [v, v], [SHAPE, SHAPE + np.array([0, 2])], concat_dim=-1)
        shaped = ops.SparseReshape(root, p, SHAPE, [2, -1, 3])
        most = ops.SparseReduceMax(root, p, v, SHAPE, [0], keep_dims=True)
        bins = ops.Bincount(root, ops.Cast(root, p, DstT="DT_INT32"), 3, np.zeros(0, np.float32))
        weighed = ops.Bincount(
            root, ops.Cast(root, ops.SparseReshape(root, p, SHAPE, [12]).outputs[0], DstT="DT_INT32"), 9, v
        )
        added = ops.SparseTensorDenseAdd(root, p, v, shape, drawn(3, 4))
        soft = ops.SparseSoftmax(root, p, v, shape)
        return [*reordered.outputs, *joined.outputs, *shaped.outputs, most, bins, weighed, added, soft]

    values = VALUES.copy()
    values[1:3] = np.nan, -np.inf
    compare(build, places=PLACES[:count], values=values[:count], shape=SHAPE)
    if count > 1:
        order = np.random.default_rng(0).permutation(count)
        compare(lambda root, fed: build(root, fed)[:-1], places=PLACES[order], values=values[order], shape=SHAPE)


def test_a_shape_too_large_to_be_counted_is_put_in_order_axis_by_axis() -> None:
    places = np.random.default_rng(0).integers(0, 2, (50, 3)) * ((1 << 40) - 1)

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        return [*ops.SparseReorder(root, fed["places"], fed["values"], np.full(3, 1 << 40)).outputs]

    compare(build, places=places, values=drawn(50))


def test_sums_of_sparse_tensors_that_leave_values_out_are_those_of_numpy() -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        return [*ops.SparseAdd(root, PLACES, fed["values"], SHAPE, OTHER, VALUES[:3], SHAPE, np.float64(0)).outputs]

    values = VALUES.copy()
    compare(build, values=values)
    values[2] = np.nan  # beside another value: it is left out
    assert len(compare(build, values=values)[1]) == 6
    values[2], values[4] = -VALUES[1], np.nan  # alone: it stays
    assert np.isnan(compare(build, values=values)[1]).sum() == 1


def test_known_places_that_are_handed_out_stay_as_they_are() -> None:
    root = blocks.Scope.new_root_scope()
    v = ops.Variable(root, initvalues=VALUES)
    reordered = ops.SparseReorder(root, PLACES[::-1], v, SHAPE).outputs
    session = blocks.ClientSession(root, backend="jax", strict=True)
    first = session.run(list(reordered))[0]
    if first.flags.writeable:
        first[...] = 7
    np.testing.assert_array_equal(session.run(list(reordered))[0], PLACES)


def test_rows_filled_behind_a_block_that_keeps_places_known() -> None:
    def build(root: blocks.Scope, _fed: Mapping[str, Any]) -> list[Any]:
        v = ops.Variable(root, initvalues=VALUES)
        places, values = ops.SparseReorder(root, PLACES[::-1], v, SHAPE).outputs
        filled = ops.SparseFillEmptyRows(root, places, values, np.array([5, 4]), np.float64(7)).outputs[1]
        return gradients(root, [filled], [v])

    compare(build)

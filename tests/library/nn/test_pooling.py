"""Pooling in corners; the numbers were computed with TensorFlow 2.21.0 on a CPU unless a test says otherwise."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.build import BlockType
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.scope import Scope
from blocks.library.nn.pooling import (
    AvgPool,
    MaxPool,
    MaxPoolGrad,
    MaxPoolGradGrad,
    MaxPoolGradGradWithArgmax,
    MaxPoolWithArgmax,
)
from blocks.library.nn.pooling_variants import (
    AvgPool3D,
    AvgPool3DGrad,
    FractionalAvgPool,
    FractionalMaxPool,
    MaxPool3D,
    MaxPool3DGrad,
    MaxPool3DGradGrad,
)
from blocks.ops import Const
from blocks.run.client import ClientSession

NAN, INF = np.nan, np.inf
LOWEST = float(np.finfo(np.float32).min)
HALVES = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
STEPS = {"ksize": [1, 2, 2, 1], "strides": [1, 1, 1, 1], "padding": "VALID"}
ODD = [[NAN, 1, 2, NAN], [3, 4, NAN, 5], [NAN, NAN, -INF, -INF], [NAN, NAN, -INF, -INF]]
COUNTED = np.arange(1, 17, dtype=np.float32).reshape(1, 4, 4, 1)


def image(rows: Any) -> Array:
    """One image of one channel."""
    return np.asarray(rows, np.float32)[None, :, :, None]


def run(block_type: BlockType, *given: Any, **attributes: Any) -> list[Array]:
    """All results of a block."""
    root = Scope.new_root_scope()
    node = block_type(root, *(Const(root, each) for each in given), **attributes)
    return ClientSession(root).run(list(node.outputs))


def gradient(block_type: BlockType, x: Array, dy: Array, **attributes: Any) -> Array:
    """The gradient of a block's first result by its first input."""
    root = Scope.new_root_scope()
    given = Const(root, x).as_output()
    y = block_type(root, given, **attributes).outputs[0]
    return ClientSession(root).run(add_symbolic_gradients(root, [y], [given], [Const(root, dy)]))[0]


def test_max_pooling_overlooks_nan_and_begins_at_the_lowest_number() -> None:
    assert run(MaxPool, image(ODD), **HALVES)[0].reshape(-1).tolist() == [4, 5, LOWEST, LOWEST]


def test_a_window_that_begins_with_nan_has_it_as_its_largest_value() -> None:
    best, place = run(MaxPoolWithArgmax, image(ODD), **HALVES)
    np.testing.assert_array_equal(best.reshape(-1), [NAN, 5, NAN, -INF])
    assert place.reshape(-1).tolist() == [0, 7, 8, 10]
    best, place = run(MaxPoolWithArgmax, image(ODD), ksize=[1, 3, 3, 1], strides=[1, 1, 1, 1], padding="SAME")
    wanted = [NAN, NAN, 5, 5, NAN, NAN, 5, 5, 4, 4, 5, NAN, NAN, NAN, NAN, -INF]
    np.testing.assert_array_equal(best.reshape(-1), wanted)
    assert place.reshape(-1).tolist() == [0, 0, 7, 7, 0, 0, 7, 7, 5, 5, 7, 6, 8, 8, 9, 10]


def test_the_gradient_of_max_pooling_goes_where_the_largest_value_is() -> None:
    dy = image([[1, 2], [3, 4]])
    wanted = [1, 0, 0, 0, 0, 0, 0, 2, 3, 0, 4, 0, 0, 0, 0, 0]
    assert gradient(MaxPool, image(ODD), dy, **HALVES).reshape(-1).tolist() == wanted
    ties = gradient(MaxPool, np.zeros((1, 4, 4, 1), np.float32), np.ones((1, 3, 3, 1), np.float32), **STEPS)
    assert ties.reshape(-1).tolist() == [1, 1, 1, 0] * 3 + [0] * 4


@pytest.mark.parametrize(
    ("y", "dy", "attributes", "wanted"),
    [
        (np.full((1, 2, 2, 1), -1), COUNTED, HALVES, [0, 0, 0, 0]),
        (np.zeros((1, 3, 3, 1)), COUNTED, STEPS, [1, 2, 3, 5, 6, 7, 9, 10, 11]),
    ],
    ids=["found nowhere", "found everywhere: the first"],
)
def test_second_gradient_of_max_pooling(y: Array, dy: Array, attributes: dict[str, Any], wanted: list[float]) -> None:
    result = run(MaxPoolGradGrad, COUNTED * 0, y.astype(np.float32), dy, **attributes)[0]
    assert result.reshape(-1).tolist() == wanted


@pytest.mark.parametrize("block_type", [MaxPool, MaxPool3D])
def test_the_gradient_of_max_pooling_is_flat(block_type: BlockType) -> None:
    """Its gradient by the images is 0, as in TensorFlow, not missing."""
    deep = [2] if block_type is MaxPool3D else []
    x = np.arange(8, dtype=np.float32).reshape(1, *deep, 2, 2, -1)
    root = Scope.new_root_scope()
    images = Const(root, x)
    sides = [1, *deep, 2, 2, 1]
    pooled = block_type(root, images, ksize=sides, strides=sides, padding="VALID")
    [dx] = add_symbolic_gradients(root, [pooled], [images])
    [again] = add_symbolic_gradients(root, [dx * dx], [images])
    np.testing.assert_array_equal(ClientSession(root).run([again])[0], x * 0)


def test_ties_in_volumes() -> None:
    """The gradient of MaxPool3D goes to all of them, its own gradient takes the first."""
    x, y = np.zeros((1, 2, 2, 2, 1), np.float32), np.zeros((1, 1, 1, 1, 1), np.float32)
    attributes = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}
    assert run(MaxPool3DGrad, x, y, y + 1, **attributes)[0].reshape(-1).tolist() == [1] * 8
    counted = np.arange(1, 9, dtype=np.float32).reshape(x.shape)
    assert run(MaxPool3DGradGrad, x, y, counted, **attributes)[0].reshape(-1).tolist() == [1]


@pytest.mark.parametrize("block_type", [AvgPool, AvgPool3D])
def test_the_gradient_of_averages_counts_what_lies_in_a_window(block_type: BlockType) -> None:
    """By hand: the windows reach over both ends of the image and see 4 of 5 places (TensorFlow's gradient says 5)."""
    extra = [1] * (0 if block_type is AvgPool else 1)
    shape = (1, *extra, 1, 5, 1)
    attributes = {"ksize": [1, *extra, 1, 6, 1], "strides": [1, *extra, 1, 3, 1], "padding": "SAME"}
    x = np.arange(5, dtype=np.float32).reshape(shape)
    assert run(block_type, x, **attributes)[0].reshape(-1).tolist() == [1.5, 2.5]
    dy = np.array([1, 2], np.float32).reshape(1, *extra, 1, 2, 1)
    assert gradient(block_type, x, dy, **attributes).reshape(-1).tolist() == [0.25, 0.75, 0.75, 0.75, 0.5]


def test_explicit_paddings_matter_only_if_asked_for() -> None:
    results = run(MaxPool, COUNTED, **HALVES, explicit_paddings=[0, 0, 1, 1, 1, 1, 0, 0])
    assert results[0].reshape(-1).tolist() == [6, 8, 14, 16]


def test_channels_second_and_pooled_channels() -> None:
    """As with channels last, and by hand."""
    x = np.random.default_rng(0).normal(size=(2, 5, 4, 3)).astype(np.float32)
    turned = np.ascontiguousarray(np.moveaxis(x, 3, 1))
    last = {"ksize": [1, 3, 2, 1], "strides": [1, 2, 1, 1], "padding": "SAME"}
    second = {"ksize": [1, 1, 3, 2], "strides": [1, 1, 2, 1], "padding": "SAME", "data_format": "NCHW"}
    for block_type in (MaxPool, AvgPool):
        y = run(block_type, x, **last)[0]
        np.testing.assert_allclose(np.moveaxis(run(block_type, turned, **second)[0], 1, 3), y, rtol=1e-6)
        dy = np.cos(np.arange(y.size, dtype=np.float32)).reshape(y.shape)
        result = gradient(block_type, turned, np.ascontiguousarray(np.moveaxis(dy, 3, 1)), **second)
        np.testing.assert_allclose(np.moveaxis(result, 1, 3), gradient(block_type, x, dy, **last), rtol=1e-6)
    depth = {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2], "padding": "VALID"}
    row = np.array([3, 1, 2, 5], np.float32).reshape(1, 1, 1, 4)
    assert run(MaxPool, row, **depth)[0].reshape(-1).tolist() == [3, 5]
    dy = np.array([7, 8], np.float32).reshape(1, 1, 1, 2)
    assert gradient(MaxPool, row, dy, **depth).reshape(-1).tolist() == [7, 0, 0, 8]


@pytest.mark.parametrize(
    ("block_type", "changes", "pin"),
    [
        (MaxPool, {"ksize": [1, 0, 2, 1]}, "ksize"),
        (MaxPool, {"strides": [1, -1, 2, 1]}, "strides"),
        (MaxPool, {"ksize": [2, 2, 2, 1]}, "ksize"),
        (MaxPool, {"ksize": [1, 2, 1, 2]}, "ksize"),
        (MaxPool, {"ksize": [1, 1, 1, 3], "strides": [1, 1, 1, 1]}, "strides"),
        (MaxPool, {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2]}, "input"),
        (MaxPool, {"padding": "EXPLICIT"}, "explicit_paddings"),
        (MaxPool, {"padding": "EXPLICIT", "explicit_paddings": [0, 0, 2, 0, 0, 0, 0, 0]}, "explicit_paddings"),
        (MaxPool, {"padding": "EXPLICIT", "explicit_paddings": [1, 0, 1, 0, 0, 0, 0, 0]}, "explicit_paddings"),
        (MaxPool, {"data_format": "NCHW_VECT_C"}, "data_format"),
        (AvgPool, {"ksize": [1, 1, 1, 2], "strides": [1, 1, 1, 2]}, "ksize"),
        (AvgPool, {"ksize": [1, 9, 1, 1]}, "value"),
        (MaxPool3D, {"ksize": [1, 2, 2, 2, 1], "strides": [1, 1, 1, 1, 1]}, "input"),
        (FractionalMaxPool, {"pooling_ratio": [1.0, 1.0, NAN, 1.0]}, "pooling_ratio"),
        (FractionalMaxPool, {"pooling_ratio": [1.0, 9.0, 1.0, 1.0]}, "value"),
        (FractionalAvgPool, {"pooling_ratio": [1.0, 1.5, 1.0, 1.0, 1.0]}, "pooling_ratio"),
    ],
)
def test_what_makes_no_windows_is_refused(block_type: BlockType, changes: dict[str, Any], pin: str) -> None:
    x = np.zeros((1, 4, 4, 1), np.float32)
    fixed = {} if "pooling_ratio" in changes else HALVES
    with pytest.raises(DiagramError) as caught:
        run(block_type, x, **(fixed | changes))
    assert caught.value.pin == pin


def test_empty_images() -> None:
    assert run(MaxPool, COUNTED[:0], **HALVES)[0].shape == (0, 2, 2, 1)
    assert run(AvgPool, COUNTED[:, :0], **(HALVES | {"padding": "SAME"}))[0].shape == (1, 0, 2, 1)
    with pytest.raises(DiagramError, match="at least one"):
        run(MaxPoolWithArgmax, COUNTED[:0], **HALVES)


def test_windows_far_larger_than_the_image() -> None:
    huge = {"ksize": [1, 2**40, 2**40, 1], "strides": [1, 1, 2**40, 1], "padding": "SAME"}
    assert run(MaxPool, COUNTED, **huge)[0].reshape(-1).tolist() == [16] * 4
    assert run(MaxPoolWithArgmax, COUNTED, **huge)[1].reshape(-1).tolist() == [15] * 4
    assert run(AvgPool, COUNTED, **huge)[0].reshape(-1).tolist() == [8.5] * 4


def test_places_outside_the_images_are_refused() -> None:
    places = np.array([0, 3, 8, 16]).reshape(1, 2, 2, 1)
    with pytest.raises(DiagramError, match="from 0 to 15, got 16"):
        run(MaxPoolGradGradWithArgmax, COUNTED, COUNTED, places, **HALVES)


def test_the_shape_of_the_volumes_must_go_with_the_gradient() -> None:
    attributes = {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}
    dy = np.ones((1, 2, 2, 2, 1), np.float32)
    uneven = run(AvgPool3DGrad, np.array([1, 5, 5, 5, 1], np.int32), dy, **attributes)[0]
    assert uneven.sum() == 8 and not uneven[:, 4].any()
    for shape in ([1, -4, 4, 4, 1], [2, 4, 4, 4, 1], [1, 2**20, 2**20, 2**20, 1]):
        with pytest.raises(DiagramError):
            run(AvgPool3DGrad, np.array(shape, np.int32), dy, **attributes)


# -- Fractional pooling -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pseudo_random", [False, True])
@pytest.mark.parametrize(("size", "ratio"), [(10, 1.44), (11, 1.73), (7, 7 / 3), (5, 2.4), (100, 1.01), (9, 3.9)])
def test_windows_have_two_neighbouring_sizes(size: int, ratio: float, pseudo_random: bool) -> None:
    x = np.zeros((1, size, 1, 1), np.float32)
    seen: set[tuple[int, ...]] = set()
    for seed in range(1, 40):
        attributes = {"pooling_ratio": [1.0, ratio, 1.0, 1.0], "pseudo_random": pseudo_random, "seed": seed}
        rows = run(FractionalMaxPool, x, **attributes)[1]
        lengths = np.diff(rows)
        small = size // len(lengths)
        assert len(lengths) == int(size / ratio) and rows[0] == 0 and rows[-1] == size
        assert set(lengths.tolist()) == {small, small + 1}
        seen.add(tuple(lengths.tolist()))
    assert len(seen) > 1, "they are drawn"


@pytest.mark.parametrize("block_type", [FractionalMaxPool, FractionalAvgPool])
@pytest.mark.parametrize(
    ("sizes", "ratios", "pseudo_random", "seeds", "rows", "columns"),
    [
        ((13, 17), (1.44, 1.73), False, (5, 7), [0, 2, 3, 4, 5, 7, 9, 10, 11, 13], [0, 2, 4, 6, 8, 9, 11, 13, 15, 17]),
        ((13, 17), (1.44, 1.73), True, (5, 7), [0, 2, 3, 5, 6, 8, 9, 10, 12, 13], [0, 2, 4, 6, 8, 10, 12, 13, 15, 17]),
        # Rows take no numbers where their windows are alike.
        ((12, 11), (2.0, 1.5), False, (87654321, 0), [0, 2, 4, 6, 8, 10, 12], [0, 1, 3, 4, 6, 7, 9, 11]),
        ((6, 9), (1.3, 1.1), False, (-3, 9), [0, 1, 2, 4, 6], [0, 1, 2, 3, 4, 5, 7, 8, 9]),
    ],
)
def test_a_deterministic_block_draws_the_windows_of_tensorflow_in_each_step(
    block_type: BlockType,
    sizes: tuple[int, int],
    ratios: tuple[float, float],
    pseudo_random: bool,
    seeds: tuple[int, int],
    rows: list[int],
    columns: list[int],
) -> None:
    root = Scope.new_root_scope()
    attributes = {"pooling_ratio": [1.0, *ratios, 1.0], "pseudo_random": pseudo_random}
    x = np.zeros((1, *sizes, 1), np.float32)
    pool = block_type(root, x, deterministic=True, seed=seeds[0], seed2=seeds[1], **attributes)
    session = ClientSession(root)
    for _ in range(2):
        assert [each.tolist() for each in session.run(pool.outputs[1:])] == [rows, columns]


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("block_type", [FractionalMaxPool, FractionalAvgPool])
def test_uneven_windows_hold_what_their_sequences_say(block_type: BlockType, overlapping: bool) -> None:
    """By the definition, window by window."""
    x = np.random.default_rng(0).normal(size=(2, 11, 13, 2))
    y, rows, columns = run(block_type, x, pooling_ratio=[1.0, 1.7, 2.3, 1.0], overlapping=overlapping)
    for i, (top, bottom) in enumerate(pairwise(rows)):
        for j, (left, right) in enumerate(pairwise(columns)):
            window = x[:, top : bottom + overlapping, left : right + overlapping]
            wanted = window.max((1, 2)) if block_type is FractionalMaxPool else window.mean((1, 2))
            np.testing.assert_allclose(y[:, i, j], wanted)


def test_averages_of_integers_are_cut_towards_0() -> None:
    x = -np.arange(48, dtype=np.int32).reshape(1, 6, 8, 1)
    result = run(FractionalAvgPool, x, pooling_ratio=[1.0, 2.0, 2.0, 1.0])[0]
    assert result.reshape(-1).tolist() == [-4, -6, -8, -10, -20, -22, -24, -26, -36, -38, -40, -42]


def test_shared_edges_in_the_gradient_of_averages() -> None:
    x, dy = np.zeros((1, 4, 4, 1), np.float32), image([[1, 2], [3, 4]])
    results = gradient(FractionalAvgPool, x, dy, pooling_ratio=[1.0, 2.0, 2.0, 1.0], overlapping=True)
    wanted = [[1 / 9, 1 / 9, 4 / 9, 1 / 3], [1 / 9, 1 / 9, 4 / 9, 1 / 3]]
    np.testing.assert_allclose(results[0, :2, :, 0], wanted, rtol=1e-6)


def test_the_gradient_of_max_pooling_finds_the_largest_values_itself() -> None:
    dy = np.array([[[[1]], [[2]]]], np.float32).reshape(1, 1, 2, 1)
    x = image([[1, 5, 2, 2], [3, 4, 6, 0]])
    for y in (np.array([5, 6]), np.array([9, 9])):  # as TensorFlow, which does not look at the result
        [result] = run(MaxPoolGrad, x, y.astype(np.float32).reshape(1, 1, 2, 1), dy, **HALVES)
        assert result.reshape(-1).tolist() == [0, 1, 0, 0, 0, 0, 2, 0]

"""Batch normalisation and local response normalisation in corners that the conformance cases leave out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.nn.batch_norm import FusedBatchNorm, FusedBatchNormV3
from blocks.library.nn.lrn import LRN
from blocks.ops import Const
from blocks.run.client import ClientSession

X = np.array([[[[0.5, -1.0], [2.0, 0.25]]], [[[1.5, 3.0], [-1.0, 1.0]]]], np.float32)
SCALE, OFFSET = np.array([2.0, 0.5], np.float32), np.array([1.0, -1.0], np.float32)
EMPTY = np.zeros(0, np.float32)


def normalised(**changes: Any) -> list[Array]:
    """All results for the images above; ``x``, ``mean``, ... and attributes can be given."""
    root = Scope.new_root_scope()
    given = {"x": X, "scale": SCALE, "offset": OFFSET, "mean": EMPTY, "variance": EMPTY} | changes
    pins = ("x", "scale", "offset", "mean", "variance")
    node = FusedBatchNorm(
        root, *(Const(root, given[pin]) for pin in pins), **{k: v for k, v in given.items() if k not in pins}
    )
    return ClientSession(root).run(list(node.outputs))


def test_running_statistics_are_mixed_with_those_of_the_batch() -> None:
    mean, variance = np.array([5.0, 5.0], np.float32), np.array([3.0, 3.0], np.float32)
    _, new_mean, new_variance, used_mean, used_variance = normalised(
        mean=mean, variance=variance, exponential_avg_factor=0.25
    )
    np.testing.assert_allclose(used_mean, X.mean((0, 1, 2)), rtol=1e-6)
    np.testing.assert_allclose(used_variance, X.var((0, 1, 2)), rtol=1e-6)
    np.testing.assert_allclose(new_mean, 0.75 * mean + 0.25 * X.mean((0, 1, 2)), rtol=1e-6)
    np.testing.assert_allclose(new_variance, 0.75 * variance + 0.25 * X.var((0, 1, 2), ddof=1), rtol=1e-6)


def test_channels_may_come_second() -> None:
    last, second = normalised(), normalised(x=np.ascontiguousarray(np.moveaxis(X, 3, 1)), data_format="NCHW")
    np.testing.assert_allclose(np.moveaxis(second[0], 1, 3), last[0], rtol=1e-5, atol=1e-6)
    for a, b in zip(second[1:], last[1:], strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5)


@pytest.mark.parametrize(
    ("changes", "pin"),
    [
        ({"exponential_avg_factor": 0.5}, "mean"),
        ({"is_training": False, "mean": SCALE, "variance": np.ones(3, np.float32)}, "variance"),
        ({"mean": np.ones((2, 1), np.float32)}, "mean"),
        ({"offset": np.ones(3, np.float32)}, "offset"),
    ],
)
def test_what_does_not_go_with_the_channels_is_refused(changes: dict[str, Any], pin: str) -> None:
    with pytest.raises(DiagramError) as caught:
        normalised(**changes)
    assert caught.value.pin == pin


def test_no_gradient_comes_from_the_statistics() -> None:
    root = Scope.new_root_scope()
    x = Const(root, X).as_output()
    node = FusedBatchNorm(root, x, SCALE, OFFSET, EMPTY, EMPTY)
    [dx] = add_symbolic_gradients(root, [node.outputs[1]], [x])
    assert not ClientSession(root).run(dx)[0].any()


@pytest.mark.parametrize("training", [True, False])
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
def test_the_second_gradient_counts_the_statistics_as_functions_of_x(training: bool, data_format: str) -> None:
    """Against differences of the first gradient, in single precision as the type takes no other."""
    rng = np.random.default_rng(2)
    x = (X if data_format == "NHWC" else np.ascontiguousarray(np.moveaxis(X, 3, 1))).astype(np.float32)
    statistics = (EMPTY, EMPTY) if training else (SCALE, OFFSET + 2)
    direction, into, back = (rng.uniform(0.5, 1.5, x.shape).astype(np.float32) for _ in range(3))

    def first(root: Scope, at: Array) -> tuple[Output, Output]:
        given = Const(root, at).as_output()
        attrs = {"epsilon": 0.1, "is_training": training, "data_format": data_format}
        y = FusedBatchNorm(root, given, SCALE, OFFSET, *statistics, **attrs).outputs[0]
        return given, add_symbolic_gradients(root, [y * Const(root, into)], [given])[0]

    def value(at: Array) -> float:
        root = Scope.new_root_scope()
        return float(np.sum(ClientSession(root).run(first(root, at)[1])[0].astype(np.float64) * back))

    root = Scope.new_root_scope()
    given, gradient = first(root, x)
    [second] = add_symbolic_gradients(root, [gradient * Const(root, back)], [given])
    result = float(np.sum(ClientSession(root).run(second)[0] * direction))
    step = np.float32(1e-2)
    wanted = (value(x + step * direction) - value(x - step * direction)) / (2 * float(step))
    assert result == pytest.approx(wanted, rel=1e-2, abs=2e-3)


def test_the_sum_over_neighbours_does_not_leak_infinities() -> None:
    root = Scope.new_root_scope()
    x = np.array([np.inf, 1.0, 1.0, 1.0], np.float32).reshape(1, 1, 1, 4)
    result = ClientSession(root).run(LRN(root, x, depth_radius=1, bias=2.0))[0].reshape(-1)
    np.testing.assert_allclose(result[2:], [1 / np.sqrt(5), 1 / 2], rtol=1e-6)


@pytest.mark.parametrize("radius", [0, 1, 2, 3, 5, 100])
@pytest.mark.parametrize("beta", [0.3, 0.5, 0.75])
def test_lrn_by_its_formula(radius: int, beta: float) -> None:
    x = np.random.default_rng(1).normal(size=(1, 2, 1, 6)).astype(np.float32)
    wanted = [
        x[..., c] / (1.5 + 0.3 * (x[..., max(c - radius, 0) : c + radius + 1] ** 2).sum(-1)) ** beta for c in range(6)
    ]
    root = Scope.new_root_scope()
    result = ClientSession(root).run(LRN(root, x, depth_radius=radius, bias=1.5, alpha=0.3, beta=beta))[0]
    np.testing.assert_allclose(result, np.stack(wanted, -1), rtol=1e-5)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_volumes_are_normalised_as_images_as_high_as_all_their_layers(dtype: Any) -> None:
    volumes: Array = np.random.default_rng(4).normal(size=(2, 3, 4, 5, 2)).astype(dtype)
    numbers = [np.array([1.5, 0.5], np.float32), np.array([0, 2], np.float32), *[np.zeros(0, np.float32)] * 2]
    how = {"epsilon": 1e-4, "exponential_avg_factor": 1.0, "is_training": True}
    y, *statistics = FusedBatchNormV3.kernel(volumes, *numbers, data_format="NDHWC", **how)
    wide = volumes.astype(np.float32).reshape(2, 12, 5, 2)
    wanted, *others = FusedBatchNorm.kernel(wide, *numbers, data_format="NHWC", **how)
    np.testing.assert_array_equal(y, wanted.reshape(y.shape).astype(dtype))
    turned, *same = FusedBatchNormV3.kernel(np.moveaxis(volumes, -1, 1), *numbers, data_format="NCDHW", **how)
    np.testing.assert_allclose(np.moveaxis(turned, 1, -1), y, rtol=1e-2 if dtype is np.float16 else 1e-5, atol=1e-5)
    for results in (statistics[:4], same[:4]):
        for each, other in zip(results, others, strict=True):
            np.testing.assert_allclose(each, other, rtol=1e-5)


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize(("version", "size"), [("", 4), ("", 64), ("V2", 4), ("V3", 4)])  # small images in one go
def test_double_precision_is_the_formula_and_its_derivative(data_format: str, version: str, size: int) -> None:
    rng = np.random.default_rng(0)
    last = data_format == "NHWC"
    x = rng.normal(size=(3, size, size, 5) if last else (3, 5, size, size))
    weights, scale, offset = rng.normal(size=x.shape), rng.normal(size=5), rng.normal(size=5)
    root = blocks.Scope.new_root_scope()
    given = [ops.Const(root, each) for each in (x, scale, offset)]
    nothing = np.empty(0)
    y = getattr(ops, f"FusedBatchNorm{version}")(root, *given, nothing, nothing, data_format=data_format).y
    loss = ops.Sum(root, ops.Multiply(root, y, weights), [0, 1, 2, 3])
    results = blocks.ClientSession(root).run([y, *blocks.add_symbolic_gradients(root, [loss], given)])

    axes = (0, 1, 2) if last else (0, 2, 3)

    def wide(channels: np.ndarray) -> np.ndarray:
        return channels if last else channels[:, np.newaxis, np.newaxis]

    inverse = wide(1 / np.sqrt(x.var(axes) + 1e-4))
    h = (x - wide(x.mean(axes))) * inverse
    by_x = wide(scale) * inverse * (weights - wide(weights.mean(axes)) - h * wide((weights * h).mean(axes)))
    wanted = (h * wide(scale) + wide(offset), by_x, (weights * h).sum(axes), weights.sum(axes))
    for mine, formula in zip(results, wanted, strict=True):
        assert mine.dtype == np.float64
        np.testing.assert_allclose(mine, formula, rtol=1e-10, atol=1e-10)

"""Rows of variables and segments on JAX that are named more than once; glimpses and bounds that are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import blocks
from blocks import ops
from blocks.base.errors import RunError
from tests.jax.comparing import compare, drawn, gradients, refused, run

pytest.importorskip("jax", reason="JAX is not installed: the extra `jax` brings it")

# -- Variables ---------------------------------------------------------------------------------------------------------

MANY = np.random.default_rng(1).integers(0, 600, 2000)
"""Of 600 rows all come up about three times: also in later turns there are more than are changed at once."""


@pytest.mark.parametrize("name", ["Update", "Add", "Sub", "Mul", "Div"])
@pytest.mark.parametrize("indices", [MANY, np.full(9, 5), np.zeros(0, np.int64), np.arange(6).reshape(2, 3)])
def test_rows_that_are_named_several_times_are_changed_in_order(name: str, indices: Any) -> None:
    updates = drawn(*indices.shape, 2) + np.sign(drawn(*indices.shape, 2, seed=1))

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        w = ops.Variable(root, initvalues=drawn(600, 2, seed=2))
        return [getattr(ops, f"Scatter{name}")(root, w, fed["indices"], fed["updates"])]

    compare(build, steps=2, rtol=1e-9, indices=indices, updates=updates)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.float16])
@pytest.mark.parametrize("name", ["Add", "Sub", "Mul", "Div", "NdAdd", "NdSub"])
def test_each_change_is_rounded(name: str, dtype: Any) -> None:
    rng = np.random.default_rng(0)
    start, updates = rng.integers(1, 100, 4).astype(dtype), rng.integers(1, 9, 30).astype(dtype)
    places = rng.integers(0, 4, 30)
    places = places[:, None] if name.startswith("Nd") else places

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        by = fed.get("by", updates)
        return [getattr(ops, f"Scatter{name}")(root, ops.Variable(root, initvalues=start), fed["at"], by)]

    compare(build, rtol=0, at=places, by=updates)
    compare(build, rtol=0, at=places)


@pytest.mark.parametrize("policy", ["", "IGNORE"])
@pytest.mark.parametrize("name", ["Update", "Add", "Sub"])
def test_elements_that_are_named_several_times(name: str, policy: str) -> None:
    rng = np.random.default_rng(0)
    places = rng.integers(0, 5, (40, 2))
    if policy:
        places[::7] -= 5

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        w = ops.Variable(root, initvalues=drawn(5, 5, 3))
        change = getattr(ops, f"ScatterNd{name}")
        return [change(root, w, fed["places"], fed["updates"], bad_indices_policy=policy)]

    compare(build, rtol=1e-9, places=places, updates=drawn(40, 3, seed=1))


def test_rows_that_do_not_exist_are_refused_and_nothing_is_changed() -> None:
    root = blocks.Scope.new_root_scope()
    at = ops.Placeholder(root, dtype="DT_INT64")
    w = ops.Variable(root, initvalues=np.array([8.0, 4.0]))
    put = ops.ScatterUpdate(root.with_op_name("put"), w, at, np.float64(1))
    session = blocks.ClientSession(root, backend="jax", strict=True)
    for wrong in ([0, 2], [-1]):
        with pytest.raises(RunError, match=f"row {wrong[-1]} does not exist") as caught:
            session.run([put], {at: np.array(wrong)})
        assert caught.value.errors[0].block == "put"
    np.testing.assert_array_equal(session.run([put], {at: np.array([1])})[0], [8, 1])


def test_integers_are_not_divided_by_zero() -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        return [ops.ScatterDiv(root, ops.Variable(root, initvalues=[8, 6]), fed["at"], fed["by"])]

    refused(build, "by zero", at=np.array([0, 0]), by=np.array([2, 0], np.int32))
    compare(build, at=np.zeros(0, np.int64), by=np.zeros((), np.int32))


RULES: list[tuple[str, int, dict[str, float]]] = [
    ("Momentum", 1, {"lr": 0.1, "momentum": 0.9}),
    ("Adadelta", 2, {"lr": 0.1, "rho": 0.9, "epsilon": 1e-3}),
    ("Adagrad", 1, {"lr": 0.1}),
    ("AdagradDA", 2, {"lr": 0.1, "l1": 0.01, "l2": 0.1, "global_step": 3}),
    ("RMSProp", 2, {"lr": 0.1, "rho": 0.9, "momentum": 0.5, "epsilon": 1e-3}),
    ("CenteredRMSProp", 3, {"lr": 0.1, "rho": 0.9, "momentum": 0.5, "epsilon": 1.0}),
    ("ProximalGradientDescent", 0, {"alpha": 0.1, "l1": 0.01, "l2": 0.1}),
    ("ProximalAdagrad", 1, {"lr": 0.1, "l1": 0.01, "l2": 0.1}),
    ("Ftrl", 2, {"lr": 0.1, "l1": 0.01, "l2": 0.1, "lr_power": -0.5}),
]


def update(root: blocks.Scope, rule: str, slots: int, numbers: Mapping[str, Any], grad: Any, indices: Any) -> Any:
    start = drawn(600, 2, seed=3) ** 2 + 0.1
    variables = [ops.Variable(root, initvalues=start * (i + 1)) for i in range(slots + 1)]
    pins = [pin.name for pin in getattr(ops, f"SparseApply{rule}").inputs][slots + 1 :]
    given = {name: np.int64(v) if name == "global_step" else v for name, v in numbers.items()}
    given = {name: np.float64(v) if isinstance(v, float) else v for name, v in given.items()}
    given |= {"grad": grad, "indices": indices}
    return variables, getattr(ops, f"SparseApply{rule}")(root, *variables, *(given[pin] for pin in pins))


@pytest.mark.parametrize(("rule", "slots", "numbers"), RULES, ids=[rule for rule, *_ in RULES])
def test_update_rules_by_rows(rule: str, slots: int, numbers: dict[str, float]) -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        variables, done = update(root, rule, slots, numbers, fed["grad"], fed["indices"])
        after = root.with_control_dependencies([done])
        return [done, *(ops.Identity(after, each) for each in variables[1:])]

    compare(build, steps=2, rtol=1e-9, grad=drawn(2000, 2), indices=MANY)


def test_a_rate_that_is_worked_out_in_the_step_is_checked() -> None:
    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        numbers = {"l1": 0.01, "l2": 0.1, "lr_power": -0.5, "lr": fed["lr"]}
        return [update(root, "Ftrl", 2, numbers, drawn(3, 2), np.array([1, 1, 4]))[1]]

    compare(build, rtol=1e-9, lr=np.array(0.1))
    refused(build, "lr must be above 0, got -1", lr=np.array(-1.0))


# -- Others ------------------------------------------------------------------------------------------------------------


def test_gradients_of_products_of_segments() -> None:
    rows = drawn(6, 2)
    rows[1], rows[3:5, 0] = 0, 0

    def build(root: blocks.Scope, _fed: Mapping[str, Any]) -> list[Any]:
        v = ops.Variable(root, initvalues=rows)
        return gradients(root, [ops.SegmentProd(root, v, np.array([0, 0, 0, 2, 2, 5]))], [v])

    compare(build)


def test_gradients_of_the_incomplete_gamma_function_by_its_parameter() -> None:
    rng = np.random.default_rng(0)
    a = np.exp(rng.uniform(-3, 5, 300))
    x = a * np.exp(rng.standard_normal(300) / np.sqrt(np.maximum(a, 1)))

    def build(root: blocks.Scope, _fed: Mapping[str, Any]) -> list[Any]:
        v = ops.Variable(root, initvalues=a)
        first = blocks.add_symbolic_gradients(root, [ops.Sum(root, ops.Igamma(root, v, x), [0])], [v])
        return [*first, *blocks.add_symbolic_gradients(root, [ops.Sum(root, first[0], [0])], [v])]

    results, wanted = (run(backend, build, {}) for backend in ("jax", "numpy"))
    np.testing.assert_allclose(results[0], wanted[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(results[1], wanted[1], rtol=1e-7, atol=1e-10)


@pytest.mark.parametrize("centered", [True, False])
def test_glimpses_show_the_pixels_that_they_show_on_numpy(centered: bool) -> None:
    # Of an image of 10 rows, many of these places lie between two pixels but for a rounding.
    offsets = np.stack([np.linspace(-1.2, 1.2, 241), np.linspace(0, 1, 241)], 1).astype(np.float32)
    images = np.random.default_rng(0).random((241, 10, 7, 2), np.float32)

    def build(root: blocks.Scope, fed: Mapping[str, Any]) -> list[Any]:
        options: dict[str, Any] = {"uniform_noise": False, "noise": "zero", "centered": centered}
        return [ops.ExtractGlimpse(root, fed["images"], [3, 5], fed["offsets"], **options)]

    compare(build, rtol=0, images=images, offsets=offsets)


@pytest.mark.parametrize("noise", ["uniform", "gaussian"])
def test_what_lies_beyond_an_image_is_drawn(noise: str) -> None:
    root = blocks.Scope.new_root_scope()
    images = np.random.default_rng(0).random((2, 8, 8, 3), np.float32) + np.float32(5)
    offsets = np.full((2, 2), 3, np.float32)
    seen = ops.ExtractGlimpse(root, images, [50, 50], offsets, uniform_noise=noise == "uniform", noise=noise)
    result, again = (blocks.ClientSession(root, seed=1, backend="jax", strict=True).run([seen])[0] for _ in range(2))
    np.testing.assert_array_equal(result, again)
    assert abs(result.mean() - images.mean()) < 0.03 and abs(result.std() - images.std()) < 0.03


def test_normal_numbers_within_bounds_that_differ_from_row_to_row() -> None:
    root = blocks.Scope.new_root_scope()
    low, high = [-1.0, 8.0, -np.inf, 50.0], [1.0, np.inf, 0.0, 50.5]
    mean, scale, least, most = [np.array(each, np.float64) for each in (0.0, 1.0, low, high)]
    rows = ops.ParameterizedTruncatedNormal(root, [4, 20000], mean, scale, least, most)
    result, again = (blocks.ClientSession(root, backend="jax", strict=True).run([rows])[0] for _ in range(2))
    np.testing.assert_array_equal(result, again)
    assert (result >= np.array(low)[:, None]).all() and (result <= np.array(high)[:, None]).all()
    # By the ratio of density and probability at the bounds; where the bound is far, about its inverse beyond it.
    np.testing.assert_allclose(result.mean(1), [0, 8.1217, -0.7979, 50.01998], atol=0.02)
    np.testing.assert_allclose(result.mean(1)[[1, 3]], [8.1217, 50.01998], atol=0.004)

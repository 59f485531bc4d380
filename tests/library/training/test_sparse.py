"""The rules that change rows, and those on resources."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.errors import DiagramError
from blocks.graph.scope import Scope
from blocks.library.index import MODULES, find
from blocks.ops import Placeholder, Variable
from blocks.run.client import ClientSession

SPARSE: list[Any] = [find(name) for name in MODULES["training.sparse"].split()]
RESOURCE: list[Any] = [find(name) for name in MODULES["training.resource"].split()]
NUMBERS: dict[str, float] = {
    "alpha": 0.25, "lr": 0.5, "momentum": 0.5, "rho": 0.5, "epsilon": 1.0,
    "beta1": 0.9, "beta2": 0.999, "beta1_power": 0.9, "beta2_power": 0.999,
    "l1": 0.125, "l2": 0.5, "lr_power": -0.5, "global_step": 2,
    "beta": 0.5, "logbase": 1.0, "sign_decay": 0.5, "l2_shrinkage": 0.25,
}  # fmt: skip


def _step(rule: Any, var: Any, slot: float, grad: Any, indices: Any, **numbers: Any) -> list[Any]:
    """A step of a rule in a session; what the variable and its slots hold then."""
    root = Scope.new_root_scope()
    var = np.array(var, np.float32)
    refs = {pin: Variable(root, var if pin == "var" else np.full_like(var, slot)).ref for pin in rule.writes}
    given = {pin.name: NUMBERS[pin.name] for pin in rule.inputs if pin.name in NUMBERS} | numbers
    gradient = {pin.name: np.array(grad, np.float32) for pin in rule.inputs if pin.name in ("grad", "delta")}
    rows = {pin.name: indices for pin in rule.inputs if pin.name == "indices"}
    node = rule(root, **refs, **given, **gradient, **rows)
    session = ClientSession(root)
    session.run([], run_outputs=[node])
    return session.run(list(refs.values()))


# TensorFlow 2.21: [[1, 2], [3, 4], [-1, 0.5]], slots of 0.25, the numbers above, the last row changed twice.
AS_TENSORFLOW: dict[str, list[list[list[float]]]] = {
    "SparseApplyMomentum": [
        [[0.8125, 0.9375], [3.0, 4.0], [-0.84375, 0.71875]],
        [[0.375, 2.125], [0.25, 0.25], [-1.4375, -0.0625]],
    ],
    "SparseApplyAdadelta": [
        [[0.8700312, 1.3675444], [3.0, 4.0], [-0.7634491, 0.6843468]],
        [[0.15625, 2.125], [0.25, 0.25], [2.3125, 0.1328125]],
        [[0.15878378, 0.92500013], [0.25, 0.25], [1.1662736, 0.1336207]],
    ],
    "SparseApplyAdagrad": [
        [[0.7763932, 1.5149287], [3.0, 4.0], [-1.010778, 0.7665146]],
        [[0.3125, 4.25], [0.25, 0.25], [5.25, 0.515625]],
    ],
    "SparseApplyAdagradDA": [
        [[-0.118034, -0.39038822], [3.0, 4.0], [0.08956439, 0.0]],
        [[0.5, 2.25], [0.25, 0.25], [-0.75, -0.125]],
        [[0.3125, 4.25], [0.25, 0.25], [5.25, 0.515625]],
    ],
    "SparseApplyRMSProp": [
        [[0.75875235, 1.3093145], [3.0, 4.0], [-1.2264062, 0.5891882]],
        [[0.15625, 2.125], [0.25, 0.25], [2.3125, 0.1328125]],
        [[0.24124764, 0.69068545], [0.25, 0.25], [-0.29082608, 0.009418625]],
    ],
    "SparseApplyCenteredRMSProp": [
        [[0.75547713, 1.1416411], [3.0, 4.0], [-1.2691457, 0.59130436]],
        [[0.25, 1.125], [0.25, 0.25], [-0.6875, 0.0]],
        [[0.15625, 2.125], [0.25, 0.25], [2.3125, 0.1328125]],
        [[0.24452287, 0.8583588], [0.25, 0.25], [-0.30588955, 0.008713227]],
    ],
    "SparseApplyProximalGradientDescent": [
        [[0.8055556, 1.3055556], [3.0, 4.0], [-0.49074078, 0.41358027]],
    ],
    "SparseApplyProximalAdagrad": [
        [[0.4592202, 1.3240474], [3.0, 4.0], [-0.6071045, 0.29019162]],
        [[0.3125, 4.25], [0.25, 0.25], [5.25, 0.515625]],
    ],
    "SparseApplyFtrl": [
        [[-0.12132289, 0.7556376], [3.0, 4.0], [-0.37135258, 0.086252466]],
        [[0.3125, 4.25], [0.25, 0.25], [5.25, 0.515625]],
        [[0.381966, -3.996211], [0.25, 0.25], [2.198104, -0.33512312]],
    ],
    "SparseApplyAdagradV2": [
        [[0.91982126, 1.6733683], [3.0, 4.0], [-0.9322356, 0.61006856]],
        [[0.3125, 4.25], [0.25, 0.25], [5.25, 0.515625]],
    ],
    "SparseApplyFtrlV2": [
        [[-0.35739088, 0.56044346], [3.0, 4.0], [-0.16533542, 0.0]],
        [[0.3125, 4.25], [0.25, 0.25], [5.25, 0.515625]],
        [[0.881966, -2.996211], [0.25, 0.25], [1.0479975, -0.06584764]],
    ],
}


@pytest.mark.parametrize("name", AS_TENSORFLOW)
def test_rows_that_are_named_twice_are_changed_twice_in_order(name: str) -> None:
    grad = [[1.0, -0.5], [0.25, 2.0], [-2.0, 0.125]]
    result = _step(find(name), [[1, 2], [3, 4], [-1, 0.5]], 0.25, grad, [2, 0, 2])
    np.testing.assert_allclose(result, AS_TENSORFLOW[name], rtol=2e-6, atol=1e-6)


def test_each_rule_has_numbers_of_tensorflow() -> None:
    assert {rule.name for rule in SPARSE} == set(AS_TENSORFLOW)


@pytest.mark.parametrize("rule", SPARSE, ids=lambda r: r.name)
def test_one_step_of_all_rows_is_that_of_the_dense_rule(rule: Any) -> None:
    dense: Any = find(rule.name.removeprefix("Sparse"))
    var, grad = [[1, 2], [3, 4], [-1, 0.5]], np.array([[1.0, -0.5], [0.25, 2.0], [-2.0, 0.125]])
    expected = _step(dense, var, 0.25, grad, None)
    result = _step(rule, var, 0.25, grad[[2, 0, 1]], [2, 0, 1])
    np.testing.assert_allclose(result, expected, rtol=1e-5)


@pytest.mark.parametrize("rule", [r for r in RESOURCE if find(r.name[len("Resource") :])], ids=lambda r: r.name)
def test_a_rule_on_resources_is_the_same_but_an_operation(rule: Any) -> None:
    other: Any = find(rule.name.removeprefix("Resource"))
    assert [(p.name, p.allowed) for p in rule.inputs] == [(p.name, p.allowed) for p in other.inputs]
    assert rule.attributes == other.attributes and [pin.kind for pin in rule.outputs] == ["operation"]
    arguments = [1.0, 2.0] if "indices" not in rule.input_index else [[5.0, 6.0], [1.0, 2.0]]
    grad = [1.0, -1.0] if "indices" not in rule.input_index else [[1.0, -1.0]]
    assert np.array_equal(_step(rule, arguments, 0.5, grad, [1]), _step(other, arguments, 0.5, grad, [1]))


# TensorFlow 2.21: the numbers of a first step. A global step of 0 divides by zero where rows hold several numbers only;
# the sparse Ftrl divides 0 by 0 where the dense rule gives 0.
@pytest.mark.parametrize(
    ("name", "var", "grad", "slot", "numbers", "expected"),
    [
        ("SparseApplyAdagradDA", [[1, 1]], [[1, 1]], 1.0, {"global_step": 0}, [[np.nan, np.nan]]),
        ("SparseApplyAdagradDA", [[1]], [[1]], 1.0, {"global_step": 0}, [[-0.70710677]]),
        ("SparseApplyFtrl", [[1, 1]], [[0, 0]], 0.0, {"l2": 0.0}, [[np.nan, np.nan]]),
        ("ApplyFtrl", [[1, 1]], [[0, 0]], 0.0, {"l2": 0.0}, [[0, 0]]),
        ("SparseApplyAdagrad", [[1, 1]], [[0, 1]], 0.0, {}, [[np.nan, 0.5]]),
    ],
)
def test_where_divisors_vanish(name: str, var: Any, grad: Any, slot: float, numbers: Any, expected: Any) -> None:
    result = _step(find(name), var, slot, grad, [0], **numbers)[0]
    np.testing.assert_allclose(result, expected, rtol=1e-6)


# TensorFlow 2.21: var, slots of infinity; the dense kernel takes another form of the running mean, inf - inf there.
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("SparseApplyRMSProp", [-np.inf, np.inf, np.inf]),
        ("ResourceSparseApplyRMSProp", [-np.inf, np.inf, np.inf]),
        ("ApplyRMSProp", [np.nan, np.nan, np.nan]),
        ("SparseApplyCenteredRMSProp", [np.nan, np.inf, np.inf, np.nan]),
        ("ResourceSparseApplyCenteredRMSProp", [np.nan, np.inf, np.inf, np.nan]),
        ("ApplyCenteredRMSProp", [np.nan, np.nan, np.nan, np.nan]),
    ],
)
def test_an_infinite_running_mean(name: str, expected: list[float]) -> None:
    result = _step(find(name), [[1.0]], np.inf, [[2.0]], [0])
    np.testing.assert_array_equal(np.ravel(result), expected)


@pytest.mark.parametrize("rule", SPARSE, ids=lambda r: r.name)
@pytest.mark.parametrize(
    ("grad", "indices", "pin", "text"),
    [
        ([[1.0, 1.0]], [3], "indices", "row 3"),
        ([[1.0, 1.0]], [-1], "indices", "row -1"),
        ([[1.0, 1.0]], [0, 1], "grad", r"shape \[2,2\], one row per index, got \[1,2\]"),
        ([[1.0, 1.0, 1.0]], [0], "grad", r"shape \[1,2\]"),
        ([[1.0, 1.0]], [[0]], "indices", "indices must be a vector"),
    ],
)
def test_what_does_not_fit_is_refused(rule: Any, grad: Any, indices: Any, pin: str, text: str) -> None:
    with pytest.raises(DiagramError, match=text) as caught:
        _step(rule, np.ones((3, 2)), 1.0, grad, indices)
    assert caught.value.pin == pin


@pytest.mark.parametrize("rule", SPARSE, ids=lambda r: r.name)
def test_a_single_number_has_no_rows(rule: Any) -> None:
    with pytest.raises(DiagramError, match="a scalar") as caught:
        _step(rule, 1.0, 1.0, [1.0], [0])
    assert caught.value.pin == "var"


@pytest.mark.parametrize(
    ("numbers", "linear_holds_lr", "refused"),
    [
        ({"lr": 0.0}, False, "above 0, got 0"),
        ({"lr": 0.0}, True, None),
        ({"lr": -0.5}, True, "lr must"),
        ({"l1": -0.5}, False, "l1 must"),
        ({"l2": -0.5}, True, "l2 must"),
        ({"lr_power": 0.0}, False, None),
        ({"lr_power": 0.5}, False, "lr_power must"),
        ({"lr_power": np.nan}, False, "lr_power must"),
    ],
)
def test_ranges_of_sparse_ftrl(numbers: dict[str, float], linear_holds_lr: bool, refused: str | None) -> None:
    root = Scope.new_root_scope()
    fed: dict[str, Any] = {name: Placeholder(root, dtype="DT_FLOAT").as_output() for name in numbers}
    refs = [Variable(root, [[1.0]]).ref for _ in range(3)]
    values = {"lr": 0.5, "l1": 0.0, "l2": 0.0, "lr_power": -0.5} | fed
    rule: Any = find("SparseApplyFtrl")
    out = rule(root, *refs, grad=[[1.0]], indices=[0], **values, multiply_linear_by_lr=linear_holds_lr).out
    session, feed = ClientSession(root), {fed[name]: np.float32(value) for name, value in numbers.items()}
    if refused is None:
        assert session.run(out, feed=feed)[0].shape == (1, 1)
        return
    with pytest.raises(DiagramError, match=refused) as caught:
        session.run(out, feed=feed)
    assert caught.value.pin == next(iter(numbers))

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from blocks.base.dtypes import DType
from blocks.base.errors import DiagramError
from blocks.base.types import Array
from blocks.graph.gradients import add_symbolic_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.library.index import MODULES, find
from blocks.library.training.table import GRADIENTS
from blocks.ops import L2Loss, Placeholder, Variable
from blocks.run.client import ClientSession
from tests.table import table

RULES: list[Any] = [find(name) for name in MODULES["training.dense"].split()]
NUMBERS = {
    "alpha": 0.2, "lr": 0.2, "momentum": 0.5, "beta1": 0.9, "beta2": 0.999, "beta1_power": 0.9, "beta2_power": 0.999,
    "rho": 0.9, "epsilon": 1e-2, "l1": 0.01, "l2": 0.01, "lr_power": -0.5, "global_step": 1,
    "beta": 0.9, "logbase": 1.0, "sign_decay": 0.5, "l2_shrinkage": 0.01,
}  # fmt: skip


def _arguments(rule: Any, dtype: DType, shape: tuple[int, ...], **numbers: float) -> list[Any]:
    arguments: list[Any] = []
    rng = np.random.default_rng(3)
    for pin in rule.inputs:
        if pin.name == "global_step":
            arguments.append(np.int64(1))
        elif pin.name in rule.writes or pin.name in GRADIENTS:
            values: Array = np.abs(rng.normal(size=shape)).astype(dtype.numpy)
            values.setflags(write=False)
            arguments.append(values)
        else:
            arguments.append(np.array((NUMBERS | numbers)[pin.name]).astype(dtype.numpy))
    return arguments


CASES = [(rule, dtype) for rule in RULES for dtype in rule.inputs[0].allowed]


@table("rule, dtype", CASES, ids=[f"{rule.name}-{dtype.name}" for rule, dtype in CASES])
@pytest.mark.parametrize("shape", [(3, 2), (), (0, 4)], ids=str)
def test_new_values_are_of_the_variable_and_new(rule: Any, dtype: DType, shape: tuple[int, ...]) -> None:
    arguments = _arguments(rule, dtype, shape)
    flags = {a.name: default for a in rule.attributes for default in [a.default]}
    for change in [{}, *({name: not value} for name, value in flags.items())]:
        with np.errstate(all="ignore"):
            results = rule.run(arguments, flags | change, {"T": dtype})
        assert len(results) == len(rule.writes)
        for new in results:
            assert new.dtype == dtype.numpy and new.shape == shape
            assert not any(np.shares_memory(new, old) for old in arguments)


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.name)
def test_every_rule_goes_down(rule: Any) -> None:
    """The loss is |x|² / 2: where a rule follows the gradient, it falls."""
    root = Scope.new_root_scope()
    x: Output = Variable(root, [2.0, -1.0, 0.5]).ref
    loss: Output = L2Loss(x).as_output()
    (gradient,) = add_symbolic_gradients(root, [loss], [x])
    given: list[Any] = []
    for pin in rule.inputs:
        if pin.name in GRADIENTS:
            given.append(gradient)
        elif pin.name in rule.writes:
            given.append(x if pin.name == "var" else Variable(root, [0.1, 0.1, 0.1]).ref)
        else:
            given.append(NUMBERS[pin.name])
    out: Output = rule(root, *given).out
    session = ClientSession(root)
    losses = [float(session.run([loss, out])[0]) for _ in range(100)]
    assert losses[-1] < losses[0] / 2


@pytest.mark.parametrize("rule", RULES, ids=lambda r: r.name)
def test_shapes_are_checked(rule: Any) -> None:
    for wrong in rule.inputs[1:]:
        root = Scope.new_root_scope()
        whole = wrong.name in rule.writes or wrong.name in GRADIENTS
        given: list[Any] = []
        for pin in rule.inputs:
            value: Any = [1.0, 1.0] if pin.name in rule.writes or pin.name in GRADIENTS else NUMBERS[pin.name]
            if pin is wrong:
                value = [1.0, 1.0, 1.0] if whole else [NUMBERS[pin.name]]
            given.append(Variable(root, value).ref if pin.is_ref else value)
        text = rf"{wrong.name} must have .*, got \[3\]" if whole else f"{wrong.name} must be a scalar, got"
        with pytest.raises(DiagramError, match=text) as caught:
            rule(root, *given)
        assert caught.value.pin == wrong.name


@pytest.mark.parametrize(
    ("pin", "value", "text"), [("lr", 0.0, "above 0"), ("l1", -1.0, "0 or more"), ("l2", np.nan, "")]
)
def test_ranges_of_proximal_adagrad(pin: str, value: float, text: str) -> None:
    root = Scope.new_root_scope()
    fed: Output = Placeholder(root, dtype="DT_FLOAT").as_output()
    numbers: dict[str, Any] = {"lr": 0.5, "l1": 0.0, "l2": 0.0}
    var, accum = Variable(root, [1.0]).ref, Variable(root, [1.0]).ref
    rule: Any = find("ApplyProximalAdagrad")
    with pytest.raises(DiagramError, match=f"{pin} must be .*{text}"):
        rule(root, var, accum, **(numbers | {pin: np.float32(value)}), grad=[1.0])
    out = rule(root, var, accum, **(numbers | {pin: fed}), grad=[1.0]).out
    session = ClientSession(root)
    session.run(out, feed={fed: np.float32(0.5)})
    with pytest.raises(DiagramError, match=f"{pin} must be .*{text}"):
        session.run(out, feed={fed: np.float32(value)})

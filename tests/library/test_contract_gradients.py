"""Gradients of every block type that has one, against differences, to second order, in double precision."""

from __future__ import annotations

from typing import Any

import pytest

from blocks.base.dtypes import DOUBLE
from blocks.base.errors import DiagramError
from blocks.graph.gradients import UnreachableError, try_gradients
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types
from blocks.testing.calls import as_constant, build
from blocks.testing.contract import Exceptions, check_gradients
from blocks.testing.gradients import gradient_nodes, problem, wide
from tests.library import contract
from tests.table import table

# Types whose gradient is not the derivative, and why.
OTHER_BY_DESIGN = {
    **dict.fromkeys(("Switch", "RefSwitch"), "one of its outputs is dead; see tests/conformance"),
    "PreventGradient": "it refuses every gradient",
    "CTCLoss": "it has no second gradient, as in TensorFlow; see tests/library/ctc",
    "BlockLSTM": "it has no second gradient, as in TensorFlow; see tests/library/rnn",
    "BlockLSTMV2": "its gradient is TensorFlow's, which is that of another order of gates",
}
# Types whose results are steps and whose gradient is that of a line; see tests/library/array/test_quantized.py.
STRAIGHT_THROUGH = (
    "ScaleGradient",  # what its rule gives is compared in tests/library/array/test_backward.py
    "ClipGradient",
    "QuantizeAndDequantizeV2",
    "QuantizeAndDequantizeV3",
    "QuantizeAndDequantizeV4",
    "FakeQuantWithMinMaxArgs",
    "FakeQuantWithMinMaxVars",
    "FakeQuantWithMinMaxVarsPerChannel",
)
# Types that draw other numbers each time, so that there are no differences; see tests/library/random.
DRAWN_ANEW = ("RandomGamma",)
# Pins that cannot be varied freely, and why.
PINS_BY_DESIGN = {
    **{
        (name, "boxes"): "their second derivative is not there; see tests/library/image/test_cropping.py"
        for name in ("CropAndResize", "CropGrad")
    },
    (
        "FusedBatchNormGrad",
        "x",
    ): "the statistics are differentiated as functions of it; see tests/library/nn/test_batch_norm.py",
    (
        "FusedBatchNormGradV3",
        "x",
    ): "the statistics are differentiated as functions of it; see tests/library/nn/test_batch_norm.py",
    **{
        (name, pin): "orig_input and orig_output must stay consistent"
        for name in ("MaxPoolGradGrad", "MaxPool3DGrad", "MaxPool3DGradGrad")
        for pin in ("orig_input", "orig_output")
    },
}
# Attributes with which a type is differentiable, where those of its example are others.
ATTRIBUTES: dict[str, dict[str, Any]] = {"Cast": {"DstT": DOUBLE}}
NAN_AT_EDGES = {
    "Pow": "by x at (0, 0) it is y x^(y - 1), as TensorFlow has it, which is 0 times infinity",
    "Angle": "at 0 it divides by 0, as TensorFlow's does: there is no angle there",
    "SqrtGrad": "it divides by y, as TensorFlow's does, where y is 0",
    "EuclideanNorm": "at 0 it is 0 / 0, as TensorFlow's: a norm has no derivative there",
    "Qr": "a matrix without full rank has no derivative, and it divides by zero, as TensorFlow's does",
    "Atan2": "at (0, 0) it divides by x^2 + y^2, as TensorFlow's does: there is no angle there",
    **dict.fromkeys(
        ("Igamma", "Igammac", "IgammaByA"),
        "by x at 0 it takes (a - 1) ln x into an exponent, as TensorFlow's does: 0 times infinity where a is 1",
    ),
}
"""Types with a gradient that is NaN at an edge of the domain, though the results are finite, and why."""
WITH_RULE = [
    t
    for t in all_types()
    if t.rule is not None
    and t.name not in (*OTHER_BY_DESIGN, *STRAIGHT_THROUGH, *DRAWN_ANEW)
    and contract.example_of(t) is not None
]


def exceptions_of(spec: BlockSpec) -> Exceptions:
    """What the lists above say of a type."""
    return Exceptions(
        pins={pin: why for (name, pin), why in PINS_BY_DESIGN.items() if name == spec.name},
        attributes=ATTRIBUTES.get(spec.name, {}),
        edges=NAN_AT_EDGES.get(spec.name, ""),
    )


@table("spec", WITH_RULE, ids=lambda t: t.name, together=10)
def test_gradients_are_those_of_differences(spec: BlockSpec) -> None:
    check_gradients(contract.example_call(spec), exceptions_of(spec))


def test_prevent_gradient_refuses_every_gradient() -> None:
    spec = next(t for t in all_types() if t.name == "PreventGradient")
    of = problem(wide(contract.example_call(spec)), [pin.name for pin in spec.inputs])
    with pytest.raises(DiagramError, match="PreventGradient"):
        gradient_nodes(of, of.outputs, of.weights)


@table("spec", [t for t in all_types() if t.not_differentiable and t.kind == "op"], ids=lambda t: t.name)
def test_the_reason_for_no_gradient_is_given(spec: BlockSpec) -> None:
    root = Scope.new_root_scope()
    if contract.example_of(spec) is None or spec.random:
        return
    node, inputs = build(contract.example_call(spec), as_constant, root)
    for x in inputs:
        for y in node.outputs:
            [reason] = try_gradients(root, [y], [x])
            assert isinstance(reason, UnreachableError)
            if x.dtype.is_differentiable and y.dtype.is_differentiable:
                assert spec.not_differentiable and spec.not_differentiable in reason.message

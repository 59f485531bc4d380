"""The gradient view of a page with one block of a type: variables at its inputs, and behind it the sum of an output."""

from __future__ import annotations

from typing import Any

from app.face.gradient import gradient_face
from blocks.analysis.checks import gradient_report
from blocks.analysis.gradient_targets import differentiated
from blocks.base.errors import DiagramError
from blocks.base.literals import from_array
from blocks.document.data import Endpoint, Page
from blocks.elaborate.elaborate import elaborate
from blocks.graph.gradients import Gradients, try_gradients
from blocks.graph.graph import Output
from blocks.graph.scope import Scope
from blocks.graph.spec import BlockSpec
from blocks.library.index import all_types
from blocks.testing import calls
from blocks.worker.page_checks import examine
from tests.app.gradient.hands import block, document
from tests.library import contract
from tests.table import table

TYPES = [each for each in all_types() if each.kind == "op" and each.example and each.outputs and not each.variable]


def page_of(spec: BlockSpec) -> tuple[Page, dict[str, str]]:
    """The page, and the pins to which its variables are wired; what has no derivative by its dtype is a Const."""
    call = contract.example_call(spec)
    blocks: list[dict[str, Any]] = []
    wires: list[str] = []
    pins: dict[str, str] = {}
    for pin, value in zip(spec.inputs, call.values, strict=True):
        given = value if isinstance(value, tuple) and not isinstance(value, calls.Given) else (value,)
        for place, each in enumerate(given):
            if each is None:
                continue
            assert isinstance(each, calls.Given)
            name, literal = f"{pin.name}_{place}", from_array(each.array, each.dtype)
            if each.is_variable or each.dtype.is_differentiable:
                blocks.append(block(name, "Variable", 0, 0, initvalues=literal, dtype=each.dtype.name))
                wires.append(f"{name}.ref>b.{pin.name}")
                pins[name] = pin.name
            else:
                blocks.append(block(name, "Const", 0, 0, val=literal, dtype=each.dtype.name))
                wires.append(f"{name}.output>b.{pin.name}")
    blocks.append(block("b", spec.name, 0, 0, **call.attrs))
    return document(blocks, " ".join(wires)).page("main"), pins


@table("spec", TYPES, ids=lambda spec: spec.name)
def test_it_says_the_truth(spec: BlockSpec) -> None:
    """A variable counts as reached just where a gradient can be built; else a sign at its wire gives the reason."""
    page, pins = page_of(spec)
    elaboration = elaborate(page)
    assert not elaboration.problems, elaboration.problems
    for _, pin, place, output in elaboration.outputs_of("b"):
        of = str(Endpoint("b", pin, place))
        info = examine(page, None, of)
        assert info.flow is not None
        face = gradient_face(info.flow)
        gradients = built(page, of, [*pins])
        assert {*pins} - face.starved.keys() == {
            name for name, gradient in gradients.items() if isinstance(gradient, Output)
        }
        assert {wire.source.block for wire in face.wires} == {*pins} - face.starved.keys()
        marks = {mark.cut.wire.source.block: mark.cut for mark in face.cuts if mark.cut.wire is not None}
        if not output.dtype.is_differentiable:
            [mark] = face.cuts
            assert mark.cut.pin is None and mark.cut.kind == "dtype" and output.dtype.short in mark.cut.reason
        else:
            whole = {name for name in pins if elaboration.outputs_of(name)[0][-1].dtype.is_integer}
            assert marks.keys() == face.starved.keys() - whole  # that integers have no gradient needs no sign
        for name, reason in face.starved.items():
            error = gradients[name]
            assert isinstance(error, DiagramError)
            [(*_, own)] = elaboration.outputs_of(name)
            if own.dtype.is_differentiable:
                assert reason.removeprefix(f"{spec.name} ") in error.message
                assert true_reason(spec, pins[name], output) in reason
            else:
                assert reason == f"{own.dtype.short} values have no gradient"
        report = gradient_report(elaboration, of, [output])
        assert {each.partition(".")[0] for each in report.reaches} == {*pins} - face.starved.keys()
        assert {each.reason for each in report.cuts} == {mark.cut.reason for mark in face.cuts}


def built(page: Page, of: str, variables: list[str]) -> dict[str, Output | DiagramError]:
    """The gradients by variables, as they are computed; why there are none."""
    elaboration = elaborate(page)
    ys = differentiated(elaboration, of)
    inputs = [output for name in variables for *_, output in elaboration.outputs_of(name)]
    try:
        results = try_gradients(Scope(elaboration.graph), ys, inputs) if inputs else Gradients()
    except DiagramError as error:  # the type has no rule
        return dict.fromkeys(variables, error)
    return dict(zip(variables, results, strict=True))


def true_reason(spec: BlockSpec, pin: str, output: Output) -> str:
    """Why no gradient comes from an output to a pin, as the type declares it."""
    if not output.dtype.is_differentiable:
        return f"{output.dtype.short} values have no gradient"
    if spec.not_differentiable:
        return spec.not_differentiable
    if spec.prevents_gradient:
        return spec.name
    if spec.rule is None:
        return f"{spec.name} has no gradient rule"
    assert pin not in spec.rule.inputs
    return f"{spec.name} is not differentiable with respect to {pin}"

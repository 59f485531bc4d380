"""Errors of custom gradients that definitions show, used or not."""

from __future__ import annotations

import pytest

import blocks
from blocks.analysis.checks import check
from blocks.base.errors import RunError
from blocks.document.data import Document, Page
from blocks.document.model import Diagram
from tests.elaborate.composites import BlockText, block, composite, page

X = block("x", "InputPin", dtype="DT_FLOAT", shape=[3])
GRAD = block("grad_y", "InputPin")
OUT = [block("grad_x", "OutputPin"), block("double", "AddN")]
STRAIGHT = "grad_y.output>double.inputs double.sum>grad_x.input"


def custom(forward: Page, gradient: str = ":PassGrad") -> Page:
    assert forward.composite is not None
    return forward._replace(composite=forward.composite._replace(gradient=gradient))


def passing(*more: BlockText, wires: str = "", gradient: str = ":PassGrad") -> Page:
    ends = [block("i", "Identity"), block("y", "OutputPin")]
    return custom(composite("Pass", [X, *ends, *more], f"x.output>i.input i.output>y.input {wires}"), gradient)


def backward(*more: BlockText, wires: str = STRAIGHT) -> Page:
    return composite("PassGrad", [GRAD, *OUT, *more], wires)


QUEUE = block("q", "FIFOQueue", component_types=["DT_FLOAT"])
HELD = composite("Held", [block("w", "Variable", initvalues=[1.0])])
CASES: dict[str, tuple[list[Page], list[tuple[str | None, str]]]] = {
    "fits": ([passing(), backward(block("x", "InputPin"), block("result_y", "InputPin"))], []),
    "missing": ([passing(gradient=":Gone"), backward()], [("gradient", "'Gone'")]),
    "itself": ([passing(gradient=":Pass")], [("gradient", "a cycle: Pass -> Pass")]),
    "cycle": (
        [passing(), custom(backward(), ":Third"), custom(composite("Third", []), ":Pass")],
        [("gradient", "a cycle: Pass -> PassGrad -> Third -> Pass")],
    ),
    "input": ([passing(), backward(block("sparkle", "InputPin"))], [("sparkle", "PassGrad")]),
    "pin name": ([passing(), backward(block("i", "InputPin", name="grad_z"))], [("grad_z", "PassGrad")]),
    "output": ([passing(), backward(block("y", "OutputPin"), wires=f"{STRAIGHT} double.sum>y.input")], [("y", "")]),
    "list": ([passing(block("many", "InputPin", list=True)), backward()], [("many", "list")]),
    "names": (
        [passing(block("grad_y", "InputPin"), block("result_y", "InputPin"), block("grad_q", "InputPin")), backward()],
        [("grad_y", "input 'grad_y' and the output 'y'"), ("result_y", "input 'result_y' and the output 'y'")],
    ),
    "input dtype": ([passing(), backward(block("x", "InputPin", dtype="DT_DOUBLE"))], [("x", "float64")]),
    "input shape": ([passing(), backward(block("x", "InputPin", shape=[]))], [("x", "float32[3]")]),
    "integer": (
        [passing(block("a", "ArgMax", dimension=0), block("z", "OutputPin"), wires="x.output>a.input a.output>z.input"),
         backward(block("grad_z", "InputPin"))],
        [("grad_z", "int64")],
    ),
    "variable": ([passing(), backward(block("w", "Variable", initvalues=[1.0]))], [("gradient", "'w'")]),
    "queue": ([passing(), backward(QUEUE)], [("gradient", "'q'")]),
    "reader": ([passing(), backward(block("r", "TextLineReader"))], [("gradient", "'r'")]),
    "inside": ([passing(), backward(block("h", ":Held")), HELD], [("gradient", "'h'")]),
    "in a loop": ([passing(), backward(block("l", "Repeat", body=":Held", times=2)), HELD], [("gradient", "'l'")]),
}  # fmt: skip


@pytest.mark.parametrize("is_used", [False, True], ids=["unused", "used"])
@pytest.mark.parametrize("name", CASES)
def test_a_gradient_composite_that_does_not_fit_is_an_error_of_the_definition(name: str, is_used: bool) -> None:
    definitions, expected = CASES[name]
    values = {each.id: [1.0, 2.0, 3.0] for each in definitions[0].blocks if each.type == "InputPin"}
    main = page("main", [block("c", "Const", val=1.0)])
    if is_used:
        main = page("main", [block("h", ":Pass", **values), block("after", "Negate")], "h.y>after.x")
    diagram = Diagram(Document(pages=(main,), composites=tuple(definitions)))
    errors = check(diagram).errors
    assert [error.pin for error in errors] == [pin for pin, _ in expected]
    for error, (_, words) in zip(errors, expected, strict=True):
        assert words in str(error) and error.composite == "Pass" and error.page is None
        assert error.hint or name == "integer"
    if is_used and expected:
        with pytest.raises(RunError) as caught:
            blocks.Session(diagram).run()
        assert any(expected[0][1] in str(error) for error in caught.value.errors)
        assert "h.result_y" not in caught.value.results and "after.result_y" not in caught.value.results
